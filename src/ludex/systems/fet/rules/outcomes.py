"""Combat basics: what acts do when they end (FET-TLN-3, FET-INX, FET-SKX-3 to -12): plain acts, interrupts first, then what lands or happens, then what defends; and skills.

Of a skill losses are paid, then each effect lands, happens, stands or is words.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.content import own_name
from ludex.systems.fet.events.telling import Row, Sway
from ludex.systems.fet.rules.clock import break_out, contest, wind_up_of
from ludex.systems.fet.rules.lasting import EVERYBODY
from ludex.systems.fet.rules.law import applies
from ludex.systems.fet.rules.moment import (
    EndingAct,
    Landed,
    Moment,
    controlled,
    cursed,
    double,
    healed,
    land,
    moved,
    settle_landing,
    shares,
    strike,
)
from ludex.systems.fet.rules.scenes import rushed
from ludex.systems.fet.rules.weapons import bonus
from ludex.systems.fet.sheet import BATTLE, Buff, Loss, Skill, SkillEffect, Standing
from ludex.systems.fet.state import Act, Barrier, Fighter
from ludex.systems.fet.terms import (
    DEFENSIVE,
    EITHER,
    MAXIMA,
    RESOURCES,
    Aim,
    Attribute,
    EffectSort,
    Kind,
    Number,
    Outcome,
    Resource,
    tidy,
)


def deeds(moment: Moment, *kinds: str) -> list[EndingAct]:
    """The acts of these kinds (all, if none are named) that end now and have not been broken off, in listed order."""
    found = [
        EndingAct(moment, fighter, fighter.act, moment.left[fighter.id], _touched(fighter.act), sort=_sort(fighter))
        for fighter in moment.ending
        if fighter.act is not None and fighter.id not in moment.broken and (not kinds or fighter.act.kind in kinds)
    ]
    return found if moment.options.doubles == "shown" else [*found, *(d for mine in found for d in _copied(mine))]


@rule("FET-SKX-11")
def _copied(deed: EndingAct) -> list[EndingAct]:
    """The same act by somebody's doubles, where the table lets them have an effect (Ruling FET-E-50)."""
    doubles = [f for f in deed.moment.battle.fighters if f.double_of == deed.actor.id and not f.dead]
    return [replace(deed, actor=double) for double in doubles]


def _touched(act: Act) -> str:
    """The resource that an act takes from or adds to; empty if it does neither."""
    return act.resource if act.kind in (Kind.ATTACK, Kind.SHOOT, Kind.HEAL) else ""


def _sort(fighter: Fighter) -> str:
    """What sort of damage or healing an act does: as declared, else the weapon's."""
    act = fighter.act
    if act is None or act.sort:
        return act.sort if act else ""
    weapon = fighter.weapons.get(act.weapon)
    return weapon.sort if weapon else ""


# Interrupts


@rule("FET-INX-4")
def settle_interrupts(moment: Moment) -> None:
    """Interrupts come before everything else, fighters in listed order."""
    for fighter in moment.ending:
        mine = next((d for d in deeds(moment, Kind.INTERRUPT) if d.actor.id == fighter.id), None)
        if mine is not None and fighter.id not in moment.rows:
            interrupt(mine)


def interrupt(deed: EndingAct) -> None:
    """One interrupt against whatever its target is doing."""
    target = deed.moment.battle.find(deed.act.targets[0])
    if target is None or target.dead:
        _came_out(deed, Outcome.NONE)
    elif deed.why_missed(target):
        deed.moment.add(deed.missed(deed.row(target=target.id), target))
    elif deed.moment.active(target) is None:
        _came_out(deed, Outcome.NONE)
    elif deed.left <= 0:
        _came_out(deed, Outcome.BLOCKED)
    elif (theirs := _answering(deed, target)) is not None:
        _cross(deed, theirs)
    else:
        _oppose(deed, target)


