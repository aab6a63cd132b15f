"""Dice to come: nobody learns them, and nobody chooses among them, by making something fail after the first die has fallen."""

import pytest
from msgspec.structs import replace

from ludex.core.asks import choose, roll
from ludex.core.deeds import Do
from ludex.core.driving import Faces
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import HOST, actor
from ludex.core.rule import procedure
from ludex.dice.pools import d, highest_of
from ludex.table import house as house_module
from ludex.table.audit import audit, read_log, written
from ludex.table.entries import Acted, read_entry
from ludex.table.shelter import sheltered
from tests.toy import SYSTEM, Gamble, Rest, Wounded, happen

NOTHING: dict[int, str] = {}


async def compare(state, given: Gamble):
    """Ann and Bo throw a D20 each, as one throw."""
    return (await roll(highest_of(2, 20), "rolls.compare", who=(actor("ann"), actor("bo")))).value


async def tempt(state, given: Gamble):
    """Bo is asked; whoever takes it throws a D20, of which the rules then say no."""
    if await choose(actor("bo"), "questions.defence", ("take", "leave")) == "take":
        raise RuleError("unlucky", face=(await roll(d(20), "rolls.tempt")).value)
    return "left"


async def stumble(state, given: Gamble):
    """A D20 on which the program itself breaks."""
    return NOTHING[(await roll(d(20), "rolls.stumble")).value]


async def harm(state, given: Gamble):
    """All hearts are gone, so that a rest is due."""
    await happen(Wounded("bo", 3))


async def restless(state, given: Rest):
    """What is due throws a D20 and is refused."""
    raise RuleError("unlucky", face=(await roll(d(20), "rolls.rest")).value)


ODD = replace(
    SYSTEM,
    procedures={
        **SYSTEM.procedures,
        **{one.__name__: procedure(one) for one in (compare, tempt, stumble, harm)},
        "rest": procedure(restless, name="rest"),
    },
)


@pytest.fixture
async def odd(house, monkeypatch):
    """A table of a game that fails after its dice."""
    system = sheltered(ODD)
    monkeypatch.setattr(house_module, "find_system", lambda _name: system)
    table, _ = await house.demo("toy")
    return table


async def last(table):
    found = [read_entry(one.body) for one in await table.store.read(table.id)]
    return next(one for one in reversed(found) if isinstance(one, Acted))


def thrown(entry):
    return [one for one in entry.answers if isinstance(one, Faces)]


async def proven(table):
    """Nothing is wrong with the log when its seed is shown."""
    await table.reveal(table.seat(HOST))
    log = [written(s.n, s.body) for s in await table.store.read(table.id)]
    return audit(table.system, read_log(log)).problems == ()


async def does(table, name, **how):
    return await table.act(table.seat("player1"), Do(name, {"who": "ann"}), **how)


async def test_faces_that_are_left_over_do_not_bring_back_what_another_has_thrown(table, gm, ann):
    await gm.line(".auto bo defence=dodge")
    before = table.memory.roll
    refused = await ann.line(".dice 6 6 5: .strike bo")
    assert (refused.code, "5" in refused.text) == ("dice_left_over", True)
    assert table.memory.roll == table.chance.roll == before + 1
    spent = await last(table)
    assert spent.refused == "dice_left_over"
    assert [one.typed for one in thrown(spent)] == [True, False]
    assert await proven(table)


async def test_a_die_that_falls_beside_one_that_was_typed_in_is_spent(odd):
    before = odd.memory.roll
    await does(odd, "compare", typed=(20,))
    (shown,) = thrown(await last(odd))
    assert (shown.faces[0], shown.typed, shown.by_hand) == (20, False, (0,))
    assert odd.memory.roll == odd.chance.roll == before + 1
    await does(odd, "compare")
    assert odd.memory.roll == before + 2
    assert await proven(odd)


async def test_who_calls_another_die_typed_in_is_found_out(odd):
    await does(odd, "compare", typed=(20,))
    log = [written(s.n, s.body) for s in await odd.store.read(odd.id)]
    for old, new in (
        (b'"by_hand":[0]', b'"by_hand":[0,1]'),
        (b'"whose":["actor:ann","actor:bo"]', b'"whose":["actor:ann"]'),
    ):
        forged = [line.replace(old, new) for line in log]
        assert forged != log
        assert any("typed in" in one.what for one in audit(odd.system, read_log(forged)).problems)


async def test_the_dice_of_a_policys_bad_answer_are_spent(odd, gm):
    gm = type(gm)(odd, HOST, "en")
    assert (await gm.line(".auto bo")).ok
    before = odd.memory.roll
    outcome = await does(odd, "tempt")
    assert outcome.asks, "the question is left to people"
    assert odd.memory.roll == odd.chance.roll == before + 1
    assert (await last(odd)).refused == "unlucky"
    assert outcome.act in odd.memory.parked
    assert await proven(odd)


async def test_a_program_that_breaks_on_a_die_has_spent_it_and_tells_no_face(odd):
    before = odd.memory.roll
    with pytest.raises(SystemFailed) as failed:
        await does(odd, "stumble")
    assert odd.memory.roll == odd.chance.roll == before + 1
    spent = await last(odd)
    assert spent.refused == "system_failed"
    assert str(thrown(spent)[0].faces[0]) not in failed.value.problem
    assert await proven(odd)


async def test_the_dice_of_what_follows_by_itself_and_is_refused_are_spent(odd):
    before = odd.memory.roll
    await does(odd, "harm")
    assert odd.memory.roll == odd.chance.roll == before + 1
    assert odd.memory.settings.pace == "step"
    assert await proven(odd)
