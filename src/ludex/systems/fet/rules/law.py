"""Appendix one: the law of building (构筑基本法), a validator that names the violated article (FET-LAW); and the examples as content (FET-SKX-1, FET-SKX-2, FET-TRX-1): in numbers for an impact, and by an event."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.content import key_of, shipped, skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.clock import check_impact, related, wind_up_of
from ludex.systems.fet.rules.sheets import reported
from ludex.systems.fet.sheet import Loss, Sheet, Skill, SkillEffect, Trait, TraitEffect, Ward, Weapon, WrittenModifier
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import (
    ELEVEN,
    GROUPS,
    HUMANS as HUMAN,
    MAXIMA,
    SIX,
    SPREAD,
    UNPAID,
    EffectSort,
    Event,
    Number,
    exact,
    tidy,
)


class ValidateSkill(msgspec.Struct, frozen=True):
    """What `validate_skill` is given: a skill by key or as data, and the percentages of its owner."""

    skill: str | Skill = ""
    percents: dict[str, Number] | None = None


class SkillValidated(msgspec.Struct, frozen=True):
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
        "article_2": stands("article_2", concerns=EffectSort.CONTROL in kinds),
        "article_3": stands("article_3", concerns=EffectSort.ATTRIBUTE in kinds),
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
        *(code for effect in skill.effects if effect.kind == EffectSort.CONTROL for code in _control(effect)),
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
        if effect.kind not in tuple(EffectSort):
            raise RuleError("unknown_kind", clause="FET-LAW-6", kind=effect.kind, kinds=list(map(term, EffectSort)))
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
        if effect.kind != EffectSort.ATTRIBUTE or effect.of in MAXIMA:
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
    Trait: {"modifiers": WrittenModifier, "effects": TraitEffect, "wards": Ward},
    Weapon: {},
}
"""The lists on a card, and what stands in them."""


def _unknown(row: Plain, shape: type[msgspec.Struct]) -> list[str]:
    known = {field.encode_name for field in msgspec.structs.fields(shape)}
    return [key for key in row if key not in known]


class Content(msgspec.Struct, frozen=True):
    kind: str = ""
    key: str = ""


@rule("FET-SKX-1", "FET-TRX-1")
async def content(state: State, given: Content) -> Plain:
    """A skill or a trait by its key, as data: whole, with what FET-LAW-6 sets where nothing is said."""
    if given.kind not in ("skill", "trait"):
        raise RuleError("bad_kind", clause="FET-SKX-1", kind=given.kind, kinds=["skill", "trait"])
    found = skill_named(given.key, state) if given.kind == "skill" else trait_named(given.key, state)
    plain: Plain = msgspec.to_builtins(found)
    return {"key": given.key, "kind": given.kind, **plain}


class SkillEffects(msgspec.Struct, frozen=True):
    """What `skill_effects` is given: `value` of the skill's attribute, the target's six, and both levels."""

    skill: str | Skill = ""
    impact: Number | None = None
    value: Number = 0
    resist_values: dict[str, Number] = {}
    level: Number = 10
    target_level: Number | None = None


class LossAmount(msgspec.Struct, frozen=True):
    resource: str
    amount: Number


class EffectAmount(msgspec.Struct, frozen=True):
    kind: str
    target: str
    times: int
    resource: str
    amount: Number | None = None
    resist: str | None = None
    duration: Number | None = None


class SkillWorks(msgspec.Struct, frozen=True):
    wind_up: Number
    losses: tuple[LossAmount, ...]
    effects: tuple[EffectAmount, ...]
    drawbacks: tuple[EffectAmount, ...]


@rule("FET-SKX-2")
async def skill_effects(state: State, given: SkillEffects) -> SkillWorks:
    """Amounts are shares of the impact; the wind-up is rounded once."""
    skill = skill_named(given.skill, state)
    impact = check_impact(given.impact)
    works = applies(skill, level=given.level, target_level=given.target_level)

    def amounts(effects: tuple[SkillEffect, ...]) -> tuple[EffectAmount, ...]:
        return tuple(
            effect_amount(e, impact, resist_values=given.resist_values, options=state.options) for e in effects
        )

    return SkillWorks(
        wind_up=wind_up_of(impact, given.value, options=state.options, share=skill.wind_up),
        losses=tuple(LossAmount(loss.resource, tidy(loss.share * impact)) for loss in skill.losses),
        effects=amounts(skill.effects) if works else (),
        drawbacks=() if works else amounts(skill.drawbacks),
    )


@rule("FET-SKX-1")
def applies(skill: Skill, *, level: Number, target_level: Number | None) -> bool:
    """Whether the effects come, or (against an equal or lower level) the drawbacks (Ruling FET-E-20)."""
    return skill.against != "higher_level" or (target_level is not None and target_level > level)


def effect_amount(
    effect: SkillEffect, impact: Number, *, resist_values: dict[str, Number], options: Options
) -> EffectAmount:
    """One effect in numbers: its share of the impact; a control lasts the target's wind-up for it."""
    amount = None if effect.kind in UNPAID else tidy(effect.share * impact)
    resists = effect.kind == EffectSort.CONTROL and effect.resist in resist_values and amount
    return EffectAmount(
        kind=effect.kind,
        target=effect.target,
        times=int(effect.times),
        resource=effect.resource,
        amount=amount,
        resist=effect.resist,
        duration=wind_up_of(amount, resist_values[effect.resist or ""], options=options)
        if resists and amount
        else None,
    )


