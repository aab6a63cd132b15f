"""Damage (伤害): from Hit and DP to wounds, stamina and injury effects (MIR-WND, MIR-HIT, MIR-DTY, MIR-INJ).

The order is the rulebook's: Hit surplus; a minion's DP; the part; vulnerability and resistance; penetration and DR; SP;
wounds one by one; sever; execution; burst.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because, total
from ludex.core.fields import flag, keyed
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.mirror.content import check_damage
from ludex.systems.mirror.content.items import armour
from ludex.systems.mirror.events import Dissolved, PartLost
from ludex.systems.mirror.kinds import HIT, INJURIES, POWER, REDUCTION, TYPES, PartKeyed, Person, StoryDeed
from ludex.systems.mirror.rules.bearing import granted_injuries, terms_of
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.sheets import AfterView, seen
from ludex.systems.mirror.rules.skills import SkillGiven
from ludex.systems.mirror.rules.stamina import Stamina, fallen
from ludex.systems.mirror.rules.windows import act, occurred
from ludex.systems.mirror.rules.wounds import WoundsLanded, land, net_power, wards
from ludex.systems.mirror.sheet import HEAVY, BodyPart, Character, Wound
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import LASTING, MENTAL, Cognition, Injury, PartStatus, Tag

MINION_DP = 2
"""What sever and burst add against a minion, each (MIR-INJ-8)."""


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """One damage. `direct`: `dp` is a number of wounds and DR does not count. `attacker` picks the part of an attack."""

    hit: int = 1
    dp: int = 1
    types: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    direct: bool = False
    dr: int | None = None
    burst_dr: int | None = None
    part: str | None = None
    from_attack: bool = False
    attacker: str = ""
    tags: tuple[str, ...] = ()
    check: SkillGiven = SkillGiven()


class Damage(Blow, frozen=True, kw_only=True):
    target: str


class DamageLine(
    Damage,
    StoryDeed,
    names=("伤害", "dmg", "damage"),
    does="damage",
    group="harm",
    many=True,
    own_first=True,
    example=".伤害 山贼1 级=1 力=2 伤=冲击 部位=腿",
):
    """One damage by hand: `.伤害 山贼 级=2 力=3 伤=切割`."""

    target: Person
    types: Annotated[tuple[str, ...], replace(TYPES, required=True)]
    part: PartKeyed = None
    hit: Annotated[int, HIT] = 1
    dp: Annotated[int, POWER] = 1
    effects: Annotated[tuple[str, ...], INJURIES] = ()
    dr: Annotated[int | None, REDUCTION] = None
    burst_dr: Annotated[int | None, keyed("burst_dr", "爆减", "burst_dr")] = None
    direct: Annotated[bool, flag("direct", "直接", "direct")] = False


class Damaged(msgspec.Struct, frozen=True, kw_only=True):
    level: int
    dp: int
    dr: int
    count: int
    damage_dealt: bool
    absorbed: int = 0
    spilled: int = 0
    worse: tuple[tuple[int, int], ...] = ()
    part: str | None = None
    types: tuple[str, ...] = ()
    part_status: str | None = None
    sp_loss: int | None = None
    stamina: Stamina | None = None
    burst: "Damaged | None" = None
    dissolved: bool = False
    immune: bool = False
    held: int = 0
    holds: int = 0
    slots: int = 0
    was_status: str = PartStatus.NONE
    """How many wounds the part held before and holds now, of how many, and what they did to it before."""
    why: dict[str, Total] = {}
    after: AfterView | None = None


class _Power(msgspec.Struct, frozen=True):
    """A damage's numbers: level and DP as they set out, net DP, the DR met, and how many wounds or SP that makes."""

    level: int
    raw: int
    net: int
    dr: int
    count: int
    why: Total


@rule("MIR-WND-3", "MIR-RES-3")
async def damage(state: State, given: Damage) -> Damaged:
    """Resolve one damage on a character."""
    state.who(given.target)
    check_damage(given.types, given.effects, given.dp)
    return (await struck(state, given.target, given))[1]


def physical(blow: Blow) -> bool:
    """Whether it can wound (MIR-DTY-3); a scratch of an untyped wound's erosion does."""
    return not blow.types or any(t not in MENTAL for t in blow.types)


