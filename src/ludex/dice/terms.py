"""Equal dice and what is done to them: the leaves of an expression that chance decides.

A term knows which dice it throws, in which steps it asks for further ones (`casting`: a generator that yields the sides
it wants and is sent the faces), what the faces are worth, what became of each die, and its exact weights.
"""

from collections.abc import Generator, Sequence
from functools import cached_property, lru_cache

from ludex.dice.counting import Ways, Weights, Work, as_weights, summed, uniform_sum, uniform_sum_steps
from ludex.dice.errors import REROLL_ROUNDS, DiceError
from ludex.dice.operators import Clamp, Condition, Explode, Keep, Reroll, Select, mapped
from ludex.dice.throwing import ATOM, COUNTED, Cast, Casting, Chains, Faces, Shown, Sides, Thrown


class Dice(Thrown, frozen=True, dict=True):
    """`count` equal dice with faces from `first` on, and what is done to them."""

    count: int
    faces: int
    first: int = 1
    reroll: Reroll | None = None
    explode: Explode | None = None
    clamp: Clamp | None = None
    keep: Keep | None = None
    hits: Condition | None = None
    fails: Condition | None = None
    select: Select | None = None
    order: str = ""
    """How its dice are shown: as thrown, rising (`a`) or falling (`d`)."""

    @cached_property
    def sides(self) -> Sides:
        """The dice thrown first."""
        return (self.faces,) * self.count

    @cached_property
    def plain(self) -> bool:
        """Whether the faces are simply added."""
        read = (self.keep, self.hits, self.clamp, self.select)
        return self.first == 1 and not self.open and all(one is None for one in read)

    @cached_property
    def open(self) -> bool:
        """Whether further dice may be asked for."""
        return self.reroll is not None or self.explode is not None

    def value(self, faces: Faces) -> int:
        """What these faces are worth when no further dice are asked for: `worth`, for dice that stand alone."""
        if self.plain:
            return sum(faces)
        counted: Sequence[int] = faces if self.first == 1 else [face + self.first - 1 for face in faces]
        if self.clamp is not None:
            counted = [self.clamp(face) for face in counted]
        if self.keep is not None:
            counted = [counted[i] for i in self.keep.chosen(counted)]
        return sum(map(self.counts, counted))

    def counts(self, number: int) -> int:
        """What a die of this number adds: itself, or 1 for a success and -1 for a failure; nothing if it is not chosen."""
        if self.select is not None and not self.select(number):
            return 0
        if self.hits is None:
            return number
        return int(self.hits(number)) - int(self.fails is not None and self.fails(number))

    def casting(self) -> Casting:
        """Throw, reroll, explode, until every die stands."""
        chains: list[list[int]] = [[] for _ in range(self.count)]
        again: list[list[int]] = [[] for _ in range(self.count)]
        waiting = list(range(self.count))
        while waiting:
            yield from self._standing(waiting, chains, again)
            waiting = [] if self.explode is None else self.explode.bringing(waiting, chains)
        return Cast(tuple(map(tuple, chains)), tuple(map(tuple, again)))

    def stood(self, faces: Faces) -> Cast:
        """Dice that stand as they were thrown, because nothing asks for further ones."""
        return Cast(tuple((face + self.first - 1,) for face in faces), ((),) * len(faces))

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
        return sum(self.counts(face) for i in places for face in counted[i])

    def _counted(self, chains: Chains) -> Chains:
        """The chains with each face as it counts."""
        if (clamp := self.clamp) is not None:
            chains = [[clamp(face) for face in chain] for chain in chains]
        return chains if self.explode is None else [self.explode.counted(chain) for chain in chains]

    def _places(self, counted: Chains) -> Sequence[int]:
        """Which dice are kept."""
        if self.select is not None:
            return [i for i, chain in enumerate(counted) if self.select(sum(chain))]
        if self.keep is None:
            return range(len(counted))
        return self.keep.chosen([sum(chain) for chain in counted])

    def shown(self, cast: Cast) -> tuple[Shown, ...]:
        """Each die and what became of it."""
        counted = self._counted(cast.chains)
        places = frozenset(self._places(counted))
        shown = [
            Shown(chain, sum(counts), i in places, cast.again[i], self._hits(counts) if i in places else None)
            for i, (chain, counts) in enumerate(zip(cast.chains, counted, strict=True))
        ]
        return tuple(sorted(shown, key=_worth, reverse=self.order == "d") if self.order else shown)

    def _hits(self, counts: Sequence[int]) -> int | None:
        return None if self.hits is None else sum(map(self.counts, counts))

    def weights(self, work: Work) -> Weights:
        """The ways of each value."""
        ways, steps = dice_ways(self)
        work.spend(steps)
        return as_weights(ways)

    def score(self, face: int) -> int:
        """What one face adds, where dice are not kept apart first: its clamped number, or whether it is a success."""
        return self.counts(face if self.clamp is None else self.clamp(face))

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM if self.hits is None else COUNTED

    @property
    def text(self) -> str:
        """As it is written."""
        die = "F" if self.first != 1 else str(self.faces)
        done = (self.reroll, self.explode, self.clamp, self.keep or self.select)
        words = "".join(operator.text for operator in done if operator is not None)
        hits = "" if self.hits is None else self.hits.text + ("" if self.fails is None else f"f{self.fails.text}")
        return f"{self.count}d{die}{words}{'s' if self.order else ''}{self.order}{hits}"


