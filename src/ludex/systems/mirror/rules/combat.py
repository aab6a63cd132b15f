"""Attacks (攻击) and defences (防御): ATK is compared with DEF (MIR-ATK, MIR-DFN); then a blow whole: the part is declared, the checks are made,
a hit does its damage, of one or of all in an area (MIR-WND-2, MIR-LIV-42)."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.declaring import Actor, fields_of
from ludex.core.deeds import Asked, Do, Field, by_gm
from ludex.core.effects.records import Facts, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, total
from ludex.core.fields import CIRCUMSTANCE, flag, keyed
from ludex.core.modifiers import Modifier
from ludex.core.plain import Plain
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import ActionRecord, AttackRecord, check_damage
from ludex.systems.mirror.content.bodies import plans
from ludex.systems.mirror.effects import reach_of
from ludex.systems.mirror.effects.sensing import ATK_PENALTY, UNTRACEABLE
from ludex.systems.mirror.events import Aimed
from ludex.systems.mirror.kinds import BONUS, Bonus, Reason, Stead, TargetNumber, closed, reading
from ludex.systems.mirror.kinds.reading import skill_of
from ludex.systems.mirror.rules.actions import ActionGiven, check_able, check_action, check_open, turn_of, used
from ludex.systems.mirror.rules.bearing import opening_modifiers
from ludex.systems.mirror.rules.checks import Stake, applied, graded, read_modifiers, stacked
from ludex.systems.mirror.rules.damage import Blow, Damaged, physical, possible_parts, struck, struck_part
from ludex.systems.mirror.rules.knowing import lapsed, made_with
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.skills import (
    ATTACK_SKILL,
    DEFENSE_SKILL,
    CheckLine,
    SkillCheck,
    SkillChecked,
    SkillGiven,
    borne_modifiers,
    check_skill,
    skill_modifiers,
    skilled,
)
from ludex.systems.mirror.rules.windows import act, noted, occurred
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    ActionType,
    AttackMode,
    AttackType,
    Defense,
    Grade,
    Group,
    Kind,
    PartType,
    Secondary,
    Skill,
    Tag,
    check_word,
    key_of,
    words_of,
)


class DefenseGiven(SkillGiven, frozen=True, kw_only=True):
    """How a defender defends. `passive` unset follows the table's `defense_mode`."""

    type: str = Defense.DODGE  # MIR-DFN-3
    diffuse: bool = False


class DefenseCheck(SkillGiven, frozen=True, kw_only=True):
    """A defence check by itself; what it is for (`reason`) is told and changes nothing."""

    actor: str
    reason: str = ""
    defense: str = Defense.DODGE
    diffuse: bool = False


class DefenseLine(
    CheckLine,
    names=("防御", "def", "save"),
    group="check",
    many=True,
    called=True,
    picture="shield",
    example=".防御 强韧 12",
):
    """`.防御 强韧 15`: a defence check."""

    defense: Annotated[str, closed("defense", Defense)]
    target: TargetNumber = None
    bonus: Bonus = None
    diffuse: Annotated[bool, flag("diffuse", "弥漫", "diffuse", owner=CIRCUMSTANCE)] = False
    stead: Stead = False
    reason: Reason = ""
    actor: Actor

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        own = {"actor": self.actor, "defense": self.defense, "diffuse": self.diffuse, "reason": self.reason}
        return Do("defense_check", self.check(DefenseCheck, **own, **self.aim(self.target)))


@rule("MIR-DOM-7", "MIR-LIV-36")
def _craft(state: State, who: str, rank: str) -> str:
    """The secondary domain whose rank is named, by itself or by an ability of it, if she has such an ability."""
    c = state.characters.get(who)
    mine = [a for a in c.abilities if a.domain in words_of(Secondary) and not lapsed(c, a)] if c is not None else []
    return next((a.domain for a in mine if rank in (a.id, a.called) or key_of(rank) == a.domain), "")


def craft_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A check for a secondary ability of hers takes that domain's rank by the rule; nobody need allow it (MIR-LIV-2)."""
    fields = (BONUS, *fields_of(CheckLine).values())
    others = any(f.owner == CIRCUMSTANCE and asked.args.get(f.name) for f in fields)
    if others or not _craft(asked.state, asked.actor, asked["rank"] or ""):
        return kinds
    return tuple(k for k in kinds if by_gm(k) != CIRCUMSTANCE)


