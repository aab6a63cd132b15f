"""A sheet that is edited where it stands: every field that this seat may write on, typed, with what stands there now and what was proposed.

A value on the sheet belongs to a field by its name; fields that no value shows stand under the sheet, so that all of them can be
written on in place.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.pairs import LANGUAGES
from ludex.core.plain import Written
from ludex.core.sheets import Record
from ludex.core.view import AnyPart, Facts, Label, Section, Tags, Vital
from ludex.desk import roster
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.pens import Pen, Pens
from ludex.table.characters import Edit, sheets_of
from ludex.text.chat import Chat

PROPOSED = "ludex.edit"

KEPT = 2048
"""So many sheets have their pens kept."""


class Beside(NamedTuple):
    """What pens depend on beside the record: what is drawn of it, what waits for the GM's word, whose word counts, how the table says things."""

    parts: tuple[AnyPart, ...]
    waiting: dict[str, Written]
    trust: str
    phrases: Mapping[str, str]


class Case:
    """The pens of sheets, kept while nothing has changed that they depend on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], tuple[Record, Beside, Pens | None]] = OrderedDict()

    def pens(self, chat: Chat, drawing: Drawing, actor: str, section: Section) -> Pens | None:
        """What of somebody's sheet this seat may write on; None where that is nothing."""
        try:
            record, trust = roster.record(chat.desk, actor), roster.trust(chat.desk, actor)
        except RuleError:
            return None
        key = (chat.table.id, chat.desk.seat_id, chat.language, actor)
        beside = Beside(section.parts, _proposed(chat, actor), trust, chat.table.memory.settings.phrases)
        known = self._kept.get(key)
        if known is None or known[0] is not record or known[1] != beside:  # a record never changes: another is another
            known = self._kept[key] = (record, beside, pens(chat, drawing, actor, section))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return known[2]


def pens(chat: Chat, drawing: Drawing, actor: str, section: Section) -> Pens | None:
    """What of somebody's sheet this seat may write on; None where that is nothing."""
    if not chat.seat.gm and actor not in chat.seat.controls:
        return None
    try:
        found = roster.form(chat.desk, actor)
    except RuleError:
        return None
    waiting = _proposed(chat, actor)
    fields = [_pen(chat, drawing, one, waiting.get(one.name)) for one in found.fields]
    if found.word == "strict" or not fields:
        return None
    placed = _placed(drawing, section.parts, fields)
    taken = {pen.field for pen in placed.values()}
    return Pens(actor, found.word == "ask", placed, tuple(pen for pen in fields if pen.field not in taken))


def _pen(chat: Chat, drawing: Drawing, field: roster.SheetField, proposed: Written) -> Pen:
    place = LANGUAGES.index(chat.language)
    named = {key: names[place] for key, names in field.choices.items()}
    title = (field.zh, field.en)[place] or field.name
    kind = {"flag": "flag", "whole": "whole", "list": "list"}.get(field.kind, "text")
    value, wished = (_named(named, one) if kind == "list" else one for one in (field.value, proposed))
    shown = named.get(str(value)) or _shown(drawing, value)
    wish = "" if wished is None else named.get(str(wished)) or _shown(drawing, wished)
    fill = tuple(named.items()) if kind != "list" else ()  # a list is written, not chosen from
    return Pen(field.name, title, kind, _plain(value), shown, wish, fill, field.low, field.high, field.left)


def _named(named: Mapping[str, str], value: Written) -> Written:
    """A list with what is called something by its name."""
    return [named.get(str(one), one) for one in value] if isinstance(value, list | tuple) else value


def _plain(value: Written) -> str:
    """A value as it stands in an input."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _shown(drawing: Drawing, value: Written) -> str:
    """A value as it is read: nothing is a dash, a word that the system knows by its name."""
    if isinstance(value, bool):
        return drawing.words("web.yes" if value else "web.no")
    if isinstance(value, list | tuple):
        return drawing.words("common.comma").join(drawing.term(one) for one in value) or "–"
    return drawing.term(value) if isinstance(value, str) and value.isascii() and value else _plain(value) or "–"


def _proposed(chat: Chat, actor: str) -> dict[str, Written]:
    """What waits for the GM's word on this sheet, by field."""
    found: dict[str, Written] = {}
    for act in chat.table.memory.parked.values():
        if act.asked.procedure == PROPOSED:
            wish = msgspec.json.decode(act.asked.given, type=Edit)
            if wish.actor == actor:
                found[sheets_of(chat.table.system).entry(wish.entry).name] = wish.value
    return found


def _placed(drawing: Drawing, parts: tuple[AnyPart, ...], fields: list[Pen]) -> dict[str, Pen]:
    """Each label of a sheet whose value is a field, facts before bars: the same word may name a number and the bar that follows from it."""
    known = {folded(pen.title.rstrip("%")): pen for pen in reversed(fields) if not pen.left}
    bars = known | {
        folded(pen.title): pen for pen in fields if pen.left
    }  # 意志 names an attribute and what is left of it
    placed: dict[str, Pen] = {}
    used: set[str] = set()
    for kind in (Facts, Vital, Tags):
        for label in _labels(parts, kind):
            name = drawing.say(label)
            shown = bars if kind is Vital else known
            pen = shown.get(folded(name)) or shown.get(folded(name.partition(" ")[0]))
            if pen is not None and pen.field not in used:
                placed[_key(kind, name)] = pen
                used.add(pen.field)
    return placed


def _labels(parts: tuple[AnyPart, ...], kind: type[Facts | Vital | Tags]) -> Iterator[Label]:
    for part in parts:
        if isinstance(part, Facts) and kind is Facts:
            yield from (row.label for row in part.rows)
        elif isinstance(part, Vital | Tags) and isinstance(part, kind) and part.label:
            yield part.label


def _key(kind: type[Facts | Vital | Tags], name: str) -> str:
    return f"{kind.__name__.lower()} {name}"
