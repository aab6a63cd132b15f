"""Joins Skills (技能) and Skill checks (技能检定), since every skill is for its check (MIR-SKL, MIR-SKC, MIR-LNK).

`skilled` is the one skill check; defence, attack, initiative, dying and exhaustion checks are it with other ranks.
"""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, total
from ludex.core.fields import flag, keyed
from ludex.core.modifiers import Modifier
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.events import ActionUsed, Begun
from ludex.systems.mirror.kinds import (
    ADVANTAGE,
    DIE_EFFECTS,
    DISADVANTAGE,
    MODIFIERS,
    ONCE,
    OR_NONE,
    PASSIVE,
    SUMMED,
    TIERS,
    AttributeNamed,
    PartKeyed,
    closed,
    ruled,
)
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.rules.bearing import (
    check_denied,
    level_modifiers,
    modifiers_of,
    part_modifiers,
    shared_in,
    status_modifiers,
    swayed,
    tier_modifiers,
    unsheltered,
)
from ludex.systems.mirror.rules.checks import (
    ON_THE_DIE,
    Check,
    Checked,
    Dice,
    DieEffect,
    FallenDice,
    Stake,
    asked_boost,
    boost_question,
    boosted,
    changed,
    check_dice,
    dice_of,
    judged,
    natural_of,
    natural_term,
    passive_modifiers,
    pick,
    read_modifiers,
    spend,
    stacked,
    swung,
    throw_asked,
    thrown,
    usable_boosts,
)
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.windows import act, listening, noted, occurred, used_up
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    AttackType,
    Attribute,
    Defense,
    Group,
    Kind,
    Secondary,
    Skill,
    check_word,
    said,
    words_of,
)

GROUPS: dict[str, tuple[Skill, ...]] = {
    Group.PHYSICAL: (Skill.ATHLETICS, Skill.AGILITY, Skill.ENDURANCE),
    Group.MENTAL: (Skill.LORE, Skill.INSIGHT, Skill.INTUITION),
    Group.SOCIAL: (Skill.INTIMIDATION, Skill.RHETORIC, Skill.EMPATHY),
}  # MIR-SKL-1

LINKED: dict[str, tuple[Attribute, ...]] = {  # MIR-SKL-4
    Skill.ATHLETICS: (Attribute.STR, Attribute.CON),
    Skill.AGILITY: (Attribute.STR, Attribute.DEX),
    Skill.ENDURANCE: (Attribute.CON, Attribute.WIL),
    Skill.LORE: (Attribute.INT,),
    Skill.INSIGHT: (Attribute.DEX, Attribute.INT),
    Skill.INTUITION: (Attribute.WIL, Attribute.SEN),
    Skill.INTIMIDATION: (Attribute.STR, Attribute.SEN),
    Skill.RHETORIC: (Attribute.INT, Attribute.SEN),
    Skill.EMPATHY: (Attribute.WIL, Attribute.SEN),
}

DEFENSE_SKILL: dict[str, Skill] = {  # MIR-DFN-2
    Defense.FORTITUDE: Skill.ENDURANCE,
    Defense.DODGE: Skill.AGILITY,
    Defense.DISCERN: Skill.INSIGHT,
    Defense.WILL: Skill.INTUITION,
}

ATTACK_SKILL: dict[str, Skill] = {AttackType.MELEE: Skill.ATHLETICS, AttackType.RANGED: Skill.AGILITY}  # MIR-ATK-2
RANKS = {"defense": "defenses", "weapon": "weapons", "magic": "magic", "secondary": "secondary"}
"""Where the sheet keeps the ranks of each source."""

CLOSED = {"defense": words_of(Defense), "secondary": words_of(Secondary)}
"""Sources whose words are a closed list."""


class SkillGiven(Check, frozen=True, kw_only=True):
    """What a skill check takes besides who makes it."""

    skill: str = ""
    attribute: str | None = None
    linked: tuple[str, ...] | None = None
    rank_source: str = "skill"
    part: str | None = None
    require_rank: int = 0
    hidden_target: int | None = None
    """A number to reach that only the GM knows: who rolls learns her total (MIR-LIV-3)."""


Shape = TypeVar("Shape", bound=SkillGiven)


