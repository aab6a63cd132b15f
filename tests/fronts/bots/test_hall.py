"""One table, many places: groups of two platforms and a page play together, whatever the platforms do."""

import asyncio
from itertools import count

import pytest
from hypothesis import given, settings, strategies as st

from ludex.fronts.bots import following
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import ADMIN, PRIVATE, Changed, Mention, Message, Person, Place, Say, Unsent, split
from ludex.fronts.bots.reminding import remind
from ludex.fronts.bots.settings import Settings, read
from ludex.fronts.bots.shelves import file_ledger
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat

QQ, DISCORD = Place("onebot", "100"), Place("discord", "c1")
MING, HONG, OTTO = Person("onebot", "1", "阿明"), Person("onebot", "2", "小红"), Person("discord", "9", "Otto")


PNG = b"\x89PNG"


class Town:
    """A hall with platforms that only remember what was said."""

    def __init__(self, tmp_path, **settings):
        self.house = House(SqliteStore(tmp_path / "ludex.db"))
        self.path = tmp_path / "bots.db"
        self.settings = Settings(**settings)
        self.said: list[Say] = []
        self.ids, self.numbers = count(1), count(1)
        self.friends: set[str] = set()
        self.hall = self.moved_in()

    def moved_in(self):
        return Hall(self.house, file_ledger(self.path), self.settings, self.send)

    async def send(self, say):
        if say.place.kind == PRIVATE and say.place.id not in self.friends:
            raise Unsent("no friend")
        self.said.append(say)
        return f"m{next(self.ids)}"

    async def type(self, person, *parts, place=QQ, quotes="", number=0):
        before = len(self.said)
        await self.hall.take(Message(place, person, str(number or next(self.numbers)), parts, quotes))
        return "\n".join(one.text for one in self.said[before:] if one.place == place)

    async def quiet(self):
        for _ in range(5):
            await asyncio.sleep(0)
        while self.hall._pumping:
            await asyncio.gather(*self.hall._pumping)

    def heard(self, place):
        return "\n".join(one.text for one in self.said if one.place == place)

    async def table(self):
        return await self.house.open((await self.hall.ledger.place(QQ)).table)


@pytest.fixture
async def town(tmp_path):
    one = Town(tmp_path)
    yield one
    await one.quiet()
    await one.hall.close()
    await one.house.close()


async def seated(town):
    await town.type(MING, ".开桌 boon 演示")
    table = await town.table()
    name = next(s.name for s in table.memory.seats.values() if not s.gm)
    await town.type(HONG, f".坐 {name}")
    return table, name


async def test_a_group_opens_a_table_and_people_sit_down(town):
    assert "没有桌子" in await town.type(MING, ".ra 力量")
    assert "主持人" in await town.type(MING, ".开桌 boon 演示")
    table = await town.table()
    player = next(s for s in table.memory.seats.values() if not s.gm)
    assert player.name in await town.type(HONG, f".坐 {player.name}")
    assert await town.hall.ledger.seat("onebot", "2", table.id) == player.id
    assert "1d20" in await town.type(HONG, ".r d20")


async def test_talk_of_people_without_a_seat_is_left_alone_and_commands_are_shown_the_way_once(town):
    await town.type(MING, ".开桌 boon 演示")
    assert await town.type(HONG, "大家好") == ""
    assert ".坐" in await town.type(HONG, ".ra 力量")
    assert await town.type(HONG, ".ra 力量") == ""
    assert ".坐" in await town.type(Person("onebot", "5", "朵朵"), ".ra 力量"), "each of them once"


async def test_another_platform_and_the_page_play_at_the_same_table(town):
    table, _ = await seated(town)
    code = table.codes.issue("gm")
    await town.type(Person("discord", "8", "Boss"), f".link {code}", place=DISCORD)
    seat = await town.hall.ledger.seat("onebot", "2", table.id)
    await town.type(OTTO, f".link {table.codes.issue(seat)}", place=DISCORD)
    assert await town.hall.ledger.seat("discord", "9", table.id) == seat
    await town.type(HONG, "门后有人吗？")
    await town.quiet()
    assert "门后有人吗？" in town.heard(DISCORD)
    assert "门后有人吗？" not in town.heard(QQ)
    await Chat(table, "gm").line("有。")
    await town.quiet()
    assert "有。" in town.heard(QQ)
    assert "有。" in town.heard(DISCORD)
    await town.type(OTTO, ".r 2d6+100", place=DISCORD)
    await town.quiet()
    assert "2d6+100" in town.heard(QQ)
    assert town.heard(DISCORD).count("2d6+100") == 1 + town.heard(DISCORD).count(".r 2d6+100")


