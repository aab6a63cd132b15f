"""What happened, told to people: the roll moment, the result on a phone, cards, the story, copies, the chronicle."""

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import PHONE, demo, live, type_line

pytestmark = pytest.mark.browser

COVERED = """async those => {
  const layer = document.getElementById("moment");
  await Promise.all(layer.getAnimations({subtree: true}).map(one => one.finished));
  const boxes = [...layer.children].map(one => one.getBoundingClientRect());
  return [...document.querySelectorAll(".board .piece[data-id]")].filter(one => !those.includes(one.dataset.id)).filter(one => {
    const at = one.getBoundingClientRect();
    return boxes.some(b => Math.min(b.right, at.right) - Math.max(b.left, at.left) > 4 && Math.min(b.bottom, at.bottom) - Math.max(b.top, at.top) > 4);
  }).map(one => one.dataset.name);
}"""
"""Tokens that the moment lies over and that are not in it."""

SLOW = """() => {
  window.late = [];
  const soon = window.setTimeout;
  window.setTimeout = (run, wait, ...rest) => (wait > 3000 && wait < 4000 ? late.push(run) : soon(run, wait, ...rest));
}"""
"""What would go by itself goes when the test says so."""

LINES = """card => [...card.querySelectorAll(":scope > .throws, .told > :not(.why)")].filter(one => one.offsetParent).length"""


UNDER = """card => {
  const [why, ...dice] = [card.querySelector(".why > summary"), ...card.querySelectorAll(":scope > .throws > .throw")].map(one => one.getBoundingClientRect());
  return dice.filter(one => one.right > why.left && one.left < why.right && one.bottom > why.top + 1 && one.top < why.bottom - 1).length;
}"""
"""How many throws of a card lie under its «why»."""


async def table_of_boon(sit, address):
    """The GM, and 安, who acts."""
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await an.locator(".hand:visible .deed").first.click()
    await expect(an.locator(".hand:visible .deed", has_text="安 上")).to_have_count(
        0
    )  # the others move up into its place
    await an.locator(".hand:visible .deed[data-aim]").first.wait_for()
    return gm, an


async def strike(an, whom="orc1"):
    await an.locator(".hand:visible .deed[data-aim]", has_text="长剑").first.click()
    await an.locator(f'.board .piece.lit[data-id="{whom}"]').wait_for()
    await an.locator(f'.board .piece[data-id="{whom}"]').click(force=True)


async def test_dice_land_before_the_question_and_the_verdict_after_it(sit, address):
    gm, an = await table_of_boon(sit, address)
    for page in (an, gm):
        await page.evaluate(SLOW)
    await strike(an)
    waiting = an.locator("#log .entry.rolled .roll").last
    await waiting.locator(".came.waits").wait_for()
    total = await waiting.locator(".came.waits .big").inner_text()
    await expect(gm.locator(".question.mine")).to_contain_text(f"总值 {total}")
    for page in (an, gm):
        moment = page.locator("#moment")
        await expect(moment.locator(".fell .die")).not_to_have_count(0)
        await expect(moment.locator(".land.waits .big")).to_have_text(total)
        await expect(moment.locator(".formula .term")).to_have_count(2)
        assert await page.evaluate(COVERED, ["an", "orc1"]) == []
    await expect(gm.locator(".question.mine")).to_be_visible()
    dimmed = an.locator('.board .piece[data-id="goblin1"]')
    await expect(dimmed).to_have_css("opacity", "0.45")
    await gm.locator(".question.mine .answer", has_text="不防").click()
    for page in (an, gm):
        await expect(page.locator("#moment .land .verdict")).to_contain_text("伤及肉体")
        lost = await page.locator("#log .entry:has(.verdict) .moved .by").last.inner_text()
        await expect(page.locator("#moment .float .by")).to_have_text(lost)
        await expect(page.locator("#moment .float .vit .g")).to_have_count(1)
        assert await page.evaluate(COVERED, ["an", "orc1"]) == []
    await an.evaluate("() => late.forEach(run => run())")
    await expect(an.locator("#moment")).to_be_hidden()  # by itself
    await expect(dimmed).to_have_css("opacity", "1")


