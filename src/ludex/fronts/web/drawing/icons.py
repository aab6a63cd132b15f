"""Pictures of deeds, as their system says it (`Command.picture`)."""

from ludex.core.deeds import Command, Deed
from ludex.text.chat import Chat

PLAIN = "die"
"""What every deed might show."""

NEWCOMER = "plus"
"""What a deed shows by which somebody new comes to the table."""


def icon_of(command: Command) -> str:
    """The picture of a deed as it is declared."""
    return command.picture or PLAIN


def icon_named(chat: Chat, key: str) -> str:
    """The picture of a deed by its name."""
    command = chat.desk.commands.get(key)
    return icon_of(command) if command else PLAIN


def makes(chat: Chat, deed: Deed) -> bool:
    """Whether a deed of nobody's brings a character to the table, for which there is a page of its own."""
    page = chat.table.system.makes
    return bool(page) and (deed.name == page or (deed.of is None and icon_named(chat, deed.name) == NEWCOMER))