def mental(blow: Blow) -> bool:
    """Whether it takes SP (MIR-DTY-4)."""
    return any(t in MENTAL for t in blow.types)


@rule("MIR-COG-2")
def immune(character: Character, tags: tuple[str, ...]) -> bool:
    """Effects tagged `mind` do nothing to a creature without cognition."""
    return Tag.MIND in tags and character.cognition is Cognition.NONE


async def struck(
    state: State, who: str, blow: Blow, *, declared: bool = False, course: Course | None = None
) -> tuple[State, Damaged]:
    """A damage found in order. `declared`: the part was named before it was known that this is an execution."""
    course = course if course is not None else act()
    victim = state.who(who)
    if immune(victim, blow.tags):
        untouched = Damaged(
            level=_level(blow), dp=0, dr=0, count=0, damage_dealt=False, immune=True, after=seen(victim)
        )
        return state, untouched
    part = await struck_part(victim, blow, declared=declared) if physical(blow) else None
    power = reckoned(state, victim, blow, part)
    state, sp = await _exhausting(state, who, blow, power, course)
    state, landed = await _wounding(state, who, part, blow=blow, power=power)
    state = await _injured(state, who, part, blow=blow, landed=landed)
    state = await _felt(state, victim, part, blow=blow, power=power, landed=landed, course=course)
    state, burst = await _burst(state, who, part, blow=blow, power=power, landed=landed)
    return state, _reported(state.who(who), part, blow, power=power, landed=landed, sp=sp, burst=burst)


@rule("MIR-WND-2")
async def struck_part(
    victim: Character, blow: Blow, *, declared: bool = False, seen: bool = True, before: str = ""
) -> BodyPart:
    """The part that is hit: as given, else picked by the attacker of an attack, who may not see its wounds, and aimed there `before`, else
    by the victim."""
    if blow.part is not None:
        part = usable_part(victim, blow.part)
        if not declared and part not in possible_parts(victim, blow):
            raise RuleError("not_vital_part", clause="MIR-INJ-3", part=part.called)
        return part
    possible = possible_parts(victim, blow)
    if not possible:
        raise RuleError("no_part", clause="MIR-WND-2", who=victim.called)
    if len(possible) == 1:
        return possible[0]
    attacker = actor(blow.attacker) if blow.attacker else GM
    who = attacker if blow.from_attack else actor(victim.id)  # Ruling MIR-E-19: when declaring
    what = "" if blow.from_attack or blow.direct else _coming(blow)
    fateful = Injury.SEVER in blow.effects
    return await pick_part(
        who, "questions.part", victim, possible, fateful=fateful, seen=seen, before=before, what=what
    )


@rule("MIR-LIV-60")
def _coming(blow: Blow) -> Label:
    """What is about to hit, for the victim who says where."""
    types = say("view.slashes", items=[term(t) for t in blow.types])
    return say("view.coming", what=say("view.strikes", hit=blow.hit, dp=blow.dp, types=types))


async def pick_part(
    who: Who,
    question: str,
    victim: Character,
    parts: tuple[BodyPart, ...],
    *,
    fateful: bool = False,
    seen: bool = True,
    before: str = "",
    **facts: Label,
) -> BodyPart:
    own = who == actor(victim.id)
    offered = [(f"part:{p.id}", _offered(p, own=own, seen=seen, before=p.id == before), p) for p in parts]
    return await pick(who, say(question, who=victim.called, fateful=fateful, **facts), offered, about=victim.id)


@rule("MIR-LIV-40", "MIR-LIV-16")
def _offered(part: BodyPart, *, own: bool, seen: bool, before: bool) -> Say:
    """A part as it is offered: with its wounds to who sees it; whether it is vital her own player knows; that an attacker aimed at it before."""
    if not seen:
        return say("answers.part", part=part.called)
    kind = "vital" if own and part.vital else "before" if before else "wounds"
    return say(f"answers.part_{kind}", part=part.called, wounds=len(part.wounds))


@rule("MIR-INJ-3")
def possible_parts(victim: Character, blow: Blow) -> tuple[BodyPart, ...]:
    """Parts that may be hit: all that are left; an execution takes only vital ones, if she has any and is no minion."""
    vital = tuple(p for p in victim.parts_left if p.vital)
    if Injury.EXECUTION in blow.effects and not victim.minion and vital:
        return vital
    return victim.parts_left


