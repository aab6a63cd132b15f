"""Judging a GM's own content: everything that is wrong with it, each with its place and with what would be right."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from ludex.core.content import pasted_json, pasted_toml
from ludex.core.errors import RuleError
from ludex.core.say import Say, say

_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")

Fact = Any
"""What fills a gap in a phrase: a text, a `Say`, or a list of them."""


# ---------------------------------------------------------------------- as it was pasted
def read_pasted(text: str, *, example: str) -> Any:
    """Content as it was pasted: JSON if it begins like it, else TOML; where it cannot be read, the place is told."""
    try:
        return pasted_json(text) if text.startswith("{") else pasted_toml(text)
    except json.JSONDecodeError as error:
        found = _unreadable("JSON", text, error.lineno, error.colno)
    except ValueError as error:
        place = _TOML_PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else (len(text.splitlines()), len(text) + 1)
        found = _unreadable("TOML", text, line, column)
    raise refusal([found, say("content.example", example=example)])


def _unreadable(format_: str, text: str, line: int, column: int) -> Say:
    lines = text.splitlines() or [""]
    near = lines[min(line, len(lines)) - 1][column - 1 :][:20]
    return say("content.unreadable", format=format_, line=line, column=column, near=near or say("content.end"))


def refusal(problems: list[Say]) -> RuleError:
    """The refusal of content, with every problem on a line of its own."""
    lines: Say | str = ""
    for problem in reversed(problems):
        lines = say("content.line", problem=problem, more=lines)
    return RuleError("bad_content", problems=[lines])


# ---------------------------------------------------------------------- field by field
def faults(kind: type, value: Any, where: str) -> list[Say]:
    """Everything that keeps a value from being of a kind."""
    return list(_faults(inspect.type_info(kind), value, where))


def _faults(info: Any, value: Any, where: str) -> Iterator[Say]:
    judge = _JUDGES.get(type(info))
    if judge is not None:
        yield from judge(info, value, where)
    elif not _fits(info, value):
        yield _wrong(info, value, where)


def _struct(info: Any, value: Any, where: str) -> Iterator[Say]:
    if not isinstance(value, Mapping):
        yield _wrong(info, value, where)
        return
    fields = {field.encode_name: field for field in info.fields}
    for name in value:
        if name not in fields:
            yield say("content.no_field", where=where, field=name, fields=list(fields))
    for name, field in fields.items():
        if name in value:
            yield from _faults(field.type, value[name], f"{where}.{name}")
        elif field.required:
            yield say("content.missing", where=where, field=name, wanted=_wanted(field.type))


def _dict(info: Any, value: Any, where: str) -> Iterator[Say]:
    if not isinstance(value, Mapping):
        yield _wrong(info, value, where)
        return
    for key, held in value.items():
        if not _fits(info.key_type, key):
            yield _wrong(info.key_type, key, where)
        yield from _faults(info.value_type, held, f"{where}.{key}")


def _list(info: Any, value: Any, where: str) -> Iterator[Say]:
    kinds = info.item_types if isinstance(info, inspect.TupleType) else None
    if not isinstance(value, list | tuple) or (kinds and len(kinds) != len(value)):
        yield _wrong(info, value, where)
        return
    for place, held in enumerate(value):
        yield from _faults(kinds[place] if kinds else info.item_type, held, f"{where}[{place + 1}]")


def _union(info: Any, value: Any, where: str) -> Iterator[Say]:
    if all(any(_faults(kind, value, where)) for kind in info.types):
        yield _wrong(info, value, where)


_JUDGES: Mapping[type, Callable[[Any, Any, str], Iterator[Say]]] = {
    inspect.StructType: _struct,
    inspect.DictType: _dict,
    inspect.VarTupleType: _list,
    inspect.TupleType: _list,
    inspect.UnionType: _union,
}


def _fits(info: Any, value: Any) -> bool:
    """Whether a single value is of a simple kind."""
    match info:
        case inspect.LiteralType():
            return value in info.values and not isinstance(value, bool)
        case inspect.EnumType():
            return value in [member.value for member in info.cls]
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and value >= (info.ge or value)
        case inspect.StrType():
            return isinstance(value, str)
    return value is None


def _wrong(info: Any, value: Any, where: str) -> Say:
    got = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, default=str)
    return say("content.wrong", where=where, wanted=_wanted(info), got=got[:60])


def _wanted(info: Any) -> Fact:
    """What would be right there, in the reader's language."""
    match info:
        case inspect.LiteralType():
            return say("content.one_of", options=[str(v) for v in info.values])
        case inspect.EnumType():
            return say("content.one_of", options=[member.value for member in info.cls])
        case inspect.VarTupleType():
            return say("content.list_of", item=_wanted(info.item_type))
        case inspect.TupleType():
            return say("content.so_many", count=len(info.item_types), item=_wanted(info.item_types[0]))
        case inspect.DictType() | inspect.StructType():
            return say("content.table")
        case inspect.UnionType():
            kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
            return say("content.either", options=[_wanted(kind) for kind in kinds])
        case inspect.BoolType():
            return "true / false"
        case inspect.IntType():
            return say("content.whole_number")
    return say("content.text")
