"""Characters travel from table to table, and sheets are edited field by field, in every system alike."""

import json

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import making, roster
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.characters import LONGEST, MOST, sheets_of, written
from ludex.table.house import House
from ludex.table.questions import waits_for
from ludex.table.seating import invite
from ludex.text.chat import Chat
from tests.ours import NAMES

EVERY = (*NAMES, "heden", "toy")


async def sound(house, *tables):
    for table in tables:
        lines = [stored.body for stored in await house.store.read(table.id)]
        assert audit(table.system, read_log(lines)).problems == ()


async def first_table(house, system):
    table, _ = await house.demo(system, name="first")
    return Chat(table, HOST, "en"), Chat(table, "player1", "en")


async def second_table(house, system):
    table, _ = await house.create(system, name="second")
    seat, _ = await invite(table, table.seat(HOST), role="player", name="newcomer")
    return Chat(table, HOST, "en"), Chat(table, seat.id, "en")


def file_in(reply):
    assert reply.ok, reply.text
    return reply.text.partition("\n")[2]


async def facts(chat, actor):
    return (await roster.export(chat.desk, actor)).record


@pytest.mark.parametrize("system", EVERY)
async def test_a_character_goes_to_another_table_and_is_the_same(house, system):
    gm, player = await first_table(house, system)
    own = player.desk.own()
    file = file_in(await player.line(".character"))
    other, newcomer = await second_table(house, system)
    asked = await newcomer.line(f".import {file}")
    assert asked.ok, asked.text
    assert waits_for(other.table.memory) == [HOST]
    assert not newcomer.seat.controls
    assert (await other.line(".1")).ok
    (arrived,) = newcomer.seat.controls
    assert await facts(newcomer, arrived) == await facts(player, own)
    origin = other.table.memory.came[arrived].origin
    assert (origin.table, origin.name) == (gm.table.id, "first")
    assert origin.seal == gm.table.memory.past
    assert "first" in [chapter.table for chapter in (await roster.export(newcomer.desk, arrived)).story]
    assert "another table" in (await newcomer.line(".log 3")).text
    await sound(house, gm.table, other.table)


@pytest.mark.parametrize("system", EVERY)
async def test_everything_that_is_wrong_with_a_file_is_named_at_once(house, system):
    _, player = await first_table(house, system)
    plain = json.loads(file_in(await player.line(".character")))
    plain["hobby"] = "x"
    plain["record"]["wings"] = 2
    plain["record"]["halo"] = 1
    other, _ = await second_table(house, system)
    before = other.table.memory.n
    refused = await other.line(f".import {json.dumps(plain)}")
    assert refused.code == "bad_import"
    assert all(word in refused.text for word in ("hobby", "wings", "halo"))
    assert other.table.memory.n == before


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ('{"ludex": "character"', "bad_import"),
        ('{"ludex": "character"}', "bad_import"),
        ('{"ludex": "hat", "name": "x"}', "bad_import"),
        ('{"ludex": "character", "system": "mist", "name": "x", "record": {}}', "bad_import"),
        ('{"ludex": "character", "format": 99, "system": "boon", "name": "x", "record": {}}', "bad_import"),
        ('{"ludex": "character", "version": 99, "system": "boon", "name": "x", "record": {}}', "bad_import"),
        ('{"ludex": "character", "system": "boon", "name": "\\u202e", "record": {}}', "bad_import"),
        ('{"ludex": "character", "system": "boon", "name": "x", "record": {"strength": 1e99}}', "bad_import"),
        ('{"ludex": "character", "system": "boon", "name": "x", "record": {"strength": 99}}', "bad_import"),
        ('{"ludex": "character", "system": "boon", "name": "x", "record": {"id": "gm"}}', "bad_import"),
        ('{"ludex": "character", "system": "boon", "name": "x", "record": {"side": "foe"}}', "bad_import"),
        ('{"ludex": "character", "a": ' + "[" * 3000 + "]" * 3000 + "}", "bad_import"),
    ],
)
async def test_a_file_that_is_none_is_refused(house, file, code):
    gm, _ = await second_table(house, "boon")
    reply = await gm.line(f".import {file}")
    assert reply.code == code, reply.text


