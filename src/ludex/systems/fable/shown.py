"""Plain facts as people read them, and what is only shown to whoever asks: sheets, tables, entries."""

from collections.abc import Sequence
from typing import Any

from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Card, Fact, Facts, Rows
from ludex.systems.fable.catalogue import catalogue
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


def table_card(name: str) -> Card:
    """The entries of one of the rulebook's tables."""
    entries = catalogue().table(name)
    return Card(
        term(name), parts=(Rows((say("view.key"), say("view.name")), tuple((k, e.name) for k, e in entries.items())),)
    )


def entry_card(table: str, key: str) -> Card:
    """One entry of a table."""
    entry = catalogue().table(table).get(key)
    if entry is None:
        return table_card(table)
    return Card(entry.name or key, parts=(Facts(scalars(entry, ("name",))),))
