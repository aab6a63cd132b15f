"""Somebody with many seats or many tables has no more of the server than her table and her address have; her neighbours have their share."""

import asyncio

import httpx
import pytest

from ludex.fronts import pace
from ludex.fronts.pace import Crowd, Pace, Paces, Shared
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def spent(shared, clock, wanted, seconds):
    """What each gets of a purse in so many seconds: everybody asks ten times a second for what she wants."""
    got = dict.fromkeys(wanted, 0.0)
    for _ in range(seconds * 10):
        clock.now += 0.1
        for who, cost in wanted.items():
            if shared.short("home", who, cost) <= 0:
                shared.charge("home", who, cost)
                got[who] += cost
    return got


def test_who_keeps_to_her_share_has_it_however_many_others_do_not():
    clock = Clock()
    shared = Shared(8000, 400, clock)
    wanted = {f"greedy{n}": 40 for n in range(30)} | {"friend": 0.8}
    got = spent(shared, clock, wanted, 300)
    assert got["friend"] == pytest.approx(0.8 * 10 * 300, rel=0.01), (
        "eight milliseconds in each second: an eager player"
    )
    assert sum(got.values()) < 8000 + 2 * 400 * 300


def test_nobody_who_shares_with_others_like_her_is_ever_held_up():
    """Eight people of one home, at two tables, each as eager as people are: none of them hears that she is too fast."""
    clock = Clock()
    shared = Shared(8000, 400, clock)
    evening = {"one": 6.0, "other": 6.0}
    got = spent(shared, clock, evening, 3600)
    assert got == {who: pytest.approx(6.0 * 36_000) for who in evening}


def test_new_ones_are_no_way_around_an_empty_purse():
    clock = Clock()
    shared = Shared(1000, 100, clock)
    total = 0
    for n in range(5000):
        clock.now += 0.01
        if shared.short("home", f"new{n}", 20) <= 0:
            shared.charge("home", f"new{n}", 20)
            total += 20
    assert total <= 1000 + 2 * 100 * 50


@pytest.fixture
def paces():
    """As on any server, a tenth of it, so that it is soon empty; no time passes, so that nothing fills up again."""
    clock = Clock()
    return Paces(
        sending=Pace(60, 4, clock),
        opening=Pace(40, 1, clock),
        tables=Shared(200, 10, clock),
        addresses=Shared(400, 20, clock),
        homes=Crowd(6),
    )


@pytest.fixture
async def served(tmp_path, paces, monkeypatch):
    """A server behind a proxy that says for whom it asks; its address, and its house."""
    monkeypatch.setattr(pace, "PAUSE", 0)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    house = House(SqliteStore(tmp_path / "many.db"))
    listens = asyncio.Event()
    server = Server(configuration(house, host="127.0.0.1", port=0, paces=paces), lambda _: listens.set())
    task = asyncio.create_task(server.serve())
    await listens.wait()
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    ) as client:
        yield house, client
    server.should_exit = True
    await task
    await house.close()


async def seated(house, many):
    """A table with so many seats; their secrets."""
    table, secrets = await house.demo("mist")
    made = [await invite(table, table.seat("gm"), role="player", name=f"S{n}") for n in range(many)]
    return next(iter(secrets.values())), [secret for _, secret in made]


async def sent(client, secret, address, times):
    """How many lines of a seat were taken."""
    headers = {"authorization": f"Bearer {secret}", "x-forwarded-for": address}
    found = [await client.post("/api/line", json={"text": "again"}, headers=headers) for _ in range(times)]
    assert {one.status_code for one in found} <= {200, 429}
    return sum(one.status_code == 200 for one in found)


async def test_a_table_has_one_purse_however_many_seats_it_has(served):
    house, client = served
    _, secrets = await seated(house, 12)
    taken = sum([await sent(client, secret, f"10.0.0.{n}", 60) for n, secret in enumerate(secrets)])
    assert taken < 400, "twelve seats of sixty would be 720"


async def test_an_address_has_one_purse_and_a_friend_behind_it_plays_on(served):
    house, client = served
    tables = [await seated(house, 3) for _ in range(5)]
    friends, _ = await seated(house, 0)
    assert await sent(client, friends, "10.0.0.1", 1)
    taken = sum([await sent(client, secret, "10.0.0.1", 60) for _, secrets in tables for secret in secrets])
    assert taken < 700, "fifteen seats of sixty would be 900, five tables of 200 would be 1000"
    assert await sent(client, friends, "10.0.0.1", 5) == 5
    assert await sent(client, tables[0][0], "10.0.0.2", 5) == 5, "the same table, from elsewhere"
