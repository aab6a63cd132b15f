"""A stranger without a link: what anybody may read is paid by her address, links that open nothing too; no header breaks the server."""

import pytest
from httpx import ASGITransport, AsyncClient

from ludex.fronts import pace
from ludex.fronts.pace import Pace, Paces
from ludex.fronts.web.app import create_app
from ludex.fronts.web.gate.naming import Named, names_of

HOSTS = [
    "localhost:99999",
    "localhost:x",
    "a b",
    "x@localhost",
    "[::1",
    "[zz]",
    "a:1:2",
    "localhost/x",
    "a\\b",
    "x" * 300,
]


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch):
    monkeypatch.setattr(pace, "PAUSE", 0)


@pytest.fixture
async def poor(house):
    """A client whose address may read little."""
    paces = Paces(sending=Pace(600, 40), opening=Pace(40, 1), visiting=Pace(60, 0.001))
    app = create_app(house, paces)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/rules/mist", "/credits", "/api/systems", "/api/schema"])
async def test_nobody_reads_without_end_what_anybody_may_read(poor, path):
    found = [(await poor.get(path)) for _ in range(14)]
    assert [found[0].status_code, found[-1].status_code] == [200, 429]
    assert int(found[-1].headers["retry-after"]) >= 1


async def test_nobody_tries_links_without_end_and_who_has_one_comes_in(house, poor):
    _, secrets = await house.demo("toy")
    for path in ("/t/{}", "/api/seat"):
        dead = [await poor.get(path.format("x" * 24), headers={"authorization": "Bearer y"}) for _ in range(30)]
        assert dead[-1].status_code == 429
    mine = await poor.get("/api/seat", headers={"authorization": f"Bearer {secrets['Ann']}"})
    assert mine.status_code == 200


@pytest.mark.parametrize("names", [None, names_of("127.0.0.1", ())])
@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_cannot_be_one_is_refused_and_no_failure(house, names, host):
    app = Named(create_app(house), names)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1") as client:
        refused = await client.get("/", headers={"host": host})
    assert refused.status_code == 400


@pytest.mark.parametrize("host", ["[::1]:8000", "example.org", "example.org:443", "a_b"])
async def test_whoever_serves_to_the_world_answers_to_every_name(house, host):
    async with AsyncClient(
        transport=ASGITransport(Named(create_app(house), None)), base_url="http://127.0.0.1"
    ) as client:
        assert (await client.get("/credits", headers={"host": host})).status_code == 200
