"""Rehearsals by program: the API (the GM's alone) and the command line give what the laboratory gives."""

import asyncio
import json
import re

import httpx
import pytest

from ludex.core.rehearsal import Setup
from ludex.fronts.cli.rehearse import rehearse as typed
from ludex.fronts.web.serve import Server, configuration
from ludex.lab.rehearsing import Here, side_by_side
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.registry import system
from tests.patience import LONG


@pytest.fixture
async def house(tmp_path):
    found = House(SqliteStore(tmp_path / "lab.db"))
    yield found
    await found.close()


@pytest.fixture
async def client(house):
    listening = asyncio.get_running_loop().create_future()
    server = Server(configuration(house, host="127.0.0.1", port=0), listening.set_result)
    serving = asyncio.create_task(server.serve())
    async with httpx.AsyncClient(base_url=await listening, timeout=LONG) as opened:
        yield opened
    server.should_exit = True
    await serving


async def test_the_api_rehearses_for_the_gm_alone(house, client):
    _, links = await house.demo("mist")
    seats = {name: {"authorization": f"Bearer {secret}"} for name, secret in links.items()}
    gm = next(name for name in seats if name.lower() == "gm")
    player = next(name for name in seats if name != gm)
    asked = {"scene": "", "runs": 5, "seed": 3}
    assert (await client.post("/api/rehearsals", json=asked, headers=seats[player])).status_code == 403
    answer = await client.post("/api/rehearsals", json=asked, headers=seats[gm])
    assert answer.status_code == 200
    mist = system("mist")
    wanted = side_by_side(mist, mist.demo().state, Setup(), seed=3, runs=5, executor=Here())
    ways = answer.json()["ways"]
    assert {name: (one["runs"], one["win"]) for name, one in ways.items()} == {
        name: (one.runs, one.win.share) for name, one in wanted.items()
    }
    assert all(one["low"] <= one["win"] <= one["high"] for one in ways.values())


def test_the_command_line_gives_the_rows_of_the_laboratory(capsys):
    typed("mist", runs=3, seed=3, workers=1, json=True)
    rows = json.loads(capsys.readouterr().out)
    mist = system("mist")
    wanted = side_by_side(mist, mist.demo().state, Setup(), seed=3, runs=3, executor=Here())
    assert {name: [row["winner"] for row in those] for name, those in rows.items()} == {
        name: [row.winner for row in one.rows] for name, one in wanted.items()
    }


def test_the_command_line_names_people_in_the_language_of_the_one_who_asks(capsys):
    typed("fet", workers=1, language="en")
    told = capsys.readouterr().out
    assert "our side wins" in told
    assert not re.search(r"[\u4e00-\u9fff]", told)


def test_the_command_line_finds_a_number(capsys):
    typed("fet", knob="count:打手", target=90, workers=1)
    assert "打手：4 → 赢 100%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("how", "told"),
    [({"away": ("龙",)}, "龙"), ({"turn": ("count:龙=2",)}, "count:打手"), ({"knob": "count:龙"}, "count:打手")],
)
def test_what_is_not_there_ends_in_one_sentence(how, told):
    with pytest.raises(SystemExit, match=told):
        typed("fet", **how)
