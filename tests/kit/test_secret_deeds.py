"""What a deed keeps secret is read by who did it, by the GM, and by whom it lets know: in no other log, line, card or deed."""

from typing import Annotated

import msgspec
import pytest

from ludex import kit
from ludex.core.errors import SystemFailed
from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table import registry
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.text.chat import Chat
from tests.fronts.cli.test_authors import sketch
from tests.kit import tavern
from tests.kit.installing import installed
from tests.plugins import install


@pytest.fixture
async def table(tmp_path, monkeypatch):
    with installed(monkeypatch, tmp_path / "site", cellar="tests.kit.cellar"):
        house = House(SqliteStore(tmp_path / "ludex.db"))
        table, _ = await house.demo("cellar")
        yield table
        await house.close()


def seat(table, who):
    return next(one for one in table.memory.seats.values() if who in one.controls)


async def read_by(table, who):
    """All that a seat can read of the log, as data."""
    reader = table.memory.seats[HOST] if who == HOST else seat(table, who)
    return msgspec.json.encode(await Logbook(table).after(reader, 0, 100)).decode()


async def test_a_secret_field_is_read_by_those_who_may_know_it_alone(table):
    done = await Chat(table, seat(table, "an").id).line(".递 计划 白")
    assert done.ok, done.text
    for who in ("an", "bai", HOST):
        assert ".递 计划 白" in await read_by(table, who)
        assert '"note":"计划"' in await read_by(table, who)
    other = await read_by(table, "chen")
    assert "计划" not in other
    assert "plan" not in other
    assert "passed_hidden" in other
    assert "passed_hidden" not in await read_by(table, "bai")


async def test_what_comes_out_of_it_is_told_to_whom_it_belongs(table):
    await Chat(table, seat(table, "an").id).line(".递 计划 白")
    assert "outputs.left" in await read_by(table, "an")
    assert "outputs.left" not in await read_by(table, "chen")


async def test_a_secret_deed_tells_nobody_what_was_filled_in_not_even_whom_it_names(table):
    await Chat(table, seat(table, "an").id).line(".投 白")
    assert "sentences.vote_hidden" in await read_by(table, "bai")
    for who in ("bai", "chen"):
        assert "against" not in await read_by(table, who)
    assert ".投 白" in await read_by(table, "an")


async def test_what_the_gm_does_for_her_in_secret_she_reads_and_nobody_else(table):
    await Chat(table, HOST).line(".投 白 @安")
    assert '"against":"白"' in await read_by(table, "an")
    assert "against" not in await read_by(table, "chen")


def declared(**more):
    class Whisper(kit.Record):
        who: kit.Me
        word: Annotated[str, kit.called("词", "word", **more)] = ""

    async def whisper(state: tavern.State, given: Whisper) -> None: ...

    return whisper


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"hidden": kit.SECRET}, "the one who fills it in knows it"),
        ({"hidden": kit.NPCS}, "the one who fills it in knows it"),
        ({"top": 3}, "top= is for what is shown"),
        ({"rare": True}, "rare= is for what is shown"),
    ],
)
def test_what_a_field_that_is_filled_in_would_not_heed_is_refused(more, told):
    with pytest.raises(TypeError, match=told):
        kit.play(declared(**more), "说", "whisper")


def test_what_a_sheet_or_an_output_would_not_heed_is_refused():
    class Guest(kit.Record):
        name: str
        head: Annotated[int, kit.called("酒量", "head", low=1)] = 1

    class Inn(kit.Record):
        people: dict[str, Guest] = {}

    with pytest.raises(TypeError, match=r"Guest\.head: low= means nothing there"):
        kit.system("x", "X", "tests.kit.tavern", state=Inn, events=(), plays=())


def test_a_word_that_is_none_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword"):
        kit.play(declared(), "说", "whisper", secretly=True)
    with pytest.raises(TypeError, match="unexpected keyword"):
        kit.called("词", "word", hide=kit.OTHERS)
    with pytest.raises(TypeError, match="knows='word' is no field for somebody"):
        kit.play(declared(), "说", "whisper", knows=("word",))
    with pytest.raises(ValueError, match="not 'splendid'"):
        kit.verdict("胜负", "the fight", won="splendid")


# --- other slips of authors --------------------------------------------------------------------------------------------


async def test_a_sheet_is_edited_by_what_stands_on_it(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    try:
        table, _ = await house.demo("heden")
        said = await Chat(table, HOST).line(".st 灯油=3 @安")
        assert said.ok, said.text
        assert table.memory.state.people["安"].oil == 3
        wrong = await Chat(table, HOST).line(".st 灯=3 @安")
        assert "灯油" in wrong.text
        assert "oil" not in wrong.text
        assert "lamp oil" in (await Chat(table, HOST, "en").line(".st lamp=3 @安")).text
    finally:
        await house.close()


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (("    await kit.happen(kit.Counted", "    kit.happen(kit.Counted"), "kit.happen(…) is not awaited"),
        (("(await kit.roll(pool", "(kit.roll(pool"), "kit.roll(…) is not awaited"),
    ],
)
def test_a_forgotten_await_is_named_when_the_system_is_loaded(slip, told, tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", sketch(__init__=slip))
    with pytest.raises(SystemFailed) as failed:
        registry.system("sketch")
    assert told in failed.value.problem
