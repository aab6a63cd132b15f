"""Attacks (攻击) whole: the part is declared, the checks are made, a hit does its damage, of one or of all in an area (MIR-ATK, MIR-WND-2)."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import total
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, AttackRecord, check_damage
from ludex.systems.mirror.content.bodies import plans
from ludex.systems.mirror.effects.sensing import UNTRACEABLE
from ludex.systems.mirror.events import Aimed
from ludex.systems.mirror.rules.actions import ActionGiven, check_action, check_open, turn_of, used
from ludex.systems.mirror.rules.checks import read_modifiers, stacked
from ludex.systems.mirror.rules.combat import (
    Attack,
    Attacked,
    attacking,
    check_attack,
    check_in_play,
    clashed,
    concealment_penalty,
    great_blow,
    meet,
    occasion,
    roll_attack,
    tiers_of,
)
from ludex.systems.mirror.rules.damage import Blow, Damaged, physical, possible_parts, struck, struck_part
from ludex.systems.mirror.rules.knowing import made_with
from ludex.systems.mirror.rules.report import after
from ludex.systems.mirror.rules.skills import SkillChecked, SkillGiven, borne_modifiers, skill_modifiers
from ludex.systems.mirror.rules.windows import act, occurred
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType, AttackMode, AttackType, Grade, PartType, Tag, check_word, words_of


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