class SkillLine(CheckLine, names=("检定", "ck", "check"), group="check", many=True, example=".检定 洞悉 12"):
    """`.检定 运动 15 +2 优势`: a skill check; `.检定 强韧 12`: a defence (MIR-LIV-3)."""

    skill: Annotated[str, Field(among=lambda _state, _actor: reading.words(Skill, Group))]
    target: TargetNumber = None
    bonus: Bonus = None
    rank: Annotated[str, keyed("rank", "熟练", "rank", owner=CIRCUMSTANCE)] = ""
    stead: Stead = False
    reason: Reason = ""
    actor: Actor
    word = craft_word

    def do(self, asked: Asked) -> Do:
        aim = self.aim(self.target)
        if Defense.holds(self.skill):
            defense = Defense.read(self.skill)
            return Do(
                "defense_check", self.check(DefenseCheck, actor=self.actor, defense=defense, reason=self.reason, **aim)
            )
        if self.actor in asked.state.characters:
            check_able(asked.state.who(self.actor))  # MIR-LIV-8: the unconscious only defend
        own = {"actor": self.actor, "skill": skill_of(self.skill), "rank_source": self._rank_source(asked.state)}
        return Do("skill_check", self.check(SkillCheck, **own, reason=self.reason, **aim))

    def _rank_source(self, state: State) -> str:
        """«工程», «修补», «weapon:sword»: whose rank counts instead of the skill's."""
        if craft := _craft(state, self.actor, self.rank):
            return f"secondary:{craft}"
        if not self.rank or ":" in self.rank:
            return self.rank or "skill"
        key = key_of(self.rank)
        kinds = {"secondary": words_of(Secondary), "defense": words_of(Defense)}
        return next((f"{kind}:{key}" for kind, known in kinds.items() if key in known), f"weapon:{key}")


class AttackCheck(msgspec.Struct, frozen=True, kw_only=True):
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
    after: AfterView | None = None
    attacker_after: AfterView | None = None


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
    check_in_play(state, given)
    check_attack(state, given)
    return (await clashed(state, given, given.effects))[1]


@rule("MIR-STS-3", "MIR-LIV-7")
def check_in_play(state: State, given: AttackCheck) -> None:
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
    state, atk = await roll_attack(state, given, (given,), concealment_penalty(given.concealment), course)
    return await meet(state, given, atk, tiers, course)


async def roll_attack(
    state: State, given: AttackCheck, blows: Sequence[AttackCheck], extra: tuple[Modifier, ...], course: Course
) -> tuple[State, SkillChecked]:
    """The attacker's check; who listens to an attack is heard before its roll, of each who is attacked, and of one on nobody too."""
    for one in blows or (given,):
        target = one.defender if one.target_in_region else ""
        facts = occasion(one).facts
        state = await occurred(state, "attack", doer=given.attacker, target=target, course=course, **facts)
    asked = attacking(replace(given, attack=_lent(given.attack, course)))
    stake = Stake(kind="attack", blind=given.concealment == UNTRACEABLE)
    return await skilled(
        state, given.attacker, asked, extra=(*extra, *noted(course)), stake=stake, at=occasion(given), course=course
    )


async def meet(
    state: State, given: AttackCheck, atk: SkillChecked, tiers: tuple[str, ...] | None, course: Course
) -> tuple[State, Attacked]:
    """The defender's check against an ATK, and the comparison."""
    if not given.target_in_region:
        return state, await _told(given, atk, None, tiers)
    asked = _defence(state, given)
    opening = opening_modifiers(state, state.who(given.defender), unseen=given.attacker_concealment > 0)
    stake = Stake(target=atk.total, tiers=tiers or (), defends=True, other=given.attacker, kind="defence")
    state, defence = await skilled(
        state,
        given.defender,
        asked,
        extra=opening,
        diffuse=given.defense.diffuse,
        stake=stake,
        at=occasion(replace(given, concealment=0)),
        course=course,
    )
    return state, await _told(given, atk, defence, tiers)


