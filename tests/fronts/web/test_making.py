"""A character made on one page: what is wrong stands where it was written, and what is asked again and again is one list at a time."""

import pytest

from ludex.core.principals import HOST
from ludex.desk import making
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.hand import hands
from ludex.fronts.web.pages.creating import Page
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat
from tests.ours import NAMES

POINTS, TRAUMA = "questions.make_points|points|0", "questions.make_trauma|trauma|0"


async def newcomer(tmp_path, system):
    """A player who has just sat down at an empty table."""
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.create(system, name=system)
    await invite(table, table.seat(HOST), role="player", name="洛")
    return house, Chat(table, "player1", "zh")


async def test_what_a_rule_refuses_at_the_end_is_told_at_the_answer_that_is_wrong(tmp_path):
    house, chat = await newcomer(tmp_path, "mirror")
    for others in ({}, {TRAUMA: "none"}):
        draft = making.draft(chat.desk, {"name": "洛"}, {POINTS: "18,12,12,6,7,6", **others})
        assert {step.key: step.problem.code for step in draft.steps if step.problem} == {POINTS: "attribute_cap"}
        assert draft.view is not None, "the sheet goes on with what is likely"
    states = {
        chapter.title: chapter.state for chapter in Page(chat, {f"answer.{POINTS}": ["18,12,12,6,7,6"]}).chapters()
    }
    assert [title for title, state in states.items() if state == "wrong"] == ["属性点"]
    await house.close()


async def test_of_questions_that_are_asked_alike_the_next_is_open(tmp_path):
    house, chat = await newcomer(tmp_path, "mist")
    first = next(step for step in making.draft(chat.desk, {}, {}).steps if step.ask.about == "theme")
    chosen = next(one.answer for one in first.ask.options if not one.open and one.answer != first.given)
    page = Page(chat, {f"answer.{first.key}": [chosen]})
    asked = [one for chapter in page.chapters() for one in chapter.asked if one.key.startswith(first.key[:-1])]
    assert [(one.turn, one.open) for one in asked] == [(1, False), (2, True), (3, False), (4, False)]
    await house.close()


def bag(page, name):
    """The question of a page of which several are taken, by its name."""
    return next(one for chapter in page.chapters() for one in chapter.asked if one.key.endswith(f"|{name}"))


FEATS = "bag.questions.make_feats|feats|general"


async def test_several_are_taken_at_once_counted_and_nobody_elses_are_taken_for_her(tmp_path):
    house, chat = await newcomer(tmp_path, "fable")
    empty = bag(Page(chat, {"field.name": ["洛"]}), "general")
    assert (empty.taken, empty.room) == (0, 5)
    for taken, count in ((["hardy*3", "quick_draw"], 4), (["quick_draw"], 1), (["hardy*0"], 0)):
        page = Page(chat, {"field.name": ["洛"], FEATS: taken})
        asked = bag(page, "general")
        assert (asked.taken, asked.problem) == (count, "")
        assert page.ready(page.chapters())
        known = page.draft.view and [one for one in page.draft.steps if one.ask.bag and one.own]
        assert bool(known) == bool(count)
    too_many = bag(Page(chat, {"field.name": ["洛"], FEATS: ["hardy*5", "quick_draw"]}), "general")
    assert too_many.problem
    assert too_many.taken == 6
    await house.close()


async def test_what_lacks_something_says_what_until_that_is_taken_too(tmp_path):
    house, chat = await newcomer(tmp_path, "fable")
    form = {"field.name": ["洛"]}
    needs = {
        one.option.answer: one.until
        for step in Page(chat, form).draft.steps
        if step.ask.bag
        for one in step.ask.bag.barred
    }
    feat, until = next((feat, until) for feat, until in needs.items() if until)
    asked = bag(Page(chat, form), "warrior")
    assert next(one.why for one in asked.picks if one.value == feat)
    page = Page(chat, {**form, "bag.questions.make_feats|feats|warrior": [*until, feat]})
    asked = bag(page, "warrior")
    assert [one.value for one in asked.picks if one.count] == [*until, feat]
    assert asked.problem == ""
    await house.close()


