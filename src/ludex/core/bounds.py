"""Numbers and other plain data as they come from outside: how large and how deep they may be, before any rule sees them.

Whatever people, programs and files hand in passes here once, so that no rule has to think of a number that no float can
hold, of one that would take a year to count to, or of lists a thousand deep. Nothing here knows a rule.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import repeat
from typing import Any, TypeVar

import msgspec

from ludex.core.checking import misfits, shape_problem
from ludex.core.errors import RuleError
from ludex.core.names import UNSEEN
from ludex.core.say import Filling, Say, say

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

BIGGEST = 10**15
"""No number that comes from outside is bigger: beyond it floats no longer count in ones."""

DEEPEST = 40
"""Lists and tables inside one another."""

_WHOLE = re.compile(r"[+-]?\d{1,15}")
_DICE = re.compile(r"(\d{0,3})[dD](\d{1,4})(?:([+-]\d{1,6}))?")
_EXACT = re.compile(r"[+-]?[\d_./]{1,60}(?:[eE][+-]?\d{1,3})?")


class Unfit(msgspec.Struct, frozen=True):
    """A value that nothing can be done with: where it stands (`deliver.tier`, without places in lists) and what is wrong."""

    path: str
    problem: Say


def whole(text: str) -> int | None:
    """The whole number that a text is, with or without one sign; None if it is none, or too long to be meant."""
    slim = text.strip()
    return int(slim) if _WHOLE.fullmatch(slim) else None


class Dice(msgspec.Struct, frozen=True):
    """So many dice with so many sides, and what is added to them."""

    count: int
    sides: int
    plus: int = 0


def dice(text: str) -> Dice | None:
    """The dice that a text is (`2d6+1`, `d4`); None if it is none."""
    found = _DICE.fullmatch(text.strip())
    return Dice(int(found[1] or 1), int(found[2]), int(found[3] or 0)) if found else None


def fraction(value: int | float | str) -> Fraction | None:
    """A number exactly as it is written (`0.1` is one tenth, `1/3` a third); None if it is none, or too big."""
    text = str(value).strip()
    if not _EXACT.fullmatch(text):
        return None
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return found if abs(found) <= BIGGEST else None


def unfit(value: Any) -> Unfit | None:
    """The first thing in plain data that is too big, too deep, no number at all or cannot be seen; None where all of it is fit."""
    return next(_unfit(value, "", 0), None)


def record(value: Any, field: str, *, code: str = "bad_input") -> dict[str, Any]:
    """A table of plain data with names for keys, or a refusal that says which field is not one."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise RuleError(code, field=field, problem=_not_a("object", value, field))
    return dict(value)


def records(value: Any, field: str, *, code: str = "bad_input") -> list[dict[str, Any]]:
    """A list of such tables, or a refusal that says what is not one."""
    return [record(one, field, code=code) for one in listed(value, field, code=code)]


def listed(value: Any, field: str, *, code: str = "bad_input") -> list[Any]:
    """A list of plain data, or a refusal that says which field is not one."""
    if not isinstance(value, list | tuple):
        raise RuleError(code, field=field, problem=_not_a("array", value, field))
    return list(value)


def worded(value: Any, field: str, *, code: str = "bad_input") -> str:
    """Plain data as the text that a line would have: a number as its digits; a refusal of what no line can say."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RuleError(code, field=field, problem=_not_a("str", value, field))
    return str(value)


def converted(
    plain: Any, kind: type[T], field: str = "", *, code: str = "bad_input", clause: str = "", **facts: Filling
) -> T:
    """Plain data as a value of a type, or a refusal that says, in any language, what of it does not fit."""
    where = field or kind.__name__.lower()
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        problem = next(iter(misfits(plain, kind, where)), shape_problem(error, where=where))
        raise RuleError(code, clause=clause, field=where, problem=problem, **facts) from None


def read_options(given: Any, over: S) -> S:
    """Table options from plain data, laid over known ones; an unknown name or value is refused, with those that there are."""
    plain = {**msgspec.structs.asdict(over), **record(given, "options", code="bad_option")}
    return converted(plain, type(over), "options", code="bad_option", options=list(over.__struct_fields__))


def _not_a(wanted: str, value: Any, field: str) -> Say:
    kinds = ((bool, "bool"), (int, "int"), (float, "float"), (str, "str"), (list | tuple, "array"), (Mapping, "object"))
    got = next((name for kind, name in kinds if isinstance(value, kind)), "null")
    return shape_problem(f"Expected `{wanted}`, got `{got}`", where=field)


def _unfit(value: Any, path: str, depth: int) -> Iterator[Unfit]:
    if isinstance(value, Mapping | list | tuple):
        if depth >= DEEPEST:
            yield Unfit(path, say("content.too_deep", where=path, limit=DEEPEST))
            return
        for key, one in value.items() if isinstance(value, Mapping) else zip(repeat(None), value):
            yield from _unfit(one, path if key is None else f"{path}.{key}".lstrip("."), depth + 1)
    elif isinstance(value, int | float) and not -BIGGEST <= value <= BIGGEST:
        yield Unfit(path, say("content.too_big", where=path, limit=BIGGEST))
    elif isinstance(value, str) and UNSEEN.search(value):
        yield Unfit(path, say("content.unseen", where=path))