@pytest.mark.parametrize(
    ("system", "checked"),
    [("boon", "力量"), ("fable", "灵巧+洞察"), ("fet", "力量"), ("mirror", "洞悉"), ("mist", "")],
)
async def test_a_check_in_secret_stays_off_the_group_whoever_makes_it(town, system, checked):
    await town.type(MING, f".开桌 {system} 演示")
    table = await town.table()
    player = next(seat for seat in table.memory.seats.values() if not seat.gm)
    await town.type(HONG, f".坐 {player.name}")
    before, began = len(town.said), table.memory.n
    await town.type(HONG, f".rah {checked}")
    await town.type(MING, f".rah {checked} @{table.system.actors(table.memory.state)[player.controls[0]]}")
    await town.type(HONG, ".ping")
    await town.quiet()
    assert table.memory.n > began
    assert "🎲" not in "\n".join(say.text for say in town.said[before:] if say.place == QQ)


async def test_a_change_that_comes_before_its_message_is_not_lost(town):
    table, _ = await seated(town)
    seat = await town.hall.ledger.seat("onebot", "2", table.id)
    await town.hall.changed(Changed(QQ, HONG.id, "901", "我推门。"))
    await town.hall.changed(Changed(QQ, "", "902"))
    await town.type(HONG, "我开门。", number=901)
    await town.type(HONG, "说错了。", number=902)
    await town.type(HONG, "说对了。", number=903)
    log = (await Chat(table, seat).line(".log get")).text
    assert "我推门。" in log
    assert "说对了。" in log
    assert "我开门。" not in log
    assert "说错了。" not in log


async def test_a_code_is_good_once_and_only_if_it_is_one(town):
    table, _ = await seated(town)
    code = table.codes.issue("gm")
    await town.type(OTTO, f".link {code}", place=DISCORD)
    assert "没有这个接入码" in await town.type(Person("discord", "7"), f".link {code}", place=DISCORD)
    assert "没有这个接入码" in await town.type(Person("discord", "7"), ".link ABCDEFGH", place=DISCORD)


async def test_a_hidden_roll_does_not_go_into_the_group(town):
    await seated(town)
    said = await town.type(HONG, ".rh 1d1+4241")
    assert "4242" not in said
    assert "网页" in said
    assert "4242" not in town.heard(QQ)


async def test_a_hidden_roll_is_whispered_to_a_friend_where_that_is_allowed(tmp_path):
    town = Town(tmp_path, private=True)
    await seated(town)
    assert "网页" in await town.type(HONG, ".rh 1d1+4241")
    town.friends.add("2")
    assert "私聊" in await town.type(HONG, ".rh 1d1+4241")
    assert "4242" not in town.heard(QQ)
    assert "4242" in town.heard(Place("onebot", "2", PRIVATE))
    await town.quiet()
    await town.hall.close()
    await town.house.close()


@pytest.mark.parametrize("private", [True, False])
async def test_that_the_gm_is_asked_for_an_npc_is_told_to_her_alone(tmp_path, private):
    """FAB-LIV-23: the group hears of it only when it is done; the GM is asked in private, or on her page."""
    town = Town(tmp_path, private=private, page="http://table.example.org")
    town.friends.add(MING.id)
    await town.type(MING, ".开桌 fable 演示")
    table = await town.table()
    await town.type(MING, ".召来 暮面")
    hero = next(name for seat in table.memory.seats.values() for name in seat.controls)
    await town.quiet()
    table.chance = ScriptedChance([1, 2])
    said = await town.type(MING, f".攻击 @暮面 {hero}")
    await town.quiet()
    assert said == ("" if private else table_words(table)("bots.on_your_page"))
    assert "要援引吗" not in town.heard(QQ)
    assert ("要援引吗" in town.heard(Place("onebot", "1", PRIVATE))) is private
    assert await remind_now(town) == (["要援引吗"] if private else [])
    await town.type(MING, ".1", place=Place("onebot", "1", PRIVATE))
    await town.quiet()
    assert "擦过" in town.heard(QQ)
    await town.hall.close()
    await town.house.close()


