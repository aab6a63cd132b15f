"""The lines that a demo offers to begin with work one after another, typed by the GM, in both languages."""

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.demo import demo_of
from ludex.table.house import House
from ludex.table.registry import systems
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES


async def settle(desk):
    """Answer whatever is asked with the first answer that needs no thought."""
    for _ in range(50):
        asked = desk.desk.answerable()
        if not asked:
            return
        options = [o.answer for o in asked[0].question.options if not o.open]
        assert (await desk.answer(asked[0], options[0] if options else "rp:50")).ok
    raise AssertionError("the questions do not come to an end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(systems()))
async def test_the_lines_worth_trying_work(name, language, tmp_path):
    house = House(SqliteStore(tmp_path / "demo.db"))
    table, _ = await house.demo(name, language=language)
    desk = Chat(table, HOST, language)
    for line in demo_of(systems()[name], language).lines:
        reply = await desk.line(line)
        assert (line, reply.code) == (line, "")
        await settle(desk)
    await house.close()
