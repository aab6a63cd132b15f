"""A whole evening of each system in several browsers: a GM at a desk, players at a desk and with phones. Nobody types a command, and in
every state nothing moves, is cut or lies over another."""

import pytest
from playwright.async_api import expect

from tests.browser import evening as e
from tests.browser.test_table import live

pytestmark = pytest.mark.browser


async def test_an_evening_of_boon(sit, address):
    gm = await e.opened(sit, address, "boon")
    frost = await e.invited(gm, sit, "甲")
    stone = await e.invited(gm, sit, "乙", phone=True)
    rain = await e.invited(gm, sit, "丙", phone=True, scheme="dark", locale="en-US")
    party = (frost, stone, rain)
    await e.created(frost, "霜")
    await e.created(stone, "石", {"职业": "武僧"})
    await e.created(rain, "雨", {"Class": "mage"})

    await e.laid(gm, "摆出棋盘", {"width": "12", "height": "8"})
    await e.prepares(gm)
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
    await expect(frost.log).to_contain_text("霜升到 2 级")
    await e.prepares(gm)
    await e.brought_on(gm, "门后的埋伏", "骷髅兵")
    await e.placed(gm, "骷髅兵", (2, 4))
    await e.plays(gm)
    await expect(frost.page.locator(".rail .chip", has_text="骷髅兵")).to_have_count(1)
    await boon_fight(gm, party)

    await e.closed(gm)
    await e.recap(stone, "雨夜城门", "哥布林", "骷髅兵")
    await e.carried_over(sit, address, frost, "boon")


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
        return await gm.page.locator(".deed", has_text="全队休息").is_visible()

    await e.turns(gm, party, player=strike, foes=foes, over=over)


async def test_an_evening_of_fable(sit, address):
    gm = await e.opened(sit, address, "fable")
    late = await e.invited(gm, sit, "晚")
    water = await e.invited(gm, sit, "秋", phone=True)
    party = (late, water)
    traits = {"特质": ("自己写", "失职的守卫")}
    await e.created(
        late, "林晚", {"属性": "灵巧 9 · 洞察 8", "特技": "痛楚回响", "护甲": "旅装", "武器": "青铜剑", **traits}
    )
    await e.created(water, "秋水", {"职业领域": "术师 5 级"})

    await e.prepares(gm)
    await e.came(gm, "山匪")
    await e.handed_out(gm, "渡口告示", "雨夜不渡。", *party)
    await e.plays(gm)
    await e.began(gm, "雾港", *party)
    await e.revealed(gm, "山匪", *party)

    await e.card(gm, "开始冲突")
    await e.answered(late, "援引「失职的守卫」重掷")
    await e.answered(late, "就这样")

    async def act(one):
        if not await e.happened(gm, "山匪 的第 1 条生命量谱被击破"):
            await e.struck(one, "攻击")
        else:
            await e.card(one, "结束回合")

    async def foes(gm):
        await e.struck(gm, "攻击", at="林晚")

    async def over():
        return await e.happened(gm, "痛楚回响", but="诞生")

    await e.turns(gm, party, player=act, foes=foes, over=over, answers=("就这样", "结束回合"))
    await e.undone(gm, *party)
    await e.told_to(gm, "clock", "endfight", at=".clock")

    await e.done_to(gm, "林晚", "pt", {"what": "经验", "n": "10"})
    await e.closed(gm)
    await e.grown(late, "升级", "武者")
    await expect(gm.log).to_contain_text("LV")
    await e.recap(water, "雾港", "山匪")
    await e.carried_over(sit, address, water, "fable")


