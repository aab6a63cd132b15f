"""Example skills and traits (技能案例, 特质案例; FET-SKX-1, FET-SKX-2, FET-TRX-1): as content, in numbers for an impact, and by an event.

In combat: `casting.py` and `windows.py`.
"""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import key_of, shipped, skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.sheets import reported
from ludex.systems.fet.rules.wind_ups import check_impact, wind_up_of
from ludex.systems.fet.sheet import Sheet, Skill, SkillEffect, Trait
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import HUMANS as HUMAN, UNPAID, Effect, Number, tidy


class Content(msgspec.Struct, frozen=True):
    """What `content` is given."""

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
    """What the user pays."""

    resource: str
    amount: Number


class EffectAmount(msgspec.Struct, frozen=True):
    """What one effect comes to."""

    kind: str
    target: str
    times: int
    resource: str
    amount: Number | None = None
    resist: str | None = None
    duration: Number | None = None


class SkillWorks(msgspec.Struct, frozen=True):
    """A skill in numbers."""

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
    resists = effect.kind == Effect.CONTROL and effect.resist in resist_values and amount
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
    """What a trait did, if it applies."""

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
    """Everything restored, never lowered."""
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
