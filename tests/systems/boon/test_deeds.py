"""What is offered can be done: every deed with every value that it offers is understood, as data and as a line."""

import pytest

from ludex.core.deeds import Filled, word
from ludex.core.errors import RuleError
from ludex.core.view import Empty, Stage, Tags
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.lines import write

MISREAD = {
    *("too_many_arguments", "missing_argument", "bad_argument", "not_among", "unknown_actor", "which_actor"),
    *("unknown_id", "unknown_command", "no_such_command", "bad_square", "bad_class", "unknown_side"),
}
OWN_WORDS = {"name": "霜", "task": "破门", "place": "门后", "to": "4,4", "side": "英雄"}
"""What a person thinks of where nothing is offered."""


def offered(desk):
    """Every deed that a seat can do by a click."""
    yield from desk.deeds()
    view = desk.look()
    for part in (part for section in (*view.who, *view.where) for part in section.parts):
        if isinstance(part, Empty) and part.deed:
            yield part.deed
        elif isinstance(part, Tags):
            yield from (tag.deed for tag in part.tags if tag.deed)
        elif isinstance(part, Stage):
            yield from (piece.deed for piece in part.pieces if piece.deed)


def fillings(deed):
    """A deed with each value that it offers, the first ones in its other gaps."""
    values = {gap.name: [v.value for v in gap.values] or [OWN_WORDS[gap.name]] for gap in deed.gaps}
    first = {name: many[0] for name, many in values.items()}
    yield first
    for name, many in values.items():
        yield from ({**first, name: value} for value in many[1:])


def misread(chat, filled):
    """Why a deed was not understood, or nothing. The rules may refuse as they like."""
    try:
        chat.desk.prepare(filled)
    except RuleError as error:
        return error.code if error.code in MISREAD else ""
    return ""


def line_of(chat, deed, filling):
    """The line of a deed with its gaps filled."""
    line = write(chat.desk, chat.words, deed)
    for gap in deed.gaps:
        several = "…" if chat.desk.command(deed.name).field(gap.name).several else ""
        name = f"{chat.words.argument(gap.name)}{several}"
        for written in (f"<{name}>", f"[{name}]"):  # the second may be left out
            line = line.replace(written, word(str(filling[gap.name])))
    return line


PHASES = {
    "a side chooses": (),
    "a hero acts": (("安", ".上"),),
    "a foe acts": (("GM", ".主动权 兽人1"),),
    "the round is over": (("GM", '.set clock.choosing ""'), ("GM", ".set clock.round_over true")),
    "names have several words": (
        ("GM", '.set combatants[orc1].name "Orc of the Hill"'),
        ("GM", '.set combatants[an].name "An of the Hill"'),
        ("GM", ".主动权 an"),
    ),
    "nobody fights": tuple(("GM", f".离场 逃 {who}") for who in ("兽人1", "哥布林1", "弓手1")),
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("phase", PHASES)
def test_every_deed_that_is_offered_is_understood(evening, phase, language):
    for who, line in PHASES[phase]:
        assert evening.type(who, line).ok
    count = 0
    for seat in evening.table.memory.seats:
        chat = Chat(evening.table, seat, language)
        for deed in offered(chat.desk):
            for filling in fillings(deed):
                whom = deed.of.partition(":")[2] if deed.of else ""
                filled = Filled(deed.name, {**deed.given, **filling}, whom)
                assert misread(chat, filled) == "", filled
                line = line_of(chat, deed, filling)
                command, found = chat.find(command_line(line))
                assert misread(chat, chat.filled(command, found.rest)) == "", line
                count += 1
    assert count


def test_foes_are_proposed_and_things_are_not(evening):
    """An area spell shows what it does to somebody, never what it does to a crate."""
    evening.type("GM", ".主动权 朵")
    chat = Chat(evening.table, next(s.id for s in evening.table.memory.seats.values() if s.name == "朵"), "zh")
    burst = next(d for d in chat.desk.deeds() if d.name == "cast" and d.spot)
    values = {v.value: v.unwished for gap in burst.gaps for v in gap.values}
    assert values["木门"]
    assert not values["兽人1"]
