"""Mission structure (任务结构), Deduction (演绎) and Test (检验) as they are played: scenes open and close with what is written.

MST-LIV-25..30, MST-LIV-52, -56. The rules are those of `missions` and `files`.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.mist.content import SceneBlock, content_of, scene_challenges, scene_threats
from ludex.systems.mist.events import ClueChanged, RestsGranted
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.files import Deduced, Put, Tested, backing, check_put, deduce, test
from ludex.systems.mist.rules.loop import Begin, clear_up, enter, use
from ludex.systems.mist.rules.missions import (
    LEADS_TO_WRITING,
    OPEN,
    CloseMission,
    MissionDone,
    Suppress,
    SuppressedBy,
    Write,
    Writing,
    mission_close,
    mission_in,
    mission_write,
    mystery_of,
    suppress,
)
from ludex.systems.mist.rules.scenes import check_settled, open_matters
from ludex.systems.mist.rules.who import actor_of
from ludex.systems.mist.rules.windows import hear, lapse
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import Result

# --- writing and closing ---------------------------------------------------------------------------------------------


class Written(Writing, frozen=True, kw_only=True):
    """The file that is being written, and the story tags that went with a scene that had nothing left in it."""

    expired: tuple[str, ...] = ()


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
    dropped: bool = False
    expired: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()


@rule("MST-LIV-30", "MST-PRS-1")
async def case_close(state: State, given: CloseMission) -> Closed:
    """Close the case in any phase; an open scene is cleared up first, and everybody has a rest."""
    mission_in(state, *OPEN)
    left, dropped = open_matters(state.running) if state.running else (), state.owed
    state, expired = await clear_up(state) if state.running else (state, ())
    done = await mission_close(state, given)
    rests = await _over(replace(state, mission=done.mission))
    how = msgspec.structs.asdict(done)
    return Closed(**how, unresolved=left, dropped=dropped, expired=expired, rests=rests)


async def _over(state: State) -> tuple[str, ...]:
    """What is heard of the end of a case and what lasts until then; everybody has time off."""
    state = await lapse(await hear(state, "case_closed"), "case")
    active = tuple(c.id for c in state.characters if c.active)
    if active:
        await happen(RestsGranted(active))
    return active


class Won(SuppressedBy, frozen=True, kw_only=True):
    """By which limits, and who has time off for it."""

    rests: tuple[str, ...] = ()


@rule("MST-LIV-28", "MST-LIV-30")
async def case_suppress(state: State, given: Suppress) -> Won:
    """Put the anomaly down; that closes the case, and everybody has a rest."""
    done = await suppress(state, given)
    rests = await _over(replace(state, mission=done.mission))
    return Won(**msgspec.structs.asdict(done), rests=rests)


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
    return backing(state, given, mystery_of(state.mission_now, given.mystery)).short_by


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
        return staged(block, state.packs)
    found = content.challenges.get(anomaly)
    return Begin(text=text, challenges=(found,) if found else ())


def staged(block: SceneBlock, packs: tuple[str, ...]) -> Begin:
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
