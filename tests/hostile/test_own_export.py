"""A seat's own export: it proves itself, shows every change, and tells nothing that the seat may not know."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ludex.fronts.cli import keep
from ludex.store.port import hash_of
from ludex.table.audit import read_log, written
from ludex.table.entries import read_entry
from ludex.table.exporting import check, exported, remembered
from ludex.table.logbook import Logbook
from ludex.table.settings import Paced
from ludex.text.chat import Chat

LINES = (".r 3d6", "hello", ".strike bo 10", ".r d20+1", ".seal 加 luck", "/w gm psst")
HIDDEN = (".rh d20", ".rh 4d6", ".set duellists[1].secret ward", ".pace step", ".w bo meet me at the well")


async def log_of(house, table):
    return read_log([written(s.n, s.body) for s in await house.store.read(table.id)])


async def own(house, table, seat):
    return list(exported(table.system, table.memory, table.seat(seat), await log_of(house, table)))


@pytest.fixture
async def played(house, table, gm, ann, bo):
    for line in LINES:
        await ann.line(line)
        await gm.line(HIDDEN[len(line) % len(HIDDEN)])
        for asked in bo.desk.questions():
            await bo.answer(asked, "take")
    await gm.line(".rh 3d20")
    await gm.line(".seal reveal")
    await ann.line(".r 2d20")
    return table


@pytest.mark.parametrize("seat", ["player1", "player2", "gm"])
async def test_an_honest_one_holds_and_its_dice_are_proven(house, played, seat):
    found = check(await own(house, played, seat))
    assert found.problems == ()
    assert 0 < found.proven < found.rolls


async def test_it_holds_what_the_seat_reads_and_nothing_else(house, played):
    read = await Logbook(played).after(played.seat("player1"), 0)
    lines = [msgspec.json.decode(line) for line in await own(house, played, "player1")]
    assert [line["seen"]["n"] for line in lines] == [seen.n for seen in read] == list(range(1, len(read) + 1))
    assert "ward" not in str(lines)
    assert "at the well" not in str(lines)


async def test_throws_carry_no_numbers_before_their_seed_is_shown(house, table, gm, ann):
    await gm.line(".rh d20")
    await ann.line(".r d20")
    lines = [msgspec.json.decode(line) for line in await own(house, table, "player1")]
    assert all(line["thrown"] is None for line in lines)


async def test_what_is_hidden_changes_no_line_of_it(house, table, gm, ann, bo):
    await ann.line("one")
    before = await own(house, table, "player1")
    seal = (await ann.line(".seal")).text
    await gm.desk.say("psst", to=bo.seat)
    await table.settle(gm.seat, Paced("step"))
    assert await own(house, table, "player1") == before
    assert (await ann.line(".seal")).text == seal


async def test_the_hash_of_a_log_cannot_be_tried_against_what_is_hidden_in_it(house, table, gm, ann):
    await ann.line("one")
    await gm.line(".rh d20")
    await ann.line("two")
    told = (await ann.line(".seal")).text
    *_, roll, words = await house.store.read(table.id)
    assert hash_of(words.body) in told
    entry, last = read_entry(roll.body), read_entry(words.body)
    unsalted = msgspec.structs.replace(entry, salt=""), msgspec.structs.replace(last, salt="")
    guessed = []
    for face in range(1, 21):  # everything else of both entries is known to her or soon guessed
        thrown = msgspec.structs.replace(entry.answers[0], faces=(face,))
        guess = msgspec.json.encode(msgspec.structs.replace(unsalted[0], answers=(thrown,)))
        guessed.append(hash_of(msgspec.json.encode(msgspec.structs.replace(unsalted[1], past=hash_of(guess)))))
    assert not any(one in told for one in guessed)
    assert len(entry.salt) >= 24
    assert entry.salt != last.salt


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(place=st.integers(0, 40), cut=st.integers(0, 400), other=st.sampled_from(b"0123456789ax"), drop=st.booleans())
async def test_whatever_is_changed_or_left_out_is_found(house, played, place, cut, other, drop):
    lines = await own(house, played, "player1")
    head, n = check(lines).head, place % len(lines)
    forged = lines[:n] + lines[n + 1 :] if drop else [*lines]
    if not drop:
        body = bytearray(lines[n])
        body[cut % len(body)] = other
        forged[n] = bytes(body)
    if forged == lines:
        return
    try:
        found = check(forged)
    except msgspec.MsgspecError:
        return
    assert found.problems or found.head != head


def without_number(lines):
    n = next(n for n, one in enumerate(lines) if one["thrown"] and one["seen"]["line"] == ".r 3d6")
    lines[n]["thrown"] = None
    lines[n]["seen"]["dice"][0]["faces"] = [6, 6, 6]


def twice(lines):
    lines.insert(3, next(one for one in lines if one["thrown"] and one["seen"]["line"] == ".r 3d6"))


def another_seed(lines):
    next(one for one in lines if one["seed"])["seed"] = "00" * 32


def no_seed(lines):
    next(one for one in lines if one["seed"])["seed"] = "nothing"


def other_words(lines):
    next(one for one in lines if one["stir"])["stir"] = "bad luck"


def half_typed(lines):
    n = next(n for n, one in enumerate(lines) if one["thrown"] and one["seen"]["line"] == ".r 3d6")
    lines[n]["thrown"]["numbers"] = [-1]


def without_opening(lines):
    lines.pop(0)


@pytest.mark.parametrize(
    "forge", [without_number, twice, another_seed, no_seed, other_words, half_typed, without_opening]
)
async def test_what_its_dice_prove_is_found_even_where_the_chain_was_mended(house, played, forge):
    lines = [msgspec.json.decode(line) for line in await own(house, played, "player1")]
    assert not check(mended(lines)).problems
    forge(lines)
    assert check(mended(lines)).problems


def mended(lines):
    """An export as a careful forger leaves it: numbers and hashes mended."""
    bodies, past = [], ""
    for n, line in enumerate(lines, 1):
        bodies.append(msgspec.json.encode({**line, "own": n, "past": past, "seen": {**line["seen"], "n": n}}))
        past = hash_of(bodies[-1])
    return bodies


async def test_the_command_line_writes_and_checks_it(house, played, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(keep, "system", lambda _name: played.system)
    file = tmp_path / "own.jsonl"
    keep.export(played.id, file, seat="player1", data=tmp_path)
    with pytest.raises(SystemExit) as ended:
        keep.verify(file)
    assert not ended.value.code
    assert "a seat's own export" in capsys.readouterr().out
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join(lines[:2] + lines[3:]))
    with pytest.raises(SystemExit) as ended:
        keep.verify(file)
    assert ended.value.code


async def test_memory_of_a_log_is_that_of_the_table(house, played):
    assert remembered(played.system, await log_of(house, played)).seats == played.memory.seats
    assert Chat(played, "player1").seat.id == "player1"
