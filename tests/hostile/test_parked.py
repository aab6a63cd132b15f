"""Many acts that wait: a move through history plays each of them once, others have their turn between, and there are never too many."""

import asyncio
from collections import Counter
from itertools import pairwise

import pytest

from ludex.core.errors import RuleError
from ludex.table import parked
from ludex.table.undo import redo, undo
from ludex.text.reader import answers

OPEN, STEPS = 24, 30


@pytest.fixture
async def busy(table, gm):
    """A table with acts that wait and steps that were done since."""
    for n in range(OPEN):
        assert (await gm.line(f".enlist wait{n}")).ok
    assert len(table.memory.parked) == OPEN
    for n in range(STEPS):
        assert (await gm.line(f".join step{n}")).ok
    return table


@pytest.fixture
def played(monkeypatch):
    """How often each act that waits was played."""
    count, standing = Counter(), parked.standing

    def counted(system, memory, state, call, answers):
        count[call.asked.line] += 1
        return standing(system, memory, state, call, answers)

    monkeypatch.setattr(parked, "standing", counted)
    return count


@pytest.mark.parametrize("steps", [1, STEPS])
async def test_a_move_plays_what_waits_once_however_far_it_goes(busy, gm, played, steps):
    for move in (undo, redo):
        played.clear()
        assert len(await move(busy, gm.seat, steps)) == steps
        assert set(played.values()) == {1}
        assert len(played) == OPEN
    assert len(busy.memory.parked) == OPEN


async def test_what_is_forbidden_where_a_move_leads_to_goes_with_it(busy, gm, played):
    assert (await gm.line(f".strike step{STEPS - 1} 10 @ann")).ok
    assert len(busy.memory.parked) == OPEN + 1
    await undo(busy, gm.seat, STEPS)
    assert len(busy.memory.parked) == OPEN, "nobody is struck who is not there"


async def test_others_have_their_turn_between_two_that_are_played(busy, gm, played):
    turns = []

    async def somebody():
        while True:
            turns.append(played.total())
            await asyncio.sleep(0)

    other = asyncio.create_task(somebody())
    await undo(busy, gm.seat, STEPS)
    other.cancel()
    assert max(after - before for before, after in pairwise(turns)) <= 1


async def test_no_more_wait_than_may_at_a_table_the_gm_included(table, gm, ann, monkeypatch):
    monkeypatch.setattr(parked, "MOST_WAITING", 6)
    for n in range(3):
        assert (await ann.line(f".enlist hers{n}")).ok
    before = table.memory
    assert (await ann.line(".enlist onemore")).code == "too_many_waiting"
    for n in range(3):
        assert (await gm.line(f".enlist his{n}")).ok, "half of them is the GM's"
    waiting = table.memory
    refused = await gm.line(".enlist onemore")
    assert refused.code == "too_many_waiting"
    assert "6" in refused.text
    assert table.memory is waiting is not before


async def test_what_the_gm_has_under_way_makes_no_difference_to_a_player(table, gm, ann, monkeypatch):
    monkeypatch.setattr(parked, "MOST_WAITING", 6)
    for n in range(6):
        assert (await gm.line(f".enlist his{n}")).ok
    assert (await ann.line(".enlist hers")).ok
    with pytest.raises(RuleError, match="too_many_waiting"):
        parked.check_few_wait(table.memory, gm.seat)


async def test_a_line_is_heard_once_by_questions_that_ask_the_same(table, gm, ann, bo, monkeypatch):
    heard, read = [], answers._answers
    monkeypatch.setattr(answers, "_answers", lambda *given: heard.append(given[-1]) or read(*given))
    for _ in range(3):
        assert (await ann.line(".strike bo 10")).ok
    assert len({one.act.number for one in bo.desk.questions()}) == 3
    heard.clear()
    for _ in range(2):
        assert not (await bo.line(".dogde it somehow")).ok
    assert heard == ["dogde it somehow"]
