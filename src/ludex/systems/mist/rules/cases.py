"""Mission structure (任务结构), Deduction (演绎) and Test (检验) as they are played: scenes open and close with what is written.

MST-LIV-25..30, MST-LIV-52, -56. The rules are those of `missions` and `files`.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import CASE, REST, TERM, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag, keyed
from ludex.core.rule import rule
from ludex.systems.mist.content import (
    SceneBlock,
    called_in,
    content_of,
    five,
    scene_challenges,
    scene_threats,
)
from ludex.systems.mist.events import ClueChanged, RestsGranted, happen
from ludex.systems.mist.kinds import CaseDeed, Conflicting, MysteryNamed, Supporting, Words, offers
from ludex.systems.mist.kinds.reading import known_as
from ludex.systems.mist.rules.files import Deduced, Put, Tested, check_put, deduce, test, weigh_backing
from ludex.systems.mist.rules.loop import Begin, clear_up, enter, use
from ludex.systems.mist.rules.missions import (
    LEADS_TO_WRITING,
    OPEN,
    CloseMission,
    CutIn,
    MissionDone,
    OpenMission,
    Suppress,
    SuppressedBy,
    Write,
    Writing,
    check_none_open,
    mission_close,
    mission_in,
    mission_open,
    mission_write,
    mystery_of,
    suppress,
)
from ludex.systems.mist.rules.scenes import check_settled, open_matters
from ludex.systems.mist.rules.who import actor_of
from ludex.systems.mist.rules.windows import hear, lapse
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import MissionPhase, Outcome, Result, Sort

# --- opening, writing and closing ---------------------------------------------------------------------------------------------


class CaseOpened(CutIn, frozen=True, kw_only=True):
    """Where the players come in, and what went with a scene that was still open."""

    unresolved: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()


class OpenCase(CaseDeed, names=("任务", "mission"), alone=True, picture="flag", example=".任务 末班车"):
    """`.任务 末班车` (a prepared one), `.任务 有人在敲三楼的窗` (just a summary, with the five questions)."""

    mission: Annotated[str, Field("mission", REST, among=offers.missions)]

    def do(self, asked: Asked) -> Do:
        known = offers.missions(asked.state)
        name = called_in(known_as(self.mission, known), asked.language, known)
        block = content_of(asked.state.packs).missions.get(name)
        return Do("case_open", block.opening if block else OpenMission(self.mission, mysteries=five(self.mission)))


@rule("MST-LIV-9", "MST-MIS-2")
async def case_open(state: State, given: OpenMission) -> CaseOpened:
    """Cut in; a scene that is still open is cleared up first, unless a consequence is owed in it (Ruling MST-E-43)."""
    check_none_open(state)
    if state.running:
        check_settled(state.running)
    left = open_matters(state.running) if state.running else ()
    state, expired = await clear_up(state)
    done = await mission_open(state, given)
    return CaseOpened(**msgspec.structs.asdict(done), unresolved=left, expired=expired)


class Written(Writing, frozen=True, kw_only=True):
    """The file that is being written, and the story tags that went with a scene that had nothing left in it."""

    expired: tuple[str, ...] = ()


class WriteFile(
    Write,
    Deed,
    names=("书写", "write"),
    does="case_write",
    group="case",
    alone=True,
    owner=STORY,
    said_by=STORY,
    beside=CASE,
    example=".书写",
):
    """`.书写`: everybody is together and safe (`.书写 不安全` is refused by the rule)."""

    safe: Annotated[bool, flag("unsafe", "不安全"), Meant(lambda _asked, said: not said)] = False


@rule("MST-LIV-9", "MST-LIV-26")
async def case_write(state: State, given: Write) -> Written:
    """Sit down to write the file; an open scene in which nothing is unresolved is cleared up first."""
    mission_in(state, *LEADS_TO_WRITING)
    expired: tuple[str, ...] = ()
    if state.running:
        check_settled(state.running)
        if given.safe and not open_matters(state.running):
            state, expired = await clear_up(state)
    done = await mission_write(state, given)
    return Written(mission=done.mission, phase=done.phase, file=done.file, expired=expired)


class Closed(MissionDone, frozen=True, kw_only=True):
    """How it ended, what stays unresolved and went with its last scene, and who has time off for it."""

    unresolved: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()


class CloseCase(CloseMission, CaseDeed, names=("结案", "close"), does="case_close", alone=True, example=".结案 离开"):
    """`.结案 离开 天亮之前撤了出来`."""

    outcome: Annotated[str, Field(kind=TERM, terms=Outcome, refusal="bad_outcome")]
    note: Words = ""


@rule("MST-LIV-9", "MST-LIV-30", "MST-PRS-1")
async def case_close(state: State, given: CloseMission) -> Closed:
    """Close the case in any phase; an open scene is cleared up first, unless a consequence is owed in it, and everybody has a rest."""
    mission_in(state, *OPEN)
    if state.running:
        check_settled(state.running)
    left = open_matters(state.running) if state.running else ()
    state, expired = await clear_up(state) if state.running else (state, ())
    done = await mission_close(state, given)
    rests = await _over(replace(state, mission=done.mission))
    how = msgspec.structs.asdict(done)
    return Closed(**how, unresolved=left, expired=expired, rests=rests)


async def _over(state: State) -> tuple[str, ...]:
    """What is heard of the end of a case and what lasts until then; everybody has time off."""
    state = await lapse(await hear(state, "case_closed"), "case")
    active = tuple(c.id for c in state.characters if c.active)
    if active:
        await happen(RestsGranted(active))
    return active


class Won(SuppressedBy, frozen=True, kw_only=True):
    """By which limits, what its last scene leaves, and who has time off for it."""

    unresolved: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()


class SuppressAnomaly(
    Deed, names=("压制", "suppress"), group="case", alone=True, beside=CASE, example=".压制 末班司机"
):
    """`.压制 末班司机`; bare, where only one of the scene can be meant: the one that is overcome, else the one anomaly."""

    anomaly: Annotated[str, Field(among=offers.challenges)] = ""

    def do(self, asked: Asked) -> Do:
        """The anomaly that is put down; one unseen is refused to players like what is not there (MST-LIV-36)."""
        state: State = asked.state
        there = offers.challenges(state)
        beaten = [c.id for c in state.challenges if c.overcome]
        anomalies = [c.id for c in state.challenges if c.sort == Sort.ANOMALY]
        meant = next((found[0] for found in (beaten, anomalies, list(there)) if len(found) == 1), "")
        if not self.anomaly and not meant and state.case and state.case.phase == MissionPhase.OPPORTUNITY:
            raise RuleError("missing_argument", arg="anomaly", expected=["anomaly"])
        name = known_as(self.anomaly or meant, there)
        if name and name not in there and not asked.gm:
            raise RuleError("unknown_holder", clause="MST-LIV-36", value=name[:40], among=list(there))
        return Do("case_suppress", Suppress(name))


@rule("MST-LIV-28", "MST-LIV-30")
async def case_suppress(state: State, given: Suppress) -> Won:
    """Put the anomaly down; that clears up its scene (Ruling MST-E-43), closes the case, and everybody has a rest."""
    done = await suppress(state, given)
    left = tuple(one for one in open_matters(state.running) if one != given.anomaly) if state.running else ()
    state, expired = await clear_up(replace(state, mission=done.mission))
    rests = await _over(state)
    return Won(**msgspec.structs.asdict(done), unresolved=left, expired=expired, rests=rests)


# --- conclusions -----------------------------------------------------------------------------------------------------


class PutAtTable(Put, frozen=True, kw_only=True):
    """A conclusion, who puts it, and the scene that it leads to: a prepared one (`stage`, called `place`), or an unnamed one in words, at
    a time. `changed`: the MC weighed it otherwise.
    """

    text: str = ""
    when: int | None = None
    stage: Begin | None = None
    place: str = ""
    changed: bool = False


class Conclude(Deed, group="case", alone=True, beside=CASE):
    """`.演绎 它是什么 那是沉在水库里的车 支持=湿车票,司机工号 反对=… 时间=-3`, `.检验 如何压制 替他报完最后一站 支持=…`."""

    mystery: MysteryNamed
    conclusion: Annotated[str, Field()]
    supporting: Supporting = ()
    conflicting: Conflicting = ()
    scene: Annotated[str, keyed("scene", "场景", "scene", among=offers.case_scenes)] = ""

    @staticmethod
    def word(asked: Asked, _kinds: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG004  # every deed's word is asked alike
        """The MC weighs every conclusion (MST-LIV-25)."""
        return ("weighed",)

    def do(self, asked: Asked) -> Do:
        place = known_as(self.scene, offers.scenes(asked.state)) if self.scene and asked.gm else ""
        block = content_of(asked.state.packs).scenes.get(place) if place else None
        given = PutAtTable(
            mystery=self.mystery,
            conclusion=self.conclusion,
            supporting=self.supporting,
            conflicting=self.conflicting,
            actor=asked.actor,
            when=asked.args.get("number"),
            text="" if block else " ".join(filter(None, (self.scene, asked["text"]))),
            stage=prepared_scene(block, asked.state.packs) if block else None,
            place=place,
            changed=asked.changes,
        )
        return Do(self.declared["does"], given)


class DeduceLine(
    Conclude,
    names=("演绎", "deduce"),
    does="put_deduction",
    example=".演绎 它是什么 沉在水库里的车 支持=湿车票,司机工号",
):
    when: Annotated[int | None, keyed("number", "时间", "when")] = None
    text: Words = ""


class TestLine(
    Conclude,
    names=("检验", "test"),
    does="put_test",
    example=".检验 如何压制 替他报完最后一站 支持=湿车票,刮掉的站名,司机工号",
):
    text: Words = ""


class NotPut(msgspec.Struct, frozen=True):
    """The MC weighed the clues otherwise, and they are too few: nothing is settled (MST-LIV-25)."""

    conclusion: str


class DeducedAtTable(Deduced, frozen=True, kw_only=True):
    """What the deduction settled, and the past scene that it opened."""

    scene: Scene | None = None


class TestedAtTable(Tested, frozen=True, kw_only=True):
    """What the test settled, and the scene that it opened."""

    scene: Scene | None = None


async def _put(state: State, given: PutAtTable) -> State:
    """Before the dice: an active character puts it, and private clues that are cited are shown to all (MST-LIV-39)."""
    if given.actor:
        actor_of(state, given.actor)
    check_put(state, given)
    state = await use(state, given.actor)
    cited = (*given.supporting, *given.conflicting)
    for clue in state.mission_now.clues:
        if clue.holder and clue.id in cited:
            state = await happen(ClueChanged(clue.id, replace(clue, holder="")))
    return state


@rule("MST-LIV-25", "MST-FIL-3")
def short_of(state: State, given: Put) -> int:
    """How many clues a conclusion lacks."""
    return weigh_backing(state, given, mystery_of(state.mission_now, given.mystery)).short_by


@rule("MST-LIV-25", "MST-LIV-26", "MST-DED-6")
async def put_deduction(state: State, given: PutAtTable) -> DeducedAtTable | NotPut:
    """Put a conclusion as a deduction; unless it is clean, its past scene opens with a consequence owed."""
    if given.changed and short_of(state, given):
        return NotPut(given.conclusion)
    state = await _put(state, given)
    done = await deduce(state, given)
    after = DeducedAtTable(**msgspec.structs.asdict(done))
    if done.result == Result.SUCCESS:
        return after
    stage = given.stage or Begin(text=given.text)
    when = given.when if given.when is not None else stage.when if given.stage else -1
    state, _ = await clear_up(state)
    state = await enter(state, replace(stage, past=True, when=when, owed=True))
    return replace(after, scene=state.scene)


@rule("MST-LIV-25", "MST-LIV-28", "MST-TST-6")
async def put_test(state: State, given: PutAtTable) -> TestedAtTable | NotPut:
    """Put a conclusion as a test: a scene opens now, with its consequence owed unless it is clean."""
    if given.changed and short_of(state, given):
        return NotPut(given.conclusion)
    state = await _put(state, given)
    done = await test(state, given)
    stage = given.stage or with_anomaly(state, done.mission, given.text, opportunity=done.opportunity)
    owed = done.result != Result.SUCCESS
    state, _ = await clear_up(state)
    state = await enter(state, replace(stage, past=False, when=max(stage.when, state.now), owed=owed))
    return replace(TestedAtTable(**msgspec.structs.asdict(done)), scene=state.scene)


@rule("MST-LIV-28")
def with_anomaly(state: State, mission: Mission, text: str, *, opportunity: bool) -> Begin:
    """With an opportunity the mission's first scene that has its anomaly, else the anomaly in an unnamed one."""
    content = content_of(state.packs)
    anomaly = mission.anomaly
    if not opportunity or not anomaly:
        return Begin(text=text)
    blocks = (content.scenes[name] for name in mission.scenes if name in content.scenes)
    block = next((b for b in blocks if anomaly in b.challenges and not b.past), None)
    if block is not None:
        return prepared_scene(block, state.packs)
    found = content.challenges.get(anomaly)
    return Begin(text=text, challenges=(found,) if found else ())


def prepared_scene(block: SceneBlock, packs: tuple[str, ...]) -> Begin:
    """A prepared scene, as it begins."""
    return Begin(
        past=block.past,
        when=block.at,
        text=block.read_out,
        challenges=scene_challenges(block, packs),
        threats=scene_threats(block, packs),
        story_tags=block.story_tags,
        effects=block.effects,
    )
