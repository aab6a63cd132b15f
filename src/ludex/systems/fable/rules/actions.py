"""Actions in a conflict: hinder, study, use an item, work towards an objective (FAB-PAC-1..6)."""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Option, choose
from ludex.core.declaring import Meant
from ludex.core.deeds import Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import ClockSet, PointsMoved, Started, StatusesSet, Studied
from ludex.systems.fable.kinds import (
    DAMAGE_TYPE,
    DL,
    Anyway,
    Attributes,
    Clock,
    Erase,
    Mode,
    Modifier,
    OfPeople,
    Open,
    OtherAttributes,
    Own,
    Pair,
    Target,
    off_turn,
    offers,
)
from ludex.systems.fable.kinds.offers import only_foe
from ludex.systems.fable.redact import hidden_clock
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES, afflicted, grants, plus
from ludex.systems.fable.rules.checks import (
    TIERS,
    Check,
    Checked,
    goal_of,
    in_tiers,
    made,
    new_act,
    pair,
    read_check,
    tier_of,
)
from ludex.systems.fable.rules.clocks import clock_of, moved_clock, sections_for
from ludex.systems.fable.rules.conflict import acted, check_own_turn
from ludex.systems.fable.rules.damage import (
    Effect,
    check_targets,
    dealt,
    unchecked,
)
from ludex.systems.fable.rules.feats import check_aim
from ludex.systems.fable.rules.gauges import Report, agree_to_pay, report_of, whole
from ludex.systems.fable.rules.recovery import party_of, party_rested
from ludex.systems.fable.rules.steps import done, healed, suffered
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet.entries import ItemEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Attribute, DamageType, Item, Pool, Result, Status

HINDER_DL = 10
STUDY_STEPS = {"revised": TIERS[:3], "core": TIERS[1:]}
"""What a study is read on (FAB-PAC-6); the first printing asks for more."""

MENDS = {Item.REMEDY: Pool.HP, Item.ELIXIR: Pool.MP}
"""Items that restore points, and which."""
POTION = 50
SHARD_DAMAGE = 10
SHARD_TYPES = (DamageType.BURN, DamageType.FREEZE, DamageType.IMPACT)


# ---------------------------------------------------------------------- hinder and study
class CheckAt(msgspec.Struct, frozen=True):
    actor: str = "actor"
    attributes: tuple[Attribute, Attribute] | None = None
    sizes: tuple[int, int] | None = None
    modifier: int = 0
    target: str = ""
    action: bool = False


class CheckSomebody(CheckAt, OfPeople, alone=True):
    """A check at somebody; whom, where there is one enemy, goes without saying (FAB-LIV-26)."""

    actor: Own
    target: Target = ""
    attributes: OtherAttributes = None
    modifier: Modifier = 0
    action: bool = True
    usual: ClassVar[Pair] = (Attribute.INS, Attribute.INS)
    foresee = off_turn

    def do(self, asked: Asked) -> Do:
        target = self.target or only_foe(asked)[0]
        check_targets(asked.state, (target,))
        given = replace(self, target=target, attributes=self.attributes or self.usual)
        return Do(self.declared["does"], given, given.heard(asked))


class HinderSomebody(
    CheckSomebody, names=("妨碍", "hinder"), does="hinder", picture="push", example=".妨碍 灰狼1 灵巧+洞察"
):
    """`.妨碍 灰狼 灵巧+洞察`."""

    usual = (Attribute.DEX, Attribute.INS)


class StudySomebody(CheckSomebody, names=("研究", "study"), does="study", picture="eye", example=".研究 灰狼1"):
    """`.研究 灰狼`."""


class Hindered(Checked, frozen=True, kw_only=True):
    status: Status | None = None


