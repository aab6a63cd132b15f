"""What a rehearsal tells: the chance to win with its interval, how long it lasts, who falls and when, what is left, what decides it."""

from collections.abc import Mapping, Sequence
from html import escape
from statistics import median

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.rehearsal import PLAIN, STALEMATE, Setup
from ludex.core.system import System
from ludex.lab.luck import Interval, wilson
from ludex.lab.runs import Row, Trial, lab_of
from ludex.lab.shown import bar

FEWEST = 12
"""A split is told only where both halves have so many runs."""
SPLITS = 0.1
"""A split is told only where the chances differ by so much."""


class Fall(msgspec.Struct, frozen=True):
    """How often somebody falls, and in which rounds the middle half of those falls lie."""

    who: str
    share: float
    early: int
    late: int


class Remains(msgspec.Struct, frozen=True):
    """What somebody has left of something after the runs that were won: the middle, and where the middle half lies."""

    who: str
    gauge: str
    full: float
    low: float
    middle: float
    high: float


class Split(msgspec.Struct, frozen=True):
    """How the chance differs by one decisive thing: with it and without it."""

    mark: str
    share: float
    with_it: Interval
    without: Interval

    @property
    def swing(self) -> float:
        """By how much."""
        return self.with_it.share - self.without.share


class Rehearsed(msgspec.Struct, frozen=True):
    """A rehearsal as far as it has come: rows by the numbers of their runs, from the first on without a gap."""

    system: str
    trial: Trial
    sides: dict[str, tuple[str, ...]]
    names: dict[str, str]
    full: dict[str, dict[str, float]]
    unit: str
    minutes: float
    dice: bool = True
    rows: tuple[Row, ...] = ()

    @classmethod
    def of(cls, system: System, ready: Struct, trial: Trial) -> "Rehearsed":
        """One of which nothing has been played yet."""
        lab = lab_of(system)
        full = {who: {name: g.full for name, g in gauges.items()} for who, gauges in lab.left(ready).items()}
        sides = {side: people for side, people in lab.sides(ready).items() if people}
        return cls(system.id, trial, sides, system.actors(ready), full, lab.unit, lab.minutes, lab.dice)

    def with_rows(self, rows: Mapping[int, Row], most: int | None = None) -> "Rehearsed":
        """The same with what has come so far: the runs from the first on without a gap, so that the fast ones do not count before the slow."""
        there = []
        for n in range(len(rows) if most is None else most):
            if n not in rows:
                break
            there.append(rows[n])
        return replace(self, rows=tuple(there))

    def _repr_html_(self) -> str:
        """As a notebook shows it: the chance as a bar with its interval, and who falls."""
        names = {who: escape(self.names.get(who, who)) for who in self.sides[self.ours]}
        falls = "".join(f"<tr><td>{names[f.who]}<td>{f.share:.0%}<td>{f.early}–{f.late}" for f in self.falls())
        policy = self.trial.policies.get(self.ours)
        named = f"{self.system}, {policy.name if policy else PLAIN}"
        return f"<div><b>{escape(named)}</b> {self.shown}<table>{falls}</table></div>"

    @property
    def shown(self) -> str:
        """The chance to win as a bar with its interval, and in words, as HTML."""
        win = self.win
        return f"{bar(win)} {win.share:.0%} ({win.low:.0%}–{win.high:.0%}), {self.runs} runs"

    @property
    def setup(self) -> Setup:
        """What was assumed."""
        return self.trial.setup

    @property
    def ours(self) -> str:
        """The players' side."""
        return next(iter(self.sides))

    @property
    def runs(self) -> int:
        """How many runs are counted."""
        return len(self.rows)

    def chance(self, winner: str) -> Interval:
        """How often a side wins; without dice it does or it does not."""
        won = sum(row.winner == winner for row in self.rows)
        if not self.dice and self.rows:
            return Interval(float(won), float(won), float(won))
        return wilson(won, self.runs)

    @property
    def win(self) -> Interval:
        """How often the players' side wins."""
        return self.chance(self.ours)

    def won_within(self, length: int) -> Interval:
        """How often the players' side wins within so many rounds or actions."""
        return wilson(sum(row.winner == self.ours and row.length <= length for row in self.rows), self.runs)

    @property
    def stalemate(self) -> Interval:
        """How often nobody does."""
        return self.chance(STALEMATE)

    @property
    def length(self) -> tuple[float, float, float]:
        """How long it lasts: where the middle half begins, the middle, where it ends."""
        return quartiles([row.length for row in self.rows])

    @property
    def table_minutes(self) -> float:
        """How long that takes at a table."""
        return self.length[1] * self.minutes

    @property
    def unscathed(self) -> float:
        """How often nobody of the players' side falls."""
        ours = self.sides[self.ours]
        return _share(sum(not any(who in row.fell for who in ours) for row in self.rows), self.runs)

    @property
    def wiped(self) -> float:
        """How often all of the players' side fall."""
        ours = self.sides[self.ours]
        return _share(sum(all(who in row.fell for who in ours) for row in self.rows), self.runs)

    def falls(self, side: str | None = None) -> tuple[Fall, ...]:
        """Who of a side falls how often, and when; who falls most often first."""
        found = []
        for who in self.sides[side or self.ours]:
            when = [row.fell[who] for row in self.rows if who in row.fell]
            early, _, late = quartiles(when)
            found.append(Fall(who, _share(len(when), self.runs), int(early), int(late)))
        return tuple(sorted(found, key=lambda one: -one.share))

    def remains(self) -> tuple[Remains, ...]:
        """What the players' side has left after the runs that it won."""
        won = [row for row in self.rows if row.winner == self.ours]
        found = []
        for who in self.sides[self.ours]:
            for gauge, full in self.full.get(who, {}).items():
                low, middle, high = quartiles([row.left.get(who, {}).get(gauge, 0.0) for row in won])
                found.append(Remains(who, gauge, full, low, middle, high))
        return tuple(found)

    def splits(self) -> tuple[Split, ...]:
        """How the chance differs by each decisive thing, the largest difference first."""
        marks = dict.fromkeys(mark for row in self.rows for mark in row.marks)
        found = []
        for mark in marks:
            having = [row for row in self.rows if mark in row.marks]
            lacking = [row for row in self.rows if mark not in row.marks]
            if len(having) < FEWEST or len(lacking) < FEWEST:
                continue
            split = Split(mark, _share(len(having), self.runs), self._won(having), self._won(lacking))
            if abs(split.swing) >= SPLITS:
                found.append(split)
        return tuple(sorted(found, key=lambda one: -abs(one.swing)))

    def _won(self, rows: Sequence[Row]) -> Interval:
        return wilson(sum(row.winner == self.ours for row in rows), len(rows))

    def costs(self) -> dict[str, tuple[float, float, float]]:
        """What it used up or brought on, by name: where the middle half begins, the middle, where it ends."""
        names = dict.fromkeys(name for row in self.rows for name in row.counts)
        return {name: quartiles([row.counts.get(name, 0) for row in self.rows]) for name in names}

    def typical(self) -> dict[str, int]:
        """Runs worth watching: a typical one, the narrowest that was won, and the worst, by number."""
        if not self.rows:
            return {}
        middle = self.length[1]
        wins = 2 * self.win.share >= 1  # what happens more often
        alike = [row for row in self.rows if (row.winner == self.ours) == wins] or list(self.rows)
        found = {"typical": min(alike, key=lambda row: (abs(row.length - middle), row.n)).n}
        won = [row for row in self.rows if row.winner == self.ours]
        lost = [row for row in self.rows if row.winner != self.ours]
        if won:
            found["narrow"] = min(won, key=lambda row: (self._life(row), row.n)).n
        if lost:
            found["worst"] = min(lost, key=lambda row: (row.length, self._life(row), row.n)).n
        return found

    def standing(self, side: str) -> float:
        """The share of its lives that a side has left at the end, on the average."""
        first = self._lives(side)
        whole = sum(self.full[who][gauge] for who, gauge in first.items())
        left = sum(row.left.get(who, {}).get(gauge, 0) for row in self.rows for who, gauge in first.items())
        return _share(left, self.runs) / (whole or 1)

    def _life(self, row: Row) -> float:
        """What is left of the players' side, as shares of its first gauge."""
        first = self._lives(self.ours)
        return sum(row.left.get(who, {}).get(gauge, 0) / (self.full[who][gauge] or 1) for who, gauge in first.items())

    def _lives(self, side: str) -> dict[str, str]:
        """The first gauge of each of a side who has any."""
        return {who: next(iter(full)) for who in self.sides[side] if (full := self.full.get(who))}


def quartiles(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Where the middle half begins, the middle, and where it ends."""
    if not numbers:
        return 0.0, 0.0, 0.0
    ranked = sorted(numbers)
    return ranked[len(ranked) // 4], float(median(ranked)), ranked[(3 * len(ranked)) // 4 - (len(ranked) % 4 == 0)]


def _share(hits: float, runs: int) -> float:
    return hits / runs if runs else 0.0
