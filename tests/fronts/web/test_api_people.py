"""Characters over the API: files out and in, sheets field by field."""

import pytest


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture
async def seats(client):
    made = (await client.post("/api/demos", json={"system": "boon", "name": "演示"})).json()
    return {name: bearer(secret) for name, secret in made["seats"].items()}


@pytest.fixture
async def elsewhere(client):
    made = (await client.post("/api/tables", json={"system": "boon", "name": "别处"})).json()
    return bearer(made["seats"]["gm"])


def player(seats):
    return next(headers for name, headers in seats.items() if name != "gm")


async def test_a_character_goes_out_and_comes_in(client, seats, elsewhere):
    (own, name), *_ = (await client.get("/api/characters", headers=player(seats))).json().items()
    file = await client.get(f"/api/characters/{own}", headers=player(seats))
    assert file.status_code == 200
    assert "attachment" in file.headers["content-disposition"]
    came = await client.post("/api/characters", json={"file": file.json()}, headers=elsewhere)
    assert came.status_code == 200
    assert name in (await client.get("/api/characters", headers=elsewhere)).json().values()
    again = await client.post("/api/characters", json={"file": file.text, "name": "又一个"}, headers=elsewhere)
    assert again.status_code == 200
    assert "又一个" in (await client.get("/api/characters", headers=elsewhere)).json().values()


async def test_all_that_is_wrong_with_a_file_is_told(client, elsewhere):
    bad = {"ludex": "character", "system": "boon", "name": "x", "record": {"wings": 1, "strength": "big"}}
    refused = await client.post("/api/characters", json={"file": bad}, headers=elsewhere)
    assert refused.status_code == 422
    assert refused.json()["code"] == "bad_import"
    assert len(refused.json()["facts"]["problems"]) == 2


async def test_a_sheet_is_a_form_and_an_edit_is_made(client, seats):
    own = next(iter((await client.get("/api/characters", headers=player(seats))).json()))
    form = (await client.get(f"/api/characters/{own}/sheet", headers=player(seats))).json()
    speed = next(field for field in form["fields"] if field["name"] == "speed")
    edit = {"entry": "speed", "value": speed["value"] + 1}
    assert (await client.post(f"/api/characters/{own}/sheet", json=edit, headers=seats["gm"])).status_code == 200
    again = (await client.get(f"/api/characters/{own}/sheet", headers=seats["gm"])).json()
    assert next(field for field in again["fields"] if field["name"] == "speed")["value"] == speed["value"] + 1


async def test_a_stranger_gets_no_file_and_edits_nothing(client, seats):
    headers = [headers for name, headers in seats.items() if name != "gm"]
    own = next(iter((await client.get("/api/characters", headers=headers[0])).json()))
    assert (await client.get(f"/api/characters/{own}", headers=headers[1])).status_code == 403
    assert (await client.get(f"/api/characters/{own}/sheet", headers=headers[1])).status_code == 403
    edit = {"entry": "speed", "value": 1}
    assert (await client.post(f"/api/characters/{own}/sheet", json=edit, headers=headers[1])).status_code == 403
