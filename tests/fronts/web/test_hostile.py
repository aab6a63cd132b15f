"""Programs and pages that send nonsense: always a clear problem with a stable code, never our own fault, and the table lives on."""

import json

import pytest

from ludex.table.audience import own_number
from ludex.table.audit import audit, read_log

DEEP = "[" * 30_000
BIG = "9" * 400


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


def problem_of(response):
    """The code of a refusal; anything else fails."""
    assert 400 <= response.status_code < 500, (response.status_code, response.text[:200])
    return response.json()["code"]


BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"12",
    b"\xff\xfe\x00",
    b'{"text": "\xff"}',
    b'{"text": "\\ud800"}',
    b'{"text": 1}',
    b'{"text": null}',
    b'{"text": ["x"]}',
    b'{"text": NaN}',
    b'{"act": 1.5, "answer": "x"}',
    b'{"act": ' + BIG.encode() + b', "answer": "x"}',
    b'{"act": 1e999, "answer": "x"}',
    b'{"act": "1", "answer": 1}',
    b'{"steps": "many"}',
    b'{"steps": ' + BIG.encode() + b"}",
    b'{"system": "../../etc/passwd", "name": "x"}',
    b'{"system": "parlour", "name": 5}',
    b'{"system": "parlour", "name": "x", "options": {"armour": "thick"}}',
    b'{"system": "parlour", "name": "x", "options": {"armour": ' + BIG.encode() + b"}}",
    b'{"system": "parlour", "name": "x", "options": {"no such": 1}}',
    b'{"system": "parlour", "name": "x", "options": []}',
    b'{"system": "parlour", "language": "tlh"}',
    b'{"x": ' + DEEP.encode(),
    b'{"text": "x", "x": ' + DEEP.encode() + b"]" * 30_000 + b"}",
    b'{"line": ""}',
    b'{"line": "' + BIG.encode() + b'd6"}',
]
POSTS = ("/api/line", "/api/answer", "/api/odds", "/api/undo", "/api/redo", "/api/tables", "/api/demos")


@pytest.mark.parametrize("path", POSTS)
async def test_a_body_that_makes_no_sense_is_a_problem_with_a_code(client, demo, path):
    _, links = demo
    for body in BODIES:
        headers = bearer(links["gm"]) | {"content-type": "application/json"}
        response = await client.post(path, content=body, headers=headers)
        if response.status_code >= 400:
            assert problem_of(response), body[:60]


@pytest.mark.parametrize(
    "path",
    [
        "/api/log?after=-1",
        "/api/log?after=x",
        "/api/log?limit=0",
        "/api/log?limit=1000000",
        "/api/questions/x/odds",
        f"/api/questions/{BIG}/odds",
        "/api/questions/-1/odds",
        "/api/%2e%2e/%2e%2e/etc/passwd",
        "/api/nothing",
        "/api/%ff",
    ],
)
async def test_an_address_that_makes_no_sense_is_a_problem_with_a_code(client, demo, path):
    _, links = demo
    assert problem_of(await client.get(path, headers=bearer(links["gm"])))


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/t/%00", "/t/..%2f..", "/rules/x/y"])
async def test_no_page_leads_out_of_its_folder(client, path):
    response = await client.get(path)
    assert 400 <= response.status_code < 500
    assert "def create_app" not in response.text


@pytest.mark.parametrize("secret", ["x", "a" * 5000, "' OR 1=1 --", "../gm"])
async def test_no_made_up_secret_opens_a_seat(client, secret):
    response = await client.get("/api/seat", headers=bearer(secret))
    assert (response.status_code, problem_of(response)) == (401, "dead_link")


async def test_nobody_answers_the_question_of_somebody_else(client, demo):
    table, links = demo
    while not table.memory.parked:
        await client.post("/api/line", json={"text": ".strike bo 10"}, headers=bearer(links["Ann"]))
    (parked,) = table.memory.parked
    act = own_number(table.memory, table.seat("player1"), parked)
    before = table.memory
    for name, code in (("Ann", "not_your_question"), ("gm", "")):
        answered = await client.post(
            "/api/answer", json={"act": act, "answer": "nonsense"}, headers=bearer(links[name])
        )
        assert problem_of(answered) == code or not code
    seen = await client.get(f"/api/questions/{act}/odds", headers=bearer(links["Ann"]))
    assert problem_of(seen) == "not_your_question"
    assert table.memory == before


MESSAGES = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"do": "fly"}',
    '{"do": 5}',
    '{"do": "line"}',
    '{"do": "line", "text": 5}',
    '{"do": "line", "text": "\\ud800"}',
    '{"do": "line", "text": "x", "id": "one"}',
    '{"do": "line", "text": "x", "id": ' + BIG + "}",
    '{"do": "line", "text": "x", "y": ' + DEEP + "]" * 9_000 + "}",
    '{"do": "line", "text": "' + "x" * 30_000 + '"}',
    '{"do": "answer", "act": -1, "answer": "x"}',
    '{"do": "answer", "act": ' + BIG + ', "answer": "x"}',
    '{"do": "cancel", "act": 999999}',
    '{"do": "control", "seat": "nobody", "actor": "x", "on": true}',
    '{"do": "control", "seat": "gm", "actor": "nobody", "on": true}',
    '{"do": "dismiss", "seat": "gm"}',
    '{"do": "invite", "name": "", "role": "emperor"}',
    '{"do": "invite", "name": "x", "controls": ["nobody"]}',
    '{"do": "auto", "actor": "nobody", "on": true}',
    '{"do": "undo", "extra": NaN}',
    b"\xff\xfe",
    b"\x00",
]


async def test_a_page_that_says_nonsense_is_told_so_and_lives_on(demo, sit, house):
    table, links = demo
    for name in ("gm", "Ann"):
        page = await sit(links[name])
        for message in MESSAGES:
            await page.socket.send(message)
        assert (await page.ask("line", text="still here"))["ok"]
        for reply in page.pushed:
            if "reply" in reply:
                assert reply["ok"] or reply["code"], reply
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()


async def test_a_page_may_claim_to_have_seen_anything(demo, sit):
    _, links = demo
    for first, seen in ((-5, -5), (10**9, 10**9), (2**62, -(2**62)), (0, 0)):
        page = await sit(links["Ann"], hello=False)
        assert (await page.ask("hello", first=first, seen=seen, have={"": "", "<b>": "x"}))["ok"]
        assert (await page.ask("older"))["ok"]
        assert (await page.ask("search", text="<b>" * 500))["ok"]
        assert (await page.ask("line", text="here"))["ok"]


async def test_very_many_small_messages_are_answered_or_refused_one_by_one(demo, sit):
    _, links = demo
    page = await sit(links["Ann"])
    for number in range(1000, 1600):
        await page.socket.send(json.dumps({"do": "line", "id": number, "text": f"{number}"}))
    replies = {}
    while len(replies) < 600:
        message = await page.receive()
        if "reply" in message:
            replies[message["reply"]] = message
    assert {reply["code"] for reply in replies.values() if not reply["ok"]} <= {"too_fast"}
