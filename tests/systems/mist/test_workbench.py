"""A case from the template to the archive (MST-LIV-50, -51, -53, -56, -57), as it is printed, in both languages."""

import asyncio
from importlib import resources

import pytest

from ludex.testing import scenes

PLAYED = {
    "zh": """
GM> .模板 任务
GM> .收录 {template}
< 收录了
< /异常是什么.*切入可解/
< /如何压制.*可解/
~ 不可解
甲> .建卡 林默
GM> .查案 敲窗
< /如何压制.*回声/
甲 never sees: 搬走的孩子
GM> .任务 敲窗
< 三楼没有住人
甲 sees: 指印
甲 never sees: 回声
GM> .书写
甲> .演绎 异常是什么 搬走的孩子 支持=指印
asks: GM
dice: 8 1
GM> .1
< 结论正确
甲> .检验 如何压制 替他开一次窗 支持=搬走的孩子
asks: GM
GM> .3
GM> .揭示 回声
甲> .检验 如何压制 替他开一次窗 支持=搬走的孩子,回声
dice: 8 1 1
GM> .1
< 机会
甲 sees: 三楼窗下
dice: 8 1 1 1
甲> .行动 +记者证 +夜班编辑 +打字飞快 效果=敲窗人:安抚+3 念他的名字
< 克服
甲> .压制 敲窗人
< 异常被压制了
甲> .档案室
< 敲窗：压制
甲> .卷宗 敲窗
< 搬走的孩子
< 替他开一次窗
< 三楼窗下
~ 听见名字才停
GM> .剧集
< 敲窗
""",
    "en": """
GM> .template mission
GM> .content {template}
< On the shelf
< /what is it.*at the cut-in/
< /how to stop it.*solvable/
~ not solvable
Jia> .new Lin
GM> .checkcase "the knocking"
< /how to stop it.*the echo/
Jia never sees: moved away
GM> .mission the knocking
< nobody lives on the third floor
Jia sees: fingerprints
Jia never sees: the echo
GM> .write
Jia> .deduce "what is it" "a child who moved away" for=fingerprints
asks: GM
dice: 8 1
GM> .1
< the conclusion is right
Jia> .test "how to stop it" "open the window" for="a child who moved away"
asks: GM
GM> .3
GM> .reveal the echo
Jia> .test "how to stop it" "open the window" for="a child who moved away","the echo"
dice: 8 1 1
GM> .1
< opportunity
Jia sees: under the window
dice: 8 1 1 1
Jia> .act +"press card" +"night editor" +"fast typist" effect="the knocker:soothed+3" say his name
< overcome
Jia> .suppress the knocker
< suppressed
Jia> .archive
< the knocking
Jia> .dossier the knocking
< a child who moved away
< open the window
< under the window
~ stops only at its name
GM> .series
< the knocking
""",
}


def template(language):
    """The template of a case, as it is printed."""
    name = "mission.toml" if language == "zh" else "mission.en.toml"
    return resources.files("ludex.systems.mist").joinpath("data", "templates", name).read_text("utf-8")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_case_goes_from_the_template_to_the_archive(language):
    text = template(language).replace("\n", "\\n")
    seat = "甲" if language == "zh" else "Jia"
    written = f"seat: {seat}\n{PLAYED[language].strip()}".splitlines()
    lines = tuple(scenes.Line(n, line.replace("{template}", text)) for n, line in enumerate(written, 1))
    played = asyncio.run(scenes.play(scenes.Scene("workbench", "mist", language, "test", lines)))
    assert played.ok, played.problem


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_printed_is_the_file_itself(language):
    """Nothing stands before its lines, so that it can be copied as it is."""
    typed = ".模板 任务" if language == "zh" else ".template mission"
    lines = (
        scenes.Line(1, f"GM> {typed}"),
        *(scenes.Line(2, f"< {one}") for one in template(language).splitlines()[:3]),
    )
    wrong = (*lines, scenes.Line(3, "~ · "))
    played = asyncio.run(scenes.play(scenes.Scene("printed", "mist", language, "test", wrong)))
    assert played.ok, played.problem