def _came_out(deed: EndingAct, outcome: str, *, contested: Number = 0, final: Number = 0) -> None:
    deed.moment.add(deed.row(outcome, target=deed.act.targets[0], contested=contested, final=final))


@rule("FET-INX-4")
def _oppose(deed: EndingAct, target: Fighter) -> None:
    """At least as big: the act is broken off; smaller: it goes on with the difference."""
    weight = deed.moment.weight(target)
    final, rest = contest(deed.left, weight)
    if rest > 0:
        deed.moment.weaken(target, deed.left)
        _came_out(deed, Outcome.BLOCKED, contested=deed.left)
        return
    if target.id not in deed.moment.rows:  # an interrupt that has already worked at this moment stays so
        deed.moment.break_off(target, weight)
    _came_out(deed, Outcome.INTERRUPTED, contested=weight, final=final)


def _answering(deed: EndingAct, target: Fighter) -> EndingAct | None:
    """The target's own interrupt of this fighter at this very moment, if it would find it."""
    found = [d for d in deeds(deed.moment, Kind.INTERRUPT) if d.actor.id == target.id]
    if not found or target.id in deed.moment.rows or deed.actor.id not in found[0].act.targets:
        return None
    return None if found[0].why_missed(deed.actor) else found[0]


@rule("FET-INX-4")
def _cross(one: EndingAct, other: EndingAct) -> None:
    """Two that interrupt each other are compared once: the smaller is broken off, equal ones both."""
    final, rest = contest(one.left, other.left)
    if final <= 0:
        one.moment.break_off(one.actor, one.left)
    if rest <= 0:
        one.moment.break_off(other.actor, other.left)
    if final > 0:
        _came_out(one, Outcome.INTERRUPTED, contested=other.left, final=final)
    if rest > 0:
        _came_out(other, Outcome.INTERRUPTED, contested=one.left, final=rest)


@rule("FET-INX-5")
def settle_broken(moment: Moment) -> None:
    """Report the acts that end now but were broken off."""
    for fighter in moment.ending:
        if fighter.id in moment.broken and fighter.act is not None and fighter.id not in moment.rows:
            moment.add(EndingAct(moment, fighter, fighter.act, 0).whole(Outcome.BROKEN))


def settle_act(deed: EndingAct) -> None:
    """Settle one act that is neither an interrupt, nor a skill, nor defensive."""
    moment, act = deed.moment, deed.act
    if act.kind in STRIKES:
        for part, who in zip(shares(deed), act.targets, strict=True):
            settle_landing(part, who, STRIKES[act.kind])
    elif act.kind == Kind.HEAL:
        for part, who in zip(shares(deed), act.targets, strict=True):
            _heal(part, who)
    else:
        moment.add(WORKS[act.kind](deed))


def _attack(landed: Landed) -> None:
    deed = landed.deed
    weapon = deed.actor.weapons.get(deed.act.weapon) if deed.act.kind == Kind.ATTACK else None
    more = tidy(bonus(landed.final, weapon))  # FET-WEP-1, Ruling FET-E-22
    armed = (Sway(deed.actor.id, weapon.name or deed.act.weapon, more),) if weapon is not None and more else ()
    strike(landed, final=tidy(landed.final + more), armed=armed)


def _control(landed: Landed) -> Row:
    return controlled(landed, landed.deed.act.resist, denies=landed.deed.act.denies_action)


def _debuff(landed: Landed) -> Row:
    return cursed(landed, landed.deed.act.applies_to)


def _heal(deed: EndingAct, who: str) -> None:
    """FET-ZON-7: healing finds the hidden; only contact from the safe zone is in its way."""
    target = deed.moment.battle.find(who)
    if target is not None and not target.dead and deed.why_missed(target):
        deed.moment.add(deed.missed(deed.row(target=who, contested=deed.taken), target), under=deed.actor.id)
        return
    healed(deed, who, amount=deed.left, contested=deed.taken)


# What an act does by itself


