"""A new sheet on its way (MIR-LIV-46): what is settled of it, and what its numbers start from."""

import msgspec

from ludex.systems.mirror.rules.sheets import CREATION_POINTS, POTENTIAL_POINTS, CreateCharacter
from ludex.systems.mirror.terms import Method, Primary

START_LEVEL = 1
TOTAL = CREATION_POINTS + START_LEVEL


class Draft(msgspec.Struct, frozen=True):
    """A new sheet on its way: what is written, what is settled of points, body and ranks, and the abilities so far:
    `picked` of her domain, by the level of the place that they take (an empty one: none), and `more`.

    `whole`: what is not written takes its default, and nothing is asked (MIR-LIV-47).
    """

    sheet: CreateCharacter
    spread: bool
    kept: bool
    ranked: bool
    shaped: bool = False
    equipped: bool = False
    remembered: bool = False
    whole: bool = False
    picked: dict[int, str] = {}
    more: tuple[str, ...] = ()
    enough: bool = False

    @property
    def domain(self) -> Primary:
        """Her primary domain."""
        return Primary(next(iter(self.sheet.domains)))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The abilities that she will know."""
        return tuple(one for one in (*(self.picked[level] for level in sorted(self.picked)), *self.more) if one)

    @property
    def left(self) -> int:
        """Points not yet shared out."""
        there = POTENTIAL_POINTS if self.sheet.method == Method.POTENTIAL else TOTAL
        return there - sum(self.sheet.points.values())
