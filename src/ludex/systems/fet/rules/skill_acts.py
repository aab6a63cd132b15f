"""Skills in combat (FET-SKX-3, FET-SKX-4): losses are paid, then each effect happens or is noted for the table."""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.fight import Act, Fighter
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.rules.moment import Moment, Row
from ludex.systems.fet.rules.settlement import controlled, cursed, damaged, healed, land, moved
from ludex.systems.fet.rules.skills import applies
from ludex.systems.fet.skill import Loss, Skill, SkillEffect
from ludex.systems.fet.terms import EITHER, LANDING, RESOURCES, Effect, Outcome, Resource


class Used(msgspec.Struct, frozen=True):
    """A skill being settled: who uses it, the act, what is left of its impact."""

    fighter: Fighter
    act: Act
    skill: Skill
    left: Number

    def row(self, effect: str, outcome: str = "", **more: object) -> Row:
        """A row of this skill."""
        row = Row(self.fighter.id, self.act.kind, outcome, self.act.left, effect=effect)
        return msgspec.structs.replace(row, **more)


@rule("FET-SKX-3")
async def settle_skill(moment: Moment, fighter: Fighter, act: Act, left: Number) -> None:
    """Pay the losses (from the declared impact), then let the effects happen in their order."""
    if act.skill is None:
        return
    used = Used(fighter, act, act.skill, left)
    lost = [await _pay(moment, used, loss) for loss in act.skill.losses]
    dealt: Number = 0
    for effect in _working(moment, used):
        rows = _effect(moment, used, effect, lost=lost, dealt=dealt)
        for row in rows:
            moment.add(row)
        if effect.kind == Effect.DAMAGE:
            dealt = tidy(dealt + sum(row.final for row in rows if row.outcome == Outcome.HIT))


def _working(moment: Moment, used: Used) -> tuple[SkillEffect, ...]:
    """The effects; against a named target of no higher level, the drawbacks of a skill that needs one (ruling E-20)."""
    target = moment.battle.find(used.act.targets[0]) if used.act.targets else None
    if target is None or applies(used.skill, used.fighter.level, target.level):
        return used.skill.effects
    return used.skill.drawbacks


async def _pay(moment: Moment, used: Used, loss: Loss) -> str:
    """One loss; where it may be either resource, its owner picks."""
    amount = tidy(loss.share * used.act.impact)
    resource = loss.resource
    if resource == EITHER:
        options = tuple(Option(r, say("answers.lose", amount=amount, resource=term(r))) for r in RESOURCES)
        resource = await choose(used.fighter.id, say("questions.loss", skill=used.skill.name, amount=amount), options)
    moment.change(used.fighter.id, resource, -amount)
    moment.add(used.row("loss", Outcome.PAID, resource=resource, final=amount))
    return resource


def _effect(moment: Moment, used: Used, effect: SkillEffect, *, lost: list[str], dealt: Number) -> tuple[Row, ...]:
    """One effect: what lands is contested like an attack; heal, convert and move happen; the rest is noted."""
    amount = tidy(effect.share * used.left)
    targets = (used.fighter.id,) if effect.target == "self" else used.act.targets
    if effect.kind in LANDING and targets and not (effect.kind == Effect.DAMAGE and effect.times > 1):
        return tuple(_landed(moment, used, effect, who, amount) for who in targets)
    if effect.kind == Effect.HEAL and targets:
        gain = dealt if effect.drawn_from == "damage" else tidy(amount * effect.times)
        base = used.row(Effect.HEAL, resource=effect.resource, times=int(effect.times))
        return tuple(_target(healed(moment, base, who, effect.resource, gain), who) for who in targets)
    if effect.kind == Effect.CONVERT:
        return (_converted(moment, used, effect, amount, lost),)
    if effect.kind == Effect.MOVE:
        return (moved(moment, used.row(Effect.MOVE, times=1), used.fighter, used.act, amount),)
    return (_noted(used, effect),)


def _target(row: Row, who: str) -> Row:
    return msgspec.structs.replace(row, target=who)


def _landed(moment: Moment, used: Used, effect: SkillEffect, who: str, amount: Number) -> Row:
    """Damage, a control or a debuff on one target."""
    landing = land(moment, used.fighter, used.act, who, amount)
    row = used.row(effect.kind, landing.outcome, target=who, contested=landing.contested, times=int(effect.times))
    if landing.outcome:
        return row
    if effect.kind == Effect.DAMAGE:
        return damaged(moment, row, landing, effect.resource, landing.final)
    if effect.kind == Effect.CONTROL:
        return controlled(moment, row, landing, effect.resist or "", denies=effect.denies_action)
    return cursed(moment, row, landing, effect.applies_to)


def _converted(moment: Moment, used: Used, effect: SkillEffect, amount: Number, lost: list[str]) -> Row:
    """The other resource than the one lost."""
    paid = lost[0] if lost else str(Resource.WILL)
    gained = str(Resource.WILL) if paid == Resource.STAMINA else str(Resource.STAMINA)
    base = used.row(Effect.CONVERT, target=used.fighter.id, resource=gained, times=int(effect.times))
    return healed(moment, base, used.fighter.id, gained, amount)


def _noted(used: Used, effect: SkillEffect) -> Row:
    """What the table itself applies."""
    targets = (used.fighter.id,) if effect.target == "self" else used.act.targets
    return used.row(
        effect.kind,
        Outcome.NOTED,
        target=targets[0] if len(targets) == 1 and effect.target != "all" else None,
        final=tidy(effect.share * used.left),
        resource=effect.resource,
        times=int(effect.times),
    )