@rule("FAB-PAC-3")
async def hinder(state: State, given: CheckAt) -> Hindered:
    """A check at DL 10; on success the target suffers a status of the actor's choice."""
    asked = Check(given.actor, given.attributes, given.sizes, given.modifier, HINDER_DL)
    check_targets(state, (given.target,))
    if given.action:
        state = await acted(state, given.actor, Action.HINDER)
    act, at = new_act(), Occasion("", given.actor, given.target, {"kind": "hinder"})
    goal = replace(goal_of(asked), purpose=_purpose(state, "hinder", given.target, asked))
    state, check = await made(state, asked, goal=goal, at=at, act=act)
    status = None
    if check.result is Result.SUCCESS:
        more = [Status(s) for s in grants(state, given.actor, "hinder") if s in set(Status)]
        options = tuple(Option(s, term(s)) for s in dict.fromkeys((*LIGHT_STATUSES, *more)))
        status = Status(await choose(actor(given.actor), "questions.hinder", options, refusal="bad_status"))
        if given.target:
            had = character_of(state, given.target).statuses
            state = await afflicted(state, given.target, status)
            await suffered(state, given.target, had, at=at, act=act)
    return Hindered(**{**asdict(read_check(check, HINDER_DL)), "told": tuple(act.told)}, status=status)


def _purpose(state: State, what: str, target: str, check: Check) -> Aside[Say]:
    """What a check at somebody is for, by her name; the plain purpose where nobody is meant (FAB-LIV-24)."""
    if target not in state.characters or check.attributes is None:
        return goal_of(check).purpose
    who = state.characters[target].called
    return Aside(say(f"questions.purpose_{what}", who=who, attributes=pair(check.attributes)))


@rule("FAB-PAC-6")
async def study(state: State, given: CheckAt) -> Checked:
    """An open check, usually INS+INS: the GM reveals by tier."""
    if given.action:
        state = await acted(state, given.actor, Action.STUDY)
    steps = STUDY_STEPS[state.options.study_steps]
    attributes = given.attributes or (Attribute.INS, Attribute.INS)
    check = Check(given.actor, attributes, given.sizes, given.modifier)
    act, at = new_act(), Occasion("", given.actor, given.target, {"kind": "study"})
    purpose = _purpose(state, "study", given.target, check)
    goal = replace(in_tiers(goal_of(check), steps), purpose=purpose)
    state, result = await made(state, check, goal=goal, at=at, act=act)
    tier = tier_of(result.value.value, steps)
    if given.target and tier > character_of(state, given.target).studied:
        state = await happen(Studied(given.target, tier))
    await act.opened(state, at.then("studied", owner=given.actor, tier=tier))
    return msgspec.structs.replace(read_check(result, None), tier=tier, told=tuple(act.told))


# ---------------------------------------------------------------------- inventory
class UseItem(msgspec.Struct, frozen=True):
    """What is used on whom. With an `actor` it is paid from her inventory points."""

    item: str
    ip: int | None = None
    target: str = "actor"
    type: str = ""
    actor: str = ""
    action: bool = False
    anyway: bool = False
    """Whether the line says that it is used although it does nothing (FAB-LIV-22)."""
    open: bool = False
    """Whether the table shows NPCs' numbers (FAB-LIV-39)."""


class TakeItem(
    UseItem, OfPeople, names=("物品", "item"), does="use_item", alone=True, picture="flask", example=".物品 疗伤药"
):
    """`.物品 疗伤药 [目标] [类型]`: on herself, where nobody is named."""

    item: Annotated[str, Field(among=offers.items, refusal="unknown_item"), Meant(lambda _asked, said: Item.said(said))]
    target: Target = ""
    type: Annotated[str, replace(DAMAGE_TYPE, keys=("类型",))] = ""
    anyway: Anyway = False
    actor: Own
    action: bool = True
    open: Open = False

    def do(self, asked: Asked) -> Do:
        """A tent is no deed of a turn, and is aimed at nobody; nobody with a fate gets anything else (FAB-LIV-7)."""
        given = replace(self, target=self.target or self.actor)
        if given.item != Item.MAGIC_TENT:
            check_own_turn(asked.state, self.actor)
            check_targets(asked.state, (given.target,))
        check_item(asked.state, given)
        return Do("use_item", given, given.heard(asked))