def occasion(given: AttackCheck) -> Occasion:
    """What is known of an attack, for effects; on whom it is only of somebody located (MIR-LIV-42)."""
    types = given.damage.types if isinstance(given, Attack) else ()
    facts: Facts = {
        "attack_type": given.type, "attack_mode": given.mode, "category": given.category, "types": types,
        "tags": (Tag.ATTACK.value,),
    }  # fmt: skip
    known = (
        given.target_in_region and given.concealment != UNTRACEABLE
    )  # who is not located makes no difference to a roll
    return Occasion("attack", given.attacker, given.defender if known else "", facts)


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
def concealment_penalty(concealment: int) -> tuple[Modifier, ...]:
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


@rule("MIR-LIV-16")
def _greater(given: AttackCheck) -> bool:
    """Whether the great effect is nowhere less than the plain one: then it is taken."""
    if not isinstance(given, Attack) or given.great_damage is None:
        return False
    blow, great = given.damage, great_blow(given.damage, given.great_damage) or given.damage
    return great.hit >= blow.hit and great.dp >= blow.dp and set(great.effects) >= set(blow.effects)


def great_blow(blow: Blow, changes: Plain | None) -> Blow | None:
    """The damage of a great success, checked as strictly as the plain one."""
    if changes is None:
        return None
    plain: Plain = msgspec.to_builtins(blow)
    great = converted({**plain, **changes}, Blow, "great_damage")
    check_damage(great.types, great.effects, great.dp)
    return great


def tiers_of(given: Attack) -> tuple[str, ...] | None:
    """The effect tiers there are: the damage is that of success, great damage that of a great one (MIR-CHK-7)."""
    if given.great_damage is None:
        return (Grade.SUCCESS,) if given.effects is None else given.effects
    return (Grade.GREAT_SUCCESS, Grade.SUCCESS, *(given.effects or ()))


# --- a blow whole (MIR-ATK, MIR-WND-2) --------------------------------------------------------------------------------


@rule("MIR-ATK-1", "MIR-WND-2")
async def attack(state: State, given: Attack) -> Attacked:
    """The whole attack: the part is declared, the checks are made, a hit does its damage."""
    check_in_play(state, given)
    return (await assaulted(state, given))[1]


async def assaulted(state: State, given: Attack, course: Course | None = None) -> tuple[State, Attacked]:
    """An attack from declaring to wounds, and the state after it."""
    course = course if course is not None else act()
    aim = await declare(state, given)
    state, clash = await clashed(state, given, tiers_of(given), course)
    return await land_blow(state, given, aim, clash, course)


class Aim(msgspec.Struct, frozen=True):
    """What an attack was declared to do: its damage, and that of a great success."""

    blow: Blow
    great: Blow | None


async def declare(state: State, given: Attack) -> Aim:
    """The part is picked before any die, where the one struck at is located."""
    check_attack(state, given)
    blow = replace(given.damage, part=given.part or given.damage.part, from_attack=True, attacker=given.attacker)
    check_damage(blow.types, blow.effects, blow.dp)
    great = great_blow(blow, given.great_damage)
    if physical(blow) and given.concealment == UNTRACEABLE:
        blow = replace(blow, part=blind_part(state.who(given.defender), blow), from_attack=False)
        great = replace(great, part=blow.part) if great else None
    elif physical(blow):
        before = state.who(given.attacker).aims.get(given.defender, "")
        part = await struck_part(state.who(given.defender), blow, seen=not given.concealment, before=before)
        blow = replace(blow, part=part.id)
    return Aim(blow, great)


async def land_blow(
    state: State, given: Attack, aim: Aim, clash: Attacked, course: Course, *, heard: bool = True
) -> tuple[State, Attacked]:
    """What comes of an attack whose checks are made: who listens to a hit, or to a miss that is `heard` of, and the damage of a hit."""
    hit = clash.result == Grade.SUCCESS and clash.requirement_met  # MIR-CND-3
    done: Damaged | None = None
    if given.target_in_region:
        state = await _aimed(state, given, aim.blow)
    facts = {**occasion(given).facts, "grade": clash.grade, "degree": clash.degree}
    event, target = "hit" if hit else "miss", given.defender if given.target_in_region else ""
    if hit or heard:
        state = await occurred(state, event, doer=given.attacker, target=target, course=course, **facts)
    if hit:
        great = aim.great if clash.effect == Grade.GREAT_SUCCESS else None
        state, done = await _hit(state, given, aim.blow, great, course)
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


