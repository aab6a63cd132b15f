"""Settling a moment (FET-TLN-3): debuffs, interrupts, everything that lands or happens, then what defends.

All acts that end together are settled from the state before that moment. Skills are in `skill_acts.py`.
"""

from collections.abc import Callable

import msgspec

from ludex.core.rule import rule
from ludex.systems.fet.fight import Act, Debuff, Fighter
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.rules.acts import wind_up_of
from ludex.systems.fet.rules.effects import break_out
from ludex.systems.fet.rules.interaction import contest
from ludex.systems.fet.rules.moment import Moment, Row
from ludex.systems.fet.rules.scenes import arrives, misses
from ludex.systems.fet.rules.weapons import bonus
from ludex.systems.fet.terms import DEFENSIVE, Kind, Outcome, Resource, Zone


class Landing(msgspec.Struct, frozen=True):
    """What came of something that was to land on a target. `outcome` is empty where something is left."""

    target: Fighter | None
    outcome: str
    contested: Number = 0
    final: Number = 0


@rule("FET-INX-3", "FET-DST-2", "FET-ACT-1")
def land(moment: Moment, actor: Fighter, act: Act, who: str, amount: Number) -> Landing:
    """What is left of an impact when it reaches one target: found, then contested."""
    target = moment.battle.find(who)
    if target is None or target.dead:
        return Landing(None, Outcome.NONE)
    if misses(moment.battle, actor, act, target):
        return Landing(target, Outcome.MISSED)
    if amount <= 0:
        return Landing(target, Outcome.BLOCKED)
    final = amount if target.id == actor.id else moment.defended(target, amount)
    return Landing(target, "" if final > 0 else Outcome.BLOCKED, tidy(amount - final), final)


@rule("FET-INX-4")
def settle_interrupts(moment: Moment) -> None:
    """Interrupts come before everything else, fighters in listed order."""
    for fighter in moment.ending:
        act = fighter.act
        if act is not None and act.kind == Kind.INTERRUPT and fighter.id not in moment.rows:
            _interrupt(moment, fighter, act)


def _interrupt(moment: Moment, fighter: Fighter, act: Act) -> None:
    """One interrupt against whatever its target is doing."""
    target = moment.battle.find(act.targets[0])
    theirs = moment.active(target) if target is not None and not target.dead else None
    if fighter.id in moment.broken:
        pass
    elif target is not None and not target.dead and misses(moment.battle, fighter, act, target):
        _interrupted(moment, fighter, Outcome.MISSED)
    elif target is None or theirs is None:
        _interrupted(moment, fighter, Outcome.NONE)
    elif moment.left[fighter.id] <= 0:
        _interrupted(moment, fighter, Outcome.BLOCKED)
    elif _mutual(moment, fighter, target, theirs):
        _cross(moment, fighter, target, theirs)
    else:
        _oppose(moment, fighter, target, theirs)


@rule("FET-INX-4")
def _oppose(moment: Moment, fighter: Fighter, target: Fighter, theirs: Act) -> None:
    """At least as big: the act is broken off; smaller: it goes on with the difference."""
    power, weight = moment.left[fighter.id], moment.weight(target, theirs)
    final, _ = contest(power, weight)
    if power < weight:
        moment.weaken(target, power)
        _interrupted(moment, fighter, Outcome.BLOCKED, contested=power)
        return
    if target.id not in moment.rows:  # an interrupt that has already worked at this moment stays so
        moment.break_off(target, weight)
    _interrupted(moment, fighter, Outcome.INTERRUPTED, contested=weight, final=final)


def _mutual(moment: Moment, fighter: Fighter, target: Fighter, theirs: Act) -> bool:
    """Whether the target interrupts this fighter at this very moment, and would find it."""
    ends_now = theirs.kind == Kind.INTERRUPT and theirs.end == moment.time and target.id not in moment.rows
    return ends_now and fighter.id in theirs.targets and not misses(moment.battle, target, theirs, fighter)


@rule("FET-INX-4")
def _cross(moment: Moment, one: Fighter, other: Fighter, theirs: Act) -> None:
    """Two that interrupt each other are compared once: the smaller is broken off, equal ones both."""
    mine, weight = moment.left[one.id], moment.weight(other, theirs)
    final, rest = contest(mine, weight)
    if final <= 0:
        moment.break_off(one, mine)
    if rest <= 0:
        moment.break_off(other, weight)
    if final > 0:
        _interrupted(moment, one, Outcome.INTERRUPTED, contested=weight, final=final)
    if rest > 0:
        moment.left[other.id] = rest
        _interrupted(moment, other, Outcome.INTERRUPTED, contested=mine, final=rest)


