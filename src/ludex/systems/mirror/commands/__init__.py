"""What people type: every procedure of the rulebook in Chinese words and short Latin forms, by chapter."""

from ludex.core.deeds import Command
from ludex.systems.mirror.commands import checks, conflict, growth, harm, mind, people, stage

COMMANDS: tuple[Command, ...] = (
    *checks.COMMANDS,
    *conflict.COMMANDS,
    *harm.COMMANDS,
    *stage.COMMANDS,
    *mind.COMMANDS,
    *growth.COMMANDS,
    *people.COMMANDS,
)