async def test_what_is_taken_is_on_the_sheet(tmp_path):
    house, chat = await newcomer(tmp_path, "fable")
    page = Page(chat, {"field.name": ["洛"], FEATS: ["hardy*2", "quick_draw"]})
    await making.finish(chat.desk, page.args, {step.key: step.given for step in page.draft.steps})
    (sheet,) = (one.sheet for one in chat.desk.state.characters.values())
    assert [one for one in sheet.feats if one.startswith("general:")] == [
        "general:hardy",
        "general:hardy",
        "general:quick_draw",
    ]
    await house.close()


async def test_cards_of_a_sheet_are_taken_together(tmp_path):
    house, chat = await newcomer(tmp_path, "fet")
    chat = Chat(chat.table, HOST, "zh")  # of a player they would be wishes
    form = {
        "answer.questions.create_name|name|0": ["name:<text>"],
        "gap.questions.create_name|name|0.name:<text>.0": ["洛"],
    }
    page = Page(chat, {**form, "bag.questions.create_skill|skill|skill": ["card:dash", "card:mind_control"]})
    assert bag(page, "skill").taken == 2
    await making.finish(chat.desk, page.args, {step.key: step.given for step in page.draft.steps})
    (made,) = chat.desk.state.characters.values()
    assert len(made.sheet.skills) == 2
    await house.close()


async def test_a_blank_that_lacks_its_word_is_marked_where_it_stands(tmp_path):
    house, chat = await newcomer(tmp_path, "mirror")
    page = Page(chat, {f"answer.{TRAUMA}": ["<text>"]})
    asked = next(one for chapter in page.chapters() for one in chapter.asked if one.key == TRAUMA)
    assert asked.half
    (blank,) = next(one.blanks for one in asked.choices if one.chosen)
    assert blank.empty
    await house.close()


async def test_points_that_nobody_has_put_anywhere_are_spread_evenly(tmp_path):
    house, chat = await newcomer(tmp_path, "heden")
    draft = making.draft(chat.desk, {"name": "洛"}, {})
    given = {step.ask.about: step.given for step in draft.steps if step.ask.what.key == "kit.score"}
    assert given == {"hand": "3", "eye": "3"}, "and the third is what is left"
    await house.close()


async def test_who_has_a_character_finds_no_card_to_make_another(tmp_path):
    house, chat = await newcomer(tmp_path, "heden")
    assert (await chat.line(".建卡 洛 手=3 眼=3 心=3 信物=铜铃")).ok
    (hand,) = hands(chat, Painter().scene(chat), chat.desk.deeds())
    names = [card.deed.name for card in hand.cards]
    assert ("check" in names, "create" in names) == (True, False)
    await house.close()


@pytest.mark.parametrize("system", NAMES)
async def test_an_empty_board_has_one_way_to_a_character(tmp_path, system):
    house, chat = await newcomer(tmp_path, system)
    for seat, ways in ((HOST, 1), (chat.seat.id, 0)):  # who sits down to play has it in the welcome
        picture = await Painter().picture(Chat(chat.table, seat, "zh"))
        board = picture.fragments["board"].html
        assert (board.count('data-go="create"'), "建卡" in board) == (ways, False)
    await house.close()


@pytest.mark.parametrize("system", NAMES)
async def test_a_gm_makes_somebody_by_the_same_questions_as_a_player(tmp_path, system):
    house, chat = await newcomer(tmp_path, system)
    asked = {seat: making.draft(Chat(chat.table, seat, "zh").desk, {}, {}) for seat in ("player1", HOST)}
    assert [step.ask.what.key for step in asked[HOST].steps] == [step.ask.what.key for step in asked["player1"].steps]
    await house.close()


async def test_whom_a_gm_makes_as_a_player_would_comes_to_the_table(tmp_path):
    house, chat = await newcomer(tmp_path, "boon")
    desk = Chat(chat.table, HOST, "zh").desk
    monk = {"questions.create_class|class|0": "class:monk"}
    draft = making.draft(desk, {"name": "洛"}, monk)
    await making.finish(desk, {"name": "洛"}, {step.key: step.given for step in draft.steps})
    assert desk.state.character("洛").calling == "monk"
    await house.close()
