"""`.draw` and `.deck`: the decks that groups share, drawn with the table's own dice."""

import re

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, narrow
from ludex.core.principals import EVERYBODY, GM, Who, seat
from ludex.table.decks import MOST_DRAWN, Deck, Decks, Draw, reached
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.words import Words

_TIMES = re.compile(r"(\d{1,4})\s*#\s*")
_BEHIND = re.compile(r"\s+(?:[xX×*]\s*)?(\d{1,4})\s*张?$")
MOST_LISTED = 80
ASKED = ("list", "列表", "keys", "search", "find", "搜", "搜索", "reload", "重载", "desc", "show", "help")
"""What `.draw` is followed by elsewhere that draws nothing."""

MADE = ("new", "set", "clr", "clear", "reset", "rm", "del")
"""What other bots do with a deck of the group's own."""


async def draw(chat: Chat, rest: str) -> Reply:
    """`.draw 塔罗牌`, `.draw 扑克牌 5`, `.draw 3#塔罗牌`: cards of a deck, none twice; alone, which decks there are.

    `.draw list`, `keys`, `search 词`, `desc 名字`, `reload`: what `.deck` does, unless a deck is called so.
    """
    word = folded(rest.strip().partition(" ")[0])
    if word in ASKED and word not in chat.table.decks.all().decks:
        return await deck(chat, rest)
    return await _drawn(chat, rest, (EVERYBODY,))


async def draw_hidden(chat: Chat, rest: str) -> Reply:
    """`.drawh 塔罗牌`: only the one who draws and the GM see it."""
    return await _drawn(chat, rest, (GM, seat(chat.seat.id)))


async def _drawn(chat: Chat, rest: str, audience: tuple[Who, ...]) -> Reply:
    if not rest.strip():
        return Reply(listed(chat.words, chat.table.decks))
    name, times = wanted_cards(rest)
    deck = deck_named(chat.table.decks, name)
    if not 1 <= times <= MOST_DRAWN:
        raise RuleError("too_many_repeats", repeats=times, limit=MOST_DRAWN)
    own = chat.desk.own()
    who = chat.called_actor(own) if own else chat.seat.name
    given = Draw(deck.name, times, who, reached(chat.table.decks.all(), deck.name))
    hidden = EVERYBODY not in audience
    do = Do("ludex.draw", given, audience, announced=hidden and not chat.seat.gm)
    line = f".{'drawh' if hidden else 'draw'} {deck.name}" + (f" {times}" if times > 1 else "")
    return await chat.told(await chat.desk.run(do, line=line))


def wanted_cards(rest: str) -> tuple[str, int]:
    """The name of a deck, and how many cards: `3#塔罗`, `塔罗 3`, `塔罗 x3`."""
    said = rest.strip()
    if ahead := _TIMES.match(narrow(said)):
        return said[ahead.end() :].strip(), int(ahead[1])
    behind = _BEHIND.search(narrow(said))
    return (said[: behind.start()].strip(), int(behind[1])) if behind else (said, 1)


def deck_named(decks: Decks, name: str) -> Deck:
    """A deck by its name or the beginning of it; one that only other decks draw from is not found."""
    shown = {key: deck for key, deck in decks.all().decks.items() if not deck.hidden}
    found = [folded(name)] if folded(name) in shown else list(matching(name, {k: (d.name,) for k, d in shown.items()}))
    if len(found) == 1:
        return shown[found[0]]
    near = [shown[key].name for key in found] or [deck.name for deck in shown.values()]
    raise RuleError("unknown_deck", name=name[:40], near=near[:8])


def listed(words: Words, decks: Decks) -> str:
    """Which decks there are, with how many cards each has."""
    shown = [deck for deck in decks.all().decks.values() if not deck.hidden]
    names = [f"{deck.name}({len(deck.cards)})" for deck in shown[:MOST_LISTED]]
    more = words("told.more_decks", count=len(shown) - MOST_LISTED) if len(shown) > MOST_LISTED else ""
    return words("told.decks", names=names) + more


def searched(words: Words, decks: Decks, wanted: str) -> str:
    """The decks in whose names a word stands."""
    shown = (deck for deck in decks.all().decks.values() if not deck.hidden)
    found = [deck.name for deck in shown if folded(wanted) in folded(deck.name)]
    return words("told.decks", names=found[:MOST_LISTED] or ["—"])


async def deck(chat: Chat, rest: str) -> Reply:
    """`.deck`, `.deck list`: which decks there are; `.deck search 词`; `.deck 名字`: how large one is; `.deck reload` (GM): read the files again."""
    word, _, more = rest.strip().partition(" ")
    match folded(word):
        case "" | "list" | "列表" | "keys":
            return Reply(listed(chat.words, chat.table.decks))
        case "draw" | "抽":
            return await _drawn(chat, more, (EVERYBODY,))
        case "search" | "find" | "搜" | "搜索":
            return Reply(searched(chat.words, chat.table.decks, more))
        case "reload" | "重载":
            return Reply(_reloaded(chat))
    if folded(word) in MADE and folded(rest) not in chat.table.decks.all().decks:
        raise RuleError("elsewhere", text=f"deck {word[:20]}", here=chat.words("elsewhere.deckq"))
    if folded(word) in ("show", "desc", "help") and not more.strip():
        return Reply(listed(chat.words, chat.table.decks))
    one = deck_named(chat.table.decks, more if folded(word) in ("show", "desc", "help") else rest)
    return Reply(chat.words("told.deck", name=one.name, count=len(one.cards), file=one.file))


def _reloaded(chat: Chat) -> str:
    if not chat.seat.gm:
        raise RuleError("gm_only")
    shelved = chat.table.decks.again()
    told = chat.words("told.decks_read", count=sum(not deck.hidden for deck in shelved.decks.values()))
    return "\n".join([told, *(f"· {problem}" for problem in shelved.problems)])
