"""Odd addresses and foreign forms: refused cheaply, with the right status and headers."""

import httpx
import pytest

from ludex.fronts.web.app import create_app
from ludex.fronts.web.gate import assets
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House


@pytest.fixture
async def client(tmp_path):
    house = House(SqliteStore(tmp_path / "x.db"))
    transport = httpx.ASGITransport(create_app(house))
    async with httpx.AsyncClient(transport=transport, base_url="http://ludex") as client:
        yield client
    await house.close()


@pytest.mark.parametrize("path", [f"{assets.root()}/%00", "/%00", "/t/%00", "/api/%00", f"{assets.root()}/a%00.js"])
async def test_an_address_with_a_null_byte_leads_nowhere(client, path):
    assert (await client.get(path)).status_code in (401, 404)


@pytest.mark.parametrize(("method", "path", "allow"), [("POST", "/", "GET"), ("DELETE", "/api/line", "POST")])
async def test_a_wrong_method_is_told_the_right_ones(client, method, path, allow):
    answer = await client.request(method, path)
    assert answer.status_code == 405
    assert allow in answer.headers["allow"]


async def test_what_a_program_reads_is_nobodys_to_keep(client):
    assert (await client.get("/api/systems")).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/tables", "/demo/mist"])
async def test_a_form_of_another_site_opens_no_table(client, path):
    headers = {"origin": "http://evil.example", "content-type": "application/x-www-form-urlencoded"}
    assert (await client.post(path, content=b"system=mist", headers=headers)).status_code == 403
    own = {**headers, "origin": "http://ludex"}
    assert (await client.post(path, content=b"system=mist", headers=own)).status_code == 303