async def test_a_file_that_is_too_long_is_not_looked_at(house):
    gm, _ = await second_table(house, "boon")
    for body in ("x" * LONGEST, ",".join(["1"] * MOST)):
        text = f'{{"ludex": "character", "system": "boon", "name": "x", "record": {{"notes": [{body}]}}}}'
        with pytest.raises(RuleError) as refused:
            await roster.adopt(gm.desk, text)
        assert refused.value.code in ("file_too_long", "bad_import")


async def test_who_has_the_name_of_somebody_here_gets_another(house):
    gm, player = await first_table(house, "boon")
    file = file_in(await player.line(".character"))
    called = set(gm.desk.actors().values())
    assert (await gm.line(f".import {file}")).ok
    assert waits_for(gm.table.memory) == [HOST]
    assert (await gm.line(".2 Twin")).ok
    assert waits_for(gm.table.memory) == [HOST]  # there are two sides (BOO-LIV-52)
    assert (await gm.line(".1")).ok
    assert set(gm.desk.actors().values()) - called == {"Twin"}
    await sound(house, gm.table)


async def test_only_who_holds_a_character_takes_her_along(house):
    gm, player = await first_table(house, "boon")
    other = Chat(gm.table, "player2", "en")
    watcher, _ = await invite(gm.table, gm.table.seat(HOST), role="observer", name="watcher")
    name = gm.called_actor(player.desk.own())
    assert (await gm.line(f".character {name}")).ok
    assert (await other.line(f".character {name}")).code == "not_yours"
    assert (await Chat(gm.table, watcher.id, "en").line(f".character {name}")).code == "observers_watch"


async def test_own_content_that_a_character_leans_on_comes_along(house):
    gm, player = await first_table(house, "mirror")
    assert (await gm.line('.add gear whip {"kind": "weapon", "title": "鞭"}')).ok
    own = player.desk.own()
    state = gm.table.memory.state
    assert (await gm.line(f'.set characters.{own}.weapons {{"whip": 1}}')).ok
    assert gm.table.memory.state != state
    file = await roster.export(gm.desk, own)
    assert "whip" in file.content["gear"]
    other, _ = await second_table(house, "mirror")
    assert (await other.line(f".import {written(file)}")).ok
    assert "whip" in other.table.memory.state.catalogue["gear"]
    await sound(house, other.table)


# --- sheets edited field by field --------------------------------------------------------------------------------------


@pytest.fixture
async def used(house):
    """A warrior of boon who has been used and wounded, her GM and her player."""
    gm, player = await first_table(house, "boon")
    assert (await gm.line(".setting trust ask")).ok
    record = sheets_of(gm.table.system).of(gm.table.memory.state, player.desk.own())
    assert (await gm.line(f".set combatants[{record.id}].damage 4")).ok
    assert (await gm.line(f".set combatants[{record.id}].used true")).ok
    return gm, player


def sheet(chat):
    return sheets_of(chat.table.system).of(chat.table.memory.state, chat.desk.own())


async def test_an_edit_is_recomputed_and_wounds_stay(house, used):
    gm, player = used
    before = sheet(player)
    told = await gm.line(f".edit strength {before.strength + 2} @{before.called}")
    assert told.ok, told.text
    after = sheet(player)
    assert (after.strength, after.health, after.damage) == (before.strength + 2, before.health + 2, before.damage)
    assert f"{before.health} → {after.health}" in told.text
    assert (await gm.line(".undo")).ok
    assert sheet(player) == before
    await sound(house, gm.table)


async def test_a_players_edit_is_a_proposal_that_the_gm_may_change(house, used):
    gm, player = used
    before = sheet(player)
    assert (await player.line(".edit speed 12")).ok
    assert waits_for(gm.table.memory) == [HOST]
    assert sheet(player) == before
    assert (await gm.line(".2 11")).ok
    assert sheet(player).speed == 11
    await sound(house, gm.table)


