"""Combat basics, second part (FET-ACT): declaring an act: what, with which attribute and impact, at whom, and whether it may be."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.deeds import ALWAYS, WORD, Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.tracing import Trace
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.effects import began
from ludex.systems.fet.events.battle import ActDeclared
from ludex.systems.fet.events.people import WeaponWielded
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.advancing import set_off
from ludex.systems.fet.rules.clock import CLAUSES, check_impact, opened, related, unit, wound_up
from ludex.systems.fet.rules.lasting import counted
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.rates import attribute_said
from ludex.systems.fet.rules.roster import check_resource
from ludex.systems.fet.rules.scenes import check_resist, check_resistible, check_targets, check_way
from ludex.systems.fet.rules.weapons import check_reloadable, check_weapon, fired
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.sheet import Skill, Weapon
from ludex.systems.fet.state import Act, Battle, Fighter, Place, State, check_battle, check_fighter
from ludex.systems.fet.terms import DEBUFFED, KINDS, Amount, Kind, Number, Resource, WeaponType, Zone, tidy


class CombatDeclare(msgspec.Struct, frozen=True):
    """What `combat_declare` is given. `contact` is true for an attack unless stated otherwise; `sort`: of damage.

    `by`: the user of a puppet, who declares for it; `several`: the GM's word that the act reaches more than one (full, split);
    `taken`: its target is the only one that can be meant (FET-LIV-22); `armed`: its weapon was named.
    """

    who: str = ""
    kind: str = ""
    attribute: str | tuple[str, ...] | None = None
    impact: Number | None = None
    target: str | tuple[str, ...] | None = None
    contact: bool | None = None
    resource: str = str(Resource.STAMINA)
    weapon: str = ""
    shots: Number = 1
    resist: str | None = None
    denies_action: bool = True
    applies_to: tuple[str, ...] = DEBUFFED
    to: Place | None = None
    to_zone: Zone | None = None
    until: Number | None = None
    skill: str | Skill | None = None
    note: str = ""
    sort: str = ""
    by: str = ""
    several: str = ""
    taken: bool = False
    armed: bool = False


class CombatDeclared(msgspec.Struct, frozen=True):
    start: Number
    wind_up: Number
    end: Number
    impact: Number
    waiting: tuple[str, ...]
    why: dict[str, Total] = {}
    set_off: tuple[SetOff, ...] | None = None


class NotDeclared(msgspec.Struct, frozen=True):
    who: str


class Prepared(msgspec.Struct, frozen=True):
    """What an act takes: time, impact, and the weapon as it is afterwards."""

    impact: Number
    wind_up: Number
    attribute: str = ""
    weapon: Weapon | None = None
    skill: Skill | None = None
    why: dict[str, Total] = {}


@rule("FET-ACT-1", "FET-ACT-2", "FET-ACT-3", "FET-TLN-1")
async def combat_declare(state: State, given: CombatDeclare) -> CombatDeclared | NotDeclared:
    """Begin an act."""
    if given.several == "ask":
        given = replace(given, several=await _several(state, given))
        if given.several == "no":
            return NotDeclared(given.who)
    declared, _ = await declare(state, given)
    return declared


@rule("FET-LIV-37", "FET-WUP-1")
def trace(asked: Asked, do: Do) -> Trace | None:
    """From when to when an act would last, before it is declared."""
    state: State = asked.state
    if not isinstance(do.given, CombatDeclare) or state.battle is None:
        return None
    wind_up = PREPARE.get(do.given.kind, _plain)(state, do.given).wind_up
    return Trace(span=(float(state.battle.time), float(state.battle.time + wind_up)))


SEVERAL = "circumstance.several"


@rule("FET-LIV-11")
async def _several(state: State, given: CombatDeclare) -> str:
    """Whether an act may have several targets, and what each of them gets, is the GM's word."""
    await _check_otherwise(state, given)
    options = tuple(Option(answer, say(f"answers.several_{answer}")) for answer in ("full", "split", "no", ALWAYS))
    aimed = [state.called(who) for who in given.target or ()]
    what = say("questions.several", who=state.called(given.who), act=term(given.kind), targets=aimed)
    answer = await choose(GM, what, options, about=f"{WORD}{SEVERAL}")
    return "full" if answer == ALWAYS else answer


