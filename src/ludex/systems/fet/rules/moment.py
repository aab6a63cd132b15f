"""Combat basics, fourth part (FET-TLN-3): one moment while it is being settled: what each act still has, what will have changed.

A `Moment` collects; nothing in it changes the battle. `fighters_after` gives the fighters as they are afterwards.
"""

from collections.abc import Mapping

import msgspec

from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.control import cut
from ludex.systems.fet.rules.interaction import contest, counts_with, is_active
from ludex.systems.fet.rules.lasting import Change, Guards, Stances
from ludex.systems.fet.rules.resources import changed
from ludex.systems.fet.sheet import Standing, Weapon
from ludex.systems.fet.state import Act, Battle, Bearer, Debuff, Fighter, Past, Place
from ludex.systems.fet.terms import DEFENSIVE, RESOURCES, Kind, Number, Zone, tidy


class Row(msgspec.Struct, frozen=True):
    """How one act (or one effect of a skill, or one of its targets) was settled."""

    who: str
    kind: str
    outcome: str
    impact: Number = 0
    target: str | None = None
    contested: Number = 0
    final: Number = 0
    absorbed: Number | None = None
    duration: Number | None = None
    until: Number | None = None
    effect: str | None = None
    resource: str | None = None
    times: int | None = None


class Moment:
    """The working values of one moment, from the battle as it was before."""

    def __init__(self, battle: Battle, time: Number, *, options: Options, people: Mapping[str, Bearer]) -> None:
        self.battle = battle
        self.time = time
        self.options = options
        self.guards = Guards(people)
        self.stances = Stances(people)
        self.noted: dict[str, list[Standing]] = {}
        self.ending = [f for f in battle.fighters if f.act is not None and f.act.end == time and not f.dead]
        self.left = {f.id: f.act.left for f in battle.fighters if f.act is not None}
        self.taken: dict[str, Number] = {}
        self.broken: list[str] = []
        self.rows: dict[str, list[Row]] = {}
        self.changes: dict[tuple[str, str], Number] = {}
        self.shields = {f.id: f.shield for f in battle.fighters}
        self.raised: dict[str, Number] = {}
        self.debuffs = {f.id: f.debuffs for f in battle.fighters}
        self.cursed: dict[str, list[Debuff]] = {}
        self.denied: dict[str, Number] = {}
        self.steered: dict[str, Number] = {}
        self.moved: dict[str, tuple[Place | None, str]] = {}
        self.reloaded: dict[str, str] = {}
        for fighter in self.ending:
            self.left[fighter.id] = self.debuffed(fighter, fighter.act)

    @rule("FET-DBF-1")
    def debuffed(self, fighter: Fighter, act: Act | None) -> Number:
        """What debuffs from before this moment leave of an act, once, however many targets it has."""
        if act is None:
            return 0
        old = tuple(p for p in self.debuffs[fighter.id] if p.since < self.time)
        new = tuple(p for p in self.debuffs[fighter.id] if p.since >= self.time)
        left, old = cut(act.left, old, kind=act.kind)
        self.debuffs[fighter.id] = (*old, *new)
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

    @rule("FET-INX-3")
    def defended(self, target: Fighter, amount: Number) -> Number:
        """What a dodge, parry or shield of the target leaves of what lands on it."""
        act = self.active(target)
        if act is None or act.kind not in DEFENSIVE or (weight := self.weight(target)) <= 0:
            return amount
        final, rest = contest(amount, weight)
        if rest > 0:
            self.weaken(target, amount)
        else:
            self.break_off(target, weight)
        return final

    @rule("FET-INX-6")
    def absorbed(self, target: Fighter, damage: Number) -> Number:
        """What a standing shield takes of stamina damage."""
        taken = min(self.shields[target.id], damage)
        self.shields[target.id] = tidy(self.shields[target.id] - taken)
        return taken

    def change(self, who: str, resource: str, *, by: Number, sort: str = "") -> None:
        """Damage and healing of a sort, as far as what lies on the target for a while lets them through."""
        self.pay(who, resource, by=self.guards.left(who, Change(resource, by, sort)))

    def pay(self, who: str, resource: str, *, by: Number) -> None:
        """Damage, healing and losses add up before they count (FET-TLN-3)."""
        key = (who, resource)
        self.changes[key] = tidy(self.changes.get(key, 0) + by)

    @rule("FET-CTL-2", "FET-CTL-3")
    def control(self, target: Fighter, duration: Number, *, denies: bool) -> Number:
        """A control runs from now; a later one can only prolong it. It breaks off what is in progress (ruling E-34)."""
        held, before = (self.denied, target.denied_until) if denies else (self.steered, target.steered_until)
        until = max(held.get(target.id, before), tidy(self.time + duration))
        held[target.id] = until
        act = target.act
        if denies and act is not None and act.start < self.time < act.end and target.id not in self.broken:
            self.break_off(target, 0)
        return until

    def add(self, row: Row) -> None:
        """Report a row under its fighter."""
        self.rows.setdefault(row.who, []).append(row)

    def resolved(self) -> tuple[Row, ...]:
        """All rows, fighters in listed order."""
        return tuple(row for f in self.battle.fighters for row in self.rows.get(f.id, ()))

    def broken_in_order(self) -> tuple[str, ...]:
        """Whose acts were broken off, in listed order."""
        return tuple(f.id for f in self.battle.fighters if f.id in self.broken)

    # What has changed

    def fighters_after(self) -> tuple[Fighter, ...]:
        """Every fighter as this moment leaves it."""
        return tuple(self._after(f) for f in self.battle.fighters)

    def _after(self, fighter: Fighter) -> Fighter:
        stamina, will = (self._pool(fighter, resource) for resource in RESOURCES)
        dead = stamina <= 0 or will <= 0  # FET-DTH-1
        pos, zone = self.moved.get(fighter.id, (None, ""))
        return msgspec.structs.replace(
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
            act=None if dead or self._over(fighter) else self._going_on(fighter),
        )

    def _pool(self, fighter: Fighter, resource: str) -> Number:
        """FET-TLN-3: damage and healing of one moment are set off; the dead stay dead."""
        now = fighter.now(resource)
        change = self.changes.get((fighter.id, resource), 0)
        return now if fighter.dead else changed(now, change, maximum=fighter.maximum(resource), options=self.options)

    def _over(self, fighter: Fighter) -> bool:
        return fighter.id in self.broken or (fighter.act is not None and fighter.act.end <= self.time)

    def _going_on(self, fighter: Fighter) -> Act | None:
        return fighter.act and msgspec.structs.replace(fighter.act, left=self.left[fighter.id])

    @rule("FET-WEP-3")
    def _weapons(self, fighter: Fighter) -> dict[str, Weapon]:
        filled = self.reloaded.get(fighter.id)
        if filled is None or filled not in fighter.weapons:
            return dict(fighter.weapons)
        weapon = fighter.weapons[filled]
        return {**fighter.weapons, filled: msgspec.structs.replace(weapon, loaded=weapon.magazine)}

    @rule("FET-ACP-1", "FET-ACP-2")
    def _points(self, fighter: Fighter) -> Number | None:
        """Acts cost the time they took, when they end or are broken off; waiting is free."""
        act = fighter.act
        if fighter.action_points is None or act is None or not self._over(fighter) or act.kind == Kind.WAIT:
            return fighter.action_points
        return max(0, tidy(fighter.action_points - (self.time - act.start)))

    def past(self) -> tuple[Past, ...]:
        """The acts that this moment ends, for the timeline."""
        return tuple(
            f.act.over(f.id, self.time, self._fate(f))
            for f in self.battle.fighters
            if f.act is not None and self._over(f)
        )

    def _fate(self, fighter: Fighter) -> str:
        return "broken" if fighter.id in self.broken else "done"
