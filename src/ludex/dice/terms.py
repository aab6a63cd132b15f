"""Dice terms: the leaves of an expression that chance decides.

A term knows which dice it throws, in which steps it asks for further ones (`casting`: a generator that yields the sides
it wants and is sent the faces), what the faces are worth, what became of each die, and its exact weights.
"""

from collections.abc import Generator, Iterator, Sequence
from functools import cached_property, lru_cache

import msgspec

from ludex.dice.errors import REROLL_ROUNDS, DiceError
from ludex.dice.operators import Clamp, Condition, Explode, Keep, Reroll
from ludex.dice.ways import Value, Ways, Weights, Work, as_weights, extreme, summed, uniform_sum, uniform_sum_steps

Sides = tuple[int, ...]
Faces = tuple[int, ...]
Chains = Sequence[Sequence[int]]
"""For each die: its face, then those of the dice that its explosions brought."""

ATOM = 50
COUNTED = 5
"""How tightly a term binds when it is printed: one that counts successes is printed in parentheses inside others."""


class Cast(msgspec.Struct, frozen=True):
    """All that was thrown for a term: the dice that stand, and for each die the faces thrown again."""

    chains: tuple[tuple[int, ...], ...]
    again: tuple[tuple[int, ...], ...]


Casting = Generator[Sides, Faces, Cast]


class Shown(msgspec.Struct, frozen=True):
    """One die as it is shown: its faces (more than one if it exploded), what it is worth, and what became of it."""

    faces: tuple[int, ...]
    value: int
    kept: bool = True
    rerolled: tuple[int, ...] = ()
    hits: int | None = None

    @property
    def exploded(self) -> bool:
        """Whether it brought further dice."""
        return len(self.faces) > 1


class Dice(msgspec.Struct, frozen=True, dict=True):
    """`count` equal dice with faces from `first` on, and what is done to them."""

    count: int
    faces: int
    first: int = 1
    reroll: Reroll | None = None
    explode: Explode | None = None
    clamp: Clamp | None = None
    keep: Keep | None = None
    hits: Condition | None = None

    @cached_property
    def sides(self) -> Sides:
        """The dice thrown first."""
        return (self.faces,) * self.count

    @cached_property
    def plain(self) -> bool:
        """Whether the faces are simply added."""
        return self.first == 1 and self.keep is None and self.hits is None and self.clamp is None and not self.open

    @cached_property
    def open(self) -> bool:
        """Whether further dice may be asked for."""
        return self.reroll is not None or self.explode is not None

    def read(self, values: Iterator[Value]) -> Value:
        """The term's value, from those of all terms in the order in which they are written."""
        return next(values)

    def value(self, faces: Faces) -> int:
        """What these faces are worth when no further dice are asked for."""
        return sum(faces) if self.plain else self.worth([(face + self.first - 1,) for face in faces])

    def casting(self) -> Casting:
        """Throw, reroll, explode, until every die stands."""
        chains: list[list[int]] = [[] for _ in range(self.count)]
        again: list[list[int]] = [[] for _ in range(self.count)]
        waiting = list(range(self.count))
        while waiting:
            yield from self._standing(waiting, chains, again)
            waiting = [i for i in waiting if self.explode is not None and self.explode.more(chains[i])]
        return Cast(tuple(map(tuple, chains)), tuple(map(tuple, again)))

    def _standing(
        self, pending: list[int], chains: list[list[int]], again: list[list[int]]
    ) -> Generator[Sides, Faces, None]:
        """Throw a die for each place, and again while it is to be rerolled."""
        for times in range(REROLL_ROUNDS):
            thrown = yield (self.faces,) * len(pending)
            left = []
            for i, face in zip(pending, thrown, strict=True):
                shown = face + self.first - 1
                rerolled = self.reroll is not None and self.reroll.again(shown, times)
                (again if rerolled else chains)[i].append(shown)
                if rerolled:
                    left.append(i)
            if not left:
                return
            pending = left
        raise DiceError("endless_reroll", limit=REROLL_ROUNDS)

    def worth(self, chains: Chains) -> int:
        """The number that standing dice give."""
        counted = self._counted(chains)
        places = self._places(counted)
        if self.hits is not None:
            return sum(self.hits(face) for i in places for face in counted[i])
        return sum(sum(counted[i]) for i in places)

    def _counted(self, chains: Chains) -> Chains:
        """The chains with each face as it counts."""
        if (clamp := self.clamp) is None:
            return chains
        return [[clamp(face) for face in chain] for chain in chains]

    def _places(self, counted: Chains) -> Sequence[int]:
        """Which dice are kept."""
        if self.keep is None:
            return range(len(counted))
        return self.keep.chosen([sum(chain) for chain in counted])

    def shown(self, cast: Cast) -> tuple[Shown, ...]:
        """Each die and what became of it."""
        counted = self._counted(cast.chains)
        places = frozenset(self._places(counted))
        return tuple(
            Shown(chain, sum(counts), i in places, cast.again[i], self._hits(counts) if i in places else None)
            for i, (chain, counts) in enumerate(zip(cast.chains, counted, strict=True))
        )

    def _hits(self, counts: Sequence[int]) -> int | None:
        return None if self.hits is None else sum(map(self.hits, counts))

    def weights(self, work: Work) -> Weights:
        """The ways of each value."""
        ways, steps = _dice_ways(self)
        work.spend(steps)
        return as_weights(ways)

    def score(self, face: int) -> int:
        """What one face adds, where dice are not kept apart first: its clamped number, or whether it is a success."""
        counts = face if self.clamp is None else self.clamp(face)
        return int(self.hits(counts)) if self.hits is not None else counts

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM if self.hits is None else COUNTED

    @property
    def text(self) -> str:
        """As it is written."""
        die = "F" if self.first != 1 else str(self.faces)
        done = (self.reroll, self.explode, self.clamp, self.keep, self.hits)
        return f"{self.count}d{die}" + "".join(operator.text for operator in done if operator is not None)


