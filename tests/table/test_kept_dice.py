"""Nobody fishes for a better throw: what a player takes back and does again falls with the same dice, and every log proves it."""

import msgspec

from ludex.core.driving import Faces
from ludex.table.audit import audit, read_log, written
from ludex.table.entries import Acted, Cancelled, Moved, read_entry
from ludex.table.exporting import check, exported


async def rolled(table):
    """What every throw of the log showed, in order."""
    found = [read_entry(one.body) for one in await table.store.read(table.id)]
    return [one.faces for entry in found if isinstance(entry, Acted) for one in entry.answers if isinstance(one, Faces)]


async def problems(table, changed=lambda entry: entry):
    """What an audit finds in the log of a table, as it is or with some entries written otherwise."""
    stored = await table.store.read(table.id)
    lines = [written(one.n, msgspec.json.encode(changed(read_entry(one.body)))) for one in stored]
    return [
        problem.what
        for problem in audit(table.system, read_log(lines)).problems
        if "entry before it" not in problem.what
    ]


async def free(gm):
    assert (await gm.line(".setting trust open")).ok


async def test_a_strike_taken_back_falls_again_with_the_same_dice(house, table, gm, ann):
    await free(gm)
    for _ in range(6):
        await ann.line(".strike bo")
        assert (await ann.line(".undo")).ok
    first, *others = await rolled(table)
    assert len(others) == 5
    assert set(others) == {first}
    assert (await gm.line(".seal reveal")).ok
    assert await problems(table) == []
    log = read_log([written(one.n, one.body) for one in await table.store.read(table.id)])
    own = check(list(exported(table.system, table.memory, ann.seat, log)))
    assert own.problems == ()
    assert own.proven == 6


async def test_other_people_and_other_deeds_have_dice_of_their_own(table, gm, ann, bo):
    await free(gm)
    await ann.line(".r 3d20")
    number = table.memory.roll
    assert (await ann.line(".undo")).ok
    await bo.line(".r 3d20")
    assert table.memory.roll == number + 1
    await ann.line(".strike bo")
    assert table.memory.roll == number + 2
    await ann.line(".r 3d20")
    assert table.memory.roll == number + 2


async def test_the_gm_may_take_back_for_new_dice_and_the_table_may_settle_it_otherwise(table, gm, ann):
    await free(gm)
    await ann.line(".r 3d20")
    assert (await gm.line(".undo")).ok
    number = table.memory.roll
    await ann.line(".r 3d20")
    assert table.memory.roll == number + 1
    assert "Same dice after undo: off" in (await gm.line(".setting same_dice off")).text
    assert (await ann.line(".undo")).ok
    await ann.line(".r 3d20")
    assert table.memory.roll == number + 2
    assert await problems(table) == []


async def test_what_the_gm_allows_to_take_back_keeps_its_dice_too(house, table, gm, ann):
    await gm.line(".setting trust ask")
    await ann.line(".r 3d20")
    number = table.memory.roll
    assert (await ann.line(".undo")).ok
    assert (await gm.line(".1")).ok
    await ann.line(".r 3d20")
    assert table.memory.roll == number
    assert await problems(table) == []


async def test_an_act_given_up_keeps_its_dice_also_after_a_restart(house, table, gm, ann):
    await free(gm)
    while not table.memory.parked:  # a strike that misses asks nobody
        await ann.line(".strike bo force=9")
    number, fell = table.memory.roll, (await rolled(table))[-1]
    assert (await ann.line(".cancel")).ok
    assert table.memory.kept_dice
    kept = table.memory.kept_dice
    table = await house.open(table.id)
    assert table.memory.kept_dice == kept
    await ann.line(".strike bo force=9")
    assert (table.memory.roll, (await rolled(table))[-1]) == (number, fell)
    assert await problems(table) == []


async def test_what_is_brought_back_needs_its_dice_no_more(table, gm, ann, bo):
    await free(gm)
    while True:
        await ann.line(".strike bo force=9")
        if table.memory.parked:
            break
    await bo.line("take")
    assert (await ann.line(".undo")).ok
    assert table.memory.kept_dice
    assert (await ann.line(".redo")).ok
    assert table.memory.kept_dice == ()


async def test_a_log_that_says_otherwise_is_found_out(table, gm, ann, bo):
    await free(gm)
    while not table.memory.parked:
        await ann.line(".strike bo force=9")
    assert (await ann.line(".cancel")).ok
    while not table.memory.parked:
        await ann.line(".strike bo force=9")
    await bo.line("take")
    assert (await ann.line(".undo")).ok
    assert await problems(table) == []

    def kept_nothing(entry):
        return msgspec.structs.replace(entry, again=()) if isinstance(entry, Moved) else entry

    def threw_anew(entry):
        return msgspec.structs.replace(entry, again=()) if isinstance(entry, Acted) else entry

    def gave_up_for_new_dice(entry):
        return msgspec.structs.replace(entry, again=False) if isinstance(entry, Cancelled) else entry

    for forged in (kept_nothing, threw_anew, gave_up_for_new_dice):
        assert any("dice" in what for what in await problems(table, forged)), forged
