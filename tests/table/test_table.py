"""A live table: driving, parking, seats, undo, and what survives a restart."""

import asyncio

import msgspec
import pytest

from ludex.core.deeds import Do
from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.core.principals import EVERYBODY, HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.audience import show
from ludex.table.audit import audit, read_log
from ludex.table.house import House, load_memory
from ludex.table.logbook import Logbook
from ludex.table.memory import Memory
from ludex.table.seating import dismiss, invite
from ludex.table.undo import undo
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from tests.toy import SYSTEM, Strike


def dice(table, *faces):
    chance = ScriptedChance(faces)
    chance.roll = table.memory.roll
    table.chance = chance


def hearts(table):
    return {one.id: one.hearts for one in table.memory.state.duellists}


async def test_a_question_waits_for_the_one_it_is_for(table, gm, ann, bo):
    dice(table, 5, 2)
    reply = await ann.line(".strike bo")
    assert "dodge" in reply.text
    assert (await ann.line(".1")).code == "no_question_for_you"
    assert (await bo.line("take")).ok
    assert hearts(table) == {"ann": 3, "bo": 2}
    assert table.memory.parked == {}


async def test_the_gm_answers_for_anybody(table, gm, ann):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    (act,) = table.memory.parked
    refused = await gm.line(".2")
    assert refused.code == "no_question_for_you"  # it is a player's: only by naming it
    assert "waits for bo; to answer for them: .choose #" in refused.text
    assert (await gm.line(f".#{act} 2")).ok
    assert hearts(table)["bo"] == 2


async def test_several_questions_can_be_open_at_once(table, gm, ann, bo):
    dice(table, 5, 5, 6, 6)
    first = await ann.line(".strike bo")
    second = await bo.line(".strike ann")
    assert first.ok
    assert second.ok
    assert len(table.memory.parked) == 2
    assert (await bo.line(".take" if False else "take")).ok
    assert (await ann.line("take")).ok
    assert hearts(table) == {"ann": 2, "bo": 2}


