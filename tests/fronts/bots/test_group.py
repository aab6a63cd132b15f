"""A group that came from another bot: everybody rolls, what is private arrives, the log is a file, and the group has words of its own."""

import re
from datetime import datetime
from pathlib import Path

import pytest

from ludex.fronts.bots import guests, records
from ludex.fronts.bots.badges import badge
from ludex.fronts.bots.messages import ADMIN, OWNER, PRIVATE, Person, Place, Unsent
from ludex.fronts.bots.settings import Settings, reachable, read
from ludex.fronts.bots.sharing import outward
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from tests.fronts.bots.test_hall import HONG, MING, QQ, Town, seated, town  # noqa: F401  # a fixture

DUO, NEW = Person("onebot", "3", "朵朵"), Person("onebot", "4", "新人")


def alone(person):
    return Place(person.platform, person.id, PRIVATE)


async def leave(town):  # noqa: F811
    await town.quiet()
    await town.hall.close()
    await town.house.close()


# --- everybody rolls -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (".r 1d1+4", "5 [1]"),
        ("。r1d1+4 砍它", "砍它"),
        ("/rd1", "1 [1]"),
        ("!r 1d1+4", "5 [1]"),
        (
            ".r",
            "[",
        ),
        (".draw 扑克牌 2", "抽「扑克牌」"),
        (".draw list", "塔罗牌"),
        (".deck", "塔罗牌"),
        (".jrrp", "人品"),
        (".help", ".draw"),
        (".r help", ".r"),
        (".find 优势", "优势"),
        (".ping", "在。"),
        (".r 3d6>3", "3d6>=3"),
        (".r 2d6伤害+3", "+3"),
    ],
)
async def test_somebody_without_a_seat_is_answered(town, opened, line, holds):  # noqa: F811
    if opened:
        await seated(town)
    n = (await town.table()).memory.n if opened else 0
    for person in (DUO, NEW, DUO):
        assert holds in await town.type(person, line)
    assert not opened or (await town.table()).memory.n == n, "no table keeps it"


async def test_hidden_dice_of_somebody_without_a_seat_go_to_her_alone(town):  # noqa: F811
    assert "不算" in await town.type(DUO, ".rh 1d1+4241")
    town.friends.add(DUO.id)
    assert "私聊" in await town.type(DUO, ".rh 1d1+4241")
    assert "4242" in town.heard(alone(DUO))
    assert "4242" not in town.heard(QQ)
    assert "4243" in await town.type(DUO, ".rh 1d1+4242", place=alone(DUO))


async def test_everybody_is_told_the_way_once_and_again_after_a_while(town):  # noqa: F811
    now = [0.0]
    town.hall.clock = lambda: now[0]
    await seated(town)
    for person in (DUO, NEW):
        assert ".坐" in await town.type(person, ".r 1d6")
        assert ".坐" not in await town.type(person, ".r 1d6")
        assert await town.type(person, ".检定 力量") == ""
    now[0] += 1000
    assert ".坐" in await town.type(DUO, ".检定 力量")


async def test_a_private_chat_is_not_called_a_group(town):  # noqa: F811
    town.friends.add(DUO.id)
    said = await town.type(DUO, ".检定 力量", place=alone(DUO))
    assert said
    assert "这个群" not in said


async def test_who_may_open_a_table_is_a_setting(tmp_path):
    town = Town(tmp_path, tables="managers", masters=("onebot:1",))  # noqa: F811
    assert "群主" in await town.type(DUO, ".开桌 boon 演示")
    assert "开好了" in await town.type(Person("onebot", "9", "群管", ADMIN), ".开桌 boon 演示")
    await leave(town)
    (tmp_path / "other").mkdir()
    town = Town(tmp_path / "other", tables="masters", masters=("onebot:1",))
    assert "管理者" in await town.type(Person("onebot", "9", "群主", OWNER), ".开桌 boon 演示")
    assert "开好了" in await town.type(MING, ".开桌 boon 演示")
    await leave(town)


