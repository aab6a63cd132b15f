"""Hit points and mind points, with Self-heal and Overdrawing mind points, which are headings below it (FAB-GAU, FAB-HEA, FAB-OVD).

Five hit gauges and five mind gauges, drained from the left, filled from the right. What is stored of a gauge is its capacity
and its loss; everything else follows (sheet.py).
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.hints import larger, smaller
from ludex.core.rule import rule
from ludex.systems.fable.events import Downed, GaugesMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import NOTHING, Character, Five, five
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Cause, Pool

GAUGES = 5
LAST = GAUGES - 1
RATIO = 2
EVENLY: Five = (2, 2, 2, 2, 2)
"""How the points of a raised die are spread where nothing is said (Ruling FAB-E-3)."""


# ---------------------------------------------------------------------- the report
class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody's gauges stand."""

    hp: int
    max_hp: int
    hg_now: Five
    hg_cap: Five
    hg_lost: Five
    mp: int
    max_mp: int
    mg_now: Five
    mg_lost: Five
    unbroken: int
    crisis: bool
    penalty: int
    defeated: bool


@rule("FAB-GAU-1", "FAB-GAU-12", "FAB-GAU-13", "FAB-OVD-2")
def report_of(character: Character) -> Report:
    """How a character's gauges stand."""
    return Report(
        hp=character.hp,
        max_hp=sum(character.hg_cap),
        hg_now=character.hg_now,
        hg_cap=character.hg_cap,
        hg_lost=character.hg.lost,
        mp=character.mp,
        max_mp=sum(character.mg.cap),
        mg_now=character.mg_now,
        mg_lost=character.mg.lost,
        unbroken=character.unbroken,
        crisis=character.crisis,
        penalty=character.penalty,
        defeated=character.defeated,
    )


class OfCharacter(msgspec.Struct, frozen=True):
    """Whose gauges."""

    character: str = "actor"


@rule("FAB-GAU-1")
async def gauge_state(state: State, given: OfCharacter) -> Report:
    """How somebody's gauges stand now."""
    return report_of(character_of(state, given.character))


# ---------------------------------------------------------------------- allotting capacity
class Allocate(msgspec.Struct, frozen=True):
    """Points to spread over five capacities."""

    cap: Five
    points: int
    alloc: tuple[int, ...]
    permanent: bool = True
    lost: Five = NOTHING


class Allocated(msgspec.Struct, frozen=True):
    """The capacities afterwards, their sum, and what the gauges hold."""

    cap: Five
    max: int
    now: Five


@rule("FAB-GAU-6", "FAB-GAU-9")
async def gauge_allocate(_state: State, given: Allocate) -> Allocated:
    """Spread an increase freely over the gauges; the losses stay, so the contents rise too."""
    check_alloc(given.alloc, given.points)
    cap = added(given.cap, five(given.alloc))
    if given.permanent:  # FAB-GAU-8: temporary changes are not bound
        check_ratio(cap)
    now = five(max(0, c - lost) for c, lost in zip(cap, given.lost, strict=True))
    return Allocated(cap, sum(cap), now)


@rule("FAB-GAU-6")
def check_alloc(alloc: tuple[int, ...], points: int) -> None:
    """Five parts, none negative, that add up to the increase."""
    if len(alloc) != GAUGES:
        raise RuleError("alloc_count", clause="FAB-GAU-6", given=len(alloc), wanted=GAUGES)
    if min(alloc) < 0:
        raise RuleError("alloc_negative", clause="FAB-GAU-6", alloc=list(alloc))
    if sum(alloc) != points:
        raise RuleError("alloc_sum", clause="FAB-GAU-6", given=sum(alloc), wanted=points)


@rule("FAB-GAU-7")
def check_ratio(cap: Five) -> None:
    """After a permanent increase the largest capacity is at most twice the smallest."""
    if max(cap) > RATIO * min(cap):
        raise RuleError("gauge_ratio", clause="FAB-GAU-7", largest=max(cap), smallest=min(cap))


