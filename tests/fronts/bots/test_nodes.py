"""Bots at several nodes: a group plays wherever its platform is connected and wherever its table lives, and every message counts once."""

import asyncio
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from ludex.fronts.bots.corridor import KEY, PATH
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.messages import Person, Place
from ludex.fronts.bots.shelves import FileShelf, SharedShelf, carry
from ludex.store.leases import Node
from ludex.store.postgres import PostgresStore
from tests.fronts.bots.qq import QQ
from tests.fronts.server import GONE, Server
from tests.patience import LONG
from tests.postgres import logged

GROUP, GM, AN = 7001, 1, 2
LEASE = "1.5"


class BotNode(Server):
    """A running `ludex bot` that shares a database with others."""

    def __init__(self, data, database, name):
        super().__init__(data)
        self.database, self.name = database, name
        self.data.mkdir()
        (self.data / "bot.toml").write_text("gap = 0.0\npictures = 'off'\n", "utf-8")

    def spawn(self):
        words = ["bot", "--port", str(self.port), "--data", str(self.data), "--store", self.database]
        words += ["--node", self.name, "--lease", LEASE]
        with (self.data.parent / f"{self.data.name}.log").open("a") as log:
            self.process = subprocess.Popen([sys.executable, "-m", "ludex", *words], stdout=subprocess.PIPE, stderr=log)

    @property
    def address(self):
        return f"ws://127.0.0.1:{self.port}"


@pytest.fixture
def nodes(database, tmp_path):
    several = [BotNode(tmp_path / name, database, name) for name in ("a", "b")]
    for one in several:
        one.spawn()
    for one in several:
        assert b"http" in one.process.stdout.readline(), one.logged()
    yield several
    for one in several:
        if one.process.poll() is None:
            one.end(signal.SIGTERM)
        assert "Traceback" not in one.logged(), one.logged()[-3000:]


def line(node, secret, text):
    return node.call("POST", "/api/line", {"text": text}, secret)["text"]


async def insist(qq, text):
    """Write until it is answered: a node that has died is waited for."""
    return await qq.answer(GM, text, GROUP, card="老周")


@pytest.mark.process
async def test_a_group_plays_wherever_its_table_lives(database, nodes):
    near, far = nodes
    qq, again, back = QQ(), QQ(), QQ()
    await qq.call(near.address)
    made = await asyncio.to_thread(far.call, "POST", "/api/demos", {"system": "boon"})
    gm = made["seats"]["gm"]
    code = re.search(r"\b[A-Z0-9]{8}\b", await asyncio.to_thread(line, far, gm, ".code"))[0]
    # the code was made at the other node
    await qq.answer(GM, f".link {code}", GROUP, wanted="这个群现在玩", card="老周")
    assert (await logged(database, made["table"]))[1] == "b"

    await qq.answer(GM, ".r 3d6 从这里", GROUP, wanted="3d6")
    assert (await logged(database, made["table"]))[1] == "b"
    since = len(qq.said)
    await asyncio.to_thread(line, far, gm, "那边的人说话")
    await qq.until(lambda: "那边的人说话" in qq.text(GROUP, since))

    # the same account at both nodes: each of its messages comes twice
    await again.call(far.address)
    since = len(again.said)
    event = qq.message(GM, ".r 1d20 只有一次", group=GROUP)
    await asyncio.gather(qq.event(**event), again.event(**event))
    await asyncio.gather(*(one.event(**qq.message(GM, "说过了", group=GROUP, number=50)) for one in (qq, again)))
    await again.until(lambda: "只有一次" in again.text(GROUP, since))
    await asyncio.to_thread(line, far, gm, "落定")
    await again.until(lambda: "落定" in again.text(GROUP, since))
    assert (qq.text(GROUP) + again.text(GROUP)).count("【只有一次 1d20】") == 1
    log = await words(database, made["table"])
    assert (log.count(".r 1d20 只有一次"), log.count("说过了")) == (1, 1)

    for headers in ({}, {KEY: "guessed"}):
        await asyncio.to_thread(knock, near, headers)

    # the table's node dies: the platform's node takes the table over
    far.end(signal.SIGKILL)
    assert "1d4" in await insist(qq, ".r 1d4 还在")
    assert (await logged(database, made["table"]))[1] == "a"

    # the platform's node dies: the platform comes to the other, and reads what happened meanwhile
    far.start()
    near.end(signal.SIGKILL)
    await asyncio.to_thread(spoken, far, gm, "你们不在的时候")
    await back.call(far.address)
    await back.until(lambda: "你们不在的时候" in back.text(GROUP))
    assert "1d6" in await insist(back, ".r 1d6 到齐")
    log = await words(database, made["table"])
    assert all(log.count(said) == 1 for said in (".r 3d6", ".r 1d20", ".r 1d4", "你们不在的时候", ".r 1d6"))
    for one in (qq, again, back):
        await one.close()


