"""Handouts and what is ready, over the API."""

import base64
import io

import pytest


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture
async def seats(client):
    made = (await client.post("/api/demos", json={"system": "boon", "name": "演示"})).json()
    return {name: bearer(secret) for name, secret in made["seats"].items()}


async def test_words_are_handed_out_and_taken_back(client, seats):
    first, second = [name for name in seats if name != "gm"][:2]
    shown = {"title": "密信", "text": "子时动手", "to": [first]}
    assert (await client.post("/api/handouts", json=shown, headers=seats[first])).status_code == 403
    assert (await client.post("/api/handouts", json=shown, headers=seats["gm"])).status_code == 200
    (one,) = (await client.get("/api/handouts", headers=seats[first])).json()
    assert (one["title"], one["text"], one["seats"]) == ("密信", "子时动手", [])
    assert (await client.get("/api/handouts", headers=seats[second])).json() == []
    (own,) = (await client.get("/api/handouts", headers=seats["gm"])).json()
    gone = await client.delete(f"/api/handouts/{own['n']}", headers=seats["gm"])
    assert gone.json() == []


async def test_an_encounter_is_prepared_and_brought_on(client, seats):
    player = next(headers for name, headers in seats.items() if name != "gm")
    ready = {"title": "门口", "lines": [".登场 狼 2 阵营=敌人"]}
    assert (await client.post("/api/ready", json=ready, headers=player)).status_code == 403
    assert (await client.post("/api/ready", json=ready, headers=seats["gm"])).status_code == 200
    assert (await client.get("/api/ready", headers=player)).status_code == 403
    before = (await client.get("/api/characters", headers=seats["gm"])).json()
    assert (await client.post("/api/ready/门口", json={}, headers=seats["gm"])).status_code == 200
    after = (await client.get("/api/characters", headers=seats["gm"])).json()
    assert len(after) == len(before) + 2
    assert (await client.post("/api/ready/门口", json={}, headers=seats["gm"])).status_code == 404


async def test_a_picture_is_shown(client, seats):
    image = pytest.importorskip("PIL.Image")
    first, second = [name for name in seats if name != "gm"][:2]
    written = io.BytesIO()
    image.new("RGB", (300, 200), "teal").save(written, "PNG")
    shown = {"title": "地图", "picture": base64.b64encode(written.getvalue()).decode(), "to": [first]}
    assert (await client.post("/api/handouts", json=shown, headers=seats["gm"])).status_code == 200
    (one,) = (await client.get("/api/handouts", headers=seats[first])).json()
    picture = await client.get(f"/api/pictures/{one['picture']}", headers=seats[first])
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/webp")
    assert (await client.get(f"/api/pictures/{one['picture']}", headers=seats[second])).status_code == 404
    bad = {"title": "x", "picture": base64.b64encode(b"hello").decode()}
    refused = await client.post("/api/handouts", json=bad, headers=seats["gm"])
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_picture")
