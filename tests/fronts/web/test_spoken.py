"""What a page says in words: chances against numbers that are not known, undone steps, what is ready, stories, and why a hand is empty."""

from fractions import Fraction

import pytest

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.odds import Odds
from ludex.core.principals import HOST
from ludex.core.say import say
from ludex.core.view import Card, Verdict
from ludex.desk import handing
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.outcomes import foreseen
from ludex.fronts.web.drawing.scene import Chip, Scene
from ludex.fronts.web.drawing.spoken import deed_said, line_said
from ludex.fronts.web.live.chances import for_each
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.hand import _idle
from ludex.fronts.web.live.messages import Chances, Trace
from ludex.fronts.web.live.traced import traced
from ludex.fronts.web.live.wells import wells
from ludex.lab import workers
from ludex.lab.preview import Preview
from ludex.store.sqlite import SqliteStore
from ludex.systems.boon import SYSTEM
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.recapping import sentence
from ludex.text.words import Words

ORC = Chip("orc", "", "Orc", "foe", acting=True)


@pytest.fixture
async def seats(tmp_path):
    """A boon table with hidden numbers: a GM, a player, and an orc beside a wall; everybody reads English."""
    house = House(SqliteStore(tmp_path / "spoken.db"))
    table, _ = await house.create("boon", name="盐路", gm="GM")
    gm = Chat(table, next(iter(table.memory.seats)))
    for line in (
        ".lang en",
        ".pc Pell str=10 agi=11 int=13 will=10 class=mage lv=1 items=staff spells=爆炎 side=heroes player at=1,4",
        ".pc An str=13 agi=11 int=10 will=10 class=warrior lv=1 items=长剑 side=heroes player at=6,4",
        ".npc orc side=foes at=7,4",
        ".ground wall 5x2-5x4",
    ):
        reply = await gm.line(line)
        assert not reply.code, reply.text
    seat, _ = await gm.desk.invite(role="player", name="Anna", controls=("Pell", "An"))
    anna = Chat(table, seat.id)
    await anna.line(".lang en")
    yield gm, anna
    await house.close()


async def test_a_target_that_is_lit_behind_a_wall_can_be_reached_where_its_square_cannot(seats):
    _, anna = seats
    there = traced(anna, Trace(deed="cast", args={"spell": "爆炎", "targets": ["7", "4"]}, actor="Pell"))
    whom = traced(anna, Trace(deed="cast", args={"spell": "爆炎", "targets": ["Orc1"]}, actor="Pell"))
    assert not there.ok
    assert whom.ok, whom.why
    assert (7, 4) in whom.area
    assert "orc1" in whom.hits


async def test_chances_against_numbers_that_are_not_known_say_what_they_are_of(seats):
    _, anna = seats
    asked = {"shove": {}, "atk": {"weapon": "长剑"}}
    found = {
        deed: (await for_each(anna, Chances(deed, "target", ("Orc1",), args, "An")))["chances"][0]
        for deed, args in asked.items()
    }
    assert found["shove"]["shares"] == ()
    assert not found["shove"]["percent"].endswith("%")
    assert found["atk"]["partial"]
    assert "armour not known" in found["atk"]["wanted"]


async def test_a_chance_for_which_there_was_no_room_is_asked_for_again(seats, monkeypatch):
    _, anna = seats
    asked = Chances("atk", "target", ("Orc1",), {"weapon": "徒手"}, "An")

    def full(whose):
        raise RuleError("too_fast", seconds=8)

    monkeypatch.setattr(workers.WORKERS_OF_THIS_PROCESS, "_check_few", full)
    assert (await for_each(anna, asked))["chances"] == [{"value": "Orc1", "ok": True, "later": True}]
    monkeypatch.undo()
    assert (await for_each(anna, asked))["chances"][0]["shares"]


def test_a_number_that_is_never_nothing_is_no_chance():
    drawing = Drawing(Words("en", SYSTEM.package))
    total = Preview("blind_total", Odds({10: Fraction(1, 2), 12: Fraction(1, 2)}))
    seen = foreseen(drawing, [total], SYSTEM.outcomes)
    assert seen.shares == ()
    assert seen.means == (("total, against a score not known", "11.0"),)


