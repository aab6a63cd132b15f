"""Hit points and mind points, moved by hand or by hazards: damage, healing, spending, improvised damage; statuses by hand.

Joins Hit and Mind Gauges, Overdrawing and Statuses (FAB-GAU, FAB-OVD, FAB-PDM-4, FAB-PST): what listens to any of it is heard.
"""

from enum import EnumType
from typing import Annotated, cast

import msgspec
from msgspec.structs import asdict

from ludex.core.deeds import TERM, Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, flag
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.terms import Term
from ludex.systems.fable.events import StatusesSet
from ludex.systems.fable.kinds import OfPeople, Own, Target
from ludex.systems.fable.rules.attributes import afflicted, denies, label
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.damage import dealt as take, seen, unchecked
from ludex.systems.fable.rules.gauges import (
    Report,
    check_payment,
    drained,
    dropped,
    filled,
    gauges_moved,
    paid,
    report_of,
    self_healed,
)
from ludex.systems.fable.rules.steps import suffered
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Amount
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Cause, DamageType, Pool, Severity, Status

IMPROVISED = {"minor": (10, 20, 30), "heavy": (30, 40, 50), "massive": (40, 60, 80)}
"""Improvised damage below LV 20, from LV 20, from LV 40 (FAB-PDM-4)."""
BANDS = (20, 40)
SET_AMOUNT = Field("amount", least=0, owner=STORY)


async def lost_by_hand(
    state: State, who: str, pool: Pool, amount: int, act: Act, most: int | None = None
) -> tuple[State, tuple[int, ...], int]:
    """Points that a hazard or the GM's word takes; what listens to it is heard (FAB-LIV-34)."""
    before = character_of(state, who)
    drain = drained(before, pool, amount, most=most)
    state = await happen(gauges_moved(state, who, pool, drain.lost))
    broken, at = drain.broken, Occasion("", "", who, {"amount": drain.dealt})
    if drain.dealt:
        state = await act.opened(state, at.then("damaged", owner=who))
    state = await act.lost(state, who, "", at, broken=bool(broken) and pool is Pool.HP, before=before)
    if state.live and state.characters[who].defeated and not before.defeated:
        state = await act.opened(state, at.then("dropping", owner=who))
    state = await dropped(state, who, Cause.OVERDRAFT if pool is Pool.MP else Cause.IMPROVISED)
    return state, broken, drain.dealt


class Damage(msgspec.Struct, frozen=True):
    amount: Amount
    character: str = "actor"
    pool: Pool = Pool.HP
    max_gauges: Amount | None = None
    type: str = ""
    """A damage type: affinity, reduction and guard count then, and the type says which points it takes (FAB-LIV-60)."""


_HARMS = {one.name: (one.value, one.zh, one.en, *one.also) for terms in (Pool, DamageType) for one in terms}
HARM = cast("type[Term]", EnumType.__call__(Term, "Harm", _HARMS))
"""What damage takes: points of a row as they stand, or by a type of damage."""


class Hurt(
    OfPeople,
    names=("伤害", "dmg", "damage"),
    owner=STORY,
    many=True,
    aims=True,
    example=".伤害 苏砚 6",
):
    """`.伤害 苏砚 6`, `.伤害 苏砚 6 mp`, `.伤害 苏砚 6 屈服`: by a type affinity, reduction and guard count (FAB-LIV-60)."""

    target: Target
    amount: Annotated[Amount, SET_AMOUNT]
    pool: Annotated[str, Field(kind=TERM, terms=HARM, keys=("量谱", "类型"), owner=STORY)] = Pool.HP

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What only costs oneself is done at once (FAB-LIV-3)."""
        return () if asked["target"] in asked.controls else kinds

    def do(self, asked: Asked) -> Do:
        kind = {"pool": Pool(self.pool)} if self.pool in set(Pool) else {"type": DamageType(self.pool).value}
        return Do("gauge_damage", Damage(self.amount, self.target, **kind), self.heard(asked))


class Damaged(Report, frozen=True, kw_only=True):
    newly_broken: tuple[int, ...]
    dealt: int
    overflow: int
    told: tuple[Say, ...] = ()


@rule("FAB-GAU-3", "FAB-DMG-1")
async def gauge_damage(state: State, given: Damage) -> Damaged:
    """Take damage from the left, without asking who dealt it."""
    act, who, amount, pool = new_act(), given.character, given.amount, given.pool
    if given.type:
        state, amount, pool = await _typed(state, given, act)
    state, broken, dealt = await lost_by_hand(state, who, pool, amount, act, given.max_gauges)
    return Damaged(
        **asdict(report_of(state.characters[given.character])),
        newly_broken=broken,
        dealt=dealt,
        overflow=amount - dealt,
        told=tuple(act.told),
    )


@rule("FAB-LIV-60", "FAB-PDM-2")
async def _typed(state: State, given: Damage, act: Act) -> tuple[State, int, Pool]:
    """What is left of damage of a type after affinity, reduction and guard, and which points it takes; who absorbs it recovers."""
    who, kind = character_of(state, given.character), given.type
    blow = unchecked(state, who.id, kind, given.amount, at=Occasion("damage", "", who.id, {"type": kind}))
    n, pool = blow.amount.amount, blow.amount.pool
    if blow.amount.effect == "absorb":
        return await seen((await take(state, who.id, blow.amount, by=""))[0], blow), 0, pool
    act.told.append(say("told.step_damage", who=who.called, n=n, type=term(kind)))
    return await seen(state, blow), n, pool


class Heal(msgspec.Struct, frozen=True):
    amount: Amount
    character: str = "actor"
    pool: Pool = Pool.HP
    self_heal: bool = False


class HealSomebody(
    Heal,
    OfPeople,
    names=("治疗", "heal"),
    does="gauge_heal",
    owner=STORY,
    many=True,
    aims=True,
    picture="flask",
    example=".治疗 苏砚 6",
):
    character: Target
    amount: Annotated[Amount, SET_AMOUNT]
    pool: Annotated[Pool, Field(keys=("量谱",), owner=STORY)] = Pool.HP


class Healed(Report, frozen=True, kw_only=True):
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
    state = await happen(gauges_moved(state, given.character, given.pool, fill.lost))
    if fill.healed:
        state = await act.after_healing(state, given.character, "", Occasion(), crisis=crisis)
    return Healed(**asdict(report_of(state.characters[given.character])), healed=fill.healed, told=tuple(act.told))


class Spend(OfPeople, names=("耗魔", "mp", "spend"), does="mp_spend", example=".耗魔 5"):
    amount: Annotated[Amount, Field(least=0)]
    character: Own = "actor"


class Spent(Report, frozen=True, kw_only=True):
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


class Hazard(
    Improvise,
    OfPeople,
    names=("即兴", "hazard"),
    does="improvised_damage",
    owner=STORY,
    many=True,
    aims=True,
    example=".即兴 苏砚 轻",
):
    """`.即兴 苏砚 重`: damage that the GM sets."""

    character: Target
    severity: Annotated[str, Field(kind=TERM, terms=Severity, refusal="unknown_severity", owner=STORY)]
    deal: bool = True


class Improvised(msgspec.Struct, frozen=True):
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
class SetStatus(
    OfPeople,
    names=("状态", "status"),
    does="status",
    owner=STORY,
    many=True,
    aims=True,
    example=".状态 苏砚 减速",
):
    character: Target
    status: Annotated[Status, Field(refusal="bad_status", owner=STORY)]
    cure: Annotated[bool, flag("cure", "解除", "消", owner=STORY)] = False


class HasStatuses(msgspec.Struct, frozen=True):
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
