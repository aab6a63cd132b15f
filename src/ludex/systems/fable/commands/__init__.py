"""What people do in a fable game. Each command turns what was asked into the input of one procedure; no rule is decided here."""

from msgspec.structs import replace

from ludex.core.deeds import Command
from ludex.systems.fable.commands import building, checking, fighting, keeping

_GROUPS = {
    "checks": checking.COMMANDS,
    "conflict": fighting.COMMANDS,
    "table": keeping.COMMANDS,
    "characters": building.COMMANDS,
}

COMMANDS: tuple[Command, ...] = tuple(
    replace(command, group=group) for group, commands in _GROUPS.items() for command in commands
)
