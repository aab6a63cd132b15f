"""The table as one viewer sees it: people on the left, scene and case in the middle, what can be done now."""

from collections.abc import Iterator

from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import (
    Action,
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
from ludex.systems.mist.shelf import shelf
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import MissionPhase, Question, ScenePhase, ThreatState
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
        tuple(character_section(c, viewer) for c in seen.characters),
        tuple(_where(seen, viewer)),
        tuple(_can(seen, viewer)),
    )


def _where(state: State, viewer: Viewer) -> Iterator[Section]:
    yield Section("scene", say("view.scene"), tuple(_scene(state, viewer)), note=_scene_note(state.scene))
    announced = [threat.id for threat in state.scene.threats] if state.scene else []
    for challenge in state.challenges:
        yield challenge_section(challenge, announced)
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


# --- what can be done now ------------------------------------------------------------------------------------------


def _can(state: State, viewer: Viewer) -> Iterator[Action]:
    if viewer.gm:
        yield from _mc_scene(state)
        yield from _mc_case(state)
    elif viewer.controls:
        yield from _player(state, viewer.controls[0])


def _player(state: State, actor: str) -> Iterator[Action]:
    character = state.character(actor)
    if character is None or not character.active:
        return
    tags = tuple(tag for theme in character.themes for tag in theme.usable)
    helpful = {"tag": (*tags, *(t.name for t in state.scene_tags))}
    phase = state.scene.phase if state.scene else ScenePhase.ENDED
    if phase in (ScenePhase.ACTION, ScenePhase.ENDED):
        yield Action(say("view.do_preview"), ".预览 +<tag>", fill=helpful)
        yield Action(say("view.do_act"), ".行动 +<tag>", primary=phase == ScenePhase.ACTION, fill=helpful)
        tainted = tuple(theme.theme_tag for theme in character.themes if theme.kind == "tainted")
        if tainted:
            yield Action(say("view.do_immerse"), ".浸入 <theme> <goal>", fill={"theme": tainted})
    if state.mission and state.mission.phase == MissionPhase.WRITING:
        yield from _conclusions(state.mission)
    if state.mission and state.mission.phase == MissionPhase.OPPORTUNITY:
        yield Action(say("view.do_suppress"), ".压制 <name>", fill={"name": _challenges(state)})


def _conclusions(mission: Mission) -> Iterator[Action]:
    fill = {"mystery": tuple(m.id for m in mission.mysteries), "clues": tuple(c.id for c in mission.clues)}
    yield Action(say("view.do_deduce"), ".演绎 <mystery> <conclusion> 支持=<clues>", primary=True, fill=fill)
    yield Action(say("view.do_test"), ".检验 <mystery> <conclusion> 支持=<clues>", fill=fill)


def _challenges(state: State) -> tuple[str, ...]:
    return tuple(c.id for c in state.challenges)


def _mc_scene(state: State) -> Iterator[Action]:
    scene = state.scene
    prepared = tuple(s.id for m in shelf().missions.values() for s in m.scenes)
    yield from _mc_anytime(state)
    match scene.phase if scene else ScenePhase.ENDED:
        case ScenePhase.ENDED:
            yield Action(say("view.do_open"), ".开场 <name>", fill={"name": prepared})
            if scene:
                yield Action(say("view.do_wrap"), ".收场")
        case ScenePhase.ESTABLISH:
            yield Action(say("view.do_establish"), ".确立", primary=True)
            yield Action(say("view.do_establish_prepared"), ".确立 <name>", fill={"name": prepared})
            yield Action(say("view.do_challenge"), ".挑战 <name>", fill={"name": tuple(shelf().challenges)})
        case ScenePhase.CONSEQUENCE:
            yield from _mc_consequences(state)


def _mc_anytime(state: State) -> Iterator[Action]:
    """What the MC can do whatever the phase: announce what is prepared, give a status."""
    if threats := _prepared_threats(state):
        yield Action(say("view.do_threat"), ".威胁 <threat>", fill={"threat": threats})
    if state.holders:
        fill = {"holder": tuple(h.id for h in state.holders), "tier": tuple("123456")}
        yield Action(say("view.do_status"), ".状态 <holder> <status> <tier>", fill=fill)


def _prepared_threats(state: State) -> tuple[str, ...]:
    announced = [threat.id for threat in state.scene.threats] if state.scene else []
    return tuple(t.id for c in state.challenges for t in c.threats if t.id not in announced)


def _mc_consequences(state: State) -> Iterator[Action]:
    scene = state.scene or Scene()
    people = tuple(c.id for c in state.characters if c.active)
    sources = (*scene.open_threats, *(("行动",) if scene.action_due else ()))
    fill = {"source": sources, "who": people, "tier": tuple("123456")}
    if sources:
        line = ".后果 <source> 状态 <who> <status> <tier> 可缓解"
        yield Action(say("view.do_consequence"), line, primary=scene.action_due, fill=fill)
    ready = tuple(t.id for t in scene.threats if t.state == ThreatState.OPEN and t.brings)
    if ready:
        yield Action(say("view.do_prepared"), ".后果 <source> <who> 可缓解", fill={**fill, "source": ready})
    yield Action(say("view.do_next"), ".继续", primary=not scene.action_due)


def _mc_case(state: State) -> Iterator[Action]:
    mission = state.mission
    if mission is None or mission.phase == MissionPhase.SUPPRESSED:
        yield Action(say("view.open_mission"), ".任务 <name>", fill={"name": tuple(shelf().missions)})
        return
    if mission.phase != MissionPhase.WRITING:
        yield Action(say("view.do_write"), ".书写")
    if mission.phase == MissionPhase.OPPORTUNITY:
        yield Action(say("view.do_suppress"), ".压制 <name>", fill={"name": _challenges(state)})
    yield Action(say("view.do_clue"), ".线索 <id> <text>")
