"""What can be done now, for the MC and for players, by the phase of scene and mission.

Made of the state as the viewer knows it; a deed that cannot be done in this phase is not listed. Nothing here judges a deed.
"""

from collections.abc import Iterator

from ludex.core.deeds import Deed, deed
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, say, term
from ludex.systems.mist.commands import offers
from ludex.systems.mist.content import content_of
from ludex.systems.mist.sheet import TIERS
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import MissionPhase, ScenePhase, ThemeKind, ThreatState

TIER = tuple(str(tier) for tier in range(1, TIERS + 1))


def deeds(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """What this viewer can do now."""
    return tuple(_deeds(state, viewer))


def _deeds(state: State, viewer: Viewer) -> Iterator[Deed]:
    if viewer.gm:
        yield from _mc_scene(state)
        yield from _mc_case(state)
    elif viewer.controls:
        yield from _player(state, viewer.controls[0])
    elif viewer.player:
        yield new_character(state)


def new_character(state: State) -> Deed:
    """Come to the table, with a prepared sheet or an empty one."""
    return deed("new", say("view.do_new"), primary=True, character=offers.new_characters(state))


def _player(state: State, name: str) -> Iterator[Deed]:
    character = state.character(name)
    if character is None or not character.active:
        return
    me = actor(name)
    helpful = (*(tag for theme in character.themes for tag in theme.usable), *(t.name for t in state.scene_tags))
    phase = state.scene.phase if state.scene else ScenePhase.ENDED
    if phase in (ScenePhase.ACTION, ScenePhase.ENDED):
        yield deed("peek", say("view.do_preview"), of=me, help=helpful)
        yield deed("act", say("view.do_act"), of=me, primary=phase == ScenePhase.ACTION, help=helpful)
        tainted = {theme.id: theme.called for theme in character.themes if theme.kind == ThemeKind.TAINTED}
        if tainted:
            yield deed("immerse", say("view.do_immerse"), of=me, theme=tainted, text=())
    mission = state.mission.phase if state.mission else None
    if mission == MissionPhase.WRITING:
        for name, title in (("deduce", say("view.do_deduce")), ("test", say("view.do_test"))):
            first, known = name == "deduce", offers.clues(state)
            questions = offers.mysteries(state)
            yield deed(name, title, of=me, primary=first, mystery=questions, conclusion=(), supporting=known)
    if mission == MissionPhase.OPPORTUNITY:
        yield deed("suppress", say("view.do_suppress"), of=me, anomaly=offers.challenges(state))


def _mc_scene(state: State) -> Iterator[Deed]:
    yield from _mc_anytime(state)
    match state.scene.phase if state.scene else ScenePhase.ENDED:
        case ScenePhase.ENDED:
            yield deed("scene", say("view.do_open"), scene=offers.scenes(state))
            if state.scene:
                yield deed("wrap", say("view.do_wrap"))
        case ScenePhase.ESTABLISH:
            yield deed("establish", say("view.do_establish"), primary=True)
            yield deed("establish", say("view.do_establish_prepared"), scene=offers.scenes(state))
            yield deed("challenge", say("view.do_challenge"), challenge=tuple(content_of(state.packs).challenges))
        case ScenePhase.CONSEQUENCE:
            yield from _mc_consequences(state)


def _mc_anytime(state: State) -> Iterator[Deed]:
    """What the MC can do in any phase: announce what is prepared, give a status."""
    announced = offers.threats(state)
    if threats := tuple(name for name in offers.prepared_threats(state) if name not in announced):
        yield deed("threat", say("view.do_threat"), id=threats)
    if state.holders:
        yield deed("status", say("view.do_status"), holder=offers.holders(state), status=(), number=TIER)


def _mc_consequences(state: State) -> Iterator[Deed]:
    scene = state.scene or Scene()
    people = {c.id: c.called for c in state.characters if c.active}
    allow = {"allow": True}
    sources: tuple[Label, ...] = (*scene.open_threats, *((term(ScenePhase.ACTION),) if scene.action_due else ()))
    if sources:
        title, due = say("view.do_consequence"), scene.action_due
        yield deed("consequence", title, given=allow, primary=due, source=sources, who=people, status=(), tier=TIER)
    if ready := tuple(t.id for t in scene.threats if t.state == ThreatState.OPEN and t.brings):
        yield deed("consequence", say("view.do_prepared"), given=allow, source=ready, who=people)
    yield deed("next", say("view.do_next"), primary=not scene.action_due)


def _mc_case(state: State) -> Iterator[Deed]:
    mission = state.mission
    if mission is None or mission.phase in (MissionPhase.SUPPRESSED, MissionPhase.CLOSED):
        yield deed("mission", say("view.open_mission"), text=offers.missions(state))
        return
    if mission.phase != MissionPhase.WRITING:
        yield deed("write", say("view.do_write"))
    if mission.phase == MissionPhase.OPPORTUNITY:
        yield deed("suppress", say("view.do_suppress"), anomaly=offers.challenges(state))
    yield deed("clue", say("view.do_clue"), id=(), text=())
