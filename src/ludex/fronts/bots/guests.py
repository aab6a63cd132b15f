"""People without a seat, in a group or in private: dice, cards, luck, help and rules are everybody's. No table's log keeps what they roll."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ludex.core.names import folded, narrow
from ludex.core.principals import OBSERVER
from ludex.fronts.bots.messages import Message, group_of, named
from ludex.fronts.offered import titled
from ludex.table.registry import systems
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.commands.look import clause_text
from ludex.text.grammar import Line, command_line, match
from ludex.text.loose import drawn, rolled, usual
from ludex.text.other_bots import unglued
from ludex.text.words import clauses

if TYPE_CHECKING:
    from ludex.fronts.bots.hall import Hall

Served = Callable[["Hall", Message, Table | None, str], Awaitable[str]]
"""What is answered to what follows a command's name."""

MOST_FOUND = 5


async def served(hall: "Hall", message: Message, table: Table | None) -> str | None:
    """What somebody without a seat is answered; None where her line needs one, or is talk."""
    line = command_line(message.text, table.system.prefixes if table else "")
    found = match(unglued(line), COMMANDS) if line is not None else None
    if found is None:
        return None
    rest = found.rest.strip()
    if folded(rest) in ("help", "帮助") and COMMANDS[found.name] is not help_:
        return await help_(hall, message, table, found.name)
    return await COMMANDS[found.name](hall, message, table, rest)


def is_served(line: Line) -> bool:
    """Whether a line is of those that need no seat."""
    return match(unglued(line), COMMANDS) is not None


def _chat(hall: "Hall", message: Message, table: Table) -> Chat:
    """The table as somebody reads it who has no seat there."""
    return Chat(table, Seat("", OBSERVER, message.person.name or message.person.id), hall.settings.language)


def _name(message: Message) -> str:
    return message.person.name or message.person.id


def _dice(hall: "Hall", table: Table | None, rest: str) -> str:
    """The dice of a line; without any, the table's usual die, or where there is no table the bot's."""
    die = (table.memory.settings.die or table.system.die) if table else hall.settings.die
    return usual(rest, die)


async def roll(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    return rolled(hall.words, _name(message), _dice(hall, table, rest))


async def roll_d(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    return await roll(hall, message, table, f"d{rest}" if rest else "")


async def roll_hidden(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    """`.rh d20`: told to her alone; where she cannot be told nothing counts."""
    return await _alone(hall, message, await roll(hall, message, table, rest))


async def roll_hidden_d(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    return await roll_hidden(hall, message, table, f"d{rest}" if rest else "")


async def _alone(hall: "Hall", message: Message, told: str) -> str:
    if not group_of(message):
        return told
    return hall.words("bots.told_privately" if await hall.whisper(message.person, told) else "bots.cannot_whisper")


async def draw(hall: "Hall", message: Message, _table: Table | None, rest: str) -> str:
    """`.draw 塔罗牌 3`, `.draw list`, `.draw search 词`."""
    if folded(rest) in ("reload", "重载"):
        return hall.words("bots.masters_reload")
    return drawn(hall.words, _name(message), hall.house.decks, rest)


async def draw_hidden(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    """`.drawh 塔罗牌`: told to her alone."""
    return (
        await _alone(hall, message, await draw(hall, message, table, rest))
        if rest
        else await draw(hall, message, table, "")
    )


async def fortune(hall: "Hall", message: Message, _table: Table | None, _rest: str) -> str:
    """`.jrrp`: today's luck, the same all day for one account; it has nothing to do with the dice."""
    day = hall.now().strftime("%Y-%m-%d")
    digest = hashlib.sha256(f"{named(message.person)}/{day}".encode()).digest()
    return hall.words("told.fortune", name=_name(message), value=int.from_bytes(digest[:8], "big") % 100 + 1)


async def help_(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    """`.help`: what everybody may type, and the way to a table; with a table its own list."""
    if table is None:
        return hall.words("bots.help")
    told = (await _chat(hall, message, table).line(f".help {rest}".strip())).text
    return told if rest else f"{hall.words('bots.help_seatless')}\n{told}"


async def find(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    """`.find 词`: clauses of the table's rulebook; without a table of all rulebooks."""
    if table is not None:
        return (await _chat(hall, message, table).line(f".find {rest}".strip())).text
    if not rest:
        return hall.words("bots.find_how")
    language, wanted, told = hall.settings.language, folded(narrow(rest)), list[str]()
    for name, system in systems().items():
        near = {k: v for k, v in clauses(system.package, language).items() if wanted in folded(v.get("title", "") + k)}
        told += [f"《{titled(name, language)}》{clause_text(k, v)}" for k, v in near.items()]
    return "\n".join(told[:MOST_FOUND]) or hall.words("bots.nothing_found", word=rest[:40])


async def deck(hall: "Hall", message: Message, table: Table | None, rest: str) -> str:
    """`.deck`, `.deck list`, `.deck search 词`."""
    return await draw(
        hall, message, table, rest if folded(rest.partition(" ")[0]) in ("search", "搜", "搜索") else "list"
    )


async def ping(hall: "Hall", _message: Message, _table: Table | None, _rest: str) -> str:
    """`.ping`: whether anybody is there."""
    return hall.words("bots.here")


COMMANDS: dict[str, Served] = {
    **dict.fromkeys(("r", "roll", "掷"), roll),
    **dict.fromkeys(("rd", "掷d"), roll_d),
    **dict.fromkeys(("rh", "暗掷"), roll_hidden),
    **dict.fromkeys(("rhd", "暗掷d"), roll_hidden_d),
    **dict.fromkeys(("draw", "抽牌", "抽"), draw),
    **dict.fromkeys(("drawh", "暗抽"), draw_hidden),
    **dict.fromkeys(("deck", "牌堆"), deck),
    **dict.fromkeys(("jrrp", "今日人品"), fortune),
    **dict.fromkeys(("help", "h", "帮助"), help_),
    **dict.fromkeys(("find", "rule", "rules", "规则", "查询"), find),
    **dict.fromkeys(("ping", "在吗"), ping),
}
