"""The campaign over the API: sessions, recaps, notes."""

import pytest


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture
async def seats(client):
    made = (await client.post("/api/demos", json={"system": "boon", "name": "演示"})).json()
    return {name: bearer(secret) for name, secret in made["seats"].items()}


async def test_an_evening_over_the_api(client, seats):
    player = next(headers for name, headers in seats.items() if name != "gm")
    assert (await client.post("/api/sessions", json={"title": "城门"}, headers=player)).status_code == 403
    assert (await client.post("/api/sessions/close", headers=seats["gm"])).status_code == 409
    assert (await client.post("/api/sessions", json={"title": "城门"}, headers=seats["gm"])).status_code == 200
    assert (await client.post("/api/line", json={"text": "有人吗？"}, headers=player)).status_code == 200
    assert (await client.post("/api/sessions/close", headers=seats["gm"])).status_code == 200
    (question,) = (await client.get("/api/questions", headers=seats["gm"])).json()
    answer = {"act": question["act"], "answer": "reward:一袋银币"}
    assert (await client.post("/api/answer", json=answer, headers=seats["gm"])).status_code == 200
    (session,) = (await client.get("/api/sessions", headers=player)).json()
    assert (session["title"], session["reward"]) == ("城门", "一袋银币")
    recap = (await client.get("/api/sessions/1/recap", headers=player)).json()
    assert "有人吗？" in [beat["text"] for beat in recap["beats"]]
    story = await client.get("/api/sessions/0/recap.md", headers=player)
    assert story.headers["content-type"].startswith("text/markdown")
    assert "有人吗？" in story.text
    assert "有人吗？" in (await client.get("/api/log.md", headers=player)).text
    assert (await client.get("/api/sessions/9/recap", headers=player)).status_code == 404


async def test_notes_over_the_api(client, seats):
    player = next(headers for name, headers in seats.items() if name != "gm")
    (note,) = (await client.post("/api/notes", json={"text": "门后有人"}, headers=player)).json()
    assert (note["text"], note["audience"], note["mine"]) == ("门后有人", "own", True)
    assert (await client.get("/api/notes", headers=seats["gm"])).json() == []
    gone = await client.post("/api/notes", json={"text": "", "of": note["n"]}, headers=player)
    assert gone.json() == []
