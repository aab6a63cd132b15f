"""Hit points and mind points, moved by hand or by hazards: damage, healing, spending, improvised damage; statuses by hand.

Joins Hit and Mind Gauges, Overdrawing and Statuses (FAB-GAU, FAB-OVD, FAB-PDM-4, FAB-PST): what listens to any of it is heard.
"""

import msgspec
from msgspec.structs import asdict

from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.events import GaugesMoved, StatusesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import afflicted
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.counting import denies, label
from ludex.systems.fable.rules.gauges import (
    Report,
    check_payment,
    drained,
    dropped,
    filled,
    paid,
    report_of,
    self_healed,
)
from ludex.systems.fable.rules.steps import suffered
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Amount
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Cause, Pool, Status

IMPROVISED = {"minor": (10, 20, 30), "heavy": (30, 40, 50), "massive": (40, 60, 80)}
"""Improvised damage below LV 20, from LV 20, from LV 40 (FAB-PDM-4)."""
BANDS = (20, 40)


async def lost_by_hand(
    state: State, who: str, pool: Pool, amount: int, act: Act, most: int | None = None
) -> tuple[State, tuple[int, ...], int]:
    """Points that a hazard or the GM's word takes; what listens to it is heard (FAB-LIV-34)."""
    before = character_of(state, who)
    drain = drained(before, pool, amount, most=most)
    state = await happen(GaugesMoved(who, pool, drain.lost))
    broken, at = drain.broken, Occasion("", "", who, {"amount": drain.dealt})
    if drain.dealt:
        state = await act.opened(state, at.then("damaged", owner=who))
    state = await act.lost(state, who, "", at, broken=bool(broken) and pool is Pool.HP, before=before)
    if state.live and state.characters[who].defeated and not before.defeated:
        state = await act.opened(state, at.then("dropping", owner=who))
    state = await dropped(state, who, Cause.OVERDRAFT if pool is Pool.MP else Cause.IMPROVISED)
    return state, broken, drain.dealt


class Damage(msgspec.Struct, frozen=True):
    """An amount that somebody loses."""

    amount: Amount
    character: str = "actor"
    pool: Pool = Pool.HP
    max_gauges: Amount | None = None


class Damaged(Report, frozen=True, kw_only=True):
    """The gauges after damage."""

    newly_broken: tuple[int, ...]
    dealt: int
    overflow: int
    told: tuple[Say, ...] = ()


@rule("FAB-GAU-3", "FAB-DMG-1")
async def gauge_damage(state: State, given: Damage) -> Damaged:
    """Take damage from the left, without asking who dealt it."""
    act = new_act()
    state, broken, dealt = await lost_by_hand(state, given.character, given.pool, given.amount, act, given.max_gauges)
    return Damaged(
        **asdict(report_of(state.characters[given.character])),
        newly_broken=broken,
        dealt=dealt,
        overflow=given.amount - dealt,
        told=tuple(act.told),
    )


class Heal(msgspec.Struct, frozen=True):
    """An amount that somebody recovers."""

    amount: Amount
    character: str = "actor"
    pool: Pool = Pool.HP
    self_heal: bool = False


class Healed(Report, frozen=True, kw_only=True):
    """The gauges after healing."""

    healed: int
    told: tuple[Say, ...] = ()


@rule("FAB-GAU-4", "FAB-OVD-6")
async def gauge_heal(state: State, given: Heal) -> Healed:
    """Recover from the right, by ordinary healing or by self-heal; nothing comes back where an effect forbids it (FAB-LIV-31)."""
    character, act = character_of(state, given.character), new_act()
    forbids, crisis = denies(state, given.character, "recover"), character.crisis
    amount = 0 if forbids else given.amount
    if given.self_heal:
        fill = self_healed(character, given.pool, amount)
    else:
        fill = filled(character.row(given.pool).lost, amount)
    if forbids:
        act.told.append(say("told.no_recovery", effect=label(state, forbids)))
    state = await happen(GaugesMoved(given.character, given.pool, fill.lost))
    if fill.healed:
        state = await act.after_healing(state, given.character, "", Occasion(), crisis=crisis)
    return Healed(**asdict(report_of(state.characters[given.character])), healed=fill.healed, told=tuple(act.told))


class Spend(msgspec.Struct, frozen=True):
    """Mind points that somebody pays."""

    amount: Amount
    character: str = "actor"


class Spent(Report, frozen=True, kw_only=True):
    """The gauges after paying, and how far the payment went below 0."""

    overdraft: int
    zero_hp_cause: Cause | None


@rule("FAB-OVD-1", "FAB-OVD-5", "FAB-GAU-11")
async def mp_spend(state: State, given: Spend) -> Spent:
    """Pay mind points of her own will, below 0 if the hit gauges bear it."""
    overdraft = check_payment(character_of(state, given.character), given.amount, state.options)
    state = await paid(state, given.character, given.amount)
    after = state.characters[given.character]
    cause = Cause.OVERDRAFT if after.defeated else None
    return Spent(**asdict(report_of(after)), overdraft=overdraft, zero_hp_cause=cause)


# ---------------------------------------------------------------------- improvised damage
class Improvise(msgspec.Struct, frozen=True):
    """How bad a fall, a fire or falling rock is. `character` gives the level of somebody at the table."""

    severity: str
    level: int = 5
    character: str = ""
    deal: bool = False
    """Whether she takes the damage at once."""


class Improvised(msgspec.Struct, frozen=True):
    """The damage that the GM sets."""

    amount: int
    told: tuple[Say, ...] = ()


@rule("FAB-PDM-4")
async def improvised_damage(state: State, given: Improvise) -> Improvised:
    """The damage of a hazard, by level and by the severity that the GM picks."""
    level = character_of(state, given.character).level if given.character else given.level
    if given.severity not in IMPROVISED:
        raise RuleError(
            "unknown_severity", clause="FAB-PDM-4", severity=given.severity, severities=[term(x) for x in IMPROVISED]
        )
    amount = IMPROVISED[given.severity][sum(level >= band for band in BANDS)]
    act = new_act()
    if given.character and given.deal:
        await lost_by_hand(state, given.character, Pool.HP, amount, act)
    return Improvised(amount, tuple(act.told))


# ---------------------------------------------------------------------- statuses by hand
class SetStatus(msgspec.Struct, frozen=True):
    """A status that somebody suffers, or gets rid of."""

    character: str
    status: Status
    cure: bool = False


class HasStatuses(msgspec.Struct, frozen=True):
    """The statuses that she has now."""

    statuses: tuple[Status, ...]
    told: tuple[Say, ...] = ()


@rule("FAB-PST-1", "FAB-PST-2")
async def status(state: State, given: SetStatus) -> HasStatuses:
    """Cause a status or cure it; immunity prevents it, and it counts once."""
    before = character_of(state, given.character).statuses
    if given.cure:
        state = await happen(StatusesSet(given.character, tuple(s for s in before if s is not given.status)))
        return HasStatuses(state.characters[given.character].statuses)
    state, act = await afflicted(state, given.character, given.status), new_act()
    state = await suffered(state, given.character, before, at=Occasion("", "", given.character), act=act)
    return HasStatuses(state.characters[given.character].statuses, tuple(act.told))