class CheckLine(Deed, own_first=True):
    """What a line says of a check besides what it is made with."""

    modifiers: Annotated[tuple[ModifierGiven, ...], ruled(MODIFIERS), SUMMED] = ()
    advantage: Annotated[int, ruled(ADVANTAGE), ONCE] = 0
    disadvantage: Annotated[int, ruled(DISADVANTAGE), ONCE] = 0
    passive: Annotated[bool | None, ruled(PASSIVE), OR_NONE] = None
    blind: Annotated[bool, ruled(flag("blind", "隐目标", "hidden"))] = False
    attribute: AttributeNamed = None
    part: PartKeyed = None
    require_rank: Annotated[int, ruled(keyed("require", "需求", "need"))] = 0
    linked: Annotated[
        tuple[str, ...] | None, ruled(closed("linked", Attribute, "关联", "linked", several=True)), OR_NONE
    ] = None
    die_effects: Annotated[tuple[DieEffect, ...], ruled(DIE_EFFECTS), ON_THE_DIE] = ()
    effects: Annotated[tuple[str, ...] | None, ruled(TIERS), OR_NONE] = None

    def check(self, shape: type[Shape], **more: Any) -> Shape:
        """The inputs of a check of some shape, as the line says them."""
        said = {name: getattr(self, name) for name in CheckLine.__struct_fields__ if name != "blind"}
        return shape(**{**said, **more})

    @rule("MIR-LIV-3")
    def aim(self, target: int | None) -> dict[str, int | None]:
        """The number to reach; with 隐目标 only the GM learns how the check stands to it."""
        return {"hidden_target" if self.blind else "target": target}


class SkillCheck(SkillGiven, frozen=True, kw_only=True):
    """A skill check by a character; what it is for (`reason`, in people's own words) is told and changes nothing."""

    actor: str
    reason: str = ""


class SkillChecked(Checked, frozen=True, kw_only=True):
    attribute: str
    natural: str = "none"
    boost: str = "none"
    requirement_met: bool = True
    after: AfterView | None = None


@rule("MIR-SKC-1", "MIR-SKL-1", "MIR-SKL-3")
async def skill_check(state: State, given: SkillCheck) -> SkillChecked:
    """A skill check: 1D20 + attribute + PB + level bonus and whatever else applies."""
    character = state.in_play(given.actor)
    if given.skill in GROUPS:
        given = replace(given, skill=await picked_skill(character, given.skill))
    check_skill(state, given.actor, given)
    state, checked = await skilled(await acted(state, given.actor), given.actor, given)
    return replace(checked, after=after(state, given.actor))


@rule("MIR-LIV-20", "MIR-LIV-26")
async def acted(state: State, who: str) -> State:
    """She has done something, if only rolled or used what costs nothing: her turn has begun, and a movement of hers is over."""
    conflict = state.conflict
    if conflict is None or not (conflict.moving == who or any(one.id == who for one in conflict.fresh)):
        return state
    return await happen(ActionUsed(who))


@rule("MIR-SKL-2", "MIR-SKL-3")
async def picked_skill(character: Character, group: str) -> str:
    """A group stands for one skill of it: the checker picks."""
    offered = [(f"skill:{s}", say("answers.skill", skill=term(s)), s.value) for s in GROUPS[group]]
    return await pick(actor(character.id), say("questions.skill", group=term(group)), offered)


def check_skill(state: State, who: str, given: SkillGiven) -> None:
    """Refuse whatever a skill check cannot be made with, before anything is asked or rolled."""
    character = state.who(who)
    check_word(Skill, given.skill)
    linked = linked_of(given)
    for attribute in (*linked, *((given.attribute,) if given.attribute else ())):
        check_word(Attribute, attribute)
    if given.attribute and given.attribute not in linked:
        raise RuleError(
            "attribute_not_linked",
            clause="MIR-LNK-1",
            attribute=term(given.attribute),
            linked=[term(a) for a in linked],
        )
    rank_of(character, given)
    if given.part is not None:
        usable_part(character, given.part)
    check_dice(given)
    read_modifiers(given.modifiers)


@rule("MIR-LNK-3")
def linked_of(given: SkillGiven) -> tuple[str, ...]:
    """The skill's linked attributes, or those the GM set for this check."""
    return given.linked or LINKED[given.skill]


@rule("MIR-DOM-7", "MIR-ATK-3", "MIR-DFN-2")
def rank_of(character: Character, given: SkillGiven) -> int:
    """The rank that the check uses: the skill's, or that of a defence, weapon, magic source or secondary domain."""
    source, _, name = given.rank_source.partition(":")
    if source == "skill" and not name:
        return character.skills.get(given.skill, 0)
    ranks: dict[str, int] | None = getattr(character, RANKS[source]) if source in RANKS else None
    if ranks is None or name not in CLOSED.get(source, (name,)):
        raise RuleError("unknown_rank_source", clause="MIR-SKC-2", source=given.rank_source)
    return ranks.get(name, 0)


class FallenCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A skill check whose dice have fallen: with what it is made, how they fell, and what could still be spent on it."""

    who: str
    given: SkillGiven
    attribute: str
    dice: Dice
    fallen: FallenDice
    boosts: tuple[str, ...]
    modifiers: Total
    shared_in: tuple[str, ...] = ()
    """The effects with a part in it, where some last for so many uses."""


async def skilled(
    state: State,
    who: str,
    given: SkillGiven,
    *,
    extra: tuple[Modifier, ...] = (),
    diffuse: bool = False,
    stake: Stake | None = None,
    at: Occasion = NOTHING,
    course: Course | None = None,
) -> tuple[State, SkillChecked]:
    """Make a skill check that was found in order: attribute, dice, boost, face-changing effects, total (MIR-SKC-7).

    `stake`: what hangs on it where that is more than the target that it was given. `at`: what is known of it, for effects.
    """
    check_denied(state, state.who(who), given.skill)
    if state.who(who).draft:
        state = await happen(Begun(who))
    stakes = stake or Stake(target=given.target, tiers=given.effects or ())
    attribute = await picked_attribute(state.who(who), given, defends=stakes.defends)
    if unasked := "defence" if stakes.defends else stakes.why:
        await throw_asked(state, unasked, who)
    rolled = await cast(state, who, given, attribute, extra=extra, diffuse=diffuse, at=at)
    state, rolled = await heard_rolled(state, rolled, course)
    state, boost = await asked_boost(state, who, rolled.boosts, question_of(rolled, stakes), stakes.kind)
    return await carried_out(state, rolled, boost)


async def cast(
    state: State,
    who: str,
    given: SkillGiven,
    attribute: str,
    *,
    extra: tuple[Modifier, ...],
    diffuse: bool = False,
    at: Occasion = NOTHING,
) -> FallenCheck:
    character = state.who(who)
    given = with_sway(state, who, given, at)
    dice = dice_of(given, who)
    boosts = usable_boosts(state, character, attribute, dice, advantaged=bool(given.advantage))
    fallen = await thrown(dice, apart=bool(boosts) or listening(state, "check_rolled"))
    own = skill_modifiers(state, character, given, attribute)
    own += borne_modifiers(state, who, given, at)
    all_of_them = (*own, *extra, *read_modifiers(given.modifiers), *passive_modifiers(dice))
    modifiers = stacked(unsheltered(all_of_them) if diffuse else all_of_them)
    mine = tuple(i for quantity, parts in quantities_of(given) for i in shared_in(state, who, quantity, at, parts))
    return FallenCheck(
        who=who,
        given=given,
        attribute=attribute,
        dice=dice,
        fallen=fallen,
        boosts=boosts,
        modifiers=modifiers,
        shared_in=mine,
    )


@rule("MIR-LIV-34")
async def heard_rolled(state: State, rolled: FallenCheck, course: Course | None) -> tuple[State, FallenCheck]:
    """A check was rolled: who listens to that may change its number before its result."""
    course = course if course is not None else act()
    skill, face = rolled.given.skill, rolled.fallen.face
    state = await occurred(state, "check_rolled", doer=rolled.who, course=course, skill=skill, face=face)
    terms = [Term(m.value, m.source, m.clause) for m in noted(course)]
    better, worse = bool(course.notes.pop("advantage", False)), bool(course.notes.pop("disadvantage", False))
    fallen, dice = await swung(rolled.fallen, rolled.dice, better=better, worse=worse)
    changes = course.notes.pop("die", ())
    return state, replace(
        rolled,
        modifiers=total(*rolled.modifiers.terms, *terms) if terms else rolled.modifiers,
        fallen=fallen,
        dice=replace(dice, effects=(*dice.effects, *changes)) if isinstance(changes, tuple) else dice,
        boosts=() if better else rolled.boosts,
    )


def question_of(rolled: FallenCheck, stake: Stake) -> Say:
    return boost_question(rolled.fallen, rolled.dice, rolled.modifiers.value, stake)


async def carried_out(state: State, rolled: FallenCheck, boost: str) -> tuple[State, SkillChecked]:
    """Finish a check whose dice have fallen: the boost, what changes the face, and the total."""
    character, given, dice = state.who(rolled.who), rolled.given, rolled.dice
    state = await used_up(await spend(state, character, rolled.attribute, boost), rolled.shared_in)
    fallen = await changed(await boosted(rolled.fallen, dice, boost), dice)
    natural = natural_of(fallen.face, dice)
    met = rank_of(character, given) >= given.require_rank  # MIR-USE-2, MIR-CND-3
    who = actor(rolled.who)
    checked = await judged(given, fallen, rolled.modifiers, checker=who, natural=natural_term(natural), counts=met)
    return state, _with_skill(checked, rolled.attribute, natural=natural, boost=boost, met=met)


def _with_skill(checked: Checked, attribute: str, *, natural: str, boost: str, met: bool) -> SkillChecked:
    plain = {name: getattr(checked, name) for name in Checked.__struct_fields__}
    return SkillChecked(**plain, attribute=attribute, natural=natural, boost=boost, requirement_met=met)


@rule("MIR-LNK-1")
async def picked_attribute(character: Character, given: SkillGiven, *, defends: bool = False) -> str:
    """The one linked attribute that is added; with several the checker picks before the roll."""
    linked = linked_of(given)
    if given.attribute or len(linked) == 1:
        return given.attribute or linked[0]
    offered = [
        (f"attribute:{a}", say("answers.attribute", attribute=term(a), modifier=f"{character.mod(a):+d}"), a)
        for a in linked
    ]
    question = say("questions.attribute", skill=term(given.skill), note=Say("view.defends") if defends else "")
    return await pick(actor(character.id), question, offered, about=given.rank_source)


def skill_modifiers(state: State, character: Character, given: SkillGiven, attribute: str) -> list[Modifier]:
    """Everything the sheet and the table add to a skill check."""
    return [
        *attribute_modifiers(character, given, attribute),
        *tier_modifiers(character, attribute),
        *rank_modifiers(character, given),
        *level_modifiers(state, character),
        *part_modifiers(character, given.part),
        *status_modifiers(state, character),
    ]


@rule("MIR-LIV-32")
def quantities_of(given: SkillGiven) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The quantities that a skill check is, for effects: every skill check, a passive one as DC, and ATK or DEF with the words that narrow it."""
    source, _, name = given.rank_source.partition(":")
    group = next((g for g, skills in GROUPS.items() if given.skill in skills), "")
    every: list[tuple[str, tuple[str, ...]]] = [("check", ("", given.skill, group))]
    if given.passive:
        every.append(("dc", ("", name if source == "defense" else given.skill)))
    if source == "defense":
        return *every, ("def", ("", name))
    if source in ("weapon", "magic"):
        kind = next((kind for kind, skill in ATTACK_SKILL.items() if skill == given.skill), "")
        return *every, ("atk", ("", source, kind))
    return tuple(every)


