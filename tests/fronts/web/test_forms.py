"""Forms of deeds: whose a deed is, whom the GM calls, how a wish is changed, what is said beside a choice."""

import re

import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.core.view import Card
from ludex.fronts.web.drawing import commons, places
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.live import messages, things
from ludex.fronts.web.live.asked import deed
from ludex.fronts.web.live.catalogue import catalogue
from ludex.fronts.web.live.chances import for_one
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.questions import posed
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.commands.index import COMMON
from ludex.text.words import LANGUAGES, Words


@pytest.fixture
async def demo(tmp_path):
    house = House(SqliteStore(tmp_path / "forms.db"))

    async def table(name):
        return (await house.demo(name))[0]

    yield table
    await house.close()


async def done(chat, message):
    return await deed(chat, Scroll(chat), message)


async def test_a_deed_that_is_nobodys_asks_the_gm_whose_it_is(demo):
    chat = Chat(await demo("fable"), "gm")
    told = await for_one(chat, messages.Odds(deed="rally", whether=True))
    assert dict(told["whose"]) == chat.desk.actors()
    named = await for_one(chat, messages.Odds(deed="rally", actor="暮面", whether=True))
    assert not named.get("whose")


async def test_the_gm_calls_several_for_a_check_by_its_form(demo):
    table = await demo("boon")
    chat = Chat(table, "gm")
    await done(chat, messages.DeedAsked(deed="ck", args={"attribute": "perception"}, whom=("an", "bo")))
    assert {asked.question.who for asked in chat.desk.others_questions()} == {"actor:an", "actor:bo"}
    player = Chat(table, "player1")
    refused = messages.DeedAsked(deed="ck", args={"attribute": "perception"}, whom=("bo",))
    with pytest.raises(RuleError, match="gm_only"):
        await done(player, refused)


async def test_a_wish_is_changed_in_the_form_of_its_own_deed(demo):
    table = await demo("boon")
    player, gm = Chat(table, "player1"), Chat(table, "gm")
    await gm.take(".setting trust ask")
    await player.take(".伤害 兽人1 5")
    (asked,) = gm.desk.questions()
    change = next(one for one in posed(gm, Drawing.at(gm), asked, None).answers if one.change)
    assert {gap["name"]: gap.get("now") for gap in msgspec.json.decode(change.gaps)} == {"who": "兽人1", "amount": "5"}
    whole = msgspec.json.decode(change.change)
    whole["args"]["amount"] = "2"
    await done(gm, messages.Change(act=gm.desk.number(asked.act.number), **whole))
    assert not gm.desk.questions()
    assert "16/18" in (await gm.take(".log 5")).text


async def test_a_wish_is_changed_by_a_line_too(demo):
    table = await demo("boon")
    player, gm = Chat(table, "player1"), Chat(table, "gm")
    await gm.take(".setting trust ask")
    await player.take(".伤害 兽人1 5")
    (asked,) = gm.desk.questions()
    number = gm.desk.number(asked.act.number)
    await done(gm, messages.Answer(act=number, answer="change:.伤害 兽人1 3"))
    assert "15/18" in (await gm.take(".log 5")).text


async def test_a_choice_says_what_its_card_does(demo):
    chat = Chat(await demo("fable"), "player1")
    told = things.told(chat, ("余烬弹", "法杖", "苏砚"))
    assert "10" in told["余烬弹"]
    assert "100" in told["法杖"]
    assert "苏砚" not in told


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_stands_beside_the_table_is_grouped_and_described(demo, language):
    told = catalogue(Chat(await demo("fable"), "gm", language))["commands"]
    beside = [one for one in told if one["place"] == places.TABLE]
    assert beside
    assert [one["key"] for one in beside if not (one["group"] and one["brief"])] == []
    assert [one["key"] for one in beside for arg in one["args"] if arg["title"] == arg["name"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_blank_has_a_name(language):
    words = Words(language)
    named = {blank.name.replace(" ", "_") for found in commons.BLANKS.values() for blank in found}
    assert [name for name in sorted(named) if not words.has(f"web.blanks.{name}")] == []
    assert set(commons.BLANKS) <= {common.key for common in COMMON}
    assert all(re.fullmatch(r"[a-z_ ]+", name) for name in named)


async def test_a_called_check_asks_for_the_deed_and_tells_nobody_a_hidden_number(demo):
    table = await demo("mirror")
    gm = Chat(table, "gm")
    player = next(Chat(table, seat.id) for seat in table.memory.seats.values() if seat.controls and not seat.gm)
    who = player.seat.controls[0]
    args = {"skill": "运动", "target": "17", "blind": True}
    await done(gm, messages.DeedAsked(deed=table.system.check, args=args, whom=(who,)))
    (asked,) = player.desk.questions()
    question = posed(player, Drawing.at(player), asked, None)
    story = "".join(one.html for one in await Scroll(player).latest(5))
    assert "技能检定 运动" in question.what
    assert "要求" not in question.what
    assert "17" not in re.sub(r"datetime=\S+|\d\d:\d\d", "", story + question.what + question.line)


async def test_numbers_of_a_wish_say_what_they_are(demo):
    table = await demo("boon")
    player, gm = Chat(table, "player1"), Chat(table, "gm")
    await gm.take(".setting trust ask")
    args = {"attribute": "strength", "task": "撞门", "boons": "2"}
    await done(player, messages.DeedAsked(deed="ck", args=args, actor="an"))
    (asked,) = gm.desk.questions()
    assert "撞门、优势 2" in posed(gm, Drawing.at(gm), asked, None).what
    assert "优势 2" in (await Scroll(gm).latest(1))[0].html


async def test_a_card_names_buttons_and_no_lines_to_type(demo):
    gm = Chat(await demo("mirror"), "gm")
    drawing = Drawing.at(gm)
    card = Card(say("told.conflict_started"), lines=(say("told.left_hidden", who="灰狼", one="灰狼"),))
    for told in (drawing.gist(card), drawing.card(card)):
        assert "要它们也行动：「加入" in told
        assert ".加入" not in told


async def test_a_player_answers_what_began_without_her(demo):
    table = await demo("mirror")
    gm, player = Chat(table, "gm"), Chat(table, "player1")
    await done(gm, messages.DeedAsked(deed="act", actor="shade", args={"action": "低语", "targets": ["安"]}))
    (discreet,) = gm.desk.questions()
    unheard = player.desk.act_number(discreet.act.number)
    with pytest.raises(RuleError, match="no_question"):
        await done(player, messages.Answer(act=unheard, answer="no"))
    await done(
        gm, messages.Answer(act=gm.desk.act_number(discreet.act.number), answer=discreet.question.options[0].answer)
    )
    (asked,) = player.desk.questions()
    shown = posed(player, Drawing.at(player), asked, None)
    assert shown.act == player.desk.last
    await done(player, messages.Answer(act=shown.act, answer=asked.question.options[0].answer))
    assert not player.desk.questions()


async def test_who_is_wounded_is_read_out_by_her_parts_and_not_as_points(demo):
    gm = Chat(await demo("mirror"), "gm")
    await gm.take(".伤害 安 级=1 力=2 伤=切割 部位=躯干 减=0")
    await gm.take(".伤害 白 级=3 力=4 伤=切割 部位=腿 减=0")
    rail = (await Painter().picture(gm)).fragments["rail"].html
    assert 'aria-label="安、躯干 2 道伤、精力 SP 3/3' in rail
    assert 'aria-label="白、腿 欠损、精力 SP' in rail
    assert "/16" not in rail