def _move(deed: EndingAct) -> Row:
    return replace(moved(deed), contested=deed.taken)


@rule("FET-DBF-2")
def _break(deed: EndingAct) -> Row:
    debuffs = deed.moment.debuffs
    taken, debuffs[deed.actor.id] = break_out(deed.left, debuffs[deed.actor.id])
    return deed.whole(Outcome.FREED, taken)


@rule("FET-WEP-3")
def _reload(deed: EndingAct) -> Row:
    deed.moment.reloaded[deed.actor.id] = deed.act.weapon
    return deed.whole(Outcome.RELOADED)


def _wait(deed: EndingAct) -> Row:
    return deed.whole(Outcome.WAITED)


def _other(deed: EndingAct) -> Row:
    return deed.whole(Outcome.DONE, deed.left)


STRIKES: dict[str, Callable[[Landed], Row | None]] = {
    Kind.ATTACK: _attack,
    Kind.SHOOT: _attack,
    Kind.CONTROL: _control,
    Kind.DEBUFF: _debuff,
}

WORKS: dict[str, Callable[[EndingAct], Row]] = {
    Kind.MOVE: _move,
    Kind.BREAK: _break,
    Kind.RELOAD: _reload,
    Kind.WAIT: _wait,
    Kind.OTHER: _other,
}


@rule("FET-INX-3", "FET-INX-6")
def settle_defences(moment: Moment) -> None:
    """What is left of a shield at its end stands; dodging and parrying are simply over."""
    for deed in deeds(moment, *DEFENSIVE):
        shield = deed.act.kind == Kind.DEFEND
        if shield and moment.options.shield_lasts:  # Ruling FET-E-16
            moment.raised[deed.actor.id] = deed.left
        moment.add(deed.whole(Outcome.READY if shield else Outcome.DONE, deed.left))


STANDING = (
    *(EffectSort.RETALIATE, EffectSort.REDUCE, EffectSort.GUARD, EffectSort.EMPOWER),
    *(EffectSort.VULNERABLE, EffectSort.WEAKEN, EffectSort.ATTRIBUTE),
)
"""FET-SKX-5: effects that are put up and act by themselves."""
ON_ANOTHER = (EffectSort.GUARD, EffectSort.EMPOWER, EffectSort.VULNERABLE, EffectSort.WEAKEN, EffectSort.ATTRIBUTE)
"""Those of them that may be put up on the one target."""


def stands(effect: SkillEffect) -> bool:
    """Whether an effect is put up: by its kind, or as damage that comes with several attacks."""
    return effect.kind in STANDING or (effect.kind == EffectSort.DAMAGE and effect.times > 1)


class Part(msgspec.Struct, frozen=True):
    """One effect of a skill being settled: its share of what is left, and what the others have lost and dealt before it."""

    deed: EndingAct
    effect: SkillEffect
    against: str = ""
    lost: tuple[str, ...] = ()
    dealt: Number = 0

    @property
    def size(self) -> Number:
        """How much one use of it is: points of an attribute, else its share of the impact."""
        return self.effect.points if self.effect.kind == EffectSort.ATTRIBUTE else self.deed.left

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.deed.actor.id,) if self.effect.target == Aim.SELF else self.deed.act.targets


@rule("FET-SKX-3", "FET-LAW-11", "FET-LIV-31")
async def settle_skill(deed: EndingAct) -> None:
    """Pay the losses (from the declared impact), then let the effects happen in their order; mere words are the GM's."""
    skill = deed.act.skill
    if skill is None:
        return
    if skill.text_only:
        deed.moment.add(deed.whole(Outcome.DONE, deed.left), under=deed.actor.id)
        return
    lost = [await _pay(deed, loss, about=f"{n}") for n, loss in enumerate(skill.losses, 1)]
    dealt: Number = 0
    for effect, against in _working(deed, skill):
        part = Part(_share(deed, effect), effect, against, tuple(lost), dealt)
        dealt = tidy(dealt + _settle(part))


