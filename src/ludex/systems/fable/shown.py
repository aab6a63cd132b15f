"""Plain facts as people read them, and what is only shown to whoever asks: sheets, tables, entries."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.core.errors import RuleError
from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Card, Fact, Facts, Rows
from ludex.systems.fable.catalogue import SHELVES, Thing, catalogue, label_of, named, on_shelf
from ludex.systems.fable.sections import character_section
from ludex.systems.fable.sight import sees
from ludex.systems.fable.state import State

OWN_WORDS = ("character", "feats", "heroic", "key", "name", "scene", "text", "turn")
"""Outputs that hold people's own words, shown as they are."""


def scalars(result: Any, without: Sequence[str]) -> tuple[Fact, ...]:
    """The outputs that can be shown as they are, with their names."""
    shown = []
    for name in getattr(result, "__struct_fields__", ()):
        value = getattr(result, name)
        if name in (*without, "why") or value is None or value == () or (isinstance(value, dict) and not value):
            continue
        shown.append(Fact(say(f"outputs.{name.rstrip('_')}"), value if name in OWN_WORDS else _shown(value)))
    return tuple(shown)


def _shown(value: Any) -> Any:
    """A value in the reader's words: words of the game by their terms, structures as plain maps."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return term(value) if value.isascii() and value.replace("_", "").isalpha() else value
    if isinstance(value, tuple):
        return [_shown(v) for v in value]
    if hasattr(value, "__struct_fields__"):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    return value


def sheet_card(state: State, who: str, *, gm: bool, controls: tuple[str, ...]) -> Card:
    """A character's sheet, as far as whoever asks may know it."""
    viewer = Viewer("gm" if gm else "player", controls)
    if who not in state.characters or not sees(viewer, who, state.characters[who]):
        return Card(say("view.somebody"))
    section = character_section(state, viewer, who)
    return Card(section.title, parts=section.parts)


def _entries(state: State, name: str) -> Mapping[str, Thing]:
    """The entries of one of the rulebook's tables, with the table's own laid over them."""
    return on_shelf(SHELVES[name], state.things) if name in SHELVES else catalogue().table(name)


def table_card(state: State, name: str) -> Card:
    """The entries of one of the rulebook's tables."""
    rows = tuple((key, label_of(entry.name) or key) for key, entry in _entries(state, name).items())
    return Card(term(name), parts=(Rows((say("view.key"), say("view.name")), rows),))


def entry_card(state: State, table: str, said: str) -> Card:
    """One entry of a table, by its key or by the name people call it."""
    entries = _entries(state, table)
    found = named(entries, said) or named(entries, said.lower().replace(" ", "_"))
    if found is None:
        keys = [entry.name or key for key, entry in entries.items()]
        raise RuleError("unknown_key", table=term(table), key=said, keys=keys)
    key, entry = found
    return Card(label_of(entry.name) or key, parts=(Facts(scalars(entry, ("name",))),))
