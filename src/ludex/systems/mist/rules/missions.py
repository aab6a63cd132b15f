"""Mission structure (任务结构): cut-in, writing the file again and again, suppression. MST-MIS-1..9, MST-PCL.

The two forms of writing the file are in `files`.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.mist.events import ClueFound, FileOpened, MissionClosed, MissionOpened, Suppressed, happen
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.phases import MISSION, NOTHING, check_phase, way_on
from ludex.systems.mist.rules.scenes import check_settled, check_unique
from ludex.systems.mist.rules.who import challenge_of
from ludex.systems.mist.sheet import Challenge, check, reached_limits
from ludex.systems.mist.state import Clue, Mission, Mystery, State, complexity_problems
from ludex.systems.mist.terms import MissionPhase, Outcome, as_terms

OPEN = tuple(p for p in MissionPhase if p not in (MissionPhase.SUPPRESSED, MissionPhase.CLOSED))
"""The phases of a case that is not closed."""


@rule("MST-MIS-8")
def mission_in(state: State, *phases: MissionPhase) -> Mission:
    """The mission, if it is in one of these phases."""
    check_phase(MISSION, mission_phase(state), phases)
    return state.mission_now


@rule("MST-LIV-9")
def check_not_writing(state: State, *also: MissionPhase) -> None:
    """Refuse what has no place while the file is written, or in another phase that is named."""
    barred = (MissionPhase.WRITING, *also)
    if (now := mission_phase(state)) in barred:
        check_phase(MISSION, now, [phase for phase in MissionPhase if phase not in barred])


def mission_phase(state: State) -> str:
    """The phase of the mission, if there is one."""
    return state.mission.phase if state.mission else NOTHING


@rule("MST-PCL-1")
def mystery_of(mission: Mission, name: str) -> Mystery:
    """A question of the case by its name."""
    found = next((m for m in mission.mysteries if m.id == name), None)
    if found is None:
        raise RuleError("unknown_mystery", clause="MST-PCL-1", value=name, among=[m.id for m in mission.mysteries])
    return found


class MissionOut(msgspec.Struct, frozen=True, kw_only=True):
    mission: Mission


@rule("MST-PCL-2")
def check_complexity(complexity: int) -> int:
    """A whole number from 1 up."""
    check(complexity_problems(complexity))
    return complexity


@rule("MST-MIS-8")
def check_none_open(state: State) -> None:
    """Refuse a case while another is open."""
    check_phase(MISSION, mission_phase(state), (NOTHING, MissionPhase.SUPPRESSED, MissionPhase.CLOSED))


class OpenMission(msgspec.Struct, frozen=True):
    """What the MC sums up: clues the characters hold, questions that are open, traits already known."""

    summary: str = ""
    clues: tuple[Clue, ...] = ()
    mysteries: tuple[Mystery, ...] = ()
    traits: tuple[str, ...] = ()
    name: str = ""
    anomaly: str = ""
    series: str = ""
    scenes: tuple[str, ...] = ()
    hidden_traits: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    handouts: tuple[str, ...] = ()
    title: str = ""


class CutIn(MissionOut, frozen=True, kw_only=True):
    phase: str
    known_clues: tuple[str, ...]


@rule("MST-MIS-1", "MST-MIS-2", "MST-MIS-8")
async def mission_open(state: State, given: OpenMission) -> CutIn:
    """Cut in: most of the investigation is done, and its clues are on the table."""
    check_none_open(state)
    check_unique((clue.id for clue in given.clues), "duplicate_clue")
    for mystery in given.mysteries:
        check_complexity(mystery.complexity)
    mission = (await happen(MissionOpened(cut_in(state, given)))).mission_now
    return CutIn(mission=mission, phase=mission.phase, known_clues=tuple(clue.id for clue in mission.clues))


def cut_in(state: State, given: OpenMission) -> Mission:
    """A case as it begins: known and hidden clues apart, those that were found with no case open among them, for everybody in play."""
    ids = [clue.id for clue in given.clues]
    known = tuple(clue for clue in given.clues if not clue.hidden)
    return Mission(
        summary=given.summary,
        clues=(*known, *(clue for clue in state.loose if clue.id not in ids)),  # MST-LIV-29
        mysteries=given.mysteries,
        traits=given.traits,
        name=given.name,
        series=given.series or state.series,
        anomaly=given.anomaly,
        scenes=given.scenes,
        hidden_clues=tuple(clue for clue in given.clues if clue.hidden),
        hidden_traits=given.hidden_traits,
        notes=given.notes,
        handouts=given.handouts,
        title=given.title,
        people=tuple(c.id for c in state.characters if c.active),
    )


class AddClue(msgspec.Struct, frozen=True):
    """A clue for the file; one that is hidden, or for one character, is not for all."""

    clue: Clue


class ClueAdded(MissionOut, frozen=True, kw_only=True):
    clue_count: int


@rule("MST-PCL-1", "MST-EFF-3")
async def clue_add(state: State, given: AddClue) -> ClueAdded:
    """Write a clue into the file of the case that is open."""
    mission = mission_in(state, *OPEN)
    check_unique((*(clue.id for clue in mission.clues), given.clue.id), "duplicate_clue")
    mission = (await happen(ClueFound(given.clue))).mission_now
    return ClueAdded(mission=mission, clue_count=len(mission.clues))


class Write(msgspec.Struct, frozen=True):
    safe: bool = False


class Writing(MissionOut, frozen=True, kw_only=True):
    phase: str
    file: int


LEADS_TO_WRITING = (MissionPhase.CUT_IN, MissionPhase.PAST, MissionPhase.OPPORTUNITY, MissionPhase.SETBACK)
"""The phases from which the file is written."""


@rule("MST-MIS-3", "MST-MIS-5", "MST-MIS-6", "MST-MIS-7")
async def mission_write(state: State, given: Write) -> Writing:
    """Sit down to write the file: the first, the same after a past scene, or the next after a test."""
    mission = mission_in(state, *LEADS_TO_WRITING)
    check_safe(state, together=given.safe)
    file = mission.file + (mission.phase != MissionPhase.PAST)  # Ruling MST-E-21: an unused opportunity is gone
    mission = (await happen(FileOpened(file))).mission_now
    return Writing(mission=mission, phase=mission.phase, file=mission.file)


@rule("MST-MIS-3")
def check_safe(state: State, *, together: bool) -> None:
    """Nobody is safe in a scene that has not ended, least of all while a consequence is owed."""
    if state.running:
        check_settled(state.running)
    if state.running or not together:
        raise RuleError("not_safe", clause="MST-MIS-3")


class CloseMission(msgspec.Struct, frozen=True):
    """How a mission ends, and what is to be said of it."""

    outcome: str = ""
    note: str = ""


class MissionDone(MissionOut, frozen=True, kw_only=True):
    phase: str
    outcome: str


@rule("MST-MIS-9")
async def mission_close(state: State, given: CloseMission) -> MissionDone:
    """Close a mission, won, lost or left, at any time."""
    mission_in(state, *OPEN)
    if given.outcome not in tuple(Outcome):
        raise RuleError("bad_outcome", clause="MST-MIS-9", value=given.outcome, among=as_terms(Outcome))
    mission = (
        await happen(MissionClosed(Outcome(given.outcome), given.note))
    ).mission_now  # Ruling MST-E-38: a lost case has an end too
    return MissionDone(mission=mission, phase=mission.phase, outcome=mission.outcome)


class Suppress(msgspec.Struct, frozen=True):
    """The anomaly: a challenge of the scene by its id, or its record."""

    anomaly: Challenge | str


class SuppressedBy(MissionOut, frozen=True, kw_only=True):
    phase: str
    reached: tuple[str, ...]


@rule("MST-MIS-7")
def check_opportunity(state: State) -> None:
    """Refuse what only a test opens the way to."""
    if (now := mission_phase(state)) != MissionPhase.OPPORTUNITY:
        raise RuleError("no_opportunity", clause="MST-MIS-7", phase=term(now), hint=way_on(MISSION, now))


@rule("MST-MIS-6", "MST-MIS-7", "MST-LIM-3")
async def suppress(state: State, given: Suppress) -> SuppressedBy:
    """Put the anomaly down: only in an opportunity that a test has brought, and only when it is overcome."""
    check_opportunity(state)
    anomaly = given.anomaly if isinstance(given.anomaly, Challenge) else challenge_of(state, given.anomaly)
    reached = reached_limits(check_challenge(anomaly).limits, anomaly.statuses)
    if not anomaly.overcome:
        raise RuleError("not_overcome", clause="MST-MIS-6", anomaly=anomaly.id)
    mission = (await happen(Suppressed(anomaly.id))).mission_now
    return SuppressedBy(mission=mission, phase=mission.phase, reached=reached)