async def _check_otherwise(state: State, given: CombatDeclare) -> None:
    """Refuse before asking what would be refused whatever the GM says (FET-LIV-2)."""
    battle, fighter, _, act = _asked(state, given)
    check_targets(battle, fighter, act=act, named=given.target, several="full")


def _asked(state: State, given: CombatDeclare) -> tuple[Battle, Fighter, Prepared, Act]:
    """An act as it would begin, before it is known at whom."""
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    _check_free(battle, fighter, by=given.by)
    _check_kind(battle, given)
    prepared = PREPARE.get(given.kind, _plain)(state, given)
    return battle, fighter, prepared, _act(given, prepared, start=battle.time)


async def declare(state: State, given: CombatDeclare) -> tuple[CombatDeclared, State]:
    """Begin an act; what was declared, and the state after it."""
    battle, fighter, prepared, act = _asked(state, given)
    several = given.several or state.options.several_targets
    targets = check_targets(battle, fighter, act=act, named=given.target, several=several)
    act = replace(act, targets=targets, several=several if len(targets) > 1 else "")
    check_resist(act)
    check_resistible(battle, act)
    check_way(battle, fighter, act=act)
    act, why = _with_effects(state, fighter.id, act)
    prepared = replace(prepared, why={**prepared.why, **why})
    return await _declared(state, _begun(fighter, prepared, act=act), prepared=prepared)


@rule("FET-SKX-8")
def _check_free(battle: Battle, fighter: Fighter, *, by: str) -> None:
    """Nothing keeps a fighter from declaring; for a puppet its user declares, and nobody else."""
    hold = fighter.under("puppet", battle.time)
    if by and (hold is None or hold.by != by):
        raise RuleError("controlled", clause="FET-SKX-8", who=fighter.id)
    if code := battle.idle_because(fighter.unsteered(battle.time) if by else fighter):
        raise RuleError(code, clause=CLAUSES[code], who=fighter.id)


def _check_kind(battle: Battle, given: CombatDeclare) -> None:
    opening = given.who in battle.first_strike and given.who not in battle.openings
    if given.kind not in KINDS or (opening and given.kind == Kind.WAIT):  # FET-FST-2
        raise RuleError("bad_kind", clause="FET-ACT-1", kind=given.kind, kinds=list(KINDS))
    check_resource(given.resource)


SAID = ("kind", "resource", "weapon", "denies_action", "applies_to", "to", "note", "sort", "by")
"""What of an act is as it was declared."""


def _act(given: CombatDeclare, prepared: Prepared, *, start: Number) -> Act:
    return Act(
        **{name: getattr(given, name) for name in SAID},
        start=start,
        end=tidy(start + prepared.wind_up),
        impact=prepared.impact,
        left=prepared.impact,
        attribute=prepared.attribute,
        contact=given.kind == Kind.ATTACK if given.contact is None else given.contact,
        shots=int(given.shots),
        resist=given.resist or "",
        to_zone=given.to_zone or "",
        skill=prepared.skill,
    )


def _begun(fighter: Fighter, prepared: Prepared, *, act: Act) -> Fighter:
    """The fighter with its act; rounds are gone when the act is declared (FET-WEP-2)."""
    weapons = fighter.weapons
    if prepared.weapon is not None:
        weapons = {**weapons, act.weapon: prepared.weapon}
    return replace(fighter, act=act, weapons=weapons)


async def _declared(state: State, fighter: Fighter, *, prepared: Prepared) -> tuple[CombatDeclared, State]:
    battle = check_battle(state)
    openings = battle.openings
    if fighter.id in battle.first_strike and fighter.id not in openings:
        openings = {**openings, fighter.id: prepared.wind_up}
    fighters = tuple(fighter if f.id == fighter.id else f for f in battle.fighters)
    after = replace(battle, openings=openings, fighters=fighters)
    state = await happen(ActDeclared(fighter, openings, opened(after, state.options)))
    state = await _in_hand(state, fighter)
    act = fighter.act
    done = await set_off(state, (began(fighter.id, act),) if act else ())
    state = done.state
    declared = CombatDeclared(
        start=battle.time,
        wind_up=prepared.wind_up,
        end=tidy(battle.time + prepared.wind_up),
        impact=prepared.impact,
        waiting=check_battle(state).waiting,
        why=prepared.why,
        set_off=done.rows or None,
    )
    return declared, state


