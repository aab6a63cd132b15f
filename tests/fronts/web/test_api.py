"""The JSON API: everything at a table for programs, refusals as data, and a document that describes it."""

import pytest


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture
async def table(client):
    made = (await client.post("/api/demos", json={"system": "parlour", "name": "演示"})).json()
    return {name: bearer(secret) for name, secret in made["seats"].items()}


async def send(client, headers, text):
    return await client.post("/api/line", json={"text": text}, headers=headers)


async def ask(client, table):
    while True:
        reply = await send(client, table["Ann"], ".strike bo 10")
        assert reply.status_code == 200
        if waiting := (await client.get("/api/questions", headers=table["Bo"])).json():
            return waiting[0]


async def test_systems_are_listed_with_their_options(client):
    listed = (await client.get("/api/systems")).json()
    assert listed[0]["id"] == "parlour"
    assert listed[0]["options"] == {"armour": 3}
    assert "strike" in listed[0]["procedures"]


async def test_a_table_is_made_with_options(client):
    made = await client.post("/api/tables", json={"system": "parlour", "name": "x", "options": {"armour": 4}})
    assert made.status_code == 201
    here = (await client.get("/api/seat", headers=bearer(made.json()["seats"]["gm"]))).json()
    assert (here["system"], here["seat"]["role"], here["name"]) == ("parlour", "gm", "x")


async def test_options_that_do_not_fit_are_refused_in_the_reader_s_language(client):
    made = await client.post(
        "/api/tables",
        json={"system": "parlour", "name": "x", "options": {"armour": "thick"}},
        headers={"accept-language": "zh"},
    )
    assert (made.status_code, made.json()["code"]) == (422, "bad_option")
    assert "「options armour」要整数，收到文字" in made.json()["message"]


async def test_a_line_is_in_the_log_when_its_reply_comes(client, table):
    reply = (await send(client, table["Ann"], "你好")).json()
    entries = (await client.get("/api/log", params={"after": reply["n"] - 1}, headers=table["Bo"])).json()
    assert [e["text"] for e in entries] == ["你好"]
    assert (await client.get("/api/log", params={"after": reply["n"]}, headers=table["Bo"])).json() == []


async def test_a_question_is_foreseen_and_answered(client, table):
    question = await ask(client, table)
    assert [o["answer"] for o in question["options"]] == ["dodge", "take", "beg:<words>"]
    odds = (await client.get(f"/api/questions/{question['act']}/odds", headers=table["Bo"])).json()
    assert odds["dodge"][0]["chances"] == {"dodged": "1/2", "wounded": "1/2"}
    refused = await client.post("/api/answer", json={"act": question["act"], "answer": "take"}, headers=table["Ann"])
    assert refused.status_code == 403
    done = await client.post("/api/answer", json={"act": question["act"], "answer": "take"}, headers=table["Bo"])
    assert done.status_code == 200
    assert (await client.get("/api/questions", headers=table["Bo"])).json() == []


async def test_odds_of_a_line_before_it_is_given(client, table):
    odds = (await client.post("/api/odds", json={"line": "2d6"}, headers=table["Ann"])).json()
    assert odds[0]["chances"]["7"] == "1/6"
    assert odds[0]["exact"]


async def test_the_view_is_plain_data_of_what_this_seat_sees(client, table):
    view = (await client.get("/api/view", headers=table["Ann"])).json()
    parts = {part["part"] for section in (*view["who"], *view["where"]) for part in section["parts"]}
    assert {"stage", "timeline", "body", "track"} <= parts
    assert "hush-bo" not in str(view)


