"""Standing orders (方针, BOO-LIV-26): how somebody defends without being asked; read in the order typed, the first that holds decides."""

import re

from ludex.core.asks import Choose, Option
from ludex.core.names import folded
from ludex.core.orders import ASK, USE, Order, bad_order, kind_named, least_chance, unknown_order, wish
from ludex.core.principals import actor_of
from ludex.core.rule import rule
from ludex.systems.boon.content import defense_named, words_of
from ludex.systems.boon.rules.wards import split_defence
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Ward

NAMES = {
    "ask": ("问", "问我"),
    "dodge": ("闪避", "dodge"),
    "block": ("格挡", "block"),
    "body_throw": ("摔投", "throw", "body throw"),
    "react": ("反应", "react"),
    "else": ("否则", "其余", "else"),
}
"""What can be ordered, with how people say it."""

FALLS = ("会倒下", "倒下", "drop")
NONE = ("不防", "不", "none", "no")
_AP = re.compile(r"AP\s*[>＞]\s*(\d{1,2})", re.IGNORECASE)
_LEFT = re.compile(r"(.+?)\s*[>＞]\s*(\d{1,4})")


@rule("BOO-LIV-26")
def order(state: State, actor: str, said: Order) -> Order:
    """An order as it is kept, its name by its key; one that says nothing of a defence is refused."""
    name = kind_named(said, NAMES)
    if name is None and (special := defense_named(said.name.strip(), state.library)) is not None:
        name = f"{Ward.SPECIAL}:{special.id}"
    if name is None:
        raise unknown_order(said, (words[0] for words in NAMES.values()), clause="BOO-LIV-26")
    if not _understood(name, said.value.strip(), state.find(actor)):
        raise bad_order(said, clause="BOO-LIV-26")
    return Order(name, said.value.strip())


def _understood(name: str, value: str, who: Character | None) -> bool:
    often = not value or least_chance(value) is not None or _AP.fullmatch(value) is not None
    match name:
        case "ask":
            return value in ("", *FALLS)
        case "block":
            thing = _LEFT.fullmatch(value)
            named = folded((thing[1] if thing else value).strip())
            owned = {folded(word) for i in (who.items if who else ()) for word in words_of(i.id, i.name, i.shelf)}
            return often or named in owned
        case "react":
            return wish(value) is not None
        case "else":
            return value in NONE or wish(value) == ASK
    return often


@rule("BOO-LIV-26", "BOO-LIV-39")
def ordered(state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer; what they leave open is asked."""
    key = ask.what.key
    if key in ("questions.effect_acts", "questions.effect_unseen"):
        return _reaction(orders)
    if key != "questions.defense":
        return None
    who = state.find(actor_of(ask.who))
    for one in orders:
        if (answer := _answer(one, ask, who)) is not None:
            return answer
    return None


def _reaction(orders: tuple[Order, ...]) -> str | None:
    mine = next((o for o in orders if o.name == "react"), None)
    return wish(mine.value) or USE if mine else None


def _answer(one: Order, ask: Choose, who: Character | None) -> str | None:
    """The answer of one order, if it holds."""
    match one.name:
        case "ask":
            return ASK if not one.value or ask.what.facts.get("falls") else None
        case "else":
            return ASK if wish(one.value) == ASK else str(Ward.NONE)
        case "block":
            return _block(one.value, ask, who)
        case _:
            found = next((o for o in ask.options if o.answer == one.name), None)
            return found.answer if found and _holds(one.value, found, who) else None


def _block(value: str, ask: Choose, who: Character | None) -> str | None:
    """A block with the thing that is named, or with the best that is offered."""
    blocks = [o for o in ask.options if split_defence(o.answer)[0] is Ward.BLOCK]
    thing = _LEFT.fullmatch(value)
    if not value or least_chance(value) is not None or _AP.fullmatch(value):
        best = max(blocks, key=lambda o: fact(o, "percent"), default=None)
        return best.answer if best and _holds(value, best, who) else None
    named, least = folded((thing[1] if thing else value).strip()), int(thing[2]) if thing else 0
    for option in blocks:
        item = who.item(split_defence(option.answer)[1]) if who else None
        if (
            item
            and named in map(folded, words_of(item.id, item.name, item.shelf))
            and (item.durability is None or item.durability > least)
        ):
            return option.answer
    return None


def _holds(value: str, option: Option, who: Character | None) -> bool:
    """Whether the chance, or the AP that are left, are what the order wants."""
    if (least := least_chance(value)) is not None:
        return fact(option, "percent") >= least
    if left := _AP.fullmatch(value):
        return who is not None and who.ap > int(left[1])
    return True


def fact(option: Option, name: str) -> int:
    number: int = option.say.facts.get(name, 0) if option.say else 0
    return number
