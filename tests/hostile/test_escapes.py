"""Letters that a terminal obeys, or that turn others around, reach neither the log nor a screen."""

import msgspec
import pytest

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.names import harmless
from ludex.fronts.cli import keep
from ludex.table.audit import written

EVIL = ["\x1b[2J", "a\x07b", "\x9b31m", "\u202eevil", "bell\x00"]


@pytest.mark.parametrize("text", EVIL)
async def test_a_line_with_unseen_letters_is_refused(table, ann, text):
    n = table.memory.n
    assert (await ann.line(f"hello {text} there")).code == "broken_text"
    assert (await ann.line(f".r d20 {text} x")).code == "broken_text"
    assert table.memory.n == n


@pytest.mark.parametrize("text", EVIL)
async def test_a_deed_and_a_name_with_unseen_letters_are_refused(table, gm, text):
    with pytest.raises(RuleError):
        await gm.desk.do(Filled("join", {"who": text}))
    assert not (await gm.line(f".nn {text}")).ok


@pytest.mark.parametrize("text", EVIL)
def test_what_is_printed_does_nothing(text):
    assert not any(ord(letter) < 32 or 0x7F <= ord(letter) < 0xA0 for letter in harmless(text))


@pytest.mark.parametrize("name", ["GM", "ＧＭ", "G\u041c", "主持人", "Bo", "B\u043e", "bo ", "\u200bBo"])
async def test_nobody_can_be_called_like_somebody_else(table, ann, name):
    assert not (await ann.line(f".nn {name}")).ok


async def test_an_impostor_gets_no_whisper(table, gm, ann, bo):
    assert (await ann.line(".nn Bo2")).ok
    assert not (await ann.line(".nn Bo")).ok
    await gm.line(".w Bo the key is under the mat")
    assert "mat" not in (await ann.line(".log 5")).text
    assert "mat" in (await bo.line(".log 5")).text


async def test_a_character_called_gm_hears_and_answers_nothing_of_the_gms(table, gm, ann):
    await gm.line(".join gm")
    await gm.line(".control Ann +gm")
    await gm.line(".heal bo")
    assert (await ann.line(".1")).code == "no_question_for_you"
    await gm.line(".w GM to myself")
    assert "myself" not in (await ann.line(".log 5")).text


async def test_a_log_that_somebody_hands_on_does_nothing_to_the_terminal_that_checks_it(
    house, table, ann, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(keep, "system", lambda _name: table.system)
    await ann.line(".r 3d6")
    lines = [msgspec.json.decode(written(s.n, s.body)) for s in await house.store.read(table.id)]
    entry = lines[-1]["entry"]
    entry["asked"]["line"] = "\x1b[2J\u202e.r"
    entry["cards"][0]["totals"][0]["value"] = 18_000
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, lines)))
    with pytest.raises(SystemExit):
        keep.verify(file)
    told = capsys.readouterr().out
    assert "another card" in told
    assert not {"\x1b", "\u202e"} & set(told)