async def test_the_owner_and_the_masters_command_from_the_gms_seat_and_their_talk_is_their_own(tmp_path):
    town = Town(tmp_path, masters=("onebot:77",))  # noqa: F811
    await town.type(DUO, ".开桌 boon 演示")
    table = await town.table()
    n = table.memory.n
    owner, master = Person("onebot", "9", "群主", OWNER), Person("onebot", "77", "站长")
    await town.type(owner, "大家好")
    assert table.memory.n == n
    for person in (owner, master):
        assert "节奏" in await town.type(person, ".设置 节奏 逐步")
    assert "想参加" in await town.type(Person("onebot", "8", "管理", ADMIN), ".设置 节奏 逐步")
    await leave(town)


# --- observers -------------------------------------------------------------------------------------------------------------


async def test_ob_as_other_bots_have_it_takes_no_seat_of_that_name_and_leaves_none(town):  # noqa: F811
    table, name = await seated(town)
    assert name in await town.type(HONG, ".ob exit")
    assert await town.hall.ledger.seat("onebot", HONG.id, table.id)
    await town.type(DUO, ".ob join")
    assert not any(seat.name == "join" for seat in table.memory.seats.values())
    assert "朵朵" in await town.type(DUO, ".ob list")
    before = len(table.memory.seats)
    await town.type(DUO, ".ob clr")
    assert len(table.memory.seats) == before
    await town.type(DUO, ".ob exit")
    assert not await town.hall.ledger.seat("onebot", DUO.id, table.id)


# --- private things arrive ---------------------------------------------------------------------------------------------------


async def test_a_whisper_reaches_whom_it_is_for_and_the_sender_hears_how(town):  # noqa: F811
    table, name = await seated(town)
    town.friends.add(MING.id)
    said = await town.type(MING, f".密语 {name} 钥匙在花盆下", place=alone(MING))
    assert f"{name} 收不到私聊" in said
    town.friends.add(HONG.id)
    said = await town.type(MING, f".密语 {name} 灯要灭了", place=alone(MING))
    assert f"已私聊送到：{name}" in said
    assert "灯要灭了" in town.heard(alone(HONG))
    assert "灯要灭了" not in town.heard(QQ)
    other = next(seat.name for seat in table.memory.seats.values() if not seat.gm and seat.name != name)
    said = await town.type(MING, f".密语 {other} 别出声", place=alone(MING))
    assert f"在网页上等 {other}" in said, "nobody holds that seat in a group"
    await town.type(HONG, ".send 我是内鬼", place=alone(HONG))
    assert "我是内鬼" in town.heard(alone(MING))


async def test_a_whisper_from_a_page_arrives_too_and_once_even_after_a_restart(town):  # noqa: F811
    table, name = await seated(town)
    town.friends.add(HONG.id)
    await Chat(table, "gm").line(f".密语 {name} 从网页来")
    await town.quiet()
    assert town.heard(alone(HONG)).count("从网页来") == 1
    await town.hall.ledger.close()
    table.watchers.clear()
    await Chat(table, "gm").line(f".密语 {name} 你不在时")
    town.hall = town.moved_in()
    await town.hall.open()
    await town.quiet()
    assert town.heard(alone(HONG)).count("从网页来") == 1
    assert town.heard(alone(HONG)).count("你不在时") == 1


async def test_what_a_player_does_in_secret_for_the_gm_alone_reaches_the_gm(town):  # noqa: F811
    await seated(town)
    town.friends |= {MING.id, HONG.id}
    await town.type(HONG, ".rh 1d1+4241")
    assert "4242" in town.heard(alone(HONG))
    await town.quiet()
    assert "4242" in town.heard(alone(MING)), "the GM may see it and has no page"
    assert "4242" not in town.heard(QQ)


@pytest.mark.parametrize(("page", "said"), [("", ".log 1"), ("https://table.example.org", "结果在你的网页上")])
async def test_a_page_that_nobody_else_can_open_is_not_where_a_result_is_said_to_be(tmp_path, page, said):
    town = Town(tmp_path, page=page)  # noqa: F811
    await seated(town)
    assert said in await town.type(HONG, ".rh 1d1+4241")
    town.friends.add(HONG.id)
    assert "4242" in await town.type(HONG, ".log 1", place=alone(HONG))
    assert "4242" not in town.heard(QQ)
    await leave(town)


