"""A flood is refused in words; whoever waits goes on."""

import pytest
from websockets.exceptions import ConnectionClosed

from ludex.core.errors import RuleError
from ludex.fronts.pace import KEPT, Crowd, Pace, Paces, cost_of


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
        return Paces(sending=Pace(30, 0.001), opening=Pace(1, 0.001), pages=Crowd(2))

    async def test_a_flood_over_the_socket_is_refused_and_changes_nothing(self, demo, sit):
        table, links = demo
        page = await sit(links["gm"])
        replies = [await page.ask("line", text=f"word {n}") for n in range(3)]
        while replies[-1]["ok"]:
            replies.append(await page.ask("line", text="and another word"))
        assert 4 <= len(replies) <= 30
        assert replies[-1]["code"] == "too_fast"
        assert "秒" in replies[-1]["text"]
        assert sum(e.kind == "said" for e in await _log(table)) == len(replies) - 1

    async def test_a_flood_over_the_api_gets_429(self, demo, client):
        _, links = demo
        headers = {"authorization": f"Bearer {links['gm']}"}
        found = [await client.get("/api/seat", headers=headers) for _ in range(31)]
        assert [one.status_code for one in found[:20]] == [200] * 20
        assert found[-1].status_code == 429
        assert int(found[-1].headers["retry-after"]) > 0

    async def test_a_page_is_not_drawn_again_and_again(self, demo, client):
        _, links = demo
        page = await client.get(f"/t/{links['gm']}")
        assert page.status_code == 429
        assert int(page.headers["retry-after"]) > 0

    async def test_a_seat_has_so_many_live_pages_and_no_more(self, demo, sit, house):
        _, links = demo
        first = await sit(links["gm"])
        await sit(links["gm"])
        with pytest.raises(ConnectionClosed) as closed:
            await sit(links["gm"])
        assert closed.value.rcvd.code == 4429
        await first.socket.close()

    async def test_tables_are_not_opened_without_end(self, house, client):
        wanted = {"system": "parlour", "name": "x", "gm": "y"}
        assert (await client.post("/api/tables", json=wanted)).status_code == 201
        assert (await client.post("/api/tables", json=wanted)).json()["code"] == "too_fast"
        page = await client.post("/demo/parlour", follow_redirects=False)
        assert page.status_code == 429


async def _log(table):
    from ludex.table.logbook import Logbook

    return await Logbook(table).after(table.seat("gm"), 0, 100)


def test_a_thing_costs_what_it_makes_the_server_do():
    assert cost_of("line", ".r 1000d20") > 10 * cost_of("line", ".r d20")
    assert cost_of("search", entries=4000) > 10 * cost_of("search", entries=10)
    assert cost_of("page") > cost_of("odds") > cost_of("line", "hello")
    assert cost_of("line", ".odds 3d6") == cost_of("odds")
    assert cost_of("line", "hello", asked=True) > 3 * cost_of("line", "hello")


async def test_who_owes_waits_until_it_is_paid():
    clock = Clock()
    pace = Pace(10, 1000, clock)
    pace.charge("a", 500)
    with pytest.raises(RuleError, match="too_fast"):
        pace.take("a")
    clock.now += 0.02
    await pace.wait("a", 3)
    pace.take("b", 10)


class TestLength:
    """What is sent may be kept for ever, so it is paid by its length."""

    @pytest.fixture
    def paces(self):
        return Paces(sending=Pace(100, 0.001), opening=Pace(1, 0.001))

    async def test_long_words_cost_more_than_short_ones(self, demo, client):
        _, links = demo
        headers = {"authorization": f"Bearer {links['gm']}"}
        found = [
            (await client.post("/api/line", json={"text": "so " * 2600}, headers=headers)).status_code for _ in range(9)
        ]
        assert found[:3] == [200] * 3
        assert found[-1] == 429
