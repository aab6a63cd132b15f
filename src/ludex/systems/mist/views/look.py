"""The table as one viewer sees it: people on the left, scene and case in the middle."""

from collections.abc import Iterator

from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import (
    Action,
    Actions,
    AnyPart,
    Board,
    BoardCard,
    Empty,
    Link,
    Section,
    Stations,
    Tag,
    Tags,
    Text,
    View,
)
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import MissionPhase, Question, ScenePhase, ThreatState
from ludex.systems.mist.views.can import can
from ludex.systems.mist.views.people import challenge_section, character_section, story_tags
from ludex.systems.mist.views.redact import known

SCENE_STATIONS = (ScenePhase.ESTABLISH, ScenePhase.ACTION, ScenePhase.CONSEQUENCE)
CASE_STATIONS = (MissionPhase.CUT_IN, MissionPhase.WRITING, MissionPhase.OPPORTUNITY, MissionPhase.SUPPRESSED)
ASIDE = {MissionPhase.PAST: MissionPhase.WRITING, MissionPhase.SETBACK: MissionPhase.WRITING}
"""Phases beside the main line, and the station that they come from."""


def look(state: State, viewer: Viewer) -> View:
    """What this viewer sees."""
    seen = known(state, viewer)
    return View(
        tuple(character_section(c, viewer) for c in seen.characters) or _nobody(viewer),
        tuple(_where(seen, viewer)),
        tuple(can(seen, viewer)),
    )


def _nobody(viewer: Viewer) -> tuple[Section, ...]:
    """An empty table teaches how people come to it."""
    first = None if viewer.role == "observer" else Action(say("view.do_new"), ".建卡 <name>", primary=True)
    return (Section("who-none", say("view.people"), (Empty(say("view.nobody"), first),)),)


def _where(state: State, viewer: Viewer) -> Iterator[Section]:
    yield Section("scene", say("view.scene"), tuple(_scene(state, viewer)), note=_scene_note(state.scene))
    announced = [threat.id for threat in state.scene.threats] if state.scene else []
    for challenge in state.challenges:
        yield challenge_section(challenge, announced)
    if state.prepared:
        ready = (Action(say("view.bring_in", challenge=c.id), f".挑战 {c.id}") for c in state.prepared)
        yield Section("prepared", say("view.prepared"), (Actions(tuple(ready)),), hidden=True)
    yield Section("case", say("view.case"), tuple(_case(state, viewer)), note=_case_note(state.mission))


# --- the scene -----------------------------------------------------------------------------------------------------


def _scene_note(scene: Scene | None) -> Say | str:
    if scene is None or scene.phase == ScenePhase.ENDED:
        return ""
    return say("view.past_round" if scene.past else "view.round", round=scene.round, when=scene.when)


def _scene(state: State, viewer: Viewer) -> Iterator[AnyPart]:
    scene = state.scene
    if scene is None or scene.phase == ScenePhase.ENDED:
        yield Empty(say("view.no_scene"), Action(say("view.open_scene"), ".开场") if viewer.gm else None)
        if scene and scene.story_tags:
            yield story_tags(scene.story_tags)
        return
    yield Stations(tuple(term(phase) for phase in SCENE_STATIONS), SCENE_STATIONS.index(scene.phase))
    if scene.text:
        yield Text(scene.text)
    if scene.action_due:
        yield Text(say("view.action_due"), "warn")
    if scene.story_tags:
        yield story_tags(scene.story_tags)
    if scene.threats:
        yield Tags(tuple(_threat(t.id, t.state, t.text) for t in scene.threats), say("view.threats"))


def _threat(name: str, state: str, text: str) -> Tag:
    kind = "threat" if state == ThreatState.OPEN else "plain"
    return Tag(name, kind, out=state != ThreatState.OPEN, note=text if state == ThreatState.OPEN else term(state))


# --- the case ------------------------------------------------------------------------------------------------------


def _case_note(mission: Mission | None) -> Say | str:
    return say("view.file", file=mission.file) if mission and mission.file else ""


def _case(state: State, viewer: Viewer) -> Iterator[AnyPart]:
    mission = state.mission
    if mission is None:
        first = Action(say("view.open_mission"), ".任务 <text>")
        yield Empty(say("view.no_mission"), first if viewer.gm else None)
        return
    station = ASIDE.get(mission.phase, mission.phase)
    yield Stations(tuple(term(phase) for phase in CASE_STATIONS), CASE_STATIONS.index(station))
    if mission.phase in ASIDE:
        yield Text(term(mission.phase), "warn")
    if mission.summary:
        yield Text(mission.summary)
    yield Board(tuple(_cards(mission)), tuple(_links(mission)))


def _cards(mission: Mission) -> Iterator[BoardCard]:
    settled = {c.mystery: c.verdict for c in mission.conclusions if c.verdict == "true"}
    for mystery in mission.mysteries:
        hidden = say("view.complexity", n=mystery.complexity, question=mystery.question)
        note = hidden if mystery.complexity else mystery.question
        title = term(mystery.id) if mystery.id in tuple(Question) else mystery.id  # MST-FIL-1
        yield BoardCard(f"?{mystery.id}", title, "mystery", settled.get(mystery.id, "open"), note)
    for clue in mission.clues:
        yield BoardCard(clue.id, clue.id, "clue", "", clue.text)
    for done in mission.conclusions:
        yield BoardCard(f"={done.id}", done.id, "conclusion", done.verdict, term(done.form) if done.form else "")
    for number, trait in enumerate(mission.traits, 1):
        yield BoardCard(f"trait-{number}", trait, "trait", "")


def _links(mission: Mission) -> Iterator[Link]:
    for done in mission.conclusions:
        yield Link(f"={done.id}", f"?{done.mystery}", kind="answers")
        yield from (Link(clue, f"={done.id}", say("view.supports"), "supports") for clue in done.supporting)
        yield from (Link(clue, f"={done.id}", say("view.conflicts"), "conflicts") for clue in done.conflicting)
