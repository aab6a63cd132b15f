"""The scene loop (场景循环) as it is played: one line enters a scene, one leaves it, and between them it turns by itself.

MST-LIV-11..16, -26, -28. The steps are those of `scenes`; here they are joined, and nothing is decided anew.
"""

from typing import Annotated, TypedDict

from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import CLOCK, GM_ONLY, ITEM, SCENE as SCENE_PLACE, Asked, Do, Field
from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag, keyed
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.systems.mist.content import SceneBlock, content_of, scene_challenges, scene_threats
from ludex.systems.mist.events import CharacterUsed, FileOpened, SceneFurnished, happen
from ludex.systems.mist.kinds import SceneDeed, Tags, Words, offers
from ludex.systems.mist.kinds.reading import holder_named, known_as
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.missions import check_not_writing
from ludex.systems.mist.rules.phases import SCENE, check_phase
from ludex.systems.mist.rules.scenes import (
    RUNNING,
    EndScene,
    Establish,
    Established,
    Next,
    OpenScene,
    SceneOut,
    Turned,
    check_settled,
    open_matters,
    scene_end,
    scene_establish,
    scene_in,
    scene_next,
    scene_of,
    scene_open,
    scene_phase,
    situation,
    story_tags,
)
from ludex.systems.mist.rules.who import StatusNamed
from ludex.systems.mist.rules.windows import hear, lapse
from ludex.systems.mist.sheet import Challenge, StoryTag, Threat, check, tag_problems
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import MissionPhase, ScenePhase, ThreatState


async def use(state: State, *actors: str) -> State:
    """These characters are no drafts any more (MST-LIV-44)."""
    for actor in actors:
        if actor not in state.used and state.character(actor):
            state = await happen(CharacterUsed(actor))
    return state


# --- entering --------------------------------------------------------------------------------------------------------


class Begin(OpenScene, frozen=True, kw_only=True):
    """A scene, and what stands in it from the first. `step`: it is opened only, and established by a word of its own."""

    step: bool = False
    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


class Things(TypedDict):
    challenges: tuple[Challenge, ...]
    threats: tuple[Threat, ...]
    story_tags: tuple[str, ...]
    effects: tuple[Effect, ...]


def _things(asked: Asked, block: SceneBlock, tags: tuple[str, ...]) -> Things:
    """What is prepared for a scene, with the story tags that are typed."""
    packs = asked.state.packs
    return Things(
        challenges=scene_challenges(block, packs),
        threats=scene_threats(block, packs),
        story_tags=(*block.story_tags, *(tag for tag in tags if tag not in block.story_tags)),
        effects=block.effects,
    )


class OpenSceneLine(SceneDeed, names=("开场", "scene"), picture="flag", example=".开场 水库边"):
    """`.开场 雨还没停 标签=大雾`, `.开场 过去 时间=-3 那天夜里`, `.开场 水库边` (a prepared one)."""

    past: Annotated[bool, flag("past", "过去")] = False
    scene: Annotated[str, Field(among=offers.scenes)] = ""
    when: Annotated[int | None, keyed("number", "时间", "when")] = None
    tags: Tags = ()
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        scenes, said = content_of(asked.state.packs).scenes, " ".join(filter(None, (self.scene, self.text)))
        name = known_as(said, offers.scenes(asked.state))
        more = "" if name in scenes else self.text
        block = scenes.get(name) or scenes.get(self.scene, SceneBlock(""))
        past = self.past or block.past
        usual = block.at if block.id else -1 if past else asked.state.now
        when = usual if self.when is None else self.when
        if self.when is None and not past:
            when = max(when, asked.state.now)
        text = " ".join(filter(None, (block.read_out, more))) if block.id else said
        step = asked.pace == "step"
        return Do("scene_begin", Begin(past=past, when=when, text=text, step=step, **_things(asked, block, self.tags)))


class Begun(SceneOut, frozen=True, kw_only=True):
    """The scene, what is gone with the last one, and what is unresolved there."""

    expired: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


@rule("MST-LIV-11", "MST-LIV-16", "MST-LIV-9")
async def scene_begin(state: State, given: Begin) -> Begun:
    """Open a scene with everything in it; one that is still open is cleared up first."""
    check_may_open(state, past=given.past)
    check_time(state, given)
    left = open_matters(state.running) if state.running else ()
    state, expired = await clear_up(state)
    state = await enter(state, given)
    return Begun(scene=scene_of(state), expired=expired, left=left)


@rule("MST-LIV-9", "MST-LIV-30")
def check_may_open(state: State, *, past: bool) -> None:
    """No scene opens out of the writing; in a flashback only another past one; never while a consequence is owed."""
    check_not_writing(state, *(() if past else (MissionPhase.PAST,)))
    if state.running:
        check_settled(state.running)


