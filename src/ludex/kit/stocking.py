"""Things that a GM adds in play. A field of the state that is called like a shelf keeps them, and what ships and what was added count alike.

    GEAR = shelf("drift", "gear", Gear)

    class State(Record):
        people: dict[str, Person] = {}
        gear: dict[str, Gear] = {}

The GM pastes them as TOML (`.收录`), or fills in a form of the workshop; both are steps that can be undone. With a field
`kept: kit.Kept = ()` in the state, what is added is a secret of the GM's until it is opened (`.公开`), used before everybody, or stands on a sheet
that may be read.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.deeds import GM_ONLY, Filled, Name
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.kept import kept_key, kept_things, known_part, split_key, texts_of, with_kept
from ludex.core.packs import ContentKind, pasted_toml, read_pack, unreadable
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM, Viewer
from ludex.core.stock import Stock
from ludex.core.view import Role
from ludex.kit.called import Rest, called
from ludex.kit.content import Named, Shelf, Thing
from ludex.kit.deeds import Play, play
from ludex.kit.events import Event
from ludex.kit.people import replaced
from ludex.kit.records import Record
from ludex.kit.shape import Redact, people_of

SHELVE, UNSHELVE = ("收录内容", "add content"), ("撤下自添的物件", "take added content away")
OPEN = ("公开自添的物件", "open added content")


class _Secret:
    """Marks the field of a state that keeps what the GM has not opened."""


Kept = Annotated[tuple[str, ...], _Secret]
"""What of a table's own things the GM has not opened, as `kind/id`."""


def keeps(state: type[msgspec.Struct]) -> bool:
    """Whether what is added at such a table is a secret until it is opened."""
    return _Secret in getattr(get_type_hints(state, include_extras=True).get("kept"), "__metadata__", ())


class Shelved(Event[msgspec.Struct]):
    """The table has a thing of its own."""

    kind: str
    name: str
    record: Plain
    kept: bool = False
    told_as = Role.BOOKS

    def apply(self, state: msgspec.Struct) -> msgspec.Struct:
        """The state with the thing on its shelf; one that is there already stays as open as it was."""
        held = getattr(state, self.kind)
        thing = msgspec.convert(self.record, get_args(get_type_hints(type(state))[self.kind])[1])
        after = replaced(state, **{self.kind: {**held, self.name: thing}})
        if not self.kept:
            return after
        return replaced(after, kept=with_kept(kept_in(state), [kept_key(self.kind, self.name)], {self.kind: held}))


class ShelfOpened(Event[msgspec.Struct]):
    """Players know of a thing that the GM has kept: it was used before them, or opened."""

    key: str
    told_as = Role.BOOKS

    def apply(self, state: msgspec.Struct) -> msgspec.Struct:
        return replaced(state, kept=tuple(key for key in kept_in(state) if key != self.key))


def kept_in(state: msgspec.Struct) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(state, "kept", ())
    return found


class Unshelved(Event[msgspec.Struct]):
    """A thing of the table's own is gone."""

    kind: str
    name: str
    told_as = Role.BOOKS

    def apply(self, state: msgspec.Struct) -> msgspec.Struct:
        held = getattr(state, self.kind)
        return replaced(state, **{self.kind: {name: one for name, one in held.items() if name != self.name}})


EVENTS: tuple[type[Event[msgspec.Struct]], ...] = (Shelved, Unshelved, ShelfOpened)
"""What happens to a table's own things."""


def open_shelves(state: type[msgspec.Struct], things: Sequence[Mapping[str, Named]]) -> tuple[Shelf[Thing], ...]:
    """The shelves to which a GM adds at a table with such a state. A field of that name which keeps no things is refused."""
    found = tuple(one for one in things if isinstance(one, Shelf) and one.kind in state.__struct_fields__)
    for kind in (one.kind for one in found):
        if get_origin(get_type_hints(state)[kind]) is not dict:
            raise TypeError(
                f"{state.__name__}.{kind} is called like a shelf, so it keeps what this table adds to it: "
                f"write `{kind}: dict[str, …] = {{}}`, or call it something else"
            )
    return found


