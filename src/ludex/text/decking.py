"""`.draw` and `.deck`: the decks that groups share, drawn with the table's own dice."""

import re

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, narrow
from ludex.core.principals import EVERYBODY, GM, Who, seat
from ludex.table.decks import MOST_DRAWN, Deck, Draw, reached
from ludex.text.chat import Chat
from ludex.text.reply import Reply

_TIMES = re.compile(r"(\d{1,4})\s*#\s*")
_BEHIND = re.compile(r"\s+(?:[xX×*]\s*)?(\d{1,4})\s*张?$")
MOST_LISTED = 80


async def draw(chat: Chat, rest: str) -> Reply:
    """`.draw 塔罗牌`, `.draw 扑克牌 5`, `.draw 3#塔罗牌`: cards of a deck, none twice; alone, which decks there are."""
    return await _drawn(chat, rest, (EVERYBODY,))


async def draw_hidden(chat: Chat, rest: str) -> Reply:
    """`.drawh 塔罗牌`: only the one who draws and the GM see it."""
    return await _drawn(chat, rest, (GM, seat(chat.seat.id)))


async def _drawn(chat: Chat, rest: str, audience: tuple[Who, ...]) -> Reply:
    if not rest.strip():
        return Reply(_listed(chat))
    name, times = _wanted(rest)
    deck = _deck(chat, name)
    if not 1 <= times <= MOST_DRAWN:
        raise RuleError("too_many_repeats", repeats=times, limit=MOST_DRAWN)
    own = chat.desk.own()
    who = chat.called_actor(own) if own else chat.seat.name
    given = Draw(deck.name, times, who, reached(chat.table.decks.all(), deck.name))
    hidden = EVERYBODY not in audience
    do = Do("ludex.draw", given, audience, announced=hidden and not chat.seat.gm)
    line = f".{'drawh' if hidden else 'draw'} {deck.name}" + (f" {times}" if times > 1 else "")
    return await chat.told(await chat.desk.run(do, line=line))


def _wanted(rest: str) -> tuple[str, int]:
    """The name of a deck, and how many cards: `3#塔罗`, `塔罗 3`, `塔罗 x3`."""
    said = rest.strip()
    if ahead := _TIMES.match(narrow(said)):
        return said[ahead.end() :].strip(), int(ahead[1])
    behind = _BEHIND.search(narrow(said))
    return (said[: behind.start()].strip(), int(behind[1])) if behind else (said, 1)


def _deck(chat: Chat, name: str) -> Deck:
    """A deck by its name or the beginning of it; one that only other decks draw from is not found."""
    decks = chat.table.decks.all().decks
    shown = {key: deck for key, deck in decks.items() if not deck.hidden}
    found = [folded(name)] if folded(name) in shown else list(matching(name, {k: (d.name,) for k, d in shown.items()}))
    if len(found) == 1:
        return shown[found[0]]
    near = [shown[key].name for key in found] or [deck.name for deck in shown.values()]
    raise RuleError("unknown_deck", name=name[:40], near=near[:8])


def _listed(chat: Chat) -> str:
    decks = [deck for deck in chat.table.decks.all().decks.values() if not deck.hidden]
    names = [f"{deck.name}({len(deck.cards)})" for deck in decks[:MOST_LISTED]]
    more = chat.words("told.more_decks", count=len(decks) - MOST_LISTED) if len(decks) > MOST_LISTED else ""
    return chat.words("told.decks", names=names) + more


async def deck(chat: Chat, rest: str) -> Reply:
    """`.deck`, `.deck list`: which decks there are; `.deck 名字`: how large one is; `.deck reload` (GM): read the files again."""
    word, _, more = rest.strip().partition(" ")
    match folded(word):
        case "" | "list" | "列表" | "keys":
            return Reply(_listed(chat))
        case "draw" | "抽":
            return await draw(chat, more)
        case "search" | "find" | "搜":
            return Reply(_searched(chat, more))
        case "reload" | "重载":
            return Reply(_reloaded(chat))
    one = _deck(chat, more if folded(word) in ("show", "desc", "help") and more else rest)
    return Reply(chat.words("told.deck", name=one.name, count=len(one.cards), file=one.file))


def _searched(chat: Chat, wanted: str) -> str:
    decks = (deck for deck in chat.table.decks.all().decks.values() if not deck.hidden)
    found = [deck.name for deck in decks if folded(wanted) in folded(deck.name)]
    return chat.words("told.decks", names=found[:MOST_LISTED] or ["—"])


def _reloaded(chat: Chat) -> str:
    if not chat.seat.gm:
        raise RuleError("gm_only")
    shelved = chat.table.decks.again()
    told = chat.words("told.decks_read", count=sum(not deck.hidden for deck in shelved.decks.values()))
    return "\n".join([told, *(f"· {problem}" for problem in shelved.problems)])
