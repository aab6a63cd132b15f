"""A whole evening of each system in a QQ group: the recorded games once more, typed by several people over a real socket.

Every line of `tests/replays/` is a message of whoever says it; the others talk meanwhile. Exactly the recorded dice must fall, and what the
record tells a player must be told in the group, unless it is for her alone; what it tells the GM may hold more. At one table a browser watches.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import chromium  # noqa: F401  # a fixture
from tests.fronts.bots.qq import QQ, plain
from tests.fronts.bots.test_socket import BotServer

REPLAYS = Path(__file__).parents[2] / "replays"
GROUP, HOST, WATCHER = 7100, 1, 99
BLOCK = re.compile(r"^```ludex\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"(\S+?)> (.*)")
SYSTEMS = ("boon", "fable", "fet", "mirror", "mist")

pytestmark = pytest.mark.process


class Loaded(BotServer):
    """A running bot whose dice fall as they are told."""

    settings = 'gap = 0.0\npictures = "off"\nmasters = ["onebot:1"]\n[onebot]\ntoken = "hush-hush"\n'

    def spawn(self):
        self.data.mkdir(exist_ok=True)
        self.faces = self.data.parent / "faces.json"
        self.told([])
        (self.data / "bot.toml").write_text(self.settings, "utf-8")
        command = [sys.executable, "-m", "tests.fronts.bots.loaded", str(self.faces)]
        command += ["bot", "--port", str(self.port), "--data", str(self.data)]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with (self.data.parent / f"{self.data.name}.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)

    def told(self, faces):
        self.faces.write_text(json.dumps({"faces": faces, "wrong": []}), "utf-8")

    def fell(self):
        return json.loads(self.faces.read_text("utf-8"))


def steps(system):
    """The lines of a recorded game: (who, line, dice, what is told, refusal)."""
    found, dice = [], []
    for row in "".join(BLOCK.findall((REPLAYS / f"{system}.md").read_text("utf-8"))).splitlines():
        if said := LINE.fullmatch(row):
            found.append((said[1], said[2], dice, [], []))
            dice = []
        elif row.startswith("dice:"):
            dice = [int(face) for face in row[5:].split()]
        elif row.startswith("set:"):
            found.append(("GM", f".设置 {row[4:].strip()}", [], [], []))
        elif row.startswith("< "):
            found[-1][3].append(row[2:])
        elif row.startswith("! "):
            found[-1][4].append(row[2:])
    return found


class Group:
    """A QQ group at its table."""

    def __init__(self, qq, server):
        self.qq, self.server, self.users = qq, server, {"GM": HOST}
        self.lines = 0

    async def open(self, system):
        await self.qq.answer(HOST, f".开桌 {system} 演示", GROUP, card="GM")
        seats = re.search(r"空着的座位：([^；]+)；", self.qq.text(GROUP))[1].split("、")
        for n, name in enumerate(seats):
            self.users[name] = 10 + n
            await self.qq.answer(10 + n, f".坐 {name}", GROUP, wanted=name)
        for user in self.users.values():
            await self.qq.answer(HOST, f".trust {user}", GROUP)
        await self.qq.answer(WATCHER, ".ob 旁观者", GROUP)
        await self.qq.answer(HOST, f".trust {WATCHER}", GROUP)

    async def play(self, who, line, dice, told, refused):
        """One line of the game while others talk; everything that is said in the group until it is done."""
        self.server.told(dice)
        since, self.lines = len(self.qq.said), self.lines + 1
        others = [user for name, user in self.users.items() if name != who]
        await asyncio.gather(
            self.qq.write(self.users[who], line, group=GROUP),
            self.qq.write(others[self.lines % len(others)], f"（闲聊 {self.lines}）", group=GROUP),
        )
        await self.qq.write(WATCHER, f".r 1+{10**6 + self.lines}", group=GROUP)
        await self.qq.until(lambda: str(10**6 + self.lines + 1) in self.qq.text(GROUP, since))
        heard = "\n".join(plain(one) for one in self.qq.said[since:] if one["to"] == GROUP)
        assert self.server.fell() == {"faces": [], "wrong": []}, (line, heard, self.server.fell())
        if who != "GM" and not refused and "网页" not in heard:  # what is for one person alone is not told in the group
            missing = [text for text in told if text not in heard]
            if missing:  # what a sentence leaves out stands in the log
                heard = await self.qq.answer(WATCHER, ".log 6", GROUP)
                missing = [text for text in missing if text not in heard]
            assert not missing, (who, line, missing, heard)
        return heard


async def evening(tmp_path, system, watch=None):
    server = Loaded(tmp_path / "data")
    server.start()
    qq = QQ(token="hush-hush", friends=(HOST,))
    try:
        await qq.call(server.address)
        group = Group(qq, server)
        await group.open(system)
        seen = await watch(qq, server, group) if watch else None
        for step in steps(system):
            await group.play(*step)
        if seen:
            await seen()
        assert group.lines > 30
    finally:
        await qq.close()
        server.end(signal.SIGTERM)
    assert "Traceback" not in server.logged(), server.logged()[-2000:]


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one != "boon"])
async def test_a_whole_evening_is_played_in_a_group(tmp_path, system):
    await evening(tmp_path, system)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_whole_evening_is_played_while_a_browser_watches(tmp_path, chromium):  # noqa: F811
    from playwright.async_api import expect

    async def watch(qq, server, group):
        user = group.users["安"]
        qq.friends.add(user)
        await qq.write(user, ".link")
        await qq.write(user, ".网页")
        await qq.until(lambda: "/t/" in qq.text(user))
        secret = qq.text(user).rsplit("/t/", 1)[1].split()[0]
        page = await (await chromium.new_context()).new_page()
        await page.goto(f"http://127.0.0.1:{server.port}/t/{secret}")

        async def seen():
            log = server.call("GET", "/api/log", secret=secret)
            last = next(one for one in reversed(log) if one["kind"] == "said")
            await expect(page.get_by_text(last["text"]).last).to_be_attached()
            await page.context.close()

        return seen

    await evening(tmp_path, "boon", watch)
