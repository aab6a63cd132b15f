"""Standing orders: what a seat leaves behind so that its questions need not wait for it.

An order is a name and what it wants, as its system reads them («格挡», «小盾>3»). Which question it answers, and when, is the system's
word alone (`System.ordered`); the table keeps the orders and asks there before it asks a person. How people say the usual wishes (use it,
leave it, ask me, from so many percent on) and how an order is refused is the same in every system, and stands here.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One standing order: its name, and what it wants."""

    name: str
    value: str = ""


ASK = "ask"
"""The order that asks a person everything, also what the table would answer by itself; and what an order that wants a person asked says."""

USE, LEAVE = "use", "leave"
"""The other two wishes that every system knows."""

_WISHES = {
    USE: ("", "用", "使用", "开", "总是", "use", "yes", "on", "always"),
    LEAVE: ("不用", "不", "关", "从不", "leave", "no", "off", "never", "pass"),
    ASK: ("问", "问我", "ask"),
}
_PERCENT = re.compile(r"(\d{1,3})\s*%")


def wish(value: str) -> str | None:
    """What an order wants in a word: `USE` (also where it says nothing), `LEAVE` or `ASK`; None where it says something else."""
    said = folded(value)
    return next((key for key, words in _WISHES.items() if said in words), None)


def least_chance(value: str) -> int | None:
    """The percentage from which on an order wants something used («60%»); None where it names none."""
    found = _PERCENT.fullmatch(folded(value))
    return int(found[1]) if found and int(found[1]) <= 100 else None


def kind_named(said: Order, kinds: Mapping[str, Iterable[str]]) -> str | None:
    """The kind of question that an order is about, by its key or any of the words for it."""
    wanted = folded(said.name)
    return next((key for key, words in kinds.items() if wanted in map(folded, (key, *words))), None)


def unknown_order(said: Order, known: Iterable[str], *, clause: str) -> RuleError:
    """The refusal of an order about nothing that can be ordered; `known` is what can be."""
    return RuleError("unknown_order", clause=clause, order=said.name[:40], known=list(known))


def bad_order(said: Order, *, clause: str) -> RuleError:
    """The refusal of an order that does not say what to do."""
    return RuleError("bad_order", clause=clause, order=said.name[:40], value=said.value[:40])
