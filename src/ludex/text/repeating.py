"""A line that is done more than once: for everybody whom it names, or so many times (`3#`, as dice bots write it)."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.core.deeds import Command, Filled
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.packs import texts_in
from ludex.core.plain import Written
from ludex.core.view import Card
from ludex.table.preludes import CALL
from ludex.table.questions import Open
from ludex.table.table import Outcome
from ludex.text.filling import fill
from ludex.text.foreign_checks import in_own_words
from ludex.text.grammar import match, pull_actors, tokens, without_actor
from ludex.text.refusing import mended
from ludex.text.reply import Reply, joined

if TYPE_CHECKING:
    from ludex.text.chat import Chat

_TIMES = re.compile(r"(\d{1,4})\s*#\s*")
MOST = 10


async def repeated(
    chat: "Chat", command: Command, rest: str, typed: str, *, secret: bool = False, others: bool = False
) -> Reply:
    """Do what a line says; a check with `3#` in front of its fields so many times. `others`: it is written as other bots have it."""
    if command.key != chat.table.system.check:
        return await chat.deed(command, rest, typed, secret=secret)
    found = _TIMES.match(narrow(rest))
    if found is None and not secret and (call := _called_for(chat, command, rest)) is not None:
        return await chat.answer(call, call.question.options[0].answer)
    if found is None:
        return await chat.deed(command, in_own_words(chat, command, rest, typed, others=others), typed, secret=secret)
    times, said = int(found[1]), in_own_words(chat, command, rest[found.end() :], typed, others=others)
    if not 1 <= times <= MOST:
        raise RuleError("too_many_repeats", repeats=times, limit=MOST)
    line = f".{chat.called(command)} {said}".rstrip()
    async with chat.table.together():
        return joined([await chat.deed(command, said, line, secret=secret) for _ in range(times)])


def _called_for(chat: "Chat", command: Command, rest: str) -> Open | None:
    """The call that a player's check answers: all that her line says stands in the GM's (the deed in more or fewer words)."""
    calls = [] if chat.seat.gm else [one for one in chat.desk.questions() if one.question.about == CALL]
    for call in calls:
        found = match(chat.inner(chat.desk.line(call.act)), chat.lexicon)
        asked, said = (_said(command, text) for text in (found.rest if found else "", rest))
        if said and all(_within(said[name], asked.get(name)) for name in said):
            return call
    return None


def _said(command: Command, rest: str) -> dict[str, Written]:
    """What a line of a check says, without whose it is."""
    words = tokens(rest)
    try:
        return fill(without_actor(rest, words), pull_actors(words)[1], command.args)
    except RuleError:
        return {}


def _within(said: Written, asked: Written) -> bool:
    """Whether a word of a line stands in that of another, or holds it."""
    one, other = folded(str(said)), folded(str(asked or ""))
    return bool(other) and (one in other or other in one)


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
    said = "\n".join(texts_in(msgspec.to_builtins(several)))
    refused = (Reply(chat.refusal(error, said)) for error in left_out)
    return joined([*[await chat.replied(one) for one in found], *refused])
