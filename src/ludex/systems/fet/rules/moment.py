"""Combat basics: one moment while it is being settled (FET-TLN-3): what each act still has, what will have changed; and what an act or an effect comes to (FET-INX-3, FET-SKX-6).

An act finds its targets, is contested, and lands.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.rule import rule
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.effects.conditions import grants
from ludex.systems.fet.events.telling import Flow, Row, Sway
from ludex.systems.fet.rules.clock import contest, counts_with, cut, is_active, wind_up_of
from ludex.systems.fet.rules.lasting import Answer, Guards, ResourceChange, Stances, counted, swayed
from ludex.systems.fet.rules.scenes import FAR, UNSEEN, arrives, distance_of, is_hostile, reach, why_missed
from ludex.systems.fet.sheet import Buff, Debuff, SkillEffect, Standing, Weapon
from ludex.systems.fet.state import Act, Barrier, Fighter, Freeze, Hold, Past, Place, State, check_battle
from ludex.systems.fet.terms import (
    DEFENSIVE,
    RESOURCES,
    Amount,
    EffectSort,
    Kind,
    Number,
    Outcome,
    Resource,
    Zone,
    tidy,
)


class Blow(msgspec.Struct):
    """Damage on its way: by whom, on whom, of which resource; where its row stands; what it really took in the end.

    `set_off`: by another blow, so that it opens no window of those who were damaged (FET-SKX-14).
    """

    source: str
    target: str
    final: Number
    resource: str
    sort: str
    rows: list[Row]
    place: int
    set_off: bool = False
    taken: bool = False
    lost: Number = 0


class Healing(msgspec.Struct, frozen=True):
    who: str
    resource: str
    rows: list[Row]
    place: int


@rule("FET-SKX-11")
def double(owner: Fighter, body: Number, *, taken: list[str]) -> Fighter:
    """Somebody's double where its owner stands: so much body, and no mind."""
    name = next(f"{owner.id}~{n}" for n in range(1, len(taken) + 2) if f"{owner.id}~{n}" not in taken)
    stands = (owner.level, owner.size, owner.zone, owner.pos)
    return Fighter(name, owner.side, owner.values, *(body, 0, body, 0), *stands, double_of=owner.id)