@rule("FAB-GAU-2", "FAB-GAU-6", "FAB-PLV-4")
def raise_spread(alloc: tuple[int, ...]) -> Five:
    """The 10 points of a raised MIG or WLP over five gauges, evenly where nothing is said."""
    check_alloc(alloc or EVENLY, sum(EVENLY))
    return five(alloc or EVENLY)


def added(cap: Five, more: Five) -> Five:
    """Capacities with an increase."""
    return five(c + m for c, m in zip(cap, more, strict=True))


# ---------------------------------------------------------------------- draining and filling
class Drained(msgspec.Struct, frozen=True):
    """What a drain did to a row: the losses after it, which gauges it broke (1-5), how much it took."""

    lost: Five
    broken: tuple[int, ...]
    dealt: int


@rule("FAB-GAU-3", "FAB-GAU-10", "FAB-GAU-11")
def drained(character: Character, pool: Pool, amount: int, *, most: int | None = None) -> Drained:
    """Take an amount from the left; at most `most` gauges are reached, and what is left after the last is lost."""
    now = character.hg_now if pool is Pool.HP else character.mg_now
    lost = list(character.row(pool).lost)
    rest, reached, broken = amount, 0, []
    for place in range(GAUGES):
        bottomless = pool is Pool.MP and place == LAST  # FAB-OVD-1, FAB-OVD-4: the last MG takes all of it
        taken = rest if bottomless else smaller(larger(0, now[place]), rest)
        if taken == 0:
            continue
        if reached == most:
            break
        reached += 1
        lost[place] += taken
        rest -= taken
        if taken >= now[place] > 0:
            broken.append(place + 1)
    return Drained(five(lost), tuple(broken), amount - rest)


class Filled(msgspec.Struct, frozen=True):
    """The losses after healing, and the points taken off them."""

    lost: Five
    healed: int


@rule("FAB-GAU-4", "FAB-GAU-10", "FAB-OVD-6")
def filled(lost: Five, amount: int, *, only: tuple[bool, ...] = (True,) * GAUGES) -> Filled:
    """Give an amount from the right, broken gauges included; beyond full it is lost. `only` leaves gauges out."""
    left = list(lost)
    rest = amount
    for place in reversed(range(GAUGES)):
        if only[place]:
            given = smaller(left[place], rest)
            left[place] -= given
            rest -= given
    return Filled(five(left), amount - rest)


@rule("FAB-HEA-2", "FAB-HEA-3")
def self_healed(character: Character, pool: Pool, amount: int) -> Filled:
    """自愈: only with at least 1 point in that row, and only into unbroken gauges."""
    now = character.hg_now if pool is Pool.HP else character.mg_now
    if sum(now) < 1:  # Ruling FAB-E-6: each row by its own value
        return Filled(character.row(pool).lost, 0)
    return filled(character.row(pool).lost, amount, only=tuple(n > 0 for n in now))


# ---------------------------------------------------------------------- overdraft
@rule("FAB-OVD-3")
def check_payment(character: Character, amount: int, options: Options) -> int:
    """By how many points the payment goes (further) below 0; refused where no hit gauge has room for them."""
    overdraft = max(0, amount - character.mp) - character.penalty  # FAB-OVD-2: counted on the whole MP
    room = max(character.hg_now) - 1 if options.overdraft_limit == "hp" else max(character.hg_cap)
    if overdraft > room and overdraft > 0:  # Ruling FAB-E-8: one gauge's capacity, broken or not, is enough
        raise RuleError("overdraft_blocked", clause="FAB-OVD-3", overdraft=overdraft, room=max(0, room))
    return overdraft


async def paid(state: State, who: str, amount: int) -> State:
    """Take a payment that was checked from the mind gauges, left to right."""
    state = await happen(GaugesMoved(who, Pool.MP, drained(state.characters[who], Pool.MP, amount).lost))
    return await dropped(state, who, Cause.OVERDRAFT)


@rule("FAB-PZR-5")
async def dropped(state: State, who: str, cause: Cause) -> State:
    """Those who are at 0 HP now and were struck by nobody fell by this: it stays so whatever is healed later (FAB-LIV-19)."""
    after = state.characters[who]
    if not state.live or not after.defeated or after.fate or after.downed:
        return state
    return await happen(Downed(who, cause))
