"""Example skills (技能案例; FET-SKX): as content, in numbers for an impact, and in combat: losses are paid, then each effect happens.

What stands afterwards, and is used up blow by blow, is in `lasting.py`.
"""

from typing import Any

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.content import skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.acts import check_impact, wind_up_of
from ludex.systems.fet.rules.lasting import EVERYBODY
from ludex.systems.fet.rules.moment import Row
from ludex.systems.fet.rules.settlement import Deed, controlled, cursed, damaged, healed, land, moved
from ludex.systems.fet.sheet import Loss, Skill, SkillEffect, Standing
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import EITHER, LANDING, RESOURCES, UNPAID, Effect, Number, Outcome, Resource, tidy


class Content(msgspec.Struct, frozen=True):
    """What `content` is given."""

    kind: str = ""
    key: str = ""


@rule("FET-SKX-1", "FET-TRX-1")
async def content(state: State, given: Content) -> dict[str, Any]:
    """A skill or a trait by its key, as data: whole, with what FET-LAW-6 sets where nothing is said."""
    if given.kind not in ("skill", "trait"):
        raise RuleError("bad_kind", clause="FET-SKX-1", kind=given.kind, kinds=["skill", "trait"])
    found = skill_named(given.key, state) if given.kind == "skill" else trait_named(given.key, state)
    plain: dict[str, Any] = msgspec.to_builtins(found)
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
    """Whether the effects come, or (against an equal or lower level) the drawbacks (ruling E-20)."""
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


@rule("FET-SKX-3")
async def settle_skill(deed: Deed) -> None:
    """Pay the losses (from the declared impact), then let the effects happen in their order."""
    skill = deed.act.skill
    if skill is None:
        return
    lost = [await _pay(deed, loss, about=f"{n}") for n, loss in enumerate(skill.losses, 1)]
    dealt: Number = 0
    for effect in _working(deed, skill):
        rows = _effect(deed, effect, lost=lost, dealt=dealt)
        for row in rows:
            deed.moment.add(row)
        if effect.kind == Effect.DAMAGE:
            dealt = tidy(dealt + sum(row.final for row in rows if row.outcome == Outcome.HIT))


def _working(deed: Deed, skill: Skill) -> tuple[SkillEffect, ...]:
    """The effects; against a named target of no higher level, the drawbacks of a skill that needs one (ruling E-20)."""
    target = deed.moment.battle.find(deed.act.targets[0]) if deed.act.targets else None
    if target is None or applies(skill, level=deed.actor.level, target_level=target.level):
        return skill.effects
    return skill.drawbacks


async def _pay(deed: Deed, loss: Loss, *, about: str) -> str:
    """One loss; where it may be either resource, its owner picks."""
    amount = tidy(loss.share * deed.act.impact)
    resource = loss.resource
    if resource == EITHER:
        name = deed.act.skill.name if deed.act.skill else ""
        options = tuple(Option(r, say("answers.lose", amount=amount, resource=term(r))) for r in RESOURCES)
        resource = await choose(
            actor(deed.actor.id), say("questions.loss", skill=name, amount=amount), options, about=about
        )
    deed.moment.pay(deed.actor.id, resource, by=-amount)
    deed.moment.add(_paid(deed, resource, amount=amount))
    return resource


def _paid(deed: Deed, resource: str, *, amount: Number) -> Row:
    """The row of a loss."""
    paid = msgspec.structs.replace(deed, resource=resource, effect="loss", times=1)
    return paid.row(Outcome.PAID, target=deed.actor.id, final=amount)


def _effect(deed: Deed, effect: SkillEffect, *, lost: list[str], dealt: Number) -> tuple[Row, ...]:
    """One effect: what lands is contested like an attack; heal, convert and move happen; the rest is noted."""
    part = _share(deed, effect)
    targets = (deed.actor.id,) if effect.target == "self" else deed.act.targets
    if effect.kind in LANDING and targets and not (effect.kind == Effect.DAMAGE and effect.times > 1):
        return tuple(_landed(part, effect, who=who) for who in targets)
    if effect.kind == Effect.HEAL and targets:
        return tuple(_healing(part, effect, who=who, dealt=dealt) for who in targets)
    if effect.kind == Effect.CONVERT:
        return (_converted(part, lost),)
    if effect.kind == Effect.MOVE:
        return (msgspec.structs.replace(moved(part), target=deed.actor.id),)
    part.moment.noted.setdefault(part.actor.id, []).extend(_stands(part, effect))
    return (_noted(part, effect),)


def _share(deed: Deed, effect: SkillEffect) -> Deed:
    """The part of a skill's impact that one effect has."""
    amount = tidy(effect.share * deed.left)
    return msgspec.structs.replace(
        deed,
        left=amount,
        resource=effect.resource,
        effect=effect.kind,
        times=int(effect.times),
        sort=effect.sort or deed.sort,
    )


def _landed(part: Deed, effect: SkillEffect, *, who: str) -> Row:
    """Damage, a control or a debuff on one target."""
    found = land(part, who)
    if isinstance(found, Row):
        return found
    if effect.kind == Effect.DAMAGE:
        return damaged(found, final=found.final)
    if effect.kind == Effect.CONTROL:
        return controlled(found, effect.resist or "", denies=effect.denies_action)
    return cursed(found, effect.applies_to)


@rule("FET-SKX-3")
def _healing(part: Deed, effect: SkillEffect, *, who: str, dealt: Number) -> Row:
    """Healing by its share; drawn from damage, as much as the damage did, which may be none."""
    if effect.drawn_from != "damage":
        return healed(part, who, amount=tidy(part.left * effect.times))
    return healed(part, who, amount=dealt) if dealt > 0 else part.row(Outcome.NONE, target=who)


def _converted(part: Deed, lost: list[str]) -> Row:
    """The other resource than the one lost."""
    paid = lost[0] if lost else str(Resource.WILL)
    gained = str(Resource.WILL) if paid == Resource.STAMINA else str(Resource.STAMINA)
    return healed(msgspec.structs.replace(part, resource=gained), part.actor.id, amount=part.left)


@rule("FET-SKX-1", "FET-SKX-3")
def _stands(part: Deed, effect: SkillEffect) -> tuple[Standing, ...]:
    """What the table is to apply, as an object with a counter; mere knowledge is none."""
    if effect.kind == Effect.INFO:
        return ()
    name = part.act.skill.name if part.act.skill else ""
    every = effect.target == EVERYBODY
    amount = effect.points if effect.kind == Effect.ATTRIBUTE else part.left
    at = EVERYBODY if every else part.act.targets[0] if effect.target in ("one", "source") and part.act.targets else ""
    return (Standing(name, effect.kind, amount, None if every else int(effect.times), effect.resource, at),)


def _noted(part: Deed, effect: SkillEffect) -> Row:
    """What the table itself applies."""
    targets = (part.actor.id,) if effect.target == "self" else part.act.targets
    one = targets[0] if len(targets) == 1 and effect.target != "all" else None
    return part.row(Outcome.NOTED, target=one, final=part.left)