async def test_what_no_rule_allows_is_the_gms_alone(house, used):
    gm, player = used
    assert (await player.line(".edit strength 30")).code in ("beyond_limits", "bad_attribute")
    assert (await gm.line(f".edit strength 30 @{sheet(player).called}")).ok
    assert sheet(player).strength == 30


async def test_a_draft_is_its_players_own_within_the_limits_of_creation(house):
    gm, player = await first_table(house, "boon")
    await gm.line(".setting trust ask")
    assert (await player.line(".edit notes 新的备注")).ok
    assert waits_for(gm.table.memory) == []
    assert sheet(player).notes == "新的备注"
    assert (await player.line(".edit level 5")).ok
    assert waits_for(gm.table.memory) == [HOST]


async def test_fields_are_found_in_either_language_and_what_is_none_is_refused(used):
    gm, player = used
    form = roster.form(player.desk, player.desk.own())
    assert form.word == "ask"
    assert {"力量", "速度"} <= {field.zh for field in form.fields}
    assert (await player.line(".edit wings 2")).code == "unknown_entry"
    assert (await player.line(".改卡 力量 强")).code == "bad_argument"
    assert (await gm.line(".setting trust strict")).ok
    assert (await player.line(".edit speed 12")).code == "gm_only"
    assert (await player.line(f".edit speed 12 @{gm.desk.actors()[Chat(gm.table, 'player2').desk.own()]}")).code == (
        "not_yours"
    )


@pytest.mark.parametrize("system", EVERY)
async def test_every_field_that_a_system_names_can_be_read_and_set_again(house, system):
    gm, player = await first_table(house, system)
    own = player.desk.own()
    for field in roster.form(gm.desk, own).fields:
        if field.value is None:
            continue
        outcome = await roster.edit(gm.desk, own, field.name, field.value)
        assert outcome.finished is not None, field
        assert await facts(gm, own) == await facts(player, own)
    await sound(house, gm.table)


async def test_what_was_edited_is_there_after_a_restart(tmp_path):
    house = House(SqliteStore(tmp_path / "again.db"))
    table, _ = await house.demo("boon")
    gm = Chat(table, HOST, "en")
    name = gm.called_actor(Chat(table, "player1").desk.own())
    assert (await gm.line(f".edit notes remembered @{name}")).ok
    await house.close()
    again = House(SqliteStore(tmp_path / "again.db"))
    opened = await again.open(table.id)
    assert sheet(Chat(opened, "player1")).notes == "remembered"
    await again.close()


@pytest.mark.parametrize("system", NAMES)
async def test_a_player_takes_her_first_ready_made_character_at_once_and_proposes_a_second(house, system):
    gm, player = await second_table(house, system)
    first, second, *_ = making.people(player.desk, "en")
    await making.adopt(player.desk, first, "en")
    assert waits_for(gm.table.memory) == []
    assert [player.called_actor(one) for one in player.seat.controls] == [first]
    await making.adopt(player.desk, second, "en")
    assert waits_for(gm.table.memory) == [HOST]
    await sound(house, gm.table)


async def test_whoever_is_asked_to_let_somebody_in_reads_what_she_has(tmp_path):
    house = House(SqliteStore(tmp_path / "asked.db"), clock=lambda: "2026-01-01T00:00:00Z")
    known, _ = await house.demo("mirror")
    file = written(await roster.export(Chat(known, "player1", "zh").desk, "an"))
    table, _ = await house.create("mirror", name="new")
    await invite(table, table.seat("gm"), role="player", name="洛")
    await roster.adopt(Chat(table, "player1", "zh").desk, file)
    gm = Chat(table, "gm", "zh")
    (asked,) = gm.desk.questions()
    assert "力量 16" in gm.words.show(asked.question.what)
    await house.close()
