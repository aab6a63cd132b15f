"""What only the real state forbids tells a player nothing: she hears what she would hear anyway, and the GM is asked."""

import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.core.rule import procedure
from ludex.testing.draws import Numbered
from ludex.testing.pairs import Pair
from ludex.testing.worlds import bare, opened
from ludex.text.chat import Chat
from tests import toy


async def warded(state: toy.State, given: toy.Strike) -> toy.Struck:
    """Nobody strikes at somebody under a ward, of which only the GM knows."""
    if state.of(given.at).secret == "ward":
        raise RuleError("warded", ward=state.of(given.at).secret)
    return await toy.strike(state, given)


def redact(state, viewer):
    if viewer.gm:
        return state
    return msgspec.structs.replace(
        state, duellists=tuple(msgspec.structs.replace(one, secret="") for one in state.duellists)
    )


RULES = {**toy.SYSTEM.procedures, "strike": procedure(warded, name="strike", odds=("result",))}
WARDED = msgspec.structs.replace(toy.SYSTEM, procedures=RULES, redact=redact)


@pytest.fixture
def hidden(table):
    table.system = WARDED
    return table


async def ward(gm):
    assert (await gm.line(".set duellists[1].secret ward")).ok


async def test_the_players_reply_does_not_tell_the_ward_and_the_gm_is_asked(hidden, gm, ann, bo):
    await ward(gm)
    reply = await ann.line(".strike bo 10")
    assert reply.ok
    assert "ward" not in reply.text
    assert [one.question.who for one in gm.desk.questions()] == ["role:gm"]
    assert "ward" in await gm.question(gm.desk.questions()[0])
    assert hidden.memory.roll == 0
    assert "ward" not in str(ann.desk.questions()) + str(bo.desk.questions())
    for seat in (ann, bo):
        seen = [entry for entry in await seen_by(hidden, seat) if "strike" in entry.line]
        assert seen
        assert "ward" not in str(seen)


async def test_the_gm_may_lift_what_forbids_it_or_say_no(hidden, gm, ann):
    await ward(gm)
    await ann.line(".strike bo 10")
    asked = gm.desk.questions()[0]
    with pytest.raises(RuleError, match="warded"):
        await gm.desk.answer(asked.act.number, "allow")
    await gm.line('.set duellists[1].secret ""')
    assert (await gm.answer(gm.desk.questions()[0], "allow")).ok
    assert hidden.memory.roll == 1


async def test_what_she_can_know_is_refused_as_ever(hidden, gm, ann):
    await ward(gm)
    refused = await ann.line(".strike bo 11")
    assert not refused.ok
    assert not gm.desk.questions()
    assert not (await ann.line(".strike nobody 3")).ok


async def test_the_gm_reads_the_real_reason(hidden, gm):
    await ward(gm)
    refused = await gm.line(".strike bo 10 @ann")
    assert not refused.ok
    assert "ward" in refused.text


async def seen_by(table, chat):
    from ludex.table.logbook import Logbook

    return await Logbook(table).after(chat.seat, 0)


@pytest.fixture
async def pair(house):
    """Two worlds, in one of which a ward forbids what a player wants."""
    worlds = [await opened(toy.SYSTEM, house, 0, trust=None) for _ in range(2)]
    for world in worlds:
        world.host.table.system = WARDED
    one = Pair(worlds[0], worlds[1], Numbered(1))
    assert (await one.other.typed(one.other.host, ".set duellists[1].secret ward", "hide")).ok
    await one.compare()
    return one


async def test_asked_in_both_worlds_the_player_cannot_tell_which_of_them_forbids_it(pair):
    here, there = await pair.both(".strike bo 10", "strike")
    assert pair.met["asked in both"] == 1
    assert bare(here) == bare(there)
    await pair.compare()
    for world in (pair.plain, pair.other):
        (asked,) = world.host.desk.questions()
        assert (await world.typed(world.host, f".选 #{asked.act.number} 不许", "answer")).ok
    await pair.compare()
    assert not pair.other.host.table.memory.parked


async def test_what_waits_unseen_is_nothing_to_whom_a_number_is_guessed_for(house, gm, ann):
    """`.选 #1 1` was answered otherwise where something of which the player does not hear was waited for."""
    table, _ = await house.demo("mirror")
    host, player = Chat(table, "gm", "zh"), Chat(table, "player1", "zh")
    before = [(await player.line(f".选 #{number} 1")).text for number in range(1, 8)]
    assert (await host.line(".暗 关系 shade @安")).ok
    assert table.memory.parked
    assert [(await player.line(f".选 #{number} 1")).text for number in range(1, 8)] == before