@pytest.mark.parametrize(
    ("system", "own", "everybodys"),
    [
        ("boon", "最恨半夜敲门的人", "格挡训练"),
        ("fable", "渡过河的人", "青铜剑"),
        ("fet", "右手从不发抖", "白大褂"),
    ],
)
async def test_what_only_she_may_know_of_herself_is_shown_to_her_alone(tmp_path, system, own, everybodys):
    town = Town(tmp_path)  # noqa: F811
    await town.type(MING, f".开桌 {system} 演示")
    name = next(s.name for s in (await town.table()).memory.seats.values() if not s.gm)
    await town.type(HONG, f".坐 {name}")
    town.friends.add(HONG.id)
    for line in (".看", ".看 我", ".st show", ".卡", ".odds .r d20"):
        await town.type(HONG, line)
    assert own not in town.heard(QQ)
    assert everybodys in town.heard(QQ)
    assert own in town.heard(alone(HONG))
    await leave(town)


async def test_who_sets_an_option_of_the_rules_is_answered(town):  # noqa: F811
    await seated(town)
    assert "先攻属性：感知" in await town.type(MING, ".设置 先攻属性 感知")


async def test_what_is_looked_at_with_everybodys_eyes_changes_nothing(town):  # noqa: F811
    table, _ = await seated(town)
    chat = Chat(table, next(seat.id for seat in table.memory.seats.values() if not seat.gm))
    n = table.memory.n
    assert (await outward(chat).line(".检定 力量")).code == "observers_watch"
    assert table.memory.n == n
    assert (await chat.line(".检定 力量")).ok


async def test_hidden_dice_make_one_line_in_the_group(town):  # noqa: F811
    await seated(town)
    town.friends.add(HONG.id)
    before = len(town.said)
    await town.type(HONG, ".rh d20")
    await town.type(MING, "……")
    await town.quiet()
    assert [say.text for say in town.said[before:] if say.place == QQ] == ["结果已私聊给你。"]


async def test_dice_in_private_stay_there_and_a_deed_goes_to_the_table(town):  # noqa: F811
    table, _ = await seated(town)
    town.friends.add(HONG.id)
    n, before = table.memory.n, len(town.said)
    assert "4242" in await town.type(HONG, ".r 1d1+4241", place=alone(HONG))
    assert "1d1+13[力量]" in await town.type(HONG, ".r 1d1+力量", place=alone(HONG))
    assert "抽「" in await town.type(HONG, ".draw 塔罗牌", place=alone(HONG))
    await town.quiet()
    assert table.memory.n == n
    assert not [say for say in town.said[before:] if say.place == QQ]
    await town.type(HONG, ".检定 力量", place=alone(HONG))
    assert table.memory.n > n


# --- the log -----------------------------------------------------------------------------------------------------------------


async def test_the_log_is_a_file_with_a_link_from_what_everybody_may_read(tmp_path):
    town = Town(tmp_path, page="https://table.example.org")  # noqa: F811
    await seated(town)
    await town.type(MING, ".log new 第一夜")
    assert "还没有可导出" in await town.type(HONG, ".log get 第一夜")
    assert not town.said[-1].file, "of nothing there is no file"
    await town.type(HONG, "我在门口等。")
    await town.type(HONG, ".密语 阿明 今晚动手", place=alone(HONG))
    await town.type(HONG, ".log get 第一夜")
    said = town.said[-1]
    assert said.file.endswith(".txt")
    assert "我在门口等。" in said.body.decode()
    assert "今晚动手" not in said.body.decode() + said.text + said.caption
    link = said.caption.split("https://table.example.org")[1].split()[0]
    text = await records.opened(town.hall, link.removeprefix(records.PATH).removesuffix(".txt"))
    assert "我在门口等。" in text
    assert "今晚动手" not in text
    assert await records.opened(town.hall, "nothing") is None
    await leave(town)


async def test_a_link_that_nobody_could_open_is_not_given(town):  # noqa: F811
    await seated(town)
    await town.type(HONG, "我在门口等。")
    await town.type(HONG, ".log get")
    assert "http" not in town.said[-1].caption
    assert "我在门口等。" in town.said[-1].text, "for a platform that takes no files"


@pytest.mark.parametrize(
    ("address", "open_to_all"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("http://[::1]:8000", False),
        ("http://0.0.0.0:8000", False),
        ("", False),
        ("http://192.168.1.5:8000", True),
        ("https://table.example.org", True),
    ],
)
def test_which_addresses_others_can_open(address, open_to_all):
    assert reachable(address) is open_to_all