@rule("MST-LIV-58")
def check_time(state: State, given: OpenScene) -> None:
    """A present scene never goes back."""
    if not given.past and given.when < state.now:
        raise RuleError(
            "anachronism", clause="MST-LIV-58", tag=given.text or given.when, since=state.now, when=given.when
        )


async def enter(state: State, given: Begin) -> State:
    """The scene opens and stands: in action, or with a consequence owed."""
    challenges = tuple(_as_left(state, challenge, given) for challenge in given.challenges)
    opening = OpenScene(past=given.past, when=given.when, text=given.text, owed=given.owed)
    state = replace(state, scene=(await scene_open(state, opening)).scene)
    if given.step and not given.owed:  # MST-LIV-11
        return state
    if given.effects:
        state = await happen(SceneFurnished(effects=given.effects))  # MST-LIV-34
    things = Establish(challenges, given.threats, given.story_tags)
    if given.owed:
        return await hear(await furnish(state, things), "scene_opened")
    fresh = _fresh(scene_of(state), things)
    stands = await scene_establish(state, fresh)
    return await hear(replace(state, scene=stands.scene), "scene_opened")


@rule("MST-SCN-9", "MST-DED-2")
def _as_left(state: State, challenge: Challenge, given: Begin) -> Challenge:
    """A challenge as it was left when it was last met: statuses stay (Ruling MST-E-31), and it stays overcome; the past knows of neither."""
    was = next((one for one in state.met if one.id == challenge.id), None)
    if was is None:
        return challenge
    known = tuple(status for status in was.statuses if not given.past or status.since <= given.when)
    return replace(challenge, statuses=known, overcome=challenge.overcome if given.past else was.overcome)


@rule("MST-LIV-11")
async def furnish(state: State, given: Establish) -> State:
    """Put more into the scene, in any phase; what is there already stays as it is."""
    scene = scene_of(state)
    fresh = _fresh(scene, given)
    challenges = tuple(check_challenge(c) for c in fresh.challenges)
    threats = tuple(replace(t, state=ThreatState.OPEN) for t in fresh.threats)
    check(tag_problems(fresh.story_tags))
    new = tuple(StoryTag(name, scene.when) for name in fresh.story_tags)
    if not (challenges or threats or new):
        return state
    return await happen(SceneFurnished(challenges, threats, new))


def _fresh(scene: Scene, given: Establish) -> Establish:
    """What is to be put into a scene, without what is there already."""
    challenges, threats = [c.id for c in scene.challenges], [t.id for t in scene.threats]
    tags = [tag.name for tag in scene.story_tags]
    return Establish(
        tuple(c for c in given.challenges if c.id not in challenges),
        tuple(t for t in given.threats if t.id not in threats),
        tuple(name for name in given.story_tags if name not in tags),
    )


class Furnish(Establish, frozen=True, kw_only=True):
    """What the MC sets up. `step`: only where a round is to begin (MST-SCN-8). `effects`: what the scene carries itself."""

    step: bool = False
    effects: tuple[Effect, ...] = ()


class EstablishLine(SceneDeed, names=("确立", "establish"), example=".确立 水库边"):
    """`.确立`, `.确立 水库边` (what is prepared for it), `.确立 标签=大雾,夜里`."""

    scene: Annotated[str, Field(kind=ITEM, among=offers.scenes, refusal="unknown_scene")] = ""
    tags: Tags = ()

    def do(self, asked: Asked) -> Do:
        block = content_of(asked.state.packs).scenes.get(self.scene, SceneBlock(""))
        things = _things(asked, block, self.tags)
        return Do("scene_furnish", Furnish(step=asked.pace == "step", **things))


@rule("MST-LIV-11", "MST-SCN-3")
async def scene_furnish(state: State, given: Furnish) -> Established:
    """Establish: the next round begins where one is to begin; otherwise what is named is added."""
    scene = scene_in(state, *((ScenePhase.ESTABLISH,) if given.step else RUNNING))
    if fresh_effects := tuple(e for e in given.effects if e not in scene.effects):
        state = await happen(SceneFurnished(effects=fresh_effects))
    if scene.phase == ScenePhase.ESTABLISH:
        return await scene_establish(state, _fresh(scene, given))
    return situation(await furnish(state, given))


# --- turning ---------------------------------------------------------------------------------------------------------


