"""Odds of free dice: the exact distribution of an expression, as a preview like any other."""

from ludex.core.odds import Odds
from ludex.dice import distribution, parse
from ludex.lab.crossing import Packed, Preview, packed, unpacked
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS, Asker


def free_odds(dice: str) -> Preview:
    return Preview("value", Odds(dict(distribution(parse(dice)).chances())))


async def free_odds_beside(dice: str, whose: Asker) -> Preview:
    """The same, worked out beside the tables, for this one; what cannot be read is refused here."""
    parse(dice)
    return unpacked(await WORKERS_OF_THIS_PROCESS.run(_packed, dice, whose=whose))


def _packed(dice: str) -> Packed:
    return packed(free_odds(dice))