async def test_a_bad_answer_changes_nothing_and_the_question_stays(table, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    n = table.memory.n
    assert (await bo.line(".选 nonsense")).code == "bad_choice"
    assert table.memory.n == n
    assert len(table.memory.parked) == 1


async def test_an_open_option_is_filled_in(table, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    assert (await bo.line(".3")).code == "fill_in"
    assert (await bo.line(".3 have mercy")).ok
    assert hearts(table)["bo"] == 3


async def test_a_parked_act_survives_a_restart(tmp_path, house, table, ann):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    again = House(SqliteStore(tmp_path / "ludex.db"))
    reopened = await again.open(table.id)
    assert reopened.memory == table.memory
    outcome = await reopened.answer(reopened.seat("player2"), next(iter(reopened.memory.parked)), "take")
    assert outcome.finished.result.result == "wounded"
    await again.close()


async def test_undo_and_redo_restore_the_very_state(table, gm, ann, bo):
    before = table.memory.state
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await bo.line("take")
    after = table.memory.state
    assert (await gm.line(".undo")).ok
    assert table.memory.state == before
    assert (await gm.line(".redo")).ok
    assert table.memory.state == after


async def test_a_step_belongs_to_the_seat_that_began_it_whoever_answered(table, gm, ann, bo):
    dice(table, 5, 2, 5, 2)
    await ann.line(".strike bo")
    await bo.line("take")
    assert (await bo.line(".undo")).code == "undo_not_yours"
    assert (await ann.line(".undo")).ok


async def test_a_new_act_after_an_undo_keeps_the_old_branch(table, gm):
    await gm.line(".join cy")
    tip = table.memory.head
    await gm.line(".undo")
    await gm.line(".join dee")
    assert table.memory.branches == (tip,)
    assert (await gm.line(f".goto {tip}")).ok
    assert "cy" in hearts(table)


async def test_the_gm_sets_any_value_and_can_undo_it(table, gm, ann):
    assert (await ann.line(".set duellists[bo].hearts 9")).code == "gm_only"
    assert (await gm.line(".set duellists[bo].hearts 9")).ok
    assert hearts(table)["bo"] == 9
    assert (await gm.line(".set duellists[bo].hearts lots")).code == "misfit"
    refused = await gm.line(".set duellists[nobody].hearts 1")
    assert (refused.code, "bo" in refused.text) == ("bad_path", True)
    await gm.line(".undo")
    assert hearts(table)["bo"] == 3


async def test_a_setting_that_is_none_is_refused_with_those_that_are(table, gm):
    refused = await gm.line(".setting nonsense off")
    assert (refused.code, "options." in refused.text, "typed dice" in refused.text) == ("not_among", False, True)
    assert (await gm.line(".setting dice off")).ok
    assert table.memory.settings.by_hand == "gm"
    assert (await gm.line(".setting dice on")).ok
    assert table.memory.settings.by_hand == "anyone"


async def test_a_path_may_begin_with_a_name(table, gm):
    assert (await gm.line(".set bo.hearts 9")).ok
    assert hearts(table)["bo"] == 9
    assert (await gm.line(".set nobody.hearts 9")).code == "bad_path"


async def test_the_gm_makes_any_event_true(table, gm):
    assert (await gm.line('.event {"type": "wounded", "who": "bo", "hearts": 2}')).ok
    assert hearts(table)["bo"] == 1
    assert (await gm.line('.event {"type": "eaten"}')).code == "bad_event"


async def test_nobody_acts_with_somebody_elses_character(table, ann):
    assert (await ann.line(".strike bo @bo")).code == "not_yours"
    assert (await ann.line(".heal ann")).code == "gm_only"


async def test_whom_a_player_brings_to_the_table_the_player_controls(table, gm, ann):
    assert (await ann.line(".join cy")).ok
    assert ann.seat.controls == ("ann", "cy")
    await gm.line(".join dee")
    assert gm.seat.controls == ()
    assert (await ann.line(".use cy")).ok
    dice(table, 1, 1)
    assert (await ann.line(".strike bo")).ok


async def test_a_default_policy_answers_where_the_gm_switched_it_on(table, gm, ann):
    await gm.line(".auto bo on")
    dice(table, 5, 2)
    reply = await ann.line(".strike bo")
    assert "wounded" in reply.text
    assert hearts(table)["bo"] == 2


async def test_typed_dice_count_as_thrown_and_must_fit(table, ann):
    assert (await ann.line(".dice 7 1: .strike bo")).code == "bad_die"
    assert (await ann.line(".dice 1 1 1: .strike bo")).code == "dice_left_over"
    assert "missed" in (await ann.line(".dice 1 1: .strike bo")).text


async def test_a_refused_command_writes_nothing_and_spends_no_roll(table, ann):
    n, roll = table.memory.n, table.memory.roll
    assert (await ann.line(".strike bo 99")).code == "bad_force"
    assert (table.memory.n, table.memory.roll, table.chance.roll) == (n, roll, roll)


async def test_hidden_rolls_stay_hidden(table, gm, ann, bo):
    dice(table, 17)
    reply = await ann.line(".rh d20")
    assert reply.private
    assert "17" in reply.text
    for desk, sees in ((gm, True), (ann, True), (bo, False)):
        entry = (await Logbook(table).tail(desk.seat, 1))[0]
        assert (entry.dice != ()) is sees
        assert ("17" in str(entry)) is sees


async def test_cards_are_told_to_each_pair_of_eyes(table, gm, ann, bo):
    dice(table, 1, 1)
    await ann.line(".strike bo")
    assert "hush-bo" in str((await Logbook(table).tail(gm.seat, 1))[0].card)
    assert "hush-bo" not in str((await Logbook(table).tail(ann.seat, 1))[0].card)


async def test_a_log_proves_its_dice_and_its_rules(table, gm, ann, bo):
    for _ in range(12):
        await ann.line(".strike bo")
        await bo.line("dodge")
        await gm.line(".r 3d6+2")
    await gm.line(".undo")
    await gm.line(".seal reveal")
    lines = [s.body for s in await table.store.read(table.id)]
    found = audit(SYSTEM, read_log(lines))
    assert found.problems == ()
    assert found.proven == found.rolls > 12


async def test_a_forged_die_is_found(table, gm):
    await gm.line(".r d20")
    await gm.line(".seal reveal")
    lines = [s.body for s in await table.store.read(table.id)]
    place = next(i for i, line in enumerate(lines) if b'"faces"' in line)
    entry = msgspec.json.decode(lines[place])
    faces = entry["answers"][0]["faces"]
    entry["answers"][0]["faces"] = [faces[0] % 20 + 1]
    lines[place] = msgspec.json.encode(entry)
    assert place + 1 in [p.n for p in audit(SYSTEM, read_log(lines)).problems]


async def test_an_act_whose_ground_has_shifted_goes_on_if_nobody_has_to_be_asked(table, gm, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    reply = await gm.line(".set options.armour 6")
    assert "missed" in reply.text
    assert not table.memory.parked
    assert hearts(table)["bo"] == 3


async def test_a_link_that_was_never_given_opens_nothing(house, table):
    for secret in ("x" * 24, "", "../../etc/passwd", "a" * 100_000):
        with pytest.raises(RuleError, match="dead_link"):
            await house.enter(secret)


async def test_a_seat_that_was_taken_away_is_a_dead_link(house, table, gm):
    seat, secret = await invite(table, gm.seat, role="player", name="Cy")
    assert (await house.enter(secret))[1] == seat
    await dismiss(table, gm.seat, seat)
    with pytest.raises(RuleError, match="dead_link"):
        await house.enter(secret)


async def test_loading_from_a_checkpoint_equals_folding_the_whole_log(tmp_path, house, table, gm):
    for i in range(230):
        await gm.line(f".join d{i}")
    await gm.line(".undo 3")
    await table.close()
    again = House(SqliteStore(tmp_path / "ludex.db"))
    assert (await again.open(table.id)).memory == table.memory
    reopened = await again.open(table.id)
    await undo(reopened, reopened.seat(HOST), 225)
    assert len(reopened.memory.state.duellists) == 2 + 2
    await again.close()


async def test_memory_is_a_fold_from_nothing(table):
    assert Memory().n == 0
    with pytest.raises(RuleError, match="unknown_procedure"):
        await table.act(table.seat(HOST), Do("fly", {}))
    with pytest.raises(RuleError, match="bad_force"):
        await table.act(table.seat(HOST), Do("strike", {"who": "ann", "at": "bo", "force": "much"}))
    outcome = await table.act(table.seat(HOST), Do("strike", Strike("ann", "bo", 1)))
    assert outcome.entry.asked.procedure == "strike"


async def test_a_command_whose_sender_has_gone_is_written_all_the_same(house, table, gm):
    task = asyncio.create_task(gm.line(".join cy"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not table.broken
    await gm.line(".join dee")
    memory = await load_memory(table.system, house.store, table.id)
    assert {"cy", "dee"} <= {one.id for one in memory.state.duellists}


async def test_a_failing_disk_refuses_the_line_and_the_table_is_loaded_again(house, table, gm):
    async def fail(batch):
        raise OSError("no space left on device")

    table.store.append, kept = fail, table.store.append
    n = table.memory.n
    assert (await gm.line(".join cy")).code == "store_failed"
    table.store.append = kept
    again = await house.open(table.id)
    assert again is not table
    assert again.memory.n == n


async def test_secret_dice_are_the_gms_alone(table, gm, ann):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await gm.line(".set options.armour 0")
    entry = msgspec.structs.replace(
        (await table.history.commit(table.memory.head)),
        answers=(Faces((20,), (17,), secret=True), Faces((6,), (3,))),
        audience=(EVERYBODY,),
    )
    for desk, faces in ((gm, [(17,), (3,)]), (ann, [(3,)])):
        assert [f.faces for f in show(table.memory, desk.seat, 1, entry, known=None).dice] == faces


async def test_a_refusal_names_arguments_as_the_help_does(house):
    table, _ = await house.demo("fable")
    refused = await Chat(table, HOST, "zh").line(".召来")
    assert refused.code == "missing_argument"
    assert "block" not in refused.text


async def test_the_beginning_of_several_names_asks_for_more_of_it(table, gm):
    await gm.line(".join bob")
    await gm.line(".join bobby")
    assert (await gm.line(".auto bob")).ok
    assert (await gm.line(".heal b")).code == "which_actor"


async def test_somebody_without_a_character_is_asked_by_her_seat(table, gm, ann, bo):
    _, _ = await invite(table, gm.seat, role="player", name="Cy")
    cy = Chat(table, "player3", "en")
    asked = await cy.line(".enlist cyrano")
    assert asked.ok
    assert "Cy" in asked.text
    assert (await ann.line(".1")).code == "no_question_for_you"
    assert (await cy.line(".1")).ok
    assert cy.seat.controls == ("cyrano",)


async def test_whom_a_player_asked_for_is_hers_even_if_the_gm_answers(table, gm):
    _, _ = await invite(table, gm.seat, role="player", name="Cy")
    cy = Chat(table, "player3", "en")
    await cy.line(".enlist cyrano")
    assert (await gm.line(f".#{next(iter(table.memory.parked))} 1")).ok
    assert (cy.seat.controls, gm.seat.controls) == (("cyrano",), ())


async def test_odds_are_of_what_a_command_foresees(table, ann):
    assert (await ann.line(".duel bo")).code == "not_now"
    assert "missed" in (await ann.line(".odds duel bo")).text