@rule("FET-SKX-7")
def _working(deed: EndingAct, skill: Skill) -> list[tuple[SkillEffect, str]]:
    """The effects; where a skill is for higher levels, what stands is judged blow by blow, the rest by the target (Ruling FET-E-20)."""
    if skill.against != "higher_level":
        return [(effect, "") for effect in skill.effects]
    settled = deed.moment.options.standing_effects == "settled"
    target = deed.moment.battle.find(deed.act.targets[0]) if deed.act.targets else None
    works = target is None or applies(skill, level=deed.actor.level, target_level=target.level)
    both = ((skill.effects, "higher", works), (skill.drawbacks, "lower", not works))
    return [(e, side) for effects, side, now in both for e in effects if now or (settled and stands(e))]


async def _pay(deed: EndingAct, loss: Loss, *, about: str) -> str:
    """One loss; where it may be either resource, its owner picks."""
    amount = tidy(loss.share * deed.act.impact)
    resource = loss.resource
    if resource == EITHER:
        name = deed.act.skill.name if deed.act.skill else ""
        options = tuple(Option(r, say("answers.lose", amount=amount, resource=term(r))) for r in RESOURCES)
        what = say("questions.loss", skill=own_name(name), amount=amount)
        resource = await choose(actor(deed.actor.id), what, options, about=about)
    deed.moment.pay(deed.actor.id, resource, by=-amount)
    paid = replace(deed, resource=resource, effect="loss", times=1)
    deed.moment.add(paid.row(Outcome.PAID, target=deed.actor.id, final=amount), under=deed.actor.id)
    return resource


def _share(deed: EndingAct, effect: SkillEffect) -> EndingAct:
    """The part of a skill's impact that one effect has."""
    return replace(
        deed,
        left=tidy(effect.share * deed.left),
        resource=effect.resource,
        effect=effect.kind,
        times=int(effect.times),
        sort=effect.sort or deed.sort,
    )


def _settle(part: Part) -> Number:
    """One effect: what lands is contested like an attack, the rest happens, stands or is words; what damage it dealt."""
    effect, deed = part.effect, part.deed
    if effect.kind == EffectSort.DAMAGE and not stands(effect) and part.targets:
        return tidy(sum(_damage(part, who) for who in part.targets))
    if effect.kind in LANDED and part.targets:
        for who in part.targets:
            settle_landing(deed, who, lambda landed: LANDED[effect.kind](part, landed))
    elif effect.kind in SETTLED and (part.targets or effect.kind not in AT_SOMEBODY):
        SETTLED[effect.kind](part)
    elif effect.kind == EffectSort.INFO or not stands(effect):
        _report(part, Outcome.NOTED)
    else:
        _put_up(part)
    return 0


def _report(part: Part, outcome: str) -> None:
    one = part.targets[0] if len(part.targets) == 1 and part.effect.target != Aim.ALL else None
    row = part.deed.row(outcome, target=one, final=part.size, of=part.effect.of or None)
    part.deed.moment.add(row, under=part.deed.actor.id)


def _damage(part: Part, who: str) -> Number:
    """Damage to one target, at once or (FET-SKX-12) in a barrier bit by bit; what it dealt."""
    moment, deed = part.deed.moment, part.deed
    walled = [n for n, b in enumerate(moment.barriers) if (b.user, b.target) == (deed.actor.id, who)]
    if part.effect.over and walled:
        moment.barriers[walled[-1]] = replace(moment.barriers[walled[-1]], amount=deed.left)
        moment.add(deed.row(Outcome.STANDS, target=who, final=deed.left), under=deed.actor.id)
        return 0
    found = land(deed, who)
    if isinstance(found, Row):
        moment.add(found, under=deed.actor.id)
        return 0
    return strike(found, final=found.final).final


