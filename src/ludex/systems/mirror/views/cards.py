"""Cards that are shown on request and change nothing: a sheet, the library, what skills are for."""

from collections.abc import Callable

import msgspec

from ludex.core.packs import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import Card, Rows, Text
from ludex.systems.mirror.content import called, library
from ludex.systems.mirror.rules.skills import LINKED
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Skill
from ludex.systems.mirror.views.look.sheet import items_part, seen_parts, sheet_parts


def skills(_state: State, _viewer: Viewer, _given: Plain) -> Card:
    """What each skill is for, and its linked attributes."""
    rows = tuple((term(s), say("view.listed", items=[term(a) for a in LINKED[s]]), say(f"uses.{s}")) for s in Skill)
    columns = (say("view.skill"), say("view.linked"), say("view.note"))
    return Card(say("view.skills"), parts=(Rows(columns, rows),))


def sheet(state: State, _viewer: Viewer, given: Plain) -> Card:
    """A whole sheet with every derived number."""
    character = state.who(given["who"])
    return Card(character.called, parts=sheet_parts(state, character))


@rule("MIR-LIV-40")
def seen(state: State, _viewer: Viewer, given: Plain) -> Card:
    """What may be known of a stranger: side, region, parts with their wounds, what is held or worn, who is down."""
    character = state.who(given["who"])
    return Card(character.called, parts=seen_parts(character))


def content(state: State, _viewer: Viewer, given: Plain) -> Card:
    """What the library holds of a kind."""
    kind: str = given["kind"]
    records = getattr(library(state.catalogue), kind)
    rows = tuple((name, called(name, r), _note(r)) for name, r in records.items())
    columns = (say("view.id"), say("view.name"), say("view.note"))
    return Card(say(f"view.{kind}"), parts=(Rows(columns, rows) if rows else Text(say("view.empty")),))


def _note(record: msgspec.Struct) -> str:
    return str(getattr(record, "notes", "") or getattr(record, "text", ""))


def time(state: State, _viewer: Viewer, _given: Plain) -> Card:
    """What time it is."""
    return Card(say("view.time"), lines=(say("told.time_now", unit=state.time.unit, segment=state.time.segment),))


def items(state: State, _viewer: Viewer, given: Plain) -> Card:
    """What somebody has, and where each thing is."""
    character = state.who(given["who"])
    return Card(say("view.items_of", who=character.called), parts=(items_part(character),))


CARDS: dict[str, Callable[[State, Viewer, Plain], Card]] = {
    "skills": skills,
    "sheet": sheet,
    "seen": seen,
    "content": content,
    "time": time,
    "items": items,
}
"""Cards by the names under which commands show them."""
