"""Everything that can be done stands on the page beside the thing that it belongs to; there is no list of everything."""

import pytest

from ludex.core.deeds import PICTURES, PLACES, Command, placed
from ludex.fronts.web.drawing import places
from ludex.fronts.web.gate.assets import FOLDER
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.commands.index import COMMON
from tests.ours import systems

OURS = sorted(name for name, system in systems().items() if system.package.startswith("ludex."))


@pytest.mark.parametrize("name", OURS)
def test_every_deed_of_a_system_has_a_place_of_its_own(name):
    nowhere = [command.key for command in systems()[name].commands if places.said(command) not in PLACES]
    assert nowhere == []


@pytest.mark.parametrize("name", sorted(systems()))
def test_what_a_card_shows_is_drawn_on_the_page(name):
    drawn = (FOLDER.parent / "templates" / "icons.html").read_text()
    shown = {command.picture for command in systems()[name].commands} - {""}
    assert shown <= set(PICTURES)
    assert [picture for picture in shown if f"'{picture}'" not in drawn] == []


@pytest.mark.parametrize("named", [{"sword": ("parry",)}, {"axe": ("strike",)}])
def test_a_picture_of_nothing_or_that_nobody_draws_is_a_mistake(named):
    with pytest.raises(ValueError, match="no such command, place or picture"):
        placed((Command(("strike",), run=lambda asked: None),), {}, named)


def test_every_deed_of_every_table_has_a_place():
    assert [common.key for common in COMMON if not places.common_place(common.key)] == []


@pytest.mark.parametrize("name", sorted(systems()))
async def test_the_page_is_told_where_each_of_them_stands(name, tmp_path):
    from ludex.fronts.web.live.catalogue import catalogue

    house = House(SqliteStore(tmp_path / "places.db"))
    table, _ = await house.demo(name)
    told = catalogue(Chat(table, "gm"))["commands"]
    await house.close()
    assert len(told) >= len(systems()[name].commands)
    assert {one["place"] for one in told} <= {*PLACES, *places.COMMON}
    script = (FOLDER / "table.js").read_text() + "".join(
        file.read_text() for file in (FOLDER.parent / "templates").rglob("*.html")
    )
    opened = {one["place"] for one in told} - {"thing", "square", *places.COMMON}
    assert [place for place in opened if f'data-place="{place}"' not in script] == []