@pytest.mark.parametrize(
    ("line", "said"),
    [(".导入 Duo", "Import Duo"), (".adjourn", "Close the session"), (".dmg Pell 12", "Deal damage Pell, 12")],
)
async def test_a_step_is_named_in_the_readers_words(seats, line, said):
    gm, _ = seats
    assert line_said(gm, line) == said


async def test_a_group_says_who_waits_in_it_and_who_stays_hidden(seats):
    gm, _ = seats
    await handing.prepare(gm.desk, "Ambush", lines=(".npc wolf 2", ".npc orc secret"))
    assert [(one.name, one.comes) for one in wells(gm)] == [("Ambush", ("wolf ×2", "orc (stays hidden)"))]


@pytest.mark.parametrize(
    ("chip", "why"),
    [
        (Chip("an", "", "An", "ally", dead=True, out=True), "dead"),
        (Chip("an", "", "An", "ally", out=True), "gone"),
        (Chip("an", "", "An", "ally", down=True), "down"),
        (Chip("an", "", "An", "ally"), "waits"),
    ],
)
def test_only_who_can_be_helped_is_told_to_wait_for_help(chip, why):
    assert _idle(Scene((ORC,), (), None, (), ()), "an", chip) == why


def test_a_story_leaves_out_whose_turn_it_is():
    words = Words("en", SYSTEM.package)
    hurt = say("told.hurt", who="Orc", points=3)
    card = Card(
        say("told.deeds.shove", who="An", whom="Orc"),
        Verdict("good", "pushed"),
        (),
        (hurt, say("told.chooses", side="heroes")),
    )
    picked = Card(say("told.pick_actor", who="An"), None, (), (say("view.holds_picked", who="An"),))
    unsaid = SYSTEM.sessions.unsaid
    assert sentence(words, card, unsaid) == "An shoves Orc, pushed. Orc takes 3 damage. "
    assert sentence(words, picked, unsaid) == ""


@pytest.mark.parametrize(("people", "end"), [(8, "takes 8 damage. "), (40, "takes 12 damage… ")])
def test_a_story_names_all_whom_something_befell_or_says_that_there_are_more(people, end):
    words = Words("en", SYSTEM.package)
    hurt = tuple(say("told.hurt", who="Orc", points=n + 1) for n in range(people))
    assert sentence(words, Card(say("told.deeds.shove", who="An", whom="Orc"), None, (), hurt)).endswith(end)


async def test_what_undo_would_take_back_stands_in_each_readers_language(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("mist")
    painter, chats = Painter(), [Chat(table, HOST, language) for language in ("zh", "en")]
    assert (await chats[0].line(".状态 林默 受伤 2")).ok
    zh, en = [(await painter.picture(chat)).fragments["history"].html for chat in chats]
    assert "给状态 林默" in zh
    assert "给状态" not in en
    await house.close()


async def test_a_thing_that_was_chosen_in_one_language_is_read_in_the_other(house):
    table, _ = await house.demo("fable")
    chats = {language: Chat(table, "gm", language) for language in ("zh", "en")}
    key, command = next((k, c) for k, c in chats["zh"].desk.commands.items() if "attack" in c.names)
    field = next(one.name for one in command.args if one.name in ("weapon", "arm", "with"))
    said = {language: deed_said(chat, Filled(key, {field: "greatsword"}, "")) for language, chat in chats.items()}
    assert "巨剑" in said["zh"]
    assert "greatsword" in said["en"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("op", "各投 D100，骰值 ÷ 成功率最小者胜"),  # behind the line that would be typed
        ("newtrait", "玩家造的由主持人准用"),  # rather than an example
        ("fight", "打起来：谁也不选，在场的人就都上"),
        ("bat", ""),
    ],
)
def test_a_card_says_what_it_is_for_and_not_how_it_is_typed(command, told):
    assert Drawing(Words("zh", "ludex.systems.fet")).brief(command) == told
