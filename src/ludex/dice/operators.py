"""What can be done to dice before they are read: reroll, explode, clamp, keep, count.

Each operator says in one place what it does to thrown dice and what that does to their weights. Whatever the order in
which people write them, they work in this one: reroll, explode, clamp (minimum and maximum), keep or drop, count.
A die and the dice that its explosions brought are one die for keeping, and each a die of its own for counting.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
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
        first, last = self.span(low, high)
        return max(0, last - first + 1)

    def span(self, low: int, high: int) -> tuple[int, int]:
        """The first and last of the whole numbers from `low` to `high` that fit; the last is below the first if none does."""
        first, last = {
            Relation.AT_LEAST: (self.number, high),
            Relation.ABOVE: (self.number + 1, high),
            Relation.AT_MOST: (low, self.number),
            Relation.BELOW: (low, self.number - 1),
            Relation.EQUAL: (self.number, self.number),
        }[self.relation]
        return max(first, low), min(last, high)

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.relation.symbol}{self.number}"


class Reroll(msgspec.Struct, frozen=True):
    """Dice on which `when` or one of `also` holds are thrown again: once, or until none holds any longer."""

    when: Condition
    once: bool = False
    also: tuple[Condition, ...] = ()

    def fits(self, face: int) -> bool:
        """Whether a face is not to stay."""
        return self.when(face) or any(other(face) for other in self.also)

    def stays(self, low: int, high: int) -> int:
        """How many of the faces from `low` to `high` stay."""
        free, kept = low, 0
        for first, last in sorted(one.span(low, high) for one in (self.when, *self.also)):
            if first <= last:
                kept += max(0, first - free)
                free = max(free, last + 1)
        return kept + max(0, high - free + 1)

    def again(self, face: int, times: int) -> bool:
        """Whether a die that was rerolled so many times already is thrown again."""
        return not (self.once and times) and self.fits(face)

    def weights(self, die: Ways) -> Ways:
        """Of one die. Until: only faces that stay. Once: a face that stays, or any face after one that did not."""
        if not self.once:
            return {face: weight for face, weight in die.items() if not self.fits(face)}
        base, again = sum(die.values()), sum(weight for face, weight in die.items() if self.fits(face))
        found = {face: weight * (again + (0 if self.fits(face) else base)) for face, weight in die.items()}
        return {face: weight for face, weight in found.items() if weight}

    @property
    def text(self) -> str:
        """As it is written."""
        word = "ro" if self.once else "r"
        return "".join(word + one.text for one in (self.when, *self.also))


Score = Callable[[int], int]


class Explode(msgspec.Struct, frozen=True):
    """A die on which `when` holds brings another, up to `EXPLOSIONS` of them (`once`: one).

    `compound`: with those that it brings it counts as one die, for successes too. `penetrating`: each further die counts one less.
    `single`: of the whole pool one die that fits brings one more.
    """

    when: Condition
    compound: bool = False
    penetrating: bool = False
    once: bool = False
    single: bool = False

    @property
    def most(self) -> int:
        """So many further dice one die may bring."""
        return 1 if self.once or self.single else EXPLOSIONS

    def more(self, chain: Sequence[int]) -> bool:
        """Whether this die, with the dice it brought so far, brings one more."""
        return len(chain) <= self.most and self.when(chain[-1])

    def bringing(self, places: Sequence[int], chains: Sequence[Sequence[int]]) -> list[int]:
        """Which of the dice just thrown bring another."""
        found = [i for i in places if self.more(chains[i])]
        if not self.single:
            return found
        return [] if any(len(chain) > 1 for chain in chains) else found[:1]

    def counted(self, chain: Sequence[int]) -> Sequence[int]:
        """A die and those that it brought as they count."""
        if self.penetrating:
            chain = [chain[0], *(face - 1 for face in chain[1:])]
        return [sum(chain)] if self.compound else chain

    def weights(self, die: Ways, score: Score) -> Ways:
        """Of the scores of one die and all that it brings, added up: the last die first."""

        def further(face: int) -> int:
            return score(face) - 1 if self.penetrating else score(face)

        base = sum(die.values())
        found, scale = mapped(die, further), base
        for _ in range(self.most - 1):
            found, scale = self._before(die, found, scale, further), scale * base
        return self._before(die, found, scale, score)

    def _before(self, die: Ways, rest: Mapping[int, int], scale: int, score: Score) -> dict[int, int]:
        """One die in front of those that it may bring, which have these weights out of `scale`."""
        longer: dict[int, int] = {}
        for face, weight in die.items():
            brought = rest.items() if self.when(face) else ((0, scale),)
            for value, ways in brought:
                total = score(face) + value
                longer[total] = longer.get(total, 0) + weight * ways
        return longer

    def steps(self, die: Ways) -> int:
        """What its weights cost."""
        fitting = self.when.among(min(die), max(die))
        return self.most * self.most * len(die) * (1 + fitting)

    @property
    def text(self) -> str:
        """As it is written."""
        if self.single:
            return "ra" + self.when.text
        signs = ("!" if self.compound else "") + ("p" if self.penetrating else "") + ("o" if self.once else "")
        return f"!{signs}{self.when.text}"


def mapped(die: Ways, score: Score) -> dict[int, int]:
    """The ways of a die whose faces count for something else."""
    found: dict[int, int] = {}
    for face, weight in die.items():
        found[score(face)] = found.get(score(face), 0) + weight
    return found


class Select(msgspec.Struct, frozen=True):
    """Only dice on which `when` holds count; or, dropping, all others."""

    when: Condition
    drop: bool = False

    def __call__(self, face: int) -> bool:
        """Whether a die that counts so much is kept."""
        return self.when(face) != self.drop

    @property
    def text(self) -> str:
        """As it is written."""
        return ("p" if self.drop else "k") + self.when.text


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
