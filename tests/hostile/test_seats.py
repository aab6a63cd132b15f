"""Who sits here and whom they play is told without those of whom the reader may not know."""

import pytest
from litestar.testing import AsyncTestClient

from ludex.fronts.web.app import create_app
from ludex.text.chat import Chat


@pytest.fixture
async def client(house):
    async with AsyncTestClient(create_app(house)) as one:
        yield one


async def test_a_hidden_character_of_another_seat_is_in_nobody_elses_answer(house, client):
    table, links = await house.demo("boon")
    gm, *players = links
    host = Chat(table, "gm", "zh")
    assert (await host.line(".登场 哥布林 1 阵营=敌人 位=8,4 暗中")).ok
    spy = next(actor for actor in host.desk.actors() if actor not in table.knows(table.memory.seats["player1"]))
    _, secret = await host.desk.invite(role="player", name="丁", controls=(spy,))

    async def told(link):
        return (await client.get("/api/seat", headers={"authorization": f"Bearer {link}"})).text

    assert f'"{spy}"' in await told(links[gm])
    assert f'"{spy}"' in await told(secret)
    for player in players:
        assert spy not in await told(links[player])


@pytest.mark.parametrize("name", ["兽人1", "兽 人1", "哥布林1"])
async def test_no_player_calls_herself_like_somebody_on_the_table(house, name):
    table, _ = await house.demo("boon")
    player = next(one for one in table.memory.seats.values() if not one.gm)
    chat = Chat(table, player.id)
    assert (await chat.line(f".nn {name}")).code == "name_taken"
    assert (await chat.line(f".nn {table.actors()[player.controls[0]]}")).ok, "her own character's name is hers"
    host = Chat(table, "gm")
    assert (await host.line(".登场 狼 1 位=9,4 暗中")).ok
    assert (await chat.line(".nn 狼1")).ok, "of whom she does not know she hears nothing"