async def test_an_evening_of_mirror(sit, address):
    gm = await e.opened(sit, address, "mirror")
    strong = await e.invited(gm, sit, "甲")
    small = await e.invited(gm, sit, "乙", phone=True, scheme="dark")
    party = (strong, small)
    await e.created(strong, "力王")
    await e.created(small, "小满", {"主要领域": "术师"})

    await e.prepares(gm)
    await e.told_to(gm, "scene", "stage", {"width": "9", "height": "6"}, at=".palette")
    await e.painted(gm, "墙", (5, 0), (5, 1))
    await e.dropped(gm, "镜影", (8, 3))
    await e.dropped(gm, "山贼", (3, 2))
    await e.placed(gm, "力王", (2, 2))
    await e.placed(gm, "小满", (1, 4))
    await e.handed_out(gm, "碎镜", "别看第三面。", *party)
    await e.plays(gm)
    await e.began(gm, "镜厅", *party)
    await e.revealed(gm, "山贼", *party)
    await expect(strong.page.locator(".rail .chip")).to_have_count(3)  # the other stays unseen

    await e.card(gm, "开始冲突")
    struck, paused = [], []

    async def act(one):
        if one is strong and not struck:
            struck.append(await mirror_blow(strong, "山贼", "挥砍", "臂"))
        else:
            await e.card(one, "结束回合")

    async def foes(gm):
        if struck and not paused and await gm.page.locator('.rail .chip.now[title^="山贼"]').count():
            await e.card(gm, "移动")
            await gm.page.mouse.click(*await e.spot(gm.page, (2, 3)))
            paused.append(await gm.page.locator(".rail .chip.asked").first.wait_for())
            return
        await e.card(gm, "结束回合")

    async def over():
        return bool(paused) and not await gm.page.locator(".rail .chip.asked").count()

    await e.turns(gm, party, player=act, foes=foes, over=over, answers=("不用",))
    await expect(gm.log).to_contain_text("臂：")
    await e.undone(gm, *party)
    await e.told_to(gm, "clock", "endfight", at=".clock")

    await e.answered(gm, "无")
    await e.card(gm, "切换模式")
    await e.filled(gm, {"mode": "休整"})
    await e.done_to(gm, "力王", "levelup", {"domain": "武者"})
    await e.grown(strong, "敏捷")
    await expect(gm.log).to_contain_text("敏捷 +1")
    await e.closed(gm)
    await e.recap(small, "镜厅", "山贼")
    await e.carried_over(sit, address, strong, "mirror")


async def mirror_blow(one, whom, action, part):
    """An attack on a part of the body, its odds looked at before; whether it went in."""
    await e.card(one, action)
    await one.page.wait_for_function(e.FORESEEN)
    target = one.page.locator(f'.board .piece.lit[data-name^="{whom}"]').first
    if not await target.count():
        await one.page.keyboard.press("Escape")
        return False
    await target.click()
    body = one.page.locator("#body-pick")
    await body.locator(".body-part", has=one.page.locator("b", has_text=part)).click()
    await expect(body.locator(".part-odds").first).to_contain_text("%")
    await body.locator(".act.primary").click()
    return True


async def test_an_evening_of_mist(sit, address):
    gm = await e.opened(sit, address, "mist")
    green = await e.invited(gm, sit, "小满")
    tree = await e.invited(gm, sit, "阿树", phone=True)
    party = (green, tree)
    await e.created(green, "阿青")
    await e.created(tree, "周遥")

    await e.began(gm, "第一夜", *party)
    await e.card(gm, "开一个任务")
    await e.offered(gm, "末班车")
    await gm.page.locator(".cc.add").click()
    await gm.page.click('#menu [data-command="hideclue"]')
    await e.filled(gm, {"id": "断伞"})
    await expect(gm.page.locator(".cc", has_text="断伞")).to_be_visible()
    await expect(green.page.locator(".cc", has_text="断伞")).to_have_count(0)
    await e.handed_out(gm, "旧报", "四十七路末班车停运。", *party)
    await e.card(gm, "开场")
    await e.offered(gm, "废站台")

    await e.card(gm, "揭示藏着的")
    await e.offered(gm, "断伞")
    for one in party:
        await expect(one.page.locator(".cc", has_text="断伞")).to_have_count(1)
    await mist_throw(green, "打字飞快", "记者证")
    await e.quiet(gm, *party)
    await e.undone(gm, green)

    await gm.page.locator('[data-place="scene"]:visible').first.click()
    await gm.page.click('#menu [data-command="consequence"]')
    await e.filled(gm, {"source": "行动", "who": "周遥", "status": "惊慌", "tier": "2"})
    await e.answered(tree, "缓解")
    await e.offered(tree, "夜班编辑")
    await e.quiet(gm, *party)
    await expect(gm.log).to_contain_text("惊慌")

    await e.card(gm, "收场")
    await e.quiet(gm, *party)
    await e.card(gm, "书写档案")
    await green.page.locator(".cc.add").click()
    await green.page.click('#menu [data-command="deduce"]')
    await e.filled(green, {"mystery": "它是什么", "conclusion": "还在跑末班的司机", "supporting": "湿车票,司机工号"})
    await e.answered(gm)
    await e.quiet(gm, *party)
    await expect(gm.log).to_contain_text("结论")
    await gm.page.locator('[data-place="scene"]:visible').first.click()
    await gm.page.click('#menu [data-command="consequence"]')  # a mixed result owes one before the case can be closed
    await e.filled(gm, {"source": "行动", "who": "阿青", "status": "着凉", "tier": "1"})
    await e.answered(green, "承受")
    await e.quiet(gm, *party)

    await e.card(gm, "结案")
    await e.offered(gm)
    await e.quiet(gm, *party)
    await e.card(green, "休整")
    await e.offered(green)
    await e.quiet(gm, *party)
    await e.closed(gm)
    await e.recap(tree, "第一夜", "末班车")
    await e.carried_over(sit, address, green, "mist")


