"""A sheet is written on where it stands: everything that may be edited has its place on it once; a player's wish is marked until the GM has spoken."""

import re

import pytest

from ludex.core.errors import RuleError
from ludex.desk import roster
from ludex.fronts.web.live.fragments import Painter
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES
from tests.ours import NAMES


@pytest.fixture
async def house(tmp_path):
    opened = House(SqliteStore(tmp_path / "sheets.db"))
    yield opened
    await opened.close()


async def sheet(chat, actor):
    """The sheet of somebody as it is drawn for a seat."""
    painter = Painter()
    chip = next(one for one in painter.scene(chat).people if one.id == actor)
    return (await painter.picture(chat)).fragments[f"who-{chip.sheet}"].html


@pytest.mark.parametrize("name", NAMES)
async def test_every_field_of_everybody_stands_on_the_sheet_once(house, name):
    table, _ = await house.demo(name)
    written = 0
    for language in LANGUAGES:
        gm = Chat(table, "gm", language)
        for chip in [one for one in Painter().scene(gm).people if one.sheet]:
            try:
                fields = sorted(field.name for field in roster.form(gm.desk, chip.id).fields)
            except RuleError:  # a thing, or a pack of nobodies
                continue
            assert sorted(re.findall(r'data-field="([^"]+)"', await sheet(gm, chip.id))) == fields
            written += len(fields)
    assert written


async def test_others_sheets_are_read_and_not_written_on(house):
    table, _ = await house.demo("boon")
    an, bo = (
        seat for seat in table.memory.seats.values() if seat.role == "player" and seat.controls[0] in ("an", "bo")
    )
    assert "data-pen" in await sheet(Chat(table, an.id), "an")
    assert "data-pen" not in await sheet(Chat(table, bo.id), "an")


async def test_what_a_player_wants_is_marked_until_the_gm_has_spoken(house):
    table, _ = await house.demo("mirror")
    seat = next(one for one in table.memory.seats.values() if "an" in one.controls)
    player = Chat(table, seat.id)
    assert (await Chat(table, "gm").line(".setting trust ask")).ok
    assert roster.form(player.desk, "an").word == "ask"
    await roster.edit(player.desk, "an", "str", 17)
    for eyes in (player, Chat(table, "gm")):
        assert 'class="proposed">→ 17' in await sheet(eyes, "an")
    asked = Chat(table, "gm").desk.questions()[0]
    await Chat(table, "gm").answer(asked, asked.question.options[0].answer)
    after = await sheet(player, "an")
    assert "proposed" not in after
    assert 'data-field="str" data-title="力量" data-kind="whole" data-value="17"' in after


async def test_a_list_is_written_in_the_words_of_its_reader(house):
    table, _ = await house.demo("boon")
    gm = Chat(table, "gm")
    await roster.edit(gm.desk, "an", "training", "格挡, 缴械训练, 骑术")
    assert tuple(roster.record(gm.desk, "an").training) == ("block", "disarm", "骑术")
    assert 'data-kind="list" data-value="格挡, 缴械, 骑术"' in await sheet(gm, "an")
    assert 'data-kind="list" data-value="block, disarm, 骑术"' in await sheet(Chat(table, "gm", "en"), "an")


async def test_a_sheet_begins_with_the_body_and_says_what_its_marks_mean(house):
    table, _ = await house.demo("mirror")
    drawn = await sheet(Chat(table, "player1"), "an")
    body = drawn.split('<div class="section-body"')[1].partition("</figure>")[0]
    assert re.findall(r"</i> (\S+?)</span>", body) == ["擦伤", "轻伤", "重伤"]
    assert re.match(r"[^<]*<figure", body.partition(">")[2])
