"""What a GM has written and not opened: the things of a table's own that nobody else knows of yet.

A state keeps them as keys `kind/id`. Somebody knows of a kept thing by what she may read: a sheet that has it, an effect that lasts before
her eyes, another thing that leans on it. It is open for good when the GM opens it, or when an act that everybody hears of has used it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from ludex.core.packs import texts_in
from ludex.core.plain import Plain

T = TypeVar("T")

Shelves = Mapping[str, Mapping[str, T]]
"""Things or plain records, by kind and id."""


def kept_key(kind: str, name: str) -> str:
    """How a kept thing is written down."""
    return f"{kind}/{name}"


def split_key(key: str) -> tuple[str, str]:
    """The kind and the id of a kept thing."""
    kind, _, name = key.partition("/")
    return kind, name


def names_of(thing: Any, known_as: str) -> tuple[str, ...]:
    """Everything that a thing goes by: what it is called first, its id last."""
    plain = thing if isinstance(thing, Mapping) else {key: getattr(thing, key, "") for key in ("title", "name")}
    said = plain.get("title") or plain.get("name") or ""
    called = said if isinstance(said, list | tuple) else (str(said),)
    return tuple(dict.fromkeys(name for name in (*called, known_as) if name))


def kept_things(shelves: Shelves[T], kept: Iterable[str]) -> dict[str, str]:
    """What of these is kept, by its key, with what it is called."""
    found = {}
    for key in kept:
        kind, name = split_key(key)
        if name in shelves.get(kind, {}):
            found[key] = names_of(shelves[kind][name], name)[0]
    return found


def texts_of(*records: Any) -> Iterator[str]:
    """Every text in records that somebody may read."""
    for record in records:
        yield from texts_in(msgspec.to_builtins(record, enc_hook=str))


def known_part(shelves: Shelves[T], kept: Collection[str], said: Iterable[str] = ()) -> dict[str, dict[str, T]]:
    """The things that somebody knows of: what is not kept, what is named where she may read it (`said`), and what any of that leans on."""
    there = {kind: dict(things) for kind, things in shelves.items()}
    if not kept:
        return there
    closed = {key: there[key[0]].pop(key[1]) for key in map(split_key, kept) if key[1] in there.get(key[0], {})}
    read = {*said, *texts_of(*(list(things.values()) for things in there.values()))}
    while found := [key for key, thing in closed.items() if not read.isdisjoint(names_of(thing, key[1]))]:
        for kind, name in found:
            thing = closed.pop((kind, name))
            there[kind][name] = thing
            read.update(texts_of(thing))
    return there


def with_kept(kept: tuple[str, ...], fresh: Iterable[str], shelves: Shelves[Any]) -> tuple[str, ...]:
    """What is kept when these are written: what is there already and open stays as open as it was."""
    there = {kept_key(kind, name) for kind, things in shelves.items() for name in things}
    return tuple(dict.fromkeys((*kept, *(key for key in fresh if key in kept or key not in there))))


def used_in(kept: Mapping[str, str], *records: Plain | msgspec.Struct | None) -> tuple[str, ...]:
    """What of the kept things an act names in what it was given or came to, by its key."""
    if not kept:
        return ()
    said = set(texts_of(*(one for one in records if one is not None)))
    return tuple(key for key, name in kept.items() if not said.isdisjoint((name, split_key(key)[1])))
