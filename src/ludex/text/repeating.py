"""`3#`: the check of a system done several times, as dice bots write it, whatever else they write there."""

import re
from typing import TYPE_CHECKING

from ludex.core.deeds import Command
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.text.habits import in_own_words
from ludex.text.reply import Reply, joined

if TYPE_CHECKING:
    from ludex.text.chat import Chat

_TIMES = re.compile(r"(\d{1,4})\s*#\s*")
MOST = 10


async def repeated(chat: "Chat", command: Command, rest: str, typed: str, *, secret: bool = False) -> Reply:
    """Do what a line says; a check with `3#` in front of its fields so many times."""
    if command.key != chat.table.system.check:
        return await chat.deed(command, rest, typed, secret=secret)
    found = _TIMES.match(narrow(rest))
    if found is None:
        return await chat.deed(command, in_own_words(chat, command, rest), typed, secret=secret)
    times, said = int(found[1]), in_own_words(chat, command, rest[found.end() :])
    if not 1 <= times <= MOST:
        raise RuleError("too_many_repeats", repeats=times, limit=MOST)
    line = f".{chat.called(command)} {said}".rstrip()
    return joined([await chat.deed(command, said, line, secret=secret) for _ in range(times)])