class Did(msgspec.Struct, frozen=True, kw_only=True):
    healed: int | None = None
    statuses: tuple[Status, ...] | None = None
    amount: int | None = None
    effect: Effect | None = None
    rest: bool | None = None


class Used(Report, frozen=True, kw_only=True):
    ip: int
    healed: int | None = None
    statuses: tuple[Status, ...] | None = None
    amount: int | None = None
    effect: Effect | None = None
    rest: bool | None = None
    told: tuple[Say, ...] = ()


@rule("FAB-PAC-4")
async def use_item(state: State, given: UseItem) -> Used:
    """Spend inventory points and use an item at once."""
    own, item, ip, cost = check_item(state, given)
    if given.actor and item in MENDS:
        idle = whole(state, given.actor, given.target, MENDS[item], shown=given.open)
        await agree_to_pay(state, given.actor, idle=(idle,) if idle else (), anyway=given.anyway)
    if given.action:
        state = await acted(state, given.actor, Action.INVENTORY)
    if given.actor:
        state = await happen(PointsMoved(given.actor, ip=-cost, paid=True))
        state = await happen(Started(given.actor)) if state.characters[given.actor].draft else state  # FAB-LIV-43
    act, at = new_act(), Occasion("used", given.actor, given.target, {"named": given.target, "owner": given.actor})
    if own:
        effect = replace(
            own[1].effect,
            id=f"item:{own[0]}",
            name=own[1].name or own[0],
            bearer=given.actor or given.target,
            by=given.actor,
        )
        steps = effect.uses[0].do if effect.uses else ()
        state, did = await done(state, effect, steps, at=at, act=act), Did()
    else:
        state, did = await _effect_of(state, given, Item(given.item), act)
    state = (
        await act.opened(state, at.then("item_used", owner=given.actor))
        if given.actor and item is not Item.MAGIC_TENT
        else state
    )
    report = asdict(report_of(state.characters[given.target]))
    return Used(**report, **asdict(did), ip=ip - cost, told=tuple(act.told))


def check_item(state: State, given: UseItem) -> tuple[tuple[str, ItemEntry] | None, Item | None, int, int]:
    """Refuse what cannot be used now: the table's own item or the rulebook's, the points that there are, and what it costs."""
    character_of(state, given.target)
    ip = character_of(state, given.actor or given.target).ip if given.ip is None else given.ip
    own = _own_item(state, given)
    cost = ip_cost(state, given.actor, own[1].ip if own else item_ip(given.item))
    item = None if own else _check_item(state, given, ip, cost)
    if own and own[1].effect.uses and given.actor:
        check_aim(state, given.actor, own[1].effect.uses[0], given.target if given.target != given.actor else "")
    if own and ip < cost:
        raise RuleError("not_enough_ip", clause="FAB-PAC-4", ip=ip, cost=cost)
    return own, item, ip, cost


def _own_item(state: State, given: UseItem) -> tuple[str, ItemEntry] | None:
    """A table's own item by key or name (FAB-LIV-49)."""
    own = {key: entry for key, entry in entries_of(ItemEntry, state.things).items() if key not in set(Item)}
    return next(((key, entry) for key, entry in own.items() if given.item in (key, entry.name)), None)


def item_ip(item: str) -> int:
    """What one of the rulebook's items costs in inventory points."""
    return shipped().items[item].ip if item in set(Item) else 0


def ip_cost(state: State, who: str, stated: int) -> int:
    """What an item costs, with what effects change of it: never below 1 where there was a cost (FAB-LIV-32)."""
    return max(1, stated + plus(state, who, "ip_cost")) if stated and who else stated


