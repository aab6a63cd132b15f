"""What may stand in a field, offered while people type: ids with what they are called, or plain words.

Made of the state as the asking seat knows it, so that nothing of the MC's is among what others are offered.
"""

from collections.abc import Sequence

from ludex.core.deeds import Name, spellings
from ludex.core.say import Label
from ludex.systems.mist.content import MissionBlock, as_read, content_of, in_both, shipped
from ludex.systems.mist.sheet import Character, tags_on
from ludex.systems.mist.sheet.wordings import either
from ludex.systems.mist.state import Mission, State
from ludex.systems.mist.terms import Question, ScenePhase

ME, ALL = "我", "全体"
"""Stand for the acting character and for everybody in play where a holder is named; in English `me` and `all`."""


def tags(state: State, _actor: str = "") -> tuple[str, ...]:
    """Every tag and status that somebody could name: on the sheets, in the scene, on challenges."""
    own = (tag for c in state.characters for tag in tags_on(c))
    statuses = (status.name for holder in state.holders for status in holder.statuses)
    around = (name for name in state.around if name not in state.traits)  # of the case, nobody's to act with
    return tuple(dict.fromkeys((*own, *around, *statuses)))


def helping_tags(state: State, actor: str = "") -> tuple[str, ...]:
    """What a character could name for a roll (MST-LIV-1): her usable power tags, story tags, what is good for her or bad for others."""
    own = state.character(actor)
    if own is None:
        return tags(state)
    good = (s.name for s in own.statuses if s.beneficial and state.is_there(s.since))
    return tuple(dict.fromkeys((*burnable_tags(state, actor), *good, *_theirs(state, own))))


def hindering_tags(state: State, actor: str = "") -> tuple[str, ...]:
    """What a character could name against it: her weaknesses and statuses, a challenge's tags, traits, story tags."""
    own = state.character(actor)
    if own is None:
        return tags(state)
    weak = (tag for theme in own.themes for tag in theme.weakness)
    bad = (s.name for s in own.statuses if not s.beneficial and state.is_there(s.since))
    around = (*(tag for challenge in state.challenges for tag in challenge.tags), *state.traits)
    return tuple(dict.fromkeys((*bad, *weak, *around, *_stories(state, own), *_theirs(state, own))))


def burnable_tags(state: State, actor: str = "") -> tuple[str, ...]:
    """What a character could burn: own power tags, own story tags, the scene's (MST-PBU-2)."""
    own = state.character(actor)
    if own is None:
        return tags(state)
    return tuple(dict.fromkeys((*(tag for theme in own.themes for tag in theme.usable), *_stories(state, own))))


def _stories(state: State, own: Character) -> tuple[str, ...]:
    return tuple(tag.name for tag in (*own.story_tags, *state.scene_tags) if state.is_there(tag.since))


def _theirs(state: State, own: Character) -> tuple[str, ...]:
    """Statuses of everybody else in the scene, each as `holder:name` (MST-PST-5)."""
    others = (holder for holder in state.holders if holder.id != own.id)
    return tuple(f"{h.id}:{s.name}" for h in others for s in h.statuses if state.is_there(s.since))


