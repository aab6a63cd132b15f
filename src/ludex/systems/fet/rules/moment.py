"""Combat basics, fourth part (FET-TLN-3): one moment while it is being settled: what each act still has, what will have changed.

A `Moment` collects; nothing in it changes the battle. `fighters_after` gives the fighters as they are afterwards.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.events.rows import Flow, Row
from ludex.systems.fet.rules.interaction import contest, counts_with, cut, is_active
from ludex.systems.fet.rules.lasting import Guards, ResourceChange, Stances
from ludex.systems.fet.sheet import Buff, Debuff, Standing, Weapon
from ludex.systems.fet.state import Act, Barrier, Fighter, Freeze, Hold, Past, Place, State, check_battle
from ludex.systems.fet.terms import DEFENSIVE, RESOURCES, Kind, Number, Outcome, Resource, Zone, tidy


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
    """What restores a resource, and where its row stands."""

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
        """Break off what somebody is in the middle of."""
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
        """The acts that this moment ends, for the timeline."""
        return tuple(
            f.act.over(f.id, self.time, "broken" if f.id in self.broken else "done")
            for f in self.battle.fighters
            if f.act is not None and self._over(f)
        )
