"""A refusal as a sentence for one seat: people by the names it knows them by, arguments as the help calls them."""

from typing import TYPE_CHECKING, Any

from ludex.core.asks import GM
from ludex.core.errors import RuleError

if TYPE_CHECKING:
    from ludex.fronts.chat.desk import Desk


def refusal(desk: "Desk", error: RuleError, typed: str = "") -> str:
    """What to say. What was typed comes back as it was typed, whether there is such a thing or not."""
    named = {key: _called(desk, key, value, typed) for key, value in error.facts.items()}
    return desk.words.error(RuleError(error.code, clause=error.clause, **named))


def _called(desk: "Desk", key: str, value: Any, typed: str) -> Any:
    """A fact of a refusal as people say it."""
    if isinstance(value, list | tuple):
        return [_among(desk, key, one, typed) for one in value]
    if not isinstance(value, str):
        return value
    if key in ("arg", "expected"):
        return _argument(desk, value)
    if (key, value) == ("who", GM):
        return desk.name_of(value)
    there = value in desk.table.system.actors(desk.table.memory.state)
    if there and (value in desk.actors() or value not in typed):
        return desk.name_of(value)
    return value


def _among(desk: "Desk", key: str, value: Any, typed: str) -> Any:
    """One of several things that would be right: a word of the system by its term."""
    known = isinstance(value, str) and desk.words.has(f"terms.{value}")
    return desk.words.term(value) if known else _called(desk, key, value, typed)


def _argument(desk: "Desk", name: str) -> str:
    """An argument's name in the reader's language, in its brackets if it can be left out."""
    bare = name.strip("[]")
    shown = desk.words(f"args.{bare}") if desk.words.has(f"args.{bare}") else bare
    return f"[{shown}]" if name.startswith("[") else shown