# --- a general bot -------------------------------------------------------------------------------------------------------------


async def test_a_group_has_replies_and_a_welcome_of_its_own(tmp_path):
    town = Town(tmp_path, replies={"早": "早安，{name}！"}, welcome="欢迎 {name}。")  # noqa: F811
    admin = Person("onebot", "9", "群管", ADMIN)
    assert "早安，朵朵！" in await town.type(DUO, "早")
    assert "管理" in await town.type(DUO, ".reply 安静 = 嘘")
    assert "嘘" in await town.type(admin, ".reply *安静 = 嘘")
    assert await town.type(DUO, "大家安静一点") == "嘘"
    assert "安静" in await town.type(DUO, ".reply")
    await town.type(admin, ".reply del *安静")
    assert await town.type(DUO, "大家安静一点") == ""
    await town.type(admin, ".reply off")
    assert await town.type(DUO, "早") == ""
    await town.hall.welcome(QQ, NEW)
    assert town.said[-1].text == "欢迎 新人。"
    await town.type(admin, ".welcome {name} 来了，坐。")
    await town.hall.welcome(QQ, NEW)
    assert town.said[-1].text == "新人 来了，坐。"
    await town.type(admin, ".welcome off")
    before = len(town.said)
    await town.hall.welcome(QQ, NEW)
    assert len(town.said) == before
    await leave(town)


async def test_in_quiet_hours_nothing_is_said_unasked(tmp_path):
    town = Town(tmp_path, replies={"早": "早"}, welcome="欢迎", quiet="23:00-08:00")  # noqa: F811
    town.hall.now = lambda: datetime(2026, 1, 1, 23, 30)  # a clock on the wall
    assert await town.type(DUO, "早") == ""
    await town.hall.welcome(QQ, NEW)
    assert not town.said
    assert "[1]" in await town.type(DUO, ".r 1d1")
    town.hall.now = lambda: datetime(2026, 1, 1, 8, 0)
    assert await town.type(DUO, "早") == "早"
    await leave(town)


@pytest.mark.parametrize(
    ("prefixes", "line", "heard"),
    [
        (".。/!", "!r 1d1", True),
        (".。/!", "！r 1d1", True),
        (".。/!", "!真的吗", False),
        (".。/", "!r 1d1", False),
        ("!", ".r 1d1", False),
        ("!", "!r 1d1", True),
        ("#", "#r 1d1", True),
    ],
)
async def test_prefixes_are_the_bots_own(tmp_path, prefixes, line, heard):
    town = Town(tmp_path, prefixes=prefixes)  # noqa: F811
    assert bool(await town.type(DUO, line)) is heard
    await leave(town)


async def test_a_bot_without_a_table_can_be_told_to_be_silent(town):  # noqa: F811
    admin = Person("onebot", "9", "群管", ADMIN)
    assert "不出声" in await town.type(admin, ".bot off")
    assert await town.type(DUO, ".r d6") == ""
    assert "醒了" in await town.type(admin, ".bot on")
    assert await town.type(DUO, ".r d6") != ""


async def test_clauses_are_cited_on_demand(tmp_path):
    town = Town(tmp_path, pictures="off")  # noqa: F811
    await seated(town)
    said = await town.type(HONG, ".休息")
    assert said
    assert "BOO-" not in said
    assert "BOO-" in await town.type(HONG, ".find 优势")
    await leave(town)


def test_what_needs_no_seat_is_what_people_are_told(town):  # noqa: F811
    named = {name for name in guests.COMMANDS if name.isascii()}
    assert {"r", "rd", "rh", "help", "jrrp", "draw", "find"} <= named


async def test_what_could_not_be_sent_is_remembered_for_the_admin(town):  # noqa: F811
    async def away(_say):
        raise Unsent("refused: 1400")

    town.hall.send = away
    await town.type(DUO, ".r d6")
    assert town.hall.unsent[-1][1:] == ("onebot:group:100", "refused: 1400")


