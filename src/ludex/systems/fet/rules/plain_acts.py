"""Combat basics, fifth part (FET-TLN-3, FET-INX): plain acts that end in a moment: interrupts first, then what lands or happens, then what defends.

All acts that end together are settled from the state before that moment. Skills are in `casting.py`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.events.rows import Row, Sway
from ludex.systems.fet.rules.interaction import break_out, contest
from ludex.systems.fet.rules.landing import (
    Deed,
    Landed,
    controlled,
    cursed,
    healed,
    moved,
    settle_landing,
    shares,
    strike,
)
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.weapons import bonus
from ludex.systems.fet.state import Act, Fighter
from ludex.systems.fet.terms import DEFENSIVE, Kind, Number, Outcome, tidy


def deeds(moment: Moment, *kinds: str) -> list[Deed]:
    """The acts of these kinds (all, if none are named) that end now and have not been broken off, in listed order."""
    found = [
        Deed(moment, fighter, fighter.act, moment.left[fighter.id], _touched(fighter.act), sort=_sort(fighter))
        for fighter in moment.ending
        if fighter.act is not None and fighter.id not in moment.broken and (not kinds or fighter.act.kind in kinds)
    ]
    return found if moment.options.doubles == "shown" else [*found, *(d for mine in found for d in _copied(mine))]


@rule("FET-SKX-11")
def _copied(deed: Deed) -> list[Deed]:
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


def interrupt(deed: Deed) -> None:
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


def settle_act(deed: Deed) -> None:
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


def _heal(deed: Deed, who: str) -> None:
    """FET-ZON-7: healing finds the hidden; only contact from the safe zone is in its way."""
    target = deed.moment.battle.find(who)
    if target is not None and not target.dead and deed.missed_by(target):
        deed.moment.add(deed.row(Outcome.MISSED, target=who, contested=deed.taken), under=deed.actor.id)
        return
    healed(deed, who, amount=deed.left, contested=deed.taken)


# What an act does by itself


def _move(deed: Deed) -> Row:
    return replace(moved(deed), contested=deed.taken)


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


STRIKES: dict[str, Callable[[Landed], Row | None]] = {
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
        if shield and moment.options.shield_lasts:  # Ruling FET-E-16
            moment.raised[deed.actor.id] = deed.left
        moment.add(deed.whole(Outcome.READY if shield else Outcome.DONE, deed.left))
