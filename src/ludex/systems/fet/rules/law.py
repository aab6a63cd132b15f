"""Appendix one: the law of building (构筑基本法). A validator that names the violated article (FET-LAW)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce

import msgspec

from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.content import skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.wind_ups import related
from ludex.systems.fet.sheet import Loss, Modifier, Skill, SkillEffect, Trait, TraitEffect, Ward, Weapon
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, GROUPS, MAXIMA, SIX, SPREAD, UNPAID, Effect, Event, Number, exact, tidy


class ValidateSkill(msgspec.Struct, frozen=True):
    """What `validate_skill` is given: a skill by key or as data, and the percentages of its owner."""

    skill: str | Skill = ""
    percents: dict[str, Number] | None = None


class SkillValidated(msgspec.Struct, frozen=True):
    """Whether a skill obeys the law."""

    legal: bool
    violations: tuple[str, ...]
    effect_share: Number
    paid_share: Number
    short: Number
    articles: dict[str, str]
    text_only: bool


@rule("FET-LAW-0", "FET-LAW-7")
async def validate_skill(state: State, given: ValidateSkill) -> SkillValidated:
    """List every article that a skill breaks."""
    return judged(skill_named(given.skill, state), state.options, given.percents)


def judged(skill: Skill, options: Options, percents: dict[str, Number] | None = None) -> SkillValidated:
    """How a skill stands to the law, and what it is paid with."""
    found = violations(skill, options, percents=percents)
    effects, paid = effect_share(skill), paid_share(skill)
    return SkillValidated(
        legal=not found,
        violations=found,
        effect_share=_decimal(effects),
        paid_share=_decimal(paid),
        short=_decimal(max(Fraction(0), effects - paid)),
        articles=articles(skill, found),
        text_only=skill.text_only,
    )


def _decimal(share: Fraction) -> Number:
    return tidy(float(share))


@rule("FET-LAW-10", "FET-LAW-11")
def articles(skill: Skill, broken: tuple[str, ...]) -> dict[str, str]:
    """How a skill stands to each article: kept, amended, broken, not concerned, or for the GM to judge."""
    if skill.text_only:
        shares = "gm"
    elif effect_share(skill) <= exact(skill.wind_up):
        shares = "ok"
    else:
        shares = "amended" if effect_share(skill) <= paid_share(skill) else "broken"

    def stands(article: str, *, concerns: bool) -> str:
        if skill.text_only:
            return "gm"
        return "none" if not concerns else "broken" if any(code.startswith(article) for code in broken) else "ok"

    kinds = [effect.kind for effect in skill.effects]
    fourth = any(code.startswith("article_4") or code == "bad_trigger" for code in broken)
    return {
        "article_1": shares,
        "amendment_1": "none" if not skill.losses else "broken" if shares == "broken" else "ok",
        "article_2": stands("article_2", concerns=Effect.CONTROL in kinds),
        "article_3": stands("article_3", concerns=Effect.ATTRIBUTE in kinds),
        "article_4": "broken" if fourth else "ok",
    }


@rule("FET-LIV-15")
def verdict(found: Mapping[str, str], *, legal: bool = True) -> str:
    """The worst of how a skill stands to the articles: illegal, for the GM to judge, lawful as amended, or lawful."""
    ways = found.values()
    return (
        "illegal"
        if not legal or "broken" in ways
        else "judged"
        if "gm" in ways
        else "amended"
        if "amended" in ways
        else "legal"
    )


@rule("FET-LAW-7")
def violations(skill: Skill, options: Options, *, percents: dict[str, Number] | None = None) -> tuple[str, ...]:
    """The broken articles, in the order of the law."""
    _check_shares(skill)
    return (
        *_attribute(skill, options),
        *_budget(skill),
        *(code for effect in skill.effects if effect.kind == Effect.CONTROL for code in _control(effect)),
        *(f"article_3_{group}" for group in _above(skill, percents)),  # no group of three above 100
        *_trigger(skill),
    )


def check_legal(skill: Skill, options: Options) -> Skill:
    """A skill that obeys the law, or a refusal (FET-SKX-3)."""
    if found := violations(skill, options):
        raise RuleError("illegal_skill", clause="FET-LAW-7", skill=skill.name, report=chained(report(skill, found)))
    return skill


@rule("FET-LIV-15")
def report(skill: Skill, broken: tuple[str, ...]) -> tuple[Say, ...]:
    """How a skill stands to each article, what is short, what is broken and how to mend it, and the smallest lawful changes."""
    each = [
        say("view.law_line", article=say(f"view.{name}"), how=say(f"view.law_{how}"))
        for name, how in articles(skill, broken).items()
    ]
    return (say("view.law_each", articles=each), *(say(f"law.{code}") for code in broken), *smallest(skill))


@rule("FET-LAW-10", "FET-LIV-15")
def smallest(skill: Skill, percents: dict[str, Number] | None = None) -> tuple[Say, ...]:
    """The smallest changes by which a skill with too much effect, or too many points, becomes lawful."""
    effects, paid = _decimal(effect_share(skill)), _decimal(paid_share(skill))
    found = []
    if (short := tidy(effects - paid)) > 0:
        changes = [
            say("told.short_effects", share=paid),
            say("told.short_wind_up", share=tidy(skill.wind_up + short)),
            say("told.short_losses", short=short),
        ]
        found.append(say("told.smallest", changes=changes))
    found += [
        say("told.short_points", group=term(group), points=_decimal(over))
        for group, over in _above(skill, percents).items()
    ]
    return tuple(found)


def chained(said: Iterable[Say]) -> Say | str:
    """Sentences one after another."""
    first, *rest = said
    return reduce(lambda one, other: say("view.and_then", one=one, other=other), rest, first)


@rule("FET-LAW-6")
def _check_shares(skill: Skill) -> None:
    """A negative share, or times that are no whole number, would be a way round the budget."""
    shares = [skill.wind_up, *(loss.share for loss in skill.losses)]
    effects = (*skill.effects, *skill.drawbacks)
    for effect in effects:
        if effect.kind not in tuple(Effect):
            raise RuleError("unknown_kind", clause="FET-LAW-6", kind=effect.kind, kinds=list(map(term, Effect)))
    shares.extend(effect.share for effect in effects)
    if min(shares) < 0 or any(e.times < 1 or e.times != int(e.times) for e in effects):
        raise RuleError("bad_share", clause="FET-LAW-6", skill=skill.name)


def _attribute(skill: Skill, options: Options) -> tuple[str, ...]:
    """FET-ACT-2: exactly one, of those that acts may name."""
    named = (skill.attribute,) if isinstance(skill.attribute, str) else skill.attribute or ()
    if len(named) != 1 or not named[0]:
        return ("one_attribute",)
    return () if named[0] in related(options) else ("bad_attribute",)


@rule("FET-LAW-6")
def effect_share(skill: Skill) -> Fraction:
    """What the effects take, in parts of the impact; area effects count once (Ruling FET-E-35)."""
    return sum((exact(e.share) * exact(e.times) for e in skill.effects if e.kind not in UNPAID), Fraction(0))


@rule("FET-LAW-6")
def paid_share(skill: Skill) -> Fraction:
    """What wind-up and losses pay."""
    return exact(skill.wind_up) + sum((exact(loss.share) for loss in skill.losses), Fraction(0))


@rule("FET-LAW-1", "FET-LAW-2")
def _budget(skill: Skill) -> tuple[str, ...]:
    """Article 1 and its amendment: more effect for the same wind-up is a shorter wind-up (Ruling FET-E-21)."""
    if effect_share(skill) <= paid_share(skill):
        return ()
    return ("amendment_1",) if skill.losses else ("article_1",)


@rule("FET-LAW-3")
def _control(effect: SkillEffect) -> tuple[str, ...]:
    """Article 2: one target, an attribute to resist with, no duration of its own."""
    broken = {
        "article_2_target": effect.target != "one",
        "article_2_resist": effect.resist not in SIX,
        "article_2_duration": effect.duration is not None,
    }
    return tuple(code for code, true in broken.items() if true)


@rule("FET-LAW-4")
def _above(skill: Skill, percents: dict[str, Number] | None) -> dict[str, Fraction]:
    """Article 3: by how many points a skill brings the physical or the mental three above 100."""
    points = _points(skill)
    above: dict[str, Fraction] = {}
    for group in ("physical", "mental"):
        names = GROUPS[group]
        before = sum((exact((percents or {}).get(n, 0)) for n in names), Fraction(0)) if percents else Fraction(100)
        if percents:
            after = sum((max(Fraction(0), exact(percents.get(n, 0)) + points[n]) for n in names), Fraction(0))
        else:
            after = before + sum((points[n] for n in names), Fraction(0))
        if after > 100 and after > before:
            above[group] = after - max(before, Fraction(100))
    return above


def _points(skill: Skill) -> dict[str, Fraction]:
    """The points that a skill adds to each of the eleven."""
    points = dict.fromkeys(ELEVEN, Fraction(0))
    for effect in skill.effects:
        if effect.kind != Effect.ATTRIBUTE or effect.of in MAXIMA:
            continue
        if effect.of not in ELEVEN and effect.of not in SPREAD:
            raise RuleError("bad_modifier", clause="FET-TRT-2", of=effect.of)
        for name in SPREAD.get(effect.of, (effect.of,)):
            points[name] += exact(effect.points)
    return points


@rule("FET-LAW-5")
def _trigger(skill: Skill) -> tuple[str, ...]:
    """Article 4: active, or on a condition; what is always on is a trait."""
    if skill.trigger == "passive":
        return ("article_4",)
    if skill.trigger == "conditional":
        return () if skill.condition.strip() or Event.holds(skill.event) else ("article_4_condition",)  # FET-LAW-9
    return () if skill.trigger == "active" else ("bad_trigger",)


class ValidateTrait(msgspec.Struct, frozen=True):
    """What `validate_trait` is given."""

    trait: str | Trait = ""


class TraitValidated(msgspec.Struct, frozen=True):
    """Traits are always legal; the GM balances them."""

    legal: bool
    needs_gm: bool
    gm_only: bool
    text_only: bool


@rule("FET-LAW-8")
async def validate_trait(state: State, given: ValidateTrait) -> TraitValidated:
    """Traits are not bound by the law; the GM alone balances them."""
    trait = trait_named(given.trait, state)
    if not trait.name.strip():
        raise RuleError("name_missing", clause="FET-LAW-8")
    works = trait.modifiers or trait.event or trait.grants or trait.wards or trait.effects
    return TraitValidated(legal=True, needs_gm=True, gm_only=True, text_only=not works)


# Keys


@rule("FET-LAW-6", "FET-LAW-9")
def check_keys(card: Plain, kind: type[Skill] | type[Trait] | type[Weapon]) -> None:
    """A key that a card cannot have is refused, never ignored; all of them are named."""
    unknown = [*_unknown(card, kind)]
    for key, part in PARTS[kind].items():
        held = card.get(key)
        rows = [row for row in held if isinstance(row, Mapping)] if isinstance(held, list | tuple) else []
        unknown += [name for row in rows for name in _unknown(row, part)]
    if unknown:
        raise RuleError("unknown_key", clause="FET-LAW-9", keys=unknown, key=unknown[0])


PARTS: dict[type[Skill] | type[Trait] | type[Weapon], dict[str, type[msgspec.Struct]]] = {
    Skill: {"losses": Loss, "effects": SkillEffect, "drawbacks": SkillEffect},
    Trait: {"modifiers": Modifier, "effects": TraitEffect, "wards": Ward},
    Weapon: {},
}
"""The lists on a card, and what stands in them."""


def _unknown(row: Plain, shape: type[msgspec.Struct]) -> list[str]:
    known = {field.encode_name for field in msgspec.structs.fields(shape)}
    return [key for key in row if key not in known]
