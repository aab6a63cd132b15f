"""A system's table options as form fields, worked out from the types of its options struct, and read back from a form."""

from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ludex.core.plain import Plain, Written
from ludex.core.system import System
from ludex.text.words import Words, clauses


class Field(msgspec.Struct, frozen=True):
    """One option. `kind`: flag, among or text. `values` are (value, text) pairs; `clause`: the one that it is about."""

    name: str
    title: str
    kind: str
    default: str
    values: tuple[tuple[str, str], ...] = ()
    help: str = ""
    clause: str = ""


def fields(system: System, words: Words) -> list[Field]:
    try:
        found = msgspec.structs.fields(system.options)
    except TypeError:
        return []
    return [_field(f.name, f.type, f.default, words) for f in found if f.default is not msgspec.NODEFAULT]


def _field(name: str, kind: Any, default: Written, words: Words) -> Field:
    bare = _bare(kind)
    title = words.option(name)
    clause = _text(words, f"options.{name}.clause", "")
    told = _text(words, f"options.{name}.help", _clause(words, clause))
    if bare is bool:
        return Field(name, title, "flag", "yes" if default else "", help=told, clause=clause)
    values = _values(bare)
    if values:
        pairs = tuple((v, words.option(name, v)) for v in values)
        return Field(name, title, "among", _plain(default), pairs, told, clause)
    return Field(name, title, "text", _plain(default), help=told, clause=clause)


def _clause(words: Words, clause: str) -> str:
    """What the rulebook says of it, in our own words."""
    found = clauses(words.package, words.language).get(clause) if clause else None
    return str(found["text"]) if found else ""


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _values(kind: Any) -> tuple[str, ...]:
    """The values that there are to choose from; of a type that can also be written otherwise, those that have a name."""
    if get_origin(kind) is Literal:
        return tuple(str(v) for v in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return next((found for one in get_args(kind) if (found := _values(one))), ())
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(_plain(member) for member in kind)
    return ()


def _plain(value: Written | Enum) -> str:
    return str(value.value) if isinstance(value, Enum) else str(value)


def _text(words: Words, key: str, otherwise: str) -> str:
    return words(key) if words.has(key) else otherwise


def read(system: System, form: Plain) -> dict[str, Written]:
    """The options of a filled form as plain data. What cannot be read stays text, for the system to refuse by name."""
    found: dict[str, Written] = {}
    for f in fields(system, Words("en")):
        given = str(form.get(f"option.{f.name}", "")).strip()
        if f.kind == "flag":
            found[f.name] = bool(given)
        elif given:
            found[f.name] = _value(system, f.name, given)
    return found


def _value(system: System, name: str, given: str) -> Written:
    kind = next(f.type for f in msgspec.structs.fields(system.options) if f.name == name)
    for reading in (given, *_numbers(given)):
        try:
            msgspec.convert(reading, kind)
        except msgspec.ValidationError:
            continue
        return reading
    return given


def _numbers(given: str) -> list[Written]:
    try:
        return [msgspec.json.decode(given)]
    except msgspec.DecodeError:
        return []