def table_words(table):
    return following.words_of(table, "zh")


async def remind_now(town):
    """What is said when what waits is asked again at once: the questions, without their odds."""
    before, clock = len(town.said), town.hall.clock
    town.hall.clock = lambda: clock() + town.settings.remind
    await remind(town.hall)
    return [word for one in town.said[before:] for word in ("要援引吗", "主持人") if word in one.text]


async def test_a_message_that_comes_twice_is_done_once_even_after_a_restart(town):
    table, _ = await seated(town)
    await town.type(HONG, ".r d20", number=500)
    n = table.memory.n
    await town.type(HONG, ".r d20", number=500)
    assert table.memory.n == n
    await town.hall.ledger.close()
    town.hall = town.moved_in()
    await town.hall.open()
    await town.type(HONG, ".r d20", number=500)
    assert table.memory.n == n


async def test_what_happened_while_the_bot_was_away_is_told_when_it_comes_back(town):
    table, _ = await seated(town)
    await town.quiet()
    await town.hall.ledger.close()
    table.watchers.clear()
    await Chat(table, "gm").line("天黑了。")
    town.hall = town.moved_in()
    await town.hall.open()
    assert "天黑了。" in town.heard(QQ)


async def test_what_a_platform_that_is_away_did_not_take_is_said_when_it_is_back(town):
    table, _ = await seated(town)
    await town.quiet()

    async def away(say):
        raise Unsent("not connected", later=True)

    town.hall.send = away
    await Chat(table, "gm").line("雨下了一夜。")
    await town.quiet()
    town.hall.send = town.send
    await town.hall.open()
    assert town.heard(QQ).count("雨下了一夜。") == 1


async def test_a_question_addresses_who_must_answer_and_a_quote_of_it_is_the_answer(town):
    table, _ = await seated(town)
    await town.type(MING, ".设置 信任 询问")
    before = len(town.said)
    await town.type(HONG, ".检定 力量 推门 优=2")
    asked = [one for one in town.said[before:] if one.asks]
    assert asked, [one.text for one in town.said[before:]]
    assert [person.id for person in asked[0].to] == ["1"]
    sent = next(i for i, act in town.hall.room(QQ).asked.items() if act == asked[0].asks)
    assert "1. 允许" in asked[0].text
    await town.type(HONG, "1", quotes=sent)
    assert table.memory.parked
    await town.type(MING, "3", quotes=sent)
    assert not table.memory.parked


async def test_nothing_of_the_gms_own_goes_into_the_group(town):
    table, _ = await seated(town)
    hidden = table.unnamed(table.seat("player1")).words
    assert hidden
    for line in (".看", ".log 50", ".code", ".攻击 没有这个人", ".set", ".选", ".invite 新人", ".导出角色 安", ".who"):
        said = await town.type(MING, line)
        assert not any(name in said for name in hidden), line
    assert "/t/" not in town.heard(QQ)
    assert "接入码：" not in town.heard(QQ)


async def test_a_silent_bot_is_silent_and_the_group_can_wake_it(town):
    await seated(town)
    admin = Person("onebot", "3", "管理", ADMIN)
    assert await town.type(HONG, ".bot off") != ""
    assert not (await town.hall.ledger.place(QQ)).silent
    assert "不出声" in await town.type(admin, ".bot off")
    for line in (".r d20", "大家好", ".坐 谁", ".link X", ".help", ".bot"):
        assert await town.type(HONG, line) == ""
    table = await town.table()
    await Chat(table, "gm").line("没人听见。")
    await town.quiet()
    assert "没人听见" not in town.heard(QQ)
    assert "醒了" in await town.type(admin, ".bot on")


async def test_who_is_banned_is_not_heard(tmp_path):
    town = Town(tmp_path, masters=("onebot:1",))
    await seated(town)
    assert "管理者" in await town.type(HONG, ".ban 1")
    assert "2" in await town.type(MING, ".ban ", Mention("2"))
    assert await town.type(HONG, ".r d20") == ""
    await town.type(MING, ".ban rm 2")
    assert "1d20" in await town.type(HONG, ".r d20")
    await town.quiet()
    await town.hall.close()
    await town.house.close()


