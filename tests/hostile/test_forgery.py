"""Somebody rewrites an exported log: `ludex verify` finds a dropped roll, forged talk, a changed card, a throw called typed, missing entries."""

import msgspec
import pytest
from msgspec.structs import replace

from ludex.fronts.cli import keep
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


LONGER = (
    ("gm", ".join cy"),
    ("gm", ".undo"),
    ("player1", ".bout bo"),
    ("player1", "high"),
    ("player2", "low"),
    ("player1", ".strike bo 10"),
    ("player2", "dodge"),
    ("player2", "that hurts"),
    ("gm", ".rh d12"),
    ("player1", ".r d4"),
    ("player1", ".seal stir luck"),
    ("player1", ".r 4d6"),
    ("gm", ".seal reveal"),
    ("gm", ".set duellists[0].secret x"),
    ("gm", ".join di"),
)


@pytest.fixture
async def entries(house, table, gm, ann, bo):
    """A longer game, entry by entry as plain data."""
    chats = {"gm": gm, "player1": ann, "player2": bo}
    for seat, line in LONGER:
        assert (await chats[seat].line(line)).ok, line
    return [msgspec.json.decode(s.body) for s in await house.store.read(table.id)]


def mended(entries):
    return rechained([written(n, msgspec.json.encode(entry)) for n, entry in enumerate(entries, 1)])


def first(entries, kind, **has):
    return next(
        n for n, one in enumerate(entries) if one["kind"] == kind and all(one.get(k) == v for k, v in has.items())
    )


def line_at(entries, line):
    return next(n for n, one in enumerate(entries) if (one.get("asked") or {}).get("line") == line)


REFERS = ("act", "root", "parent", "head", "of", "cause")


def dropped(entries, place):
    """Leave an entry out, and mend every number that refers to one behind it."""
    entries.pop(place)
    for one in entries:
        for name in REFERS:
            if isinstance(one.get(name), int) and one[name] > place:
                one[name] -= 1


def answers_to(entries):
    return entries[line_at(entries, ".strike bo 10") + 1]["answers"]