@rule("FET-SKX-3")
def _heal_by_skill(part: Part) -> None:
    """Healing by its share restores; drawn from damage it adds as much as the damage did, which may be none."""
    deed, effect = part.deed, part.effect
    for who in part.targets:
        if effect.drawn_from != "damage":
            healed(deed, who, amount=tidy(deed.left * effect.times))
        elif part.dealt > 0:
            healed(deed, who, amount=part.dealt, adds=True)
        else:
            deed.moment.add(deed.row(Outcome.NONE, target=who), under=deed.actor.id)


def _convert(part: Part) -> None:
    """The other resource than the one lost."""
    paid = part.lost[0] if part.lost else str(Resource.WILL)
    gained = Resource.WILL if paid == Resource.STAMINA else Resource.STAMINA
    deed = replace(part.deed, resource=str(gained))
    healed(deed, deed.actor.id, amount=deed.left, adds=True)


def _move_by_skill(part: Part) -> None:
    """One's own way; somebody else's is contested like an attack."""
    deed = part.deed
    if part.effect.target in ("", Aim.SELF):
        to = rushed(deed.moment.battle, deed.actor, act=deed.act, amount=deed.left)
        row = replace(moved(replace(deed, act=replace(deed.act, to=to))), target=deed.actor.id)
        deed.moment.add(row, under=deed.actor.id)
        return
    for who in part.targets:
        settle_landing(deed, who, _moved_along)


def _moved_along(landed: Landed) -> Row:
    deed = landed.deed
    deed.moment.moved[landed.target.id] = (deed.act.to, deed.act.to_zone)
    return replace(landed.row, outcome=Outcome.MOVED, final=landed.final)


@rule("FET-SKX-11")
def _summon(part: Part) -> None:
    """A double where its owner stood: body enough for a share of the impact, and no mind."""
    moment, owner, body = part.deed.moment, part.deed.actor, part.deed.left
    moment.doubles.append(double(owner, body, taken=[f.id for f in (*moment.battle.fighters, *moment.doubles)]))
    row = part.deed.row(Outcome.SUMMONED, target=owner.id, final=body)
    moment.add(row, under=owner.id)


def _raise_shield(part: Part) -> None:
    moment = part.deed.moment
    for who in part.targets:
        fighter = moment.battle.find(who)
        there = fighter is not None and not fighter.dead
        if there:
            moment.raised[who] = tidy(moment.raised.get(who, 0) + part.deed.left)
        outcome = Outcome.READY if there else Outcome.NONE
        moment.add(part.deed.row(outcome, target=who, final=part.deed.left), under=part.deed.actor.id)


def _hide(part: Part) -> None:
    """Unseen for one's own wind-up for the share, or until one's next hostile act is settled (FET-DST-2)."""
    moment, deed = part.deed.moment, part.deed
    value = deed.actor.values.get(deed.act.attribute, 0)
    duration = wind_up_of(deed.left, value, options=moment.options) if value > 0 else 0
    until = moment.hold(deed.actor, "hidden", until=tidy(moment.time + duration), by=deed.actor.id)
    row = deed.row(Outcome.STANDS, target=deed.actor.id, final=deed.left, duration=duration, until=until)
    moment.add(row, under=deed.actor.id)


def _interrupt(part: Part) -> None:
    interrupt(part.deed)


@rule("FET-SKX-12")
def _wall(part: Part, landed: Landed) -> Row:
    """A barrier around the two, for as long as the target's wind-up against it takes."""
    moment, target = landed.deed.moment, landed.target
    value = target.values.get(part.effect.resist or Attribute.WILLPOWER, 0)
    duration = wind_up_of(landed.final, value, options=moment.options)
    until = tidy(moment.time + duration)
    moment.barriers.append(Barrier(landed.deed.actor.id, target.id, moment.time, until))
    row = replace(landed.row, outcome=Outcome.STANDS, final=landed.final)
    return replace(row, duration=duration, until=until)


def _control_by_skill(part: Part, landed: Landed) -> Row:
    effect = part.effect
    return controlled(landed, effect.resist or "", denies=effect.denies_action, sort=effect)


