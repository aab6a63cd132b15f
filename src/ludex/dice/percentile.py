"""Percentile dice with bonus or penalty dice."""

from functools import cached_property

from ludex.dice.counting import Weights, Work, as_weights, extreme
from ludex.dice.throwing import ATOM, Cast, Casting, Chains, Faces, Shown, Sides, Thrown


class Percentile(Thrown, frozen=True, dict=True):
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
        return tuple(
            Shown((face,), face % 10 * (10 if i else 1), i in (0, place), tens=i > 0) for i, face in enumerate(faces)
        )

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
