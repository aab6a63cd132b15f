"""Joins Attack checks (攻击检定) and Defence checks (防御检定), since ATK is compared with DEF (MIR-ATK, MIR-DFN)."""

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.effects.records import Facts, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.modifiers import Modifier
from ludex.core.plain import Plain
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import check_damage
from ludex.systems.mirror.content.bodies import plans
from ludex.systems.mirror.effects import reach_of
from ludex.systems.mirror.effects.sensing import ATK_PENALTY, UNTRACEABLE
from ludex.systems.mirror.events import Aimed
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.boosts import Stake
from ludex.systems.mirror.rules.checks import applied, graded
from ludex.systems.mirror.rules.damage import Blow, Damaged, physical, possible_parts, struck, struck_part
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.skills import (
    ATTACK_SKILL,
    DEFENSE_SKILL,
    SkillChecked,
    SkillGiven,
    check_skill,
    skilled,
)
from ludex.systems.mirror.rules.standing import opening_modifiers
from ludex.systems.mirror.rules.windows import act, noted, occurred
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    AttackMode,
    AttackType,
    Defense,
    Grade,
    Kind,
    PartType,
    Tag,
    check_word,
    words_of,
)


class DefenseGiven(SkillGiven, frozen=True, kw_only=True):
    """How a defender defends. `passive` unset follows the table's `defense_mode`."""

    type: str = Defense.DODGE  # MIR-DFN-3
    diffuse: bool = False


class DefenseCheck(SkillGiven, frozen=True, kw_only=True):
    """A defence check by itself."""

    actor: str
    defense: str = Defense.DODGE
    diffuse: bool = False


class AttackCheck(msgspec.Struct, frozen=True, kw_only=True):
    """An attack check against a defender."""

    attacker: str
    defender: str
    type: str = "melee"
    mode: str = "weapon"
    category: str = ""
    attack: SkillGiven = SkillGiven()
    defense: DefenseGiven = DefenseGiven()
    concealment: int = 0
    attacker_concealment: int = 0
    target_in_region: bool = True
    distance: int | None = None
    close_ok: bool = False
    effects: tuple[str, ...] | None = None


class Attack(AttackCheck, frozen=True, kw_only=True):
    """An attack with its damage. `great_damage` replaces parts of `damage` on a great success."""

    part: str | None = None
    damage: Blow = Blow()
    great_damage: Plain | None = None


class Attacked(msgspec.Struct, frozen=True, kw_only=True):
    """How an attack came out; `cause` of a failure against the untraceable is for the GM alone."""

    atk: int
    attack_face: int
    attack_modifier: int
    attack_natural: str
    result: str
    grade: str
    requirement_met: bool = True
    def_: int | None = msgspec.field(default=None, name="def")
    defense_face: int | None = None
    defense_modifier: int | None = None
    degree: int | None = None
    effect: str | None = None
    cause: str | None = None
    cause_disclosed: bool | None = None
    damage: Damaged | None = None
    why: dict[str, Total] = {}
    after: After | None = None
    attacker_after: After | None = None


@rule("MIR-DFN-1", "MIR-DFN-2")
async def defense_check(state: State, given: DefenseCheck) -> SkillChecked:
    """A defence check: a skill check with the rank of the defence type."""
    state.in_play(given.actor)
    asked = defending(given, given.defense)
    check_skill(state, given.actor, asked)
    opening = opening_modifiers(state, state.who(given.actor))
    state, checked = await skilled(state, given.actor, asked, extra=opening, diffuse=given.diffuse)
    return replace(checked, after=after(state, given.actor))


@rule("MIR-DFN-2")
def defending(given: SkillGiven, defense: str) -> SkillGiven:
    """The skill check of a defence type."""
    check_word(Defense, defense)
    return replace(
        given,
        skill=given.skill or DEFENSE_SKILL[defense],
        rank_source=f"defense:{defense}" if given.rank_source == "skill" else given.rank_source,
    )


@rule("MIR-ATK-1", "MIR-ATK-4", "MIR-DFN-5")
async def attack_check(state: State, given: AttackCheck) -> Attacked:
    """The attacker's check, then the defender's, then ATK against DEF."""
    _check_in_play(state, given)
    check_attack(state, given)
    return (await clashed(state, given, given.effects))[1]


@rule("MIR-STS-3", "MIR-LIV-7")
def _check_in_play(state: State, given: AttackCheck) -> None:
    """The dead and dissolved neither attack nor are attacked."""
    state.in_play(given.attacker)
    if given.target_in_region:
        state.in_play(given.defender)


def check_attack(state: State, given: AttackCheck) -> None:
    """Refuse whatever an attack cannot be made with, before anything is asked or rolled."""
    attacker = state.who(given.attacker)
    state.who(given.defender)
    check_word(AttackType, given.type)
    check_word(AttackMode, given.mode)
    for concealment in (given.concealment, given.attacker_concealment):
        if not 0 <= concealment < len(ATK_PENALTY):
            raise RuleError("bad_concealment", clause="MIR-CNC-1", concealment=concealment)
    _check_distance(state, attacker, given)
    check_skill(state, given.attacker, attacking(given))
    check_skill(state, given.defender, _defence(state, given))


