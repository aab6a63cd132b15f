"""The commands that fingers know, as people type them: spacing, width, traditional characters, glued, mixed."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ludex.core.driving import Faces
from ludex.core.say import say
from ludex.lab.luck import luck, upper_gamma
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from tests.text.test_chat import opened  # noqa: F401  # a fixture

SAMPLES = [
    # typed, dice, what the reply holds
    (".r", (13,), "13"),
    ("。r 3d6+2", (1, 2, 3), "8"),
    ("／ｒ ３ｄ６＋２", (1, 2, 3), "8"),
    (".R3D6", (1, 2, 3), "6"),
    (".r3d6 砍它🗡️", (1, 2, 3), "砍它"),
    (".擲3d6", (1, 2, 3), "6"),
    (".掷 攻击 3d6", (1, 2, 3), "攻击"),
    (".r 攻击3d6+1", (1, 2, 3), "7"),
    (".rd", (9,), "9"),
    (".rd100 侦查", (42,), "42"),
    (".r d20+5优势", (3, 17), "22"),
    (".r 1d8[cold]+1d6[fire]", (5, 3), "8"),
    (".r 2d6*1.5", (4, 5), "13.5"),
    (".r 4d6k>3", (1, 4, 5, 3), "9"),
    (".rhd6", (4,), "4"),
    (".rb2 侦查", (5, 3, 2, 1), "15"),
    (".rp", (5, 3, 2), "35"),
    (".ww 3a9", (1, 2, 8), "1"),
    (".ww3", (1, 2, 8), "1"),
    (".dx 2c8", (1, 5), "5"),
    (".r 3#d6", (1, 2, 3), "3"),
    (".r d20kh", (3, 17), "17"),
    (".r d20kl", (3, 17), "3"),
    (".r 1d20kh1", (3,), "3"),
    (".r 1d20+5 [attack]", (3,), "8"),
    (".r 8d6 [fire] / 2", (1, 1, 1, 1, 1, 1, 1, 2), "4"),
]


@pytest.mark.parametrize(("typed", "dice", "holds"), SAMPLES)
def test_a_line_from_the_wild_rolls_what_it_says(opened, typed, dice, holds):  # noqa: F811
    reply = opened("boon", empty=True).reply("GM", typed, dice)
    assert reply.ok, reply.text
    assert holds in reply.text


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (".r 2d6伤害+3", "behind_reason"),
        (".r 力量+10", "reason_reckons"),
        (".r 破门 -2", "reason_reckons"),
        (".ww 敏捷+剑", "reason_reckons"),
        (".team 探险队 call", "elsewhere"),
        (".pc clr", "elsewhere"),
        (".r 3#2#d6", "dice_syntax"),
        (".r 4d6d1", "ambiguous_drop"),
        (".r 3d6>=10", "never_counted"),
        (".sc 1/1d6", "elsewhere"),
        (".coc7", "elsewhere"),
        (".draw 没有这副", "unknown_deck"),
        (".draw 塔罗牌 99", "too_many_repeats"),
        (".rx 力量", "whose"),
        (".trust 10001", "elsewhere"),
        (".sn", "elsewhere"),
        (".bot off", "elsewhere"),
        (".setdice x", "bad_argument"),
        (".alias", ""),
        (".alias 劈", "alias_form"),
        (".alias r = .r d6", "alias_taken"),
        (".log on", ""),
        (".log 乱写", "log_form"),
        (".jrrp", ""),
        (".ping", ""),
        (".name 3", ""),
        (".team", ""),
        (".stat", ""),
        (".pc list", ""),
        (".nn", ""),
        (".bot", ""),
        (".zzzqqq", "no_such_command"),
    ],
)
def test_what_does_not_fit_says_what_it_is_here(opened, typed, code):  # noqa: F811
    reply = opened("fable").reply("GM", typed)
    assert reply.code == code, reply.text
    assert reply.text


@pytest.mark.parametrize(
    ("typed", "dice", "holds"),
    [
        (".ra 力量+2", (10,), "2（修正"),
        (".ra 力量 -1 推门", (10,), "1（修正"),
        (".ra 2#力量+2", (10, 11), "2（修正"),
        (".rab 力量", (10, 4), "优势 1"),
        (".ra p2 力量", (10, 4, 5), "劣势 2"),
        (".pc list", (), "安"),
        (".st hp-1", (), "生命：18 → 17"),
        (".st hp-1d3", (2,), "生命：18 → 16"),
    ],
)
def test_a_check_and_a_sheet_are_written_as_fingers_know_them(opened, typed, dice, holds):  # noqa: F811
    reply = opened("boon").reply("安", typed, dice)
    assert reply.ok, reply.text
    assert holds in reply.text


@pytest.mark.parametrize(
    ("system", "typed", "code"),
    [
        ("boon", ".ra困难力量", "elsewhere"),
        ("boon", ".ra 力量 极难", "elsewhere"),
        ("fet", ".ra 力量+10", "elsewhere"),
        ("mirror", ".ra 困難洞悉", "elsewhere"),
        ("fable", ".ra b 灵巧+洞察", "elsewhere"),
        ("boon", ".st 摸鱼60", "unknown_entry"),
        ("boon", ".st 摸鱼+60", "unknown_entry"),
        ("boon", ".skip", "elsewhere"),
    ],
)
def test_a_habit_that_has_no_place_here_is_never_taken_for_something_else(opened, system, typed, code):  # noqa: F811
    evening = opened(system)
    player = next(s.name for s in evening.table.memory.seats.values() if not s.gm)
    assert evening.reply(player, typed).code == code


def test_a_slip_of_one_letter_finds_what_was_meant(opened):  # noqa: F811
    assert opened("boon").reply("GM", ".检订 力量").code == "whose"  # a check, of nobody


def test_the_usual_die_is_the_systems_and_the_gm_may_set_it(opened):  # noqa: F811
    fet = opened("fet")
    assert "1d100" in fet.type("GM", ".r 潜行", (55,)) or "d100" in fet.type("GM", ".r 潜行", (55,))
    assert "2d100" in fet.type("GM", ".r 2d", (55, 60))
    assert "2d100kh1" in fet.type("GM", ".r 优势", (55, 60))
    assert fet.reply("GM", ".set 6").ok
    assert "2d6" in fet.type("GM", ".r 2d", (5, 6))
    assert fet.reply("GM", ".setdice clr").ok
    assert "d100" in fet.type("GM", ".r", (55,))


def test_a_player_may_not_set_the_die(opened):  # noqa: F811
    boon = opened("boon")
    player = next(s.name for s in boon.table.memory.seats.values() if not s.gm)
    assert boon.reply(player, ".set 100").code == "gm_only"


def test_a_short_name_stands_for_its_line_and_is_the_seats_own(opened):  # noqa: F811
    boon = opened("boon")
    player = next(s.name for s in boon.table.memory.seats.values() if not s.gm)
    assert boon.reply(player, ".alias 嘿哈 = .r 2d6").ok
    assert "7" in boon.type(player, ".嘿哈+1 重击", (2, 4))
    assert boon.reply("GM", ".嘿哈").code in ("unknown_command", "no_such_command")
    assert boon.reply(player, ".alias 嘿哈 =").ok
    assert not boon.reply(player, ".嘿哈").ok


def test_a_name_is_taken_back(opened):  # noqa: F811
    boon = opened("boon")
    seat = next(s for s in boon.table.memory.seats.values() if not s.gm)
    actor = boon.table.system.actors(boon.table.memory.state)[seat.controls[0]]
    assert boon.reply(seat.name, ".nn 夜莺").ok
    assert actor in boon.type("夜莺", ".nn clr")
    assert boon.table.memory.seats[seat.id].name == actor


@pytest.mark.parametrize("system", ["boon", "fable", "fet", "mirror", "mist"])
def test_ra_is_the_systems_check_and_says_how_it_is_written(opened, system):  # noqa: F811
    evening = opened(system)
    player = next(s.name for s in evening.table.memory.seats.values() if not s.gm)
    reply = evening.loop.run_until_complete(_line(evening, player, ".ra"))
    assert reply.code or reply.n


def test_the_log_is_exported_as_painters_read_it_and_counted(opened):  # noqa: F811
    boon = opened("boon")
    boon.reply("GM", "门开了。")
    boon.reply("GM", "（等我倒杯水）")
    boon.reply("GM", ".r 2d6", (3, 4))
    log = boon.type("GM", ".log get")
    assert "GM(gm) 2026/01/01 00:00:00\n门开了。" in log
    counted = boon.type("GM", ".stat")
    assert "1 句，场外 1 句" in counted
    assert "D6：2 颗" in counted
    assert "门开了" in boon.type("GM", ".log get ic")
    assert "倒杯水" not in boon.type("GM", ".log get ic")
    assert "门开了" not in boon.type("GM", ".log get ooc")
    assert "倒杯水" in boon.type("GM", ".log export 场外")


def test_what_is_said_while_the_record_is_paused_is_no_part_of_it(opened):  # noqa: F811
    boon = opened("boon")
    player = next(s.name for s in boon.table.memory.seats.values() if not s.gm)
    assert "暂停" in boon.type(player, ".log off")
    assert "暂停" in boon.type("GM", ".log state")
    boon.reply("GM", "晚饭吃什么？")
    boon.reply("GM", ".r 2d6", (3, 4))
    boon.reply(player, ".log on")
    n = boon.table.memory.n
    boon.reply(player, ".log on")
    assert boon.table.memory.n == n
    boon.reply("GM", "门开了。")
    for who in ("GM", player):
        log = boon.type(who, ".log get")
        assert "晚饭" not in log
        assert "2d6" in log
        assert "门开了" in log
    assert "晚饭" in boon.type("GM", ".log 20")


def test_a_session_is_opened_recorded_and_closed_by_the_canon(opened):  # noqa: F811
    boon = opened("boon", empty=True)
    assert boon.reply("GM", ".log off").ok
    assert "雨夜" in boon.type("GM", ".log new 雨夜")
    assert "记录中" in boon.type("GM", ".log state")
    boon.reply("GM", "下雨了。")
    assert "还开着" in boon.type("GM", ".log halt")
    boon.reply("GM", ".log end")
    boon.reply("GM", "1")
    assert "第 1 场 雨夜" in boon.type("GM", ".log list")
    assert "下雨了" in boon.type("GM", ".log get 1")
    assert "1 句" in boon.type("GM", ".log stat 1")


@pytest.mark.parametrize(
    ("typed", "dice", "stands"),
    [
        (".st 力量12", (), 12),
        (".st力量 12 敏捷11", (), 12),
        (".st 力量-1d3", (2,), 11),
        (".st 力量 - 1 - 1", (), 11),
        (".st 力量：８＋２＊２", (), 12),
        (".st 力量 = (3+1)*3", (), 12),
        (".st 力量+=1d4", (1,), 14),
        (".st 力量3d6", (6, 3, 1), 10),
        (".st 力量-d2，敏捷+1", (1,), 12),
        (".st 力量/2", (), 6),
    ],
)
def test_a_field_of_a_sheet_is_reckoned_with_dice(opened, typed, dice, stands):  # noqa: F811
    boon = opened("boon")
    assert boon.reply("安", typed, dice).ok
    assert f"力量 = {stands}\n" in boon.type("安", ".改卡")


@pytest.mark.parametrize(
    "typed", [".st 力量++", ".st 力量1d", ".st &手枪=1dd6", ".st 职业+1", ".st 力量 1d6 @兽人1", ".st 没有3"]
)
def test_what_is_no_sum_changes_nothing(opened, typed):  # noqa: F811
    boon = opened("boon")
    before = boon.table.memory.head
    assert not boon.reply("安", typed).ok
    assert boon.table.memory.head == before


@pytest.mark.parametrize("system", ["boon", "fable", "fet", "mirror", "mist"])
def test_initiative_is_the_systems_own_clock(opened, system):  # noqa: F811
    evening = opened(system)
    for typed in (".ri", ".init", ".init end", ".init list", ".init 狗头人 12"):
        reply = evening.loop.run_until_complete(_line(evening, "GM", typed))
        assert reply.code != "no_such_command"
        assert reply.code == "elsewhere" if system == "mist" else reply.text


def test_a_running_clock_is_shown(opened):  # noqa: F811
    assert "时刻 0t" in opened("fet").type("安", ".init")


def test_dice_are_thrown_for_somebody_else_whom_one_may_act_for(opened):  # noqa: F811
    boon = opened("boon")
    assert "安" in boon.type("GM", ".rx 2d6+1 @安", (2, 3))
    assert boon.reply("柏", ".rx 力量 @安").code == "not_yours"


def test_fair_dice_are_told_from_loaded_ones():
    fair = luck([Faces((6,) * 60, tuple(range(1, 7)) * 10, say("dice.roll"))])[0]
    loaded = luck([Faces((6,) * 60, (6,) * 60, say("dice.roll"))])[0]
    assert fair.chance == pytest.approx(1)
    assert loaded.chance == pytest.approx(0, abs=1e-9)
    assert luck([Faces((6,), (6,), say("dice.roll"))])[0].chance is None
    assert upper_gamma(2.5, 11.07 / 2) == pytest.approx(0.05, abs=1e-4)
    assert upper_gamma(0.5, 3.841 / 2) == pytest.approx(0.05, abs=1e-4)


@pytest.fixture
def evening(opened):  # noqa: F811
    return opened("boon")


PIECES = [
    *".。/,，:：#@+-=()[]{}<>!?*&|~ \n\t0123456789",
    *(
        "r",
        "rd",
        "rh",
        "ra",
        "rc",
        "rav",
        "st",
        "pc",
        "nn",
        "log",
        "set",
        "setdice",
        "alias",
        "name",
        "jrrp",
        "bot",
        "on",
    ),
    *(
        "clr",
        "show",
        "力量",
        "擲",
        "优势",
        "３ｄ６",
        "d20",
        "3#",
        "@GM",
        "🗡️",
        "ｒ",
        "\u202e",
        "\ud800",
        "help",
        "choose",
        "选",
    ),
    *(
        "odds",
        "undo",
        "dice",
        "6 3: .r 2d6",
        "secret",
        "find",
        "send",
        "text",
        "invite",
        "w",
        "stat",
        "ww",
        "dx",
        "1c8",
        "use",
    ),
]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=8).map(lambda p: "." + "".join(p))))
def test_no_text_makes_the_chat_raise(evening, text):
    player = next(s.name for s in evening.table.memory.seats.values() if not s.gm)
    reply = evening.loop.run_until_complete(_line(evening, player, text))
    assert isinstance(reply, Reply)
    assert reply.ok or reply.text


async def _line(evening, player, text):
    seat = next(s.id for s in evening.table.memory.seats.values() if s.name == player)
    return await Chat(evening.table, seat).line(text)


@pytest.mark.parametrize("command", ["r", "st", "draw", "ra"])
def test_help_behind_a_command_is_its_help(opened, command):  # noqa: F811
    table = opened("boon", empty=True)
    asked, known = table.reply("GM", f".{command} help"), table.reply("GM", f".help {command}")
    assert asked.ok
    assert asked.text == known.text


@pytest.mark.parametrize(
    ("typed", "dice", "shown", "value"),
    [
        (".r 1d20+力量", (19,), "1d20+13[力量]", "32"),
        (".r d20+str+2 推门", (18,), "1d20+13[str]+2", "33"),
        (".r 力量+10", (), "13[力量]+10", "23"),
        (".rd20+力量", (1,), "1d20+13[力量]", "14"),
        (".r (力量+2)*2", (), "(13[力量]+2)*2", "30"),
        (".r 3d6 力量+2", (1, 2, 3), "力量+2 3d6", "6"),
    ],
)
def test_numbers_of_the_sheet_count_in_a_roll_and_are_shown(opened, typed, dice, shown, value):  # noqa: F811
    reply = opened("boon").reply("安", typed, dice)
    assert reply.ok, reply.text
    assert shown in reply.text
    assert value in reply.text


def test_a_stored_expression_is_rolled_by_its_name(opened):  # noqa: F811
    boon = opened("boon")
    assert boon.reply("安", ".st &手枪=1d6+力量").ok
    told = boon.reply("安", ".r 手枪+1 打他", (5,))
    assert "(1d6+13[力量])[手枪]+1" in told.text
    assert "19" in told.text
    assert "手枪 1d20" in boon.reply("柏", ".r 手枪", (5,)).text, "it is her own"
    assert boon.reply("安", ".st del &手枪").ok
    assert "手枪 1d20" in boon.reply("安", ".r 手枪", (5,)).text


def test_dice_that_a_field_cannot_take_do_not_fall(opened):  # noqa: F811
    boon = opened("boon")
    before = boon.table.memory.n
    refused = boon.reply("安", ".st 力量3d6*5")
    assert refused.code == "st_rolled_beyond"
    assert "15–90" in refused.text
    assert boon.table.memory.n == before
    assert "12" in boon.reply("安", ".st 力量:4d6k3", (4, 4, 1, 4)).text


@pytest.mark.parametrize(
    ("typed", "within", "without"),
    [
        (".r 3d6>3", "3d6>=3", "3d6>=4"),
        (".r 10d6<4", "10d6<=4", "10d6<=3"),
        (".r 10d6<4f>5", "10d6<=4f>=5", "10d6<=3f>=6"),
        (".r 3d6!>4", "3d6!>=4", "3d6!>=5"),
        (".r 2d8r<2", "2d8r<=2", "2d8r<=1"),
        (".r 2d8ro<2", "2d8ro<=2", "2d8ro<=1"),
    ],
)
def test_a_relation_that_engines_read_in_two_ways_is_asked_about(opened, typed, within, without):  # noqa: F811
    boon = opened("boon")
    before = boon.table.memory.n
    asked = boon.reply("安", typed)
    assert asked.code == "unclear"
    assert asked.choices == (f".r {within}", f".r {without}")
    assert boon.table.memory.n == before
    assert boon.reply("安", ".r 3d6>=3", (1, 2, 3)).ok


def test_a_session_is_named_by_its_title(opened):  # noqa: F811
    boon = opened("boon")
    boon.reply("GM", ".log new 第一夜")
    boon.reply("安", "门开了。")
    boon.reply("安", ".密语 GM 今晚动手")
    boon.reply("GM", ".log end")
    boon.reply("GM", "1")
    boon.reply("GM", ".log new 第二夜")
    boon.reply("安", "第二天。")
    first = boon.type("GM", ".log get 第一夜")
    assert "门开了。" in first
    assert "第二天" not in first
    assert "今晚动手" in first
    assert "今晚动手" not in boon.type("GM", ".log get 第一夜 公开")
    assert "第二天" in boon.type("GM", ".log export 第二")
    assert boon.reply("GM", ".log get 第九夜").code == "session_unnamed"
    assert boon.reply("GM", ".log del 第一夜").code == "elsewhere"
    assert "门开了。" in boon.type("GM", ".log get 1")


def test_what_was_taken_back_is_not_what_why_explains(opened):  # noqa: F811
    boon = opened("boon")
    boon.reply("安", ".检定 力量 推门", (12,))
    boon.reply("安", ".检定 敏捷 翻墙", (5,))
    assert "翻墙" in boon.type("安", ".为什么")
    assert boon.reply("GM", ".undo").ok
    assert "推门" in boon.type("安", ".为什么")


@pytest.mark.parametrize(
    ("system", "typed", "code", "holds"),
    [
        ("boon", ".st 力量50", "st_whose", ".st 力量50 @安"),
        ("boon", ".st 力量:4d6k3 体质:4d6k3", "st_whose", "@安"),
        ("mist", ".st hp-1", "st_whose", "@林默"),
        ("boon", ".st 柏柏", "unknown_actor", "柏柏"),
        ("mirror", ".st 力量12 @安", "", "16 → 12"),
        ("mirror", ".st 安", "", "力量：16"),
        ("boon", ".set clr", "", "d20"),
        ("boon", ".set info", "", "d20"),
        ("boon", ".set coc", "elsewhere", ".设置"),
        ("boon", ".set 100 --my", "elsewhere", ".setdice"),
    ],
)
def test_a_gm_who_types_as_she_did_elsewhere_is_told_how_it_is_written(opened, system, typed, code, holds):  # noqa: F811
    reply = opened(system).reply("GM", typed)
    assert reply.code == code, reply.text
    assert holds in reply.text


def test_a_stored_line_is_run_by_its_sign_as_well(opened):  # noqa: F811
    boon = opened("boon")
    boon.reply("安", ".alias 劈 .r 2d6")
    assert ".劈 = .r 2d6" in boon.type("安", ".alias show 劈")
    assert "9" in boon.type("安", ".& 劈+2", (3, 4))
    assert "7" in boon.type("安", ".&劈", (3, 4))


def test_a_number_of_the_sheet_alone_is_that_number(opened):  # noqa: F811
    mirror = opened("mirror")
    assert "16[力量]" in mirror.type("安", ".r 力量")
    assert "推门 16[力量]" in mirror.type("安", ".r 力量 推门")
    assert "d20" in mirror.type("安", ".r 推门", (5,))
