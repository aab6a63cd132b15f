"""Things of a system as data: `data/<kind>.toml`, one table a thing, whose `name` is in both languages.

    [fan]
    name = ["旧扇", "old fan"]

    KEEPSAKES = shelf("heden", "keepsakes", Keepsake)

A state keeps things by their ids; anyone who shows one says `things.<id>`.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar, cast

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.deeds import Name
from ludex.core.kept import split_key
from ludex.core.packs import ContentKind, names_in, shipped_pack
from ludex.core.pairs import LANGUAGES, Pair
from ludex.core.principals import GM, Who
from ludex.core.say import Say
from ludex.kit.records import Record


class Named(Protocol):
    """A thing with a name in both languages."""

    @property
    def name(self) -> Pair: ...


class Thing(Record):
    """A thing of which the rules need to know no more than its name."""

    name: Pair


T = TypeVar("T", bound=Thing)


class Shelf(dict[str, T]):
    """Things of a kind by id: what ships, and with `own` what a table has besides. It knows its kind, and the schema of each thing."""

    def __init__(
        self,
        kind: str,
        shape: type[T],
        things: Mapping[str, T],
        own: Mapping[str, T] | None = None,
        kept: Iterable[str] = (),
    ) -> None:
        super().__init__({**things, **(own or {})})
        self.kind, self.shape, self.own = kind, shape, frozenset(own or ())
        self.kept = frozenset(name for where, name in map(split_key, kept) if where == kind)

    def label(self, held: str) -> Say:
        return spoken(self[held].name) if held in self.own else thing(held)


def stocked(state: msgspec.Struct | None, things: Shelf[T]) -> Shelf[T]:
    """What ships on a shelf, and what was added to it at this table, where the state has a field of its name."""
    kept: tuple[str, ...] = getattr(state, "kept", ())
    return Shelf(things.kind, things.shape, things, getattr(state, things.kind, {}), kept)


def shelf(package: str, kind: str, shape: type[T]) -> Shelf[T]:
    """All things of a kind by id; whatever is wrong with any of them is refused at once."""
    if f"{kind}.toml" not in names_in(package, "data"):
        raise FileNotFoundError(f"there is no data/{kind}.toml in {package}")
    found = shipped_pack(package, (ContentKind(kind, shape),)).get(kind, {})
    return Shelf(kind, shape, cast("dict[str, T]", found))


def offered(things: Mapping[str, Named], ids: Iterable[str] | None = None) -> dict[str, Name]:
    """Things as a field offers them: ids with what they are called."""
    return {held: things[held].name for held in (things if ids is None else ids) if held in things}


async def pick(who: Who, what: Say | str, things: Mapping[str, Named], *, about: str = "") -> str:
    """Ask somebody for one of these things, by its id; nobody but the GM is offered what the GM keeps."""
    label = things.label if isinstance(things, Shelf) else thing
    kept = things.kept if isinstance(things, Shelf) and who != GM else ()
    return await choose(who, what, tuple(Option(held, label(held)) for held in things if held not in kept), about=about)


def spoken(name: Pair) -> Say:
    """What is called so in people's own words, in both languages where they gave both."""
    return Say("kit.own", {"name": " ".join(dict.fromkeys(name))})


def name_in(one: Named, language: str) -> str:
    """What a thing is called in a language: a name for somebody who is made of it."""
    return one.name[LANGUAGES.index(language)]


def thing(held: str) -> Say:
    """A thing as it is shown."""
    return Say(f"things.{held}")
