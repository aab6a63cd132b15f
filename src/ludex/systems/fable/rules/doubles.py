"""同数: what it means that both dice show the same (FAB-DBL), and what it is worth to people and sides."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fable.events import OpportunitiesSet, PointsMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.invoking import Hand, Roller
from ludex.systems.fable.rules.superiority import Points, gained, opponent
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Kind, Result

LOWEST_OPPORTUNITY, HIGHEST_OPPORTUNITY = 6, 12


class Reading(msgspec.Struct, frozen=True):
    """A hand read for doubles: X (0 for none), Fabula Points and opportunities that it gives."""

    doubles: int
    fp_gain: int
    opportunity: int


@rule("FAB-DBL-3", "FAB-DBL-4", "FAB-DBL-5", "FAB-DBL-6")
def read_doubles(hand: Hand, options: Options) -> Reading:
    """Double 1 gives a PC a Fabula Point, double 6 to 12 an opportunity, every other double nothing."""
    x = hand.doubles
    high = LOWEST_OPPORTUNITY <= x <= HIGHEST_OPPORTUNITY
    if options.doubles_over_12 == "opportunity":  # Ruling E-11
        high = x >= LOWEST_OPPORTUNITY
    # Ruling E-10: NPCs have no Fabula Points, and a double 1 gives the opposition nothing
    return Reading(x, int(x == 1 and hand.roller.kind is Kind.PC), int(high))


@rule("FAB-VAL-1", "FAB-PCK-2", "FAB-DBL-2")
def result_of(value: int, dl: int, *, doubles: int, options: Options) -> Result:
    """Success if the value reaches the DL. Doubles decide nothing, unless the table plays the parent's way."""
    if options.doubles_decide_result == "parent":  # Ruling E-10
        if doubles >= LOWEST_OPPORTUNITY:
            return Result.SUCCESS
        if doubles == 1:
            return Result.FAILURE
    return Result.SUCCESS if value >= dl else Result.FAILURE


@rule("FAB-PSU-2")
def doubles_gain(points: Points, team: str, *, reading: Reading, options: Options) -> Points:
    """A double 6-12 gives the roller's side a superiority point, a double 1 the other side."""
    if not options.superiority_parent_sources:  # Ruling E-7
        return points
    if reading.opportunity:
        return gained(points, team)[0]
    other = opponent(points, team)
    if reading.doubles == 1 and other is not None:
        return gained(points, other)[0]
    return points


async def settled(state: State, before: Roller, *, after: Roller, reading: Reading, pending: str = "") -> State:
    """Settle with a character what she paid and gained; `pending` keeps an opportunity for her, and says its source."""
    who = before.who
    if who not in state.characters:
        return state
    fp = after.fp - before.fp + reading.fp_gain
    ultima = after.ultima - before.ultima
    if fp or ultima:
        state = await happen(PointsMoved(who, fp=fp, ultima=ultima))
    if reading.opportunity and pending:
        state = await happen(OpportunitiesSet(who, (*state.characters[who].opportunities, pending)))
    return state