def _weaken_by_skill(part: Part, landed: Landed) -> Row:
    return cursed(landed, part.effect.applies_to)


LANDED: dict[str, Callable[[Part, Landed], Row]] = {
    EffectSort.CONTROL: _control_by_skill,
    EffectSort.DEBUFF: _weaken_by_skill,
    EffectSort.PLACE: _wall,
}
"""Effects that reach a target like an attack."""

SETTLED: dict[str, Callable[[Part], None]] = {
    EffectSort.HEAL: _heal_by_skill,
    EffectSort.CONVERT: _convert,
    EffectSort.MOVE: _move_by_skill,
    EffectSort.SUMMON: _summon,
    EffectSort.SHIELD: _raise_shield,
    EffectSort.HIDE: _hide,
    EffectSort.INTERRUPT: _interrupt,
}
"""Effects that happen at the settlement."""


AT_SOMEBODY = (EffectSort.HEAL, EffectSort.SHIELD, EffectSort.INTERRUPT)
"""Those of them that come to nothing without a target."""


@rule("FET-SKX-5", "FET-SKX-15")
def _put_up(part: Part) -> None:
    """What stands is put up on the user, or on the one target; noted where the table applies it by hand (Ruling FET-E-49)."""
    moment, deed, effect = part.deed.moment, part.deed, part.effect
    settled = moment.options.standing_effects == "settled"
    if settled and effect.kind in ON_ANOTHER and effect.target == Aim.ONE and part.targets:
        for who in part.targets:
            _put_up_on(part, who)
        return
    _stand(part, deed.actor.id, settled=settled)
    _report(part, Outcome.STANDS if settled else Outcome.NOTED)


def _put_up_on(part: Part, who: str) -> None:
    """On a friend at once; on an enemy it is contested like a debuff."""
    moment, deed = part.deed.moment, part.deed
    target = moment.battle.find(who)
    found = land(deed, who) if target is not None and target.side != deed.actor.side else None
    if isinstance(found, Row):
        moment.add(found, under=deed.actor.id)
        return
    _stand(part, who, settled=True)
    row = deed.row(Outcome.STANDS, target=who, final=part.size, of=part.effect.of or None)
    moment.add(row, under=deed.actor.id)


@rule("FET-SKX-5", "FET-TRT-2")
def _stand(part: Part, who: str, *, settled: bool) -> None:
    """On somebody from now on: points of an attribute for so many acts, anything else as an object with a counter."""
    moment, effect = part.deed.moment, part.effect
    if effect.kind == EffectSort.ATTRIBUTE and settled:
        name = part.deed.act.skill.name if part.deed.act.skill else ""
        kind = "add" if effect.of in MAXIMA else "points"
        buff = Buff(name, effect.of, kind, effect.points, acts=int(effect.times), until=BATTLE)
        moment.buffed.setdefault(who, []).append(buff)
    else:
        moment.noted.setdefault(who, []).extend(_standings(part, settled=settled))


def _standings(part: Part, *, settled: bool) -> tuple[Standing, ...]:
    """An effect as an object with a counter; a warning is one for everybody else who is there (Ruling FET-E-55)."""
    deed, effect = part.deed, part.effect
    one = Standing(
        deed.act.skill.name if deed.act.skill else "",
        effect.kind,
        part.size,
        int(effect.times),
        effect.resource,
        against=part.against,
    )
    if effect.target == Aim.ALL and settled:
        others = [f.id for f in deed.moment.battle.fighters if f.id != deed.actor.id and not f.dead]
        return tuple(replace(one, at=who, since=deed.moment.time) for who in others)
    if effect.target == Aim.ALL:
        return (replace(one, uses=None, at=EVERYBODY),)
    aimed = effect.target in (Aim.ONE, Aim.SOURCE) and bool(deed.act.targets) and not settled
    return (replace(one, at=deed.act.targets[0]) if aimed else one,)