def test_quiet_hours_are_read():
    quiet = Settings(quiet="9:00-17:30")
    assert quiet.is_quiet(datetime(2026, 1, 1, 12).time())
    assert not quiet.is_quiet(datetime(2026, 1, 1, 18).time())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_file_in_the_documentation_works_when_it_is_copied(tmp_path, language):
    page = (Path(__file__).parents[3] / f"docs/how-to/play-in-a-qq-group.{language}.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    file = tmp_path / "bot.toml"
    file.write_text(block, "utf-8")
    assert read(file) == Settings(language=language), "what it shows are the defaults, and nothing to be replaced"
    named = set(re.findall(r"^#? ?(\w+) = ", block.partition("[replies]")[0], re.MULTILINE))
    assert set(Settings.__struct_fields__) - {"onebot", "discord", "qq", "extra", "replies"} == named


async def test_a_card_ends_with_a_whole_number(town):  # noqa: F811
    table, name = await seated(town)
    seat = next(one for one in table.memory.seats.values() if one.name == name)
    shown = badge(table, seat, "zh")
    assert len(shown) <= 24
    assert re.fullmatch(r"\S+(?: \D+\S*\d+/\d+)*", shown), shown


async def test_of_a_line_that_was_refused_after_its_dice_the_group_hears_that_it_has_not_happened(town):  # noqa: F811
    await town.type(MING, ".开桌 mist 演示")
    await town.type(HONG, ".坐 林默")
    table = await town.table()
    table.chance = ScriptedChance([3])
    before = len(town.said)
    assert "后果" in await town.type(HONG, ".ra 3#侦查")
    await town.quiet()
    assert "没有发生" in "\n".join(say.text for say in town.said[before:] if "D8" in say.text)
    assert "没有发生" in await town.type(HONG, ".log 1")


# --- questions that are not the group's ------------------------------------------------------------------------------------


async def test_what_an_npc_can_do_stands_in_no_group_where_numbers_are_hidden(town):  # noqa: F811
    town.friends.add(MING.id)
    await seated(town)
    for line in (".设置 数值 隐藏", ".主动权 安"):
        await town.type(MING, line)
    table = await town.table()
    table.chance = ScriptedChance([12, 1])
    await town.type(HONG, ".攻击 长剑 兽人1")
    await town.quiet()
    await town.type(MING, ".攻击 没有这个人")
    await town.type(MING, ".选 9")
    await town.quiet()
    assert "在等兽人1" in town.heard(QQ)
    assert "要怎么防" in town.heard(alone(MING))
    for hidden in ("要怎么防", "护甲值", "格挡（"):
        assert hidden not in town.heard(QQ)


async def test_a_question_of_the_gms_own_does_not_stand_under_a_refusal_in_the_group(town):  # noqa: F811
    town.friends.add(MING.id)
    await seated(town)
    await town.type(MING, ".log new 第一夜")
    await town.type(MING, ".log end")
    await town.quiet()
    assert "没有「+2」这个阵营" in await town.type(MING, ".ri +2")
    assert "就这样收团" not in town.heard(QQ)
    assert "就这样收团" in town.heard(alone(MING))


async def test_a_guessed_name_is_refused_in_the_group_whether_somebody_hidden_has_it_or_nobody(town):  # noqa: F811
    town.friends.update((MING.id, HONG.id))
    await seated(town)
    await town.type(MING, ".登场 食人魔 1 阵营=敌人 位=9,1 隐藏")
    replies = {}
    for name in ("食人魔1", "食人魔9"):
        for line in (".概率 攻击 {}", ".攻击 {}", ".看 {}"):
            said = await town.type(HONG, line.format(name))
            replies.setdefault(line, []).append(said.replace(name, "X"))
    for line, (hidden, unknown) in replies.items():
        assert hidden == unknown, line
        assert "私聊" not in hidden


async def test_how_far_somebody_hidden_stands_is_not_told_to_the_group_by_the_gms_refusal(town):  # noqa: F811
    town.friends.add(MING.id)
    await seated(town)
    await town.type(MING, ".登场 食人魔 1 阵营=敌人 位=9,1 隐藏")
    await town.type(MING, ".主动权 兽人1")
    before = town.heard(QQ)
    await town.type(MING, ".概率 攻击 食人魔1")
    await town.type(MING, ".攻击 食人魔1")
    await town.quiet()
    assert "距离" not in town.heard(QQ)[len(before) :]