async def test_a_flood_is_refused_once_and_others_are_heard(town):
    await seated(town)
    said = [await town.type(HONG, ".ping") for _ in range(40)]
    assert sum("在。" in one for one in said) <= 20
    assert sum(bool(one) and "在。" not in one for one in said) <= 2
    assert "在。" in await town.type(MING, ".ping")


async def test_tables_of_different_groups_never_mix(town):
    await seated(town)
    other = Place("onebot", "200")
    await town.type(OTTO, ".开桌 mist 演示", place=other)
    await town.type(HONG, "第一桌的秘密")
    await town.type(OTTO, "第二桌的秘密", place=other)
    await town.quiet()
    assert "第一桌" not in town.heard(other)
    assert "第二桌" not in town.heard(QQ)
    assert "第一桌" not in await town.type(OTTO, ".log", place=other)


async def test_somebody_addressed_is_meant_by_her_character(town):
    table, _ = await seated(town)
    chat = Chat(table, "gm")
    message = Message(QQ, MING, "77", (".检定 力量 ", Mention("2"), " 推门"))
    line = await town.hall._line(message, town.hall.room(QQ), chat)
    seat = table.seat(await town.hall.ledger.seat("onebot", "2", table.id))
    assert f"@{chat.called_actor(seat.controls[0])}" in line


@pytest.mark.parametrize(
    ("text", "parts"),
    [("a\nb", ["a\nb"]), ("x" * 25, ["x" * 10, "x" * 10, "x" * 5]), ("aaaa\nbbbb\ncccc", ["aaaa\nbbbb", "cccc"])],
)
def test_long_texts_are_cut_between_lines(text, parts):
    assert split(text, 10) == parts


def test_settings_come_from_the_file_and_the_environment_and_keep_secrets(tmp_path, monkeypatch):
    file = tmp_path / "bot.toml"
    file.write_text('language = "en"\nmasters = ["onebot:1"]\n[onebot]\ntoken = "hush"\n', "utf-8")
    monkeypatch.setenv("LUDEX_BOT_PAGE", "https://table.example")
    monkeypatch.setenv("LUDEX_BOT_ONEBOT_TOKEN", "hush2")
    found = read(file)
    assert (found.language, found.page, found.onebot.token) == ("en", "https://table.example", "hush2")
    assert "hush" not in repr(found)


async def test_a_card_in_the_group_follows_the_character(town):
    cards = {}

    async def rename(place, person, card):
        cards[person] = card

    town.hall.rename = rename
    _, name = await seated(town)
    assert "群名片" in await town.type(HONG, ".sn")
    assert cards["2"].startswith(f"{name} ")
    before = cards["2"]
    await town.type(MING, f".伤害 {name} 3")
    await town.quiet()
    assert cards["2"] != before
    assert "不再改" in await town.type(HONG, ".sn off")
    kept = cards["2"]
    await town.type(MING, f".伤害 {name} 1")
    await town.quiet()
    assert cards["2"] == kept


async def test_where_people_have_no_cards_that_is_said(town):
    await seated(town)
    assert "改不了群名片" in await town.type(HONG, ".sn")


async def test_a_trusted_account_manages_the_bot_and_is_not_slowed(tmp_path):
    town = Town(tmp_path, masters=("onebot:1",))
    await seated(town)
    assert "管理员" in await town.type(HONG, ".bot off")
    assert await town.type(HONG, ".trust 2") != "信任：2。"
    assert await town.type(MING, ".trust ", Mention("2")) == "信任：2。"
    for n in range(30):
        assert f"1d1+{n}" in await town.type(HONG, f".r 1d1+{n}")
    assert "不出声" in await town.type(HONG, ".bot off")
    assert await town.type(HONG, ".bot on") == "醒了。"
    assert await town.type(MING, ".trust rm 2") == "不再信任：2。"
    assert "管理员" in await town.type(HONG, ".bot off")
    await town.quiet()
    await town.hall.close()
    await town.house.close()


# --- seen rather than read -------------------------------------------------------------------------------------------------


async def test_a_sheet_is_drawn_and_the_words_stand_behind_it(town):
    _, name = await seated(town)
    await town.type(HONG, ".看 我")
    shown = town.said[-1]
    assert shown.picture.startswith(PNG)
    assert name in shown.text
    await town.type(HONG, ".r d20")
    assert not town.said[-1].picture


