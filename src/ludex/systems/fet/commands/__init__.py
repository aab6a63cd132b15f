"""What people type at a FET table: the bot's own commands exactly as the rulebook has them, and everything else beside them."""

from ludex.core.deeds import Command
from ludex.systems.fet.commands import (
    acts,
    battle,
    belongings,
    bot,
    building,
    checking,
    keeping,
    lasting,
    timelines,
    years,
)

COMMANDS: tuple[Command, ...] = (
    *bot.COMMANDS,
    *checking.COMMANDS,
    *battle.COMMANDS,
    *timelines.COMMANDS,
    *acts.COMMANDS,
    *keeping.COMMANDS,
    *belongings.COMMANDS,
    *lasting.COMMANDS,
    *building.COMMANDS,
    *years.COMMANDS,
)
