"""Whatever is typed, a reply comes back: every command of every system with odd words, and a refusal changes nothing."""

from itertools import cycle, islice

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from tests.ours import systems

ODD = (
    "",
    "0",
    "-1",
    "--1",
    "+-1",
    "1.5",
    "1e9",
    "nan",
    "inf",
    "9" * 400,
    "9" * 5000,
    "²",
    "٣",
    "½",
    "１２",
    "<b>",
    "a<b",
    "\x00",
    "\x1b[31m",
    "\u202eabc",
    "\u200b",
    "🎲",
    "İ",
    "@",
    "@nobody",
    "#1",
    "#99999999999999",
    "=",
    "a=",
    "力量=",
    "力量=--3",
    ",,,",
    "3,4",
    "3x4-999999x999999",
    "1~2",
    "d",
    "0d6",
    "1000000d1000000",
    "(((",
    '"',
    "“x",
    "「",
    "\n",
    "　",
    '{"a": 1}',
    "[" * 3000,
    "{actor}",
    "中" * 300,
    "all",
    "+",
    "-x",
)
"""Words that nobody means."""

WHOLE = (
    *(
        "",
        " ",
        ".",
        "..",
        "。",
        "/",
        ".\x00",
        ".。",
        "．",
        ".1",
        ".#1",
        ".#",
        ".９",
        ".选",
        ".选 #1 x",
        ". ",
        ".\u200b",
        "\ud800",
    ),
    *(
        ".r \ud800",
        "." + "9" * 5000,
        "." + "x" * 7999,
        "x" * 8001,
        "。" * 8000,
        "“" * 8000,
        ".r " + "(" * 400,
        ".r 1.5",
        ".r 1/0",
    ),
    *(".r 2**99999", ".odds 1000d1000", ".odds 1000d6!", ".r 999d999999", ".set", ".set x", ".set x " + "[" * 5000),
    *(
        ".set options NaN",
        ".set options 1e999",
        ".event [",
        ".event {}",
        ".event \x00",
        ".goto -1",
        ".goto " + "9" * 4400,
    ),
    *(
        ".undo 0",
        ".undo -1",
        ".undo x",
        ".undo " + "9" * 4400,
        ".redo",
        ".cancel " + "9" * 4400,
        ".log -1",
        ".log 99999",
    ),
    *(
        ".dice 1: .dice 1: .r d6",
        ".dice 0: .r d6",
        ".dice 7: .r d6",
        ".odds .odds .odds",
        ".text x {",
        ".text told.undone {line",
    ),
    *(
        ".nn " + "x" * 500,
        ".nn \x00",
        ".w",
        ".w nobody x",
        ".lang tlh",
        ".invite",
        ".invite <b>",
        ".control",
        ".use nobody",
    ),
)
"""Lines that no command explains."""

FORMS = (
    ".{name} {odd}",
    ".{name}{odd}",
    "。{name}　{odd} {odd}",
    ".odds {name} {odd}",
    "{example} {odd}",
    "{example}{odd}",
)


def lines(system, desk):
    """Every command in every form, each time with the next odd word; and lines that are odd as a whole."""
    odd = cycle(ODD)
    for command in desk.commands():
        keyed = [f"{key}={{odd}}" for arg in getattr(command, "args", ()) for key in (arg.name, *arg.keys)[:2]]
        for form in (*FORMS, *(f".{{name}} {key}" for key in keyed)):
            words = islice(odd, 2)
            example = command.example or f".{command.key}"
            typed = form.replace("{name}", command.names[0]).replace("{example}", example)
            for word in words:
                typed = typed.replace("{odd}", word, 1)
            yield typed.replace("{odd}", next(odd))
    yield from WHOLE


async def game(system, seat, language, folder):
    house = House(SqliteStore(folder / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    try:
        table, _ = await house.demo(system)
        desk = Chat(table, seat, language)
        for typed in lines(table.system, desk):
            before = table.memory
            reply = await desk.line(typed)
            assert isinstance(reply, Reply)
            assert reply.ok or table.memory == before, (
                f"{typed[:80]!r} was refused ({reply.code}) and changed something"
            )
            assert reply.ok or reply.text, f"{typed[:80]!r} was refused without a word"
        log = [stored.body for stored in await house.store.read(table.id)]
        assert audit(table.system, read_log(log)).problems == ()
    finally:
        await house.close()


@pytest.mark.parametrize(("seat", "language"), [(HOST, "zh"), ("player1", "en")])
@pytest.mark.parametrize("system", sorted(systems()))
async def test_whatever_is_typed_a_reply_comes_back(system, seat, language, tmp_path):
    await game(system, seat, language, tmp_path)
