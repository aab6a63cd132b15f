"""QQ's own interface end to end: a gateway and an API of our own, the real adapter, and a running `ludex bot`."""

import asyncio
import re
import signal
from importlib.util import find_spec

import pytest

from tests.fronts.bots.penguin import APP, GROUP, ROOM, Penguin
from tests.fronts.bots.test_socket import HurriedServer
from tests.patience import LONG

missing = find_spec("nonebot.adapters.qq") is None
pytestmark = [pytest.mark.process, pytest.mark.skipif(missing, reason="the adapter is an extra: ludex[qq]")]

GM, AN, HER = "gm", "an", "an-in-private"
"""In a group somebody has another name than in private: the service tells them apart, the table does not."""


async def test_a_group_is_linked_plays_and_the_line_breaks(tmp_path):
    penguin = Penguin()
    penguin.away = 1  # the service is not there at first
    await penguin.open()
    server = HurriedServer(tmp_path / "data")
    server.settings = f"""gap = 0.0
private = true
adapters = ["qq"]
[qq]
id = "{APP}"
secret = "hush-hush"
api = "{penguin.base}/"
auth = "{penguin.base}/app/getAppAccessToken"
"""
    server.start()
    try:
        await asyncio.wait_for(penguin.connected.wait(), LONG)
        gm = await linked(penguin, server)
        await checks(penguin)
        await answers_with_a_quote(penguin)
        await hides(penguin)
        await keeps_what_it_may_not_say(penguin, server, gm)
        await comes_back(penguin)
        await plays_in_a_channel(penguin)
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)  # the service hears it hang up
        await penguin.close()
    assert set(penguin.refused) <= {40034005, 40034102}, "keyboards and speaking unasked alone may be refused"
    assert "hush-hush" not in server.logged()
    assert "Traceback" not in server.logged(), server.logged()[-3000:]


async def linked(penguin, server):
    """The table is opened on the page; codes that are made there link the group and the accounts."""
    seats = (await asyncio.to_thread(server.call, "POST", "/api/demos", {"system": "boon"}))["seats"]
    await penguin.answer(GROUP, GM, f".link {await code(server, seats['gm'])}", "这个群现在玩")
    await penguin.answer(GROUP, AN, f".link {await code(server, seats['安'])}", "「安」")
    await penguin.answer(HER, HER, f".link {await code(server, seats['安'])}", "「安」")
    return seats["gm"]


async def typed(server, secret, text):
    """A line that is typed on somebody's page."""
    return (await asyncio.to_thread(server.call, "POST", "/api/line", {"text": text}, secret))["text"]


async def code(server, secret):
    return re.search(r"\b[A-Z0-9]{8}\b", await typed(server, secret, ".接入码"))[0]


async def checks(penguin):
    await penguin.answer(GROUP, AN, ".r 1d1+41 砍", "42")
    await penguin.answer(GROUP, AN, ".看 我", "[image]")
    assert penguin.said[-1]["picture"].startswith(b"\x89PNG")
    assert penguin.said[-1]["reference"]["message_id"].startswith("REFIDX")
    asked = await question(penguin, GM, ".检定 力量 <@IDan> 推门", at=(AN,))
    assert asked["text"].startswith(f"<@{AN}>")
    since = len(penguin.said)
    number = await penguin.press(AN, asked, "掷")
    await penguin.until(lambda: "推门，" in penguin.text(GROUP, since))
    assert penguin.noticed == [number]


async def question(penguin, author, line, **more):
    """Write something, and wait for the question that it leads to."""
    since = len(penguin.said)
    await penguin.write(GROUP, author, line, **more)
    await penguin.until(lambda: "❓" in penguin.text(GROUP, since))
    return next(one for one in penguin.said[since:] if "❓" in one["text"])


async def answers_with_a_quote(penguin):
    """An account that may show no keyboards: the question is plain, and answered by a quote. The token has expired meanwhile."""
    penguin.keyboards = False
    penguin.renew()
    await penguin.answer(GROUP, GM, ".设置 信任 询问", "问主持人")
    asked = await question(penguin, AN, ".攻击 兽人 优=2")
    assert not asked["buttons"]
    while asked:
        since = len(penguin.said)
        await penguin.write(GROUP, GM, "1", quotes=asked["text"])
        await penguin.until(lambda since=since: len(penguin.said) > since)
        await penguin.answer(GROUP, GM, ".ping", "在。")
        asked = next((one for one in penguin.said[since:] if "❓" in one["text"]), None)
    assert re.search("安的长剑.*兽人1", penguin.text(GROUP))


async def hides(penguin):
    await penguin.answer(GROUP, AN, ".rh 1d1+4241", "网页")
    await penguin.answer(HER, HER, ".rh 1d1+5241", "5242")
    assert not re.search("4242|5242", penguin.text(GROUP))


async def keeps_what_it_may_not_say(penguin, server, gm):
    """One message may be answered five times: what is more is told with the next answer, once. A busy service is asked again."""
    penguin.limited = 1
    await penguin.answer(GROUP, AN, ".r 1d1+6", "1d1+6")
    lines = []
    while 40034102 not in penguin.refused:
        lines.append(f"第{len(lines)}句话")
        await typed(server, gm, lines[-1])
        await penguin.until(lambda: lines[-1] in penguin.text(GROUP) or 40034102 in penguin.refused)
    assert lines[-1] not in penguin.text(GROUP)
    await penguin.answer(GROUP, AN, ".ping", lines[-1])
    assert [penguin.text(GROUP).count(line) for line in lines] == [1] * len(lines)


async def comes_back(penguin):
    await penguin.hang_up()
    since = len(penguin.said)
    await penguin.write(GROUP, AN, ".r 1d1+776")
    await asyncio.wait_for(penguin.connected.wait(), LONG)
    await penguin.until(lambda: "777" in penguin.text(GROUP, since))
    assert (penguin.identified, penguin.resumed) == (1, 1)
    await penguin.send_away()
    penguin.session = "forgotten"
    await asyncio.wait_for(penguin.connected.wait(), LONG)
    await penguin.answer(GROUP, GM, ".ping", "在。")
    assert penguin.identified == 2
    assert penguin.text(GROUP).count("【1d1+776】") == 1


async def plays_in_a_channel(penguin):
    """A channel: what is said there is looked at by the service first; what was withdrawn is gone."""
    penguin.audits = 1
    await penguin.answer(ROOM, GM, ".开桌 mist 演示", "主持人")
    await penguin.pass_audit(penguin.said[-1]["id"])
    await penguin.answer(ROOM, AN, ".坐 林默", "「林默」")
    number = await penguin.write(ROOM, AN, "说错了。")
    await penguin.withdraw(AN, number)
    await penguin.write(ROOM, AN, "说对了。")
    for _ in range(1000):  # the service tells of changes beside its messages: which comes first is open
        log = await penguin.answer(ROOM, AN, ".log get", "说对了。")
        if "说错了。" not in log:
            break
    assert "说错了。" not in log
