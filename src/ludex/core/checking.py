"""Plain data against a type: everything that does not fit, at once and with its place.

`msgspec` stops at the first problem. Anyone who writes a record by hand, or brings one from elsewhere, wants all of them: unknown
keys, missing ones, values of the wrong kind, however deep they stand.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from ludex.core.say import Say, say
from ludex.core.terms import Term

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_WRONG = re.compile(r"Expected `([^`]*)`, got `([^`]*)`$")
_VALUE = re.compile(r"Invalid (?:enum |literal )?value (.*)$")
_LENGTH = re.compile(r"Expected `array` of length (.*), got (\d+)$")
_BOUND = re.compile(r"Expected `[^`]*` ([<>]=?) (.*)$")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `([^`]*)`$")

SIGNS = {">=": "≥", "<=": "≤", ">": ">", "<": "<"}

MOST = 50
"""So many problems are named; anyone who made more has brought something else."""

_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


def shape_problem(error: msgspec.ValidationError | str, *, where: str) -> Say:
    """What is wrong with the shape of a record, as something to be said in any language."""
    text = str(error)
    place = _PLACE.search(text)
    where = f"{where} {place[1]}".strip() if place and place[1] else where
    text = _PLACE.sub("", text)
    if wrong := _WRONG.match(text):
        return say("content.expected", where=where, wanted=_shapes(wrong[1]), got=_shapes(wrong[2]))
    if bound := _BOUND.match(text):
        return say("content.beyond", where=where, bound=f"{SIGNS[bound[1]]} {bound[2]}")
    if value := _VALUE.match(text):
        return say("content.bad_value", where=where, value=value[1].strip("'"))
    if length := _LENGTH.match(text):
        return say("content.bad_length", where=where, wanted=length[1], got=length[2])
    if field := _FIELD.match(text):
        key = "content.unknown_field" if field[1].startswith("contains") else "content.missing_field"
        return say(key, where=where, field=field[2])
    return say("content.other", where=where, problem=text)


def _shapes(names: str) -> list[Any]:
    """Kinds of values, each to be named in the reader's language."""
    return [say(f"shapes.{name.strip()}") for name in names.split("|")]


def misfits(value: Any, kind: Any, where: str) -> list[Say]:
    """What is wrong with the shape of plain data that is to become a value of a type."""
    found = _misfits(value, _described(kind), where)
    return [problem for problem, _ in zip(found, range(MOST), strict=False)]


