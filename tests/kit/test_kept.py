"""What a GM adds at a table of the kit that keeps secrets: told to nobody, found by nobody, until it is opened, given or used."""

import pytest

from ludex.core.principals import HOST, PLAYER
from ludex.desk import stocking
from ludex.store.sqlite import SqliteStore
from ludex.table import registry
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.kit.test_stocking import LAMP, files
from tests.plugins import install


@pytest.fixture
async def chat(tmp_path, monkeypatch):
    found = files()
    source = found["__init__.py"].replace(
        "    gear: dict[str, Gear] = {}\n", "    gear: dict[str, Gear] = {}\n    kept: kit.Kept = ()\n", 1
    )
    install(monkeypatch, tmp_path, "sketch", {**found, "__init__.py": source})
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("sketch", language="en")
    yield Chat(table, HOST, "en")
    await house.close()
    registry.forget()


async def player_of(chat):
    seat = next(seat for seat in chat.table.memory.seats.values() if seat.role == PLAYER and seat.controls)
    return Chat(chat.table, seat.id, "en")


async def test_what_is_added_is_the_gm_s_until_it_is_opened(chat):
    other = await player_of(chat)
    before = len(chat.table.memory.state.gear)
    assert (await chat.line(LAMP)).ok
    assert len(chat.table.memory.state.gear) == before + 1
    assert "lamp" not in other.desk.state.gear
    assert not (await other.line(".pick")).text.count("银灯")
    refused, unknown = await other.line(".find silver-lamp"), await other.line(".find silver-boat")
    assert refused.text.replace("lamp", "boat") == unknown.text
    key = next(iter(stocking.stock_of(chat.desk).kept(chat.table.memory.state)))
    assert key == "gear/lamp"
    assert (await chat.line(".publish 银灯")).ok
    assert "lamp" in other.desk.state.gear


async def test_what_stands_on_an_open_sheet_or_was_used_before_all_is_known(chat):
    other = await player_of(chat)
    await chat.line(LAMP)
    whom = other.desk.seat.controls[0]
    name = chat.table.system.actors(chat.table.memory.state)[whom]
    found = await chat.line(f".find {name} lamp")
    assert found.ok, found.text
    assert "lamp" in other.desk.state.gear
    assert chat.table.memory.state.kept == ()


async def test_a_correction_stays_as_open_as_it_was(chat):
    other = await player_of(chat)
    await chat.line(LAMP)
    await chat.line(LAMP.replace("3", "4"))
    assert "lamp" not in other.desk.state.gear
    await chat.line(".publish 银灯")
    await chat.line(LAMP.replace("3", "5"))
    assert other.desk.state.gear["lamp"].dice == 5
