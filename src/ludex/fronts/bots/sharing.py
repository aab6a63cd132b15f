"""What of a reply a whole group may read."""

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ludex.core.deeds import Offer
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.principals import Viewer
from ludex.desk.desk import Desk
from ludex.fronts.bots import following
from ludex.fronts.bots.messages import PRIVATE, Message, Place
from ludex.table.entries import AnyEntry
from ludex.table.table import Table
from ludex.text.chat import HELP, Chat
from ludex.text.commands.dice import dice_of, is_deed
from ludex.text.drawing import option_text
from ludex.text.grammar import PREFIXES, command_line
from ludex.text.loose import drawn, rolled
from ludex.text.other_bots import unglued
from ludex.text.reply import Reply

if TYPE_CHECKING:
    from ludex.fronts.bots.hall import Hall

EMPTY = (
    "told.no_questions",
    "told.no_aliases",
    "told.no_notes",
    "told.no_handouts",
    "told.no_log",
    "told.secretly_done",
)
"""What says that there is nothing tells nothing."""

CONFIRMED = ("w", "send", "alias", "use", "askme", "auto", "control", "text")
"""Commands whose replies say that it was done, and nothing of what."""

RECORDS = ("log", "stat", "recap", "journal", "why")
"""Commands that tell of what has happened: in a group they are read with everybody's eyes, and else told to one person."""

OWN_EYES = ("code", "jot", "handout", "character", "outfile", "invite", *RECORDS)
"""Commands whose replies are for one person, no matter who asks."""

SESSIONS = ("list", "列表", "state", "状态")
"""What `.log` tells of sessions alone."""

ANY_EYES = (
    "deck",
    "help",
    "rule",
    "who",
    "team",
    "ping",
    "about",
    "jrrp",
    "name",
    "setdice",
    "set",
    "setting",
    "nn",
    "alias",
    "blank",
    "lang",
)
"""Commands whose replies to the GM hold nothing that a group may not read."""


async def typed(chat: Chat, line: str, request: str, place: Place) -> tuple[Chat, Reply]:
    """The reply to a line, and whose it is: what is read of the record in a group is everybody's, no matter who asks for it."""
    if place.kind != PRIVATE and _key(chat, line) in RECORDS:
        everybody = Chat(chat.table, following.PUBLIC, chat.language)
        if (reply := await everybody.line(line)).ok:
            return everybody, reply
    return chat, await chat.line(line, request=request)


def _key(chat: Chat, line: str) -> str:
    """The command that a line gives; empty if it is none."""
    read = command_line(line, chat.table.system.prefixes)
    with suppress(RuleError):
        return chat.find(read)[0].key if read is not None else ""
    return ""


def prefixed(hall: "Hall", message: Message) -> Message | None:
    """A message whose prefix is one of the bot's, as the table's grammar has it; None of one whose prefix belongs to another bot.

    A sign that people also begin sentences with (`!`) is a prefix in front of Latin letters alone.
    """
    text = narrow(message.text)
    sign, behind = text[:1], text[1:2]
    if not sign or (sign in hall.settings.prefixes and sign in PREFIXES):
        return message
    if sign in PREFIXES:
        return None if command_line(message.text) is not None else message
    if sign not in narrow(hall.settings.prefixes) or not (behind.isascii() and behind.isalpha()):
        return message
    place = next(n for n, part in enumerate(message.parts) if isinstance(part, str) and part.strip())
    said = str(message.parts[place]).lstrip()
    return replace(message, parts=(*message.parts[:place], f".{said[1:]}", *message.parts[place + 1 :]))


FREE_DICE = ("r", "rd", "draw")
"""What somebody who is alone with the bot rolls for herself."""


def own_dice(chat: Chat, line: str) -> str:
    """Dice and cards that somebody throws in private, told to her alone; empty where her line is a deed, an answer or anything else."""
    read = command_line(line, chat.table.system.prefixes)
    with suppress(RuleError):
        command, found = chat.find(unglued(read)) if read is not None else (None, None)
        if command is None or found is None or command.key not in FREE_DICE or folded(found.rest) in HELP:
            return ""
        if command.key == "draw":
            return drawn(chat.words, chat.seat.name, chat.table.decks, found.rest)
        if is_deed(chat, found.rest):
            return ""
        rest = f"d{found.rest}" if command.key == "rd" and found.rest else found.rest
        return rolled(chat.words, chat.seat.name, dice_of(chat, rest))
    return ""