class Moment:
    """The working values of one moment, from the battle as it was before."""

    def __init__(self, state: State, time: Number) -> None:
        battle, people = check_battle(state), state.people
        self.state = state
        self.battle = battle
        self.time = time
        self.options = state.options
        self.guards = Guards(people)
        self.stances = Stances(people)
        self.noted: dict[str, list[Standing]] = {}
        self.buffed: dict[str, list[Buff]] = {}
        self.ending = [f for f in battle.fighters if f.act is not None and f.act.end == time and not f.dead]
        self.left = {f.id: f.act.left for f in battle.fighters if f.act is not None}
        self.taken: dict[str, Number] = {}
        self.broken: list[str] = []
        self.rows: dict[str, list[Row]] = {}
        self.later: list[Row] = []
        self.closing = False
        self.blows: list[Blow] = []
        self.healings: list[Healing] = []
        self.changes: dict[tuple[str, str], Number] = {}
        self.restores: dict[tuple[str, str], Number] = {}
        self.erased: list[str] = []
        self.shields = {f.id: f.shield for f in battle.fighters}
        self.raised: dict[str, Number] = {}
        self.debuffs = {f.id: f.debuffs for f in battle.fighters}
        self.cut: dict[str, Number] = {}
        self.cursed: dict[str, list[Debuff]] = {}
        self.denied: dict[str, Number] = {}
        self.steered: dict[str, Number] = {}
        self.holds: dict[str, list[Hold]] = {}
        self.revealed: list[str] = []
        self.moved: dict[str, tuple[Place | None, str]] = {}
        self.reloaded: dict[str, str] = {}
        self.doubles: list[Fighter] = []
        self.freeze: Freeze | None = battle.freeze
        self.barriers: list[Barrier] = list(battle.barriers)
        self.flows: list[Flow] = []
        for fighter in self.ending:
            self.left[fighter.id] = self.debuffed(fighter, fighter.act)

    # What acts still have

    @rule("FET-DBF-1")
    def debuffed(self, fighter: Fighter, act: Act | None) -> Number:
        """What debuffs from before this moment leave of an act, once, however many targets it has."""
        if act is None:
            return 0
        old = tuple(p for p in self.debuffs[fighter.id] if p.since < self.time)
        new = tuple(p for p in self.debuffs[fighter.id] if p.since >= self.time)
        left, old = cut(act.left, old, kind=act.kind)
        self.debuffs[fighter.id] = (*old, *new)
        self.cut[fighter.id] = tidy(act.left - left)
        return left

    def active(self, fighter: Fighter) -> Act | None:
        """What a fighter is doing now in the sense of interaction (FET-TLN-2): not waiting, not broken off."""
        act = fighter.act
        if act is None or act.kind == Kind.WAIT or fighter.id in self.broken:
            return None
        return act if is_active(act.start, act.end, time=self.time) else None

    def weight(self, fighter: Fighter) -> Number:
        """What a fighter's act counts with in a contest now; 0 without one."""
        act = self.active(fighter)
        return counts_with(act, self.left[fighter.id], time=self.time, options=self.options) if act else 0

    def weaken(self, fighter: Fighter, by: Number) -> None:
        """A contest has taken this much from a fighter's act."""
        self.left[fighter.id] = tidy(self.left[fighter.id] - by)
        self.taken[fighter.id] = tidy(self.taken.get(fighter.id, 0) + by)

    def break_off(self, fighter: Fighter, by: Number) -> None:
        """FET-INX-5: an act is broken off; its owner is free at this moment."""
        self.taken[fighter.id] = tidy(self.taken.get(fighter.id, 0) + by)
        self.left[fighter.id] = 0
        if fighter.id not in self.broken:
            self.broken.append(fighter.id)

    @rule("FET-INX-3", "FET-SKX-9")
    def defended(self, target: Fighter, amount: Number) -> Number:
        """What a dodge, parry or shield of the target leaves of what lands on it; frozen acts contest nothing."""
        act = self.active(target)
        if act is None or act.kind not in DEFENSIVE or self.battle.frozen(target.id):
            return amount
        weight = self.weight(target)
        if weight <= 0:
            return amount
        final, rest = contest(amount, weight)
        if rest > 0:
            self.weaken(target, amount)
        else:
            self.break_off(target, weight)
        return final

    # What comes of them

    @rule("FET-SKX-10")
    def untouchable(self, who: str) -> bool:
        """Whether somebody lies entombed: it deals and takes no damage."""
        fighter = self.battle.find(who)
        return fighter is not None and fighter.under("entombed", self.battle.time) is not None

    @rule("FET-INX-6", "FET-STA-2")
    def soften(self, blow: Blow) -> None:
        """What of a blow gets through: reductions and shields of a while first, then the standing shield of the battle."""
        row = blow.rows[blow.place]
        through = -self.guards.left(blow.target, ResourceChange(blow.resource, -blow.final, blow.sort))
        absorbed: Number = 0
        if blow.resource == Resource.STAMINA:
            absorbed = min(self.shields[blow.target], through)
            self.shields[blow.target] = tidy(self.shields[blow.target] - absorbed)
        blow.lost = tidy(through - absorbed)
        blow.rows[blow.place] = replace(row, absorbed=absorbed)

    def take(self, blow: Blow) -> None:
        """What got through is taken from a resource."""
        blow.taken = True
        self.pay(blow.target, blow.resource, by=-blow.lost)
        blow.rows[blow.place] = replace(blow.rows[blow.place], resource=blow.resource)

    def heal(self, who: str, resource: str, *, by: Number, sort: str) -> None:
        """What restores, with the bonuses that lie on its target (FET-STA-2: it stops at the maximum)."""
        key = (who, resource)
        amount = self.guards.left(who, ResourceChange(resource, by, sort))
        self.restores[key] = tidy(self.restores.get(key, 0) + amount)

    def pay(self, who: str, resource: str, *, by: Number) -> None:
        """Damage, losses and what adds are summed up before they count (FET-TLN-3)."""
        key = (who, resource)
        self.changes[key] = tidy(self.changes.get(key, 0) + by)

    @rule("FET-CTL-2", "FET-CTL-3")
    def control(self, target: Fighter, duration: Number, *, denies: bool) -> Number:
        """A control runs from now; a later one can only prolong it. It breaks off what is in progress (Ruling FET-E-34)."""
        held, before = (self.denied, target.denied_until) if denies else (self.steered, target.steered_until)
        until = max(held.get(target.id, before), tidy(self.time + duration))
        held[target.id] = until
        if denies:
            self.stop(target)
        return until

    def hold(self, target: Fighter, kind: str, *, until: Number, by: str) -> Number:
        """Something of a sort of its own keeps somebody; it too can only be prolonged."""
        old = [hold.until for hold in (*target.holds, *self.holds.get(target.id, ())) if hold.kind == kind]
        until = max((until, *old))
        self.holds.setdefault(target.id, []).append(Hold(kind, until, by))
        return until

    def stop(self, target: Fighter) -> None:
        act = target.act
        if act is not None and act.start < self.time < act.end and target.id not in self.broken:
            self.break_off(target, 0)

    def add(self, row: Row, *, under: str = "") -> tuple[list[Row], int]:
        """Report a row under its fighter, or under the one whose act brought it (windows last of all); where it stands."""
        rows = self.later if self.closing else self.rows.setdefault(under or row.who, [])
        rows.append(row)
        return rows, len(rows) - 1

    def resolved(self) -> tuple[Row, ...]:
        """All rows, fighters in listed order; then what windows have brought."""
        return (*(row for f in self.battle.fighters for row in self.rows.get(f.id, ())), *self.later)

    def broken_in_order(self) -> tuple[str, ...]:
        """Whose acts were broken off, in listed order."""
        return tuple(f.id for f in self.battle.fighters if f.id in self.broken)

    # What has changed

    def fighters_after(self) -> tuple[Fighter, ...]:
        """Every fighter as this moment leaves it."""
        return tuple(self._after(f) for f in self.battle.fighters)

    def _after(self, fighter: Fighter) -> Fighter:
        stamina, will = (self.pool(fighter, resource) for resource in RESOURCES)
        pos, zone = self.moved.get(fighter.id, (None, ""))
        after = replace(
            fighter,
            stamina=stamina,
            will=will,
            shield=tidy(self.shields[fighter.id] + self.raised.get(fighter.id, 0)),
            debuffs=(*self.debuffs[fighter.id], *self.cursed.get(fighter.id, ())),
            denied_until=self.denied.get(fighter.id, fighter.denied_until),
            steered_until=self.steered.get(fighter.id, fighter.steered_until),
            pos=fighter.pos if pos is None else pos,
            zone=Zone(zone) if zone else fighter.zone,
            weapons=self._weapons(fighter),
            action_points=self._points(fighter),
            holds=self._holds(fighter),
        )
        over = after.dead or self._over(fighter)
        return replace(
            after, act=None if over or fighter.act is None else replace(fighter.act, left=self.left[fighter.id])
        )

    @rule("FET-STA-2", "FET-TLN-3", "FET-TRX-2")
    def pool(self, fighter: Fighter, resource: str) -> Number:
        """Damage and healing of one moment are set off, then the limit counts (Ruling FET-E-45); the dead stay dead."""
        now = fighter.now(resource)
        if fighter.dead:
            return now
        base = tidy(now + self.changes.get((fighter.id, resource), 0))
        full = tidy(base + self.restores.get((fighter.id, resource), 0))
        cap = self.cap(fighter, resource)
        if self.options.caps == "all" and full > now:
            full = max(now, min(full, cap))
        elif self.options.caps == "restoring" and full > base:
            full = max(base, min(full, cap))
        return max(0, full)

    def cap(self, fighter: Fighter, resource: str) -> Number:
        """Where restoring stops: the maximum less what is scarred."""
        return tidy(fighter.maximum(resource) - fighter.scar(resource))

    @rule("FET-STA-2")
    def settle_healings(self) -> None:
        """Where there was nothing to restore, an act that heals came to nothing."""
        for healing in self.healings:
            fighter = self.battle.find(healing.who)
            row = healing.rows[healing.place]
            if fighter is None or self.options.caps == "none" or row.outcome != Outcome.HEALED:
                continue
            base = tidy(fighter.now(healing.resource) + self.changes.get((fighter.id, healing.resource), 0))
            if base >= self.cap(fighter, healing.resource):
                healing.rows[healing.place] = replace(row, outcome=Outcome.NONE, final=0)

    def _over(self, fighter: Fighter) -> bool:
        return fighter.id in self.broken or (fighter.act is not None and fighter.act.end <= self.time)

    def _holds(self, fighter: Fighter) -> tuple[Hold, ...]:
        """What keeps somebody: the newest of each sort, as long as it lasts; who has struck is no longer hidden."""
        kept = {hold.kind: hold for hold in (*fighter.holds, *self.holds.get(fighter.id, ())) if hold.until > self.time}
        if fighter.id in self.revealed:
            kept.pop("hidden", None)
        return tuple(kept.values())

    @rule("FET-WEP-3")
    def _weapons(self, fighter: Fighter) -> dict[str, Weapon]:
        filled = self.reloaded.get(fighter.id)
        if filled is None or filled not in fighter.weapons:
            return dict(fighter.weapons)
        weapon = fighter.weapons[filled]
        return {**fighter.weapons, filled: replace(weapon, loaded=weapon.magazine)}

    @rule("FET-ACP-1", "FET-ACP-2")
    def _points(self, fighter: Fighter) -> Number | None:
        """Acts cost the time they took, when they end or are broken off; waiting is free, and so is frozen time."""
        act = fighter.act
        if fighter.action_points is None or act is None or not self._over(fighter) or act.kind == Kind.WAIT:
            return fighter.action_points
        return max(0, tidy(fighter.action_points - (self.time - act.start - act.frozen)))

    def past(self) -> tuple[Past, ...]:
        return tuple(
            f.act.over(f.id, self.time, "broken" if f.id in self.broken else "done")
            for f in self.battle.fighters
            if f.act is not None and self._over(f)
        )


