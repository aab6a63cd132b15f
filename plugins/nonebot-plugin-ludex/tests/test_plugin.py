"""The plugin as a project has it: it loads, says what it is, and plays."""

from itertools import count

import nonebot
import pytest
from nonebot.adapters.onebot.v11 import Adapter, Bot, GroupMessageEvent, Message
from nonebot.adapters.onebot.v11.event import Sender
from pydantic import ValidationError

numbers = count(1)


def typed(user, text, group=70):
    number = next(numbers)
    return GroupMessageEvent(
        time=1,
        self_id=10000,
        post_type="message",
        sub_type="normal",
        message_type="group",
        message_id=number,
        user_id=user,
        group_id=group,
        anonymous=None,
        message=Message(text),
        original_message=Message(text),
        raw_message=text,
        font=0,
        sender=Sender(user_id=user, nickname=f"user{user}", card="", role="member"),
        to_me=False,
    )


class Heard:
    """What was said, whatever it is: nonebug wants to know it beforehand, so the rider's own way out is watched."""

    def __init__(self, monkeypatch):
        from nonebot_plugin_ludex import ludex

        self.said = []

        async def carried(say):
            self.said.append(say.text)
            return str(len(self.said))

        monkeypatch.setattr(ludex.rider, "_carried", carried)


@pytest.fixture
def heard(monkeypatch):
    return Heard(monkeypatch)


async def test_it_says_what_it_is(app):
    from nonebot_plugin_ludex.config import Config

    plugin = nonebot.get_plugin("nonebot_plugin_ludex")
    assert plugin.metadata.config is Config
    assert plugin.metadata.type == "application"
    assert "~onebot.v11" in plugin.metadata.supported_adapters


async def test_a_group_opens_a_table_sits_down_and_rolls(app, heard):
    from nonebot_plugin_ludex import ludex

    async with app.test_matcher() as ctx:
        bot = ctx.create_bot(base=Bot, adapter=nonebot.get_adapter(Adapter), self_id="10000")
        for user, text in ((1, ".开桌 boon 演示"), (2, ".坐 安"), (2, ".r 1d1+41"), (2, "大家好")):
            ctx.receive_event(bot, typed(user, text))
    said = "\n".join(heard.said)
    assert "开好了" in said
    assert "「安」" in said
    assert "42" in said
    assert ludex.rider.hall is not None


async def test_the_superusers_are_its_masters(app):
    from nonebot_plugin_ludex import ludex

    assert ludex.settings.masters == ("onebot:1",)


async def test_settings_are_read_and_checked(app):
    from nonebot_plugin_ludex.config import Config

    found = Config(ludex_masters=["discord:9", "5"], ludex_port=8642).settings(["1"])
    assert found.masters == ("discord:9", "onebot:5")
    assert found.page == "http://127.0.0.1:8642"
    for wrong in ({"ludex_language": "fr"}, {"ludex_port": 70000}, {"ludex_gap": -1}, {"ludex_pictures": "maybe"}):
        with pytest.raises(ValidationError):
            Config(**wrong)