@rule("MIR-ATK-2", "MIR-ATK-5")
def _check_distance(state: State, attacker: Character, given: AttackCheck) -> None:
    """Melee is for targets within reach, ranged for those outside it unless it also works close."""
    if given.distance is None:
        return
    reach = reach_of(state, attacker)
    if given.type == "melee" and given.distance > reach:
        raise RuleError("out_of_reach", clause="MIR-ATK-2", distance=given.distance, reach=reach)
    if given.type == "ranged" and given.distance <= reach and not given.close_ok:
        raise RuleError("target_too_close", clause="MIR-ATK-2", distance=given.distance, reach=reach)


@rule("MIR-ATK-2", "MIR-ATK-3")
def attacking(given: AttackCheck) -> SkillGiven:
    """The attacker's skill check: the skill by type, the rank by weapon category or magic source."""
    source = given.attack.rank_source
    return replace(
        given.attack,
        skill=given.attack.skill or ATTACK_SKILL[given.type],
        rank_source=f"{given.mode}:{given.category}" if source == "skill" else source,
        target=None,
        effects=None,
    )


@rule("MIR-DFN-4")
def _defence(state: State, given: AttackCheck) -> SkillGiven:
    """The defender's skill check: rolled, unless the table or the call makes it passive (Ruling MIR-E-18)."""
    mine = given.defense
    passive = state.options.defense_mode == "passive" if mine.passive is None else mine.passive
    asked = defending(mine, mine.type)
    return replace(
        asked, passive=passive, target=None, effects=None, secret=given.concealment == UNTRACEABLE
    )  # MIR-CNC-4


async def clashed(
    state: State, given: AttackCheck, tiers: tuple[str, ...] | None, course: Course | None = None
) -> tuple[State, Attacked]:
    """Both checks in their order (MIR-DFN-5) and the comparison. With nothing there nobody defends (MIR-CNC-4)."""
    course = course if course is not None else act()
    at = occasion(given)
    if given.target_in_region:
        state = await occurred(state, "attack", doer=given.attacker, target=given.defender, course=course, **at.facts)
    given = replace(given, attack=_lent(given.attack, course))
    extra = (*_concealed(given.concealment), *noted(course))
    state, atk = await skilled(state, given.attacker, attacking(given), extra=extra, at=at, course=course)
    if not given.target_in_region:
        return state, await _told(given, atk, None, tiers)
    asked = _defence(state, given)
    opening = opening_modifiers(state, state.who(given.defender), unseen=given.attacker_concealment > 0)
    stake = Stake(target=atk.total, tiers=tiers or (), defends=True, other=given.attacker)
    state, defence = await skilled(
        state,
        given.defender,
        asked,
        extra=opening,
        diffuse=given.defense.diffuse,
        stake=stake,
        at=at,
        course=course,
    )
    return state, await _told(given, atk, defence, tiers)


def occasion(given: AttackCheck) -> Occasion:
    """What is known of an attack, for effects."""
    types = given.damage.types if isinstance(given, Attack) else ()
    facts: Facts = {
        "attack_type": given.type, "attack_mode": given.mode, "category": given.category, "types": types,
        "tags": (Tag.ATTACK.value,),
    }  # fmt: skip
    return Occasion("attack", given.attacker, given.defender if given.target_in_region else "", facts)


@rule("MIR-LIV-34")
def _lent(attack: SkillGiven, course: Course) -> SkillGiven:
    """The attacker's check with the advantage and disadvantage that steps gave it before its roll."""
    more, less = course.notes.pop("advantage", 0), course.notes.pop("disadvantage", 0)
    if not (more or less):
        return attack
    return replace(
        attack, advantage=attack.advantage + int(bool(more)), disadvantage=attack.disadvantage + int(bool(less))
    )


@rule("MIR-CNC-3", "MIR-CNC-4")
def _concealed(concealment: int) -> tuple[Modifier, ...]:
    """ATK against something hidden takes 5, against something untraceable 10."""
    penalty = ATK_PENALTY[concealment]
    clause = "MIR-CNC-3" if concealment == 1 else "MIR-CNC-4"
    return (Modifier(-penalty, Kind.GENERAL, say("why.concealment"), clause),) if penalty else ()


async def _told(
    given: AttackCheck, atk: SkillChecked, defence: SkillChecked | None, tiers: tuple[str, ...] | None
) -> Attacked:
    """The comparison: ATK of DEF or more succeeds (MIR-ATK-4)."""
    result, degree, grade = graded(atk.total, defence.total) if defence else (Grade.FAILURE, None, Grade.FAILURE)
    there = tiers if atk.requirement_met else ()
    unseen, effect = given.concealment == UNTRACEABLE, None
    if tiers is not None:
        better, checker = _greater(given), actor(given.attacker)
        effect = await applied(checker, there, grade, about=given.defender, better=better, blind=unseen)
    missed = ("missed" if defence else "nothing_there") if result == Grade.FAILURE else None
    why = {"atk": atk.why["total"], **({"def": defence.why["total"]} if defence else {})}
    return Attacked(
        atk=atk.total,
        attack_face=atk.face,
        attack_modifier=atk.modifier,
        attack_natural=atk.natural,
        requirement_met=atk.requirement_met,
        def_=defence.total if defence else None,
        defense_face=defence.face if defence else None,
        defense_modifier=defence.modifier if defence else None,
        result=result,
        degree=degree,
        grade=grade,
        effect=effect,
        cause=missed if unseen else None,
        cause_disclosed=False if unseen else None,
        why=why,
    )


