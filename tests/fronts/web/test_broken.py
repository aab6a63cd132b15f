"""A broken plug-in: it says where, its own tables say so, and everybody else plays on."""

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludex.fronts import offered
from ludex.table import overtime, registry
from tests.fronts.web import parlour
from tests.fronts.web.conftest import Page
from tests.plugins import install

SOUND = """
from typing import Annotated
from ludex import kit


class Person(kit.Record):
    name: str
    hearts: Annotated[int, kit.called("心", "hearts", top=3)] = 3


class State(kit.Record):
    people: dict[str, Person] = {}


class Came(kit.Joined[State, Person]):
    pass


class Sigh(kit.Record):
    who: kit.Me


async def sigh(state, given: Sigh) -> None:
    await kit.happen(kit.Counted(given.who, "hearts", -1))


def demo():
    return kit.demo_at(State({"ann": Person("安")}))


def fail(*_):
    raise KeyError("lost")


def endless(*_):
    while True:
        pass


SYSTEM = kit.system(
    "frail", "FRA", __name__, state=State, events=(Came,), plays=(kit.play(sigh, "叹", "sigh"),), demo=demo
)
"""
LINE = SOUND.splitlines().index('    raise KeyError("lost")') + 1
FAILS = f"frail/__init__.py:{LINE}"


def breaking(**changed):
    """The sound system with some functions of its manifest broken."""
    more = ", ".join(f"{name}={call}" for name, call in changed.items())
    return {"__init__.py": f"{SOUND}\nimport msgspec\nSYSTEM = msgspec.structs.replace(SYSTEM, {more})\n"}


NEVER_LOADS = {
    "a syntax error": ({"__init__.py": "SYSTEM = (\n"}, "frail/__init__.py:1", "SyntaxError"),
    "a syntax error further in": (
        {"__init__.py": "from frail import rules\n", "rules.py": "x = 1\ndef f(:\n"},
        "frail/rules.py:2",
        "SyntaxError",
    ),
    "a module that is not there": ({"__init__.py": "\nimport nowhere\n"}, "frail/__init__.py:2", "nowhere"),
    "nothing behind the entry point": ({"__init__.py": "x = 1\n"}, "frail", "SYSTEM"),
    "the wrong type behind the entry point": ({"__init__.py": "SYSTEM = {}\n"}, "frail", "no System but dict"),
    "another id": ({"__init__.py": SOUND.replace('"frail"', '"other"')}, "frail", "other"),
    "an exception while it is imported": ({"__init__.py": "x = 1\n\n1 / 0\n"}, "frail/__init__.py:3", "division"),
    "an exit while it is imported": ({"__init__.py": "raise SystemExit(1)\n"}, "frail/__init__.py:1", "SystemExit"),
    "data that is no TOML": (
        {
            "__init__.py": f"{SOUND}\nX = kit.shelf('frail', 'things', kit.Thing)\n",
            "data/things.toml": "[a]\nname = \n",
        },
        "frail/data/things.toml:2",
        "Invalid value",
    ),
    "data that does not fit": (
        {
            "__init__.py": f"{SOUND}\nX = kit.shelf('frail', 'things', kit.Thing)\n",
            "data/things.toml": '[a]\nname = ["甲", "one"]\n\n[b]\nname = ["乙", "two"]\nnaem = 3\n',
        },
        "frail/data/things.toml:6",
        "things.b: unknown field (field naem)",
    ),
    "a demo that does not fit": (
        {"__init__.py": SOUND.replace(", demo=demo", ""), "demo.toml": '[people.ann]\nname = "安"\nhearts = "3"\n'},
        "frail/demo.toml:3",
        "people ann.hearts: expected (wanted int, got str)",
    ),
    "a demo with a field that the state has not": (
        {"__init__.py": SOUND.replace(", demo=demo", ""), "demo.toml": "# a table\nmoon = 1\n"},
        "frail/demo.toml:2",
        "state: unknown field (field moon)",
    ),
    "words that are no TOML": (
        {"__init__.py": SOUND, "words.toml": '[told]\nx = ["a",\n'},
        "frail/words.toml:2",
        "Invalid value",
    ),
    "an interruption while it is imported": (
        {"__init__.py": "raise KeyboardInterrupt\n"},
        "frail/__init__.py:1",
        "KeyboardInterrupt",
    ),
    "a version that is no number": (breaking(version="'2'"), "frail", "version is '2', not int"),
    "a word that is no pair": (breaking(words="{'told.x': 3}"), "frail", "words: told.x is 3"),
    "a slip in the manifest": (
        {"__init__.py": SOUND.replace("who: kit.Me", "who: kit.Me\n    force: int = 1")},
        "frail/__init__.py",
        "Sigh.force",
    ),
}


