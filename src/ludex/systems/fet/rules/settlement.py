"""Combat basics, fifth part (FET-TLN-3): settling a moment: interrupts first, then what lands or happens, then what defends.

All acts that end together are settled from the state before that moment. Skills are in `skills.py`.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ludex.core.rule import rule
from ludex.systems.fet.rules.acts import wind_up_of
from ludex.systems.fet.rules.control import break_out
from ludex.systems.fet.rules.interaction import contest
from ludex.systems.fet.rules.moment import Moment, Row
from ludex.systems.fet.rules.scenes import arrives, misses
from ludex.systems.fet.rules.weapons import bonus
from ludex.systems.fet.state import Act, Debuff, Fighter
from ludex.systems.fet.terms import DEFENSIVE, Effect, Kind, Number, Outcome, Resource, Zone, tidy


class Deed(msgspec.Struct, frozen=True):
    """An act (or one effect of a skill) being settled: whose it is, and what debuffs and contests have left of it."""

    moment: Moment
    actor: Fighter
    act: Act
    left: Number
    resource: str = ""
    effect: str | None = None
    times: int | None = None
    sort: str = ""

    def row(self, outcome: str = "", **more: Any) -> Row:
        """How it came out."""
        row = Row(self.actor.id, self.act.kind, outcome, self.act.left, resource=self.resource or None)
        return msgspec.structs.replace(row, effect=self.effect, times=self.times, **more)

    def whole(self, outcome: str, final: Number = 0) -> Row:
        """How an act came out that is judged as a whole, not target by target."""
        target = self.act.targets[0] if len(self.act.targets) == 1 else None
        return self.row(outcome, target=target, contested=self.taken, final=final)

    @property
    def taken(self) -> Number:
        """What contests have taken from the act at this moment."""
        return self.moment.taken.get(self.actor.id, 0)

    @property
    def damages(self) -> bool:
        """Whether it takes from a resource what lands."""
        return (self.effect or self.act.kind) in (Kind.ATTACK, Kind.SHOOT, Effect.DAMAGE)

    @property
    def missed_by(self) -> Callable[[Fighter], bool]:
        """Whether the act does not find somebody now."""
        return lambda target: misses(self.moment.battle, self.actor, act=self.act, target=target)


def deeds(moment: Moment, *kinds: str) -> list[Deed]:
    """The acts of these kinds (all, if none are named) that end now and have not been broken off, in listed order."""
    return [
        Deed(moment, fighter, fighter.act, moment.left[fighter.id], _touched(fighter.act), sort=_sort(fighter))
        for fighter in moment.ending
        if fighter.act is not None and fighter.id not in moment.broken and (not kinds or fighter.act.kind in kinds)
    ]


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
            _interrupt(mine)


def _interrupt(deed: Deed) -> None:
    """One interrupt against whatever its target is doing."""
    target = deed.moment.battle.find(deed.act.targets[0])
    if target is None or target.dead:
        _came_out(deed, Outcome.NONE)
    elif deed.missed_by(target):
        _came_out(deed, Outcome.MISSED)
    elif deed.moment.active(target) is None:
        _came_out(deed, Outcome.NONE)
    elif deed.left <= 0:
        _came_out(deed, Outcome.BLOCKED)
    elif (theirs := _answering(deed, target)) is not None:
        _cross(deed, theirs)
    else:
        _oppose(deed, target)


def _came_out(deed: Deed, outcome: str, *, contested: Number = 0, final: Number = 0) -> None:
    deed.moment.add(deed.row(outcome, target=deed.act.targets[0], contested=contested, final=final))


@rule("FET-INX-4")
def _oppose(deed: Deed, target: Fighter) -> None:
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


def _answering(deed: Deed, target: Fighter) -> Deed | None:
    """The target's own interrupt of this fighter at this very moment, if it would find it."""
    found = [d for d in deeds(deed.moment, Kind.INTERRUPT) if d.actor.id == target.id]
    if not found or target.id in deed.moment.rows or deed.actor.id not in found[0].act.targets:
        return None
    return None if found[0].missed_by(deed.actor) else found[0]


