"""A request that comes again: it is done once and gets the first reply, and its number opens no other reply."""

import asyncio

import msgspec
import pytest
from httpx import ASGITransport, AsyncClient

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.fronts.web.app import create_app
from ludex.fronts.web.live import messages as m
from ludex.fronts.web.live.asked import deed
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat


@pytest.fixture
async def opened(house):
    """A toy table and the secrets of its seats."""
    return await house.demo("toy")


@pytest.fixture
async def client(house):
    async with AsyncClient(transport=ASGITransport(create_app(house)), base_url="http://127.0.0.1") as client:
        yield client


def bearer(secret, number=""):
    return {"authorization": f"Bearer {secret}"} | ({"idempotency-key": number} if number else {})


async def twice(client, path, body, secret, number="n1"):
    return [(await client.post(path, json=body, headers=bearer(secret, number))) for _ in range(2)]


@pytest.mark.parametrize(
    ("path", "body", "seat"),
    [
        ("/api/line", {"text": ".r 3d6"}, "Ann"),
        ("/api/deeds", {"deed": "strike", "args": {"at": "bo"}}, "Ann"),
        ("/api/undo", {"steps": 2}, "gm"),
        ("/api/notes", {"text": "the mayor lies", "audience": "all"}, "Ann"),
        ("/api/handouts", {"title": "A letter", "text": "Come."}, "gm"),
        ("/api/ready", {"title": "wolves", "lines": [".r d6"]}, "gm"),
        ("/api/sessions", {"title": "One"}, "gm"),
        ("/api/line", {"text": ".invite Eve"}, "gm"),
        ("/api/line", {"text": ".undo"}, "gm"),
    ],
)
async def test_a_retry_gets_the_first_reply_and_does_nothing_more(client, opened, path, body, seat):
    table, secrets = opened
    for line in (".join cy", ".join di"):
        await client.post("/api/line", json={"text": line}, headers=bearer(secrets["gm"]))
    first, again = await twice(client, path, body, secrets[seat])
    n = table.memory.n
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    third = await client.post(path, json=body, headers=bearer(secrets[seat], "n1"))
    assert third.json() == first.json()
    assert table.memory.n == n


async def test_a_refusal_that_spent_dice_is_the_same_refusal_again(client, opened):
    table, secrets = opened
    refused = await twice(client, "/api/line", {"text": ".r 2^(d20-21)"}, secrets["Ann"])
    assert [one.status_code for one in refused] == [422, 422]
    assert refused[0].json() == refused[1].json()
    assert table.memory.roll == 1


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_number_that_was_used_for_something_else_gets_no_other_reply(client, opened, language):
    table, secrets = opened
    await client.post("/api/line", json={"text": ".w GM my secret"}, headers=bearer(secrets["Ann"], "n1"))
    n = table.memory.n
    headers = bearer(secrets["Ann"], "n1") | {"accept-language": language}
    for path, body in (("/api/line", {"text": "hello"}), ("/api/undo", {"steps": 1}), ("/api/notes", {"text": "x"})):
        other = await client.post(path, json=body, headers=headers)
        assert (other.status_code, other.json()["code"]) == (422, "request_reused")
        assert "secret" not in other.text
    assert table.memory.n == n


async def test_a_number_is_a_seats_own(client, opened):
    table, secrets = opened
    for seat in ("Ann", "Bo"):
        sent = await client.post("/api/line", json={"text": f"I am {seat}"}, headers=bearer(secrets[seat], "n1"))
        assert sent.status_code == 200
    assert [table.memory.requests.entry(seat, "n1") for seat in ("player1", "player2")] == [
        table.memory.n - 1,
        table.memory.n,
    ]


async def test_the_same_on_two_pages_at_once_is_done_once(house, opened):
    table, _ = opened
    chats = [Chat(table, "player1", "en", reads_log=True) for _ in range(2)]
    line = m.Line(text=".r d20", request="p-1")
    replies = await asyncio.gather(
        *(deed(chat, Scroll(chat), msgspec.structs.replace(line, id=n)) for n, chat in enumerate(chats))
    )
    assert replies[0] == replies[1]
    assert table.memory.roll == 1
    with pytest.raises(RuleError, match="request_reused"):
        await deed(chats[0], Scroll(chats[0]), m.Line(text="other", request="p-1"))


async def test_a_link_whose_reply_was_lost_with_the_server_is_made_anew(tmp_path, house, opened):
    table, _ = opened
    chat = Chat(table, HOST, "en")
    wanted = m.Invite(name="Eve", request="p-2")
    first = await deed(chat, Scroll(chat), wanted)
    assert await deed(chat, Scroll(chat), wanted) == first
    await house.close()
    later = House(SqliteStore(tmp_path / "ludex.db"))
    chat = Chat(await later.open(table.id), HOST, "en")
    again = await deed(chat, Scroll(chat), wanted)
    assert again["invited"] == "Eve"
    assert [seat.name for seat in chat.table.memory.seats.values()].count("Eve") == 1
    assert (await later.enter(again["link"].removeprefix("/t/")))[1].name == "Eve"
    await later.close()


async def test_what_was_taken_back_is_told_again_after_a_restart(tmp_path, house, opened, client):
    _, secrets = opened
    for line in (".join cy", ".join di"):
        await client.post("/api/line", json={"text": line}, headers=bearer(secrets["gm"]))
    first, _ = await twice(client, "/api/undo", {"steps": 2}, secrets["gm"])
    assert first.json()["lines"] == [".join di", ".join cy"]
    await house.close()
    later = House(SqliteStore(tmp_path / "ludex.db"))
    async with AsyncClient(transport=ASGITransport(create_app(later)), base_url="http://127.0.0.1") as fresh:
        again = await fresh.post("/api/undo", json={"steps": 2}, headers=bearer(secrets["gm"], "n1"))
    assert again.json() == first.json()
    await later.close()
