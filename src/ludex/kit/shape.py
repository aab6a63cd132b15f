"""The shape of a small system: its state, the people in it and its things, as the kit's defaults read them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Self, get_args, get_type_hints

import msgspec

from ludex.core.pairs import Pair
from ludex.core.principals import Viewer
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.terms import Term
from ludex.kit.called import Called, Column, columns
from ludex.kit.content import spoken
from ludex.kit.people import is_npc


class Shown(msgspec.Struct, frozen=True):
    """A field of somebody or something, with its value."""

    column: Column
    called: Called
    value: Filling

    @property
    def label(self) -> Say:
        return say(f"fields.{self.column.name}")

    @property
    def several(self) -> tuple[Filling, ...]:
        """What a list holds; nothing of anything else."""
        return self.value if isinstance(self.value, tuple) else ()

    @property
    def number(self) -> float:
        return self.value if isinstance(self.value, int | float) else 0


Redact = Callable[[msgspec.Struct, Viewer], msgspec.Struct]
"""From a state to that state as a viewer may know it."""


class Shape(msgspec.Struct, frozen=True):
    """What a system's data looks like, and who may know what of it.

    `things` are the names of its content by id, `shelves` the fields of a state that keep more of it, `own` the names of that.
    """

    state: type[msgspec.Struct]
    redact: Redact
    person: type[msgspec.Struct] | None = None
    things: Mapping[str, Pair] = {}
    shelves: tuple[str, ...] = ()
    own: Mapping[str, Pair] = {}

    def at(self, state: msgspec.Struct) -> Self:
        """The same for a state, whose own things have names too."""
        own = {held: one.name for kind in self.shelves for held, one in getattr(state, kind).items()}
        return msgspec.structs.replace(self, own={**self.own, **own}) if own else self

    def label(self, value: Filling) -> Filling:
        """A value as it is shown: a word of the rulebook or a thing by its name, anything else as it is."""
        if isinstance(value, Term):
            return term(value.value)
        if isinstance(value, str) and value in self.things:
            return say(f"things.{value}")
        if isinstance(value, str) and value in self.own:
            return spoken(self.own[value])
        return self._record(value) if isinstance(value, msgspec.Struct) and not isinstance(value, Say) else value

    def _record(self, record: msgspec.Struct) -> Filling:
        """A record inside of another: its first value, the others behind that with what they are called."""
        fields = [(field.label, self.label(field.value)) for field in shown(record) if field.value not in (None, "")]
        if not fields:
            return "…"
        more = [say("kit.entry", what=label, value=value) for label, value in fields[1:]]
        return say("kit.record", what=fields[0][1], more=more) if more else fields[0][1]

    def listed(self, field: Shown) -> Sequence[Label]:
        """What a field holds that is a list or a table, one by one; nothing where it is neither."""
        if isinstance(field.value, dict):
            pairs = field.value.items()
            return [say("kit.entry", what=self.label(key), value=self.label(value)) for key, value in pairs]
        return [self.named(one) for one in field.several]

    def named(self, value: Filling) -> Label:
        """The same where only words fit."""
        found = self.label(value)
        return found if isinstance(found, Say | str) else str(found)


def shape_of(
    state: type[msgspec.Struct], redact: Redact, things: Mapping[str, Pair], shelves: tuple[str, ...] = ()
) -> Shape:
    """The shape of a system with such a state; its people are those of `people: dict[str, Person]`, if it has any."""
    people = get_type_hints(state).get("people")
    return Shape(state, redact, get_args(people)[1] if people is not None else None, things, shelves)


def shown(record: msgspec.Struct) -> Iterator[Shown]:
    """Everything about a record that is called something."""
    for column in columns(type(record)):
        if column.called is not None:
            yield Shown(column, column.called, getattr(record, column.name))


def people_of(state: msgspec.Struct) -> Mapping[str, msgspec.Struct]:
    """Everybody in a state; nobody in one without people."""
    found: Mapping[str, msgspec.Struct] = getattr(state, "people", {})
    return found


HEROES, EXTRAS = ("英雄", "heroes"), ("配角", "npcs")
"""What the two sides of a table are called."""


def sides(state: msgspec.Struct) -> dict[str, tuple[str, ...]]:
    """The players' characters and the GM's, by what the sides are called in either language."""
    people = people_of(state)
    heroes = tuple(who for who, one in people.items() if not is_npc(one))
    others = tuple(who for who in people if who not in heroes)
    return {**dict.fromkeys(HEROES, heroes), **dict.fromkeys(EXTRAS, others)}


def is_hidden(field: Called, viewer: Viewer, *, own: bool, npc: bool) -> bool:
    """Whether a field is hidden from a player, of somebody who is her own or not, an NPC or not. A table may show NPCs' numbers."""
    match field.hidden:
        case "others":
            return not own
        case "npcs":
            return npc and not own and viewer.numbers != "open"
    return bool(field.hidden)


def hidden_fields(record: msgspec.Struct, viewer: Viewer, *, own: bool) -> tuple[Column, ...]:
    """The fields of a record that a viewer may not know."""
    if viewer.gm:
        return ()
    fields = (column for column in columns(type(record)) if column.called is not None and not column.derived)
    return tuple(c for c in fields if c.called is not None and is_hidden(c.called, viewer, own=own, npc=is_npc(record)))


def hides_without_default(record: type[msgspec.Struct]) -> str:
    """The first hidden field of a record without a default; empty if there is none."""
    hidden = (c for c in columns(record) if c.called is not None and c.called.hidden)
    return next((column.name for column in hidden if column.required), "")


def titled(name: str, whose: Label) -> Say:
    """A phrase of the kit about somebody."""
    return say(f"kit.{name}", who=whose)