FORGED = {
    "another parent": lambda e: e[line_at(e, ".join di")].update(parent=1),
    "nobody's answer": lambda e: e[line_at(e, ".strike bo 10") + 1]["answers"][0].update(by="player1"),
    "somebody else's entry": lambda e: e[line_at(e, ".strike bo 10") + 1].update(seat="player1"),
    "a seat that there is not": lambda e: e[line_at(e, ".r 4d6")].update(seat="player7"),
    "an answer that was not offered": lambda e: e[line_at(e, ".strike bo 10")]["questions"][0]["options"].pop(),
    "another question": lambda e: e[line_at(e, ".strike bo 10")]["questions"][0]["what"]["facts"].update(hit=1),
    "another's dice": lambda e: e[line_at(e, ".strike bo 10") + 1]["answers"][1].update(whose=["actor:ann"]),
    "secret dice": lambda e: e[line_at(e, ".r 4d6")]["answers"][0].update(secret=True),
    "what was picked in secret": lambda e: e[line_at(e, ".bout bo") + 2]["opened"][0].update(answer="low"),
    "sealed no more": lambda e: e[line_at(e, ".bout bo")].update(sealed=False),
    "from another deed": lambda e: e[line_at(e, ".bout bo") + 1].update(root=1),
    "by itself": lambda e: e[line_at(e, ".r 4d6")].update(seat=""),
    "an undo to nowhere": lambda e: e[first(e, "moved")].update(head=3),
    "an undo called a redo": lambda e: e[first(e, "moved")].update(way="redo"),
    "a stirred seal": lambda e: e[first(e, "stirred")].update(seal="0" * 64),
    "other words stirred in": lambda e: e[first(e, "stirred")].update(text="bad luck"),
    "no words stirred in": lambda e: e.pop(first(e, "stirred")),
    "a player's reveal": lambda e: e[first(e, "revealed")].update(seat="player1"),
    "a seed that was not put away": lambda e: e[first(e, "revealed")].update(earlier=["00"]),
    "answers of before the beginning": lambda e: e[line_at(e, ".r 4d6")].update(kept=-1),
    "a call that nobody made": lambda e: e[line_at(e, ".r 4d6")]["asked"].update(call=3),
    "the GM's word that nobody left to her": lambda e: e[line_at(e, ".r 4d6")]["asked"].update(own_word=["luck"]),
    "a seed that is none": lambda e: e[first(e, "revealed")].update(seed="xyz"),
    "an unknown procedure": lambda e: e[line_at(e, ".r 4d6")]["asked"].update(procedure="ludex.rolls"),
    "an act that nobody began": lambda e: e[line_at(e, ".r 4d6")].update(act=1),
    "answers of before the first": lambda e: e[line_at(e, ".r 4d6")].update(kept=2),
    "a state of nothing": lambda e: e[0].update(state={}),
    "an earlier format": lambda e: e[first(e, "settled")].update(format=1),
    "rules of no version": lambda e: e[0].update(system_version=0),
    "the first entry dropped": lambda e: e.pop(0),
    "a seat dropped": lambda e: e.pop(4),
    "talk put in": lambda e: e.insert(6, {**e[2], "kind": "said", "setting": None}),
    "two logs behind one another": lambda e: e.extend(list(e)),
    "two entries swapped": lambda e: e.insert(line_at(e, ".join cy"), e.pop(line_at(e, ".join cy") + 1)),
    "die by die called typed": lambda e: e[line_at(e, ".r 4d6")]["answers"][0].update(by_hand=[3]),
    "another's character": lambda e: e[line_at(e, ".strike bo 10")].update(seat="player2"),
    "another's undo": lambda e: e[first(e, "moved")].update(seat="player1"),
    "another's setting": lambda e: e[first(e, "settled")].update(seat="player1"),
    "somebody who only watches": lambda e: e[first(e, "seated", who="player1")].update(role="observer"),
    "a seat that makes itself the GM": lambda e: e.append(
        {**e[first(e, "seated", who="player1")], "seat": "player1", "role": "gm"}
    ),
    "the last throw before a stir": lambda e: dropped(e, line_at(e, ".r d4")),
    "the last throw before a reveal": lambda e: dropped(e, line_at(e, ".r 4d6")),
    "a stir that does not count": lambda e: e[first(e, "stirred")].pop("rolls"),
    "a reveal of the format before": lambda e: [
        e[first(e, "revealed")].pop("rolls"),
        e[first(e, "revealed")].update(format=2),
    ],
    "rules that there are not": lambda e: [one.update(system_version=9) for one in e if "system_version" in one],
    "a Ludex that there is not": lambda e: e[line_at(e, ".r 4d6")].update(made="9.9.9"),
    "nobody's answer to another Ludex": lambda e: e[line_at(e, ".strike bo 10") + 1].update(
        made="0.1.0",
        seat="player1",
        answers=[{**one, "by": "player1"} if "by" in one else one for one in answers_to(e)],
    ),
}
"""What somebody may do to a log who mends its chain and its numbers afterwards."""


@pytest.fixture
def verify(table, tmp_path, capsys, monkeypatch):
    """`ludex verify` of entries as a careful forger leaves them: how it ends, and what it says."""
    monkeypatch.setattr(keep, "system", lambda _name: table.system)

    def verified(entries, **given):
        (tmp_path / "log").write_bytes(b"\n".join(mended(entries)))
        with pytest.raises(SystemExit) as ended:
            keep.verify(tmp_path / "log", **given)
        return ended.value.code, capsys.readouterr().out

    return verified


@pytest.mark.parametrize("forged", FORGED)
async def test_what_does_not_follow_is_found_even_where_the_chain_was_mended(table, entries, verify, forged):
    assert not problems(table, mended(entries))
    FORGED[forged](entries)
    status, told = verify(entries)
    assert status not in (0, 3), told


def called_refused(entries, code):
    entries[line_at(entries, ".r 4d6")].update(refused=code, done=False, events=[], cards=[], seen={}, parent=0)


def of_the_format_before(entries):
    for one in entries:
        one["format"] = 2
        one.pop("rolls", None)


def told_otherwise(entries):
    entries[line_at(entries, ".r 4d6")]["made"] = "0.0.1"
    entries[line_at(entries, ".r 4d6")]["cards"][0]["totals"][0]["value"] = 24


