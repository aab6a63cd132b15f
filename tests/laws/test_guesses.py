"""Who guesses the name of somebody hidden is told what anybody is told who names nobody: by every front, however the name is written.

Two worlds, one in which the GM has brought in somebody unseen, and one in which nobody is there: a player says the same in both.
"""

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from types import SimpleNamespace

import httpx
import pytest
from websockets.asyncio.client import connect

from ludex.core.deeds import Command
from ludex.core.principals import HOST
from ludex.fronts.pace import Pace, Paces, Shared
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table import chance
from ludex.table.house import House
from ludex.testing.worlds import masked
from ludex.text.chat import Chat
from tests.effort import Effort
from tests.patience import LONG

UNSEEN = {
    "boon": ".登场 狼 1 位=9,4 暗中",
    "fable": ".召来 石像守卫 隐藏",
    "fet": ".登场 枪手 隐藏",
    "mirror": ".暗 登场 灰狼 格=3,3",
}
"""How a GM brings somebody in of whom no player knows."""

LETTERS = str.maketrans("aceopx", "асеорх")
"""Letters that look like others."""


def escaped(text):
    """Every character of it as JSON may write it."""
    return "".join(f"\\u{unit:04x}" for unit in memoryview(text.encode("utf-16-le")).cast("H"))


def wide(text):
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text)


def in_escapes(facts, word):
    return json.dumps(facts, ensure_ascii=False).replace(word, escaped(word))


WRITINGS = {
    "plainly": lambda facts, _word: json.dumps(facts, ensure_ascii=False),
    "with escapes": lambda facts, _word: json.dumps(facts),
    "in bytes": lambda facts, _word: json.dumps(facts, ensure_ascii=False).encode(),
    "in bytes that are no UTF-8": lambda facts, _word: json.dumps(facts, ensure_ascii=False).encode("utf-16"),
    "in wide letters": lambda facts, word: json.dumps(facts, ensure_ascii=False).replace(word, wide(word)),
    "in letters that look alike": lambda facts, word: json.dumps(facts).replace(word, word.translate(LETTERS)),
}


class World:
    """A table that is served, a player's page of it and her way to its API."""

    def __init__(self, table, page, client):
        self.table, self.page, self.client = table, page, client

    async def replied(self, raw, number):
        """What the page is told; what is pushed meanwhile is not looked at."""
        await self.page.send(raw)
        async with asyncio.timeout(LONG):
            while (told := json.loads(await self.page.recv())).get("reply") not in (number, 0):
                pass
        return told | {"reply": 0}

    async def posted(self, raw):
        """How the API refuses the same line; what a deed of her own comes to may differ, and does not say why (`test_worlds.py`)."""
        said = await self.client.post("/api/line", content=json.dumps({"text": json.loads(raw)["text"]}))
        return "" if json.loads(said.text).get("n") else (said.status_code, masked(said.text))


@asynccontextmanager
async def world(folder, system, line, monkeypatch):
    """A demo whose dice fall alike in every world, after a line of its GM's; nobody pays for anything."""
    one = SimpleNamespace(token_bytes=lambda size: b"7" * size, token_hex=lambda size: "7" * 2 * size)
    monkeypatch.setattr(chance, "secrets", one)
    free = Pace(10**9, 10**9)
    paces = Paces(sending=free, opening=free, pushing=free, tables=Shared(10**9, 10**9))
    house = House(SqliteStore(folder), clock=lambda: "2026-01-01T00:00:00Z")
    listening = asyncio.get_running_loop().create_future()
    server = Server(configuration(house, host="127.0.0.1", port=0, paces=paces), listening.set_result)
    serving = asyncio.create_task(server.serve())
    address = await listening
    table, links = await house.demo(system)
    if line:
        reply = await Chat(table, HOST).line(line)
        assert reply.ok, reply.text
    secret = next(links[seat.name] for seat in table.memory.seats.values() if not seat.gm)
    bearer = {"authorization": f"Bearer {secret}", "accept-language": "zh"}
    live = f"{address.replace('http', 'ws')}/t/{secret}/live"
    async with connect(live, max_size=None) as page, httpx.AsyncClient(base_url=address, headers=bearer) as client:
        yield World(table, page, client)
    server.should_exit = True
    await serving
    await house.close()


def messages(system, word):
    """What a page may say with a name in it."""
    yield from ({"do": do, "of": word} for do in ("unable",))
    yield from (
        {"do": "line", "text": f"{said}{word}"} for said in (".看 ", ".卡 ", ".w ", ".rx d20 @", ".help ", ".use ")
    )
    for command in system.commands:
        if isinstance(command, Command) and command.args:
            args = {command.args[0].name: [word] if command.args[0].several else word}
            yield {"do": "line", "text": f".{command.names[0]} {word}"}
            yield {"do": "odds", "deed": command.key, "args": args, "whether": True}
            yield {"do": "deed", "deed": command.key, "args": args, "actor": word}


@pytest.mark.parametrize("name", sorted(UNSEEN))
async def test_a_guess_is_answered_as_a_wrong_one_is(name, tmp_path, monkeypatch):
    async with AsyncExitStack() as both:
        here = await both.enter_async_context(world(tmp_path / "here.db", name, UNSEEN[name], monkeypatch))
        there = await both.enter_async_context(world(tmp_path / "there.db", name, "", monkeypatch))
        hidden = {word for one in here.table.actors().items() if one[0] not in there.table.actors() for word in one}
        assert hidden
        told, number, others = [], 0, cycle(WRITINGS.items())
        for word in sorted(hidden):
            for message in messages(here.table.system, word):
                for way, written in (("in nothing but escapes", in_escapes), next(others)):
                    number += 1
                    raw = written({**message, "id": number}, word)
                    one, other = [await each.replied(raw, number) for each in (here, there)]
                    if masked(json.dumps(one)) != masked(json.dumps(other)):
                        told.append(f"{message} {way}: {one.get('text')} — {other.get('text')}")
                    if message["do"] == "line" and not isinstance(raw, bytes):
                        one, other = [await each.posted(raw) for each in (here, there)]
                        if one != other:
                            told.append(f"{message} {way}, to the API: {one} — {other}")
        assert not told, "\n".join(told[:20])


@pytest.mark.parametrize("name", sorted(UNSEEN))
async def test_a_right_guess_takes_no_longer_than_a_wrong_one(name, tmp_path):
    """Counted in work, not in time: what a refusal costs more where somebody of that name is behind the scenes, beside what any other word
    costs more there."""
    house = House(SqliteStore(tmp_path / "guess.db"))
    try:
        here, there = [(await house.demo(name))[0] for _ in range(2)]
        before = set(here.actors().values())
        assert (await Chat(here, HOST).line(UNSEEN[name])).ok
        hidden = next(called for called in here.actors().values() if called not in before)
        for said in (".攻击 ", ".看 ", ".odds 攻击 "):
            right, wrong = [
                [await _work(table, f"{said}{word}") for table in (here, there)]
                for word in (hidden, "\u7a7a" * len(hidden))
            ]
            more, other = right[0] - right[1], wrong[0] - wrong[1]
            assert abs(more - other) <= right[1] * 0.02, (said, right, wrong)
    finally:
        await house.close()


async def _work(table, line):
    """What it takes to refuse a player's line, once all that is remembered is."""
    player = Chat(table, next(one.id for one in table.memory.seats.values() if not one.gm))
    await player.line(line)
    with Effort() as work:
        assert not (await player.line(line)).ok
    return work.calls
