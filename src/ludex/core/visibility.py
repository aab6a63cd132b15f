"""Who may know a field is a mark on it, and one walker keeps all marks, wherever the marked record is nested.

    run: Gm[tuple[str, ...]] = ()      # the GM's alone
    notes: Own[str] = ""               # known to those who control the person on whose sheet it stands
    secret: Secret = False             # while it is so, the record itself is there for the GM alone
    hidden: Unseen = False             # the same, but those who control the person keep her
    holder: Whose = ""                 # the record is there for those who control this person; empty: for everybody
    who: Private = ""                  # the same; empty: for the GM alone

For everybody else a field stands at its default. What cannot be said so, who perceives whom and how much of a number is told, is each
system's `redact`, which begins with `masked`.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, lru_cache
from operator import is_
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_type_hints

import msgspec

from ludex.core.hints import Same
from ludex.core.principals import OBSERVER, Viewer

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

Place = tuple[str | int, ...]
"""Where in plain data a value stands."""


class Mark(Enum):
    """Who may know."""

    GM = "gm"
    OWN = "own"
    SECRET = "secret"
    UNSEEN = "unseen"
    WHOSE = "whose"
    PRIVATE = "private"


Gm = Annotated[T, Mark.GM]
Own = Annotated[T, Mark.OWN]
Secret = Annotated[bool, Mark.SECRET]
Unseen = Annotated[bool, Mark.UNSEEN]
Whose = Annotated[str, Mark.WHOSE]
Private = Annotated[str, Mark.PRIVATE]


class Marks(NamedTuple):
    """The marks of a type: fields that stand at their default, those that say whether a record is there, and those in which marks lie
    deeper; of these `alike` are known by all players or by none, `deeper` by some."""

    blank: tuple[tuple[str, Mark, Callable[[], object]], ...]
    gates: tuple[tuple[str, Mark], ...]
    deeper: tuple[str, ...]
    alike: tuple[str, ...]
    person: bool
    settled: bool
    """Whether all that lies in it is known by those who control that person, or by all players, or by none."""


@cache
def marks_of(record: type[msgspec.Struct]) -> Marks:
    blank: list[tuple[str, Mark, Callable[[], object]]] = []
    gates: list[tuple[str, Mark]] = []
    deeper: list[str] = []
    alike: list[str] = []
    person = "id" in _hints(record)
    found = {_mark(held) for inner in _reached(record) for held in _hints(inner).values()} - {None, Mark.UNSEEN}
    for field in msgspec.structs.fields(record):
        hint = _hints(record)[field.name]
        match _mark(hint):
            case (Mark.GM | Mark.OWN) as mark:
                blank.append((field.name, mark, _default_of(record, field)))
            case Mark() as mark:
                gates.append((field.name, mark))
            case None if inside := {_mark(held) for inner in _reached(hint) for held in _hints(inner).values()} - {
                None
            }:
                (alike if inside <= {Mark.GM, Mark.SECRET} else deeper).append(field.name)
    settled = person and found <= {Mark.GM, Mark.SECRET, Mark.OWN}
    return Marks(tuple(blank), tuple(gates), tuple(deeper), tuple(alike), person, settled)


def masked(record: S, viewer: Viewer, *, own: bool = False) -> S:
    """A record without what a viewer may not know by its marks; the same one where nothing is kept from her."""
    if viewer.gm:
        return record
    marks = marks_of(type(record))
    own = getattr(record, "id", "") in viewer.controls if marks.person else own
    if marks.settled:
        return cast("S", _of_a_person(Same(record), own).value)
    return _masked(record, marks, viewer, own=own)


@lru_cache(maxsize=4096)
def _of_a_person(record: Same[msgspec.Struct], own: bool) -> Same[msgspec.Struct]:
    """Somebody as all players know her who control her, or who do not: worked out once, since records never change."""
    return Same(_masked(record.value, marks_of(type(record.value)), Viewer(OBSERVER), own=own))


def _masked(record: S, marks: Marks, viewer: Viewer, *, own: bool) -> S:
    changed: dict[str, object] = {}
    for name, mark, default in marks.blank:
        if not (own and mark is Mark.OWN) and getattr(record, name) != (usual := default()):
            changed[name] = usual
    for name in marks.deeper:
        if (known := _inside(held := getattr(record, name), viewer, own=own)) is not held:
            changed[name] = known
    for name in marks.alike:
        if (held := getattr(record, name)) and (known := _for_players(Same(held))) is not held:
            changed[name] = known
    return msgspec.structs.replace(record, **changed) if changed else record


@lru_cache(maxsize=4096)
def _for_players(held: Same[object]) -> object:
    """The same for all players, worked out once: most of what is written down never changes."""
    return _inside(held.value, Viewer(OBSERVER), own=False)


def is_there(record: object, viewer: Viewer) -> bool:
    """Whether a viewer may know, by its marks, that there is such a record at all."""
    if viewer.gm or not isinstance(record, msgspec.Struct):
        return True
    gates = marks_of(type(record)).gates
    return not gates or all(_passes(record, name, mark, viewer) for name, mark in gates)


def kept_from(record: object, viewer: Viewer, *, own: bool = False, at: Place = ()) -> Iterator[Place]:
    """Where the fields stand that marks keep from a viewer, as keys and numbers of the record's plain data."""
    match record:
        case msgspec.Struct():
            marks = marks_of(type(record))
            own = getattr(record, "id", "") in viewer.controls if marks.person else own
            written = {field.name: field.encode_name for field in msgspec.structs.fields(record)}
            yield from ((*at, written[name]) for name, mark, _ in marks.blank if not (own and mark is Mark.OWN))
            for name in (*marks.deeper, *marks.alike):
                yield from kept_from(getattr(record, name), viewer, own=own, at=(*at, written[name]))
        case tuple():
            for number, one in enumerate(record):
                yield from kept_from(one, viewer, own=own, at=(*at, number))
        case dict():
            for key, one in record.items():
                yield from kept_from(one, viewer, own=own, at=(*at, str(key)))


