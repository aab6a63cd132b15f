"""A line that is done more than once: for everybody whom it names, or so many times (`3#`, as dice bots write it)."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from ludex.core.deeds import Command, Filled
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.view import Card
from ludex.table.table import Outcome
from ludex.text.foreign_checks import in_own_words
from ludex.text.refusing import mended
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
    async with chat.table.together():
        return joined([await chat.deed(command, said, line, secret=secret) for _ in range(times)])


async def for_each(
    chat: "Chat",
    several: Sequence[Filled],
    done: Callable[..., Awaitable[Outcome | Card]],
    called: Callable[[Sequence[Filled]], Awaitable[list[Outcome | Card]]] | None = None,
) -> Reply:
    """Do a line for everybody whom it names, as one step and one write; who cannot is left out, and named. `called`: everybody named is
    called. Nothing is told before all of it is done, so that nobody comes between.
    """
    found: list[Outcome | Card] = []
    left_out: list[RuleError] = []
    root = 0
    async with chat.table.together():
        for filled in several:
            try:
                if called is not None and filled.actor:
                    found += await called([filled])
                    continue
                one = await done(filled, root=root)
                root = root or (one.root if isinstance(one, Outcome) else 0)
                found.append(one)
            except RuleError as error:
                left_out.append(error if called is None else mended(chat, chat.desk.command(filled.deed), error))
    if left_out and not found:
        raise left_out[0]
    return joined([*[await chat.replied(one) for one in found], *(Reply(chat.refusal(error)) for error in left_out)])
