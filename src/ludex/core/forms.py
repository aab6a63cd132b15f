"""A schema as a form: what a kind of content, or any record, asks for, as plain data that a page draws and a file is written from.

Everything is read off the struct: names, kinds, defaults, closed lists with their words in both languages. So form, check, template
and documentation cannot differ.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from ludex.core.packs import ContentKind
from ludex.core.pairs import Pair
from ludex.core.terms import Term

DEEPEST = 3
"""Records inside records are described so far."""


class FormField(msgspec.Struct, frozen=True):
    """One thing that a form asks for.

    `kind`: `whole`, `decimal`, `text`, `flag`, `choice` (one of `choices`), `list` (several of `item`), `table` (names with an
    `item` each), `record` (a form of its own: `fields`), `thing` (one of a shelf, by its id among `choices`), `any`. A text or a thing with
    `fields` may also be written out.
    """

    name: str
    called: Pair
    kind: str
    required: bool = False
    default: Any = None
    choices: dict[str, Pair] = {}
    fields: tuple["FormField", ...] = ()
    item: "FormField | None" = None
    length: int = 0
    """How many a list holds, where that is fixed."""


class Form(msgspec.Struct, frozen=True):
    """A kind of content as a form: its name, what else it is called, and what it asks for."""

    name: str
    also: tuple[str, ...]
    fields: tuple[FormField, ...]

    def kind_in(self, language: str) -> str:
        return self.name if language == "en" else next((one for one in self.also if not one.isascii()), self.name)


def ordered(form: Form, first: Sequence[str]) -> Form:
    """A form whose important fields stand first."""
    place = {name: n for n, name in enumerate(first)}
    return msgspec.structs.replace(
        form, fields=tuple(sorted(form.fields, key=lambda one: place.get(one.name, len(place))))
    )


class Thing(msgspec.Struct, frozen=True):
    """Something on a shelf that a form offers: what it is called, and its record."""

    called: Pair
    record: Mapping[str, Any]


def with_things(form: Form, shelves: Mapping[str, Mapping[str, Thing]]) -> Form:
    """A form in which what names a thing of a shelf (`items`, `armor`), or holds a whole one, is chosen from it."""
    return msgspec.structs.replace(form, fields=tuple(_by_name(field, shelves) for field in form.fields))


def token_of(record: Any) -> str:
    """A whole record as one value of a form."""
    return f"={msgspec.json.encode(record).decode()}"


def _by_name(field: FormField, shelves: Mapping[str, Mapping[str, Thing]]) -> FormField:
    shelf = shelves.get(field.name) or shelves.get(f"{field.name}s") or {}
    things = {key: one.called for key, one in shelf.items()}
    item = field.item
    if things and field.kind == "list" and item is not None and (item.kind in ("any", "table") or _large(item)):
        whole = {token_of({"name": one.called[0], **one.record}): one.called for one in shelf.values()}
        return msgspec.structs.replace(field, item=msgspec.structs.replace(item, kind="thing", choices=whole))
    if things and field.kind == "text" and not field.choices:
        return msgspec.structs.replace(field, kind="thing", choices=things)
    if things and field.kind == "list" and field.item is not None and field.item.kind == "text":
        return msgspec.structs.replace(field, item=msgspec.structs.replace(field.item, kind="thing", choices=things))
    inner = _by_name(item, shelves) if item is not None and item.fields else item
    return msgspec.structs.replace(field, item=inner, fields=tuple(_by_name(one, shelves) for one in field.fields))


def _large(item: FormField) -> bool:
    """Whether a record holds more than small values: nobody writes it out inside of another."""
    return item.kind == "record" and any(one.kind in ("list", "record", "table", "any") for one in item.fields)


def form_of(kind: ContentKind) -> Form:
    """A kind of content as a form. Its id is asked for by the record's name."""
    chinese = _reversed(kind.keys)
    described = inspect.type_info(kind.shape)
    assert isinstance(described, inspect.StructType)
    fields = _asked_for(_fields(described, chinese, 0), kind.inner)
    beside = tuple(FormField(name, (chinese.get(name, name), name.replace("_", " ")), "any") for name in kind.beside)
    return Form(kind.name, kind.also, (*fields, *beside))


def _asked_for(fields: Iterable[FormField], left_out: Collection[str]) -> tuple[FormField, ...]:
    """The fields that somebody fills in, at any depth; what a record inside others is called is one of them."""
    inside = [name for name in left_out if name != "id"]
    return tuple(_trimmed(field, inside) for field in fields if field.name not in left_out)


def _trimmed(field: FormField, left_out: Collection[str]) -> FormField:
    item = _trimmed(field.item, left_out) if field.item else None
    return msgspec.structs.replace(field, fields=_asked_for(field.fields, left_out), item=item)


def _reversed(keys: Mapping[str, str]) -> Mapping[str, str]:
    """Keys with their first Chinese name."""
    found: dict[str, str] = {}
    for chinese, key in keys.items():
        found.setdefault(key, chinese)
    return found


