"""A flood is refused in words; whoever waits goes on."""

import pytest

from ludex.core.errors import RuleError
from ludex.fronts.pace import KEPT, Pace, Paces


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_so_many_at_once_then_so_many_a_second():
    clock = Clock()
    pace = Pace(3, 2, clock)
    for _ in range(3):
        pace.take("ann")
    with pytest.raises(RuleError, match="too_fast") as refusal:
        pace.take("ann")
    assert refusal.value.facts == {"seconds": 1}
    pace.take("bo")
    clock.now += 1
    pace.take("ann")
    pace.take("ann")
    with pytest.raises(RuleError, match="too_fast"):
        pace.take("ann")


def test_a_long_rest_does_not_pile_up():
    clock = Clock()
    pace = Pace(2, 1, clock)
    pace.take("ann")
    clock.now += 1000
    pace.take("ann")
    pace.take("ann")
    with pytest.raises(RuleError, match="too_fast"):
        pace.take("ann")


def test_only_so_many_are_remembered():
    pace = Pace(1, 0.001, Clock())
    for number in range(KEPT + 1):
        pace.take(str(number))
    pace.take("0")
    with pytest.raises(RuleError, match="too_fast"):
        pace.take("1000")


class TestServer:
    """Over the wire."""

    @pytest.fixture
    def paces(self):
        return Paces(sending=Pace(4, 0.001), opening=Pace(1, 0.001))

    async def test_a_flood_over_the_socket_is_refused_and_changes_nothing(self, demo, sit):
        table, links = demo
        page = await sit(links["gm"])
        replies = [await page.ask("line", text=f"word {n}") for n in range(5)]
        assert [r["ok"] for r in replies] == [True, True, True, False, False]
        assert replies[-1]["code"] == "too_fast"
        assert "1000" in replies[-1]["text"] or "秒" in replies[-1]["text"]
        assert sum(e.kind == "said" for e in await _log(table)) == 3

    async def test_a_flood_over_the_api_gets_429(self, demo, client):
        _, links = demo
        headers = {"authorization": f"Bearer {links['gm']}"}
        found = [(await client.get("/api/seat", headers=headers)).status_code for _ in range(5)]
        assert found == [200, 200, 200, 200, 429]

    async def test_tables_are_not_opened_without_end(self, house, client):
        wanted = {"system": "parlour", "name": "x", "gm": "y"}
        assert (await client.post("/api/tables", json=wanted)).status_code == 201
        assert (await client.post("/api/tables", json=wanted)).json()["code"] == "too_fast"
        page = await client.post("/demo/parlour", follow_redirects=False)
        assert page.status_code == 429


async def _log(table):
    from ludex.table.logbook import Logbook

    return await Logbook(table).after(table.seat("gm"), 0, 100)