@pytest.fixture
def parlour_and_plugins(house, monkeypatch):
    """The parlour beside whatever is installed in a test."""
    monkeypatch.setattr(
        offered,
        "systems",
        lambda: {"parlour": parlour.SYSTEM, **{n: s for n, s in registry.systems().items() if n == "frail"}},
    )
    yield
    registry.forget()


@pytest.fixture
def plug(monkeypatch, tmp_path, parlour_and_plugins):
    return lambda files: install(monkeypatch, tmp_path / "site", "frail", files)


async def plays_on(client):
    """Another system's table is opened and played."""
    made = await client.post("/api/demos", json={"system": "parlour"})
    assert made.status_code == 201
    link = next(iter(made.json()["seats"].values()))
    said = await client.post("/api/line", json={"text": ".r d6"}, headers={"authorization": f"Bearer {link}"})
    assert said.status_code == 200


@pytest.mark.parametrize("way", NEVER_LOADS)
async def test_what_cannot_be_loaded_stands_on_the_start_page_and_everybody_else_plays_on(way, plug, client):
    files, where, reason = NEVER_LOADS[way]
    plug(files)
    page = await client.get("/", headers={"accept-language": "en"})
    assert page.status_code == 200
    assert f"“frail” is not loaded: {where}" in page.text
    listed = {s["id"]: s for s in (await client.get("/api/systems")).json()}
    assert listed["frail"]["not_loaded"].startswith(where)
    assert reason in listed["frail"]["not_loaded"]
    assert listed["parlour"]["not_loaded"] == ""
    for path in ("/credits", "/rules/parlour"):
        assert (await client.get(path)).status_code == 200
    await plays_on(client)


@pytest.mark.parametrize("way", ["a syntax error", "the wrong type behind the entry point"])
async def test_a_new_table_of_what_cannot_be_loaded_is_refused_in_words(way, plug, client):
    plug(NEVER_LOADS[way][0])
    made = await client.post("/api/tables", json={"system": "frail", "name": "x"})
    assert (made.status_code, made.json()["code"]) == (503, "system_not_loaded")
    form = await client.post("/tables", data={"system": "frail"}, headers={"accept-language": "en"})
    assert form.status_code == 503
    assert "could not be loaded" in form.text
    assert (await client.post("/demo/frail")).status_code == 503


FAILS_IN_PLAY = {
    "look": breaking(look="fail"),
    "look gives nothing": breaking(look="lambda state, viewer: None"),
    "look gives up": breaking(look="lambda state, viewer: exit(1)"),
    "deeds gives nothing to do": breaking(deeds="lambda state, viewer: (1, 2)"),
    "actors gives nothing with names": breaking(actors="lambda state: {1: 2}"),
    "tell": breaking(tell="fail"),
    "deeds": breaking(deeds="fail"),
    "redact": breaking(redact="fail"),
    "fold": breaking(fold="fail"),
    "a command": {
        "__init__.py": f"{SOUND}\nimport msgspec\nslip = msgspec.structs.replace(SYSTEM.commands[0], run=fail)\n"
        "SYSTEM = msgspec.structs.replace(SYSTEM, commands=(slip,))\n"
    },
    "knows": breaking(knows="fail", redact="None"),
    "actors": breaking(actors="fail"),
    "a procedure": {"__init__.py": SOUND.replace("await kit.happen(", "fail(")},
}


async def seat_of(house, name):
    """A table made while the system was sound; the link of its player."""
    table, links = await house.demo("frail")
    await table.close()
    house._tables.clear()
    return links[name]