class Bearer(msgspec.Struct, frozen=True):
    """The one the event happens to, with a fighter's defaults; a maximum not given is what there is now."""

    stamina: Number = 100
    stamina_max: Number = 0
    will: Number = 100
    will_max: Number = 0
    chaste: bool = False
    race: str | None = None


class TraitEvent(msgspec.Struct, frozen=True):
    """What `trait_event` is given. `owner` decides where the trait lets its owner decide."""

    trait: str | Trait = ""
    event: str = ""
    fighter: Bearer = Bearer()
    target_race: str | None = None
    level: Number | None = None
    other: Sheet | None = None
    owner: Who = GM


class TraitWorked(msgspec.Struct, frozen=True):
    applies: bool
    stamina: Number | None = None
    will: Number | None = None
    stamina_max: Number | None = None
    will_max: Number | None = None
    values: dict[str, Number] | None = None
    race: str | None = None
    dead: bool | None = None
    erased: bool | None = None
    permanent: bool | None = None
    grants: tuple[str, ...] | None = None


@rule("FET-TRX-1")
async def trait_event(state: State, given: TraitEvent) -> TraitWorked:
    """Carry out a trait's event; knowledge traits grant something always."""
    trait = trait_named(given.trait, state)
    if trait.grants:
        return TraitWorked(applies=True, grants=trait.grants)
    named = given.trait if isinstance(given.trait, str) else trait.name
    key = key_of(shipped().traits, named) or ""
    if key not in WORKS or given.event != shipped().traits[key].event:
        return TraitWorked(applies=False)
    return await WORKS[key](state, given)


def _full(bearer: Bearer) -> tuple[Number, Number]:
    return max(bearer.stamina, bearer.stamina_max), max(bearer.will, bearer.will_max)


async def _river_of_blood(_state: State, given: TraitEvent) -> TraitWorked:
    stamina, will = _full(given.fighter)
    return TraitWorked(True, stamina, will, race=given.fighter.race, dead=stamina <= 0 or will <= 0)


async def _endless_night(_state: State, given: TraitEvent) -> TraitWorked:
    bearer = given.fighter
    if not bearer.chaste:
        dead = bearer.stamina <= 0 or bearer.will <= 0
        return TraitWorked(True, bearer.stamina, bearer.will, race="ghoul", dead=dead)
    stamina, will = _full(bearer)
    return TraitWorked(True, stamina, will, race="vampire", dead=False)


async def _photophobia(_state: State, _given: TraitEvent) -> TraitWorked:
    return TraitWorked(True, dead=True)


async def _blessing(_state: State, given: TraitEvent) -> TraitWorked:
    return TraitWorked(True, permanent=given.target_race not in HUMAN)


async def _eternity(_state: State, given: TraitEvent) -> TraitWorked:
    options = (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be")))
    what = say("questions.eternity", who=say("view.somebody"), effect=shipped().traits["eternity"].name)
    erased = await choose(given.owner, what, options) == "erase"
    return TraitWorked(True, erased=erased, dead=not erased)


async def _pride(state: State, given: TraitEvent) -> TraitWorked:
    if given.other is None:
        raise RuleError("no_sheet", clause="FET-TRX-1", who="other")
    if given.level is None:
        raise RuleError("bad_level", clause="FET-TRX-1", level=None)
    found = derive(replace(given.other, level=given.level), state.place, state.options)
    return TraitWorked(
        True,
        given.fighter.stamina,
        given.fighter.will,
        found.stamina_max,
        found.will_max,
        values=reported(found.values),
    )


WORKS: dict[str, Callable[[State, TraitEvent], Awaitable[TraitWorked]]] = {
    "river_of_blood": _river_of_blood,
    "endless_night": _endless_night,
    "photophobia": _photophobia,
    "blessing": _blessing,
    "eternity": _eternity,
    "pride": _pride,
}
