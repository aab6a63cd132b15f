"""Skills in combat (FET-SKX-3, FET-SKX-4): losses are paid, then each effect happens or is noted for the table."""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.rules.moment import Row
from ludex.systems.fet.rules.settlement import Deed, controlled, cursed, damaged, healed, land, moved
from ludex.systems.fet.rules.skills import applies
from ludex.systems.fet.rules.standing import EVERYBODY
from ludex.systems.fet.sheet import Loss, Skill, SkillEffect
from ludex.systems.fet.state import Standing
from ludex.systems.fet.terms import EITHER, LANDING, RESOURCES, Effect, Number, Outcome, Resource, tidy


@rule("FET-SKX-3")
async def settle_skill(deed: Deed) -> None:
    """Pay the losses (from the declared impact), then let the effects happen in their order."""
    skill = deed.act.skill
    if skill is None:
        return
    lost = [await _pay(deed, loss) for loss in skill.losses]
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


async def _pay(deed: Deed, loss: Loss) -> str:
    """One loss; where it may be either resource, its owner picks."""
    amount = tidy(loss.share * deed.act.impact)
    resource = loss.resource
    if resource == EITHER:
        name = deed.act.skill.name if deed.act.skill else ""
        options = tuple(Option(r, say("answers.lose", amount=amount, resource=term(r))) for r in RESOURCES)
        resource = await choose(deed.actor.id, say("questions.loss", skill=name, amount=amount), options)
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