@pytest.mark.parametrize("way", FAILS_IN_PLAY)
async def test_a_table_whose_system_fails_says_so_and_others_play_on(way, plug, house, client):
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    plug(FAILS_IN_PLAY[way])
    bearer = {"authorization": f"Bearer {link}"}
    answers = [
        await client.get(f"/t/{link}", headers={"accept-language": "en"}),
        await client.post("/api/line", json={"text": ".sigh"}, headers=bearer),
        await client.get("/api/view", headers=bearer),
        await client.get("/api/deeds", headers=bearer),
    ]
    told = [answer for answer in answers if answer.status_code == 503]
    assert told
    assert {answer.status_code for answer in answers} <= {200, 201, 503}
    where = "frail" if "nothing" in way else "frail/__init__.py:"
    assert all("frail" in answer.text and where in answer.text for answer in told)
    await plays_on(client)


ENDLESS = {
    "a rule": {
        "__init__.py": SOUND.replace("    await kit.happen(", "    while True:\n        pass\n    await kit.happen(")
    },
    "a rule that rolls": {
        "__init__.py": SOUND.replace(
            "    await kit.happen(", "    while True:\n        await kit.roll(kit.d(6), 'rolls.x')\n    ("
        )
    },
    "a rule that lets nothing pass": {
        "__init__.py": SOUND.replace(
            "    await kit.happen(",
            "    while True:\n        try:\n            while True:\n                pass\n"
            "        except ValueError:\n            pass\n    await kit.happen(",
        )
    },
    "look": breaking(look="endless"),
    "tell": breaking(tell="endless"),
}


@pytest.mark.parametrize("way", ENDLESS)
async def test_a_system_that_never_comes_back_is_stopped_and_others_play_on(way, plug, house, client, monkeypatch):
    monkeypatch.setattr(overtime, "SECONDS", 0.4)
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    plug(ENDLESS[way])
    bearer = {"authorization": f"Bearer {link}"}
    said = await client.post("/api/line", json={"text": ".sigh"}, headers=bearer)
    seen = await client.get("/api/view", headers=bearer)
    told = [answer for answer in (said, seen) if answer.status_code == 503]
    assert told
    where = "frail" if "rolls" in way else "frail/__init__.py:"  # between two dice it is not in its own code
    assert all(where in answer.text and "TookTooLong" in answer.text for answer in told)
    await plays_on(client)


MISFITS = {
    "a field is gone": (SOUND.replace("hearts", "souls"), "unknown field `hearts`"),
    "a version has no step": (
        f"{SOUND}\nSYSTEM = kit.replaced(SYSTEM, version=2)\n",
        "frail is of version 2, and upcast has no step from 1",
    ),
}


@pytest.mark.parametrize("way", MISFITS)
async def test_a_table_that_its_system_can_read_no_more_says_why_and_is_there_again_when_it_is_mended(
    way, plug, house, client
):
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    text, why = MISFITS[way]
    plug({"__init__.py": text})
    page = await client.get(f"/t/{link}")
    assert page.status_code == 503
    assert why in page.text
    plug({"__init__.py": SOUND})
    assert (await client.get(f"/t/{link}")).status_code == 200


async def test_a_page_opens_though_its_log_names_a_rule_that_is_there_no_more(plug, house, client):
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    bearer = {"authorization": f"Bearer {link}"}
    assert (await client.post("/api/line", json={"text": ".sigh"}, headers=bearer)).status_code == 200
    house._tables.clear()
    plug({"__init__.py": SOUND.replace("async def sigh", "async def moan").replace("play(sigh", "play(moan")})
    assert (await client.get(f"/t/{link}")).status_code == 200
    assert (await client.post("/api/line", json={"text": ".undo"}, headers=bearer)).status_code == 200


ASKS = SOUND.replace(
    "    await kit.happen(", "    await kit.choose(kit.GM, 'questions.why', ('so',))\n    await kit.happen("
)


