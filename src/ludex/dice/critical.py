"""Pools whose criticals bring further rounds (`8c8m10`): the dice that reach the line are thrown again, and each round is worth a whole die.

The result is the faces of a die for every round that had a critical, and the highest die of the last round.
"""

from functools import cached_property, lru_cache
from math import comb

from ludex.dice.counting import Weights, Work, as_weights
from ludex.dice.errors import EXPLOSIONS
from ludex.dice.throwing import ATOM, Cast, Casting, Chains, Faces, Shown, Sides, Thrown

TEN = 10


class Critical(Thrown, frozen=True, dict=True):
    """`count` dice; from `line` on a die is critical and is thrown again in the next round, for at most `EXPLOSIONS` rounds."""

    count: int
    line: int
    faces: int = TEN

    @cached_property
    def sides(self) -> Sides:
        """The dice of the first round."""
        return (self.faces,) * self.count

    @cached_property
    def open(self) -> bool:
        """Criticals ask for further dice."""
        return True

    def value(self, faces: Faces) -> int:
        """What the first round is worth as it lies."""
        return self.faces if max(faces, default=0) >= self.line else max(faces, default=0)

    def casting(self) -> Casting:
        """Round after round, while there are criticals."""
        chains: list[list[int]] = [[] for _ in range(self.count)]
        waiting = list(range(self.count))
        for _ in range(EXPLOSIONS + 1):
            if not waiting:
                break
            thrown = yield (self.faces,) * len(waiting)
            for i, face in zip(waiting, thrown, strict=True):
                chains[i].append(face)
            waiting = [i for i in waiting if chains[i][-1] >= self.line]
        return Cast(tuple(map(tuple, chains)), ((),) * self.count)

    def worth(self, chains: Chains) -> int:
        """A whole die for every round but the last, and the highest of the last."""
        rounds = max((len(chain) for chain in chains), default=0)
        if not rounds:
            return 0
        return (rounds - 1) * self.faces + max(chain[-1] for chain in chains if len(chain) == rounds)

    def shown(self, cast: Cast) -> tuple[Shown, ...]:
        """Each die with its rounds; those that were there to the last count."""
        rounds = max((len(chain) for chain in cast.chains), default=0)
        return tuple(Shown(chain, chain[-1], len(chain) == rounds) for chain in cast.chains)

    def weights(self, work: Work) -> Weights:
        """The ways of each value."""
        work.spend(self.count * self.count * EXPLOSIONS * self.faces * (2 + self.count * EXPLOSIONS // 16))
        return as_weights(_rounds(self.count, self.line, self.faces, EXPLOSIONS))

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.count}c{self.line}m{self.faces}"


@lru_cache(maxsize=4096)
def _rounds(count: int, line: int, faces: int, more: int) -> dict[int, int]:
    """The ways of `count` dice that may go through `more` further rounds, out of faces ** (count * (more + 1))."""
    scale = faces ** (count * more)
    if not more:
        return {value: value**count - (value - 1) ** count for value in range(1, faces + 1)} if count else {0: 1}
    below = min(line - 1, faces)
    found = {value: (value**count - (value - 1) ** count) * scale for value in range(1, below + 1)}
    for critical in range(1, count + 1) if line <= faces else ():
        ways = comb(count, critical) * (faces - line + 1) ** critical * below ** (count - critical)
        ways *= faces ** ((count - critical) * more)
        for value, following in _rounds(critical, line, faces, more - 1).items():
            found[faces + value] = found.get(faces + value, 0) + ways * following
    return {value: weight for value, weight in found.items() if weight}
