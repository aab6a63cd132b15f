"""What people type at a FET table: the bot's own commands exactly as the rulebook has them, and everything else beside them."""

from ludex.core.deeds import Command
from ludex.systems.fet.commands import (
    acts,
    arms,
    battle,
    belongings,
    bot,
    building,
    checking,
    keeping,
    lasting,
    sums,
    timelines,
)

COMMANDS: tuple[Command, ...] = (
    *bot.COMMANDS,
    *checking.COMMANDS,
    *battle.COMMANDS,
    *timelines.COMMANDS,
    *acts.COMMANDS,
    *keeping.COMMANDS,
    *belongings.COMMANDS,
    *arms.COMMANDS,
    *lasting.COMMANDS,
    *building.COMMANDS,
    *sums.COMMANDS,
)