async def test_what_waits_in_a_rule_that_is_there_no_more_is_the_systems_fault_and_can_be_called_off(
    plug, house, client
):
    plug({"__init__.py": ASKS})
    table, links = await house.demo("frail")
    bearer = {"authorization": f"Bearer {links['安']}"}
    await client.post("/api/line", json={"text": ".sigh"}, headers=bearer)
    await table.close()
    house._tables.clear()
    plug({"__init__.py": ASKS.replace("async def sigh", "async def moan").replace("play(sigh", "play(moan")})
    page = await client.get(f"/t/{links['gm']}", headers={"accept-language": "en"})
    assert page.status_code == 503
    assert "a question waits in &#39;sigh&#39;, which this version does not have" in page.text
    gm = {"authorization": f"Bearer {links['gm']}"}
    assert (await client.post("/api/line", json={"text": ".cancel"}, headers=gm)).status_code == 200
    assert (await client.get(f"/t/{links['gm']}")).status_code == 200


async def test_a_system_that_is_never_imported_to_its_end_is_not_loaded(plug, client, monkeypatch):
    monkeypatch.setattr(overtime, "SECONDS", 0.4)
    plug({"__init__.py": "x = 1\nwhile x:\n    pass\n"})
    page = await client.get("/", headers={"accept-language": "en"})
    assert "“frail” is not loaded: frail/__init__.py:" in page.text
    await plays_on(client)


async def test_words_that_are_missing_are_shown_by_their_keys_and_nothing_fails(plug, house, client):
    plug(
        {
            "__init__.py": SOUND.replace(
                "    await kit.happen(",
                "    await kit.choose(kit.GM, 'questions.nowhere', ('nothing',))\n    await kit.happen(",
            )
        }
    )
    _, links = await house.demo("frail")
    said = await client.post("/api/line", json={"text": ".sigh"}, headers={"authorization": f"Bearer {links['安']}"})
    assert said.status_code == 200
    page = await client.get(f"/t/{links['gm']}")
    assert page.status_code == 200
    assert "questions.nowhere" in page.text


async def test_a_failed_deed_has_not_happened_and_the_table_can_be_mended(plug, house, client):
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    bearer = {"authorization": f"Bearer {link}"}
    plug(FAILS_IN_PLAY["tell"])
    before = (await client.get("/api/seat", headers=bearer)).json()["entries"]
    assert (await client.post("/api/line", json={"text": ".sigh"}, headers=bearer)).json()["code"] == "system_failed"
    assert (await client.get("/api/seat", headers=bearer)).json()["entries"] == before
    house._tables.clear()
    plug({"__init__.py": SOUND})
    done = await client.post("/api/line", json={"text": ".sigh"}, headers=bearer)
    assert done.status_code == 200
    assert "3 → 2" in done.json()["text"]


async def test_a_demo_that_fails_is_told_where_it_was_asked_for(plug, client):
    plug(breaking(demo="fail"))
    asked = await client.post("/demo/frail", headers={"accept-language": "en"})
    assert asked.status_code == 503
    assert FAILS in asked.text
    assert (await client.post("/api/demos", json={"system": "frail"})).json()["facts"]["where"] == FAILS


async def test_a_page_that_is_open_when_its_system_breaks_is_told(plug, house, address, client, monkeypatch):
    plug(breaking(deeds="lambda state, viewer: fail() if __import__('os').environ.get('FRAIL') else ()"))
    _, links = await house.demo("frail")
    async with connect(f"ws://{address}/t/{links['安']}/live", origin=f"http://{address}") as socket:
        page = Page(socket)
        await page.ask("hello", seen=0, first=1, have={})
        await page.receive()
        monkeypatch.setenv("FRAIL", "whatever the state is")
        await socket.send('{"do": "line", "id": 9, "text": ".sigh"}')
        told = [await page.receive()]
        while "dead" not in told[-1]:
            told.append(await page.receive())
        with pytest.raises(ConnectionClosed) as closed:
            await page.receive()
    assert FAILS in told[-1]["dead"]
    assert closed.value.rcvd.code == 4503, "the page tries again, and its seat is not gone"
    await plays_on(client)
    reloaded = await client.get(f"/t/{links['安']}")
    assert reloaded.status_code == 503
    assert 'http-equiv="refresh"' in reloaded.text
    house._tables.clear()  # a server that reloads begins anew
    plug({"__init__.py": SOUND})
    assert (await client.get(f"/t/{links['安']}")).status_code == 200
