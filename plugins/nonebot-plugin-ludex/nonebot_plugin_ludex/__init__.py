"""Ludex 掌律 as a plugin of NoneBot: whole rule systems, live tables, one log, shared with the browser.

What it needs is in the project's `.env`, every key with `ludex_` in front (`Config`).
"""

from nonebot import get_driver, get_plugin_config
from nonebot.plugin import PluginMetadata

from ludex.fronts.bots.plugging import Plugged
from nonebot_plugin_ludex.config import Config

__plugin_meta__ = PluginMetadata(
    name="Ludex 掌律",
    description="懂规则的牌桌：五套规则完整自动，群里、网页里同一张桌子",
    usage=".开桌 规则名 演示 开一张桌子；.坐 名字 入座；.help 看指令",
    type="application",
    homepage="https://pypi.org/project/ludex/",
    config=Config,
    supported_adapters={"~onebot.v11", "~satori", "~discord", "~qq", "~console"},
)

config = get_plugin_config(Config)
ludex = Plugged(
    config.settings(get_driver().config.superusers), config.data, host=config.ludex_host, port=config.ludex_port
)
ludex.rider.listen()

get_driver().on_startup(ludex.open)
get_driver().on_shutdown(ludex.close)
