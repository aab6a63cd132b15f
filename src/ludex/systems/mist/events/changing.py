"""Changes of the state that several events of mist share."""

from msgspec.structs import replace

from ludex.core.plain import Plain
from ludex.systems.mist.sheet import CaseKnown, StoryTag, Threat
from ludex.systems.mist.state import Mission, State
from ludex.systems.mist.terms import ScenePhase, ThreatState


def without_tag(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    """These story tags without the one of that name."""
    return tuple(t for t in tags if t.name != name)


def is_cleared(state: State) -> bool:
    """Whether a scene has ended and nothing that would expire is left of it: what is made now belongs to the next."""
    scene = state.scene_now
    tags = (*scene.story_tags, *(tag for c in state.characters for tag in c.story_tags))
    return scene.wrapped or (scene.phase == ScenePhase.ENDED and not tags)


def with_threats_met(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    """The threats, with those open ones of these ids in another state."""
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)


def without_call(state: State, actor: str) -> tuple[Plain, ...]:
    """The actions that are called for and not rolled yet, without somebody's."""
    return tuple(turn for turn in state.scene_now.called if turn["actor"] != actor)


def cited_as(state: State, old: str, new: str) -> State:
    """The state in which conclusions cite a clue by its new name (MST-LIV-40)."""

    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if name == old else name for name in names)

    conclusions = tuple(
        replace(c, supporting=renamed(c.supporting), conflicting=renamed(c.conflicting))
        for c in state.mission_now.conclusions
    )
    return state.with_mission(conclusions=conclusions)


def remembered(state: State) -> State:
    """Everybody who is there has been in the case (MST-LIV-47)."""
    case = state.mission_now
    known = CaseKnown(case.called, case.series, case.outcome)
    people = tuple(replace(c, cases=(*c.cases, known)) for c in state.characters)
    return replace(state, characters=people).with_mission(people=tuple(c.id for c in people))


def with_shown(case: Mission, name: str) -> Mission:
    """A closed case with a hidden or private clue, a hidden trait or a true answer of that name made public."""
    found = tuple(replace(c, hidden=False) for c in case.hidden_clues if c.id == name)
    return replace(
        case,
        clues=(*(replace(c, holder="") if c.id == name else c for c in case.clues), *found),
        hidden_clues=tuple(c for c in case.hidden_clues if c.id != name),
        traits=(*case.traits, *(text for text in case.hidden_traits if text == name)),
        hidden_traits=tuple(text for text in case.hidden_traits if text != name),
        mysteries=tuple(replace(m, told=True) if m.id == name and m.answer else m for m in case.mysteries),
    )
