"""A mist table's page: themes of one's own at creation, wishes that name several tags, questions of several lines, what is missing."""

import pytest

from ludex.core.errors import RuleError
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.spoken import line_said
from ludex.fronts.web.live import asked, messages as m
from ludex.fronts.web.live.questions import posed
from ludex.fronts.web.live.socket import Live
from ludex.fronts.web.live.standing import standing
from ludex.fronts.web.log.logged import Scroll
from ludex.fronts.web.pages.creating import Page
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat

OWN = "own_nascent:<kind>:<theme_tag>:<weakness…>"
FIRST = "questions.make_theme|theme|0"


@pytest.fixture
async def seats(tmp_path):
    """A GM and a player with one character in a scene; both read English."""
    house = House(SqliteStore(tmp_path / "tags.db"))
    table, _ = await house.create("mist", name="Salt", gm="GM")
    gm = Chat(table, next(iter(table.memory.seats)))
    await gm.line(".lang en")
    seat, _ = await gm.desk.invite(role="player", name="Ash")
    ash = Chat(table, seat.id)
    for chat, line in (
        (ash, ".lang en"),
        (ash, ".new Wick"),
        (ash, '.theme self lamplighter "old lantern",byways darkness'),
        (gm, ".scene corridor"),
        (gm, '.threat "the lamp fails" It flickers'),
    ):
        reply = await chat.line(line)
        assert not reply.code, reply.text
    yield gm, ash
    await house.close()


def drawn(ash, **given):
    """The page of creation with what was filled in, and its first question about themes."""
    page = Page(ash, {"field.character": ["Moth"], **{name: [value] for name, value in given.items()}})
    chapters = page.chapters()
    return page.ready(chapters), next(one for chapter in chapters for one in chapter.asked if one.key == FIRST)


async def test_a_theme_that_was_begun_stays_hers_and_holds_creation_up(seats):
    _, ash = seats
    blank = f"gap.{FIRST}.{OWN}."
    begun = {f"answer.{FIRST}": OWN, f"{blank}1": "borrowed fire", f"{blank}2": "burnt fingers"}
    ready, asking = drawn(ash, **begun)
    assert (ready, asking.own, asking.needed) == (False, True, True)
    ready, asking = drawn(ash, **begun, **{f"{blank}0": "tainted"})
    assert (ready, asking.own, asking.needed) == (True, True, False)
    assert asking.given == "tainted theme, borrowed fire, burnt fingers"


async def test_several_tags_are_spoken_of_without_quotation_marks(seats):
    _, ash = seats
    assert line_said(ash, '.act +byways,"old lantern" go') == "act byways, old lantern, go"


async def test_a_wish_to_undo_says_that_the_gm_is_asked(seats):
    _, ash = seats
    assert not (await ash.line(".act +byways quick go")).code
    told = await asked.deed(ash, Scroll(ash), m.Undo())
    assert told["text"] == "The GM is asked whether you may take this back."


async def test_a_question_of_several_lines_is_headed_by_what_it_asks(seats):
    gm, ash = seats
    await ash.line(".dice 1: .act go")
    assert not (await gm.line(".con action status Wick blinded 2")).code
    [waits] = ash.desk.answerable()
    card = posed(ash, Drawing.at(ash), waits, None)
    assert (card.what, card.told) == ("Mitigate?", "Blinded 2 coming in")
    [odds] = card.more  # which tags there are, and how they would be typed, is the form's to offer
    assert "power 1" in odds


async def test_nobody_is_offered_what_the_rules_would_refuse_at_once(seats):
    _, ash = seats
    assert "act" in [deed.name for deed in standing(ash, "Wick", ())]
    await ash.line(".dice 1: .act go")
    assert "act" not in [deed.name for deed in standing(ash, "Wick", ())]


async def test_what_is_missing_goes_by_its_title(seats):
    gm, _ = seats
    error = RuleError("missing_argument", arg="who")
    told = Live._why(type("Socket", (), {"chat": gm})(), error, m.DeedAsked(deed="consequence"))
    assert told == "“At whom” is still empty."
