"""Discord end to end: a gateway and an API of our own, the real adapter, and a running `ludex bot`."""

import asyncio
import re
import signal
from importlib.util import find_spec

import pytest

from tests.fronts.bots.guild import CHANNEL, Guild
from tests.fronts.bots.test_socket import HurriedServer
from tests.patience import LONG

missing = find_spec("nonebot.adapters.discord") is None
pytestmark = [pytest.mark.process, pytest.mark.skipif(missing, reason="the adapter is an extra: ludex[discord]")]

GM, AN, BO, KEEPER = 1, 2, 3, 9


async def test_a_channel_plays_an_evening_and_the_line_breaks(tmp_path):
    guild = Guild(friends=(AN,))
    guild.away = 1  # the service is not there at first
    await guild.open()
    server = HurriedServer(tmp_path / "data")
    server.settings = (
        f'gap = 0.0\nprivate = true\nadapters = ["discord"]\n[discord]\ntoken = "hush-hush"\napi = "{guild.base}"\n'
    )
    server.start()
    try:
        await asyncio.wait_for(guild.connected.wait(), LONG)
        assert guild.intents & 1 << 15, "without leave to read messages the bot is deaf"
        await opened(guild)
        await checks(guild)
        await attacks(guild)
        await hides(guild)
        await rewords(guild)
        await waits(guild)
        await comes_back(guild)
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)  # the service hears it hang up
        await guild.close()
    assert guild.refused == []
    assert all(count == 1 for count in guild.callbacks.values())
    assert "hush-hush" not in server.logged()
    assert "Traceback" not in server.logged(), server.logged()[-3000:]


async def opened(guild):
    await guild.answer(CHANNEL, GM, ".开桌 boon 演示", "主持人")
    assert guild.said[-1]["quotes"]["message_id"]
    await guild.answer(CHANNEL, AN, ".坐 安", "「安」")
    await guild.answer(CHANNEL, BO, ".坐 柏", "「柏」")


async def checks(guild):
    await guild.answer(CHANNEL, AN, ".r 1d1+41 _砍_", "42")
    assert "\\_砍\\_" in guild.said[-1]["text"]
    await guild.answer(CHANNEL, AN, ".看 我", "[image]")
    assert guild.said[-1]["picture"].startswith(b"\x89PNG")
    # the GM calls for a check: whoever is asked is called by the service's own means, and presses a button
    asked = await question(guild, GM, f".检定 力量 <@{AN}> 推门")
    assert (asked["calls"], asked["text"].split()[0]) == ([AN], f"<@{AN}>")
    since = len(guild.said)
    await guild.press(AN, asked, "掷")
    await guild.until(lambda: "推门，" in guild.text(CHANNEL, since))
    await guild.answer(CHANNEL, AN, ".sn", "群名片")
    assert guild.nicks[str(AN)].startswith("安 ")


async def question(guild, author, line, **more):
    """Write something, and wait for the question that it leads to."""
    since = len(guild.said)
    await guild.write(CHANNEL, author, line, **more)
    await guild.until(lambda: open_question(guild, since))
    return open_question(guild, since)


def open_question(guild, since):
    return next((one for one in guild.said[since:] if one["buttons"] and one["calls"]), None)


async def attacks(guild):
    """An attack that the GM must allow; she answers with a reply, and so does whoever is asked after that."""
    await guild.answer(CHANNEL, GM, ".设置 信任 询问", "问主持人")
    asked = await question(guild, AN, ".攻击 兽人 优=2")
    while asked:
        since = len(guild.said)
        await guild.write(CHANNEL, asked["calls"][0], "1", quotes=asked["id"])
        await guild.until(lambda since=since: len(guild.said) > since)
        await guild.answer(CHANNEL, GM, ".ping", "在。")
        asked = open_question(guild, since)
    assert re.search("安的长剑.*兽人1", guild.text(CHANNEL))


async def hides(guild):
    await guild.answer(CHANNEL, AN, ".rh 1d1+4241", "私聊")
    assert "4242" in guild.text(f"80{AN}")
    await guild.answer(CHANNEL, BO, ".rh 1d1+4241", "网页")
    assert "4242" not in guild.text(CHANNEL)
    page = await guild.answer(f"80{AN}", AN, ".网页", "/t/")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/t/[\w-]{16,}", page.split("\n")[0])


async def rewords(guild):
    number = await guild.write(CHANNEL, AN, "我开门。")
    await guild.unfold(CHANNEL, number)
    await guild.edit(CHANNEL, number, "我推门。")
    gone = await guild.write(CHANNEL, AN, "说错了。")
    await guild.withdraw(CHANNEL, gone)
    for _ in range(1000):  # the service tells of changes beside its messages: which comes first is open
        log = await guild.answer(CHANNEL, AN, ".log get", "安(")
        if "我推门。" in log and "说错了。" not in log:
            break
    assert "我推门。" in log
    assert "我开门。" not in log
    assert "说错了。" not in log
    # who manages the server manages the bot, though she sits nowhere
    await guild.answer(CHANNEL, KEEPER, ".bot off", "不出声")
    await guild.answer(CHANNEL, KEEPER, ".bot on", "醒")


async def waits(guild):
    guild.limited = 2
    await guild.answer(CHANNEL, BO, ".r 1d1+6", "1d1+6")
    assert guild.limited == 0


async def comes_back(guild):
    """The line breaks: what was said meanwhile is heard once; then the service sends the bot away, and forgets it."""
    await guild.hang_up()
    since = len(guild.said)
    await guild.write(CHANNEL, AN, ".r 1d1+776")
    await asyncio.wait_for(guild.connected.wait(), LONG)
    await guild.until(lambda: "777" in guild.text(CHANNEL, since))
    assert (guild.identified, guild.resumed) == (1, 1)
    await guild.send_away()
    guild.session = "forgotten"
    await asyncio.wait_for(guild.connected.wait(), LONG)
    assert guild.identified == 2
    await guild.answer(CHANNEL, GM, ".ping", "在。")
    assert guild.text(CHANNEL).count("【1d1+776】") == 1
    assert guild.beats > 1