async def test_a_new_deed_ends_the_show_and_nothing_moves_for_who_does_not_want_it(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0], reduced_motion="reduce")
    await live(an)
    await an.locator(".hand:visible .deed").first.click()
    await strike(an)
    await expect(an.locator("#moment .land")).to_be_visible()
    for part in (".tumble", ".fell .die", ".land"):
        await expect(an.locator(f"#moment {part}").first).to_have_css("animation-name", "none")
    await expect(gm.locator("#moment .land")).to_be_visible()
    await gm.locator(".question.mine .answer").last.click()
    await expect(gm.locator("#moment .land.waits")).to_have_count(0)


async def test_the_struck_one_keeps_the_result_on_a_phone(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0], **PHONE)
    await live(an)
    await type_line(gm, ".攻击 @安 兽人1 长剑")
    await gm.locator(".question.mine .answer", has_text="不防").click()
    await an.locator("#result .primary").click()
    await type_line(gm, ".攻击 @兽人1 安 战斧")
    await expect(an.locator(".question.mine")).to_be_visible()
    await an.locator(".question.mine .answer", has_text="不防").click()
    result = an.locator("#result")
    await expect(result).to_be_visible()
    await expect(result.locator(".result-title")).to_contain_text("兽人1的战斧")
    await expect(result.locator(".moved")).to_be_in_viewport(ratio=1)
    await expect(result.locator(".moved")).to_contain_text("18 →")
    await expect(an.locator("#f-title .need")).to_be_visible()  # it is her turn by now, and the result is still there
    await expect(result).to_be_visible()
    assert await complaints(an) == []
    await result.locator(".act", has_text="为什么").click()
    await expect(result.locator(".reckoned").first).to_be_visible()
    await result.locator(".primary").click()
    await expect(result).to_be_hidden()


async def test_a_card_has_five_lines_and_one_why(sit, address):
    gm, an = await table_of_boon(sit, address)
    await strike(an)
    await gm.locator(".question.mine .answer", has_text="格挡").first.click()
    card = an.locator("#log .entry:has(.card-title) .roll", has=an.locator(".verdict")).last
    await expect(card.locator(".verdict")).to_be_visible()
    await an.wait_for_function(f"card => ({LINES})(card) <= 5", arg=await card.element_handle())
    await an.set_viewport_size({"width": 1280, "height": 720})
    assert await card.evaluate(UNDER) == 0
    await expect(card.locator("details.why")).to_have_count(1)
    await expect(card.locator(".answered")).to_be_hidden()
    await card.locator(".why > summary").click()
    await expect(card.locator(".reckoned").first).to_be_visible()
    await expect(card.locator(".answered").first).to_be_visible()
    assert await complaints(an) == []


async def test_a_card_is_copied_as_a_line_and_as_a_picture(sit, address):
    gm, an = await table_of_boon(sit, address)
    await an.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await strike(an)
    await gm.locator(".question.mine .answer", has_text="不防").click()
    card = an.locator("#log .entry:has(.card-title) .roll", has=an.locator(".verdict")).last
    await card.locator(".copy").click()
    await expect(an.locator("#toasts")).to_contain_text("已复制")
    assert (
        await an.evaluate("() => navigator.clipboard.readText()")
        == "安的长剑砍中兽人1，7 伤（命中 16；兽人1 生命 18 → 11/18）"
    )
    drawn = """async () => {
      const {picture} = await import(document.querySelector('script[src$="table.js"]').src.replace("whole/", "").replace("table.js", "copy.js"));
      const canvas = picture([...document.querySelectorAll("#log .entry:has(.verdict)")].at(-1));
      const dots = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      return [canvas.width, new Set(dots).size > 8];
    }"""
    assert await an.evaluate(drawn) == [1280, True]