@rule("FET-INX-4")
def _cross(one: Deed, other: Deed) -> None:
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
            moment.add(Deed(moment, fighter, fighter.act, 0).whole(Outcome.BROKEN))


# What lands on somebody


class Landed(msgspec.Struct, frozen=True):
    """Something has reached a target, and so much of it is left."""

    deed: Deed
    target: Fighter
    row: Row
    final: Number


@rule("FET-INX-3", "FET-DST-2", "FET-ACT-1")
def land(deed: Deed, who: str) -> Landed | Row:
    """Reach one target: find it, then be contested. Where nothing comes of it, the row that says so."""
    target = deed.moment.battle.find(who)
    row = deed.row(target=who, contested=0 if deed.effect else deed.taken, absorbed=0 if deed.damages else None)
    if target is None or target.dead:
        return msgspec.structs.replace(row, outcome=Outcome.NONE)
    if deed.missed_by(target):
        return msgspec.structs.replace(row, outcome=Outcome.MISSED)
    own = target.id == deed.actor.id
    final = deed.left if own or deed.left <= 0 else deed.moment.defended(target, deed.left)
    row = msgspec.structs.replace(row, contested=tidy(row.contested + deed.left - final))
    return Landed(deed, target, row, final) if final > 0 else msgspec.structs.replace(row, outcome=Outcome.BLOCKED)


def settle_act(deed: Deed) -> None:
    """Settle one act that is neither an interrupt, nor a skill, nor defensive."""
    moment, act = deed.moment, deed.act
    if act.kind in STRIKES:
        for who in act.targets:
            found = land(deed, who)
            moment.add(found if isinstance(found, Row) else STRIKES[act.kind](found))
    elif act.kind == Kind.HEAL:
        for who in act.targets:
            moment.add(_heal(deed, who))
    else:
        moment.add(WORKS[act.kind](deed))


def _attack(landed: Landed) -> Row:
    deed = landed.deed
    weapon = deed.actor.weapons.get(deed.act.weapon) if deed.act.kind == Kind.ATTACK else None
    final = tidy(landed.final + bonus(landed.final, weapon))  # FET-WEP-1, ruling E-22
    return damaged(landed, final=final)


@rule("FET-STA-2", "FET-INX-6")
def damaged(landed: Landed, *, final: Number) -> Row:
    """Damage to a resource; a standing shield takes stamina damage first."""
    moment, target, resource = landed.deed.moment, landed.target, landed.deed.resource
    if moment.options.standing_effects == "settled":
        final = moment.stances.blow(final, actor=landed.deed.actor.id, target=target.id)
        _answered(landed)
    absorbed = moment.absorbed(target, final) if resource == Resource.STAMINA else 0
    moment.change(target.id, resource, by=-tidy(final - absorbed), sort=landed.deed.sort)
    outcome = Outcome.HIT if final > 0 else Outcome.BLOCKED
    return msgspec.structs.replace(landed.row, outcome=outcome, final=final, absorbed=absorbed)


@rule("FET-SKX-1")
def _answered(landed: Landed) -> None:
    """What a blow sets off at this table: it hurts at the same moment, and is not contested."""
    moment = landed.deed.moment
    for answer in moment.stances.answers(actor=landed.deed.actor.id, target=landed.target.id):
        thing = answer.standing
        moment.change(answer.target, thing.resource, by=-thing.amount)
        row = Row(answer.who, Kind.SKILL, Outcome.HIT, target=answer.target, final=thing.amount)
        moment.add(msgspec.structs.replace(row, effect=thing.kind, resource=thing.resource))


def _control(landed: Landed) -> Row:
    return controlled(landed, landed.deed.act.resist, denies=landed.deed.act.denies_action)


@rule("FET-CTL-2", "FET-LAW-3")
def controlled(landed: Landed, resist: str, *, denies: bool) -> Row:
    """The target is held for its own wind-up against what is left."""
    moment, target = landed.deed.moment, landed.target
    duration = wind_up_of(landed.final, target.values.get(resist, 0), options=moment.options)
    until = moment.control(target, duration, denies=denies)
    return msgspec.structs.replace(
        landed.row, outcome=Outcome.CONTROLLED, final=landed.final, duration=duration, until=until
    )


