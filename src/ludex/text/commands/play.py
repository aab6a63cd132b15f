"""The living table by chat: a deed in secret, the GM's call, taking an answer back, the crank."""

import re

import msgspec

from ludex.core.deeds import Command
from ludex.core.errors import RuleError
from ludex.core.names import narrow, split_list
from ludex.text.chat import Chat
from ludex.text.commands.dice import roll_hidden
from ludex.text.commands.undo import steps, taken_back
from ludex.text.reader.words import common_words, normal
from ludex.text.reply import Reply, joined

_GLUED = re.compile(r"(?<=\s)([^\s@=,、\d]*[^\s@=,、\d+＋-])(\d{1,3})(?!\S)")
"""A check with its number right behind it, as people type it (洞悉12); a number with its sign is none."""


async def secretly(chat: Chat, rest: str) -> Reply:
    """`.暗 <line>`: done in secret: dice and result reach the GM alone."""
    if not rest.strip():
        raise RuleError(
            "missing_argument",
            arg="deed",
            expected=["deed"],
            hint=".secret r d20" if chat.language == "en" else ".暗 r d20",
        )
    inner = chat.inner(rest)
    command, found = chat.find(inner)
    if isinstance(command, Command):
        done = await chat.deed(command, found.rest, rest, secret=True)
        return done if done.text else msgspec.structs.replace(done, text=chat.words("told.secretly_done"))
    if command.run is call and chat.seat.gm:
        return await call(chat, found.rest, secret=True)
    if command.key != "r":
        raise RuleError("not_secret")
    return await roll_hidden(chat, found.rest)


async def call(chat: Chat, rest: str, *, secret: bool = False) -> Reply:
    """`.要求 <check> @谁,谁` (GM): everybody called throws the dice of the own check."""
    command = chat.desk.command(chat.table.system.check)
    said = _GLUED.sub(r"\1 \2", _addressed(chat, rest))
    several = [filled for filled in chat.filled_for_all(command, said) if filled.actor]
    if not several:
        raise RuleError("whose")
    return await chat.called_for(several, f".{'call' if chat.language == 'en' else '要求'} {rest}", secret=secret)


def _addressed(chat: Chat, rest: str) -> str:
    """A call that begins with people's names means them, written with `@` or without."""
    first = rest.split(maxsplit=1)[:1]
    if not first or "@" in narrow(rest):
        return rest
    if normal(first[0]) in common_words().everybody:
        return f"@全体 {rest.split(maxsplit=1)[-1]}"
    try:
        named = all(chat.desk.group(name) for name in split_list(first[0]))
    except RuleError:
        return rest
    return f"@{rest.strip()}" if named else rest


async def back(chat: Chat, _rest: str) -> Reply:
    """`.退回`: take the own last answer back, as long as no die has fallen since."""
    return await taken_back(chat, await chat.desk.back())


async def crank(chat: Chat, rest: str) -> Reply:
    """`.往下` (GM): what is due happens, one step or so many."""
    return joined([await chat.told(one) for one in await chat.table.crank(chat.seat, steps(rest))])