def _interrupted(moment: Moment, fighter: Fighter, outcome: str, *, contested: Number = 0, final: Number = 0) -> None:
    act = fighter.act
    if act is not None:
        row = Row(fighter.id, act.kind, outcome, act.left, act.targets[0], contested=contested, final=final)
        moment.add(row)


@rule("FET-INX-5")
def settle_broken(moment: Moment) -> None:
    """Report the acts that end now but were broken off."""
    for fighter in moment.ending:
        if fighter.id in moment.broken and fighter.act is not None and fighter.id not in moment.rows:
            moment.add(_row(moment, fighter, fighter.act, Outcome.BROKEN))


def _row(moment: Moment, fighter: Fighter, act: Act, outcome: str, final: Number = 0) -> Row:
    """The row of an act that is judged as a whole."""
    target = act.targets[0] if len(act.targets) == 1 else None
    taken = moment.taken.get(fighter.id, 0)
    return Row(fighter.id, act.kind, outcome, act.left, target, contested=taken, final=final)


# Acts that are settled by what is left of them


def settle_act(moment: Moment, fighter: Fighter, act: Act) -> None:
    """Settle one act that ends now and is neither an interrupt, nor a skill, nor defensive."""
    if act.kind in STRIKES:
        for target in act.targets:
            moment.add(_strike(moment, fighter, act, target))
    elif act.kind == Kind.HEAL:
        _heal(moment, fighter, act)
    else:
        moment.add(WORKS[act.kind](moment, fighter, act))


def _strike(moment: Moment, fighter: Fighter, act: Act, who: str) -> Row:
    """One target of an attack, shot, control or debuff."""
    taken = moment.taken.get(fighter.id, 0)
    landing = land(moment, fighter, act, who, moment.left[fighter.id])
    row = Row(fighter.id, act.kind, landing.outcome, act.left, who, contested=tidy(taken + landing.contested))
    if landing.outcome or landing.target is None:
        return row
    return STRIKES[act.kind](moment, row, landing, fighter, act)


def _attack(moment: Moment, row: Row, landing: Landing, fighter: Fighter, act: Act) -> Row:
    weapon = fighter.weapons.get(act.weapon) if act.kind == Kind.ATTACK else None
    final = tidy(landing.final + bonus(landing.final, weapon))  # FET-WEP-1, ruling E-22
    return damaged(moment, row, landing, act.resource, final)


@rule("FET-STA-2", "FET-INX-6")
def damaged(moment: Moment, row: Row, landing: Landing, resource: str, final: Number) -> Row:
    """Damage to a resource; a standing shield takes stamina damage first."""
    target = landing.target
    if target is None:
        return row
    absorbed = moment.absorbed(target, final) if resource == Resource.STAMINA else 0
    moment.change(target.id, resource, -tidy(final - absorbed))
    return msgspec.structs.replace(row, outcome=Outcome.HIT, final=final, absorbed=absorbed, resource=resource)


def _control(moment: Moment, row: Row, landing: Landing, _fighter: Fighter, act: Act) -> Row:
    return controlled(moment, row, landing, act.resist, denies=act.denies_action)


@rule("FET-CTL-2", "FET-LAW-3")
def controlled(moment: Moment, row: Row, landing: Landing, resist: str, *, denies: bool) -> Row:
    """The target is held for its own wind-up against what is left."""
    target = landing.target
    if target is None:
        return row
    duration = wind_up_of(landing.final, target.values.get(resist, 0), moment.options)
    until = moment.control(target, duration, denies=denies)
    return msgspec.structs.replace(row, outcome=Outcome.CONTROLLED, final=landing.final, duration=duration, until=until)


def _debuff(moment: Moment, row: Row, landing: Landing, _fighter: Fighter, act: Act) -> Row:
    return cursed(moment, row, landing, act.applies_to)


@rule("FET-DBF-1")
def cursed(moment: Moment, row: Row, landing: Landing, applies_to: tuple[str, ...]) -> Row:
    """What is left lies on the target as a pool."""
    if landing.target is not None:
        pool = Debuff(landing.final, applies_to, moment.time)
        moment.cursed.setdefault(landing.target.id, []).append(pool)
    return msgspec.structs.replace(row, outcome=Outcome.DEBUFFED, final=landing.final)