async def test_under_a_whole_view_stands_what_can_be_typed_and_pressed(town):
    await seated(town)
    await town.type(HONG, ".看")
    shown = town.said[-1]
    assert shown.picture.startswith(PNG)
    assert "可以做" in shown.caption or "现在能" in shown.caption or "." in shown.caption
    assert shown.buttons
    assert all(button.line.startswith(".") for button in shown.buttons)


async def test_where_there_is_no_font_or_no_wish_everything_is_words(tmp_path):
    town = Town(tmp_path, pictures="off")
    _, name = await seated(town)
    assert name in await town.type(HONG, ".看 我")
    assert not town.said[-1].picture
    await town.quiet()
    await town.hall.close()
    await town.house.close()


async def test_what_is_too_long_for_a_group_is_pointed_to(town):
    _table, _ = await seated(town)
    for n in range(8):
        await town.type(HONG, f"{n}" + "很长的话" * 500)
    assert "太长了" in await town.type(HONG, ".log get")


# --- questions ---------------------------------------------------------------------------------------------------------------


async def test_a_pressed_button_is_an_answer(town):
    table, _ = await seated(town)
    await town.type(MING, ".设置 信任 询问")
    await town.type(HONG, ".检定 力量 推门 优=2")
    asked = next(one for one in reversed(town.said) if one.asks)
    pressed = next(button for button in asked.buttons if "允许" in button.text)
    sent = next(i for i, act in town.hall.room(QQ).asked.items() if act == asked.asks)
    await town.type(MING, pressed.line, quotes=sent)
    assert not table.memory.parked


async def test_who_does_not_answer_is_asked_again_twice_and_no_more(town):
    now = [0.0]
    town.hall.clock = lambda: now[0]
    await seated(town)
    await town.type(MING, ".设置 信任 询问")
    await town.type(HONG, ".检定 力量 推门 优=2")
    assert await remind(town.hall) == 0
    for again in (1, 1, 0, 0):
        now[0] += town.settings.remind
        before = len(town.said)
        assert await remind(town.hall) == again
        assert len(town.said) == before + again
        if again:
            assert "还在等" in town.said[-1].text
            assert [person.id for person in town.said[-1].to] == ["1"]
    await town.type(MING, "1")
    now[0] += town.settings.remind
    assert await remind(town.hall) == 0


# --- edited and withdrawn ----------------------------------------------------------------------------------------------------


async def test_withdrawn_words_leave_the_record_and_edited_ones_change_in_it(town):
    table, _ = await seated(town)
    await town.type(HONG, "我打开门。", number=900)
    await town.type(HONG, "我说错话了。", number=901)
    await town.type(HONG, ".r 1d1+41", number=902)
    assert await town.hall.changed(Changed(QQ, "2", "900", "我推开门。"))
    assert await town.hall.changed(Changed(QQ, "2", "901"))
    assert not await town.hall.changed(Changed(QQ, "2", "901"))
    assert not await town.hall.changed(Changed(QQ, "2", "902"))
    assert not await town.hall.changed(Changed(QQ, "1", "900"))
    assert not await town.hall.changed(Changed(DISCORD, "2", "900"))
    seat = await town.hall.ledger.seat("onebot", "2", table.id)
    log = (await Chat(table, seat).line(".log get")).text
    assert "推开门" in log
    assert "打开门" not in log
    assert "说错话" not in log
    assert "1d1+41" in log
    assert "已撤回" in (await Chat(table, seat).line(".log 20")).text


async def test_a_whisper_that_is_withdrawn_tells_nobody_else(town):
    table, _ = await seated(town)
    before = (await Chat(table, "player2").line(".log 99")).text
    await town.type(HONG, ".w GM 我是内鬼", number=910)
    assert await town.hall.changed(Changed(QQ, "2", "910"))
    assert (await Chat(table, "player2").line(".log 99")).text == before
    assert "内鬼" not in (await Chat(table, "gm").line(".log 99")).text


async def test_whoever_settles_something_is_answered(town):
    await seated(town)
    assert "节奏" in await town.type(MING, ".设置 节奏 逐步")
    assert "改称" in await town.type(HONG, ".nn 小红帽")
    assert "砍" in await town.type(HONG, ".alias 砍 = .r d6")
    said = await town.type(HONG, ".w GM 我是内鬼")
    assert "悄悄告诉" in said
    assert "内鬼" not in said


