"""Example skills (技能案例; FET-SKX-1, FET-SKX-2): as content, and in numbers for an impact. In combat: `casting.py`."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import Plain
from ludex.core.rule import rule
from ludex.systems.fet.content import skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.acts import check_impact, wind_up_of
from ludex.systems.fet.sheet import Skill, SkillEffect
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import UNPAID, Effect, Number, tidy


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
