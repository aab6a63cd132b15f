"""Names and words that come in by any door: nobody can be taken for another, and nothing that cannot be seen comes in."""

import pytest
from httpx import ASGITransport, AsyncClient

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk.roster import edit, export
from ludex.fronts.web.app import create_app
from ludex.table.characters import written
from ludex.text.chat import Chat

EVIL = ["\x1b[2J", "a\x00b", "\u202eevil", "\x9b31m"]
FALSE = [
    "{other}",
    "{other}\u200b",
    "{theirs}\u200b",
    "GM",
    "\uff27\uff2d",
    "主持人",
    "全体",
    "12",
    ".r d20",
    "#3",
    "@x",
    "a\nb",
    "\u3164",
    "x" * 60,
]
SYSTEMS = ["boon", "fable", "fet", "mirror", "mist"]


@pytest.fixture
async def client(house):
    async with AsyncClient(transport=ASGITransport(create_app(house)), base_url="http://127.0.0.1") as client:
        yield client


def bearer(secret, language="zh"):
    return {"authorization": f"Bearer {secret}", "accept-language": language}


@pytest.mark.parametrize("system", SYSTEMS)
async def test_no_character_is_called_so_that_she_could_be_taken_for_another(house, system):
    table, secrets = await house.demo(system)
    _, mine, other, *_ = secrets
    player = Chat(table, next(seat.id for seat in table.memory.seats.values() if seat.name == mine), "zh")
    own = player.seat.controls[0]
    known = table.system.actors(table.memory.state)
    theirs = next(seat for seat in table.memory.seats.values() if seat.name == other)
    names = {one.format(other=other, theirs=known[theirs.controls[0]]) for one in FALSE}
    before, tried = dict(known), []
    for name in sorted(names):
        for entry in (one for one in table.system.sheets.entries if one.name == "name"):
            tried.append(name)
            with pytest.raises(RuleError, match=r"name|unseen_letters"):
                await edit(player.desk, own, entry.name, name)
    assert table.system.actors(table.memory.state) == before
    assert tried or system == "mist", "mist has no field for a name"


@pytest.mark.parametrize("text", EVIL)
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_no_door_lets_unseen_letters_in(house, client, text, language):
    table, secrets = await house.demo("boon")
    own = table.seat("player1").controls[0]
    n = table.memory.n
    doors = [
        ("/api/notes", {"text": text, "audience": "all"}),
        ("/api/sessions", {"title": text}),
        ("/api/handouts", {"title": text}),
        ("/api/handouts", {"title": "x", "text": text}),
        ("/api/ready", {"title": text, "lines": [".r d6"]}),
        ("/api/ready", {"title": "x", "lines": [text]}),
        (f"/api/characters/{own}/sheet", {"entry": "name", "value": text}),
        ("/api/tables", {"system": "boon", "name": text}),
    ]
    for path, body in doors:
        refused = await client.post(path, json=body, headers=bearer(secrets["gm"], language))
        assert refused.status_code == 422, (path, body)
        assert text not in refused.json()["message"]
    assert table.memory.n == n


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_file_that_writes_unseen_letters_as_escapes_is_refused(house, client, system):
    table, secrets = await house.demo(system)
    own = table.seat("player1").controls[0]
    n = table.memory.n
    file = written(await export(Chat(table, HOST).desk, own))[:-1] + ',"notes":["\\u001b[2J"]}'
    refused = await client.post("/api/characters", json={"file": file, "name": "Eve"}, headers=bearer(secrets["gm"]))
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_import")
    assert table.memory.n == n


@pytest.mark.parametrize("value", [10**24, -(10**24), "9" * 40])
async def test_no_sheet_holds_a_number_beyond_counting(house, value):
    table, _ = await house.demo("boon")
    gm, n = Chat(table, HOST, "en"), table.memory.n
    with pytest.raises(RuleError, match="bad_"):
        await edit(gm.desk, table.seat("player1").controls[0], "strength", value)
    assert table.memory.n == n


@pytest.mark.parametrize("system", SYSTEMS)
async def test_no_content_holds_what_cannot_be_seen_or_counted(house, system):
    table, _ = await house.demo(system)
    gm, n = Chat(table, HOST, "zh"), table.memory.n
    for kind in table.system.kinds:
        for text in (
            f'[{kind.name}.eve]\nname = "a\\u001b[2J"',
            f'[{kind.name}.eve]\nname = "\\u202eevil"',
            f'[{kind.name}."a\\nb"]\nname = "c\\nd"',
            f'[{kind.name}.eve]\nname = "x"\nlevel = {"9" * 30}',
            f'[{kind.name}.eve]\nname = "x"\nlevel = nan',
            f"a = {'[' * 3000}{']' * 3000}",
            '["../../etc".passwd]\na = 1',
        ):
            with pytest.raises(RuleError) as refused:
                await gm.desk.do(table.system.stock.adds(text))
            assert not set("\x1b\u202e") & set(gm.refusal(refused.value))
    assert table.memory.n == n
