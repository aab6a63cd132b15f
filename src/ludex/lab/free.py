"""Odds of free dice: the exact distribution of an expression, as a preview like any other."""

from ludex.core.odds import Odds
from ludex.dice import Expression, distribution
from ludex.lab.preview import Preview


def free_odds(expression: Expression) -> Preview:
    """The chances of each value of one rolling."""
    return Preview("value", Odds(dict(distribution(expression).chances())))
