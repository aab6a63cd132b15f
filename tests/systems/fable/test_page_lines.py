"""Lines of the page's buttons: the words of the rulebook stand in them as each reader has them."""

import re

import msgspec
import pytest

from ludex.core.deeds import word
from ludex.fronts.web.live import asked, messages as m
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.systems.fable.demo import demo
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.grammar import command_line


@pytest.mark.parametrize(("language", "name"), [("zh", "优势"), ("en", "advantage")])
async def test_a_waiting_opportunity_is_spent_by_a_button_in_the_readers_words(language, name, tmp_path):
    state = demo().state
    who = next(iter(state.characters))
    waiting = msgspec.structs.replace(state.characters[who], opportunities=("fill",))
    state = msgspec.structs.replace(state, characters={**state.characters, who: waiting})
    house = House(SqliteStore(tmp_path / "page.db"))
    table, _ = await house.create("fable", name="t", state=state)
    desk = Chat(table, "gm", language)
    deed = next(d for d in desk.desk.deeds() if d.name == "op" and d.given.get("option") == "advantage")
    line = desk.written(deed)
    assert name in line
    (target,) = deed.gaps
    line = re.sub(r"\[.+?\]", word(target.values[0].label), line, count=1)
    command, found = desk.find(command_line(line))
    assert desk.desk.prepare(desk.filled(command, found.rest)).given.option == "advantage"
    await house.close()


async def test_an_answer_taken_back_at_once_does_not_say_that_the_gm_is_asked(at, seats):
    await at("GM", ".点数 @苏砚 经验 10")
    await at("苏砚", ".升级")
    before = seats["苏砚"].desk.questions()[0].question
    await at("苏砚", ".1")
    assert seats["苏砚"].desk.questions()[0].question != before
    told = await asked.deed(seats["苏砚"], Scroll(seats["苏砚"]), m.Undo())
    assert seats["苏砚"].desk.questions()[0].question == before
    assert told["text"] == ""
