"""What people type: the bot's own forms, the extended ones, sheets in and out."""

import pytest

from ludex.core.principals import HOST
from ludex.systems.fet import SYSTEM
from ludex.systems.fet.kinds.offers import castable
from ludex.systems.fet.kinds.reading import Reader
from ludex.systems.fet.kinds.stf import export_line, laid_over, read_fields
from ludex.systems.fet.sheet import Sheet
from ludex.table.house import demo_of
from ludex.text.chat import Chat
from ludex.text.grammar import inner_line, match
from ludex.text.lines import offered_names
from ludex.text.words import Words

PRINTED = """.stf姓名爱丽丝 种族 年龄 体型 成年年龄 标准体
型 外貌 资产 性别 职业 等级10 物理思维比值
500 体质30 敏捷35 力量35 意志30 教育35 智力
35 医学及生命科学20 工程与科技20 军事与生存
20 文学20 视觉及表演艺术20 负重0 结束"""


async def test_the_printed_sheet_can_be_pasted_as_it_stands_in_the_book(tables):
    assert "爱丽丝的FET属性设置完成✓" in (await tables.line("安", PRINTED)).text
    assert tables.state.characters["爱丽丝"].sheet.ratio == 500


@pytest.mark.parametrize("line", [".ex力量", "。EX 力量", "．ｅｘａｍ力量", "/exa 力量", ".检定力量"])
async def test_a_check_is_a_check_however_it_is_typed(tables, line):
    reply = await tables.line("安", line, 24)
    assert "成功" in reply.text


async def test_a_check_may_bring_its_own_target(tables):
    assert "29" in (await tables.line("安", ".ex 医学 200", 30)).text
    reply = await tables.line("安", ".ex 医学 10d", 7, 30)
    assert "成功" in reply.text


async def test_a_sheet_goes_out_and_comes_back_the_same(tables):
    sheet = tables.state.characters["爱丽丝"].sheet
    line = export_line(sheet)
    back = laid_over(Sheet(), read_fields(Reader(line.removeprefix(".stf"))), sender="x")
    assert export_line(back) == line
    assert (back.name, back.percents, back.age) == (sheet.name, sheet.percents, sheet.age)


async def test_a_player_may_have_several_characters_and_switch(tables):
    await tables.lines("安> .新卡 小满 12", "安> .use 小满")
    assert tables.state.characters["小满"].sheet.level == 12
    assert "小满" in (await tables.line("安", ".rec")).text or (await tables.line("安", ".rec")).ok
    assert (await tables.line("左", ".rec @小满")).code == "not_yours"
    assert (await tables.line("左", ".ex 力量 @小满")).code == "not_yours"


async def test_glued_endings_of_the_chat_timeline_work(tables):
    await tables.lines("安> .bat50力量 3连击", "左> .bat 50 力量(2)突进")
    assert "爱丽丝退出战斗" in (await tables.line("安", ".batexit")).text
    assert "战斗结束，时间轴归位" in (await tables.line("GM", "。BATEND")).text


async def test_a_wrong_line_says_what_would_be_right(tables):
    reply = await tables.line("安", ".攻 0 力量 打手")
    assert reply.code == "bad_impact"
    assert "大于 0" in reply.text
    assert (await tables.line("安", ".攻 10 运气 打手")).code == "attribute_not_found"
    assert (await tables.line("GM", ".攻 10 力量 打手")).code == "no_sheet"


async def test_time_can_be_typed_instead_of_an_impact(tables):
    reply = await tables.line("安", ".攻 5t 力量 打手")
    assert "0→5t" in reply.text


BIG, HUGE = "9" * 120, "9" * 400


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f".tar {HUGE}", "bad_command"),
        (f".tar {BIG}d", "bad_command"),
        (f".stf 资产{BIG}", "bad_number"),
        (f".stf 等级{HUGE}", "bad_number"),
        (f".rec 体力 -{HUGE}", "bad_number"),
        (f".neg {HUGE} 10 35", "bad_command"),
        (f".pre {HUGE}t 力量", "bad_command"),
        (f".攻 {HUGE} 力量 打手", "bad_number"),
        (f".rc hp -{BIG}", "bad_number"),
        (f".buff add 甲 力量 直接加算 5 {HUGE}t", "bad_number"),
        (f".i 石 +{BIG} {BIG}", "bad_number"),
        (f".lv {BIG}", "bad_number"),
        (".rc hp -nan", "bad_number"),
        (".攻 inf 力量 打手", "bad_number"),
    ],
)
async def test_a_number_too_big_to_count_with_is_refused(tables, line, code):
    before = tables.state
    assert (await tables.line("左", line)).code == code
    assert tables.state == before


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_lines_worth_trying_name_commands_that_there_are(language):
    names = {name.lower() for command in SYSTEM.commands for name in command.names}
    unknown = [line for line in demo_of(SYSTEM, language).lines if match(inner_line(line), names) is None]
    assert unknown == []


def test_a_sheet_pasted_out_of_a_spreadsheet_has_tabs_and_carriage_returns():
    found = read_fields(Reader("姓名\t卡尔\t种族\t人类\t年龄\t20\r\n体型：\t60\r\n力量\t35%"))
    assert found.values == {"name": "卡尔", "race": "人类", "age": 20, "size": 60}
    assert found.percents == {"strength": 35}


@pytest.mark.parametrize(("language", "here", "there"), [("zh", "冲刺", "Dash"), ("en", "Dash", "冲刺")])
async def test_skills_are_offered_once_in_the_language_of_the_reader(tables, language, here, there):
    desk = Chat(tables.table, HOST, language).desk
    named = list(offered_names(desk, desk.command("cast").field("skill"), language))
    assert here in named
    assert there not in named
    own = castable(tables.state, "韩左")
    mine = [skill.name for skill in tables.state.characters["韩左"].sheet.skills]
    assert list(own)[: len(mine)] == mine


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_every_act_that_can_be_declared_says_what_it_does_and_what_it_takes(tables, language):
    left = next(seat.id for seat in tables.table.memory.seats.values() if seat.name == "左")
    chat = Chat(tables.table, left, language)
    found = {deed.name: (chat.words.say(deed.note), chat.words.say(deed.cost)) for deed in chat.desk.deeds()}
    assert {name for name, (note, cost) in found.items() if not note or not cost} == {"wait"}
    assert found["atk"][1] == {"zh": "力量 ≈3t", "en": "strength ~3 t"}[language]
    assert "20%" in found["atk"][0]
    assert "7/7" in found["shoot"][0]
    assert found["cast"][0] == Words(language, SYSTEM.package)("skills.dash")
    await tables.lines("左> .打断 50 力量 打手")
    assert {deed.name: deed.note for deed in chat.desk.deeds()}.get("drop")


async def test_what_ships_is_read_in_each_readers_language_and_understood_by_both_names(tables):
    seat = next(s.id for s in tables.table.memory.seats.values() if s.name == "安")
    english = Chat(tables.table, seat, "en")
    learned = await english.line(".learn Erosion")
    assert "Erosion" in learned.text.partition("→")[2]
    await english.line(".wp pistol")
    assert "pistol" in [w.name for w in tables.state.characters["爱丽丝"].sheet.weapons]
    sheet = (await tables.line("GM", ".卡 爱丽丝")).text
    assert [word for word in ("手枪", "侵蚀") if word not in sheet] == []
    assert [word for word in ("pistol", "Erosion", "Stun") if word in sheet] == []
    assert "手枪" in (await tables.lines("安> .射 打手 手枪")).text