class EndingAct(msgspec.Struct, frozen=True):
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
        return (self.effect or self.act.kind) in (Kind.ATTACK, Kind.SHOOT, EffectSort.DAMAGE)

    def why_missed(self, target: Fighter) -> str:
        """Why the act does not find somebody now; empty where it does."""
        if self._unlit(target):
            return UNSEEN
        return why_missed(self.moment.battle, self.actor, act=self.act, target=target, far=self._reach)

    def missed(self, row: Row, target: Fighter) -> Row:
        """The row of an act that does not find somebody, with the reason as far as its owner could see it (FET-LIV-10, FET-LIV-43)."""
        why = self.why_missed(target)
        away = distance_of(self.actor.pos, target.pos, edge=self.moment.battle.scene.edge) if why == FAR else None
        return replace(row, outcome=Outcome.MISSED, missed=None if why == UNSEEN else why, away=away)

    @property
    def _reach(self) -> Number | None:
        """How far it hits, with everything that changes that (FET-LIV-25)."""
        far = reach(self.moment.battle, self.actor, act=self.act)
        return None if far is None else counted(self.moment.state, self.actor.id, Amount.REACH, far, self.at()).value

    def at(self, target: str = "") -> Occasion:
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
    deed: EndingAct
    target: Fighter
    row: Row
    final: Number


