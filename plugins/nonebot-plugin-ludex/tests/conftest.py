"""A NoneBot project with nothing in it but OneBot v11 and this plugin."""

import tempfile

import nonebot
import pytest
from nonebot.adapters.onebot.v11 import Adapter
from nonebug import NONEBOT_INIT_KWARGS


def pytest_configure(config):
    folder = tempfile.mkdtemp(prefix="ludex-")
    config.stash[NONEBOT_INIT_KWARGS] = {
        "driver": "~fastapi",
        "ludex_data": folder,
        "ludex_gap": 0,
        "ludex_pictures": "off",
        "superusers": {"1"},
    }


@pytest.fixture(scope="session", autouse=True)
async def after_nonebot_init(_nonebot_init):
    nonebot.get_driver().register_adapter(Adapter)
    assert nonebot.load_plugin("nonebot_plugin_ludex") is not None