@rule("FAB-PAC-4")
def _check_item(state: State, given: UseItem, ip: int, cost: int) -> Item:
    """Refuse an unknown item, too few points, a shard of another type, and a tent in the middle of a fight."""
    if given.item not in set(Item):
        raise RuleError("unknown_item", clause="FAB-PAC-4", item=given.item, items=[term(i) for i in Item])
    item = Item(given.item)
    if ip < cost:
        raise RuleError("not_enough_ip", clause="FAB-PAC-4", ip=ip, cost=cost)
    if item is Item.ELEMENTAL_SHARD and given.type not in SHARD_TYPES:  # Ruling FAB-E-21: fire, ice, or a plain blow
        said = term(given.type) if given.type in set(DamageType) else given.type
        raise RuleError("bad_damage_type", clause="FAB-PAC-4", type=said, types=[term(t) for t in SHARD_TYPES])
    if item is Item.MAGIC_TENT and (barred := no_camp(state)):
        raise RuleError(barred, clause="FAB-PAC-4")
    return item


def no_camp(state: State) -> str:
    """Why no tent can be put up here now: the code of the refusal, or nothing."""
    if state.conflict is not None:
        return "tent_in_conflict"
    return "tent_in_settlement" if state.live and (state.settlement or not state.scene) else ""


async def _effect_of(state: State, given: UseItem, item: Item, act: Act) -> tuple[State, Did]:
    who = given.target
    if item in (Item.REMEDY, Item.ELIXIR):
        pool = Pool.HP if item is Item.REMEDY else Pool.MP
        crisis, by = state.characters[who].crisis, given.actor or who
        state, points = await healed(state, who, pool, POTION, by=by, called=term(item))
        return await act.after_healing(state, who, by, Occasion(), crisis=crisis), Did(healed=points)
    if item is Item.TONIC:
        return await happen(StatusesSet(who, ())), Did(statuses=())
    if item is Item.MAGIC_TENT:
        state = await party_rested(state, party_of(state, given.actor or who), act)
        return state, Did(rest=True, statuses=())
    return await _shard(state, given, act)


@rule("FAB-PAC-4", "FAB-ADV-4")
async def _shard(state: State, given: UseItem, act: Act) -> tuple[State, Did]:
    """10 damage without a check: reduction, affinities and guard apply."""
    at = Occasion("", given.actor, given.target, {"type": given.type})
    blow = unchecked(state, given.target, given.type, SHARD_DAMAGE, at=at)
    if given.actor:
        state = await act.dealing(state, blow, given.actor, at)
    else:
        state, _ = await dealt(state, given.target, blow.amount, by=given.actor)
    return state, Did(amount=blow.amount.amount, effect=blow.amount.effect)


# ---------------------------------------------------------------------- objectives
class Objective(msgspec.Struct, frozen=True):
    actor: str
    clock: str
    attributes: tuple[Attribute, Attribute]
    dl: int
    modifier: int = 0
    mode: Mode = "fill"
    action: bool = True


class PursueObjective(
    Objective,
    OfPeople,
    names=("目标", "obj", "objective"),
    does="objective",
    alone=True,
    example=".目标 放下吊桥 力量+力量 10",
):
    """`.目标 撬开闸门 力量+力量 10`."""

    actor: Own
    clock: Clock
    attributes: Attributes
    dl: Annotated[int, DL, Meant(lambda _asked, said: said or TIERS[1])]
    modifier: Modifier = 0
    mode: Erase = "fill"
    foresee = off_turn

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return (GM,) if hidden_clock(asked.state, self.clock) else super().heard(asked)


class Reached(Checked, frozen=True, kw_only=True):
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
    steps = Aside(tuple(say("questions.goal_sections", n=n) for n in (1, 2, 3)))
    purpose = Aside(say("questions.purpose_objective", clock=given.clock, attributes=pair(given.attributes)))
    goal = replace(goal_of(check), purpose=purpose, reach=(given.dl, given.dl + 3, given.dl + 6), each=steps)
    state, result = await made(state, check, goal=goal)
    checked = read_check(result, given.dl)
    sections = sections_for(max(0, checked.margin or 0)) if checked.result is Result.SUCCESS else 0
    moved = moved_clock(clock, sections, given.mode)
    await happen(ClockSet(moved, clock.filled))
    return Reached(**asdict(checked), clock=given.clock, sections=sections, filled=moved.filled, size=moved.size)
