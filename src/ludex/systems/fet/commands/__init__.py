"""What people type at a FET table: the bot's own commands exactly as the rulebook has them, and everything else beside them."""

from ludex.core.command import Command
from ludex.systems.fet.commands import acts, battle, bot, building, checking, keeping

COMMANDS: tuple[Command, ...] = (
    *bot.COMMANDS,
    *checking.COMMANDS,
    *battle.COMMANDS,
    *acts.COMMANDS,
    *keeping.COMMANDS,
    *building.COMMANDS,
)
