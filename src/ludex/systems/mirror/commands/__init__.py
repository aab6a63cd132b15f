"""What people do: every procedure of the rulebook as a command in Chinese words and short Latin forms, by chapter."""

from msgspec.structs import replace

from ludex.core.deeds import Command
from ludex.systems.mirror.commands import checks, conflict, growth, harm, mind, people, stage

COMMANDS: tuple[Command, ...] = tuple(
    replace(command, group=group)
    for group, chapter in (
        ("check", checks),
        ("conflict", conflict),
        ("harm", harm),
        ("stage", stage),
        ("mind", mind),
        ("growth", growth),
        ("people", people),
    )
    for command in chapter.COMMANDS
)