async def test_the_gm_shows_the_group_what_the_group_may_see(town):
    table, _ = await seated(town)
    await town.type(MING, ".看")
    shown = town.said[-1]
    assert shown.picture.startswith(PNG)
    assert not shown.buttons
    assert not any(name in shown.text + shown.caption for name in table.unnamed(following.PUBLIC).words)


async def test_who_sits_down_without_a_character_is_told_the_way(town):
    await seated(town)
    assert "还没有角色" in await town.type(Person("onebot", "7", "阿强"), ".坐")
    assert "还没有角色" not in await town.type(Person("onebot", "8", "莉莉"), ".ob")


WILD = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from(
            [
                *".。/#@1 \n",
                "bot",
                "link",
                "坐",
                "ban",
                "trust",
                "sn",
                "log ",
                "draw ",
                "st ",
                "init ",
                "off",
                "on",
                "安",
                "r 2d6",
            ]
        ),
        max_size=7,
    ).map("".join),
)


async def test_no_text_makes_the_bot_raise(tmp_path):
    """Each line is ignored, answered or refused; whoever writes it, seated or not, in a group or in private."""
    town = Town(tmp_path, masters=("onebot:1",), pictures="off")
    await seated(town)
    loop = asyncio.get_running_loop()
    texts = []

    @settings(max_examples=120, deadline=None, database=None)
    @given(WILD, st.sampled_from([MING, HONG, OTTO, Person("onebot", "77")]), st.booleans())
    def gather(text, person, alone):
        texts.append((text, person, alone))

    await loop.run_in_executor(None, gather)
    town.hall.pace.burst = town.hall.pace.per_second = 10**6
    for text, person, alone in texts:
        place = Place(person.platform, person.id, PRIVATE) if alone else QQ
        await town.type(person, text, place=place)
        assert all(say.text.strip() for say in town.said)
    await town.quiet()
    await town.hall.close()
    await town.house.close()


SECRETS = ("4242", "今晚动手")


@pytest.mark.parametrize(
    "line", [".log", ".log 30", ".log get", ".log export", ".日志", ".stat", ".为什么", ".回顾", ".团记"]
)
async def test_whatever_is_read_of_the_record_in_a_group_is_what_everybody_may_read(town, line):
    await seated(town)
    alone = Place("onebot", "2", PRIVATE)
    await town.type(HONG, ".rh 1d1+4241 撬锁", place=alone)
    await town.type(HONG, ".密语 阿明 今晚动手", place=alone)
    await town.type(MING, ".密语 安 今晚动手", place=Place("onebot", "1", PRIVATE))
    await town.type(HONG, "我在门口等。")
    for person in (HONG, MING):
        before = len(town.said)
        await town.type(person, line)
        told = "\n".join(say.text for say in town.said[before:] if say.place == QQ)
        assert told
        assert not any(secret in told for secret in SECRETS), told
        if line in (".log get", ".log", ".日志"):
            assert "我在门口等。" in told


async def test_what_a_gm_does_with_the_record_in_a_group_is_done(town):
    table, _ = await seated(town)
    n = table.memory.n
    assert "第一夜" in await town.type(MING, ".log new 第一夜") + town.heard(QQ)
    await town.type(MING, ".log off")
    assert table.memory.n > n + 1
    assert await town.type(HONG, ".log x") != ""


async def test_in_an_export_a_whisper_is_marked_as_one(town):
    table, name = await seated(town)
    seat = next(one for one in table.memory.seats.values() if one.name == name)
    await Chat(table, seat.id).line(".密语 GM 今晚动手")
    log = (await Chat(table, seat.id).line(".log get")).text
    assert "密语" in log.partition("今晚动手")[0].splitlines()[-1]


async def test_who_floods_a_group_is_told_once_that_she_is_too_fast(town):
    now = [100.0]
    town.hall.clock = town.hall.pace.clock = lambda: now[0]
    await seated(town)
    before = len(town.said)
    for n in range(
        240
    ):  # eight a second for half a minute: now and then one of them is taken, and others speak between
        now[0] += 0.125
        await town.type(HONG, f".r 1d1+{n}")
        if n % 20 == 0:
            await town.type(MING, "……")
    told = [say.text for say in town.said[before:] if "太快了" in say.text]
    assert len(told) == 1
    now[0] += 120
    for n in range(20):
        await town.type(HONG, f".r 1d1+{n}")
    assert len([say for say in town.said[before:] if "太快了" in say.text]) == 2, "after she was quiet"
