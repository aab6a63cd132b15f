"""The scene loop (场景循环): establish, act, consequences, and round again. MST-SCN-1..9.

What consequences do is in `consequences`.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import (
    SceneActed,
    SceneEstablished,
    SceneOpened,
    SceneTurned,
    SceneWrapped,
    StoryTagGone,
    happen,
)
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.phases import NOTHING, SCENE, check_phase
from ludex.systems.mist.rules.pool import has_consequences
from ludex.systems.mist.rules.statuses import status_tracked
from ludex.systems.mist.rules.who import StatusNamed, actor_of, held_status, holder_of
from ludex.systems.mist.sheet import Challenge, Character, StoryTag, Threat, check, tag_problems
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import Result, ScenePhase, ThreatState, as_terms

RUNNING = (ScenePhase.ESTABLISH, ScenePhase.ACTION, ScenePhase.CONSEQUENCE)
"""The phases of a scene that has not ended."""


@rule("MST-SCN-8")
def scene_in(state: State, *phases: ScenePhase) -> Scene:
    """The scene, if it is in one of these phases."""
    check_phase(SCENE, scene_phase(state), phases)
    return scene_of(state)


@rule("MST-LIV-9")
def check_no_scene(state: State) -> None:
    """Refuse what has its place out of any scene."""
    check_phase(SCENE, state.running.phase if state.running else NOTHING, (NOTHING, ScenePhase.ENDED))


def scene_phase(state: State) -> str:
    """The phase of the scene, if there is one."""
    return state.scene.phase if state.scene else NOTHING


def scene_of(state: State) -> Scene:
    """The scene, after something has happened in it."""
    return state.scene or Scene()


class SceneOut(msgspec.Struct, frozen=True, kw_only=True):
    scene: Scene


# --- opening and establishing --------------------------------------------------------------------------------------


class OpenScene(msgspec.Struct, frozen=True):
    """When the scene is, in the past or now, and what the MC says of it. `owed`: it begins with a consequence."""

    past: bool = False
    when: int = 0
    text: str = ""
    owed: bool = False


class Opened(SceneOut, frozen=True, kw_only=True):
    """The scene, and the story tags of the last one that are gone."""

    characters: tuple[Character, ...]
    expired: tuple[str, ...]


@rule("MST-SCN-1", "MST-SCN-8", "MST-SCN-9", "MST-DED-1", "MST-DED-6", "MST-TST-6")
async def scene_open(state: State, given: OpenScene) -> Opened:
    """Begin a scene; story tags that the MC kept from the last one are still there."""
    check_phase(SCENE, scene_phase(state), (NOTHING, ScenePhase.ENDED))
    cleared = state.scene is None or state.scene.wrapped
    expired = () if cleared else story_tags(state)
    for holder, name in expired:
        if holder:
            state = await happen(StoryTagGone(name, holder))
    kept = state.scene_tags if cleared else ()
    state = await happen(SceneOpened(given.past, given.when, kept, given.text, given.owed))
    names = tuple(name for _, name in expired)
    return Opened(scene=scene_of(state), characters=state.characters, expired=names)


def story_tags(state: State) -> tuple[tuple[str, str], ...]:
    """The story tags that a scene takes with it: the holder (the scene itself: nobody) and the text of each (MST-TAG-4)."""
    own = ((c.id, tag.name) for c in state.characters if not c.benched for tag in c.story_tags)  # MST-LIV-61
    return (*(("", tag.name) for tag in state.scene_tags), *own)


class Establish(msgspec.Struct, frozen=True):
    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[str, ...] = ()


class Established(SceneOut, frozen=True, kw_only=True):
    phase: str
    round: int
    open_threats: tuple[str, ...]


@rule("MST-SCN-3", "MST-CHA-1", "MST-PCQ-1")
async def scene_establish(state: State, given: Establish) -> Established:
    """Describe the situation, announce threats, set up challenges."""
    scene = scene_in(state, ScenePhase.ESTABLISH)
    check_unique((c.id for c in (*scene.challenges, *given.challenges)), "duplicate_challenge")
    check_unique((t.id for t in (*scene.threats, *given.threats)), "duplicate_threat")
    for challenge in given.challenges:
        check_challenge(challenge)
    check(tag_problems((*(t.name for t in scene.story_tags), *given.story_tags)))
    threats = tuple(replace(t, state=ThreatState.OPEN) for t in given.threats)
    tags = tuple(StoryTag(name, scene.when) for name in given.story_tags)
    return situation(await happen(SceneEstablished(given.challenges, threats, tags)))


def situation(state: State) -> Established:
    """The situation, after something was put into the scene."""
    scene = scene_of(state)
    return Established(scene=scene, phase=scene.phase, round=scene.round, open_threats=scene.open_threats)


def check_unique(ids: Iterable[str], code: str) -> None:
    seen: list[str] = []
    for name in ids:
        if name in seen:
            raise RuleError(code, id=name)
        seen.append(name)


# --- acting --------------------------------------------------------------------------------------------------------


class Act(msgspec.Struct, frozen=True):
    """Who acted, how it came out, and which threats it addressed. `owed`: something is owed already; `called`: the MC called for it
    (MST-LIV-4)."""

    actor: str = ""
    result: str = ""
    addresses: tuple[str, ...] = ()
    owed: bool = False
    called: bool = False
    text: str = ""


class Acted(SceneOut, frozen=True, kw_only=True):
    phase: str
    action_due: bool
    due_threats: tuple[str, ...]


@rule("MST-SCN-4", "MST-SCN-5")
async def scene_act(state: State, given: Act) -> Acted:
    """Somebody has acted: on anything but a failure the addressed threats are resolved."""
    scene = scene_in(state, ScenePhase.ACTION)
    if state.characters:
        actor_of(state, given.actor)
    for threat in given.addresses:
        open_threat(scene, threat)
    if given.result not in tuple(Result):
        raise RuleError("bad_result", clause="MST-SCN-4", result=given.result, results=as_terms(Result))
    resolved = (
        () if given.result == Result.FAILURE else given.addresses
    )  # Ruling MST-E-29: an action that fails resolves nothing
    due = given.owed or has_consequences(given.result)  # MST-SCN-5
    scene = scene_of(await happen(SceneActed(given.actor, given.result, resolved, due, given.called, given.text)))
    return Acted(scene=scene, phase=scene.phase, action_due=scene.action_due, due_threats=scene.open_threats)


@rule("MST-SCN-5", "MST-PCQ-1")
def open_threat(scene: Scene, name: str) -> Threat:
    """A threat that can still be addressed or come true."""
    threat = next((t for t in scene.threats if t.id == name), None)
    if threat is None:
        raise RuleError("unknown_threat", clause="MST-PCQ-1", value=name, among=list(scene.open_threats))
    if threat.state != ThreatState.OPEN:
        raise RuleError("threat_closed", clause="MST-SCN-5", threat=name, state=threat.state)
    return threat


# --- going on and ending -------------------------------------------------------------------------------------------


class Next(msgspec.Struct, frozen=True):
    """Whether the MC cuts the scene short, or stays in it although nothing is unresolved."""

    end: bool = False
    stay: bool = False


class Turned(SceneOut, frozen=True, kw_only=True):
    """Where play goes, what is unresolved, and whether a consequence that was owed is let go."""

    phase: str
    unresolved: tuple[str, ...]
    dropped: bool


@rule("MST-SCN-2", "MST-SCN-7", "MST-SCN-8")
async def scene_next(state: State, given: Next) -> Turned:
    """After the consequences: round again while anything is unresolved, else the scene is over."""
    before = scene_in(state, *(RUNNING if given.end else (ScenePhase.CONSEQUENCE,)))
    if not given.end:
        check_settled(before)
    left = unresolved_matters(before)
    goes_on = (left or given.stay) and not given.end
    scene = scene_of(await happen(SceneTurned(ScenePhase.ESTABLISH if goes_on else ScenePhase.ENDED)))
    return Turned(scene=scene, phase=scene.phase, unresolved=left, dropped=before.action_due)


@rule("MST-SCN-5")
def check_settled(scene: Scene) -> None:
    """After a failure or a mixed result at least one consequence must have landed."""
    if scene.action_due:  # Ruling MST-E-30: not after 8 or less
        waits = list(dict.fromkeys(one["target"] for one in scene.incoming))
        hint = say("told.due_waits", who=waits) if waits else say("told.due_deliver")
        raise RuleError("consequence_due", clause="MST-SCN-5", hint=hint)


@rule("MST-SCN-7")
def unresolved_matters(scene: Scene) -> tuple[str, ...]:
    """Open threats, then challenges that are not overcome."""
    return (*scene.open_threats, *(c.id for c in scene.challenges if not c.overcome))


@rule("MST-LIV-14")
def open_matters(scene: Scene) -> tuple[str, ...]:
    """What keeps a scene going: the same, but for threats of challenges that are overcome."""
    over = [c.id for c in scene.challenges if c.overcome]
    threats = (t.id for t in scene.threats if t.state == ThreatState.OPEN and t.source not in over)
    return (*threats, *(c.id for c in scene.challenges if not c.overcome))


class EndScene(msgspec.Struct, frozen=True):
    """Story tags that stay, statuses that go."""

    keep: tuple[str, ...] = ()
    clear: tuple[StatusNamed, ...] = ()


class Ended(SceneOut, frozen=True, kw_only=True):
    characters: tuple[Character, ...]
    expired: tuple[str, ...]


@rule("MST-SCN-9", "MST-TAG-4")
async def scene_end(state: State, given: EndScene) -> Ended:
    """Clear up after a scene: story tags expire, statuses stay unless the MC clears them."""
    scene_in(state, ScenePhase.ENDED)
    for gone in given.clear:  # Ruling MST-E-31: only story tags vanish by themselves
        held_status(holder_of(state, gone.holder), gone.name)
    tags = story_tags(state)
    for name in given.keep:
        if name not in [tag for _, tag in tags]:
            raise RuleError("unknown_tag", clause="MST-TAG-4", tag=name)
    expired = [(holder, name) for holder, name in tags if name not in given.keep]
    for holder, name in expired:
        state = await happen(StoryTagGone(name, holder))
    for gone in given.clear:
        state = await happen(status_tracked(holder_of(state, gone.holder), gone.name, ()))
    if given.keep or any(c.benched and c.story_tags for c in state.characters):  # MST-LIV-61
        state = await happen(SceneWrapped())
    scene = replace(scene_of(state), wrapped=True)  # with nothing kept there is nothing to remember
    return Ended(scene=scene, characters=state.characters, expired=tuple(name for _, name in expired))
