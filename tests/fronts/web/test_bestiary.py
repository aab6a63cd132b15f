"""What the page says without a line to type: numbers on the cards of the bestiary, and refusals that name buttons."""

import contextlib
import re

import pytest

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.packs import read_toml
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.live import bestiary, messages
from ludex.fronts.web.live.catalogue import catalogue
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat
from tests.ours import systems

CJK = re.compile("[一-鿿]")


@pytest.fixture
async def opened(tmp_path):
    """A new table of a system, as its GM reads it."""
    house = House(SqliteStore(tmp_path / "cards.db"))

    async def chat(name, language):
        table, _ = await house.create(name, name="x", gm="gm", options={})
        return Chat(table, "gm", language)

    yield chat
    await house.close()


def comers(chat):
    """The deeds that bring somebody in, with the field that says whom."""
    for command in catalogue(chat)["commands"]:
        if command.get("place") == "shelf" and command.get("who") == "gm":
            for field in command["args"]:
                if field["fill"] and not (field.get("optional") or field.get("many")) and field["kind"] != "term":
                    yield command, field
                    break


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", sorted(systems()))
async def test_every_card_of_the_bestiary_has_numbers_and_speaks_one_language(opened, name, language):
    chat = await opened(name, language)
    found = list(comers(chat))
    assert found
    before = chat.table.memory
    for command, field in found:
        values = tuple(value for value, _ in field["fill"])
        if language == "en":
            assert not [label for _, label in field["fill"] if CJK.search(label)]
        briefs = bestiary.briefs(chat, messages.Beasts(deed=command["key"], field=field["name"], values=values))
        assert [value for value in values if not any(number for _, number in briefs[value])] == []
    assert chat.table.memory is before  # nobody came


@pytest.mark.parametrize("name", sorted(systems()))
async def test_who_is_brought_in_from_an_english_page_has_an_english_name(opened, name):
    chat = await opened(name, "en")
    for command, field in list(comers(chat)):
        for value, _ in field["fill"]:
            with contextlib.suppress(RuleError):  # some want a scene first
                await chat.do(Filled(command["key"], {field["name"]: value}))
    assert [told for told in chat.desk.actors().values() if CJK.search(told)] == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", sorted(systems()))
async def test_a_refusal_on_the_page_names_buttons(opened, name, language):
    chat = await opened(name, language)
    drawing = Drawing.at(chat)
    known = {one.lower() for command in chat.commands() if drawing.title(command.key) for one in command.names}
    said = re.compile(r"(?<![\w.])\.([^\W\d_]+)")
    errors = read_toml(chat.table.system.package, "words", f"{language}.toml")["errors"]
    for text in errors.values():
        assert [one for one in said.findall(drawing.by_hand(str(text))) if one.lower() in known] == []


async def test_only_the_gm_asks_for_the_cards(opened):
    gm = await opened("fet", "zh")
    seat, _ = await invite(gm.table, gm.seat, role="player", name="甲")
    with pytest.raises(RuleError, match="gm_only"):
        bestiary.briefs(Chat(gm.table, seat.id, "zh"), messages.Beasts(deed="npc", field="name", values=("守卫",)))
