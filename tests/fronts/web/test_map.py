"""The map as data: what a deed would draw before it is done, distances by the system's own measure, pictures of people and ground."""

import asyncio
import io

import pytest
from msgspec.structs import replace
from PIL import Image

from ludex.fronts.web.live import messages as m
from ludex.fronts.web.live.asked import deed
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.traced import far, traced
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.systems.mirror.rules.walking import may_react
from ludex.table.house import House
from ludex.text.chat import Chat


@pytest.fixture
async def sat(tmp_path):
    """A demo of a system with the chat of each seat."""
    houses = []

    async def open_demo(system):
        house = House(SqliteStore(tmp_path / f"{system}.db"))
        houses.append(house)
        table, _ = await house.demo(system)
        return table, {seat.name: Chat(table, seat.id) for seat in table.memory.seats.values()}

    yield open_demo
    for house in houses:
        await house.close()


def picture(colour="red"):
    written = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(written, "PNG")
    return written.getvalue()


async def test_a_move_is_shown_with_its_way_and_cost_before_it_is_gone(sat):
    _, chats = await sat("boon")
    an = chats["安"]
    await an.line(".上")
    drawn = traced(an, m.Trace(deed="mv", args={"to": [2, 6]}, actor="an"))
    assert drawn.ok
    assert drawn.way[-1] == (2, 6)
    assert drawn.cost == "3 码"
    assert drawn.left == "7 码"
    await deed(an, Scroll(an), m.DeedAsked(deed="mv", args={"to": [2, 6]}, actor="an"))
    assert an.desk.state.character("an").position == (2, 6)


async def test_a_way_that_is_too_long_or_taken_says_why(sat):
    _, chats = await sat("boon")
    an = chats["安"]
    await an.line(".上")
    for to in ([3, 3], [99, 0]):
        drawn = traced(an, m.Trace(deed="mv", args={"to": to}, actor="an"))
        assert not drawn.ok
        assert drawn.why
        assert drawn.way == ()


async def test_an_area_is_laid_with_those_in_it(sat):
    _, chats = await sat("boon")
    duo = chats["朵"]
    await duo.line(".上")
    card = next(one for one in duo.desk.deeds() if one.spot)
    drawn = traced(duo, m.Trace(deed=card.name, args={**card.given, card.spot: ["3", "3"]}, actor="duo"))
    assert drawn.ok, drawn.why
    assert (3, 3) in drawn.area
    assert "orc1" in drawn.hits
    assert "archer1" not in drawn.hits


async def test_who_may_react_to_a_way_is_told(sat):
    table, chats = await sat("mirror")
    await chats["GM"].line(".冲突")
    while table.memory.parked:  # what initiative asks
        number, act = next(iter(table.memory.parked.items()))
        await table.answer(table.seat("gm"), number, act.question.options[-1].answer)
    state = table.memory.state
    ready = replace(state, characters={who: replace(c, ap=3) for who, c in state.characters.items()})
    assert set(may_react(ready, "an", ((2, 3), (2, 4), (3, 4)))) == {"bandit1", "bandit2"}
    assert may_react(ready, "an", ((1, 2), (0, 2))) == ("bandit1",)
    spent = replace(state, characters={who: replace(c, ap=0) for who, c in state.characters.items()})
    assert may_react(spent, "an", ((2, 3), (2, 4))) == ()


async def test_distances_are_the_systems_own(sat):
    _, chats = await sat("boon")
    assert far(chats["安"], m.Far(a=(0, 0), b=(3, 2))) == "3 码"
    _, chats = await sat("mirror")
    assert far(chats["安"], m.Far(a=(0, 0), b=(3, 2))) == "5 格"
    _, chats = await sat("mist")
    assert far(chats["GM"], m.Far(a=(0, 0), b=(3, 2))) == ""