async def _hit(state: State, given: Attack, blow: Blow, great: Blow | None, course: Course) -> tuple[State, Damaged]:
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


IMPROVISED = ActionRecord(name="attack", type=ActionType.SA, ap=2, tags=(Tag.ATTACK,))
"""An attack that nobody has written down (MIR-LIV-1, ours)."""


@rule("MIR-LIV-1", "MIR-LIV-12")
async def improvise(state: State, given: Attack) -> Attacked:
    """An attack set out in full: in conflict an SA of 2 AP, made with the part of its weapon."""
    actor = state.who(given.attacker)
    check_word(AttackType, given.type)
    check_word(AttackMode, given.mode)
    made = AttackRecord(type=AttackType(given.type), mode=AttackMode(given.mode), category=given.category)
    strike = replace(IMPROVISED, attack=made)
    check_open(state, actor, ActionGiven(action=strike))
    strike = replace(strike, part=made_with(actor, strike))
    use, own_turn = ActionGiven(action=strike), turn_of(state, actor.id)
    check_action(state, actor, use, own_turn=own_turn, targets=(given.defender,))
    state, done = await used(state, actor.id, use, own_turn=own_turn)
    if done.result != "used":
        raise RuleError("no_ap", clause="MIR-APV-2", ap=actor.ap)
    asked = replace(given, attack=replace(given.attack, part=given.attack.part or strike.part))
    return (await assaulted(state, asked))[1]


# --- on all in an area: one ATK against each of them (MIR-ATK-4, MIR-LIV-42) -----------------------------------------


@rule("MIR-ATK-4", "MIR-LIV-42")
async def swept(
    state: State, given: Attack, blows: Sequence[Attack], course: Course | None = None
) -> tuple[State, dict[str, Attacked]]:
    """One attack check, also on nobody; its ATK stands against the DEF of each who is reached (Ruling MIR-E-58)."""
    course = course if course is not None else act()
    check_attack(state, given)
    aims = [await declare(state, one) for one in blows]
    located = [one for one in blows if one.concealment != UNTRACEABLE]
    state, atk = await roll_attack(state, given, located or blows[:1], (), course)
    came: dict[str, Attacked] = {}
    for one, aim in zip(blows, aims, strict=True):
        if state.who(one.defender).out_of_play:  # MIR-LIV-7
            continue
        mine = restated(state, one.attacker, attacking(one), atk, (occasion(given), occasion(one)))
        state, clash = await meet(state, one, _lessened(mine, one.concealment), tiers_of(one), course)
        state, came[one.defender] = await land_blow(state, one, aim, clash, course, heard=one in located)
    return state, came


def _lessened(atk: SkillChecked, concealment: int) -> SkillChecked:
    """An ATK as it stands against one who is so concealed."""
    if not (penalties := concealment_penalty(concealment)):
        return atk
    less = stacked(penalties)
    now = total(*atk.why["total"].terms, *less.terms)
    return replace(atk, modifier=atk.modifier + less.value, total=now.value, why={**atk.why, "total": now})


@rule("MIR-ATK-4", "MIR-LIV-32")
def restated(
    state: State, who: str, given: SkillGiven, checked: SkillChecked, at: tuple[Occasion, Occasion]
) -> SkillChecked:
    """A check made on one occasion as it counts on another: what effects add by whom it is against."""
    base, now = (
        stacked(
            (
                *skill_modifiers(state, state.who(who), given, checked.attribute),
                *borne_modifiers(state, who, given, one),
                *read_modifiers(given.modifiers),
            )
        )
        for one in at
    )
    if base.terms == now.terms:
        return checked
    kept = [t for t in checked.why["total"].terms if t not in base.terms]
    sum_of, more = total(*kept, *now.terms), now.value - base.value
    return replace(checked, modifier=checked.modifier + more, total=sum_of.value, why={**checked.why, "total": sum_of})