def with_sway(state: State, who: str, given: SkillGiven, at: Occasion) -> SkillGiven:
    """The check with the advantage and disadvantage that effects give."""
    for quantity, parts in quantities_of(given):
        more, less = swayed(state, who, quantity, at, parts)
        if more or less:
            given = replace(given, advantage=given.advantage + more, disadvantage=given.disadvantage + less)
    return given


@rule("MIR-LIV-32")
def lent(state: State, who: str, given: SkillGiven, quantity: str) -> tuple[SkillGiven, tuple[Modifier, ...]]:
    """A check that is a quantity by itself (initiative, dying, exhaustion), with the sway and the modifiers that effects give to it."""
    more, less = swayed(state, who, quantity)
    swung = replace(given, advantage=given.advantage + more, disadvantage=given.disadvantage + less)
    return swung if more or less else given, modifiers_of(state, who, quantity)


def borne_modifiers(state: State, who: str, given: SkillGiven, at: Occasion = NOTHING) -> list[Modifier]:
    return [m for quantity, parts in quantities_of(given) for m in modifiers_of(state, who, quantity, at, parts)]


@rule("MIR-LNK-2")
def attribute_modifiers(character: Character, given: SkillGiven, attribute: str) -> list[Modifier]:
    """The picked attribute's modifier, and that of every other linked one if it is negative."""
    mods = [Modifier(character.mod(attribute), Kind.GENERAL, term(attribute), "MIR-LNK-1")]
    for other in linked_of(given):
        if other != attribute and character.mod(other) < 0:
            label = say("why.unpicked", attribute=term(other))
            mods.append(Modifier(character.mod(other), Kind.GENERAL, label, "MIR-LNK-2"))
    return mods


@rule("MIR-SKC-2")
def rank_modifiers(character: Character, given: SkillGiven) -> list[Modifier]:
    rank = rank_of(character, given)
    name = given.rank_source.partition(":")[2] or given.skill
    return [Modifier(2 * rank, Kind.GENERAL, say("why.pb", name=said(name)), "MIR-SKC-2")] if rank else []