@rule("MST-LIV-12", "MST-LIV-13")
async def ready_to_act(state: State) -> State:
    """The scene as an action needs it: owed consequences first, then round again by itself; without one, an unnamed one."""
    scene = state.running
    if scene is None:
        return await enter(state, Begin(when=state.now))
    check_settled(scene)
    if scene.phase == ScenePhase.CONSEQUENCE:
        state = replace(state, scene=(await scene_next(state, Next(stay=True))).scene)
    if scene_of(state).phase == ScenePhase.ESTABLISH:
        state = replace(state, scene=(await scene_establish(state, Establish())).scene)
        state = await hear(await lapse(state, "round"), "round_turned")  # MST-LIV-34
    return state


# --- leaving ---------------------------------------------------------------------------------------------------------


class Leave(EndScene, frozen=True, kw_only=True):
    """What is said of the end of a scene, story tags that stay, statuses that go."""

    text: str = ""


def _statuses_named(asked: Asked, said: list[str]) -> tuple[StatusNamed, ...]:
    """`林默:目眩`: the holder and the name of a status, each."""
    parted = (narrow(word).partition(":") for word in said)
    return tuple(StatusNamed(holder_named(asked, holder), name) for holder, _, name in parted)


class LeaveLine(
    Leave,
    Deed,
    names=("收场", "wrap"),
    does="scene_leave",
    group="scene",
    alone=True,
    owner=STORY,
    beside=SCENE_PLACE,
    example=".收场",
):
    """`.收场 保留=大雾 清除=林默:目眩 大家跑散了`."""

    keep: Annotated[tuple[str, ...], keyed("keep", "保留", several=True, owner=STORY)] = ()
    clear: Annotated[
        tuple[StatusNamed, ...], keyed("clear", "清除", several=True, owner=STORY), Meant(_statuses_named)
    ] = ()
    text: Words = ""


class Left(SceneOut, frozen=True, kw_only=True):
    """What stays unresolved, whether an owed consequence falls away, what is gone, and the writing that play is back in."""

    unresolved: tuple[str, ...] = ()
    dropped: bool = False
    expired: tuple[str, ...] = ()
    file: int = 0
    back: bool = False


@rule("MST-LIV-9")
def check_not_cleared(state: State) -> None:
    """Refuse to end a scene where there is none, or that has been cleared up."""
    if state.scene is None or (state.running is None and state.scene.wrapped):
        check_phase(SCENE, scene_phase(state), RUNNING)


@rule("MST-LIV-15", "MST-LIV-26", "MST-SCN-7", "MST-SCN-9")
async def scene_leave(state: State, given: Leave) -> Left:
    """End the scene from any phase and clear up; a flashback leads back to its writing."""
    check_not_cleared(state)
    if state.running is None and not story_tags(state) and not given.clear:
        check_phase(SCENE, scene_phase(state), RUNNING)
    before = state.running
    left = open_matters(before) if before else ()
    owed = before is not None and before.action_due
    state, expired = await clear_up(state, given)
    state, back = await resume_writing(state)
    return Left(
        scene=scene_of(state),
        unresolved=left,
        dropped=owed and not given.text,  # the words are it
        expired=expired,
        file=state.mission_now.file,
        back=back,
    )


async def clear_up(state: State, how: EndScene | None = None) -> tuple[State, tuple[str, ...]]:
    """End the scene, if one is open, and clear up after it; the story tags that are gone."""
    if state.scene is None or (state.running is None and state.scene.wrapped):
        return state, ()
    if state.running:
        state = await lapse(await hear(state, "scene_ended"), "round", "scene")
        ended = await scene_next(state, Next(end=True))
        state = replace(state, scene=ended.scene, ended=state.ended + 1)
    done = await scene_end(state, how or EndScene())
    return replace(state, scene=done.scene, characters=done.characters), done.expired


@rule("MST-LIV-26", "MST-DED-6")
async def resume_writing(state: State) -> tuple[State, bool]:
    """When a flashback has ended the same writing goes on by itself."""
    mission = state.mission
    if mission is None or mission.phase != MissionPhase.PAST:
        return state, False
    return await happen(FileOpened(mission.file)), True


class GoOn(
    Deed,
    names=("继续", "next"),
    does="scene_go_on",
    who=GM_ONLY,
    group="scene",
    alone=True,
    beside=CLOCK,
    picture="wait",
    example=".继续",
):
    """Whether the MC cuts the scene short: `.继续`, `.继续 结束`."""

    end: Annotated[bool, flag("end", "结束")] = False


@rule("MST-LIV-15", "MST-SCN-7")
async def scene_go_on(state: State, given: GoOn) -> Turned | Left:
    """Round again while anything is unresolved; otherwise, or by the MC's word, the scene is left."""
    scene = scene_in(state, *(RUNNING if given.end else (ScenePhase.CONSEQUENCE,)))
    if not given.end:
        check_settled(scene)
    if given.end or not open_matters(scene):
        return await scene_leave(state, Leave())
    return await scene_next(state, Next())
