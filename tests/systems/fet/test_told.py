"""What a group reads of a deed: one sentence, the numbers that matter, who is next."""

import pytest

from ludex.core.principals import HOST
from ludex.table.logbook import Logbook
from ludex.text.telling import group_text
from ludex.text.words import Words


@pytest.fixture
def told(tables):
    """Everything that was told since a line, as the GM's group reads it, an entry each."""

    async def read(*typed, language="zh"):
        first = tables.table.memory.n
        await tables.lines(*typed)
        seen = await Logbook(tables.table).after(tables.table.seat(HOST), first, 1000)
        words, sessions = Words(language, tables.table.system.package), tables.table.system.sessions
        return [group_text(words, one, sessions).split("\n") for one in seen if one.kind == "acted" and one.card]

    return read


async def test_a_declaration_is_a_sentence_and_says_who_is_next(told):
    ((said, wind_up, waiting),) = await told("左> .攻 60 力量 打手 武器=军刀")
    assert said == "韩左准备用军刀攻击打手，到 4t 见分晓"
    assert "前摇：4" in wind_up
    assert waiting == "· 等待宣告：爱丽丝、夜莺、守卫、打手"


async def test_a_skill_is_prepared_for_somebody(told):
    ((said, *_),) = await told("莺> .技 精神控制 60 打手")
    assert said.startswith("夜莺准备对打手用出「精神控制」")


async def test_two_blows_in_one_moment_are_told_as_one_change(told):
    await told("GM> .终战", "GM> .登场 枪手 2", "GM> .开战 韩左 对 枪手1 枪手2", "左> .等 60")
    card = (await told("GM> .攻 40 力量 韩左 @枪手1", "GM> .攻 40 力量 韩左 @枪手2", "GM> .go"))[-1]
    assert card[0] == "枪手1的攻击 40、枪手2的攻击 40，都落在韩左身上"
    assert card[1] == "· 韩左 体力 294 → 214/294"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("GM> .lv +1 @韩左", "韩左升到 11 级"),
        ("GM> .学技能 光明 @韩左", "韩左学会了光明"),
        ("GM> .加特质 明晰 @韩左", "韩左有了明晰"),
        ("GM> .带武器 手枪 @爱丽丝", "爱丽丝带上了手枪"),
        ("GM> .地形 黑暗", "四下黑了"),
        ("GM> .地形 沼泽", "众人到了沼泽"),
        ("GM> .退场 守卫", "守卫退下了"),
        ("GM> .rest", "一夜过去，到了第 2 日"),
    ],
)
async def test_what_the_gm_does_by_hand_is_told_in_a_sentence(told, line, said):
    await told("GM> .终战")
    assert (await told(line))[0][0] == said


async def test_a_loss_by_hand_says_of_what_it_is_the_sum(told):
    card = (await told("GM> .资源 hp -12 物理 @韩左"))[0]
    assert card[0] == "韩左失去 12 体力"
    assert card[-1].startswith("· 韩左 体力 ")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("GM> .tar 500",), ["已设定目标数值为500"]),
        (("左> .pre 力量 150",), ["相关属性：力量", "影响数值：150", "前摇：9t"]),
        (("左> .rec 体力 -40",), ["韩左的体力变化：-40", "体力：254/294"]),
        (("左> .rec 体力 -40", "GM> .rec reset @韩左"), ["韩左的状态重置", "体力：294/294", "意志：170/170"]),
        (("左> .bat 40 力量 打人", "GM> .bat end"), ["战斗结束，时间轴归位"]),
        (("GM> .neg 等级8 智力35",), ["交涉对象 8 级，智力 35%"]),
    ],
)
async def test_what_the_rulebook_prints_comes_as_printed_and_alone(told, typed, said):
    await told("GM> .终战", *typed[:-1])
    assert (await told(typed[-1]))[-1] == said


async def test_a_check_comes_as_printed_and_alone(told, tables):
    await told("GM> .终战")
    first = tables.table.memory.n
    await tables.line("左", ".ex 力量", 61)
    (seen,) = await Logbook(tables.table).after(tables.table.seat(HOST), first, 10)
    words = Words("zh", tables.table.system.package)
    assert group_text(words, seen, tables.table.system.sessions).split("\n") == [
        "韩左进行力量检定",
        "成功率：67%",
        "检定：61/67 (0.91)",
        "成功",
    ]


async def test_an_act_that_falls_short_says_how_far_it_was(told):
    await told("GM> .终战", "GM> .开战 韩左 对 打手 方盒=10", "GM> .等 60 @打手")
    card = (await told("GM> .标记 打手 位置=9,0,0", "左> .攻 20 力量 打手", "GM> .go"))[-1]
    assert any("够不着，相距 90D" in line for line in card), card


async def test_a_fight_that_never_began_and_a_place_left_are_told_as_such(told):
    ((said, *_),) = await told("GM> .终战")
    assert said == "还没动手就收了场，爱丽丝、韩左、夜莺、守卫、打手都在"
    assert (await told("GM> .地形 沼泽", "GM> .地形"))[-1][0] == "四周恢复如常"


async def test_an_act_at_somebody_is_an_english_sentence(told):
    ((said, *_),) = await told("左> .攻 60 力量 打手 武器=军刀", language="en")
    assert said == "韩左 prepares to attack 打手 with the sabre, due at 4t"