class Added(ContentKind, frozen=True):
    """Things that somebody adds: one that is called in one language is called so in both, one without a name by its id."""

    def _facts(self, name: str, record: Plain) -> Plain:
        plain = super()._facts(name, record)
        said = plain.get("name")
        if said in (None, "", ["", ""]):
            said = name
        return {**plain, "name": (said, said) if isinstance(said, str) else said}


def kinds_of(shelves: Sequence[Shelf[Thing]]) -> tuple[ContentKind, ...]:
    """What may be added, each with its schema."""
    return tuple(Added(one.kind, one.shape) for one in shelves)


def stock_of(shelves: Sequence[Shelf[Thing]], *, secret: bool = False) -> Stock | None:
    """How a table keeps its own things, and which of them nobody but the GM knows of; None where it keeps none."""
    if not shelves:
        return None
    stock = Stock(
        own=lambda state: own_things(shelves, state),
        adds=lambda text: Filled("content", {"pack": text}),
        drops=lambda _kind, name: Filled("unshelve", {"added": name}),
    )
    if not secret:
        return stock
    return msgspec.structs.replace(
        stock,
        kept=lambda state: kept_things(own_things(shelves, state), kept_in(state)),
        opens=lambda keys: Filled("publish", {"kept": list(keys)}),
        used=lambda key: ShelfOpened(key),
    )


def own_things(shelves: Sequence[Shelf[Thing]], state: msgspec.Struct) -> dict[str, dict[str, Thing]]:
    """What a table has of its own, by kind and id."""
    return {one.kind: getattr(state, one.kind) for one in shelves}


def without_kept(shelves: Sequence[Shelf[Thing]], redact: Redact) -> Redact:
    """A `redact` that leaves out what the GM keeps, but for what stands on a sheet that a viewer may read."""

    def known(state: msgspec.Struct, viewer: Viewer) -> msgspec.Struct:
        seen = redact(state, viewer)
        if viewer.gm or not kept_in(state):
            return seen
        people = [msgspec.structs.replace(one, name="") for one in people_of(seen).values()]
        return replaced(seen, **known_part(own_things(shelves, state), kept_in(state), texts_of(*people)), kept=())

    return known


class Content(Record):
    """A pack, as somebody wrote it."""

    pack: Annotated[Rest, called("内容包", "pack")]


class Moved(Record):
    """What came, or went."""

    moved: Annotated[tuple[str, ...], called("物件", "things")]


def stock_plays(shelves: Sequence[Shelf[Thing]], *, secret: bool = False) -> tuple[Play, ...]:  # noqa: C901  # what it declares knows its shelves
    """The GM's deeds by which things come and go; none where there is no shelf for them."""
    kinds = kinds_of(shelves)

    def own(state: msgspec.Struct | None, _who: str) -> dict[str, Name]:
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
                await happen(Shelved(kind, name, msgspec.to_builtins(thing), kept=secret))
        return Moved(tuple(name for things in pack.values() for name in things))

    async def unshelve(state: msgspec.Struct, given: Unshelve) -> Moved:
        """Something that was added is gone again."""
        for kind in kinds:
            if given.added in getattr(state, kind.name):
                await happen(Unshelved(kind.name, given.added))
        return Moved((given.added,))

    def closed(state: msgspec.Struct | None, _who: str) -> dict[str, Name]:
        """What the GM has not opened."""
        return dict(kept_things(own_things(shelves, state), kept_in(state))) if state is not None else {}

    class Publish(Record):
        """Things that the GM has kept."""

        kept: Annotated[tuple[str, ...], called("还没公开的物件", "kept things", among=closed)]

    async def publish(state: msgspec.Struct, given: Publish) -> Moved:
        """Everybody knows of them from now on."""
        names = kept_things(own_things(shelves, state), kept_in(state))
        found = [key for key in given.kept if key in names]
        for key in found:
            await happen(ShelfOpened(key))
        return Moved(tuple(split_key(key)[1] for key in found))

    if not kinds:
        return ()
    hears = (GM,) if secret else (EVERYBODY,)
    shelve = play(content, "收录", "content", title=SHELVE, who=GM_ONLY, audience=hears)
    take = play(unshelve, "下架", "unshelve", title=UNSHELVE, who=GM_ONLY, audience=hears)
    return (shelve, take, play(publish, "公开", "publish", title=OPEN, who=GM_ONLY)) if secret else (shelve, take)
