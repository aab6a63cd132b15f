"""A whole evening of each system in several browsers: a GM at a desk, players at a desk and with phones. Nobody types a command, and in
every state nothing moves, is cut or lies over another."""

import pytest
from playwright.async_api import expect

from tests.browser import evening as e

pytestmark = pytest.mark.browser


async def test_an_evening_of_boon(sit, seeded):
    gm = await e.opened(sit, seeded, "boon")
    frost = await e.invited(gm, sit, "甲")
    stone = await e.invited(gm, sit, "乙", phone=True)
    rain = await e.invited(gm, sit, "丙", phone=True, scheme="dark", locale="en-US")
    party = (frost, stone, rain)
    await e.created(frost, "霜")
    await e.created(stone, "石", {"职业": "武僧"})
    await e.created(rain, "雨", {"Class": "mage"})

    await e.prepares(gm)
    await e.laid(gm, "大小", {"cells": "12x8"})
    await e.painted(gm, "墙", (6, 2), (6, 4))
    await e.dropped(gm, "哥布林", (3, 3))
    for who, cell in {"霜": (2, 3), "石": (3, 4), "雨": (1, 2)}.items():
        await e.placed(gm, who, cell)
    await e.gathered(gm, "骷髅兵", "门后的埋伏")
    await e.handed_out(gm, "旧信", "别在雨夜进城。", *party)
    await e.plays(gm)

    await e.began(gm, "雨夜城门", *party)
    await expect(frost.page.locator(".rail .chip")).to_have_count(3)
    await e.revealed(gm, "哥布林", *party)
    await boon_fight(gm, party)
    await e.undone(gm, *party)

    await e.done_to(gm, "霜", "level", {})
    await expect(frost.log).to_contain_text("霜 升到 2 级")
    await e.prepares(gm)
    await e.brought_on(gm, "门后的埋伏", "骷髅兵")
    await e.placed(gm, "骷髅兵", (2, 4))
    await e.plays(gm)
    await e.revealed(gm, "骷髅兵", *party)
    await boon_fight(gm, party)

    await e.closed(gm, *party)
    await e.recap(stone, "雨夜城门", "哥布林", "骷髅兵")
    await e.carried_over(sit, seeded, frost, "boon")


async def boon_fight(gm, party):
    """One fight to its end: players strike whom they can reach, the GM lets foes play by themselves."""
    await e.card(gm, "开战")
    await e.filled(gm, {})
    await e.answered(gm, "英雄")

    async def strike(one):
        for title in ("奥术闪电", "arcane lightning", "攻击", "Attack"):
            if await e.has(one, title) and await e.struck(one, title):
                return
        await e.card(one, "让过" if await e.has(one, "让过") else "Pass")

    async def foes(gm):
        await e.card(gm, "让它自己来")

    async def over():
        return await gm.page.locator(".deed", has_text="开战").is_visible()

    await e.turns(gm, party, player=strike, foes=foes, over=over)
