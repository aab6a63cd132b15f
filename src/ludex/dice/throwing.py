"""What is thrown for a dice term, and how each die is shown."""

from collections.abc import Generator, Iterator, Sequence

import msgspec

from ludex.dice.counting import Value

ATOM = 50
COUNTED = 5
"""How tightly a term binds when it is printed: one that counts successes is printed in parentheses inside others."""

Sides = tuple[int, ...]
Faces = tuple[int, ...]
Chains = Sequence[Sequence[int]]
"""For each die: its face, then those of the dice that its explosions brought."""


class Thrown(msgspec.Struct, frozen=True, dict=True):
    """What all dice terms share: each reads its own value, and its faces are not simply added unless it says so."""

    @property
    def plain(self) -> bool:
        """Whether the faces are simply added."""
        return False

    def read(self, values: Iterator[Value]) -> Value:
        """The term's value, from those of all terms in the order in which they are written."""
        return next(values)


class Cast(msgspec.Struct, frozen=True):
    """All that was thrown for a term: the dice that stand, and for each die the faces thrown again."""

    chains: tuple[tuple[int, ...], ...]
    again: tuple[tuple[int, ...], ...]


Casting = Generator[Sides, Faces, Cast]


class Shown(msgspec.Struct, frozen=True):
    """One die as it is shown: its faces (more than one if it exploded), what it is worth, and what became of it.

    `tens`: it is the tens die of a d100.
    """

    faces: tuple[int, ...]
    value: int
    kept: bool = True
    rerolled: tuple[int, ...] = ()
    hits: int | None = None
    tens: bool = False

    @property
    def exploded(self) -> bool:
        """Whether it brought further dice."""
        return len(self.faces) > 1
