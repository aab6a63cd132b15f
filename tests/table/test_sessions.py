"""Sessions open and close, are told again and undone; notes are read by those they were written for."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import campaign, roster
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House
from ludex.table.questions import waits_for
from ludex.table.seating import invite
from ludex.text.chat import Chat
from tests.ours import NAMES

EVERY = (*NAMES, "heden", "toy")


async def sound(house, table):
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()


async def seated(house, system):
    table, _ = await house.demo(system, name="Friday")
    return Chat(table, HOST, "en"), Chat(table, "player1", "en")


async def close(gm):
    assert (await gm.line(".收团")).ok
    while HOST in waits_for(gm.table.memory):
        assert (await gm.line(".1")).ok


@pytest.mark.parametrize("system", EVERY)
async def test_an_evening_opens_and_closes_and_is_told_again(house, system):
    gm, player = await seated(house, system)
    assert (await player.line(".开团 雾港")).code == "gm_only"
    assert (await gm.line(".开团 雾港")).ok
    assert (await gm.line(".开团 又一场")).code == "session_running"
    await player.line("It is dark in here.")
    await player.line(".r 2d6 looking around")
    await close(gm)
    (session,) = campaign.all_sessions(player.desk)
    assert (session.title, session.running, session.number) == ("雾港", False, 1)
    assert player.desk.own() in {one for there in session.present for one in there.actors}
    told = (await player.line(".recap")).text
    assert "雾港" in told
    assert "It is dark in here." in told
    assert "looking around" in told
    await sound(house, gm.table)


async def test_who_never_came_was_not_there_and_who_came_late_was(house):
    gm, player = await seated(house, "boon")
    assert (await gm.line(".开团 雾港")).ok
    seats = {one.id for one in gm.table.memory.seats.values() if one.gm or one.role == "player"}
    assert {one.seat for one in (await campaign.recap(gm.desk)).present} == seats, "nobody can tell yet"
    await invite(gm.table, gm.seat, role="player", name="Late")
    late = next(one.id for one in gm.table.memory.seats.values() if one.name == "Late")
    await player.line("It is dark in here.")
    await Chat(gm.table, late, "en").line("Sorry!")
    there = {one.seat for one in (await campaign.recap(gm.desk)).present}
    assert there == {HOST, player.seat.id, late}


async def test_an_evening_that_nobody_opened_is_closed_with_all_that_was_played(house):
    table, _ = await house.create("boon", name="Friday")
    gm = Chat(table, HOST, "en")
    assert (await gm.line(".收团")).code == "no_session"
    assert (await gm.line(".登场 兽人")).ok
    await gm.line("It is dark in here.")
    await close(gm)
    (first,) = campaign.all_sessions(gm.desk)
    assert (first.first, first.running, first.number) == (2, False, 1)
    assert HOST in {there.seat for there in first.present}
    assert "It is dark in here." in (await gm.line(".recap")).text
    assert (await gm.line(".收团")).code == "no_session"
    await gm.line(".登场 狼")
    await close(gm)
    assert campaign.all_sessions(gm.desk)[1].first == first.last + 1
    await sound(house, table)


@pytest.mark.parametrize("system", EVERY)
async def test_sessions_are_there_after_a_restart(tmp_path, house, system):
    other = House(SqliteStore(tmp_path / "again.db"))
    if system == "toy":
        pytest.skip("the toy is installed in one house")
    table, _ = await other.demo(system)
    gm = Chat(table, HOST)
    await gm.line(".开团 雾港")
    await campaign.note(gm.desk, "the ferryman did it", campaign.GMS)
    await other.close()
    again = House(SqliteStore(tmp_path / "again.db"))
    chat = Chat(await again.open(table.id), HOST)
    assert [one.running for one in campaign.all_sessions(chat.desk)] == [True]
    assert [one.text for one in campaign.notes(chat.desk)] == ["the ferryman did it"]
    await close(chat)
    assert [one.running for one in campaign.all_sessions(chat.desk)] == [False]
    await again.close()


@pytest.mark.parametrize("system", EVERY)
async def test_a_session_that_is_undone_was_never_opened_or_never_closed(house, system):
    gm, _ = await seated(house, system)
    assert (await gm.line(".开团 雾港")).ok
    assert (await gm.line(".undo")).ok
    assert campaign.all_sessions(gm.desk) == []
    assert (await gm.line(".redo")).ok
    assert [one.title for one in campaign.all_sessions(gm.desk)] == ["雾港"]
    assert (await gm.line(".undo")).ok
    assert (await gm.line(".开团 别的")).ok
    assert [one.title for one in campaign.all_sessions(gm.desk)] == ["别的"]
    await close(gm)
    assert (await gm.line(".undo")).ok
    assert [one.running for one in campaign.all_sessions(gm.desk)] == [True]
    await sound(house, gm.table)


async def test_the_gm_names_rewards_or_goes_on(house):
    gm, player = await seated(house, "boon")
    await gm.line(".开团 城门")
    assert (await gm.line(".收团")).ok
    assert (await gm.line(".3")).ok
    assert campaign.all_sessions(gm.desk)[0].running
    assert (await gm.line(".收团")).ok
    assert (await gm.line(".2 每人20枚银币")).ok
    assert campaign.all_sessions(gm.desk)[0].reward == "每人20枚银币"
    assert "每人20枚银币" in (await player.line(".recap 1")).text
    story = (await roster.export(player.desk, player.desk.own())).story
    assert [(chapter.what, chapter.text) for chapter in story] == [("session", "城门 · 每人20枚银币")]
    assert (await player.line(".recap 7")).code == "unknown_session"


async def test_a_recap_holds_nothing_that_was_hidden_or_undone(house):
    gm, player = await seated(house, "boon")
    await gm.line(".开团 城门")
    await gm.line(".rh d20 the ambush")
    await player.line(".r d6 a mistake")
    await player.line(".undo")
    await gm.line(".jot the ferryman did it")
    await player.line(".journal fog over the harbour")
    told = (await player.line(".recap")).text
    assert "ambush" not in told
    assert "ferryman" not in told
    assert "fog over the harbour" in told


async def test_notes_are_read_by_those_they_were_written_for(house):
    gm, player = await seated(house, "boon")
    other = Chat(gm.table, "player2", "en")
    watcher, _ = await invite(gm.table, gm.table.seat(HOST), role="observer", name="watcher")
    observer = Chat(gm.table, watcher.id, "en")
    assert (await player.line(".jot my own secret")).ok
    assert (await player.line(".jot GM for your eyes")).ok
    assert (await player.line(".journal for everybody")).ok
    assert (await gm.line(".jot the truth")).ok

    def texts(chat):
        return [one.text for one in campaign.notes(chat.desk)]

    assert texts(player) == ["my own secret", "for your eyes", "for everybody"]
    assert texts(gm) == ["for your eyes", "for everybody", "the truth"]
    assert texts(other) == texts(observer) == ["for everybody"]
    assert "my own secret" not in (await gm.line(".log 20")).text
    assert "my own secret" in (await player.line(".log 20")).text
    assert "for your eyes" not in (await other.line(".log 20")).text
    assert (await observer.line(".jot x")).code == "observers_watch"
    numbers = [one.n for one in await campaign.whole_log(other.desk)]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_an_own_note_is_mended_and_removed(house):
    gm, player = await seated(house, "boon")
    await player.line(".jot frist")
    (note,) = campaign.notes(player.desk)
    assert (await player.line(f".jot #{note.n} first")).ok
    assert [one.text for one in campaign.notes(player.desk)] == ["first"]
    assert (await gm.line(f".jot #{note.n} mine")).code == "unknown_note"
    assert (await player.line(f".jot #{note.n} delete")).ok
    assert campaign.notes(player.desk) == []
    with pytest.raises(RuleError, match="line_too_long"):
        await campaign.note(player.desk, "x" * 5000)