async def test_the_story_has_headings_and_folds_what_only_runs_the_table(sit, address):
    gm, _ = await demo(sit, address, "mirror")
    await type_line(gm, ".冲突 安=15、白=11、山贼1=16、山贼2=8")
    ticks = gm.locator("#log .round:not(.idle)")
    await expect(ticks.last).to_contain_text("第 1 轮第 16 刻")
    await type_line(gm, ".结束")
    await expect(ticks.last).to_contain_text("第 1 轮第 15 刻")
    await expect(ticks.filter(has_text="第 16 刻")).to_have_count(0)  # nothing happened in it
    books = gm.locator("#log .entry.books > details")
    await expect(books.first).to_be_hidden()
    await gm.click("#open-search")
    await gm.check("#everything")
    await expect(books.first).to_be_visible()
    assert await complaints(gm) == []


async def test_a_chronicle_is_written_by_the_gm_and_goes_out_when_she_says_so(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0], scheme="dark")
    await live(an)
    for line in (".开团 雨夜关隘", "雨从城垛上淌下来。", ".暗 .检定 @兽人1 力量"):
        await type_line(gm, line)
    await type_line(an, "先别管弓手，门要合上了。")
    said = gm.locator("#log .entry.said", has_text="先别管弓手")
    await said.hover()
    await said.locator(".quote").click()
    await expect(said.locator(".quote")).to_have_class("icb quote on")
    await type_line(gm, ".伤害 哥布林1 20")
    await type_line(gm, ".团记 城徽是谁的？")
    await gm.locator("#log", has_text="城徽").wait_for()
    await gm.goto(f"{gm.url}/story/1")
    await expect(gm.locator(".recap blockquote")).to_contain_text("先别管弓手")
    await expect(gm.locator(".recap article")).to_contain_text("哥布林1")
    await expect(gm.locator(".threads")).to_contain_text("城徽是谁的？")
    assert await complaints(gm) == []
    line = gm.locator(".line.own-hand", has_text="雨从城垛").first
    await line.hover()
    await line.locator("[data-pen-said]").click()
    await gm.fill(".chronicle-pen textarea", "雨下了三天，城垛上的水成了帘子。")
    await gm.click(".chronicle-pen .primary")
    await expect(gm.locator(".own-words").first).to_contain_text("成了帘子")
    fell = gm.locator(".line.own-hand", has_text="哥布林1").first
    await fell.hover()
    await fell.locator("[data-pen-added]").click()
    await gm.fill(".chronicle-pen textarea", "没有人替它合上眼。")
    await gm.click(".chronicle-pen .primary")
    await expect(gm.locator(".own-words").nth(1)).to_contain_text("合上眼")
    await an.goto(f"{links[0]}/story/1")
    await expect(an.locator(".recap article")).to_contain_text("雨从城垛")
    await expect(an.locator(".recap article")).not_to_contain_text("成了帘子")
    await expect(an.locator(".pens, .draft, .left")).to_have_count(0)
    await gm.click("[data-publish]")
    await expect(gm.locator(".draft")).to_contain_text("已经发给大家")
    await an.reload()
    await expect(an.locator(".recap article")).to_contain_text("成了帘子")
    await expect(an.locator(".recap article")).to_contain_text("合上眼")
    await expect(an.locator(".recap article")).not_to_contain_text("兽人1")  # what was thrown in secret is not in it
    assert await complaints(an) == []


async def test_a_left_out_peak_is_told_again(sit, address):
    gm, _ = await demo(sit, address, "boon")
    for line in (".开团 夜", ".伤害 哥布林1 20"):
        await type_line(gm, line)
    await gm.locator("#log .entry", has_text="哥布林1").first.wait_for()
    await gm.goto(f"{gm.url}/story/1")
    line = gm.locator(".line.own-hand", has_text="哥布林1").first
    await line.hover()
    await line.locator("[data-leave]").click()
    await expect(gm.locator(".line.own-hand", has_text="哥布林1")).to_have_count(0)
    await gm.locator(".left [data-keep]", has_text="哥布林1").click()
    await expect(gm.locator(".line.own-hand", has_text="哥布林1")).to_have_count(1)
