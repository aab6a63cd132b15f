"""Who answers without being asked: standing orders of a seat, the default policy; and whose dice a seat may type."""

from ludex.core.driving import Choice, Faces
from ludex.table.audit import audit, read_log
from ludex.table.entries import Acted, read_entry
from ludex.table.questions import waits_for
from ludex.testing.dice import ScriptedChance


def dice(table, *faces):
    chance = ScriptedChance(faces)
    chance.roll = table.memory.roll
    table.chance = chance


async def last_act(house, table):
    entries = [read_entry(stored.body) for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log([s.body for s in await house.store.read(table.id)])).problems == ()
    return next(entry for entry in reversed(entries) if isinstance(entry, Acted))


async def test_an_order_answers_and_is_told(house, table, ann, bo):
    assert (await bo.line(".auto me defence=dodge")).ok
    dice(table, 5, 5, 1)
    assert "Standing order" not in (await ann.line(".strike bo")).text
    assert waits_for(table.memory) == []
    assert "Standing order: dodge" in (await bo.line(".log 1")).text
    given = [a for a in (await last_act(house, table)).answers if isinstance(a, Choice)]
    assert [(a.answer, a.how, a.by) for a in given] == [("dodge", "order", "")]


async def test_an_order_may_want_the_person_asked(table, ann, bo, gm):
    await bo.line(".auto me on")
    await bo.line(".askme defence ask")
    dice(table, 5, 5)
    await ann.line(".strike bo")
    assert waits_for(table.memory) == ["player2"]


async def test_off_ends_policy_and_orders(table, ann, bo):
    await bo.line(".auto me on")
    await bo.line(".auto me defence=take")
    assert (await bo.line(".auto me off")).ok
    dice(table, 5, 5)
    await ann.line(".strike bo")
    assert waits_for(table.memory) == ["player2"]


async def test_nobody_orders_for_another(table, ann, bo, gm):
    refused = await ann.line(".auto bo defence=take")
    assert refused.code == "not_yours"
    assert table.memory.settings.orders == {}
    assert (await gm.line(".auto bo defence=take")).ok
    assert "defence" not in (await ann.line(".auto")).text
    assert "defence=take" in (await bo.line(".auto")).text


async def test_an_unknown_order_changes_nothing(table, bo):
    assert (await bo.line(".auto me jump=high")).code == "unknown_order"
    assert table.memory.settings.orders == {}


async def test_a_player_types_faces_for_her_own_dice_alone(house, table, ann, bo, gm):
    await gm.line(".auto bo defence=dodge")
    dice(table, 1)
    refused = await ann.line(".dice 5 5 4: .strike bo")
    assert refused.code == "dice_left_over"
    dice(table, 1)
    assert (await ann.line(".dice 5 5: .strike bo")).ok
    thrown = [a for a in (await last_act(house, table)).answers if isinstance(a, Faces)]
    assert [(t.faces, t.typed) for t in thrown] == [((5, 5), True), ((1,), False)]


async def test_the_gm_types_anybodys(house, table, gm):
    await gm.line(".auto bo defence=dodge")
    assert (await gm.line(".dice 5 5 4: .strike @ann bo")).ok
    assert all(a.typed for a in (await last_act(house, table)).answers if isinstance(a, Faces))
