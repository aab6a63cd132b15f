"""Laws that hold for every installed system: random play at its demo table, by the lines that people could type.

Replay equals live play, undo restores the very state, a refusal changes nothing, nothing that is hidden reaches the wrong
seat, and every log audits clean.
"""

import asyncio
import re

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.core.principals import EVERYBODY, HOST
from ludex.core.system import Viewer
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.chance import Chance, new_seed
from ludex.table.entries import read_entry
from ludex.table.house import House, load_memory
from ludex.table.logbook import Logbook
from ludex.table.numbering import log_number
from ludex.table.registry import systems
from ludex.table.rewinding import redo
from ludex.table.seats import hears
from ludex.text.chat import Chat

STEPS = 14
GAP = re.compile(r"<([^>]*)>")


class DrawnChance(Chance):
    """Dice whose faces Hypothesis draws, so that a failing game can be found again and made smaller."""

    def __init__(self, draw):
        super().__init__(new_seed())
        self.draw = draw

    def throw(self, sides):
        self.roll += 1
        return tuple(self.draw(st.integers(1, n)) for n in sides)


def offered(desk):
    """Lines that the page or the help would offer to this seat, with what may stand in their gaps."""
    lines = [(c.example, {}) for c in desk.table.system.commands if c.example]
    for deed in desk.desk.deeds():
        gaps = {desk.words.argument(gap.name): tuple(str(v.value) for v in gap.values) for gap in deed.gaps}
        lines.append((desk.written(deed), gaps))
    return lines or [(".r d20", {})]


def filled(draw, text, fill):
    def one(gap):
        choices = fill.get(gap[1].removesuffix("…")) or ("1", "2", "3", "x")
        return draw(st.sampled_from(sorted(choices)))

    return GAP.sub(one, text)


async def random_step(draw, desks):
    """One random thing that somebody does."""
    desk = draw(st.sampled_from(desks))
    mine = desk.desk.answerable()
    kind = draw(st.sampled_from(["line", "line", "line", "answer", "answer", "undo", "redo", "roll"]))
    if mine and kind in ("line", "answer"):
        asked = draw(st.sampled_from(mine))
        option = draw(st.sampled_from(asked.question.options))
        return desk, f".选 #{asked.act.number} {filled(draw, option.answer, option.fill)}"
    if kind in ("undo", "redo"):
        return desk, f".{kind}"
    if kind == "roll":
        return desk, draw(st.sampled_from([".r 3d6", ".rh d20", ".r 4d6kh3+2", ".r d20优势"]))
    line, fill = draw(st.sampled_from(offered(desk)))
    return desk, filled(draw, line, fill)


async def random_game(draw, system, folder):
    house = House(SqliteStore(folder / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    try:
        table, _ = await house.demo(system)
        table.chance = DrawnChance(draw)
        desks = [Chat(table, seat, "en") for seat in table.memory.seats]
        states = {table.memory.head: table.memory.state}
        for _ in range(draw(st.integers(3, STEPS))):
            desk, line = await random_step(draw, desks)
            before = table.memory
            reply = await desk.line(line)
            if not reply.ok:
                assert table.memory == before, f"{line} was refused ({reply.code}) and changed something"
            assert states.setdefault(table.memory.head, table.memory.state) == table.memory.state, line
        lines = [s.body for s in await house.store.read(table.id)]
        assert await load_memory(table.system, house.store, table.id) == table.memory
        assert audit(table.system, read_log(lines)).problems == ()
        await no_leak(table, lines)
        await undo_all(table)
    finally:
        await house.close()


async def no_leak(table, lines):
    """An entry with an audience never shows its dice, card or line to a seat outside it."""
    entries = [read_entry(line) for line in lines]
    for seat in table.memory.seats.values():
        for seen in await Logbook(table).tail(seat, 1000):
            entry = entries[log_number(table.memory, seat, seen.n) - 1]
            audience = getattr(entry, "audience", (EVERYBODY,))
            if not hears(seat, audience, entry.seat):
                assert (seen.dice, seen.card, seen.line, seen.questions) == ((), None, "", ())


async def undo_all(table):
    """Back to the very beginning and forward again."""
    end = table.memory.state
    steps = 0
    gm = table.seat(HOST)
    while (await Chat(table, HOST, "en").line(".undo")).ok:
        steps += 1
    opened = read_entry((await table.store.read(table.id, limit=1))[0].body)
    assert table.memory.state == msgspec.json.decode(opened.state, type=table.system.state)
    if steps:
        await redo(table, gm, steps)
        assert table.memory.state == end


@pytest.mark.parametrize("system", sorted(systems()))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_laws_hold_in_random_play(system, data, tmp_path_factory):
    asyncio.run(random_game(data.draw, system, tmp_path_factory.mktemp("law")))


@pytest.mark.parametrize("system", sorted(systems()))
def test_state_survives_the_disk_unchanged(system):
    found = systems()[system]
    state = found.demo().state
    assert msgspec.json.decode(msgspec.json.encode(state), type=found.state) == state
    empty = found.start(found.options())
    assert msgspec.json.decode(msgspec.json.encode(empty), type=found.state) == empty


@pytest.mark.parametrize("system", sorted(systems()))
def test_whom_a_viewer_knows_of_exists_and_the_gm_knows_everybody(system):
    found = systems()[system]
    state = found.demo().state
    everybody = set(found.actors(state))
    if found.knows is not None:
        assert set(found.knows(state, Viewer())) == everybody
        assert set(found.knows(state, Viewer("observer"))) <= everybody
