"""Refusals of the dice notation, and the limits that they name.

Every limit is checked before the work it would cost. A refusal carries facts only: where in the text, what was found
there, what would have fitted, which limit was passed. The words are made at the edge.
"""

from ludex.core.errors import RuleError
from ludex.core.say import Filling

MAX_LENGTH = 500
"""Characters of one expression, its reason included."""

MAX_DICE = 1000
"""Dice of one expression, all its repeats together (without those that explosions and rerolls bring)."""

MAX_SIDES = 1_000_000
MAX_DEPTH = 50
"""Parentheses, functions, signs and powers inside one another."""

MAX_REPEATS = 20
MAX_DIGITS = 18
"""Digits of a number that a person writes."""

MAX_BITS = 4096
"""Size of a power's result."""

EXPLOSIONS = 10
"""Further dice that one die may bring. It belongs to the meaning of `!`, so that its distribution is exact."""

REROLL_SHARE = 20
"""A reroll needs at least one face in so many that stays."""

REROLL_ROUNDS = 1000
"""Rounds of rerolling after which the thrown dice are not believed any more."""

MAX_VALUES = 100_000
"""Different values that a distribution may hold."""

MAX_WORK = 4_000_000
"""Elementary steps (about a tenth of a microsecond each) that a distribution may cost."""


class DiceError(RuleError):
    """The expression cannot be read, or asks for more than the limits allow.

    `position` counts characters of the text as it was given; it is None where a roll or a distribution is refused.
    """

    def __init__(
        self,
        code: str,
        /,
        *,
        position: int | None = None,
        found: str | int = "",
        expected: tuple[str, ...] = (),
        **facts: Filling,
    ) -> None:
        if position is not None:
            facts = {"position": position, "found": found, "expected": expected, **facts}
        elif found:
            facts = {"found": found, **facts}
        super().__init__(code, clause="", **facts)
        self.position = position
        self.found = found
        self.expected = expected