@rule("MIR-ATK-1", "MIR-WND-2")
async def attack(state: State, given: Attack) -> Attacked:
    """The whole attack: the part is declared, the checks are made, a hit does its damage."""
    _check_in_play(state, given)
    return (await assaulted(state, given))[1]


async def assaulted(state: State, given: Attack, course: Course | None = None) -> tuple[State, Attacked]:
    """An attack from declaring to wounds, and the state after it."""
    course = course if course is not None else act()
    check_attack(state, given)
    blow = replace(given.damage, part=given.part or given.damage.part, from_attack=True, attacker=given.attacker)
    check_damage(blow.types, blow.effects, blow.dp)
    great = _great(blow, given.great_damage)
    if physical(blow) and given.concealment == UNTRACEABLE:
        blow = replace(blow, part=blind_part(state.who(given.defender), blow), from_attack=False)
        great = replace(great, part=blow.part) if great else None
    elif physical(blow):
        before = state.who(given.attacker).aims.get(given.defender, "")
        part = await struck_part(state.who(given.defender), blow, seen=not given.concealment, before=before)
        blow = replace(blow, part=part.id)
    state, clash = await clashed(state, given, _tiers(given), course)
    hit = clash.result == Grade.SUCCESS and clash.requirement_met  # MIR-CND-3
    done: Damaged | None = None
    if given.target_in_region:
        state = await _aimed(state, given, blow)
        facts = {**occasion(given).facts, "grade": clash.grade, "degree": clash.degree}
        event = "hit" if hit else "miss"
        state = await occurred(state, event, doer=given.attacker, target=given.defender, course=course, **facts)
    if hit:
        state, done = await _hit(state, given, blow, great if clash.effect == Grade.GREAT_SUCCESS else None, course)
    return state, replace(
        clash, damage=done, after=after(state, given.defender), attacker_after=after(state, given.attacker)
    )


@rule("MIR-WND-2", "MIR-CNC-4", "MIR-LIV-42")
def blind_part(victim: Character, blow: Blow) -> str | None:
    """A blow at a suspected region falls on the first part of a type, the middle without a word; none left: the victim picks.

    Nobody is asked beforehand, which would tell that somebody is there (Ruling MIR-E-56).
    """
    kinds = {p.id: p.type for plan in plans().values() for p in plan.parts}
    wanted = blow.part if blow.part in words_of(PartType) else kinds.get(blow.part or "", PartType.MIDDLE)
    named = blow.part if blow.part not in kinds else None  # a part of some body of the table's own
    return next((p.id for p in possible_parts(victim, blow) if named == p.id or p.type == wanted), None)


@rule("MIR-LIV-16")
def _greater(given: AttackCheck) -> bool:
    """Whether the great effect is nowhere less than the plain one: then it is taken."""
    if not isinstance(given, Attack) or given.great_damage is None:
        return False
    blow, great = given.damage, _great(given.damage, given.great_damage) or given.damage
    return great.hit >= blow.hit and great.dp >= blow.dp and set(great.effects) >= set(blow.effects)


def _great(blow: Blow, changes: Plain | None) -> Blow | None:
    """The damage of a great success, checked as strictly as the plain one."""
    if changes is None:
        return None
    plain: Plain = msgspec.to_builtins(blow)
    great = converted({**plain, **changes}, Blow, "great_damage")
    check_damage(great.types, great.effects, great.dp)
    return great


def _tiers(given: Attack) -> tuple[str, ...] | None:
    """The effect tiers there are: the damage is that of success, great damage that of a great one (MIR-CHK-7)."""
    if given.great_damage is None:
        return (Grade.SUCCESS,) if given.effects is None else given.effects
    return (Grade.GREAT_SUCCESS, Grade.SUCCESS, *(given.effects or ()))


async def _hit(state: State, given: Attack, blow: Blow, great: Blow | None, course: Course) -> tuple[State, Damaged]:
    """Do the damage of a hit on the declared part."""
    if great is None:
        return await struck(state, given.defender, blow, course=course)
    declared = replace(great, part=great.part or blow.part)
    return await struck(state, given.defender, declared, declared=True, course=course)


@rule("MIR-LIV-16")
async def _aimed(state: State, given: Attack, blow: Blow) -> State:
    """She remembers the part at which she aimed at somebody she can locate."""
    known = state.who(given.attacker).aims.get(given.defender)
    if not blow.part or given.concealment == UNTRACEABLE or blow.part == known:
        return state
    return await happen(Aimed(given.attacker, given.defender, blow.part))
