"""What an act or an effect comes to (FET-TLN-3, FET-INX-3, FET-SKX-6): it finds its targets, is contested, and lands.

Joins what plain acts and skills share: blows with all that stands for or against them, healing, controls, debuffs, moves. Which
of it happens is `plain_acts.py` and `casting.py`.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.rule import rule
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.effects.conditions import grants
from ludex.systems.fet.events.rows import Row, Sway
from ludex.systems.fet.rules.counting import counted, swayed
from ludex.systems.fet.rules.lasting import Answer, ResourceChange
from ludex.systems.fet.rules.moment import Blow, Healing, Moment
from ludex.systems.fet.rules.scenes import arrives, is_hostile, misses, reach
from ludex.systems.fet.rules.wind_ups import wind_up_of
from ludex.systems.fet.sheet import Debuff, SkillEffect
from ludex.systems.fet.state import Act, Fighter, Freeze
from ludex.systems.fet.terms import Amount, Effect, Kind, Number, Outcome, Resource, Zone, tidy


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

    def row(self, outcome: str = "", **more: Number | str | None) -> Row:
        """How it came out."""
        row = Row(self.actor.id, self.act.kind, outcome, self.act.left, resource=self.resource or None)
        named = self.act.skill.name if self.act.skill else None
        cut = (self.moment.cut.get(self.actor.id) or None) if not self.effect else None
        tool = self.act.weapon or None
        return replace(row, effect=self.effect, times=self.times, named=named, cut=cut, tool=tool, **more)

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
        battle, far = self.moment.battle, self._reach
        return lambda target: self._unlit(target) or misses(battle, self.actor, act=self.act, target=target, far=far)

    @property
    def _reach(self) -> Number | None:
        """How far it hits, with everything that changes that (FET-LIV-25)."""
        far = reach(self.moment.battle, self.actor, act=self.act)
        return None if far is None else counted(self.moment.state, self.actor.id, Amount.REACH, far, self.at()).value

    def at(self, target: str = "") -> Occasion:
        """What conditions may ask of it."""
        of = {**about(self.act), "resource": self.resource, "sort": self.sort or self.act.sort}
        return occasion("", self.actor.id, target, amount=self.left, of=of)

    def felt_by(self, who: str, amount: Number, *, gives: str, takes: str) -> tuple[Number, tuple[Sway, ...]]:
        """An amount as its giver gives and its receiver takes it (FET-LIV-25)."""
        state, at = self.moment.state, self.at(who)
        amount, given = swayed(state, self.actor.id, gives, amount, at)
        amount, taken = swayed(state, who, takes, amount, at)
        return amount, (*given, *taken)

    @rule("FET-TRX-7")
    def _unlit(self, target: Fighter) -> bool:
        """Whether darkness hides a target from a hostile act; not from who sees through it (明晰)."""
        if not self.moment.state.dark or target.id == self.actor.id or not is_hostile(self.act):
            return False
        return not grants(self.moment.state, self.actor.id, "dark_vision")


# What lands on somebody


class Landed(msgspec.Struct, frozen=True):
    """Something has reached a target, and so much of it is left."""

    deed: Deed
    target: Fighter
    row: Row
    final: Number


@rule("FET-INX-3", "FET-DST-2", "FET-ACT-1", "FET-SKX-11")
def land(deed: Deed, who: str) -> Landed | Row:
    """Reach one target: find it, then be contested. Where nothing comes of it, the row that says so."""
    target = deed.moment.battle.find(who)
    row = deed.row(target=who, contested=0 if deed.effect else deed.taken, absorbed=0 if deed.damages else None)
    mindful = (deed.effect or deed.act.kind) in (Kind.CONTROL, Kind.DEBUFF)
    mindful = mindful or (deed.damages and deed.resource == Resource.WILL)  # FET-SKX-11: a double has no mind
    if target is None or target.dead or (target.double_of and mindful):
        return replace(row, outcome=Outcome.NONE)
    if deed.missed_by(target):
        return replace(row, outcome=Outcome.MISSED)
    own = target.id == deed.actor.id
    final = deed.left if own or deed.left <= 0 else deed.moment.defended(target, deed.left)
    row = replace(row, contested=tidy(row.contested + deed.left - final))
    return Landed(deed, target, row, final) if final > 0 else replace(row, outcome=Outcome.BLOCKED)


@rule("FET-ACT-1")
def shares(deed: Deed) -> list[Deed]:
    """An act for each of its targets: whole, or divided evenly where it was so ruled (Ruling FET-E-44)."""
    many = len(deed.act.targets)
    if deed.act.several != "split" or many < 2:
        return [deed] * many
    if deed.act.kind != Kind.SHOOT:
        return [replace(deed, left=tidy(deed.left / many))] * many
    each, more = divmod(deed.act.shots, many)
    shots = [each + (n < more) for n in range(many)]
    return [replace(deed, left=tidy(deed.left * n / deed.act.shots)) for n in shots]


def settle_landing(deed: Deed, who: str, strike: Callable[[Landed], Row | None]) -> None:
    """Reach one target: report what came to nothing, or let what has landed have its effect."""
    found = land(deed, who)
    row = found if isinstance(found, Row) else strike(found)
    if row is not None:
        deed.moment.add(row, under=deed.actor.id)


@rule("FET-SKX-6", "FET-SKX-10")
def strike(landed: Landed, *, final: Number, armed: tuple[Sway, ...] = ()) -> Row:
    """A blow, with everything that stands for or against it, and what it sets off; the entombed are out of it all.

    `armed`: what of it is the weapon's.
    """
    moment, deed, target = landed.deed.moment, landed.deed, landed.target
    row = landed.row
    shut = moment.untouchable(target.id) or moment.untouchable(deed.actor.id)
    settled = moment.options.standing_effects == "settled" and target.id != deed.actor.id and not shut
    if shut:
        final = 0
    ways: tuple[Sway, ...] = ()
    if settled:
        final, ways = moment.stances.blow(final, actor=deed.actor.id, target=target.id)
    if final > 0:
        final, more = deed.felt_by(target.id, final, gives=Amount.DAMAGE_DEALT, takes=Amount.DAMAGE_TAKEN)
        ways = (*ways, *more)
    added, reduced = (tidy(sum(way.by for way in ways if way.by * sign > 0)) for sign in (1, -1))
    row = replace(row, added=added or None, reduced=-reduced or None, swayed=(*armed, *ways) if final > 0 else ways)
    row = replace(row, outcome=Outcome.HIT if final > 0 else Outcome.BLOCKED, final=final)
    rows, place = moment.add(row, under=deed.actor.id)
    if final > 0:
        moment.blows.append(Blow(deed.actor.id, target.id, final, deed.resource, deed.sort, rows, place))
    if settled:
        _set_off(moment, moment.stances.answers(actor=deed.actor.id, target=target.id), under=deed.actor.id)
    return row


@rule("FET-SKX-6", "FET-SKX-15")
def _set_off(moment: Moment, answers: list[Answer], *, under: str) -> None:
    """What a blow or a warning brings: rows of their own, not contested; shields absorb."""
    for answer in answers:
        thing = answer.standing
        shut = moment.untouchable(answer.who) or moment.untouchable(answer.target)
        final = 0 if shut else thing.amount
        outcome = Outcome.HIT if final > 0 else Outcome.BLOCKED
        row = Row(answer.who, "effect", outcome, target=answer.target, final=final, effect=thing.kind, named=thing.name)
        rows, place = moment.add(row, under=under)
        blow = Blow(answer.who, answer.target, final, thing.resource, "", rows, place, set_off=True)
        if final > 0:
            moment.blows.append(blow)


@rule("FET-SKX-15", "FET-SKX-3")
def settle_hostile(deed: Deed) -> None:
    """A hostile act was settled: its owner is seen again, and has not heeded the warnings it was given."""
    if not is_hostile(deed.act):
        return
    deed.moment.revealed.append(deed.actor.id)
    if deed.moment.options.standing_effects == "settled":
        warned = deed.moment.stances.warned(deed.actor.id, time=deed.moment.time)
        _set_off(deed.moment, warned, under=deed.actor.id)


@rule("FET-CTL-2", "FET-LAW-3", "FET-SKX-8", "FET-SKX-10")
def controlled(landed: Landed, resist: str, *, denies: bool, sort: SkillEffect | None = None) -> Row:
    """The target is held for its own wind-up against what is left, in the way that a skill says."""
    moment, target = landed.deed.moment, landed.target
    duration = wind_up_of(landed.final, target.values.get(resist, 0), options=moment.options)
    end = tidy(moment.time + duration)
    if sort is not None and (sort.puppet or sort.untouchable):
        until = moment.hold(target, "puppet" if sort.puppet else "entombed", until=end, by=landed.deed.actor.id)
        moment.stop(target)
    else:
        until = moment.control(target, duration, denies=denies)
    if sort is not None and sort.freezes_others:
        moment.freeze = Freeze(target.id, until)  # FET-SKX-9
    return replace(landed.row, outcome=Outcome.CONTROLLED, final=landed.final, duration=duration, until=until)


@rule("FET-DBF-1")
def cursed(landed: Landed, applies_to: tuple[str, ...]) -> Row:
    """What is left lies on the target as a pool."""
    moment = landed.deed.moment
    pool = Debuff(landed.final, applies_to, moment.time)
    moment.cursed.setdefault(landed.target.id, []).append(pool)
    return replace(landed.row, outcome=Outcome.DEBUFFED, final=landed.final)


@rule("FET-STA-2", "FET-DTH-1", "FET-DBF-1")
def healed(deed: Deed, who: str, *, amount: Number, adds: bool = False, contested: Number = 0) -> Row:
    """A living target gains what is left, restored or (`adds`) beyond any maximum; the dead are not brought back."""
    moment, target = deed.moment, deed.moment.battle.find(who)
    row = deed.row(target=who, contested=contested)
    if target is None or target.dead:
        row = replace(row, outcome=Outcome.NONE)
    elif amount <= 0:
        row = replace(row, outcome=Outcome.BLOCKED)
    else:
        amount, ways = deed.felt_by(who, amount, gives=Amount.HEAL_DEALT, takes=Amount.HEAL_TAKEN)
        row = replace(row, outcome=Outcome.HEALED, final=amount, swayed=ways)
    rows, place = moment.add(row, under=deed.actor.id)
    if row.outcome == Outcome.HEALED and adds:
        moment.pay(who, deed.resource, by=moment.guards.left(who, ResourceChange(deed.resource, amount, deed.sort)))
    elif row.outcome == Outcome.HEALED:
        moment.heal(who, deed.resource, by=amount, sort=deed.sort)
        moment.healings.append(Healing(who, deed.resource, rows, place))
    return row


@rule("FET-BOX-2", "FET-DBF-1", "FET-ZON-6", "FET-ZON-7")
def moved(deed: Deed) -> Row:
    """Go where the act leads, if what is left still reaches and there is still room."""
    moment, mover = deed.moment, deed.actor
    if deed.left <= 0 and deed.act.to is None:  # to a cube: it no longer reaches
        return deed.row(Outcome.BLOCKED)
    inside = tuple(
        replace(f, zone=Zone.SAFE) if moment.moved.get(f.id, (None, ""))[1] == Zone.SAFE else f
        for f in moment.battle.fighters
    )
    reached = arrives(moment.battle.scene, mover, act=deed.act, amount=deed.left, inside=inside)
    if reached:
        moment.moved[mover.id] = (deed.act.to, deed.act.to_zone)
    return deed.row(Outcome.MOVED if reached else Outcome.NONE, final=deed.left)
