"""What the card of somebody says who could be brought in: her bars and what she is, read off a table on which she already stands.

The deed that would bring her is done on the state alone, and nobody hears of it; so no system writes such a card twice. What would not
stand on the board by that deed is told by the numbers of its record.
"""

import re
from collections import Counter

import msgspec

from ludex.core.deeds import Do, Filled
from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.forms import Form, FormField
from ludex.core.plain import Plain, Written
from ludex.core.view import View
from ludex.desk import stocking
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.scene import Chip, lay_out
from ludex.fronts.web.live.messages import Beasts
from ludex.lab.preview import decider
from ludex.table.house import demo_phrases
from ludex.table.seats import check_gm
from ludex.text.chat import Chat

MOST = 60
FEW = 4
"""So many numbers fit on a card."""

_SERIAL = re.compile(r"[ -]*\d+$")
"""The number that tells one of a kind from another."""

Brief = list[tuple[str, str]]
"""What a number is, and how much; a word alone has no number."""


def briefs(chat: Chat, asked: Beasts) -> dict[str, Brief]:
    """By value of the deed's field, what its card says (GM)."""
    check_gm(chat.seat)
    shelves = stocking.shelves(chat.desk)
    found = {value: _brief(chat, asked, value) for value in asked.values[:MOST]}
    found = {
        value: brief if any(number for _, number in brief) else _record(chat, shelves, value)
        for value, brief in found.items()
    }
    notes = Counter(what for brief in found.values() for what, number in brief if not number)
    return {value: [one for one in brief if one[1] or notes[one[0]] == 1] for value, brief in found.items()}


def _brief(chat: Chat, asked: Beasts, value: str) -> Brief:
    try:
        come = _comes(chat, Filled(asked.deed, {asked.field: value}))
    except (RuleError, ValueError, TypeError):
        return []  # what cannot come now has nothing to say
    drawing = Drawing.at(chat)
    if not come:
        return []
    if len(come) > 1:  # a whole encounter: who comes, and how many
        named = Counter(_SERIAL.sub("", drawing.say(one.name)) for one in come)
        return [(name, f"×{count}") for name, count in named.items()]
    bars = [(drawing.say(one.label), drawing.show(one.top)) for one in come[0].meters if one.label][:FEW]
    note = drawing.say(come[0].note)
    return [*bars, *([(note, "")] if note and (chat.language == "zh" or note.isascii()) else [])]


def _comes(chat: Chat, filled: Filled) -> list[Chip]:
    """Everybody who would stand there after a deed and does not now."""
    system, state = chat.table.system, chat.table.memory.state
    todo = chat.desk.prepare(filled)
    if not isinstance(todo, Do) or system.look is None:
        return []
    procedure, given = chat.table.starting(todo.procedure, todo.given)
    throw = lambda ask: tuple((sides + 1) // 2 for sides in ask.pool.sides)  # noqa: E731  # as it usually falls
    done = settle(lambda: procedure.run(state, given), state, system.fold, throw=throw, decide=decider(system))
    after, before = done.state, system.actors(state)
    view: View = system.look(after, chat.desk.viewer)
    people = lay_out(view, system.actors(after), ()).people
    return [chip for chip in people if chip.id not in before and chip.side == "foe"]


def _record(chat: Chat, shelves: list[stocking.Shelf], value: str) -> Brief:
    """The numbers of a record of that name; what comes in another language too is told in its words."""
    phrases = {} if chat.language == "zh" else demo_phrases(chat.table.system.package, chat.language)
    written = next((one for one, called in phrases.items() if called == value), value)
    for shelf in shelves:
        found = shelf.own.get(value) or shelf.shipped.get(written)
        if found:
            numbers = _numbers(chat, shelf.form, found)[:FEW]
            return [(str(phrases.get(what, what)), number) for what, number in numbers]
    return []


def _numbers(chat: Chat, form: Form, record: Plain) -> Brief:
    return [pair for field in form.fields for pair in _told(chat, field, record.get(field.name))]


def _told(chat: Chat, field: FormField, value: Written) -> Brief:
    """A number by its title; a list of things with a number each by those."""
    place = 1 if chat.language == "en" else 0
    if field.kind == "whole" and isinstance(value, int) and not isinstance(value, bool):
        return [(field.called[place], str(value))]
    if field.kind != "list" or not isinstance(value, list | tuple):
        return []
    rows = [msgspec.to_builtins(one) for one in value if isinstance(one, dict)]
    pairs = [
        ([v for v in row.values() if isinstance(v, str)], [v for v in row.values() if type(v) is int]) for row in rows
    ]
    return [(words[0], str(numbers[0])) for words, numbers in pairs if len(words) == len(numbers) == 1]
