"""Who answers by itself: the default policy for somebody, and the standing orders that a seat leaves for its own (L4)."""

import re

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.core.orders import ASK, Order, least_chance, wish
from ludex.core.principals import GM, Who, actor, actor_of
from ludex.desk.crowds import EVERYONE
from ludex.table.settings import Automatic, Ordered
from ludex.text.chat import Chat
from ludex.text.grammar import tokens
from ludex.text.reply import Reply

_ON, _OFF = ("on", "开", "開", "1"), ("off", "关", "關", "0")
_ASKED = ("问", "問", "ask")
_WHEN = ("当", "當", "若", "when", "if")
_OWN = ("我", "me", "自己")
_BETWEEN = re.compile(r"[,，、]")
_EQUAL = re.compile(r"[=＝]")


async def order(chat: Chat, rest: str) -> Reply:
    """`.代答 灰狼 [开|关|问]`, `.代答 我 闪避=50% 否则=不防`: who or what answers somebody's questions; alone: what holds now."""
    words = [token.text for token in tokens(rest)]
    if not words:
        return Reply(_shown(chat))
    people = () if _is_order(chat, words[0]) else _people(chat, words[0])
    said = words[1:] if people else words
    while people and said and _names_somebody(chat, said[0]):  # `.代答 甲 乙 开`
        people, said = tuple(dict.fromkeys((*people, *_people(chat, said[0])))), said[1:]
    people = people or _people(chat, "我")
    if not said or narrow(said[0]).lower() in _ON + _OFF:
        return await _switched(chat, people, on=not said or narrow(said[0]).lower() in _ON)
    if narrow(said[0]).lower() in _ASKED:
        return await _ordered(chat, people, (Order(ASK),), merge=False)
    return await _ordered(chat, people, tuple(_order(word) for word in _conditioned(said)), merge=False)


def _conditioned(words: list[str]) -> list[str]:
    """Orders, each with the condition that stands behind it: `截击=用 当 AP>=2` is one, and so is `截击 用`."""
    found: list[str] = []
    goes_on = 0
    for word in words:
        if found and not goes_on and not _EQUAL.search(found[-1]) and _is_wish(word):
            found[-1] = f"{found[-1]}={word}"
        elif found and (word in _WHEN or goes_on == 1 or (goes_on and not _EQUAL.search(re.sub("[<>]=", "", word)))):
            found[-1] = f"{found[-1]} {word}"
            goes_on = 1 if word in _WHEN else 2
        else:
            found.append(word)
            goes_on = 0
    return found


def _is_wish(word: str) -> bool:
    """Whether a word says what an order wants, as every system knows it."""
    return wish(word) is not None or least_chance(word) is not None


def _is_order(chat: Chat, word: str) -> bool:
    """Whether a word that is nobody's name is something that can be ordered (`.常令 阻挡 用`)."""
    own = _people(chat, "我")
    if not own or chat.table.system.order is None or _names_somebody(chat, word):
        return False
    try:
        chat.table.system.order(chat.desk.state, actor_of(own[0]), Order(word))
    except RuleError as error:
        return error.code not in ("unknown_order", "no_orders")
    return True


async def ask_me(chat: Chat, rest: str) -> Reply:
    """`.问我 援引 从不`: how one kind of one's own questions is answered; `.问我 总是`: ask everything."""
    words = rest.split()
    if not words:
        return Reply("\n".join((_shown(chat), *_orderable(chat))))
    if len(words) == 1 and words[0] in ("总是", "總是", "全部", "always", "all"):
        return await _ordered(chat, _people(chat, "我"), (Order(ASK),), merge=False)
    if len(words) == 1:
        return await _ordered(chat, _people(chat, "我"), (_order(words[0]),), merge=True)
    return await _ordered(chat, _people(chat, "我"), (Order(words[0], " ".join(words[1:])),), merge=True)


def _orderable(chat: Chat) -> list[str]:
    """What one's own orders may be about."""
    own = _people(chat, "我")
    if not own or chat.table.system.order is None:
        return []
    try:
        chat.table.system.order(chat.desk.state, actor_of(own[0]), Order(""))
    except RuleError as error:
        known = error.facts.get("known")
        return [chat.words("told.orderable", known=known)] if known else []
    return []


