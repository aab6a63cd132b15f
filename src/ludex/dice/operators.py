"""What can be done to dice before they are read: reroll, explode, clamp, keep, count.

Each operator says in one place what it does to thrown dice and what that does to their weights. Whatever the order in
which people write them, they work in this one: reroll, explode, clamp (minimum and maximum), keep or drop, count.
A die and the dice that its explosions brought are one die for keeping, and each a die of its own for counting.
"""

import operator
from collections.abc import Callable, Sequence
from enum import Enum

import msgspec

from ludex.dice.counting import Ways, Work, extreme, kept
from ludex.dice.errors import EXPLOSIONS


class Relation(Enum):
    """How a value is compared with a number."""

    AT_LEAST = (">=", operator.ge)
    AT_MOST = ("<=", operator.le)
    ABOVE = (">", operator.gt)
    BELOW = ("<", operator.lt)
    EQUAL = ("=", operator.eq)

    def __init__(self, symbol: str, holds: "Callable[[object, object], bool]") -> None:
        self.symbol = symbol
        self.holds = holds


class Condition(msgspec.Struct, frozen=True):
    """A question asked of one face: `>=8`, `=1`."""

    relation: Relation
    number: int

    def __call__(self, face: int) -> bool:
        """Whether the face fits."""
        return self.relation.holds(face, self.number)

    def among(self, low: int, high: int) -> int:
        """How many of the whole numbers from `low` to `high` fit, without looking at each."""
        first, last = {
            Relation.AT_LEAST: (self.number, high),
            Relation.ABOVE: (self.number + 1, high),
            Relation.AT_MOST: (low, self.number),
            Relation.BELOW: (low, self.number - 1),
            Relation.EQUAL: (self.number, self.number),
        }[self.relation]
        return max(0, min(last, high) - max(first, low) + 1)

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.relation.symbol}{self.number}"


class Reroll(msgspec.Struct, frozen=True):
    """Dice on which `when` holds are thrown again: once, or until it no longer holds."""

    when: Condition
    once: bool = False

    def again(self, face: int, times: int) -> bool:
        """Whether a die that was rerolled so many times already is thrown again."""
        return not (self.once and times) and self.when(face)

    def weights(self, die: Ways) -> Ways:
        """Of one die. Until: only faces that stay. Once: a face that stays, or any face after one that did not."""
        if not self.once:
            return {face: weight for face, weight in die.items() if not self.when(face)}
        base, again = sum(die.values()), sum(weight for face, weight in die.items() if self.when(face))
        found = {face: weight * (again + (0 if self.when(face) else base)) for face, weight in die.items()}
        return {face: weight for face, weight in found.items() if weight}

    @property
    def text(self) -> str:
        """As it is written."""
        return ("ro" if self.once else "r") + self.when.text


class Explode(msgspec.Struct, frozen=True):
    """A die on which `when` holds brings another, up to `EXPLOSIONS` of them."""

    when: Condition

    def more(self, chain: Sequence[int]) -> bool:
        """Whether this die, with the dice it brought so far, brings one more."""
        return len(chain) <= EXPLOSIONS and self.when(chain[-1])

    def weights(self, die: Ways, score: Callable[[int], int]) -> Ways:
        """Of the scores of one die and all that it brings, added up: the shortest chains first."""
        base = sum(die.values())
        ends: dict[int, int] = {}
        chain: dict[int, int] = {}
        for face, weight in die.items():
            into = chain if self.when(face) else ends
            into[score(face)] = into.get(score(face), 0) + weight
        found = _merged(ends, chain)
        scale = base
        for _ in range(EXPLOSIONS):
            longer = {value: weight * scale for value, weight in ends.items()}
            for value, weight in chain.items():
                for rest, ways in found.items():
                    longer[value + rest] = longer.get(value + rest, 0) + weight * ways
            found, scale = longer, scale * base
        return found

    def steps(self, die: Ways) -> int:
        """What its weights cost."""
        fitting = self.when.among(min(die), max(die))
        return EXPLOSIONS * EXPLOSIONS * len(die) * (1 + fitting)

    @property
    def text(self) -> str:
        """As it is written."""
        return "!" + self.when.text


def _merged(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
    return {value: a.get(value, 0) + b.get(value, 0) for value in a | b}


class Clamp(msgspec.Struct, frozen=True):
    """A face counts as at least `least` and at most `most`."""

    least: int | None = None
    most: int | None = None

    def __call__(self, face: int) -> int:
        """What the face counts as: the minimum first, then the maximum."""
        if self.least is not None and face < self.least:
            face = self.least
        return self.most if self.most is not None and face > self.most else face

    @property
    def text(self) -> str:
        """As it is written."""
        least = "" if self.least is None else f"mi{self.least}"
        return least + ("" if self.most is None else f"ma{self.most}")


class Keep(msgspec.Struct, frozen=True):
    """Only the highest or lowest `number` dice count; or, dropping, all but those."""

    number: int
    high: bool = True
    drop: bool = False

    def kept(self, count: int) -> tuple[int, bool]:
        """How many of so many dice count, and whether they are the highest."""
        return (count - self.number, not self.high) if self.drop else (self.number, self.high)

    def chosen(self, totals: Sequence[int]) -> list[int]:
        """The places of the dice that count. Of equal dice the earlier one is kept."""
        number, high = self.kept(len(totals))
        return sorted(range(len(totals)), key=totals.__getitem__, reverse=high)[:number]

    def weights(self, die: Ways, count: int, work: Work) -> Ways:
        """Of the sum of the dice that count."""
        number, high = self.kept(count)
        if number == 0:
            return {0: sum(die.values()) ** count}
        if number == 1:
            work.spend(len(die) * (3 + count // 8), len(die))
            return extreme(die, count, high=high)
        if high:
            return kept(die, count, number, work)
        mirrored = kept({-face: weight for face, weight in die.items()}, count, number, work)
        return {-total: weight for total, weight in mirrored.items()}

    @property
    def text(self) -> str:
        """As it is written."""
        return ("d" if self.drop else "k") + ("h" if self.high else "l") + str(self.number)
