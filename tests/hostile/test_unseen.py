"""What only the real state forbids tells a player nothing: she hears what she would hear anyway, and the GM is asked."""

import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.core.rule import procedure
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


@pytest.fixture
def hidden(table):
    rules = {**toy.SYSTEM.procedures, "strike": procedure(warded, name="strike", odds=("result",))}
    table.system = msgspec.structs.replace(toy.SYSTEM, procedures=rules, redact=redact)
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