def _worth(die: Shown) -> int:
    return die.value


@lru_cache(maxsize=4096)
def dice_ways(dice: Dice) -> tuple[Ways, int]:
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
    if dice.explode is not None and dice.explode.single:
        return _one_more(dice, dice.explode.when, die, work)
    if dice.keep is None:
        return summed(_scored(dice, die, work), dice.count, work)
    if dice.hits is None:
        return dice.keep.weights(_scored(dice, die, work), dice.count, work)
    return _hits_of_kept(dice, die, dice.hits, work)


def _scored(dice: Dice, die: Ways, work: Work) -> Ways:
    """What one die, with those that it brings, adds."""
    if dice.explode is not None:
        work.spend(dice.explode.steps(die))
        if dice.explode.compound and dice.hits is not None:
            return mapped(dice.explode.weights(die, dice.clamp or int), dice.counts)
        return dice.explode.weights(die, dice.score)
    return mapped(die, dice.score)


def _one_more(dice: Dice, when: Condition, die: Ways, work: Work) -> Ways:
    """The sum of a pool of which one die that fits brings one more: all throws without such a die, and the others with one more."""
    base = sum(die.values())
    scored = mapped(die, dice.score)
    quiet = {face: weight for face, weight in die.items() if not when(face)}
    whole = summed(scored, dice.count, work)
    without = summed(mapped(quiet, dice.score), dice.count, work) if quiet else {}
    found = {value: weight * base for value, weight in without.items()}
    loud = {value: weight - without.get(value, 0) for value, weight in whole.items()}
    work.spend(len(loud) * len(scored))
    for value, weight in loud.items():
        for more, ways in scored.items() if weight else ():
            found[value + more] = found.get(value + more, 0) + weight * ways
    return found


def _hits_of_kept(dice: Dice, die: Ways, hits: Condition, work: Work) -> Ways:
    """Successes among kept dice: with k kept of the highest, hits above a threshold are min(k, hits of all).

    The kept dice are the highest (or lowest), so for a condition that holds on one end of the faces, the number of kept
    successes follows from the number of all successes. Exploded or singled-out faces have no such order.
    """
    if dice.explode is not None or dice.fails is not None or hits.relation.symbol == "=":
        raise DiceError("no_exact_odds", found=dice.text)
    keep = dice.keep or Keep(dice.count)
    number, high = keep.kept(dice.count)
    rising = hits.relation.symbol in (">", ">=")
    found: dict[int, int] = {}
    for total, weight in summed(_scored(dice, die, work), dice.count, work).items():
        seen = min(number, total) if rising == high else max(0, total - (dice.count - number))
        found[seen] = found.get(seen, 0) + weight
    return found


@lru_cache(maxsize=4096)
def plain_dice(count: int, faces: int) -> Dice:
    """So many equal dice, the same object each time, so that what is derived from it is worked out once."""
    return Dice(count, faces)


@lru_cache(maxsize=4096)
def shared(dice: Dice) -> Dice:
    """Equal dice that were seen before, or these."""
    return dice