AT_ITS_WORD = {
    "the system is said to have failed": (lambda e: called_refused(e, "system_failed"), "only the log speaks: #"),
    "faces are said to have been left over": (lambda e: called_refused(e, "dice_left_over"), "only the log speaks: #"),
    "a log of the format before": (of_the_format_before, "so that the last may be missing: #"),
    "a card of another Ludex": (told_otherwise, "told otherwise by another version of Ludex than by this one: #"),
}
"""What no rule and no die can disprove: it is named, and the check ends with a status of its own."""


@pytest.mark.parametrize("forged", AT_ITS_WORD)
async def test_what_is_taken_at_its_word_is_named_and_has_a_status_of_its_own(entries, verify, forged):
    forge, named = AT_ITS_WORD[forged]
    forge(entries)
    status, told = verify(entries)
    assert (status, named in told) == (3, True), told


async def test_acts_of_earlier_rules_are_named_and_have_a_status_of_their_own(table, entries, verify, monkeypatch):
    newer = replace(table.system, version=2, upcast={1: lambda plain: plain})
    monkeypatch.setattr(keep, "system", lambda _name: newer)
    status, told = verify(entries)
    assert status == 3
    assert "acts were played by an earlier version of the rules: opened and folded, not run again" in told


def reheard(entries):
    entries[line_at(entries, ".rh d12")].update(audience=["seat:player2", "role:gm"])


def taken_back_left_out(entries):
    dropped(entries, first(entries, "moved"))
    dropped(entries, line_at(entries, ".join cy"))


UNSAID = {
    "talk left out": (lambda e: dropped(e, first(e, "said")), "0 entries of mere words, and whether there were others"),
    "talk changed": (lambda e: e[first(e, "said")].update(text="no"), "1 entries of mere words"),
    "whose free roll it was": (lambda e: e[line_at(e, ".r d4")].update(seat="player2"), "which seat did"),
    "who heard a hidden roll": (reheard, "who was to hear 2 that not everybody heard"),
    "what was done and taken back left out": (taken_back_left_out, "without dice was done that nothing rests on"),
    "the end left out": (lambda e: e.pop(), "whether entries followed the last one"),
    "what was typed": (lambda e: e[line_at(e, ".r d4")]["asked"].update(line=".r 1d4"), "typed lines"),
}
"""What nothing follows from: it is named every time, and a hash that was told in play finds it."""


@pytest.mark.parametrize("forged", UNSAID)
async def test_what_nothing_follows_from_is_named_and_found_by_a_hash_that_was_told(entries, verify, forged):
    honest = hash_of(msgspec.json.decode(mended(entries)[-1], type=Exported).entry)
    assert verify(entries, head=honest)[0] == 0
    forge, named = UNSAID[forged]
    forge(entries)
    status, told = verify(entries)
    assert (status, named in told) == (0, True), told
    assert verify(entries, head=honest)[0] not in (0, 3)


class Exported(msgspec.Struct):
    entry: msgspec.Raw


async def test_a_log_without_its_chain_is_found(table, entries):
    bare = [written(n, msgspec.json.encode({**one, "past": ""})) for n, one in enumerate(entries, 1)]
    assert problems(table, bare)


async def test_a_card_that_another_version_is_said_to_have_told_is_named(table, entries):
    n = line_at(entries, ".r 4d6")
    entries[n]["made"] = "0.0.1"
    assert audit(table.system, read_log(mended(entries))).otherwise == ()
    entries[n]["cards"][0]["totals"][0]["value"] = 24
    found = audit(table.system, read_log(mended(entries)))
    assert (found.problems, found.otherwise) == ((), (n + 1,))


async def test_entries_that_are_dated_before_those_that_they_follow_are_named(table, entries):
    entries[5]["at"] = "2025-01-01T00:00:00Z"
    assert audit(table.system, read_log(mended(entries))).earlier == (6,)


async def test_the_results_of_a_call_to_several_are_no_forgery(house, table, gm, ann, bo):
    table.chance = ScriptedChance([5, 6])
    for chat, line in ((gm, ".call @all"), (bo, ".1"), (ann, ".1")):
        assert (await chat.line(line)).ok
    assert not problems(table, [written(s.n, s.body) for s in await house.store.read(table.id)])
