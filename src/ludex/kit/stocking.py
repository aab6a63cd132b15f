"""Things that a GM adds in play. A field of the state that is called like a shelf keeps them, and what ships and what was added count alike.

    GEAR = shelf("drift", "gear", Gear)

    class State(Record):
        people: dict[str, Person] = {}
        gear: dict[str, Gear] = {}

The GM pastes them as TOML (`.收录`), or fills in a form of the workshop; both are steps that can be undone.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, get_args, get_type_hints

import msgspec

from ludex.core.deeds import GM_ONLY, Filled, Name
from ludex.core.errors import RuleError
from ludex.core.packs import Kind, pasted_toml, read_pack, unreadable
from ludex.core.plain import Plain
from ludex.core.stock import Stock
from ludex.kit.called import Rest, called
from ludex.kit.content import Named, Shelf, Thing
from ludex.kit.deeds import Play, play
from ludex.kit.people import replaced
from ludex.kit.records import Event, Record, happen

SHELVE, UNSHELVE = ("收录内容", "add content"), ("撤下自添的物件", "take added content away")


class Shelved(Event[msgspec.Struct]):
    """The table has a thing of its own."""

    kind: str
    name: str
    record: Plain

    def apply(self, state: msgspec.Struct) -> msgspec.Struct:
        """The state with the thing on its shelf."""
        thing = msgspec.convert(self.record, get_args(get_type_hints(type(state))[self.kind])[1])
        return replaced(state, **{self.kind: {**getattr(state, self.kind), self.name: thing}})


class Unshelved(Event[msgspec.Struct]):
    """A thing of the table's own is gone."""

    kind: str
    name: str

    def apply(self, state: msgspec.Struct) -> msgspec.Struct:
        """The state without it."""
        held = getattr(state, self.kind)
        return replaced(state, **{self.kind: {name: one for name, one in held.items() if name != self.name}})


EVENTS: tuple[type[Event[msgspec.Struct]], ...] = (Shelved, Unshelved)
"""What happens to a table's own things."""


def open_shelves(state: type[msgspec.Struct], things: Sequence[Mapping[str, Named]]) -> tuple[Shelf[Thing], ...]:
    """The shelves to which a GM adds at a table with such a state."""
    return tuple(one for one in things if isinstance(one, Shelf) and one.kind in state.__struct_fields__)


class Added(Kind, frozen=True):
    """Things that somebody adds: one that is called in one language is called so in both, one without a name by its id."""

    def _facts(self, name: str, record: Plain) -> Plain:
        plain = super()._facts(name, record)
        said = plain.get("name")
        if said in (None, "", ["", ""]):
            said = name
        return {**plain, "name": (said, said) if isinstance(said, str) else said}


def kinds_of(shelves: Sequence[Shelf[Thing]]) -> tuple[Kind, ...]:
    """What may be added, each with its schema."""
    return tuple(Added(one.kind, one.shape) for one in shelves)


def stock_of(shelves: Sequence[Shelf[Thing]]) -> Stock | None:
    """How a table keeps its own things; None where it keeps none."""
    if not shelves:
        return None
    return Stock(
        own=lambda state: {one.kind: getattr(state, one.kind) for one in shelves},
        adds=lambda text: Filled("content", {"pack": text}),
        drops=lambda _kind, name: Filled("unshelve", {"added": name}),
    )


class Content(Record):
    """A pack, as somebody wrote it."""

    pack: Annotated[Rest, called("内容包", "pack")]


class Moved(Record):
    """What came, or went."""

    moved: Annotated[tuple[str, ...], called("物件", "things")]


def stock_plays(shelves: Sequence[Shelf[Thing]]) -> tuple[Play, ...]:
    """The GM's deeds by which things come and go; none where there is no shelf for them."""
    kinds = kinds_of(shelves)

    def own(state: msgspec.Struct | None, _who: str) -> dict[str, Name]:
        """What the table has of its own."""
        return {name: one.name for kind in kinds for name, one in getattr(state, kind.name, {}).items()}

    class Unshelve(Record):
        """Something that was added."""

        added: Annotated[str, called("自添的物件", "added thing", among=own)]

    async def content(state: msgspec.Struct, given: Content) -> Moved:  # noqa: ARG001  # a rule takes a state
        """Things of a pack come to the table; all that is wrong with any of them is named at once."""
        try:
            plain = pasted_toml(given.pack.replace("\\n", "\n"))
        except ValueError as error:
            raise RuleError("bad_content", problems=[unreadable(error)]) from None
        pack = read_pack(plain, kinds)
        for kind, things in pack.items():
            for name, thing in things.items():
                await happen(Shelved(kind, name, msgspec.to_builtins(thing)))
        return Moved(tuple(name for things in pack.values() for name in things))

    async def unshelve(state: msgspec.Struct, given: Unshelve) -> Moved:
        """Something that was added is gone again."""
        for kind in kinds:
            if given.added in getattr(state, kind.name):
                await happen(Unshelved(kind.name, given.added))
        return Moved((given.added,))

    shelve = play(content, "收录", "content", title=SHELVE, who=GM_ONLY)
    return (shelve, play(unshelve, "下架", "unshelve", title=UNSHELVE, who=GM_ONLY)) if kinds else ()