def held_statuses(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(dict.fromkeys(status.name for holder in state.holders for status in holder.statuses))


def status_names(state: State, _actor: str = "") -> tuple[str, ...]:
    """The same, and those by which the challenges of the scene are overcome."""
    limits = (limit.status for challenge in state.challenges for limit in challenge.limits)
    return tuple(dict.fromkeys((*held_statuses(state), *limits)))


def burnt_tags(state: State, actor: str = "") -> tuple[str, ...]:
    """The tags that are burnt: the acting character's, or without one everybody's."""
    people = (one for one in state.characters if actor in ("", one.id))
    return tuple(dict.fromkeys(tag for one in people for theme in one.themes for tag in theme.burnt))


def own_story_tags(state: State, actor: str = "") -> tuple[str, ...]:
    """The story tags of the acting character, or without one everybody's."""
    people = (one for one in state.characters if actor in ("", one.id))
    return tuple(dict.fromkeys(tag.name for one in people for tag in one.story_tags))


def private_clues(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(clue.id for clue in state.mission_now.clues if clue.holder)


def story_tags(state: State, _actor: str = "") -> tuple[str, ...]:
    """The tags that power can remove: of the scene, of the characters, of the challenges (MST-EFF-2)."""
    people = (tag.name for c in state.characters for tag in c.story_tags)
    return (*(t.name for t in state.scene_tags), *people, *(tag for c in state.challenges for tag in c.tags))


def holders(state: State, _actor: str = "") -> dict[str, str]:
    return {holder.id: holder.called for holder in state.holders}


def holders_and_me(state: State, actor: str = "") -> dict[str, Name]:
    """The same, with a word for the acting character."""
    return {**holders(state), **({ME: (ME, "me")} if actor else {})}


def holders_and_all(state: State, actor: str = "") -> dict[str, Name]:
    """The same, with a word for everybody in play."""
    return {**holders_and_me(state, actor), ALL: (ALL, "all")}


def meant(state: State, actor: str, named: Sequence[str]) -> list[str]:
    """The holders that are meant: the acting character by `我`, everybody in play by `全体` (MST-LIV-10)."""
    found = [who for one in named for who in ((c.id for c in state.characters if c.active) if one == ALL else (one,))]
    return list(dict.fromkeys(actor if who == ME else who for who in found))


def challenges(state: State, _actor: str = "") -> dict[str, str]:
    return {challenge.id: challenge.called for challenge in state.challenges}


def threats(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(threat.id for threat in state.scene_now.threats)


def open_threats(state: State, _actor: str = "") -> tuple[str, ...]:
    return state.running.open_threats if state.running else ()


def sources(state: State, _actor: str = "") -> dict[str, str | tuple[str, str]]:
    """What a consequence comes from: a threat that has been announced, or the action itself."""
    action = ScenePhase.ACTION
    return {**{one: one for one in threats(state)}, action.value: (action.zh, action.en)}


def themes(state: State, actor: str = "") -> dict[str, str]:
    character = state.character(actor)
    return {theme.id: theme.called for theme in character.themes} if character else {}


def mysteries(state: State, _actor: str = "") -> dict[str, Name]:
    return {mystery.id: mystery_names(mystery.id) for mystery in state.mission_now.mysteries}


def mystery_names(mystery: str) -> Name:
    """How a mystery may be typed: a standard question in either language."""
    if not Question.holds(mystery):
        return either(mystery)
    question = Question.read(mystery)
    return question.zh, question.en


def clues(state: State, _actor: str = "") -> dict[str, Name]:
    """The clues of the case, and the conclusions that count as clues."""
    return {clue.id: either(clue.id) for clue in state.mission_now.clues}


def new_characters(state: State, _actor: str = "") -> dict[str, Name]:
    """The prepared characters who are not at the table yet, under no name of theirs."""
    free = in_both(content_of(state.packs).characters).items()
    return {key: name for key, name in free if not any(state.holder(one) for one in spellings(name))}


# --- the MC's ------------------------------------------------------------------------------------------------------


def missions(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(content_of(state.packs).missions)


def titled_missions(state: State) -> dict[str, Label]:
    """The prepared missions with what they are called: the table's own by their titles."""
    titles = {mission.id: mission.title for mission in _shelved(state)}
    return {name: titles.get(name) or called for name, called in as_read(in_both(missions(state))).items()}


def scenes(state: State, _actor: str = "") -> tuple[str, ...]:
    """The prepared scenes of all missions, those of the open case first."""
    return tuple(dict.fromkeys((*case_scenes(state), *content_of(state.packs).scenes)))


def case_scenes(state: State, _actor: str = "") -> tuple[str, ...]:
    """The prepared scenes of the case that is open: the MC's alone (MST-LIV-35)."""
    return state.mission_now.scenes


def prepared_challenges(state: State, _actor: str = "") -> tuple[str, ...]:
    """The challenges that are ready: the MC's own, and those of the content."""
    return (*(c.id for c in state.prepared), *content_of(state.packs).challenges)


def on_stage(state: State) -> tuple[str, ...]:
    """The challenges that stand in the open scene, seen or not."""
    return tuple(challenge.id for challenge in state.challenges) if state.running else ()


def off_stage(state: State) -> tuple[str, ...]:
    """The challenges that are ready and do not stand in the open scene."""
    there = on_stage(state)
    return tuple(name for name in prepared_challenges(state) if name not in there)


def prepared_threats(state: State, _actor: str = "") -> tuple[str, ...]:
    """The threats that the challenges of the scene have in store."""
    return tuple(threat.id for challenge in state.challenges for threat in challenge.threats)


def all_clues(state: State, _actor: str = "") -> tuple[str, ...]:
    """The clues of the case, hidden ones too, and those of the cases on the table's own shelf."""
    running = (*state.mission_now.clues, *state.mission_now.hidden_clues)
    return tuple(dict.fromkeys(clue.id for clue in (*running, *(c for m in _shelved(state) for c in m.clues))))


def all_traits(state: State, _actor: str = "") -> tuple[str, ...]:
    """The traits of the case, hidden ones too, and those on the shelf."""
    running = (*state.mission_now.traits, *state.mission_now.hidden_traits)
    shelved = (t.text for m in _shelved(state) for t in m.traits)
    return tuple(dict.fromkeys((*running, *shelved)))


def open_traits(state: State, _actor: str = "") -> tuple[str, ...]:
    """The traits that everybody knows: each can be hidden again."""
    return state.mission_now.traits


def all_mysteries(state: State, _actor: str = "") -> dict[str, Name]:
    """The questions of the case, and those on the shelf."""
    return mysteries(state) | {m.id: mystery_names(m.id) for case in _shelved(state) for m in case.mysteries}


def own_missions(state: State, _actor: str = "") -> tuple[str, ...]:
    """The cases that can be worked on: the one that is open, and those on the table's own shelf."""
    return (*((state.case.name,) if state.case and state.case.name else ()), *(m.id for m in _shelved(state)))


def shelved_missions(state: State) -> tuple[str, ...]:
    return tuple(name for name in content_of(state.packs).missions if name not in shipped().missions)


def _shelved(state: State) -> tuple[MissionBlock, ...]:
    known = content_of(state.packs).missions
    return tuple(known[name] for name in shelved_missions(state))


def hidden_things(state: State, _actor: str = "") -> tuple[str, ...]:
    return (*hidden_names(state), *archived_names(state))


def closed_cases(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(mission.called for mission in state.closed)


def kept_back(case: Mission) -> tuple[str, ...]:
    """What of a case is the MC's, or one character's, by name."""
    private = (c.id for c in case.clues if c.holder)
    truths = (m.id for m in case.mysteries if m.answer and not m.told)
    return (*(c.id for c in case.hidden_clues), *private, *case.hidden_traits, *truths)


def archived_names(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for case in state.closed for name in kept_back(case)))


def hidden_names(state: State) -> tuple[str, ...]:
    mission = state.case or Mission()
    if state.running is None:
        return tuple(dict.fromkeys((*kept_back(mission), *mission.handouts)))
    announced = [t.id for t in state.scene_now.threats]
    unseen = (c.id for c in state.challenges if c.hidden)
    threats = (t.id for c in state.challenges for t in c.threats if t.id not in announced)
    return tuple(dict.fromkeys((*kept_back(mission), *mission.handouts, *unseen, *threats)))
