"""A body as it is drawn: a human figure with a label at each part, or, where it is another, its parts in the rows of its own plan."""

import msgspec

from ludex.core.view import Body, BodyPart

FIGURE = ("head", "arms", "trunk", "legs")
"""The parts of a human figure, as their labels stand round it."""


class Slots(msgspec.Struct, frozen=True):
    """A part with what stands in each of its slots (0: free)."""

    part: BodyPart
    marks: tuple[int, ...]


class DrawnBody(msgspec.Struct, frozen=True):
    """The whole body. `human`: it has the four parts of the figure, each once."""

    human: bool
    rows: tuple[tuple[Slots, ...], ...]

    @property
    def parts(self) -> tuple[Slots, ...]:
        return tuple(one for row in self.rows for one in row)


def body(part: Body) -> DrawnBody:
    """The parts in their rows: of a human figure from head to feet, else as the plan has them."""
    human = sorted(one.figure for one in part.parts) == sorted(FIGURE)
    if human:
        ordered = sorted(part.parts, key=lambda one: FIGURE.index(one.figure))
        return DrawnBody(True, tuple((_slots(one),) for one in ordered))
    numbers = sorted({one.row for one in part.parts})
    rows = [sorted((one for one in part.parts if one.row == row), key=lambda one: one.column) for row in numbers]
    return DrawnBody(False, tuple(tuple(_slots(one) for one in row) for row in rows))


def _slots(part: BodyPart) -> Slots:
    free = max(0, part.slots - len(part.wounds))
    return Slots(part, (*part.wounds, *([0] * free)))