@lru_cache(maxsize=256)
def _described(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _misfits(value: Any, kind: inspect.Type, where: str) -> Iterator[Say]:
    match kind:
        case inspect.Metadata():
            yield from _misfits(value, kind.type, where)
        case inspect.StructType() if isinstance(value, Mapping):
            yield from _fields(value, kind, where)
        case inspect.DictType() if isinstance(value, Mapping):
            for key, one in value.items():
                yield from _misfits(key, kind.key_type, _inside(where, key))
                yield from _misfits(one, kind.value_type, _inside(where, key))
        case _ if isinstance(kind, _LISTS) and isinstance(value, list | tuple):
            for place, one in enumerate(value):
                yield from _misfits(one, kind.item_type, f"{where}[{place}]")
        case inspect.TupleType() if isinstance(value, list | tuple) and len(value) == len(kind.item_types):
            for place, (one, wanted) in enumerate(zip(value, kind.item_types, strict=True)):
                yield from _misfits(one, wanted, f"{where}[{place}]")
        case inspect.UnionType():
            yield from _among(value, kind, where)
        case _:
            yield from _plain(value, kind, where)


def _inside(where: str, key: Any) -> str:
    """The place of a key: what it is in, a space, then the way to it."""
    return f"{where}.{key}" if " " in where else f"{where} {key}"


def _fields(value: Mapping[str, Any], kind: inspect.StructType, where: str) -> Iterator[Say]:
    """A record: keys that it does not have, keys that it lacks, and what is wrong with the others."""
    known = {field.encode_name: field for field in kind.fields}
    tag = kind.tag_field
    for key in value:
        if key not in known and key != tag:
            yield say("content.unknown_field", where=where, field=str(key)[:60])
    if tag and value.get(tag, kind.tag) != kind.tag:
        yield say("content.bad_value", where=_inside(where, tag), value=str(value[tag])[:60])
    for key, field in known.items():
        if key in value:
            yield from _misfits(value[key], field.type, _inside(where, key))
        elif field.required:
            yield say("content.missing_field", where=where, field=key)


def _among(value: Any, kind: inspect.UnionType, where: str) -> Iterator[Say]:
    """One of several types: nothing is wrong if one of them fits; else what is wrong with the record that it may have been."""
    tried = [list(_misfits(value, one, where)) for one in kind.types]
    if any(not problems for problems in tried):
        return
    shaped = [p for p, one in zip(tried, kind.types, strict=True) if _like(value, one)]
    yield from min(shaped or tried, key=len)


def _like(value: Any, kind: inspect.Type) -> bool:
    if isinstance(value, Mapping):
        return isinstance(kind, inspect.StructType | inspect.DictType)
    return isinstance(value, list | tuple) and isinstance(kind, _LISTS)


def _plain(value: Any, kind: inspect.Type, where: str) -> Iterator[Say]:
    try:
        msgspec.convert(value, _type_of(kind))
    except msgspec.ValidationError as error:
        closed = _closed(kind)
        if closed and isinstance(value, str):
            yield say("content.not_among", where=where, value=value[:60], among=closed)
        else:
            yield shape_problem(error, where=where)


def _closed(kind: inspect.Type) -> list[Any]:
    """The words that a closed list has."""
    if isinstance(kind, inspect.EnumType) and issubclass(kind.cls, Term):
        return list(kind.cls)
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _type_of(kind: inspect.Type) -> Any:
    """The type that a description is of, where it holds nothing else."""
    match kind:
        case inspect.EnumType() | inspect.StructType():
            return kind.cls
        case inspect.LiteralType():
            return Literal[kind.values]
        case inspect.TupleType():
            return tuple.__class_getitem__(tuple(_type_of(one) for one in kind.item_types))
        case inspect.DictType():
            return dict
        case inspect.NoneType():
            return None
        case _ if isinstance(kind, _LISTS):
            return list
    return _SCALARS.get(type(kind), Any)


_SCALARS: Mapping[type, Any] = {
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.BoolType: bool,
    inspect.FloatType: float,
}


Keys = Mapping[str, str]
"""Keys as people write them in Chinese -> the key that a record has."""


def spelled(value: Any, kind: Any, keys: Keys) -> Any:
    """Plain data with keys and closed words in either language, as a type takes it; what is no key stays, and is a problem there."""
    return _spelled(value, _described(kind), keys)


def _spelled(value: Any, kind: inspect.Type, keys: Keys) -> Any:
    match kind:
        case inspect.StructType() if isinstance(value, Mapping):
            types = {field.encode_name: field.type for field in kind.fields}
            named = {key if key in types else keys.get(key, key): one for key, one in value.items()}
            return {key: _spelled(one, types[key], keys) if key in types else one for key, one in named.items()}
        case inspect.DictType() if isinstance(value, Mapping):
            return {
                _spelled(key, kind.key_type, keys): _spelled(one, kind.value_type, keys) for key, one in value.items()
            }
        case _ if isinstance(kind, _LISTS) and isinstance(value, list | tuple):
            return [_spelled(one, kind.item_type, keys) for one in value]
        case inspect.TupleType() if isinstance(value, list | tuple) and len(value) == len(kind.item_types):
            return [_spelled(one, wanted, keys) for one, wanted in zip(value, kind.item_types, strict=True)]
        case inspect.UnionType():
            shaped = [one for one in kind.types if _like(value, one)]
            closed = [one for one in kind.types if isinstance(one, inspect.EnumType)]
            return _spelled(value, (shaped or closed)[0], keys) if shaped or closed else value
        case inspect.EnumType() if isinstance(value, str) and issubclass(kind.cls, Term):
            return kind.cls.said(value)
        case inspect.BoolType() if value in ("是", "否"):
            return value == "是"
        case inspect.LiteralType() if isinstance(value, str) and value not in kind.values:
            return keys.get(value, value)
    return value


@lru_cache(maxsize=512)
def fields_of(shape: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct, worked out once for a class: reading its annotations is slow."""
    return msgspec.structs.fields(shape)


def slim(value: Any, write: Callable[[Any], Any] = lambda _value: None) -> Any:
    """A value as plain data without what is only its default: short to read, and the same when it is read again.

    `write` gives another plain form of what it knows, and None of anything else.
    """
    if (own := write(value)) is not None:
        return own
    if isinstance(value, msgspec.Struct):
        kept = {
            f.encode_name: slim(getattr(value, f.name), write) for f in fields_of(value.__class__) if _said(value, f)
        }
        tag = value.__struct_config__.tag
        return {str(value.__struct_config__.tag_field): tag, **kept} if tag is not None else kept
    if isinstance(value, Mapping):
        return {str(key): slim(one, write) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [slim(one, write) for one in value]
    return msgspec.to_builtins(value)


def _said(value: msgspec.Struct, field: msgspec.structs.FieldInfo) -> bool:
    held = getattr(value, field.name)
    if held is msgspec.UNSET:
        return False
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(held != field.default_factory())
    return field.default is msgspec.NODEFAULT or bool(held != field.default)


def nodes(value: Any) -> int:
    """How many values plain data holds."""
    inside: Iterable[Any] = ()
    if isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, list | tuple):
        inside = value
    return 1 + sum(map(nodes, inside))
