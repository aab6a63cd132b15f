"""Bodies that make no sense, and requests that another site sends: they are paid for, refused, and told what is wrong."""

from contextlib import suppress
from itertools import cycle, islice

import httpx
import pytest

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.fronts import pace
from ludex.fronts.pace import Pace, Paces
from ludex.fronts.web.app import create_app
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.hostile.test_many_seats import Clock
from tests.ours import systems

DEEP = b"[" * 30_000 + b"]" * 30_000


@pytest.fixture
async def served(tmp_path, monkeypatch):
    """A house, a client of its application, and a seat's link; no time passes, so that no purse fills up again."""
    monkeypatch.setattr(pace, "PAUSE", 0)
    clock = Clock()
    paces = Paces(sending=Pace(600, 40, clock), opening=Pace(40, 1, clock), visiting=Pace(600, 60, clock))
    house = House(SqliteStore(tmp_path / "bodies.db"))
    _, links = await house.demo("mist")
    transport = httpx.ASGITransport(app=create_app(house, paces), client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client, next(iter(links.values()))
    await house.close()


@pytest.mark.parametrize("body", [DEEP, b"{", b"\xff" * 60_000, b'{"text": ' + b"9" * 60_000])
@pytest.mark.parametrize("path", ["/api/deeds", "/api/line"])
async def test_a_body_that_makes_no_sense_is_paid_for(served, path, body):
    client, link = served
    bearer = {"authorization": f"Bearer {link}"}
    found = [(await client.post(path, content=body, headers=bearer)).status_code for _ in range(700)]
    assert set(found) == {400, 429}
    assert found.count(400) <= 601 if len(body) < 10 else found.count(400) < 20


@pytest.mark.parametrize("path", ["/api/tables", "/api/demos"])
async def test_so_it_is_where_there_is_no_seat_yet(served, path):
    client, _ = served
    found = [(await client.post(path, content=DEEP)).status_code for _ in range(200)]
    assert set(found) == {400, 429}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null", "content-type": "text/plain"},
    ],
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/demos"])
async def test_no_other_site_makes_tables(served, path, headers):
    client, _ = served
    assert (await client.post(path, json={"system": "mist", "name": "x"}, headers=headers)).status_code == 403
    assert (await client.post(path, json={"system": "mist", "name": "x"})).status_code == 201, "a program"
    here = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert (await client.post(path, json={"system": "mist", "name": "x"}, headers=here)).status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/api/line", {"text": ".r d20", "colour": 1}, "colour"),
        ("/api/line", {}, "text"),
        ("/api/deeds", {"deed": 7}, "deed"),
        ("/api/undo", {"steps": "many"}, "steps"),
        ("/api/demos", {"system": "mist", "langauge": "zh"}, "langauge"),
    ],
)
async def test_what_is_wrong_with_a_body_is_named(served, path, body, named):
    client, link = served
    answer = await client.post(path, json=body, headers={"authorization": f"Bearer {link}"})
    assert answer.status_code == 400
    assert named in str(answer.json()["facts"])


ODD_VALUES = (3, True, 1.5, ["a"], {"a": {"b": 1}}, [[1, 2]], [True], "", None)
"""What a program may put where a deed wants a word."""


@pytest.mark.parametrize("system", sorted(systems()))
async def test_a_value_of_another_kind_is_read_or_refused_and_never_the_systems_failure(tmp_path, system):
    house = House(SqliteStore(tmp_path / "values.db"))
    table, _ = await house.demo(system)
    desk, odd = Chat(table, HOST).desk, cycle(ODD_VALUES)
    for command in desk.commands.values():
        for field in command.args:
            for value in islice(odd, 4):
                with suppress(RuleError):
                    desk.prepare(Filled(command.key, {field.name: value}, next(iter(table.actors()))))
    await house.close()
