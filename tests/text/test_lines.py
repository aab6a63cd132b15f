"""A deed that was clicked and not typed: the log keeps the deed, and its line is written for whoever reads the log as text."""

import pytest

from ludex.core.deeds import Filled
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.text.chat import Chat

STRIKE = Filled("atk", {"target": "orc1", "weapon": "longsword"}, "an")


@pytest.fixture
async def fight(tmp_path):
    """The demo of boon; it is An's turn."""
    house = House(SqliteStore(tmp_path / "lines.db"))
    table, _ = await house.demo("boon")
    chats = {seat.name: Chat(table, seat.id) for seat in table.memory.seats.values()}
    assert (await chats["安"].line(".上")).ok
    yield chats
    await house.close()


async def clicked(chat, filled, faces=()):
    """The number that the log has for a deed that was clicked."""
    return chat.desk.entry((await chat.do(filled, faces=faces)).n)


async def read_by(chat, n):
    own = f"#{chat.desk.number(n)} "
    return next(text for text in (await chat.line(".log 20")).text.split("\n") if text.startswith(own))


async def test_a_clicked_strike_is_in_the_log_as_a_deed_and_reads_as_a_line_in_each_readers_language(fight):
    n = await clicked(fight["安"], STRIKE, (12, 4))
    asked = (await fight["安"].table.history.commit(n)).asked
    assert (asked.line, asked.filled) == ("", STRIKE)
    assert ".攻击 兽人1 长剑" in await read_by(fight["安"], n)
    assert ".攻击 兽人1 长剑" in await read_by(fight["GM"], n)
    fight["柏"].language = fight["柏"].desk.language = "en"
    assert '.atk 兽人1 "long sword"' in (await read_by(fight["柏"], n)).lower()


async def test_whose_deed_it_is_is_said_where_the_gm_clicks_for_her_and_goes_without_saying_for_her_player(fight):
    assert "@" not in await read_by(fight["GM"], await clicked(fight["安"], STRIKE, (12, 4)))
    hers = await clicked(fight["GM"], Filled("heal", {"who": "bo", "amount": 1}, "an"))
    assert ".治疗 柏 1 @安" in await read_by(fight["柏"], hers)


async def test_what_is_taken_back_is_named_by_the_line_that_was_never_typed(fight):
    await clicked(fight["GM"], Filled("heal", {"who": "bo", "amount": 1}))
    assert ".治疗 柏 1" in (await fight["GM"].line(".undo")).text


async def test_a_players_clicked_wish_is_read_by_the_gm_as_a_line(fight):
    assert (await fight["GM"].line(".设置 信任 询问")).ok
    await clicked(fight["安"], Filled("heal", {"who": "bo", "amount": 2}))
    (asked,) = fight["GM"].desk.questions()
    assert asked.question.what.facts["line"] == "治疗 柏 2"


async def test_a_deed_that_names_somebody_hidden_is_read_by_nobody_who_does_not_know_of_her(fight):
    gm, an = fight["GM"], fight["安"]
    assert (await gm.line(".登场 食人魔 阵营=敌人 位=11,7 隐藏")).ok
    ogre = next(key for key, name in gm.desk.actors().items() if name.startswith("食人魔"))
    assert ogre not in an.desk.actors()
    n = await clicked(gm, Filled("dmg", {"who": ogre, "amount": 1}))
    assert "食人魔" in await read_by(gm, n)
    for seen in await Logbook(an.table).after(an.seat, 0, 500):
        assert ogre not in str((seen.deed, an.desk.with_line(seen).line))
