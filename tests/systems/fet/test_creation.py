"""A character made on one page: what is wrong stays in its place, numbers have a place each, and there is one way to begin."""

from ludex.core.principals import HOST
from ludex.desk import making
from ludex.fronts.web.pages.creating import Page
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat

THREE, BASICS = "questions.create_physical|physical|0", "questions.create_basics|basics|0"


async def newcomer(tmp_path):
    """A player who has just sat down at an empty table."""
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.create("fet", name="fet")
    await invite(table, table.seat(HOST), role="player", name="洛")
    return house, Chat(table, "player1", "zh")


async def test_a_wrong_answer_keeps_the_later_steps_and_the_sheet(tmp_path):
    house, chat = await newcomer(tmp_path)
    whole = making.draft(chat.desk, {}, {"questions.create_name|name|0": "name:洛川"})
    draft = making.draft(chat.desk, {}, {"questions.create_name|name|0": "name:洛川", THREE: "set:40 30 20"})
    assert [step.key for step in draft.steps] == [step.key for step in whole.steps]
    wrong = {step.key: step.problem.code for step in draft.steps if step.problem}
    assert wrong == {THREE: "not_hundred"}
    assert draft.view is not None
    assert not draft.ready
    await house.close()


async def test_numbers_of_one_answer_are_written_one_by_one(tmp_path):
    house, chat = await newcomer(tmp_path)
    gap = f"gap.{BASICS}.set:<new_basics>.0"
    form = {f"answer.{BASICS}": ["set:<new_basics>"], f"{gap} 0": ["65"], f"{gap} 1": ["70"], f"{gap} 2": ["45"]}
    page = Page(chat, form)
    assert page.answers == {BASICS: "set:65 70 45"}
    asked = next(one for chapter in page.chapters() for one in chapter.asked if one.key == BASICS)
    (blank,) = asked.choices[1].blanks
    assert [(title, value) for _, title, value in blank.parts] == [("体型", "65"), ("外貌", "70"), ("资产", "45")]
    await house.close()


async def test_a_piece_that_is_left_blank_keeps_its_place(tmp_path):
    house, chat = await newcomer(tmp_path)
    race = "questions.create_race|race|0"
    gap = f"gap.{race}.set:<new_race>.0"
    form = {f"answer.{race}": ["set:<new_race>"], f"{gap} 0": ["狼人"], f"{gap} 1": [""], f"{gap} 2": ["70"]}
    draft = making.draft(chat.desk, {}, {"questions.create_name|name|0": "name:洛川", **Page(chat, form).answers})
    assert draft.ready
    made = await making.finish(chat.desk, {}, {"questions.create_name|name|0": "name:洛川", **Page(chat, form).answers})
    assert made is not None
    sheet = chat.table.memory.state.characters["洛川"].sheet
    assert (sheet.race, sheet.adult_age, sheet.standard_size) == ("狼人", None, 70)
    await house.close()


async def test_the_page_does_not_send_people_to_typed_lines(tmp_path):
    house, chat = await newcomer(tmp_path)
    asked = [one.text for chapter in Page(chat, {}).chapters() for one in chapter.asked]
    assert not [text for text in asked if "（." in text or " ." in text]
    assert {deed.name for deed in chat.desk.deeds()} == {chat.table.system.makes}
    await house.close()


async def test_a_form_does_not_call_optional_what_a_check_cannot_do_without(tmp_path):
    house, chat = await newcomer(tmp_path)
    await chat.line(".新卡 洛川")
    check = next(deed for deed in chat.desk.deeds() if deed.name == "ex")
    command = chat.desk.command("ex")
    assert command.field("attribute").wanted
    assert {gap.name: gap.wanted for gap in check.gaps} == {"attribute": False, "goal": True}
    await house.close()
