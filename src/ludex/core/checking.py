"""Plain data against a type: everything that does not fit, at once and with its place.

`msgspec` stops at the first problem. Whoever writes a record by hand, or brings one from elsewhere, wants all of them: unknown
keys, missing ones, values of the wrong kind, however deep they stand.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from ludex.core.packs import shape_problem
from ludex.core.say import Say, say

MOST = 50
"""So many problems are named; whoever made more has brought something else."""

_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


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
                yield from _misfits(key, kind.key_type, f"{where}.{key}")
                yield from _misfits(one, kind.value_type, f"{where}.{key}")
        case _ if isinstance(kind, _LISTS) and isinstance(value, list | tuple):
            for place, one in enumerate(value):
                yield from _misfits(one, kind.item_type, f"{where}[{place}]")
        case inspect.UnionType():
            yield from _among(value, kind, where)
        case _:
            yield from _plain(value, kind, where)


def _fields(value: Mapping[str, Any], kind: inspect.StructType, where: str) -> Iterator[Say]:
    """A record: keys that it does not have, keys that it lacks, and what is wrong with the others."""
    known = {field.encode_name: field for field in kind.fields}
    tag = kind.tag_field
    for key in value:
        if key not in known and key != tag:
            yield say("content.unknown_field", where=where, field=str(key)[:60])
    if tag and value.get(tag, kind.tag) != kind.tag:
        yield say("content.bad_value", where=f"{where}.{tag}", value=str(value[tag])[:60])
    for key, field in known.items():
        if key in value:
            yield from _misfits(value[key], field.type, f"{where}.{key}")
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
        yield shape_problem(error, where=where)


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


def slim(value: Any) -> Any:
    """A value as plain data without what is only its default: short to read, and the same when it is read again."""
    if isinstance(value, msgspec.Struct):
        kept = {f.encode_name: slim(getattr(value, f.name)) for f in msgspec.structs.fields(value) if _said(value, f)}
        tag = value.__struct_config__.tag
        return {str(value.__struct_config__.tag_field): tag, **kept} if tag is not None else kept
    if isinstance(value, Mapping):
        return {str(key): slim(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [slim(one) for one in value]
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