def _fields(kind: inspect.StructType, chinese: Mapping[str, str], depth: int) -> Iterator[FormField]:
    for field in kind.fields:
        asked = _asked(field.encode_name, field.type, chinese, depth)
        default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default, enc_hook=str)
        yield msgspec.structs.replace(asked, required=field.required, default=default)


def _asked(name: str, kind: inspect.Type, chinese: Mapping[str, str], depth: int) -> FormField:  # noqa: C901  # a case for each kind of type
    base = FormField(name, (chinese.get(name, name), name.replace("_", " ")), "any")

    def asks(**facts: Any) -> FormField:
        return msgspec.structs.replace(base, **facts)

    match kind:
        case inspect.IntType():
            return asks(kind="whole")
        case inspect.FloatType():
            return asks(kind="decimal")
        case inspect.StrType():
            return asks(kind="text")
        case inspect.BoolType():
            return asks(kind="flag")
        case inspect.EnumType():
            return asks(kind="choice", choices=_words(kind.cls))
        case inspect.LiteralType():
            return asks(kind="choice", choices={str(v): (chinese.get(str(v), str(v)), str(v)) for v in kind.values})
        case inspect.StructType() if depth < DEEPEST:
            return asks(kind="record", fields=tuple(_fields(kind, chinese, depth + 1)))
        case inspect.DictType():
            return asks(kind="table", item=_asked("", kind.value_type, chinese, depth + 1))
        case inspect.TupleType() if kind.item_types:
            return asks(
                kind="list", item=_asked("", kind.item_types[0], chinese, depth + 1), length=len(kind.item_types)
            )
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return asks(kind="list", item=_asked("", kind.item_type, chinese, depth + 1))
        case inspect.UnionType():
            known = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            found = _asked(name, known[0], chinese, depth) if known else base
            written = next((one for one in known if isinstance(one, inspect.StructType)), None)
            if found.kind == "text" and written is not None and depth < DEEPEST:  # by its name, or written out
                return msgspec.structs.replace(found, fields=tuple(_fields(written, chinese, depth + 1)))
            return found
    return base


def _words(terms: Any) -> dict[str, Pair]:
    if isinstance(terms, type) and issubclass(terms, Term):
        return {one.value: (one.zh, one.en) for one in terms}
    return {str(one.value): (str(one.value), str(one.value)) for one in terms}


def template(form: Form, language: str) -> str:
    """A file with every key of a kind, commented, that is read as it is: in Chinese keys or English ones."""
    place = 1 if language == "en" else 0
    lines = [f"[{_key(form.kind_in(language))}.{_key('例' if place == 0 else 'example')}]"]
    for field in form.fields:
        key = field.called[0] if place == 0 else field.name
        words = "、".join(pair[place] for pair in words_of(field).values() if pair[place])
        note = f"  # {words}" if words else ""
        off = "" if field.required else "# "
        lines.append(f"{off}{_key(key)} = {_example(field, place)}{note}")
    return "\n".join(lines)


def example_of(form: Form, language: str) -> str:
    """One record in a line of JSON: its name, and everything that it must have."""
    return "{" + ", ".join(f'"{key}": {value}' for key, value in _needed(form, language)) + "}"


def line_of(form: Form, language: str, name: str) -> str:
    """The same as a pack of one line of TOML, under a name."""
    record = ", ".join(f"{_key(key)} = {value}" for key, value in _needed(form, language))
    return f"{_key(form.kind_in(language))}.{_key(name)} = {{ {record} }}"


def _needed(form: Form, language: str) -> Iterator[tuple[str, str]]:
    """The keys that a record must have, and its name, each with a value that can be read."""
    place = 1 if language == "en" else 0
    for field in form.fields:
        if field.required or field.name == "name":
            yield field.called[0] if place == 0 else field.name, _example(field, place)


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").isalnum() else f'"{name}"'


def words_of(field: FormField) -> dict[str, Pair]:
    """The closed list that a field, or each one of its list, is taken from."""
    return field.choices or (field.item.choices if field.item else {})


def _example(field: FormField, place: int) -> str:
    """A value that is read as it is: what stands there by itself, else the first of a closed list."""
    first = next((pair[place] for pair in words_of(field).values()), "")
    if field.length:
        blank = "" if field.item is not None and field.item.kind == "text" else 0
        return msgspec.json.encode([first or blank] * field.length).decode()
    if field.default not in (None, "", [], {}) and isinstance(field.default, str | int | float | bool):
        said = field.choices[field.default][place] if field.default in field.choices else field.default
        return msgspec.json.encode(said).decode()
    plain = {"whole": "0", "decimal": "0.0", "text": '""', "flag": "false", "list": "[]", "table": "{}", "record": "{}"}
    return f'"{first}"' if field.kind == "choice" else plain.get(field.kind, '""')
