"""Actions in a conflict: hinder, study, use an item, work towards an objective (FAB-PAC-1..6)."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.events import ClockSet, GaugesMoved, PointsMoved, StatusesSet, Studied
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES, afflicted
from ludex.systems.fable.rules.checks import TIERS, Check, Checked, goal_of, made, read_check, tier_of
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import (
    Amounts,
    Blow,
    Effect,
    affinities_of,
    amount_of,
    check_targets,
    dealt,
    struck_down,
    won_by_damage,
)
from ludex.systems.fable.rules.gauges import Report, filled, lost_of, report_of
from ludex.systems.fable.rules.opportunities import Mode, clock_of, moved_clock, sections_for
from ludex.systems.fable.rules.recovery import party_of, rested
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Attribute, DamageType, Item, Pool, Result, Status

HINDER_DL = 10
STUDY_STEPS = {"revised": TIERS[:3], "core": TIERS[1:]}
"""What a study is read on (FAB-PAC-6); the first printing asks for more."""

IP_COSTS = {Item.REMEDY: 3, Item.ELIXIR: 3, Item.TONIC: 2, Item.ELEMENTAL_SHARD: 2, Item.MAGIC_TENT: 4}
POTION = 50
SHARD_DAMAGE = 10
SHARD_TYPES = (DamageType.BURN, DamageType.FREEZE, DamageType.IMPACT)


# ---------------------------------------------------------------------- hinder and study
class Hinder(msgspec.Struct, frozen=True):
    """Who hinders whom, on what the GM says."""

    actor: str = "actor"
    attributes: tuple[Attribute, Attribute] | None = None
    sizes: tuple[int, int] | None = None
    modifier: int = 0
    target: str = ""
    action: bool = False


class Hindered(Checked, frozen=True, kw_only=True):
    """The check, and the status that it caused."""

    status: Status | None = None


@rule("FAB-PAC-3")
async def hinder(state: State, given: Hinder) -> Hindered:
    """A check at DL 10; on success the target suffers a status of the actor's choice."""
    learned = character_of(state, given.actor).sheet.bonuses.get("hinder", 0)
    asked = Check(given.actor, given.attributes, given.sizes, given.modifier + learned, HINDER_DL)
    check_targets(state, (given.target,))
    if given.action:
        state = await acted(state, given.actor, Action.HINDER)
    state, done = await made(state, asked)
    status = None
    if done.result is Result.SUCCESS:
        options = tuple(Option(s, term(s)) for s in LIGHT_STATUSES)
        status = Status(await choose(actor(given.actor), "questions.hinder", options, refusal="bad_status"))
        if given.target:
            await afflicted(state, given.target, status)
    return Hindered(**asdict(read_check(done, HINDER_DL)), status=status)


class Study(msgspec.Struct, frozen=True):
    """Who studies what."""

    actor: str = "actor"
    attributes: tuple[Attribute, Attribute] = (Attribute.INS, Attribute.INS)
    sizes: tuple[int, int] | None = None
    modifier: int = 0
    target: str = ""
    action: bool = False


@rule("FAB-PAC-6")
async def study(state: State, given: Study) -> Checked:
    """An open check, usually INS+INS: the GM reveals by tier."""
    if given.action:
        state = await acted(state, given.actor, Action.STUDY)
    steps = STUDY_STEPS[state.options.study_steps]
    learned = character_of(state, given.actor).sheet.bonuses.get("study", 0)
    check = Check(given.actor, given.attributes, given.sizes, given.modifier + learned)
    state, done = await made(state, check, goal=replace(goal_of(check), reach=steps))
    tier = tier_of(done.value.value, steps)
    if given.target and tier > character_of(state, given.target).studied:
        await happen(Studied(given.target, tier))
    return msgspec.structs.replace(read_check(done, None), tier=tier)


# ---------------------------------------------------------------------- inventory
class UseItem(msgspec.Struct, frozen=True):
    """What is used on whom. With an `actor` it is paid from her inventory points."""

    item: str
    ip: int | None = None
    target: str = "actor"
    type: str = ""
    actor: str = ""
    action: bool = False


class Did(msgspec.Struct, frozen=True, kw_only=True):
    """What an item did to the target."""

    healed: int | None = None
    statuses: tuple[Status, ...] | None = None
    amount: int | None = None
    effect: Effect | None = None
    rest: bool | None = None


class Used(Report, frozen=True, kw_only=True):
    """The inventory points that are left, and what it did to the target."""

    ip: int
    healed: int | None = None
    statuses: tuple[Status, ...] | None = None
    amount: int | None = None
    effect: Effect | None = None
    rest: bool | None = None