async def test_portraits_and_ground_are_brought_seen_and_taken_away(house, demo, client, sit):
    _, links = demo
    page = await sit(links["gm"])
    for of in ("ann", "ground"):
        brought = await client.post(
            f"/t/{links['gm']}/faces/{of}", content=picture(), headers={"sec-fetch-site": "same-origin"}
        )
        assert brought.status_code == 200, brought.text
    pushed = await page.until(lambda one: "faces/" in one.get("set", {}).get("board", ("", ""))[1])
    html = pushed["set"]["board"][1]
    name = html.split("/t/~/faces/")[1].split('"')[0]
    shown = await client.get(f"/t/{links['gm']}/faces/{name}")
    assert shown.status_code == 200
    assert shown.headers["content-type"] == "image/webp"
    whole = await client.get(f"/t/{links['gm']}")
    assert f"/t/{links['gm']}/faces/{name}" in whole.text
    assert "/t/~/" not in whole.text
    gone = await client.delete(f"/t/{links['gm']}/faces/ground", headers={"sec-fetch-site": "same-origin"})
    assert gone.status_code == 200


async def test_a_picture_is_somebodys_own_or_the_gms_and_no_other_file(demo, client):
    _, links = demo
    player = next(link for name, link in links.items() if name != "gm")
    here = {"sec-fetch-site": "same-origin"}
    refused = await client.post(f"/t/{player}/faces/ground", content=picture(), headers=here)
    assert refused.status_code == 400
    bad = await client.post(f"/t/{links['gm']}/faces/ground", content=b"no picture", headers=here)
    assert bad.status_code == 400
    assert bad.text
    elsewhere = await client.post(
        f"/t/{links['gm']}/faces/ground", content=picture(), headers={"sec-fetch-site": "cross-site"}
    )
    assert elsewhere.status_code == 403
    assert (await client.get(f"/t/{player}/faces/{'0' * 40}")).status_code == 404


async def test_people_are_chosen_on_the_board_and_not_as_tags(sat):
    table, chats = await sat("mirror")
    picture = await Painter().picture(chats["安"])
    assert 'class="spread"' not in picture.fragments["hand"].html
    assert table.system.id == "mirror"


async def test_what_was_seen_and_lies_in_fog_now_is_the_seats_and_found_again_in_the_log(sat):
    table, chats = await sat("mirror")
    painter, an = Painter(), chats["安"]
    board = (await painter.picture(an)).fragments["board"].html
    assert "wash fog" in board
    assert "wash known" not in board
    await chats["GM"].line(".放 安 8,5")
    away = (await painter.picture(an)).fragments["board"].html
    assert "wash known" in away  # where she stood
    other = Chat(table, an.desk.seat_id)
    assert (await painter.picture(other)).fragments["board"].html == away  # her phone shows the same
    fresh, woken = Painter(), asyncio.Event()  # the server starts again
    await fresh.picture(an)
    table.watchers.append(woken.set)
    while not fresh.explored.found:  # the other's own search may end meanwhile
        await woken.wait()
        woken.clear()
    assert (await fresh.picture(an)).fragments["board"].html == away


async def test_a_stroke_of_the_brush_in_secret_is_nobodys_news(house, sit):
    table, links = await house.demo("boon")
    gm, player = await sit(links["gm"]), await sit(next(link for name, link in links.items() if name != "gm"))
    stroke = {"kind": "墙", "cells": ["7,7", "8,7"]}
    assert (await gm.ask("deed", deed="ground", args=stroke, secret=True))["ok"]
    assert "brushed" in (await gm.until(lambda m: "log" in m))["log"][0]["html"]
    await gm.ask("line", text="来吧")
    told = (await player.until(lambda m: "log" in m))["log"]
    assert ["来吧" in one["html"] for one in told] == [True]
    assert any((7, 7) in ground.cells for ground in table.memory.state.ground)


async def test_fog_that_is_painted_is_weather_for_every_eye_and_never_thins_to_what_was_seen_before(house, sit):
    table, links = await house.demo("boon")
    gm = await sit(links["gm"])
    assert (await gm.ask("deed", deed="ground", args={"kind": "雾", "cells": ["9,1", "10,1"]}))["ok"]
    for seat in table.memory.seats:
        board = (await Painter().picture(Chat(table, seat))).fragments["board"].html
        assert "wash murk" in board
        assert "wash known" not in board