@rule("FET-STA-2", "FET-DTH-1")
def healed(moment: Moment, row: Row, who: str, resource: str, amount: Number) -> Row:
    """A living target gains; the dead are not brought back."""
    target = moment.battle.find(who)
    if target is None or target.dead or amount <= 0:
        return msgspec.structs.replace(row, outcome=Outcome.NONE)
    moment.change(who, resource, amount)
    return msgspec.structs.replace(row, outcome=Outcome.HEALED, final=amount, resource=resource)


def _heal(moment: Moment, fighter: Fighter, act: Act) -> None:
    """FET-ZON-7: healing finds the hidden; only contact from the safe zone is in its way."""
    for who in act.targets:
        row = Row(fighter.id, act.kind, "", act.left, who, contested=moment.taken.get(fighter.id, 0))
        target = moment.battle.find(who)
        if target is not None and not target.dead and misses(moment.battle, fighter, act, target):
            moment.add(msgspec.structs.replace(row, outcome=Outcome.MISSED))
        elif moment.left[fighter.id] <= 0:
            moment.add(msgspec.structs.replace(row, outcome=Outcome.BLOCKED))
        else:
            moment.add(healed(moment, row, who, act.resource, moment.left[fighter.id]))


def _move(moment: Moment, fighter: Fighter, act: Act) -> Row:
    return moved(moment, _row(moment, fighter, act, ""), fighter, act, moment.left[fighter.id])


@rule("FET-BOX-2", "FET-ZON-6", "FET-ZON-7")
def moved(moment: Moment, row: Row, fighter: Fighter, act: Act, amount: Number) -> Row:
    """Go where the act leads, if what is left still reaches and there is still room."""
    inside = tuple(
        msgspec.structs.replace(f, zone=Zone.SAFE) if moment.moved.get(f.id, (None, ""))[1] == Zone.SAFE else f
        for f in moment.battle.fighters
    )
    reached = arrives(moment.battle.scene, fighter, act, amount, inside)
    if reached:
        moment.moved[fighter.id] = (act.to, act.to_zone)
    return msgspec.structs.replace(row, outcome=Outcome.MOVED if reached else Outcome.NONE, final=amount)


@rule("FET-DBF-2")
def _break(moment: Moment, fighter: Fighter, act: Act) -> Row:
    taken, left = break_out(moment.left[fighter.id], moment.debuffs[fighter.id])
    moment.debuffs[fighter.id] = left
    return _row(moment, fighter, act, Outcome.FREED, taken)


@rule("FET-WEP-3")
def _reload(moment: Moment, fighter: Fighter, act: Act) -> Row:
    moment.reloaded[fighter.id] = act.weapon
    return _row(moment, fighter, act, Outcome.RELOADED)


def _wait(moment: Moment, fighter: Fighter, act: Act) -> Row:
    return _row(moment, fighter, act, Outcome.WAITED)


def _other(moment: Moment, fighter: Fighter, act: Act) -> Row:
    return _row(moment, fighter, act, Outcome.DONE, moment.left[fighter.id])


STRIKES: dict[str, Callable[[Moment, Row, Landing, Fighter, Act], Row]] = {
    Kind.ATTACK: _attack,
    Kind.SHOOT: _attack,
    Kind.CONTROL: _control,
    Kind.DEBUFF: _debuff,
}

WORKS: dict[str, Callable[[Moment, Fighter, Act], Row]] = {
    Kind.MOVE: _move,
    Kind.BREAK: _break,
    Kind.RELOAD: _reload,
    Kind.WAIT: _wait,
    Kind.OTHER: _other,
}


@rule("FET-INX-3", "FET-INX-6")
def settle_defences(moment: Moment) -> None:
    """What is left of a shield at its end stands; dodging and parrying are simply over."""
    for fighter in moment.ending:
        act = fighter.act
        if act is None or act.kind not in DEFENSIVE or fighter.id in moment.broken:
            continue
        left = moment.left[fighter.id]
        if act.kind == Kind.DEFEND and moment.options.shield_lasts:  # Ruling E-16
            moment.raised[fighter.id] = left
        outcome = Outcome.READY if act.kind == Kind.DEFEND else Outcome.DONE
        moment.add(_row(moment, fighter, act, outcome, left))
