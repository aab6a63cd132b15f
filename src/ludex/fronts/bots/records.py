"""The record of an evening in a group: a file among those of the group, a merged forward, or a link, whatever the platform takes.

Everything here is made from what everybody may read.
"""

import re
import secrets
from typing import TYPE_CHECKING

import msgspec

from ludex.core.names import folded
from ludex.fronts.bots import following
from ludex.fronts.bots.messages import Message, Say
from ludex.fronts.bots.settings import reachable
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.reply import Reply

if TYPE_CHECKING:
    from ludex.fronts.bots.hall import Hall

KIND, PATH = "log", "/bots/log/"
EXPORTS = ("get", "export", "导出")
_UNFIT = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


class LinkedRecord(msgspec.Struct, frozen=True):
    """What a link to a record shows: of which table, by which line."""

    table: str
    line: str


def exported(chat: Chat, line: str) -> bool:
    """Whether a line asks for the record to take along."""
    read = command_line(line, chat.table.system.prefixes)
    found = chat.find(read) if read is not None else None
    return found is not None and found[0].key == "log" and folded(found[1].rest.partition(" ")[0]) in EXPORTS


async def said(hall: "Hall", message: Message, chat: Chat, line: str, reply: Reply, longest: int) -> Say:
    """A record as a file with a link beside it; where no file is taken as text, or as the link alone where it is too long."""
    if reply.text == chat.words("told.no_log"):  # of nothing there is no file
        return Say(message.place, reply.text, quotes=message.id)
    link = await _link(hall, chat, line)
    beside = hall.words("bots.log_link", link=link) if link else ""
    short = len(reply.text) <= longest
    text = reply.text if short else hall.words("bots.too_long", length=len(reply.text))
    told = "\n".join(part for part in (text, beside) if part)
    name = f"{_UNFIT.sub('_', chat.table.memory.name)[:40]}-{hall.now():%Y%m%d}.txt"
    caption = "\n".join(part for part in (hall.words("bots.log_file", name=name), beside) if part)
    return Say(message.place, told, quotes=message.id, caption=caption, file=name, body=reply.text.encode())


async def _link(hall: "Hall", chat: Chat, line: str) -> str:
    """A link to a record for everybody who has it; empty where nobody could open it."""
    if not reachable(hall.settings.page):
        return ""
    key = secrets.token_urlsafe(18)
    await hall.ledger.keep(KIND, key, msgspec.json.encode(LinkedRecord(chat.table.id, line)).decode())
    return f"{hall.settings.page.rstrip('/')}{PATH}{key}.txt"


async def opened(hall: "Hall", key: str) -> str | None:
    """What a link shows, as everybody may read it now; None of one that is none."""
    kept = await hall.ledger.kept(KIND, key)
    if kept is None:
        return None
    shared = msgspec.json.decode(kept, type=LinkedRecord)
    table = await hall.table(shared.table)
    reply = await Chat(table, following.PUBLIC, hall.settings.language).line(shared.line)
    return reply.text if reply.ok else None