@rule("MIR-HIT-1", "MIR-INJ-4", "MIR-INJ-8", "MIR-WND-3", "MIR-WND-4")
def reckoned(state: State, victim: Character, blow: Blow, part: BodyPart | None) -> _Power:
    """From Hit and DP to the number of wounds or SP, with all that makes it so."""
    plain, blow = blow, dealt(state, blow)
    surplus = max(0, blow.hit - HEAVY)
    instead = MINION_DP * sum(e in blow.effects for e in (Injury.SEVER, Injury.BURST)) if victim.minion else 0
    raw = blow.dp + surplus + instead  # MIR-INJ-1, MIR-INJ-2
    net = net_power(state, victim, blow.types, raw)
    stopped = () if blow.direct else dr_met(state, victim, blow, part)
    dr = max(0, sum(t.value for t in stopped))
    if Injury.PENETRATION in blow.effects and (victim.minion or dr <= net):
        dr, stopped = 0, ()
    terms = (
        because(plain.dp, "why.dp", "MIR-WND-3"),
        *_lent(state, plain, "dp", plain.dp),
        *((because(surplus, "why.surplus", "MIR-HIT-1"),) if surplus else ()),
        *((because(instead, "why.minion", "MIR-INJ-8"),) if instead else ()),
        *wards(state, victim, blow.types),
        *(replace(t, value=-t.value) for t in stopped if t.value),
    )
    count = max(0, net - dr)
    return _Power(_level(blow), raw, net, dr, count, replace(total(*terms), value=count))


def _level(blow: Blow) -> int:
    """The wound level: Hit, up to heavy (MIR-HIT-1)."""
    return max(0, min(blow.hit, HEAVY))


@rule("MIR-LIV-32")
def dealt(state: State, blow: Blow) -> Blow:
    """A blow with what the effects of who deals it make of its Hit and DP, and the injury effects that they grant."""
    if blow.attacker not in state.characters or not blow.from_attack:
        return blow
    hit = blow.hit + sum(t.value for t in _lent(state, blow, "hit", blow.hit))
    dp = blow.dp + sum(t.value for t in _lent(state, blow, "dp", blow.dp))
    more = granted_injuries(state, blow.attacker, _dealing(blow))
    return replace(blow, hit=hit, dp=max(0, dp), effects=tuple(dict.fromkeys((*blow.effects, *more))))


def _lent(state: State, blow: Blow, quantity: str, base: int) -> tuple[Term, ...]:
    """What the effects of who deals a blow add to one of its numbers, whole or for one of its damage types."""
    if blow.attacker not in state.characters or not blow.from_attack:
        return ()
    return terms_of(state, blow.attacker, quantity, base, _dealing(blow), *blow.types)


def _dealing(blow: Blow) -> Occasion:
    return Occasion("damage", blow.attacker, "", {"types": blow.types, "tags": blow.tags})


async def _felt(
    state: State,
    before: Character,
    part: BodyPart | None,
    *,
    blow: Blow,
    power: _Power,
    landed: WoundsLanded,
    course: Course,
) -> State:
    """Who listens to damage, wounds and what they do to a part is heard (MIR-LIV-34)."""
    who, doer = before.id, blow.attacker
    facts = {"types": blow.types, "part": part.id if part else "", "tags": blow.tags, "amount": power.count}
    if power.net >= 1:
        state = await occurred(state, "damage", doer=doer, target=who, course=course, **facts)
    if part is not None and (landed.taken or landed.absorbed):
        state = await occurred(state, "wound", doer=doer, target=who, course=course, **facts)
    now = state.who(who)
    there = now.part(part.id) if part is not None else None
    if part is not None and there is not None and there.status is not part.status and there.status in FELT:
        state = await occurred(state, FELT[there.status], doer=doer, target=who, course=course, **facts)
    if now.dissolved and not before.dissolved:
        state = await occurred(state, "dissolved", doer=doer, target=who, course=course, **facts)
    return state


FELT = {
    PartStatus.INJURED: "part_injured",
    PartStatus.DISABLED: "part_disabled",
    PartStatus.LOST: "part_lost",
}
"""The event of a part that came to a status."""