def _people(chat: Chat, named: str) -> tuple[Who, ...]:
    """Those whom a word names: oneself, names between commas, a side, all of one's own, the GM; nobody if it names an order."""
    if named in _OWN or named.lower() in _OWN:
        return tuple(actor(one) for one in chat.seat.controls) or ((GM,) if chat.seat.gm else ())
    if _EQUAL.search(named) or narrow(named).lower() in _ON + _OFF + _ASKED:
        return ()
    if named.lower() in ("gm", "mc"):
        return (GM,)
    groups = chat.table.system.groups(chat.desk.state) if chat.table.system.groups else {}
    found: list[Who] = []
    for name in _BETWEEN.split(named.lstrip("@＠")):
        every = _all_own(chat) if folded(name) in EVERYONE else ()
        found += [actor(one) for one in groups.get(name) or every or chat.desk.all_named(name)]
    return tuple(dict.fromkeys(found))


def _all_own(chat: Chat) -> tuple[str, ...]:
    """Everybody whom a seat gives orders: a player her own, the GM those whom no player holds."""
    held = set(chat.table.memory.played)
    return tuple(one for one in chat.desk.actors() if one not in held) if chat.seat.gm else chat.seat.controls


def _names_somebody(chat: Chat, word: str) -> bool:
    """Whether a word is somebody's name, or that of a side."""
    groups = chat.table.system.groups(chat.desk.state) if chat.table.system.groups else {}
    return word.lstrip("@＠") in (*groups, *chat.desk.actors().values())


def _order(word: str) -> Order:
    name, _, value = _EQUAL.sub("=", word).partition("=")
    return Order(name, value)


async def _switched(chat: Chat, people: tuple[Who, ...], *, on: bool) -> Reply:
    """The default policy for these people, on or off; off also ends their orders."""
    _check_own(chat, people)
    async with chat.table.together():
        for one in people:
            if one in chat.table.memory.settings.orders and not on:
                await chat.table.settle(chat.seat, Ordered(one))
            await chat.table.settle(chat.seat, Automatic(one, on))
    told = chat.words("told.auto_on" if on else "told.auto_off", who=[chat.name_of(one) for one in people])
    return Reply(told, chat.desk.last, private=False)


async def _ordered(chat: Chat, people: tuple[Who, ...], orders: tuple[Order, ...], *, merge: bool) -> Reply:
    _check_own(chat, people)
    checked = {one: tuple(_checked(chat, one, order) for order in orders) for one in people}
    async with chat.table.together():
        for one, fresh in checked.items():
            names, now = {order.name for order in fresh}, chat.table.memory.settings.orders.get(one, ())
            kept = tuple(order for order in now if order.name not in names) if merge else ()
            await chat.table.settle(chat.seat, Ordered(one, kept + fresh))
    shown = _orders(chat, chat.table.memory.settings.orders.get(people[0], ()))
    told = chat.words("told.ordered", who=[chat.name_of(one) for one in people], orders=shown)
    return Reply(told, chat.desk.last)


def _check_own(chat: Chat, people: tuple[Who, ...]) -> None:
    """A seat orders for its own, the GM for everybody."""
    if not people:
        raise RuleError("whose")
    for one in people:
        if not chat.seat.gm:
            chat.check_acts_for(actor_of(one))


def _checked(chat: Chat, who: Who, order: Order) -> Order:
    """An order as its system keeps it."""
    if order == Order(ASK):
        return order
    if chat.table.system.order is None:
        raise RuleError("no_orders", order=order.name)
    return chat.table.system.order(chat.desk.state, actor_of(who), order)


def _shown(chat: Chat) -> str:
    """Whose questions are answered by a policy or by orders, as far as this seat may know."""
    settings = chat.table.memory.settings
    mine = {actor(one) for one in chat.seat.controls}
    policy = [chat.name_of(one) for one in sorted(settings.automatic) if chat.seat.gm or one in mine]
    lines = [chat.words("told.auto_list", who=policy)] if policy else []
    for who, orders in settings.orders.items():
        if chat.seat.gm or who in mine:
            lines.append(chat.words("told.ordered", who=[chat.name_of(who)], orders=_orders(chat, orders)))
    return "\n".join(lines) or chat.words("told.auto_none")


def _orders(chat: Chat, orders: tuple[Order, ...]) -> list[str]:
    """Orders as people would type them."""
    return [
        chat.words("told.order_ask")
        if order == Order(ASK)
        else f"{_named(chat, order)}={_word(chat, order.value)}".rstrip("=")
        for order in orders
    ]


def _named(chat: Chat, order: Order) -> str:
    """What an order is about: the system's word for it, or what it names behind a colon."""
    kind, _, own = order.name.partition(":")
    return own or _word(chat, kind)


def _word(chat: Chat, word: str) -> str:
    """The system's word for it, or as it stands."""
    key = f"orders.{word}"
    return chat.words(key) if word and chat.words.has(key) else word
