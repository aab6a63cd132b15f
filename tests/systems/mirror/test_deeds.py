"""What is offered can be done: every deed with every value that it offers is understood, as data and as a line."""

import pytest

from ludex.core.deeds import Filled, refused, word
from ludex.core.errors import RuleError
from ludex.core.principals import actor_of
from ludex.core.view import Empty, Stage
from ludex.store.sqlite import SqliteStore
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.content import shipped
from ludex.systems.mirror.policy import clever
from ludex.systems.mirror.views.deeds import _check
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.lines import write

MISREAD = ("argument", "unknown_", "not_among", "which_actor", "no_such_command", "bad_cell", "bad_direction")
OWN_WORDS = {"name": "霜"}
"""What a person thinks of where nothing is offered."""

PHASES = {
    "exploration": (),
    "rest": ((".模式 休整"),),
    "conflict": (".冲突 安=15、白=11、山贼1=12、山贼2=8",),
    "a turn": (".冲突 安=15、山贼1=12",),
    "no stage": (".set stage.width 0",),
}


def offered(desk):
    """Every deed that a seat can do by a click."""
    yield from desk.deeds()
    view = desk.look()
    for part in (part for section in (*view.who, *view.where) for part in section.parts):
        if isinstance(part, Empty) and part.deed:
            yield part.deed
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
    try:
        chat.desk.prepare(filled)
    except RuleError as error:
        return error.code if any(part in error.code for part in MISREAD) else ""
    return ""


def line_of(chat, deed, filling):
    """The line of a deed with its gaps filled."""
    line = write(chat.desk, chat.words, deed)
    for gap in deed.gaps:
        several = "…" if chat.desk.command(deed.name).field(gap.name).several else ""
        name = f"{chat.words.argument(gap.name)}{several}"
        for written in (f"<{name}>", f"[{name}]"):
            line = line.replace(written, word(str(filling[gap.name])))
    return line


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("phase", PHASES)
async def test_every_deed_that_is_offered_is_understood(tmp_path, phase, language):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo("mirror")
    for line in PHASES[phase]:
        assert (await Chat(table, "gm", "zh").line(line)).ok, line
    count = 0
    for seat in table.memory.seats:
        chat = Chat(table, seat, language)
        for deed in offered(chat.desk):
            for filling in fillings(deed):
                filled = Filled(deed.name, {**deed.given, **filling}, actor_of(deed.of) if deed.of else "")
                assert misread(chat, filled) == "", filled
                line = line_of(chat, deed, filling)
                command, found = chat.find(command_line(line))
                assert misread(chat, chat.filled(command, found.rest)) == "", line
                count += 1
    assert count
    await house.close()


async def test_a_piece_is_dragged_by_its_owner_and_by_nobody_else(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo("mirror")
    an = Chat(table, next(s.id for s in table.memory.seats.values() if s.name == "安"), "zh").desk
    maps = [part for section in an.look().where for part in section.parts if isinstance(part, Stage)]
    assert [m.move for m in maps] == ["mv"]
    await an.do(Filled("mv", {"who": "an", "to": [3, 3]}))
    assert table.memory.state.characters["an"].pos == (3, 3)
    with pytest.raises(RuleError) as refused:
        await an.do(Filled("mv", {"who": "bai", "to": [3, 3]}))
    assert refused.value.code == "not_yours"
    await Chat(table, "gm", "zh").desk.do(Filled("place", {"who": "bai", "to": [3, 4]}))
    assert table.memory.state.characters["bai"].pos == (3, 4)
    await house.close()


@pytest.mark.parametrize("name", ["pick_lock", "bandage"])
def test_what_takes_any_upper_part_is_made_with_one_that_she_has(name):
    state = SYSTEM.demo().state
    an, action = state.who("an"), shipped().actions[name]
    assert refused(_check, state, an, action) is None
    assert clever._lawful(state, an, action)
