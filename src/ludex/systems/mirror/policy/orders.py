"""Standing orders (常令, MIR-LIV-30): a kind of question, the answer to it, and if wanted the least chance at which it is given."""

import re

from ludex.core.asks import Choose, Option
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.orders import ASK, Order
from ludex.core.rule import rule
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Grade, key_of

KINDS = {
    "boost": ("加力", "优势", "量谱", "boost"),
    "intercept": ("截击", "intercept"),
    "block": ("阻挡", "block"),
    "part": ("瞄准", "部位", "aim", "part"),
    "effect": ("大成功", "great"),
    "keep_effect": ("保留", "keep"),
    "attribute": ("属性", "attribute"),
}
"""Kinds of questions that can be ordered, with how people say them."""

NEVER, ALWAYS = ("不用", "从不", "不", "never", "no"), ("用", "总是", "always", "yes")
ASKED = ("问", "ask")
CHANCE = re.compile(r"(\d{1,3})\s*%")


@rule("MIR-LIV-30")
def order(_state: State, _actor: str, said: Order) -> Order:
    """An order as it is kept: its kind by its key, its answer as it is compared; anything else is refused."""
    wanted = folded(said.name)
    kind = next((key for key, names in KINDS.items() if wanted in {folded(n) for n in (key, *names)}), None)
    if kind is None:
        raise RuleError(
            "unknown_order", clause="MIR-LIV-30", order=said.name[:40], known=[n[0] for n in KINDS.values()]
        )
    value = said.value.strip() or "用"
    if kind in ("boost", "intercept", "block", "effect") and not _understood(value):
        raise RuleError("bad_order", clause="MIR-LIV-30", order=said.name, value=value[:40])
    return Order(kind, value)


def _understood(value: str) -> bool:
    chance = CHANCE.fullmatch(value)
    return (
        value in (*NEVER, *ALWAYS, *ASKED)
        or key_of(value) in ("ego", "gauge")
        or (chance is not None and int(chance[1]) <= 100)
    )


@rule("MIR-LIV-30")
def ordered(_state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    """What somebody's orders answer to a question; what they leave open is asked."""
    kind = ask.what.key.removeprefix("questions.")
    closed = [o for o in ask.options if not o.open]
    if kind == "window":
        return _reaction(closed, orders)
    mine = next((o for o in orders if o.name == kind), None)
    if mine is None:
        return None
    if mine.value in ASKED:
        return ASK
    if kind == "boost":
        return _boost(ask, closed, mine.value)
    if kind == "effect":
        return f"effect:{Grade.SUCCESS if mine.value in NEVER else Grade.GREAT_SUCCESS}"
    return _named(closed, mine.value)


def _reaction(options: list[Option], orders: tuple[Order, ...]) -> str | None:
    """The first reaction that is ordered and offered; with all that is offered forbidden, none."""
    offered = {o.answer for o in options}
    said = [o for o in orders if o.name in ("intercept", "block") and o.name in offered]
    for one in said:
        if one.value in ASKED:
            return ASK
        if one.value not in NEVER:
            return one.name
    reactions = offered - {"none", "never"}
    return "none" if said and {o.name for o in said} >= reactions else None


def _boost(ask: Choose, options: list[Option], value: str) -> str | None:
    """Whether to spend something: never, always where it helps, or what was named."""
    if value in NEVER or not ask.what.facts.get("useful", True):
        return "none"
    named = _named(options, value)
    return named or next((o.answer for o in options if o.answer != "none"), None)


def _named(options: list[Option], value: str) -> str | None:
    """The option that a word means: by its answer, its key or its name."""
    key = key_of(value)
    return next((o.answer for o in options if o.answer.rpartition(":")[2] in (value, key)), None)
