"""Characters' files that somebody has tampered with: each is refused in words or brings somebody whom everybody can look at."""

import json
import random

import pytest

from ludex.text.chat import Chat
from tests.ours import systems

BAD: list[object] = [
    *(10**400, -(10**18), 2**63, 1e308, 3.5, 0, -1, None, True, "", "a\nb", "gm", "seat:gm", "x" * 500),
    *("<script>alert(1)</script>", "\u202e", [], {}, [[]] * 20, {"a": 1}, ["x"] * 300),
]
VERSIONS = [1, 2, "1", [], 1.0, True, 0, -5, 10**400, None]
TRIED = 25


def places(value, path=()):
    """Every place in a file."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from places(one, (*path, key))


def tampered(text, draw):
    """A file with some of its places changed."""
    file = json.loads(text)
    for _ in range(draw.choice((0, 1, 1, 2, 4))):
        *path, last = draw.choice([one for one in places(file) if one != ("ludex",)])
        inner = file
        for step in path:
            inner = inner[step]
        inner[last] = json.loads(json.dumps(draw.choice(BAD)))
    if draw.random() < 0.4:
        file["version"] = draw.choice(VERSIONS)
    return json.dumps(file, ensure_ascii=False)


async def exported(chat):
    """The files of everybody at a table."""
    told = [(await chat.line(f".导出角色 {actor}")).text.splitlines() for actor in chat.table.actors()]
    return [line for lines in told for line in lines if line.startswith('{"ludex"')]


@pytest.mark.parametrize("name", sorted(systems()))
async def test_a_file_that_was_tampered_with_is_refused_or_can_be_looked_at(house, name):
    draw = random.Random(name)
    table, _ = await house.demo(name)
    files = await exported(Chat(table, "gm", "zh"))
    assert files
    for _ in range(TRIED):
        text = tampered(draw.choice(files), draw)
        empty, _ = await house.create(name, name="empty")
        chat = Chat(empty, "gm", "zh")
        reply = await chat.line(f".导入 {text}")
        assert reply.code in ("", "bad_import", "broken_text", "file_too_long", "bad_name"), (reply.code, text)
        for line in (".看", ".名册", ".谁", *(f".导出角色 {one}" for one in empty.actors())):
            looked = await chat.line(line)
            assert looked.code != "system_failed", (line, text)
        chat.desk.look()
        chat.desk.deeds()


async def test_a_file_of_another_system_of_the_future_too_long_or_too_deep_is_one_refusal(house):
    table, _ = await house.demo("mist")
    (file, *_), chat = await exported(Chat(table, "gm", "zh")), Chat(table, "gm", "zh")
    plain = json.loads(file)
    deep = '{"ludex": "character", "record": ' + '{"a":' * 3000 + "1" + "}" * 3001
    for text in (
        json.dumps({**plain, "system": "boon"}),
        json.dumps({**plain, "version": 99}),
        json.dumps({**plain, "format": 99}),
        json.dumps({**plain, "notes": "x" * 300_000}),
        json.dumps({**plain, "record": {str(n): n for n in range(20_000)}}),
        deep,
    ):
        before = table.memory.n
        reply = await chat.line(f".导入 {text}")
        assert not reply.ok
        assert reply.code in ("bad_import", "file_too_long", "line_too_long"), reply
        assert table.memory.n == before


async def test_an_origin_that_is_made_up_gives_no_right_and_is_told_as_the_files_own_word(house):
    """Whoever writes into a file that the GM of some great table approved has written that, and nothing follows from it."""
    table, _ = await house.demo("mist")
    (file, *_), player = await exported(Chat(table, "gm", "zh")), Chat(table, "player1", "zh")
    forged = json.dumps(
        {**json.loads(file), "name": "远客", "origin": {"table": "official", "gm": "gm", "trusted": True}}
    )
    reply = await player.line(f".导入 {forged}")
    assert reply.code in ("", "bad_import")
    assert "远客" not in table.actors(), "a second character is the GM's to allow"