@rule("FAB-PAC-4")
async def use_item(state: State, given: UseItem) -> Used:
    """Spend inventory points and use an item at once."""
    character_of(state, given.target)
    ip = _points(state, given)
    item = _check_item(state, given, ip)
    if given.action:
        state = await acted(state, given.actor, Action.INVENTORY)
    if given.actor:
        state = await happen(PointsMoved(given.actor, ip=-IP_COSTS[item]))
    state, did = await _effect_of(state, given, item)
    report = asdict(report_of(state.characters[given.target]))
    return Used(**report, **asdict(did), ip=ip - IP_COSTS[item])


def _points(state: State, given: UseItem) -> int:
    """The inventory points in question: as given, else those of the character who uses the item."""
    return character_of(state, given.actor or given.target).ip if given.ip is None else given.ip


@rule("FAB-PAC-4")
def _check_item(state: State, given: UseItem, ip: int) -> Item:
    """Refuse an unknown item, too few points, a shard of another type, and a tent in the middle of a fight."""
    if given.item not in set(Item):
        raise RuleError("unknown_item", clause="FAB-PAC-4", item=given.item, items=[term(i) for i in Item])
    item = Item(given.item)
    if ip < IP_COSTS[item]:
        raise RuleError("not_enough_ip", clause="FAB-PAC-4", ip=ip, cost=IP_COSTS[item])
    if item is Item.ELEMENTAL_SHARD and given.type not in SHARD_TYPES:  # Ruling FAB-E-21: fire, ice, or a plain blow
        raise RuleError("bad_damage_type", clause="FAB-PAC-4", type=given.type, types=[term(t) for t in SHARD_TYPES])
    if item is Item.MAGIC_TENT and state.conflict is not None:
        raise RuleError("tent_in_conflict", clause="FAB-PAC-4")
    if item is Item.MAGIC_TENT and state.live and (state.settlement or not state.scene):
        raise RuleError("tent_in_settlement", clause="FAB-PAC-4")
    return item


async def _effect_of(state: State, given: UseItem, item: Item) -> tuple[State, Did]:
    """Carry out an item's effect; what it did."""
    who = given.target
    if item in (Item.REMEDY, Item.ELIXIR):
        pool = Pool.HP if item is Item.REMEDY else Pool.MP
        fill = filled(lost_of(state.characters[who], pool), POTION)
        return await happen(GaugesMoved(who, pool, fill.lost)), Did(healed=fill.healed)
    if item is Item.TONIC:
        return await happen(StatusesSet(who, ())), Did(statuses=())
    if item is Item.MAGIC_TENT:
        for one in party_of(state, given.actor or who):
            state = await rested(one)
        return state, Did(rest=True, statuses=())
    return await _shard(state, given)


@rule("FAB-PAC-4", "FAB-ADV-4")
async def _shard(state: State, given: UseItem) -> tuple[State, Did]:
    """10 damage without a check: reduction, affinities and guard apply."""
    target = state.characters[given.target]
    affinities = affinities_of(target, given.type)
    amount = amount_of(Amounts(given.type, mod=SHARD_DAMAGE, reduction=target.reduction, affinities=affinities))
    state, broken = await dealt(state, given.target, amount)
    blow = Blow(given.target, Result.SUCCESS, amount, broken=broken, harms=amount.base > 0)
    if given.actor:
        state = await struck_down(state, given.actor, (blow,))
    if given.actor and state.conflict is not None:
        state, _ = await won_by_damage(state, given.actor, blows=(blow,), points=dict(state.conflict.points))
    return state, Did(amount=amount.amount, effect=amount.effect)


# ---------------------------------------------------------------------- objectives
class Objective(msgspec.Struct, frozen=True):
    """A check that moves a clock of the table."""

    actor: str
    clock: str
    attributes: tuple[Attribute, Attribute]
    dl: int
    modifier: int = 0
    mode: Mode = "fill"
    action: bool = True


class Reached(Checked, frozen=True, kw_only=True):
    """The check, and how it moved the clock."""

    clock: str
    sections: int
    filled: int
    size: int


@rule("FAB-PAC-5", "FAB-PCL-1")
async def objective(state: State, given: Objective) -> Reached:
    """Work towards a goal: the margin of a check moves a clock."""
    clock = clock_of(state, given.clock)
    if given.action:
        state = await acted(state, given.actor, Action.OBJECTIVE)
    check = Check(given.actor, given.attributes, None, given.modifier, given.dl)
    goal = replace(goal_of(check), reach=(given.dl, given.dl + 3, given.dl + 6))
    state, done = await made(state, check, goal=goal)
    checked = read_check(done, given.dl)
    sections = sections_for(max(0, checked.margin or 0)) if checked.result is Result.SUCCESS else 0
    moved = moved_clock(clock, sections, given.mode)
    await happen(ClockSet(moved))
    return Reached(**asdict(checked), clock=given.clock, sections=sections, filled=moved.filled, size=moved.size)
