"""Pictures of deeds, as their system says it (`Command.picture`)."""

from ludex.core.deeds import Command
from ludex.text.chat import Chat

PLAIN = "die"
"""What every deed might show."""


def icon_of(command: Command) -> str:
    """The picture of a deed as it is declared."""
    return command.picture or PLAIN


def icon_named(chat: Chat, key: str) -> str:
    """The picture of a deed by its name."""
    command = chat.desk.commands.get(key)
    return icon_of(command) if command else PLAIN
