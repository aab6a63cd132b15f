"""What can be done now: buttons that send a chat line, for the MC and for players, by the phase of scene and mission."""

from collections.abc import Iterator

from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Label
from ludex.systems.mist.commands import offers
from ludex.systems.mist.content import content_of
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import MissionPhase, ScenePhase, ThreatState


def deeds(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """The buttons of this viewer, on the state as this viewer knows it."""
    return tuple(_deeds(state, viewer))


def _deeds(state: State, viewer: Viewer) -> Iterator[Action]:
    if viewer.gm:
        yield from _mc_scene(state)
        yield from _mc_case(state)
    elif viewer.controls:
        yield from _player(state, viewer.controls[0])
    elif viewer.role == "player":
        fill = {"name": offers.new_characters(state)}
        yield Action(say("view.do_new"), ".建卡 <name>", primary=True, fill=fill)


def _player(state: State, actor: str) -> Iterator[Action]:
    character = state.character(actor)
    if character is None or not character.active:
        return
    tags = tuple(tag for theme in character.themes for tag in theme.usable)
    helpful = {"tags": (*tags, *(t.name for t in state.scene_tags))}
    phase = state.scene.phase if state.scene else ScenePhase.ENDED
    if phase in (ScenePhase.ACTION, ScenePhase.ENDED):
        yield Action(say("view.do_preview"), ".预览 +<tags…>", fill=helpful)
        yield Action(say("view.do_act"), ".行动 +<tags…>", primary=phase == ScenePhase.ACTION, fill=helpful)
        tainted = tuple(theme.theme_tag for theme in character.themes if theme.kind == "tainted")
        if tainted:
            yield Action(say("view.do_immerse"), ".浸入 <theme> <goal>", fill={"theme": tainted})
    if state.mission and state.mission.phase == MissionPhase.WRITING:
        yield from _conclusions(state)
    if state.mission and state.mission.phase == MissionPhase.OPPORTUNITY:
        yield Action(say("view.do_suppress"), ".压制 <name>", fill={"name": offers.challenges(state)})


def _conclusions(state: State) -> Iterator[Action]:
    fill = {"mystery": offers.mysteries(state), "clues": offers.clues(state)}
    yield Action(say("view.do_deduce"), ".演绎 <mystery> <conclusion> 支持=<clues…>", primary=True, fill=fill)
    yield Action(say("view.do_test"), ".检验 <mystery> <conclusion> 支持=<clues…>", fill=fill)


def _mc_scene(state: State) -> Iterator[Action]:
    scene = state.scene
    prepared = {"name": offers.scenes(state)}
    yield from _mc_anytime(state)
    match scene.phase if scene else ScenePhase.ENDED:
        case ScenePhase.ENDED:
            yield Action(say("view.do_open"), ".开场 <name>", fill=prepared)
            if scene:
                yield Action(say("view.do_wrap"), ".收场")
        case ScenePhase.ESTABLISH:
            yield Action(say("view.do_establish"), ".确立", primary=True)
            yield Action(say("view.do_establish_prepared"), ".确立 <name>", fill=prepared)
            yield Action(
                say("view.do_challenge"), ".挑战 <name>", fill={"name": tuple(content_of(state.packs).challenges)}
            )
        case ScenePhase.CONSEQUENCE:
            yield from _mc_consequences(state)


def _mc_anytime(state: State) -> Iterator[Action]:
    """What the MC can do in any phase: announce what is prepared, give a status."""
    if threats := _prepared_threats(state):
        yield Action(say("view.do_threat"), ".威胁 <threat>", fill={"threat": threats})
    if state.holders:
        fill = {"holder": offers.holders(state), "tier": tuple("123456")}
        yield Action(say("view.do_status"), ".状态 <holder> <status> <tier>", fill=fill)


def _prepared_threats(state: State) -> tuple[str, ...]:
    announced = [threat.id for threat in state.scene.threats] if state.scene else []
    return tuple(t.id for c in state.challenges for t in c.threats if t.id not in announced)


def _mc_consequences(state: State) -> Iterator[Action]:
    scene = state.scene or Scene()
    people = tuple(c.id for c in state.characters if c.active)
    sources: tuple[Label, ...] = (*scene.open_threats, *((term("action"),) if scene.action_due else ()))
    fill: dict[str, tuple[Label, ...]] = {"source": sources, "who": people, "tier": tuple("123456")}
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
        yield Action(say("view.open_mission"), ".任务 <name>", fill={"name": offers.missions(state)})
        return
    if mission.phase != MissionPhase.WRITING:
        yield Action(say("view.do_write"), ".书写")
    if mission.phase == MissionPhase.OPPORTUNITY:
        yield Action(say("view.do_suppress"), ".压制 <name>", fill={"name": offers.challenges(state)})
    yield Action(say("view.do_clue"), ".线索 <id> <text>")
