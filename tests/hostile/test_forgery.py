"""Somebody rewrites an exported log: `ludex verify` finds a dropped roll, forged talk, a changed card, a throw called typed, missing entries."""

import msgspec
import pytest

from ludex.store.port import hash_of
from ludex.table.audit import audit, known_heads, read_log, written
from ludex.testing.dice import ScriptedChance


@pytest.fixture
async def log(house, table, gm, ann, bo):
    """A game with dice, a question, talk, and a reveal at its end."""
    await ann.line(".r 3d6")
    await ann.line(".strike bo 10")
    for asked in bo.desk.questions():
        await bo.answer(asked, "take")
    await bo.line("well struck")
    await ann.line(".seal 加 my own luck")
    await ann.line(".r d20")
    await gm.line(".join cy")
    await gm.line(".seal reveal")
    await ann.line(".r d20")
    return [written(s.n, s.body) for s in await house.store.read(table.id)]


def problems(table, lines):
    return [problem.what for problem in audit(table.system, read_log(lines)).problems]


def place_of(lines, text):
    return next(n for n, line in enumerate(lines) if text in line)


def changed(line, old, new):
    assert old in line
    return line.replace(old, new)


async def test_an_honest_log_holds_and_its_dice_are_proven(table, log):
    found = audit(table.system, read_log(log))
    assert found.problems == ()
    assert (found.rolls, found.proven) == (found.proven + 1, found.rolls - 1)
    assert found.unchained == 0


async def test_missing_entries_are_found(table, log):
    assert problems(table, log[:4] + log[5:])


async def test_forged_talk_is_found(table, log):
    n = place_of(log, b"well struck")
    log[n] = changed(log[n], b"well struck", b"I give up..")
    assert "the entry before it was changed, dropped or added" in problems(table, log)


async def test_a_dropped_roll_is_found_even_where_the_chain_was_mended(table, log):
    n = place_of(log, b'".r 3d6"')
    assert any("missing" in what for what in problems(table, rechained(log[:n] + log[n + 1 :])))


async def test_a_throw_that_is_called_typed_is_found_even_where_the_chain_was_mended(table, log):
    n = place_of(log, b'".r 3d6"')
    log[n] = changed(log[n], b'"typed":false', b'"typed":true')
    assert any("missing" in what for what in problems(table, rechained(log)))


async def test_other_faces_are_found_even_where_the_chain_was_mended(table, log):
    n = place_of(log, b'".r d20"')
    entry = msgspec.json.decode(log[n])
    faces = entry["entry"]["answers"][0]["faces"]
    entry["entry"]["answers"][0]["faces"] = [faces[0] % 20 + 1]
    log[n] = msgspec.json.encode(entry)
    assert any("the seed gives otherwise" in what for what in problems(table, rechained(log)))


async def test_a_changed_card_is_found_even_where_the_chain_was_mended(table, log):
    n = place_of(log, b'".r 3d6"')
    entry = msgspec.json.decode(log[n])
    entry["entry"]["cards"][0]["totals"][0]["value"] = 18_000
    log[n] = msgspec.json.encode(entry)
    assert any("another card" in what for what in problems(table, rechained(log)))


@pytest.mark.parametrize("code", ["unlucky", "warded"])
async def test_what_happened_and_is_called_refused_is_found_even_where_the_chain_was_mended(house, table, ann, code):
    table.chance = ScriptedChance([5, 2])
    assert (await ann.line(".gamble")).ok
    assert not (await ann.line(".gamble")).ok
    log = [written(s.n, s.body) for s in await house.store.read(table.id)]
    assert not problems(table, log)
    for n in [n for n, line in enumerate(log) if b'".gamble"' in line]:
        forged = list(log)
        entry = msgspec.json.decode(log[n])
        was = entry["entry"]["refused"]
        entry["entry"] |= {"refused": code, "done": False, "events": [], "cards": [], "seen": {}, "parent": 0}
        forged[n] = msgspec.json.encode(entry)
        assert bool(problems(table, rechained(forged))) == (was != code)


async def test_earlier_rules_after_later_ones_are_found_even_where_the_chain_was_mended(table, log):
    n = place_of(log, b'".r 3d6"')
    log[n] = changed(log[n], b'"system_version":1', b'"system_version":0')
    assert any("earlier rules" in what for what in problems(table, rechained(log)))


def rechained(lines):
    """A log as a careful forger leaves it: numbers and hashes mended."""
    bodies, past = [], ""
    for line in lines:
        body = msgspec.json.decode(line)["entry"]
        body["past"] = past
        bodies.append(msgspec.json.encode(body))
        past = hash_of(bodies[-1])
    return [written(n, body) for n, body in enumerate(bodies, 1)]


async def test_a_log_rewritten_from_some_entry_on_is_found_by_the_hash_that_was_told(table, log):
    told = audit(table.system, read_log(log)).head
    n = place_of(log, b"well struck")
    log[n] = changed(log[n], b"well struck", b"I give up..")
    assert told not in known_heads(read_log(rechained(log)))


async def test_no_die_can_be_read_ahead_of_its_roll(table, ann, gm):
    table.chance = ScriptedChance([17, 3, 9])
    for line in (".r 2^(d20-21)", ".r 1/(d20-3)", ".r (d20)^9999"):
        refused = await ann.line(line)
        assert not refused.ok
        assert not any(text in refused.text for text in ("17", "-4"))
    assert table.memory.roll == 3


async def test_a_die_read_in_a_refusal_is_spent(table, gm, ann):
    before = table.memory.roll
    refused = await ann.line(".r 2^(d20-21)")
    assert not refused.ok
    assert table.memory.roll == before + 1
    hidden = await gm.line(".rh d20")
    assert hidden.ok
    assert table.memory.roll == before + 2
