"""What people type in a fable game. Each command turns words into the input of one procedure; no rule is decided here."""

from ludex.core.deeds import Command
from ludex.systems.fable.commands import building, checking, fighting, keeping

COMMANDS: tuple[Command, ...] = (
    *checking.COMMANDS,
    *fighting.COMMANDS,
    *keeping.COMMANDS,
    *building.COMMANDS,
)
