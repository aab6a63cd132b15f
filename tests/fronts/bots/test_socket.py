"""End to end over a real socket: a QQ of our own and a running `ludex bot`, whatever the line does."""

import asyncio
import base64
import os
import re
import signal
import subprocess
import sys

import pytest
from websockets.exceptions import InvalidStatus

from tests.fronts.bots.qq import QQ, SELF, kinds, plain
from tests.fronts.server import Server
from tests.patience import LONG

GROUP, OTHER = 7001, 7002
GM, AN, BO, DUO = 1, 2, 3, 4

pytestmark = pytest.mark.process


class BotServer(Server):
    """A running `ludex bot`."""

    settings = 'private = true\ngap = 0.0\nmasters = ["onebot:1"]\n[onebot]\ntoken = "hush-hush"\n'
    program = "ludex"

    def spawn(self):
        self.data.mkdir(exist_ok=True)
        (self.data / "bot.toml").write_text(self.settings, "utf-8")
        command = [sys.executable, "-m", self.program, "bot", "--port", str(self.port), "--data", str(self.data)]
        command += self.words
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with (self.data.parent / f"{self.data.name}.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)

    @property
    def address(self):
        return f"ws://127.0.0.1:{self.port}"


class HurriedServer(BotServer):
    """A running `ludex bot` whose adapters connect at once."""

    program = "tests.fronts.bots.hurried"


@pytest.fixture
def server(tmp_path):
    one = BotServer(tmp_path / "data")
    one.start()
    yield one
    if one.process.poll() is None:
        one.end(signal.SIGTERM)
    assert "hush-hush" not in one.logged()
    assert "Traceback" not in one.logged(), one.logged()[-3000:]


@pytest.fixture
async def qq(server):
    one = QQ(friends=(AN,), token="hush-hush")
    await one.call(server.address)
    yield one
    await one.close()


async def opened(qq, group=GROUP):
    await qq.answer(GM, ".开桌 boon 演示", group, card="老周")
    for user, name in ((AN, "安"), (BO, "柏"), (DUO, "朵")):
        await qq.answer(user, f".坐 {name}", group, wanted=name)


async def test_an_evening_of_boon_in_a_group(qq, server):
    await opened(qq)
    await qq.write(AN, "先推门。", group=GROUP)
    await qq.answer(AN, ".检定 力量 推门", GROUP, wanted="推门")
    said = await qq.answer(AN, ".攻击 兽人 @安", GROUP)
    for _ in range(12):
        questions = [one for one in qq.said if re.search(r"^\s+1\. ", plain(one), re.MULTILINE)]
        if questions and qq.said[-1] is questions[-1]:
            assert "at" in kinds(questions[-1])
            asked = next(one["data"]["qq"] for one in questions[-1]["segments"] if one["type"] == "at")
            said = await qq.answer(int(asked), "1", GROUP, quotes=questions[-1]["id"])
            continue
        break
    assert "兽人" in qq.text(GROUP)
    # hidden: a friend is told privately, somebody else on the page; the group reads no number
    since = len(qq.said)
    await qq.answer(AN, ".rh 1d1+4241", GROUP)
    await qq.until(lambda: "4242" in qq.text(AN, since))
    assert "4242" not in qq.text(GROUP)
    await qq.answer(BO, ".rh 1d1+4241", GROUP, wanted="网页")
    # the page sees the same table
    await qq.write(AN, ".网页")
    await qq.until(lambda: "/t/" in qq.text(AN))
    secret = qq.text(AN).rsplit("/t/", 1)[1].split()[0]
    here = server.call("GET", "/api/seat", secret=secret)
    assert here["seat"]["name"] == "安"
    since = len(qq.said)
    server.call("POST", "/api/line", {"text": "我在网页上说话"}, secret=secret)
    await qq.until(lambda: "我在网页上说话" in qq.text(GROUP, since))
    log = server.call("GET", "/api/log", secret=secret)
    assert any(one["text"] == "先推门。" for one in log)
    assert said


async def test_sheets_are_pictures_cards_follow_and_withdrawn_words_are_gone(qq, server):
    await opened(qq)
    qq.takes_files = qq.takes_forwards = False  # the log is read as words here
    since = len(qq.said)
    await qq.write(AN, ".看 我", group=GROUP)
    await qq.until(lambda: len(qq.said) > since)
    assert "image" in kinds(qq.said[-1])
    image = next(one for one in qq.said[-1]["segments"] if one["type"] == "image")
    assert base64.b64decode(image["data"]["file"].removeprefix("base64://")).startswith(b"\x89PNG")
    qq.pictures = False
    await qq.answer(AN, ".看 我", GROUP, wanted="安")
    await qq.answer(AN, ".sn", GROUP, wanted="群名片")
    assert qq.cards[AN].startswith("安 ")
    number = await qq.write(AN, "这句不算。", group=GROUP)
    await qq.write(AN, "这句算。", group=GROUP)
    await qq.withdraw(AN, number, GROUP)
    for _ in range(1000):  # changes are told beside messages: which comes first is open
        log = await qq.answer(AN, ".log get", GROUP, wanted="这句算。")
        if "这句不算" not in log:
            break
    assert "这句不算" not in log


async def test_a_quote_that_is_no_question_and_a_mention_are_understood(qq, server):
    await opened(qq)
    first = await qq.write(AN, "那个兽人很大", group=GROUP)
    said = await qq.answer(BO, ".r 1d1+10", GROUP, wanted="11", quotes=first)
    assert "11" in said
    await qq.answer(BO, ".r 1d1+20", GROUP, at=(SELF,), wanted="1d1+20")
    await qq.answer(GM, ".检定 力量 ", GROUP, at=(AN,), wanted="安")


async def test_duplicates_disorder_and_a_broken_line_lose_and_double_nothing(qq, server):
    await opened(qq)
    events = [qq.message(user, f".r 1d1+{1000 + n}", group=GROUP) for n, user in enumerate([AN, BO, DUO] * 4)]
    shuffled = [events[i] for i in (3, 0, 5, 1, 2, 4, 8, 6, 7, 11, 9, 10)]
    for event in shuffled:
        await qq.event(**event)
        await qq.event(**event)
    await qq.until(lambda: all(f"1d1+{1000 + n}" in qq.text(GROUP) for n in range(12)))
    await qq.hang_up()
    await qq.call(server.address)
    await qq.heartbeat()
    for event in events:
        await qq.event(**event)
    since = len(qq.said)
    await qq.answer(GM, ".ping", GROUP, wanted="在。")
    assert "1d1+10" not in qq.text(GROUP, since)
    for n in range(12):
        assert qq.text(GROUP).count(f"【1d1+{1000 + n}】") == 1


async def test_a_killed_bot_comes_back_with_everything(qq, server):
    await opened(qq)
    event = qq.message(AN, ".r 1d1+77", group=GROUP)
    await qq.event(**event)
    await qq.until(lambda: "78" in qq.text(GROUP))
    # one line after another: now it is known that the roll was told
    await qq.answer(AN, ".ping", GROUP, wanted="在。")
    server.end(signal.SIGKILL)
    server.start()
    await qq.call(server.address)
    since = len(qq.said)
    await qq.event(**event)
    await qq.answer(AN, ".ping", GROUP, wanted="在。")
    assert "1d1+77" not in qq.text(GROUP, since)


async def test_a_bot_that_is_killed_while_it_speaks_may_say_it_again_but_does_it_once(qq, server):
    await opened(qq)
    event = qq.message(AN, ".r 1d1+77", group=GROUP)
    await qq.event(**event)
    await qq.until(lambda: "78" in qq.text(GROUP))
    server.end(signal.SIGKILL)
    server.start()
    await qq.call(server.address)
    await qq.event(**event)
    await qq.write(AN, ".ping", group=GROUP)
    await qq.until(lambda: "在。" in qq.text(GROUP))
    assert qq.text(GROUP).count("【1d1+77】") in (1, 2)
    assert (await qq.answer(AN, ".log 20", GROUP, wanted="#")).count(".r 1d1+77") == 1


async def test_two_groups_at_once_keep_their_order_and_never_mix(qq, server):
    await opened(qq)
    await qq.answer(21, ".开桌 mist 演示", OTHER)
    for n in range(8):
        await qq.write(AN, f".r 1d1+{100 + n}", group=GROUP)
        await qq.write(21, f".r 1d1+{500 + n}", group=OTHER)
    await qq.until(lambda: "1d1+107" in qq.text(GROUP) and "1d1+507" in qq.text(OTHER))
    here = [int(n) for n in re.findall(r"【1d1\+(\d+)】", qq.text(GROUP))]
    there = [int(n) for n in re.findall(r"【1d1\+(\d+)】", qq.text(OTHER))]
    assert here == list(range(100, 108))
    assert there == list(range(500, 508))


async def test_five_systems_are_open_in_five_groups_at_once(qq, server):
    async def play(group, system):
        await qq.answer(group, f".开桌 {system} 演示", group, wanted="空着的座位")
        seats = re.search(r"空着的座位：([^；]+)；", qq.text(group))[1]
        name = seats.split("、")[0]
        await qq.answer(group + 1, f".坐 {name}", group, wanted=name)
        await qq.answer(group + 1, ".r 1d1+8", group, wanted="1d1+8")
        assert await qq.answer(group + 1, ".看 我", group)
        assert await qq.answer(group + 1, ".ra", group)

    systems = ("boon", "fable", "fet", "mirror", "mist")
    await asyncio.gather(*(play(8000 + 10 * n, system) for n, system in enumerate(systems)))


async def test_a_platform_that_refuses_is_no_disaster(qq, server):
    await opened(qq)
    qq.refusing = True
    await qq.write(AN, ".r 1d1+5", group=GROUP)
    await qq.until(lambda: qq.refused)
    qq.refusing = False
    await qq.answer(AN, ".ping", GROUP, wanted="在。")


async def test_a_flood_of_one_leaves_the_others_their_table(qq, server):
    await opened(qq)
    for n in range(400):
        await qq.write(BO, f".r 1d1+{n}", group=GROUP)
    await qq.write(AN, ".ping", group=GROUP)
    await qq.until(lambda: "在。" in qq.text(GROUP))
    assert len(re.findall(r"【1d1\+\d+】", qq.text(GROUP))) < 100


async def test_somebody_without_the_token_is_not_let_in(server):
    with pytest.raises(InvalidStatus, match="403"):
        await QQ(token="wrong").call(server.address)


async def test_the_bot_connects_forward_and_comes_back(tmp_path):
    qq = QQ()
    port = await qq.wait()
    server = BotServer(tmp_path / "data")
    server.settings = f'gap = 0.0\n[onebot]\nurls = ["ws://127.0.0.1:{port}"]\n'
    server.start()
    try:
        await asyncio.wait_for(qq.connected.wait(), LONG)
        await qq.answer(GM, ".开桌 fet 演示", GROUP, wanted="主持人")
        await qq.answer(GM, ".r", GROUP, wanted="d100")
        await qq.hang_up()
        await asyncio.wait_for(qq.connected.wait(), LONG)
        await qq.answer(GM, ".ping", GROUP, wanted="在。")
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)  # the service hears it hang up
        await qq.close()
