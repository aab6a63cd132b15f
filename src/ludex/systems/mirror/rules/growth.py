"""Joins Domains (领域) and Self-improvement (自我完善), since growth is levels, points and abilities (MIR-LVL, MIR-DOM, MIR-IMP)."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.events import AbilitiesLost, AbilityLearned, DomainChanged, FavourChanged, Grown, PointsSpent
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.knowing import missing
from ludex.systems.mirror.rules.personality import check_amount, check_favour
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.sheets import (
    check_cap,
    check_domains,
    check_points,
    check_total,
    point_cap,
    points_left,
    secondary_slots,
)
from ludex.systems.mirror.sheet import Ability, Character
from ludex.systems.mirror.sheet.stats import met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import BASIC, Mode, Primary, Secondary, check_domain, said, words_of

CREATION = "creation"


class LevelUp(msgspec.Struct, frozen=True):
    """A level in a primary domain. `mode` unset is the table's."""

    actor: str
    domain: str
    mode: str | None = None


class LevelledUp(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet after a level."""

    lv: int
    domains: dict[str, int]
    attribute_cap: int
    points_left: int | None = None
    attributes: dict[str, int]
    after: After


class LoseLevel(msgspec.Struct, frozen=True):
    """Levels lost in a primary domain."""

    actor: str
    domain: str
    levels: int = 1


class LevelLost(msgspec.Struct, frozen=True):
    """LV now, and the abilities that went."""

    lv: int
    lost: tuple[str, ...]
    after: After


class AllocatePoints(msgspec.Struct, frozen=True):
    """Attribute points to put in."""

    actor: str
    points: dict[str, int]
    mode: str | None = None


class PointsAllocated(msgspec.Struct, frozen=True):
    """What is left, and the values now."""

    points_left: int
    attributes: dict[str, int]
    after: After


class LearnAbility(msgspec.Struct, frozen=True):
    """An ability to learn, in rest mode or at creation."""

    actor: str
    ability: Ability
    mode: str | None = None


class AbilityKnown(msgspec.Struct, frozen=True):
    """All she knows."""

    known: tuple[str, ...]
    after: After


class AutoLearn(msgspec.Struct, frozen=True):
    """Abilities among which the automatic ones are learned."""

    actor: str
    catalogue: tuple[Ability, ...]


class AutoLearned(msgspec.Struct, frozen=True):
    """What was learned by itself."""

    learned: tuple[str, ...]
    after: After


@rule("MIR-IMP-1", "MIR-MDE-1")
def check_mode(state: State, mode: str | None, *others: str, draft: bool = False) -> None:
    """Self-improvement is for rest mode; where the table has set none, rest is meant."""
    now = mode or state.mode or Mode.REST
    if draft:  # MIR-LIV-48: a draft changes in any mode, and that is no growth (MIR-LIV-11)
        return
    if state.conflict is not None and mode is None:
        raise RuleError("conflict_running", clause="MIR-LIV-11", round=state.conflict.round)
    if now not in (Mode.REST, *others):
        raise RuleError("rest_mode_only", clause="MIR-IMP-1", mode=said(now))


@rule("MIR-IMP-1", "MIR-LVL-1")
async def level_up(state: State, given: LevelUp) -> LevelledUp:
    """A level more in a primary domain; the price is the GM's (Ruling MIR-E-39)."""
    character = state.in_play(given.actor)
    check_mode(state, given.mode)
    check_domains({given.domain: 1})
    price = state.options.level_price * (character.lv + 1)
    check_favour(character, price)
    if price > 0:
        state = await happen(FavourChanged(given.actor, character.favour - price))
    state = await happen(DomainChanged(given.actor, given.domain, character.domains.get(given.domain, 0) + 1))
    await happen(Grown(given.actor))
    state = await happen(Grown(given.actor, ability=True))
    now = state.who(given.actor)
    return LevelledUp(
        lv=now.lv,
        domains=now.domains,
        attribute_cap=point_cap(now),
        points_left=points_left(now),
        attributes=now.attributes,
        after=after(state, given.actor),
    )


@rule("MIR-DOM-2", "MIR-DOM-5")
async def lose_level(state: State, given: LoseLevel) -> LevelLost:
    """Levels lost: abilities of a higher level go, in the domain and in the basic one; all else stays (Ruling MIR-E-48)."""
    character = state.who(given.actor)
    check_domains({given.domain: 1})
    check_amount(given.levels, "MIR-DOM-5")
    level = character.domains.get(given.domain, 0) - given.levels
    if level < 0:
        raise RuleError("no_level", clause="MIR-DOM-5", domain=said(given.domain), level=level + given.levels)
    state = await happen(DomainChanged(given.actor, given.domain, level))
    now = state.who(given.actor)
    lost = tuple(a.id for a in now.abilities if _outgrown(now, a, given.domain))
    if lost:
        state = await happen(AbilitiesLost(given.actor, lost))
    return LevelLost(now.lv, lost, after(state, given.actor))


def _outgrown(character: Character, ability: Ability, domain: str) -> bool:
    if ability.domain == BASIC:
        return ability.level > character.lv
    return ability.domain == domain and ability.level > character.domains.get(domain, 0)


@rule("MIR-PTS-5", "MIR-IMP-1")
async def allocate_points(state: State, given: AllocatePoints) -> PointsAllocated:
    """Spend kept attribute points, within the cap of each attribute."""
    character = state.in_play(given.actor)
    check_mode(state, given.mode, draft=character.draft)
    left = points_left(character)
    if left is None or character.points is None:
        raise RuleError("no_attribute_points", clause="MIR-POT-1", who=character.called)
    check_points(given.points)
    after_all = {a: character.points.get(a, 0) + n for a, n in given.points.items() if n}
    check_cap(after_all, point_cap(character))
    check_total(sum(given.points.values()), left)
    state = await happen(PointsSpent(given.actor, given.points))
    now = state.who(given.actor)
    return PointsAllocated(points_left(now) or 0, now.attributes, after(state, given.actor))


@rule("MIR-LVL-3")
async def learn_ability(state: State, given: LearnAbility) -> AbilityKnown:
    """Learn an ability, if its domain, level, prerequisite and a free place allow it."""
    character, ability = state.in_play(given.actor), given.ability
    check_mode(state, given.mode, CREATION, draft=character.draft)
    check_learnable(character, ability)
    state = await happen(AbilityLearned(given.actor, ability))
    return AbilityKnown(tuple(a.id for a in state.who(given.actor).abilities), after(state, given.actor))


@rule("MIR-LVL-3", "MIR-DOM-4", "MIR-CND-2")
def check_learnable(character: Character, ability: Ability) -> None:
    """Refuse an ability that is not open to her: known, or its domain, level, prerequisite or a free place is missing."""
    if any(a.id == ability.id for a in character.abilities):
        raise RuleError("already_known", ability=shown(ability.called))
    check_domain(ability.domain)
    if not trained(character, ability.domain):
        raise RuleError("domain_not_trained", clause="MIR-LVL-3", domain=said(ability.domain))
    if ability.level > level_limit(character, ability):
        raise RuleError("ability_level_too_high", clause="MIR-DOM-4", level=ability.level)
    if not met(character, ability.prerequisite):
        needs = missing(character, ability.prerequisite)
        raise RuleError("prerequisite_unmet", clause="MIR-CND-2", ability=shown(ability.called), needs=needs)
    if not ability.auto and not has_place(character, ability):  # MIR-DOM-8
        clause = "MIR-LVL-5" if ability.domain in words_of(Secondary) else "MIR-LVL-3"
        raise RuleError("no_slot", clause=clause, domain=said(ability.domain))


@rule("MIR-LVL-3", "MIR-LVL-5", "MIR-DOM-1")
def trained(character: Character, domain: str) -> bool:
    """Whether a domain is open to her: the basic one always, a primary one by a level, a secondary one by a rank."""
    return domain == BASIC or character.domains.get(domain, 0) > 0 or character.secondary.get(domain, 0) > 0


@rule("MIR-DOM-1", "MIR-DOM-4", "MIR-DOM-6")
def level_limit(character: Character, ability: Ability) -> int:
    """The highest level she can learn there: LV, her level in the domain; secondary abilities have none."""
    if ability.domain == BASIC:
        return character.lv
    return character.domains.get(ability.domain, 0) if ability.domain in words_of(Primary) else ability.level


@rule("MIR-LVL-3", "MIR-LVL-4", "MIR-LVL-5", "MIR-DOM-1")
def has_place(character: Character, ability: Ability) -> bool:
    """Whether one more ability fits: any number of basic ones, one a level in a primary domain, a sum for secondary ones."""
    if ability.domain == BASIC:
        return True  # Ruling MIR-E-12: any number
    counted = [*(a for a in character.abilities if not a.auto), ability]
    if ability.domain in words_of(Secondary):
        return sum(a.domain in words_of(Secondary) for a in counted) <= secondary_slots(character)
    return places_left(replace(character, abilities=tuple(counted)), ability.domain) >= 0


@rule("MIR-LVL-3", "MIR-LVL-4")
def places_left(character: Character, domain: str) -> int:
    """How many abilities of a primary domain she may learn besides those that she knows; in her first one of level 0 is free."""
    there = [a for a in character.abilities if a.domain == domain and not a.auto]
    free = domain == character.first_domain and any(a.level == 0 for a in there)
    return character.domains.get(domain, 0) - (len(there) - free)


@rule("MIR-DOM-8")
async def auto_learn(state: State, given: AutoLearn) -> AutoLearned:
    """Abilities that are learned by themselves, as soon as level and prerequisite are met."""
    learned: list[str] = []
    state.who(given.actor)
    for ability in given.catalogue:
        check_domain(ability.domain)
        if ability.auto and comes_by_itself(state.who(given.actor), ability):
            state = await happen(AbilityLearned(given.actor, ability))
            learned.append(ability.id)
    return AutoLearned(tuple(learned), after(state, given.actor))


def comes_by_itself(character: Character, ability: Ability) -> bool:
    """Not known yet, the domain is hers, and level and prerequisite are met."""
    known = any(a.id == ability.id for a in character.abilities)
    fits = trained(character, ability.domain) and ability.level <= level_limit(character, ability)
    return not known and fits and met(character, ability.prerequisite)