def _debuff(landed: Landed) -> Row:
    return cursed(landed, landed.deed.act.applies_to)


@rule("FET-DBF-1")
def cursed(landed: Landed, applies_to: tuple[str, ...]) -> Row:
    """What is left lies on the target as a pool."""
    moment = landed.deed.moment
    pool = Debuff(landed.final, applies_to, moment.time)
    moment.cursed.setdefault(landed.target.id, []).append(pool)
    return msgspec.structs.replace(landed.row, outcome=Outcome.DEBUFFED, final=landed.final)


def _heal(deed: Deed, who: str) -> Row:
    """FET-ZON-7: healing finds the hidden; only contact from the safe zone is in its way."""
    target = deed.moment.battle.find(who)
    if target is not None and not target.dead and deed.missed_by(target):
        return deed.row(Outcome.MISSED, target=who, contested=deed.taken)
    row = healed(deed, who, amount=deed.left)
    return msgspec.structs.replace(row, contested=deed.taken)


@rule("FET-STA-2", "FET-DTH-1", "FET-DBF-1")
def healed(deed: Deed, who: str, *, amount: Number) -> Row:
    """A living target gains what is left; the dead are not brought back."""
    target = deed.moment.battle.find(who)
    row = deed.row(target=who)
    if target is None or target.dead:
        return msgspec.structs.replace(row, outcome=Outcome.NONE)
    if amount <= 0:
        return msgspec.structs.replace(row, outcome=Outcome.BLOCKED)
    deed.moment.change(who, deed.resource, by=amount, sort=deed.sort)
    return msgspec.structs.replace(row, outcome=Outcome.HEALED, final=amount)


# What an act does by itself


def _move(deed: Deed) -> Row:
    return msgspec.structs.replace(moved(deed), contested=deed.taken)


@rule("FET-BOX-2", "FET-DBF-1", "FET-ZON-6", "FET-ZON-7")
def moved(deed: Deed) -> Row:
    """Go where the act leads, if what is left still reaches and there is still room."""
    moment, mover = deed.moment, deed.actor
    if deed.left <= 0 and deed.act.to is None:  # to a cube: it no longer reaches
        return deed.row(Outcome.BLOCKED)
    inside = tuple(
        msgspec.structs.replace(f, zone=Zone.SAFE) if moment.moved.get(f.id, (None, ""))[1] == Zone.SAFE else f
        for f in moment.battle.fighters
    )
    reached = arrives(moment.battle.scene, mover, act=deed.act, amount=deed.left, inside=inside)
    if reached:
        moment.moved[mover.id] = (deed.act.to, deed.act.to_zone)
    return deed.row(Outcome.MOVED if reached else Outcome.NONE, final=deed.left)


@rule("FET-DBF-2")
def _break(deed: Deed) -> Row:
    debuffs = deed.moment.debuffs
    taken, debuffs[deed.actor.id] = break_out(deed.left, debuffs[deed.actor.id])
    return deed.whole(Outcome.FREED, taken)


@rule("FET-WEP-3")
def _reload(deed: Deed) -> Row:
    deed.moment.reloaded[deed.actor.id] = deed.act.weapon
    return deed.whole(Outcome.RELOADED)


def _wait(deed: Deed) -> Row:
    return deed.whole(Outcome.WAITED)


def _other(deed: Deed) -> Row:
    return deed.whole(Outcome.DONE, deed.left)


STRIKES: dict[str, Callable[[Landed], Row]] = {
    Kind.ATTACK: _attack,
    Kind.SHOOT: _attack,
    Kind.CONTROL: _control,
    Kind.DEBUFF: _debuff,
}

WORKS: dict[str, Callable[[Deed], Row]] = {
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
        if shield and moment.options.shield_lasts:  # Ruling E-16
            moment.raised[deed.actor.id] = deed.left
        moment.add(deed.whole(Outcome.READY if shield else Outcome.DONE, deed.left))
