"""Dice: pools that rules ask for, the notation people type, and exact distributions. No randomness lives here.

`parse` reads notation, `roll` rolls it with given dice, `free_roll` as an act of the table, `explain` shows every die,
`distribution` is exact, `pool` makes it a request of a rule, and an expression's `text` is the notation again.
"""

from ludex.dice.arithmetic import Division
from ludex.dice.distribution import Distribution, ExpressionPool, distribution, pool
from ludex.dice.errors import DiceError
from ludex.dice.notation import parse
from ludex.dice.percentile import Percentile
from ludex.dice.rolling import Explained, Outcome, Result, explain, free_roll, lying, roll
from ludex.dice.terms import Dice
from ludex.dice.throwing import Shown
from ludex.dice.tree import Expression

__all__ = [
    "Dice",
    "DiceError",
    "Distribution",
    "Division",
    "Explained",
    "Expression",
    "ExpressionPool",
    "Outcome",
    "Percentile",
    "Result",
    "Shown",
    "distribution",
    "explain",
    "free_roll",
    "lying",
    "parse",
    "pool",
    "roll",
]