async def test_undo_and_redo(client, table):
    await send(client, table["gm"], ".join zoe")
    undone = (await client.post("/api/undo", json={}, headers=table["gm"])).json()
    assert undone["lines"] == [".join zoe"]
    assert (await client.post("/api/redo", json={"steps": 1}, headers=table["gm"])).json()["lines"] == [".join zoe"]
    again = await client.post("/api/redo", json={}, headers=table["gm"])
    assert (again.status_code, again.json()["code"]) == (409, "nothing_to_redo")


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (".nonsense", 404, "no_such_command"),
        (".strike", 422, "missing_argument"),
        (".strike bo 99", 422, "bad_force"),
        (".strike nobody", 404, "unknown_actor"),
        (".heal bo", 403, "gm_only"),
        (".strike bo @bo", 403, "not_yours"),
        (".r 1000000d6", 422, "too_many_dice"),
        ("", 422, "empty_line"),
        ("x" * 9000, 413, "line_too_long"),
    ],
)
async def test_a_refusal_is_data_with_the_status_that_fits_and_changes_nothing(client, table, text, status, code):
    before = (await client.get("/api/seat", headers=table["Ann"])).json()["entries"]
    answer = await send(client, table["Ann"], text)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "message", "facts"}
    assert answer.json()["message"]
    assert (await client.get("/api/seat", headers=table["Ann"])).json()["entries"] == before


@pytest.mark.parametrize("headers", [{}, bearer("nobody-sits-here-at-all"), {"authorization": "Basic eDp5"}])
async def test_without_a_seat_there_is_nothing(client, headers):
    answer = await client.get("/api/view", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "dead_link")


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b'{"text": 7}', 400),
        (b'{"text": "\xff\xfe"}', 400),
        (b'{"text": "' + b"x" * 1_000_000 + b'"}', 413),
    ],
)
async def test_what_cannot_be_read_is_refused_and_the_server_is_fine(client, table, content, status):
    headers = {**table["Ann"], "content-type": "application/json"}
    answer = await client.post("/api/line", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["code"] == f"http_{status}"
    assert (await send(client, table["Ann"], "still here")).status_code == 200


async def test_wrong_paths_and_numbers_are_refused_as_data(client, table):
    assert (await client.get("/api/nothing")).json()["code"] == "http_404"
    assert (await client.get("/api/log?after=-1", headers=table["gm"])).status_code == 400
    assert (await client.post("/api/undo", json={"steps": 0}, headers=table["gm"])).status_code == 422
    assert (await client.post("/api/tables", json={"system": "nothing", "name": "x"})).status_code == 404


async def test_the_words_of_a_refusal_follow_the_reader(client, table):
    zh = await client.get("/api/view", headers={"accept-language": "zh-CN"})
    assert "链接" in zh.json()["message"]


async def test_the_api_describes_itself(client):
    document = (await client.get("/api/schema")).json()
    assert document["info"]["title"] == "Ludex"
    assert {"/api/line", "/api/answer", "/api/log", "/api/view"} <= set(document["paths"])
    assert not [path for path in document["paths"] if path.startswith("/t/")]
    line = document["paths"]["/api/line"]["post"]
    assert line["security"] == [{"seat": []}]
    assert line["description"]
    schemas = document["components"]["schemas"]
    reply = next(schema for name, schema in schemas.items() if name.endswith("Reply"))
    assert {"text", "n", "private", "code"} <= set(reply["properties"])


async def test_no_answer_is_described_as_anything_at_all(client):
    document = (await client.get("/api/schema/openapi.json")).json()
    told = [
        (path, status, content["schema"])
        for path, methods in document["paths"].items()
        for method in methods.values()
        for status, answer in method["responses"].items()
        for content in answer.get("content", {}).values()
    ]
    assert len(told) > 50
    assert [one for one in told if {} in one[2].get("oneOf", [])] == []


async def test_a_field_that_is_not_known_is_named(client):
    refused = await client.post(
        "/api/tables", json={"system": "boon", "language": "zh"}, headers={"accept-language": "zh-CN"}
    )
    assert refused.status_code == 400
    assert "有一栏不对" in refused.json()["message"]
    assert "`language`" in refused.json()["message"]