def whispered(chat: Chat, line: str) -> bool:
    """Whether a line whispers something to somebody."""
    return _key(chat, line) in ("w", "send")


def settles(chat: Chat, line: str) -> bool:
    """Whether a line sets how the table is played: an option of the rules is the GM's entry, which no group reads."""
    return _key(chat, line) == "setting"


CITING = ("rule", "why", "help")
"""Commands whose replies are about clauses."""


def uncited(chat: Chat, line: str, reply: Reply) -> Reply:
    """A reply without the numbers of clauses, which are told on demand."""
    if f"{chat.table.system.prefix}-" not in reply.text or _key(chat, line) in CITING:
        return reply
    cited = rf"[ \u3000]*\[?\b{re.escape(chat.table.system.prefix)}-[A-Z]+-\d+\w*\b\]?"
    return replace(reply, text=re.sub(cited, "", reply.text))


def shareable(chat: Chat, line: str, reply: Reply) -> bool:
    """Whether a reply may be read by the whole group: nothing that is one person's own, and of the GM's nothing that is the GM's.

    Somebody hidden of whom she knows nothing either she has only guessed: that is refused where any unknown name is. What is refused of one
    whom she does know may tell more than the name.
    """
    if chat.seat is following.PUBLIC:
        return True
    said, guessed = reply.text if reply.ok else f"{line}\n{reply.text}", chat.table.unnamed(chat.seat).words
    hidden = (name for name in chat.table.unnamed(following.PUBLIC).words if name not in guessed)
    if any(name in said for name in hidden) or _tells_answers(chat, reply):
        return False
    if reply.code or reply.text in [chat.words(key) for key in EMPTY]:
        return True
    read = command_line(line, chat.table.system.prefixes)
    try:
        command, found = chat.find(read) if read is not None else (None, None)
    except RuleError:
        return not chat.seat.gm
    key = command.key if command is not None else ""
    if key == "log" and found is not None and folded(found.rest) in SESSIONS:
        return True
    if reply.n or not key:
        return key in CONFIRMED
    return key in ANY_EYES if chat.seat.gm else key not in OWN_EYES


class Glass(Table):
    """A table to be looked at and thrown away: nothing is written to it."""

    def admit(self, _entry: AnyEntry, _moved_to: Any = None) -> bytes:
        raise RuleError("observers_watch")


class OpenDesk(Desk):
    """A seat's desk as everybody may look at it: what it may do is its own, what it sees is everybody's."""

    @property
    def viewer(self) -> Viewer:
        return self.table.viewer(following.PUBLIC)

    def deeds(self) -> tuple[Offer, ...]:
        """What this seat can do, as far as everybody can tell."""
        return self.table.sights.deeds(self.table.system, self.table.memory.state, self.table.viewer(self.seat))


def outward(chat: Chat) -> Chat:
    """The same seat where nothing is true but what everybody may know, with everybody's eyes."""
    table = chat.table
    memory = replace(table.memory, state=table.known_state(table.viewer(following.PUBLIC)))
    glass = Glass(table.id, table.system, table.store, memory, bytes(32), table.clock, decks=table.decks)
    found = Chat(glass, chat.seat.id, chat.language)
    found.desk = OpenDesk(glass, chat.seat.id, chat.language)
    found.desk.ships = chat.desk.ships
    return found


async def told_outward(chat: Chat, line: str, reply: Reply) -> tuple[Chat, Reply]:
    """What a group reads of what somebody has looked up there: made from what everybody may know, whatever she knows besides."""
    key, table = _key(chat, line), chat.table
    if chat.seat is following.PUBLIC or not reply.ok or reply.n or not reply.text or key in ANY_EYES:
        return chat, reply
    everybodys = table.known_state(table.viewer(following.PUBLIC))
    if key == "odds" and table.known_state(chat.desk.viewer) == everybodys:
        return chat, reply  # odds rest on the state alone
    open_ = outward(chat)
    return open_, await open_.line(line)


def _tells_answers(chat: Chat, reply: Reply) -> bool:
    """Whether a reply names an answer to a question that no group may read: a list of them, or a refusal that says what may be said."""
    said = [
        text
        for one in following.open_questions(chat.table)
        if not following.readable(chat.table, one)
        for option in one.question.options
        for text in (option_text(chat.words, option), option.answer if following.is_for_one(one) else "")
    ]
    return any(text and text in reply.text for text in said)
