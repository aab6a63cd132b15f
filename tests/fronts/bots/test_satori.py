"""Satori end to end: a server of our own and a running `ludex bot` with its adapter."""

import asyncio
import re
import signal
from importlib.util import find_spec

import pytest

from tests.fronts.bots.koishi import Koishi
from tests.fronts.bots.test_socket import BotServer
from tests.patience import LONG

missing = find_spec("nonebot.adapters.satori") is None
pytestmark = [pytest.mark.process, pytest.mark.skipif(missing, reason="the adapter is an extra: ludex[satori]")]


async def test_a_channel_plays_with_pictures_buttons_and_edits(tmp_path):
    koishi = Koishi()
    await koishi.open()
    server = BotServer(tmp_path / "data")
    client = f'{{ host = "127.0.0.1", port = {koishi.port}, token = "hush-hush" }}'
    server.settings = f'gap = 0.0\nadapters = ["satori"]\n[extra]\nsatori_clients = [{client}]\n'
    server.start()
    try:
        await asyncio.wait_for(koishi.connected.wait(), LONG)
        await koishi.answer("gm", ".开桌 boon 演示", wanted="主持人")
        await koishi.answer("an", ".坐 安", wanted="「安」")
        await koishi.answer("an", ".r 1d1+41 砍", wanted="42")
        await koishi.answer("an", ".看 我", wanted="<img")
        await koishi.answer("gm", '.检定 力量 <at id="an"/>', wanted="安")
        await koishi.answer("gm", ".设置 信任 询问")
        await koishi.answer("an", ".检定 力量 推门 优=2")

        def asked():
            both = ("<button", '<at id="gm"')
            return next((one["content"] for one in koishi.said if all(part in one["content"] for part in both)), "")

        await koishi.until(asked)
        pressed = re.search(r'<button[^>]*?id="([^"]+)"', asked())[1]
        since = len(koishi.said)
        await koishi.event("interaction/button", "gm", "c1", button={"id": pressed})
        await koishi.until(lambda: "推门" in koishi.text(since=since))
        number = await koishi.write("an", "我开门。")
        await koishi.event("message-updated", "an", "c1", message={"id": number, "content": "我推门。"})
        gone = await koishi.write("an", "说错了。")
        await koishi.event("message-deleted", "an", "c1", message={"id": gone, "content": ""})
        for _ in range(1000):  # changes are told beside messages: which comes first is open
            log = await koishi.answer("an", ".log get")
            if "我推门。" in log and "说错了。" not in log:
                break
        assert "我推门。" in log
        assert "我开门。" not in log
        assert "说错了。" not in log
        assert "/v1/message.create" in koishi.calls
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)  # the service hears it hang up
        await koishi.close()
    assert "hush-hush" not in server.logged()
    assert "Traceback" not in server.logged(), server.logged()[-2000:]
