"""Domains, and the counting of Bonus feats and free benefits: what levels give (FAB-DOM, FAB-BEN)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, BOOK, Field
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import ClassEntry, shipped
from ludex.systems.fable.kinds.offers import domain_levels
from ludex.systems.fable.options import Options
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import GENERAL, Domain

DOMAIN_CAP = 50
MASTERY_LEVELS = 10
MOST_UNMASTERED = 2
FIRST_BENEFITS = 2
LEVELS_PER_BENEFIT = 4

Levels = dict[str, int]


class OfDomains(
    Deed, names=("领域", "domains"), does="progression", who=ANYONE, beside=BOOK, example=".领域 武者10,祭司2"
):
    """`.领域 武者10,祭司2`: levels by class domain."""

    domains: Annotated[Levels, Field(several=True), Meant(lambda _asked, said: domain_levels(said))]


class Progression(msgspec.Struct, frozen=True, kw_only=True):
    level: int
    general_level: int
    benefit_slots: int
    mastery_points: int
    feats_general: int
    feats_domain: int
    unmastered: int


@rule("FAB-DOM-1")
async def progression(state: State, given: OfDomains) -> Progression:
    """LV, mastery, feats and free benefits of a spread of domain levels."""
    return progressed(given.domains, state.options)


@rule("FAB-DOM-1", "FAB-DOM-2", "FAB-DOM-3", "FAB-DOM-6")
def progressed(domains: Mapping[str, int], options: Options) -> Progression:
    """Check the levels domain by domain, then as a whole; and what they give."""
    for domain, levels in domains.items():
        _check_domain(domain, levels)
    level = sum(domains.values())
    check_level(level, options)
    unmastered = sum(0 < levels < MASTERY_LEVELS for levels in domains.values())
    if unmastered > MOST_UNMASTERED:
        raise RuleError("too_many_unmastered", clause="FAB-DOM-6", unmastered=unmastered, limit=MOST_UNMASTERED)
    return Progression(
        level=level,
        general_level=level,
        benefit_slots=benefit_slots(level),
        mastery_points=mastery_points(domains),
        feats_general=level,
        feats_domain=level,
        unmastered=unmastered,
    )


@rule("FAB-DOM-4")
def _check_domain(domain: str, levels: int) -> None:
    if domain not in set(Domain):
        raise RuleError("domain_unknown", clause="FAB-DOM-1", domain=domain, domains=[term(d) for d in Domain])
    if levels < 0:
        raise RuleError("domain_negative", clause="FAB-DOM-1", domain=domain, levels=levels)
    if levels > DOMAIN_CAP:
        raise RuleError("domain_level_cap", clause="FAB-DOM-4", domain=term(domain), levels=levels, limit=DOMAIN_CAP)


@rule("FAB-DOM-4", "FAB-PLV-1")
def check_level(level: int, options: Options) -> None:
    """Refuse a level that no table, or not this one, has."""
    if level < 1:
        raise RuleError("level_too_low", clause="FAB-DOM-1", level=level, low=1)
    if level > options.level_cap:  # Ruling FAB-E-26: only where a table sets one
        raise RuleError("level_cap", clause="FAB-DOM-4", level=level, limit=options.level_cap)


@rule("FAB-DOM-5")
def mastery_points(domains: Mapping[str, int]) -> int:
    """精通点: one for every full 10 levels in one and the same domain."""
    return sum(levels // MASTERY_LEVELS for levels in domains.values())


@rule("FAB-BEN-3")
def benefit_slots(level: int) -> int:
    """Free benefits: 2 at LV 1, one more at LV 4 and every 4 levels."""
    return FIRST_BENEFITS + level // LEVELS_PER_BENEFIT


# ---------------------------------------------------------------------- free benefits
@rule("FAB-BEN-2", "FAB-BEN-4", "FAB-DOM-7")
def check_benefits(benefits: tuple[str, ...], domains: Mapping[str, int]) -> tuple[ClassEntry, ...]:
    """Known classes of domains in which there are levels; their entries."""
    classes = shipped().classes
    for name in benefits:
        if name not in classes:
            raise RuleError("benefit_unknown", clause="FAB-BEN-4", benefit=name, benefits=list(classes))
    for name in benefits:  # Ruling FAB-E-25: which classes they come from is the player's choice
        if domains.get(classes[name].domain, 0) < 1:
            raise RuleError("benefit_domain", clause="FAB-BEN-4", benefit=term(name), domain=term(classes[name].domain))
    return tuple(classes[name] for name in benefits)


# ---------------------------------------------------------------------- feats
class Feat(msgspec.Struct, frozen=True):
    id: str
    domain: str = GENERAL
    bonus: bool = False


class FeatsCheck(msgspec.Struct, frozen=True):
    domains: Levels
    feats: tuple[Feat, ...] = ()
    heroic: int = 0


class FeatsFree(msgspec.Struct, frozen=True, kw_only=True):
    general_free: int
    domain_free: dict[str, int]
    bonus: int
    mastery_free: int


async def feats_check(state: State, given: FeatsCheck) -> FeatsFree:
    """How many more feats may be learned; too many are refused."""
    return feats_free(state, given)


@rule("FAB-DOM-2", "FAB-DOM-5", "FAB-DOM-8", "FAB-BEN-1")
def feats_free(state: State, given: FeatsCheck) -> FeatsFree:
    """One feat for each level, in the general domain and in each class domain; a heroic feat for each mastery point."""
    gives = progressed(given.domains, state.options)
    for feat in given.feats:
        if feat.domain != GENERAL and feat.domain not in set(Domain):
            raise RuleError("domain_unknown", clause="FAB-DOM-2", domain=feat.domain, feat=feat.id)
    learned = [feat.domain for feat in given.feats if not feat.bonus]
    slots: Levels = {GENERAL: gives.general_level, **{d: given.domains.get(d, 0) for d in Domain}}
    free = {domain: most - learned.count(domain) for domain, most in slots.items()}
    for domain, left in free.items():
        if left < 0:
            raise RuleError(
                "too_many_feats",
                clause="FAB-DOM-2",
                domain=term(domain),
                feats=-left + slots[domain],
                slots=slots[domain],
            )
    if given.heroic > gives.mastery_points:
        raise RuleError("not_enough_mastery", clause="FAB-DOM-5", heroic=given.heroic, limit=gives.mastery_points)
    return FeatsFree(
        general_free=free[GENERAL],
        domain_free={d: free[d] for d, levels in given.domains.items() if levels > 0},
        bonus=sum(feat.bonus for feat in given.feats),
        mastery_free=gives.mastery_points - given.heroic,
    )