def dr_met(state: State, victim: Character, blow: Blow, part: BodyPart | None) -> tuple[Term, ...]:
    """DR: of the damage call, else of the part (a 0 written there counts), else of the character (Ruling MIR-E-40), and of effects."""
    if blow.dr is not None:
        return (because(blow.dr, "why.dr", "MIR-WND-3"),)
    base = victim.dr if part is None else part.dr
    if base is None:
        base = max(victim.dr, armour(victim, part.type if part else ""))  # MIR-LIV-49
    more = terms_of(state, victim.id, "dr", base, NOTHING, part.type if part else "")
    return (because(base, "why.dr", "MIR-WND-3"), *more)


@rule("MIR-DTY-4", "MIR-DTY-5")
async def _exhausting(
    state: State, who: str, blow: Blow, power: _Power, course: Course
) -> tuple[State, Stamina | None]:
    """Mental damage takes as much SP as it would make wounds, in one fall."""
    if not mental(blow):
        return state, None
    return await fallen(state, who, power.count, blow.check, course)


@rule("MIR-DTY-3", "MIR-HIT-2")
async def _wounding(
    state: State, who: str, part: BodyPart | None, *, blow: Blow, power: _Power
) -> tuple[State, WoundsLanded]:
    """Physical damage makes wounds of its level; Hit 0 or less makes none."""
    if part is None or power.level < 1:
        return state, WoundsLanded()
    effects = tuple(sorted(e for e in set(blow.effects) if e in LASTING))
    erosion = blow.types if Injury.EROSION in effects else ()
    wound = Wound(power.level, blow.types, effects, erosion)
    return await land(state, who, part.id, wound=wound, number=power.count)


@rule("MIR-INJ-0", "MIR-INJ-1", "MIR-INJ-3", "MIR-TMP-5")
async def _injured(state: State, who: str, part: BodyPart | None, *, blow: Blow, landed: WoundsLanded) -> State:
    """Sever and execution, if a wound got past temporary life."""
    if part is None or not landed.taken:
        return state
    minion = state.who(who).minion
    if Injury.SEVER in blow.effects and not minion:
        state = await happen(PartLost(who, part.id))
    if Injury.EXECUTION in blow.effects and (minion or part.vital):
        state = await happen(Dissolved(who))
    return state


def joined_parts(victim: Character, part: str) -> tuple[BodyPart, ...]:
    """Parts joined to this one that are not lost, in the body's order."""
    near = {b if a == part else a for a, b in victim.links if part in (a, b)}
    return tuple(p for p in victim.parts_left if p.id in near and p.id != part)


@rule("MIR-INJ-2")
async def _burst(
    state: State, who: str, part: BodyPart | None, *, blow: Blow, power: _Power, landed: WoundsLanded
) -> tuple[State, Damaged | None]:
    """Burst: a joined part takes one damage of the same DP, level and types, reckoned anew, without injury effects."""
    victim = state.who(who)
    wounded = landed.absorbed or landed.taken
    if part is None or Injury.BURST not in blow.effects or victim.minion or not wounded or victim.out_of_play:
        return state, None
    joined = joined_parts(victim, part.id)
    if not joined:
        return state, None
    next_part = joined[0] if len(joined) == 1 else await pick_part(actor(who), "questions.burst", victim, joined)
    again = replace(blow, hit=power.level, dp=power.raw, effects=(), dr=blow.burst_dr, part=next_part.id)
    return await struck(state, who, again)


def _reported(
    victim: Character,
    part: BodyPart | None,
    blow: Blow,
    *,
    power: _Power,
    landed: WoundsLanded,
    sp: Stamina | None,
    burst: Damaged | None,
) -> Damaged:
    now = victim.part(part.id) if part else None
    return Damaged(
        level=power.level,
        dp=power.net,
        dr=power.dr,
        count=power.count if power.level or sp is not None else 0,
        damage_dealt=power.net >= 1,  # MIR-RES-3
        absorbed=landed.absorbed,
        spilled=landed.spilled,
        worse=landed.worse,
        part=part.id if part else None,
        types=blow.types,
        part_status=now.status if now else None,
        sp_loss=None if sp is None else power.count,
        stamina=sp,
        burst=burst,
        dissolved=victim.dissolved,
        held=len(part.wounds) if part else 0,
        holds=len(now.wounds) if now else 0,
        slots=now.cap if now else 0,
        was_status=part.status if part else PartStatus.NONE,
        why={"count": power.why},
        after=seen(victim),
    )