def knock(node, headers):
    """The door for nodes, tried by a stranger."""
    address = f"http://127.0.0.1:{node.port}{PATH}"
    request = urllib.request.Request(address, b'{"type":"code","code":"X"}', headers, method="POST")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(request, timeout=LONG)


def spoken(node, secret, text):
    """Say something as soon as the table is served again."""
    for _ in range(100):
        try:
            return line(node, secret, text)
        except GONE:
            continue
    raise AssertionError("the table is not served")


async def words(database, table):
    found, _ = await logged(database, table)
    return b"\n".join(stored.body for stored in found).decode()


@pytest.fixture(params=["file", "shared"])
async def ledger(request, tmp_path):
    if request.param == "file":
        one = Ledger(FileShelf(tmp_path / "bots.db"))
        yield one
        await one.close()
        return
    store = await PostgresStore(request.getfixturevalue("database"), Node("one")).start()
    yield Ledger(SharedShelf(store))
    await store.close()


async def test_a_ledger_keeps_the_same_in_a_file_and_in_a_database(ledger):
    group, an = Place("onebot", "7"), Person("onebot", "2", "安")
    assert await ledger.place(group) is None
    await ledger.link(group, "t1", 3)
    await ledger.link(group, "t2", 4)
    await ledger.tell(group, 9)
    await ledger.silence(group, silent=True)
    assert [(place, one.table, one.told, one.silent) for place, one in await ledger.places()] == [
        (group, "t2", 9, True)
    ]
    assert await ledger.places("t1") == []
    await ledger.sit(an, "t1", "p1")
    await ledger.sit(an, "t2", "p2")
    await ledger.sit(an, "t1", "p3")
    assert await ledger.tables(an) == ["t2", "t1"]
    assert (await ledger.seat("onebot", "2", "t1"), await ledger.holders("t1", "p3")) == ("p3", [an])
    await ledger.stand_up(an, "t1")
    assert await ledger.seat("onebot", "2", "t1") == ""
    for _ in range(2):
        await ledger.ban("onebot", "2", banned=True)
        await ledger.trust("onebot", "2", trusted=True)
    assert (await ledger.is_banned(an), await ledger.is_trusted(an)) == (True, True)
    await ledger.ban("onebot", "2", banned=False)
    assert not await ledger.is_banned(an)
    await ledger.keep_card(group, "2", "安 9/9")
    await ledger.keep_card(group, "2", "安 8/9")
    assert await ledger.cards(group) == {"2": "安 8/9"}
    await ledger.keep_card(group, "2", None)
    assert await ledger.cards(group) == {}
    assert [await ledger.first(group, "m1"), await ledger.first(group, "m1")] == [True, False]
    await ledger.forget()
    assert not await ledger.first(group, "m1")
    await ledger.reach("onebot", "http://a")
    await ledger.reach("onebot", "http://b")
    assert (await ledger.way("onebot"), await ledger.way("satori")) == ("http://b", "")
    await ledger.unlink(group)
    assert await ledger.place(group) is None


async def test_groups_move_with_their_tables(ledger, tmp_path):
    group, an = Place("onebot", "7"), Person("onebot", "2", "安")
    await ledger.link(group, "t1", 3)
    await ledger.sit(an, "t1", "p1")
    await ledger.sit(an, "t0", "p0")
    await ledger.trust("onebot", "2", trusted=True)
    there = Ledger(FileShelf(tmp_path / "there.db"))
    await there.sit(an, "t1", "p9")
    assert await carry(ledger.shelf, there.shelf) == 4
    assert (await there.place(group)).told == 3
    assert await there.tables(an) == ["t1", "t0"]
    assert await there.seat("onebot", "2", "t1") == "p9"
    assert await there.is_trusted(an)
    await there.close()