def _passes(record: msgspec.Struct, name: str, mark: Mark, viewer: Viewer) -> bool:
    value = getattr(record, name)
    match mark:
        case Mark.SECRET:
            return not value
        case Mark.UNSEEN:
            return not value or getattr(record, "id", "") in viewer.controls
        case Mark.WHOSE:
            return not value or value in viewer.controls
    return value in viewer.controls


def _inside(held: Any, viewer: Viewer, *, own: bool) -> Any:
    """What a field holds, without what is marked in it: a record, or records in a row or by key."""
    match held:
        case msgspec.Struct():
            return masked(held, viewer, own=own) if is_there(held, viewer) else None
        case tuple():
            kept = [_inside(one, viewer, own=own) for one in held if is_there(one, viewer)]
            return held if len(kept) == len(held) and all(map(is_, kept, held)) else tuple(kept)
        case dict():
            known = {key: _inside(one, viewer, own=own) for key, one in held.items() if is_there(one, viewer)}
            return held if len(known) == len(held) and all(map(is_, known.values(), held.values())) else known
    return held


@cache
def _hints(record: type[msgspec.Struct]) -> dict[str, object]:
    return get_type_hints(record, include_extras=True)


def _mark(hint: object) -> Mark | None:
    return next((found for found in getattr(hint, "__metadata__", ()) if isinstance(found, Mark)), None)


def _reached(hint: object) -> set[type[msgspec.Struct]]:
    """The types of records that a type speaks of, and all in which those keep others."""
    todo, found = _records(hint), set[type[msgspec.Struct]]()
    while todo:
        if (record := todo.pop()) not in found:
            found.add(record)
            open_fields = [held for held in _hints(record).values() if _mark(held) not in (Mark.GM, Mark.OWN)]
            todo += [inner for held in open_fields for inner in _records(held)]
    return found


def _default_of(record: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> Callable[[], object]:
    """What stands there for those who may not know it; a marked field without a default is a mistake of its author."""
    if field.default_factory is not msgspec.NODEFAULT:
        made = field.default_factory()
        return lambda: made
    if field.default is msgspec.NODEFAULT:
        raise TypeError(f"{record.__qualname__}.{field.name} is kept from some and needs a default for them")
    return lambda: field.default


def _records(hint: object) -> list[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return [hint]
    return [found for one in get_args(hint) for found in _records(one)]
