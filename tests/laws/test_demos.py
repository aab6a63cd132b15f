"""The lines that a demo offers to begin with work one after another, typed by the GM, in both languages."""

import pytest

from ludex.core.asks import GM
from ludex.fronts.chat.answers import options_of
from ludex.fronts.chat.desk import Desk
from ludex.fronts.words import LANGUAGES
from ludex.store.sqlite import SqliteStore
from ludex.table.demo import demo_of
from ludex.table.house import House
from ludex.table.registry import systems


async def settle(desk):
    """Answer whatever is asked with the first answer that needs no thought."""
    for _ in range(50):
        acts = desk.table.questions(desk.seat)
        if not acts:
            return
        options = [o.answer for o in options_of(acts[0]) if not o.open]
        assert (await desk.answer(acts[0], options[0] if options else "rp:50")).ok
    raise AssertionError("the questions do not come to an end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(systems()))
async def test_the_lines_worth_trying_work(name, language, tmp_path):
    house = House(SqliteStore(tmp_path / "demo.db"))
    table, _ = await house.demo(name, language=language)
    desk = Desk(table, GM, language)
    for line in demo_of(systems()[name], language).lines:
        reply = await desk.line(line)
        assert (line, reply.code) == (line, "")
        await settle(desk)
    await house.close()
