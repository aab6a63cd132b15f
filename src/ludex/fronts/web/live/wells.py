"""What the GM has ready, as the wells under the board tell it: who waits in each, how many, and who stays hidden when the group is revealed."""

import msgspec

from ludex.core.deeds import FLAG, WHOLE, Command, Filled
from ludex.desk import handing
from ludex.desk.spelling import said, spell
from ludex.fronts.web.drawing.spoken import typed
from ludex.table.preludes import spoken
from ludex.table.seats import check_gm
from ludex.text.chat import Chat

SECRET = ("secret", "hidden", "unseen")
"""Fields that keep somebody from the players."""


class Well(msgspec.Struct, frozen=True):
    """One thing that is ready: its name, and who or what comes with it."""

    name: str
    comes: tuple[str, ...]
    handout: bool = False


def wells(chat: Chat) -> list[Well]:
    check_gm(chat.seat)
    found = handing.ready(chat.desk)
    return [Well(one.name, tuple(_comes(chat, line) for line in one.lines), bool(one.handout)) for one in found]


def _comes(chat: Chat, line: str) -> str:
    """Who comes with a line, and how many; with the word that it stays hidden, if it does. What cannot be read stands as it was typed."""
    filled = typed(chat, line)
    command = chat.desk.commands.get(filled.deed) if filled else None
    return _told(chat, command, filled) if filled and command else spoken(line)


def _told(chat: Chat, command: Command, filled: Filled) -> str:
    given = [(field, filled.args.get(field.name)) for field in command.args]
    named = next((field for field, value in given if value and field.kind not in (FLAG, WHOLE)), None)
    if named is None:
        return spoken(spell(chat.desk, filled, chat.language))
    who = said(chat.desk, chat.language, named, filled.args[named.name]).strip('"')
    many = next((f" ×{value}" for field, value in given if field.kind == WHOLE and value not in (None, 1)), "")
    stays = any(field.kind == FLAG and field.name in SECRET and value for field, value in given)
    return chat.words("web.stays_hidden", who=f"{who}{many}") if stays else f"{who}{many}"
