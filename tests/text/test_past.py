"""A demo's past is lived through: every line of it holds, on its own day, under dice that everybody may see."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table import sessions
from ludex.table.entries import Revealed, read_entry
from ludex.table.house import House, demo_of, past_of
from ludex.table.registry import system
from ludex.text.past import live_through

SYSTEMS = ("boon", "fable", "fet", "mirror", "mist")
NOW = "2026-05-20T18:30:00Z"


@pytest.fixture
def house(tmp_path):
    return House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: NOW)


async def lived(house, name, language):
    past = past_of(system(name), language)
    table, _ = await house.demo(name, language=language, seed=past.seed.to_bytes(32, "big"))
    return table, past, await live_through(table, past, language)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", SYSTEMS)
async def test_every_line_of_a_past_holds_and_somebody_is_wanted_at_its_end(house, name, language):
    table, past, replies = await lived(house, name, language)
    lines = [line for evening in past.evenings for line in evening.lines]
    assert {line: reply.code for line, reply in zip(lines, replies, strict=True) if reply.code} == {}
    told = sessions.sessions(table.memory.frames, table.memory.head)
    assert len(told) >= 2
    assert told[0].opened < told[-1].opened <= NOW
    assert told[-1].running
    assert table.memory.state != demo_of(table.system, language).state
    await house.close()


@pytest.mark.parametrize("name", SYSTEMS)
async def test_both_languages_tell_the_same_past(name):
    here, there = (past_of(system(name), language) for language in ("zh", "en"))
    assert here.seed == there.seed
    assert [(one.days, len(one.lines)) for one in here.evenings] == [
        (one.days, len(one.lines)) for one in there.evenings
    ]


async def test_the_dice_of_a_past_are_shown_and_nobody_knows_the_next(house):
    table, past, _ = await lived(house, "boon", "zh")
    (last,) = await house.store.tail(table.id, 1)
    entry = read_entry(last.body)
    assert isinstance(entry, Revealed)
    assert entry.seed == past.seed.to_bytes(32, "big").hex()
    assert table.seed.hex() != entry.seed
    assert table.clock() == NOW
    await house.close()


async def test_a_system_without_a_past_has_none():
    assert past_of(system("heden"), "zh") is None
