"""A player's undo tells nothing of what others did unseen: it answers as in the world in which that did not happen."""

import msgspec
import pytest

from ludex.fronts.web.live.fragments import redo_line, step_line
from ludex.table.audit import audit, read_log, written
from ludex.table.loading import load_memory
from ludex.table.logbook import Logbook
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat

SECRET = ".set duellists[1].secret ward"
ASK = ".setting trust ask"


@pytest.fixture
def world(house):
    """A table with its people; who is hidden from whom is as in any other."""

    async def opened(*lines):
        table, _ = await house.demo("toy")
        table.chance = ScriptedChance((7,))
        people = {name: Chat(table, seat, "en") for name, seat in (("gm", "gm"), ("ann", "player1"), ("bo", "player2"))}
        told = []
        for line in (f"gm {ASK}", *lines):
            who, _, typed = line.partition(" ")
            reply = await people[who].line(typed)
            assert reply.ok or who != "gm", (line, reply.text)
            if who == "ann":
                told.append((reply.ok, reply.code, reply.text, reply.n, reply.private))
        seen = await Logbook(table).after(people["ann"].seat, 0)
        undo = (await step_line(people["ann"], table.memory.head))[1]
        return table, (told, msgspec.json.encode(seen), undo, await redo_line(people["ann"]))

    return opened


async def sound(house, table):
    """The log proves itself, and gives back the very memory."""
    lines = read_log([written(one.n, one.body) for one in await house.store.read(table.id)])
    assert audit(table.system, lines).problems == ()
    assert await load_memory(table.system, house.store, table.id) == table.memory


def secret_of(table, who="bo"):
    return table.memory.state.of(who).secret


STORIES = (
    ("ann .undo",),
    ("ann .join zoe", "HIDDEN", "ann .undo"),
    ("ann .join zoe", "HIDDEN", "ann .undo", "ann .redo"),
    ("ann .join zoe", "HIDDEN", "ann .undo", "ann .redo", "ann .undo", "ann .undo"),
    ("HIDDEN", "ann .undo", "ann .redo"),
    ("ann .join zoe", "HIDDEN", "ann .join kim", "HIDDEN", "ann .undo 2", "ann .redo", "ann .redo"),
    ("ann .join zoe", "HIDDEN", "ann .r d20", "ann .undo", "ann .undo"),
    ("gm .join zoe", "HIDDEN", "ann .undo"),
    ("ann .join kim", "gm .join zoe", "HIDDEN", "ann .undo"),
    ("ann .enlist lee", "HIDDEN", "ann .undo"),
    ("ann .join zoe", "HIDDEN", "gm .undo", "ann .redo", "ann .undo"),
    ("ann .join zoe", "ann .undo", "HIDDEN"),
    ("ann .join zoe", "ann .undo", "HIDDEN", "ann .redo"),
    ("ann .join zoe", "ann .undo", "HIDDEN", "ann .redo", "ann .undo", "HIDDEN", "ann .redo"),
    ("ann .join zoe", "ann .join kim", "ann .undo 2", "HIDDEN", "ann .redo", "HIDDEN", "ann .redo"),
    ("ann .join zoe", "ann .join kim", "ann .undo 2", "HIDDEN", "ann .redo 2"),
    ("ann .join zoe", "HIDDEN", "ann .undo", "HIDDEN", "ann .redo", "ann .undo"),
    ("ann .join zoe", "ann .undo", "HIDDEN", "gm .join kim", "ann .redo"),
    ("ann .join zoe", "ann .undo", "HIDDEN", "ann .join kim", "ann .redo", "ann .undo"),
    ("ann .enlist lee", "ann .undo", "HIDDEN", "ann .redo"),
)