@lru_cache(maxsize=4096)
def _dice_ways(dice: Dice) -> tuple[Ways, int]:
    """The weights of a term, and what they cost. Worked out once for each term."""
    work = Work()
    ways = _plain_ways(dice, work) if dice.keep is None and dice.plain else _worked_ways(dice, work)
    return ways, work.steps // 8


def _plain_ways(dice: Dice, work: Work) -> Ways:
    if not dice.count:
        return {0: 1}
    work.spend(uniform_sum_steps(dice.count, dice.faces), dice.count * (dice.faces - 1) + 1)
    return dict(enumerate(uniform_sum(dice.count, dice.faces), dice.count))


def _worked_ways(dice: Dice, work: Work) -> Ways:
    """One die first (reroll, explode, clamp), then all of them (keep, count, add)."""
    work.spend(dice.faces, dice.faces)
    die: Ways = dict.fromkeys(range(dice.first, dice.first + dice.faces), 1)
    if dice.reroll is not None:
        die = dice.reroll.weights(die)
    if dice.keep is None:
        return summed(_scored(dice, die, work), dice.count, work)
    if dice.hits is None:
        return dice.keep.weights(_scored(dice, die, work), dice.count, work)
    return _hits_of_kept(dice, die, dice.hits, work)


def _scored(dice: Dice, die: Ways, work: Work) -> Ways:
    """What one die, with those that it brings, adds."""
    if dice.explode is not None:
        work.spend(dice.explode.steps(die))
        return dice.explode.weights(die, dice.score)
    found: dict[int, int] = {}
    for face, weight in die.items():
        found[dice.score(face)] = found.get(dice.score(face), 0) + weight
    return found


def _hits_of_kept(dice: Dice, die: Ways, hits: Condition, work: Work) -> Ways:
    """Successes among kept dice: with k kept of the highest, hits above a threshold are min(k, hits of all).

    The kept dice are the highest (or lowest), so for a condition that holds on one end of the faces, the number of kept
    successes follows from the number of all successes. Exploded or singled-out faces have no such order.
    """
    if dice.explode is not None or hits.relation.symbol == "=":
        raise DiceError("no_exact_odds", found=dice.text)
    keep = dice.keep or Keep(dice.count)
    number, high = keep.kept(dice.count)
    rising = hits.relation.symbol in (">", ">=")
    found: dict[int, int] = {}
    for total, weight in summed(_scored(dice, die, work), dice.count, work).items():
        seen = min(number, total) if rising == high else max(0, total - (dice.count - number))
        found[seen] = found.get(seen, 0) + weight
    return found


class Percentile(msgspec.Struct, frozen=True, dict=True):
    """A d100 of a tens die and a units die, with further tens dice: the best (lowest) or worst result of them counts.

    A face of 10 shows 0; 00 and 0 together are 100. `extra` is the number of bonus dice, or below 0 of penalty dice.
    """

    extra: int

    @cached_property
    def sides(self) -> Sides:
        """The units die, then the tens dice."""
        return (10,) * (abs(self.extra) + 2)

    @cached_property
    def open(self) -> bool:
        """It never asks for further dice."""
        return False

    def read(self, values: Iterator[Value]) -> Value:
        """The term's value, from those of all terms in the order in which they are written."""
        return next(values)

    def value(self, faces: Faces) -> int:
        """The lowest result for bonus dice, the highest for penalty dice."""
        results = [percent(tens, faces[0]) for tens in faces[1:]]
        return min(results) if self.extra > 0 else max(results)

    def worth(self, chains: Chains) -> int:
        """The number that standing dice give."""
        return self.value(tuple(chain[0] for chain in chains))

    def casting(self) -> Casting:
        """One throw."""
        thrown = yield self.sides
        return Cast(tuple((face,) for face in thrown), ((),) * len(thrown))

    def shown(self, cast: Cast) -> tuple[Shown, ...]:
        """The units die, then each tens die; one of these is kept."""
        faces = [chain[0] for chain in cast.chains]
        best = self.worth(cast.chains)
        place = next(i for i, tens in enumerate(faces) if i and percent(tens, faces[0]) == best)
        return tuple(Shown((face,), face % 10 * (10 if i else 1), i in (0, place)) for i, face in enumerate(faces))

    def weights(self, work: Work) -> Weights:
        """For each units face the lowest or highest of equally likely results."""
        work.spend(200)
        found: dict[int, int] = {}
        for unit in range(1, 11):
            results = {percent(tens, unit): 1 for tens in range(1, 11)}
            found |= extreme(results, abs(self.extra) + 1, high=self.extra < 0)
        return as_weights(found)

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{'b' if self.extra > 0 else 'p'}{abs(self.extra)}"


def percent(tens: int, unit: int) -> int:
    """The result of a tens face and a units face."""
    return tens % 10 * 10 + unit % 10 or 100


Term = Dice | Percentile
