"""Our own Markdown on the page, and which session a recap without a number tells."""

from ludex.fronts.web.drawing.marked import marked
from ludex.fronts.web.live.asked import replied
from ludex.text.chat import Chat


def test_what_we_write_is_drawn_and_what_people_say_is_escaped():
    text = "# 第 1 场\n\n**安** 说 <b>2*3*4</b>\n\n> 一\n> 二\n\n- 甲\n- 乙\n\n---\n"
    assert marked(text) == (
        '<div class="told marked"><h3>第 1 场</h3><p><b>安</b> 说 &lt;b&gt;2*3*4&lt;/b&gt;</p>'
        "<blockquote>一<br>二</blockquote><ul><li>甲</li><li>乙</li></ul><hr></div>"
    )


async def test_a_recap_tells_the_last_session_that_has_something_in_it(house):
    table, _ = await house.demo("mist")
    gm = Chat(table, "gm", "zh")
    for line in (".开团 第一夜", "灯灭了。", ".收团", ".开团 第二夜"):
        reply = await gm.line(line)
        while not reply.ok or gm.desk.questions():
            reply = await gm.line(".1")
    told = replied(gm, await gm.line(".回顾"))
    assert "<h3>" in told["html"]
    assert "灯灭了" in told["html"]
    await gm.line("天亮了。")
    assert "天亮了" in (await gm.line(".recap")).text
    assert "灯灭了" not in (await gm.line(".recap")).text