async def mist_throw(one, *tags):
    """A deed is put together from tags, its odds follow, and it is thrown."""
    for tag in tags:
        await one.page.click(f'.hand:not([hidden]) .ptag[data-tag="{tag}"]')
    await expect(one.page.locator(".throw-odds .oddsbar")).to_be_visible()
    await one.steady()
    await one.page.click(".hand:not([hidden]) [data-throw]")
    await expect(one.page.locator("#log .entry.rolled").first).to_be_visible()


async def test_an_evening_of_fet(sit, address):
    gm = await e.opened(sit, address, "fet")
    alice = await e.invited(gm, sit, "甲")
    han = await e.invited(gm, sit, "乙", phone=True, scheme="dark")
    party = (alice, han)
    await e.created(alice, "爱丽丝")
    await e.created(han, "韩左")
    await fet_skill(gm, alice, "缄默")

    await e.prepares(gm)
    await e.came(gm, "打手")
    await e.handed_out(gm, "货单", "第三箱别开。", *party)
    await e.plays(gm)
    await e.began(gm, "仓库", *party)
    await e.revealed(gm, "打手", *party)

    await e.card(gm, "开战")
    await e.filled(gm, {"one": "爱丽丝,韩左", "other": "打手"})

    async def act(one):
        title = "缄默" if one is alice else "攻击"
        if not await e.has(one, title):  # it waits for what it has begun
            return
        await e.card(one, title)
        await one.page.locator('.board .piece.lit[data-name="打手"]').click()
        await e.declared(one, "80", "" if one is alice else "力量")

    async def foes(gm):
        await e.card(gm, "NPC 代行")

    async def over():
        return await e.happened(gm, "这一仗打了")

    await e.turns(gm, party, player=act, foes=foes, over=over, answers=("终战",))
    await expect(gm.log).to_contain_text("缄默·控制 → 打手：控制成功")
    await e.undone(gm, *party)
    await e.quiet(gm, *party)

    await e.closed(gm)
    await e.recap(han, "仓库", "打手")
    await e.carried_over(sit, address, alice, "fet")


async def fet_skill(gm, one, name):
    """A skill is built in a form, its price and the law seen while it is written; the GM allows it by a click."""
    page = one.page
    await page.locator(".hand:not([hidden]) .self-face").click()
    await page.click('.sheets .opened [data-place="person"]')
    await page.click('#menu [data-command="newskill"]')
    await page.fill("#thing-name", name)
    await page.select_option('[name="v/attribute"]', label="智力")
    await page.click('[name=more][value="v/effects"]')
    for field, word in {"kind": "控制", "target": "一个目标", "resist": "意志"}.items():
        await page.select_option(f'[name="v/effects/0/{field}"]', label=word)
    await page.fill('[name="v/effects/0/share"]', "2")
    await expect(page.locator(".grow-sheet")).to_contain_text("违法")
    await expect(page.locator(".grow-sheet")).to_contain_text("前摇份额至少 2")
    await page.fill('[name="v/wind_up"]', "2")
    await expect(page.locator(".grow-sheet")).not_to_contain_text("违法")
    await page.click("[name=save]")
    await live(page)
    await e.answered(gm, "允许")
    await expect(one.page.locator(".sheets")).to_contain_text(name)
    await one.steady()