@rule("FET-LIV-9")
async def _in_hand(state: State, fighter: Fighter) -> State:
    """Naming another weapon takes it in hand."""
    weapon, character = fighter.act.weapon if fighter.act else "", state.characters.get(fighter.id)
    if not weapon or character is None or character.wielded == weapon:
        return state
    return await happen(WeaponWielded(fighter.id, weapon))


# What each kind takes


@rule("FET-ACT-2", "FET-ACT-3", "FET-WUP-1")
def _plain(state: State, given: CombatDeclare) -> Prepared:
    attribute = _one_attribute(given.attribute, state.options)
    if given.kind == Kind.ATTACK and given.weapon:
        check_weapon(_weapon(state, given), WeaponType.MELEE)  # FET-WEP-1
    return _wound(state, given, attribute=attribute)


def _one_attribute(named: str | tuple[str, ...] | None, options: Options) -> str:
    if isinstance(named, tuple):
        if len(named) > 1:
            raise RuleError("one_attribute", clause="FET-ACT-2", attributes=list(named))
        named = named[0] if named else None
    if named not in related(options):
        among = [term(name) for name in related(options)]
        raise RuleError("bad_attribute", clause="FET-ACT-2", attribute=attribute_said(named), among=among)
    return named


def _wound(state: State, given: CombatDeclare, *, attribute: str, skill: Skill | None = None) -> Prepared:
    value = _fighter(state, given).values.get(attribute, 0)
    act = Act(given.kind, 0, 0, check_impact(given.impact), attribute=attribute, weapon=given.weapon, skill=skill)
    found = wound_up(state, given.who, act, value)
    return Prepared(act.impact, found.time, attribute, skill=skill, why={"wind_up": found.why})


@rule("FET-LIV-25")
def _with_effects(state: State, who: str, act: Act) -> tuple[Act, dict[str, Total]]:
    """What the act counts with: its impact and what effects make of it; its wind-up and its price stay those of the impact."""
    found = counted(state, who, Amount.IMPACT, act.impact, began(who, act))
    if not found.terms:
        return act, {}
    why = Total(max(0, found.value), (because(act.impact, "why.impact", "FET-ACT-3"), *found.terms))
    return replace(act, left=why.value), {"impact": why}


def _fighter(state: State, given: CombatDeclare) -> Fighter:
    return check_fighter(check_battle(state), given.who)


@rule("FET-WEP-2")
def _shoot(state: State, given: CombatDeclare) -> Prepared:
    """The weapon's own numbers only: they may be finer than the table's unit of time."""
    weapon = check_weapon(_weapon(state, given), WeaponType.RANGED)
    after, impact, time = fired(weapon, given.shots)
    return Prepared(impact, time or unit(state.options), weapon=after)  # Ruling FET-E-33: no act takes 0 t


@rule("FET-WEP-3")
def _reload(state: State, given: CombatDeclare) -> Prepared:
    weapon = check_reloadable(_weapon(state, given))
    return Prepared(0, weapon.reload or unit(state.options))  # Ruling FET-E-33


def _weapon(state: State, given: CombatDeclare) -> Weapon:
    carried = _fighter(state, given).weapons
    if given.weapon not in carried:
        raise RuleError("bad_weapon", clause="FET-WEP-1", weapon=given.weapon, weapons=list(carried))
    return carried[given.weapon]


@rule("FET-TLN-5")
def _wait(state: State, given: CombatDeclare) -> Prepared:
    now = check_battle(state).time
    if given.until is None or given.until <= now:
        raise RuleError("bad_time", clause="FET-TLN-5", time=given.until, now=now)
    return Prepared(0, tidy(given.until - now))


@rule("FET-SKX-3", "FET-SKL-1")
def _skill(state: State, given: CombatDeclare) -> Prepared:
    """A skill that obeys the law, with its own attribute."""
    skill = check_legal(skill_named(given.skill, state), state.options)
    if skill.instant:
        raise RuleError("use_react", clause="FET-SKX-4", skill=skill.name)
    return _wound(state, given, attribute=_one_attribute(skill.attribute, state.options), skill=skill)


PREPARE: dict[str, Callable[[State, CombatDeclare], Prepared]] = {
    Kind.SHOOT: _shoot,
    Kind.RELOAD: _reload,
    Kind.WAIT: _wait,
    Kind.SKILL: _skill,
}