@rule("FET-INX-3", "FET-DST-2", "FET-ACT-1", "FET-SKX-11")
def land(deed: EndingAct, who: str) -> Landed | Row:
    """Reach one target: find it, then be contested. Where nothing comes of it, the row that says so."""
    target = deed.moment.battle.find(who)
    row = deed.row(target=who, contested=0 if deed.effect else deed.taken, absorbed=0 if deed.damages else None)
    mindful = (deed.effect or deed.act.kind) in (Kind.CONTROL, Kind.DEBUFF)
    mindful = mindful or (deed.damages and deed.resource == Resource.WILL)  # FET-SKX-11: a double has no mind
    if target is None or target.dead or (target.double_of and mindful):
        return replace(row, outcome=Outcome.NONE)
    if deed.why_missed(target):
        return deed.missed(row, target)
    own = target.id == deed.actor.id
    final = deed.left if own or deed.left <= 0 else deed.moment.defended(target, deed.left)
    row = replace(row, contested=tidy(row.contested + deed.left - final))
    return Landed(deed, target, row, final) if final > 0 else replace(row, outcome=Outcome.BLOCKED)


@rule("FET-ACT-1")
def shares(deed: EndingAct) -> list[EndingAct]:
    """An act for each of its targets: whole, or divided evenly where it was so ruled (Ruling FET-E-44)."""
    many = len(deed.act.targets)
    if deed.act.several != "split" or many < 2:
        return [deed] * many
    if deed.act.kind != Kind.SHOOT:
        return [replace(deed, left=tidy(deed.left / many))] * many
    each, more = divmod(deed.act.shots, many)
    shots = [each + (n < more) for n in range(many)]
    return [replace(deed, left=tidy(deed.left * n / deed.act.shots)) for n in shots]


def settle_landing(deed: EndingAct, who: str, strike: Callable[[Landed], Row | None]) -> None:
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
def settle_hostile(deed: EndingAct) -> None:
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
def healed(deed: EndingAct, who: str, *, amount: Number, adds: bool = False, contested: Number = 0) -> Row:
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
def moved(deed: EndingAct) -> Row:
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