@pytest.mark.parametrize("story", STORIES, ids=" · ".join)
async def test_it_is_the_same_whether_somebody_acted_unseen_or_not(house, world, story):
    hidden = iter((SECRET, SECRET.replace("ward", "oath")))
    plain = [line for line in story if line != "HIDDEN" and line != "gm .undo"]
    full = [f"gm {next(hidden)}" if line == "HIDDEN" else line for line in story]
    _, without = await world(*plain)
    table, told = await world(*full)
    assert told == without
    await sound(house, table)


async def test_what_was_done_unseen_stays_and_is_in_the_log_for_the_gm(house, world):
    table, _ = await world("ann .join zoe", f"gm {SECRET}", "ann .undo")
    assert secret_of(table) == "ward"
    assert "zoe" not in table.system.actors(table.memory.state)
    seen = await Logbook(table).after(table.seat("gm"), 0)
    assert [one.line for one in seen if not one.undone and "secret" in one.line] == [SECRET]
    again = (await house.store.read(table.id))[-1]
    await sound(house, table)
    assert await table.history.state_at(again.n) == table.memory.state
    gm = Chat(table, "gm", "en")
    assert (await gm.line(".undo")).ok
    assert secret_of(table) == "hush-bo"


async def test_what_was_done_unseen_stays_when_a_step_is_brought_back(house, world):
    table, _ = await world("ann .join zoe", "ann .undo", f"gm {SECRET}", "ann .redo")
    assert secret_of(table) == "ward"
    assert "zoe" in table.system.actors(table.memory.state)
    await sound(house, table)


async def test_after_an_unseen_deed_of_her_own_the_gm_has_nothing_to_redo(world):
    table, _ = await world("ann .join zoe", "ann .undo", f"gm {SECRET}")
    assert (await Chat(table, "gm", "en").line(".redo")).code == "nothing_to_redo"


async def test_what_rests_on_it_is_the_gms_to_let_go(world):
    table, (told, *_) = await world("ann .join zoe", "gm .set duellists[2].secret spy", "ann .undo")
    assert table.memory.parked
    assert secret_of(table, "zoe") == "spy"
    assert "spy" not in str(told)
    gm = Chat(table, "gm", "en")
    assert (await gm.line("allow")).ok
    assert "zoe" not in table.system.actors(table.memory.state)


async def test_the_gms_requests_are_not_those_of_whoever_takes_back(world):
    table, _ = await world("ann .join zoe", f"gm {SECRET}")
    assert (await Chat(table, "player1", "en").line(".undo", "7")).ok
    assert (await Chat(table, "gm", "en").line("well then", "7")).ok
    assert table.memory.requests.entry("gm", "7") == table.memory.n


@pytest.mark.parametrize(
    "moves", [(".undo", ".undo", ".redo"), (".undo 2", ".redo"), (".undo 2", ".redo 2")], ids=" ".join
)
async def test_whom_a_seat_holds_is_the_same_after_a_restart(house, world, moves):
    table, _ = await world("ann .join zoe", "ann .join kim", *(f"ann {move}" for move in moves))
    await sound(house, table)


async def test_dice_are_not_taken_back_behind_a_free_step(world):
    table, _ = await world()
    ann, bo = Chat(table, "player1", "en"), Chat(table, "player2", "en")
    table.chance = ScriptedChance((5, 2))
    assert (await ann.line(".strike bo")).ok
    assert (await bo.line("take")).ok
    assert (await ann.line(".join zoe")).ok
    assert (await ann.line(".undo 2")).ok
    assert table.memory.state.of("bo").hearts == 2
    assert "zoe" not in table.system.actors(table.memory.state)


async def test_dice_are_not_taken_back_where_the_table_is_strict(world):
    table, _ = await world("gm .setting trust strict")
    ann, bo = Chat(table, "player1", "en"), Chat(table, "player2", "en")
    table.chance = ScriptedChance((5, 2))
    assert (await ann.line(".strike bo")).ok
    assert (await bo.line("take")).ok
    assert (await ann.line(".undo")).code == "gm_only"
    assert table.memory.state.of("bo").hearts == 2
