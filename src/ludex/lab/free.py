"""Odds of free dice: the exact distribution of an expression, as a preview like any other."""

from ludex.core.odds import Odds
from ludex.dice import distribution, parse
from ludex.lab.preview import Preview
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS


def free_odds(dice: str) -> Preview:
    """The chances of each value of one rolling."""
    return Preview("value", Odds(dict(distribution(parse(dice)).chances())))


async def free_odds_beside(dice: str) -> Preview:
    """The same, worked out beside the tables; what cannot be read is refused here."""
    parse(dice)
    return await WORKERS_OF_THIS_PROCESS.run(free_odds, dice)
