"""Tutorials that run: chat lines in fenced `ludex` blocks of a Markdown page, typed at a real table with scripted dice.

```
dice: 6 3 2
安> .行动 +勇敢
< 成功
```

`name> line` is typed by that seat (`GM`, or a seat of the demo by its name), `dice:` gives the faces of the next line, `< text` must
stand in the reply to the line above, `! code` says that it must be refused with that code. The table is the system's demo; a block
that begins with `table: empty` starts an empty one. All blocks of a page are played at one table, in order.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ludex.core.names import narrow
from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.table import Table
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.reply import Reply

_MARKS = re.compile(r"\s*([:：()（）])\s*")
_BLOCK = re.compile(r"^```ludex[^\n]*\n(.*?)^```", re.S | re.M)


class Step(msgspec.Struct, frozen=True):
    """One typed line with its dice and what must come back."""

    page: str
    number: int
    who: str
    line: str
    dice: tuple[int, ...]
    expected: tuple[str, ...]
    refused: str


class TutorialError(AssertionError):
    """A page does not tell the truth."""


def steps(page: Path) -> Iterator[Step]:
    """The steps of a page."""
    text = page.read_text("utf-8")
    for block in _BLOCK.finditer(text):
        first = text[: block.start(1)].count("\n") + 1
        yield from _block_steps(page.name, block[1].splitlines(), first)


def _block_steps(page: str, lines: list[str], first: int) -> Iterator[Step]:
    dice: tuple[int, ...] = ()
    open_step: Step | None = None
    for number, line in enumerate(lines, first):
        if line.startswith("< ") and open_step:
            open_step = msgspec.structs.replace(open_step, expected=(*open_step.expected, line[2:].strip()))
        elif line.startswith("! ") and open_step:
            open_step = msgspec.structs.replace(open_step, refused=line[2:].strip())
        elif line.startswith("dice:"):
            dice = tuple(int(f) for f in line[5:].replace(",", " ").split())
        elif "> " in line and not line.startswith("#"):
            if open_step:
                yield open_step
            who, _, typed = line.partition("> ")
            open_step, dice = Step(page, number, who.strip(), typed.strip(), dice, (), ""), ()
    if open_step:
        yield open_step


async def play_page(page: Path, system: str, language: str) -> list[bytes]:
    """Play a page; the log that it makes. Raises `TutorialError` where the page is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
        try:
            script = tuple(steps(page))
            table = await _table(house, system, language, empty=is_empty(page))
            for step in script:
                await _play(table, step, language)
            return [s.body for s in await house.store.read(table.id)]
        finally:
            await house.close()


def is_empty(page: Path) -> bool:
    """Whether the page is played at an empty table."""
    return "\ntable: empty" in page.read_text("utf-8")


async def _table(house: House, system: str, language: str, *, empty: bool) -> Table:
    if empty:
        table, _ = await house.create(system, name=system)
    else:
        table, _ = await house.demo(system, language=language)
    return table


async def _play(table: Table, step: Step, language: str) -> None:
    chance = ScriptedChance(step.dice)
    chance.roll = table.memory.roll
    table.chance = chance
    reply = await Chat(table, _seat(table, step), language).line(step.line)
    _check(step, reply, chance)


def _seat(table: Table, step: Step) -> str:
    if step.who.lower() in ("gm", "mc", "主持人"):
        return HOST
    for seat in table.memory.seats.values():
        if step.who in (seat.name, seat.id, *seat.controls):
            return seat.id
    raise TutorialError(f"{step.page}:{step.number}: nobody here is called {step.who!r}")


def _plain(text: str) -> str:
    """Text without the difference between Chinese and Latin colons and brackets."""
    return _MARKS.sub(lambda mark: narrow(mark[1]), text)


def _check(step: Step, reply: Reply, chance: ScriptedChance) -> None:
    where = f"{step.page}:{step.number}: {step.line}"
    if reply.code != step.refused:
        raise TutorialError(f"{where}\n  refused as {reply.code or 'nothing'}: {reply.text}")
    if chance.faces:
        raise TutorialError(f"{where}\n  left over dice: {chance.faces}\n{reply.text}")
    for wanted in step.expected:
        if _plain(wanted) not in _plain(reply.text):
            raise TutorialError(f"{where}\n  {wanted!r} is not in the reply:\n{reply.text}")
