"""What one player alone knows is not read by another from what she does with it: her lines, wishes that are refused, and what is told of them.

A watcher's world (`worlds.py`) in which the GM has confided something to another player. She does what is offered for it, naming it whole, by
its beginning or in other letters; the GM allows, changes or refuses. As long as the watcher may not know of it, nothing that she gets has it.
"""

import re

import msgspec

from ludex.core.packs import texts_in
from ludex.core.plain import Written
from ludex.testing.draws import Draw
from ludex.testing.games import demand, filled_line, line_of
from ludex.testing.worlds import World, got, masked

_OPTIONAL, _SEVERAL = re.compile(r"\[([^\[\]]+)\]"), re.compile(r"\[([^\[\]]+)…\]")
"""Gaps of a line that may stay empty, and those among them that take several things."""

STEPS = 6
"""So often the other player does something."""


class Confided(msgspec.Struct, frozen=True):
    """What the GM types so that another player knows `{word}`, and the words: each in the forms in which she may write it."""

    lines: tuple[str, ...]
    words: dict[str, tuple[str, ...]]


async def play_confided(world: World, confided: Confided, draw: Draw) -> int:
    """Confide a word, and let it be used; how many of those deeds were done while it was hidden."""
    word = draw.one(sorted(confided.words))
    said, done = list[str](), 0
    for line in confided.lines:
        typed = line.replace("{word}", confided.words[word][0])
        demand((await world.host.line(typed)).ok, f"{typed} is refused")
    for _ in range(STEPS):
        naming = _naming(world, word, draw.one(confided.words[word]), draw)
        if naming is None or _knows(world, word):
            break
        said.append(naming)
        done += (await world.other.line(naming)).ok
        said.append(await _answered(world, draw))
        if not _knows(world, word):
            await _unread(world, word, said)
    return done


def _knows(world: World, word: str) -> bool:
    return word in texts_in(msgspec.to_builtins(world.known, enc_hook=str))


def _naming(world: World, word: str, form: str, draw: Draw) -> str | None:
    """A line of the other player's that names it, by what is offered to her."""
    lines = (line_of(world.other, deed) for deed in world.other.desk.deeds() if deed.refusal is None)
    there = [(line, fill) for line, fill in lines if any(word in values for values in fill.values())]
    if not there:
        return None
    line, fill = draw.one(there)
    chosen = draw.one([gap for gap, values in fill.items() if word in values])
    several = next((gap[1] for gap in _SEVERAL.finditer(line)), "")
    said = {gap: [form] if gap == chosen else [] for gap in fill}
    said |= {several: [*said.get(several, ()), *(value for value in fill.get(several, ()) if value != word)]}
    needed = _OPTIONAL.sub(lambda gap: ",".join(said.get(gap[1].removesuffix("…"), ())), line)
    return filled_line(draw, needed, {**fill, chosen: (form,)})


async def _answered(world: World, draw: Draw) -> str:
    """The GM's word on the last that waits for it."""
    waits = world.host.desk.answerable()
    if not waits:
        return ""
    line = f".选 #{waits[-1].act.number} {draw.one(('1', '2', '3'))}"
    await world.host.line(line)
    return f"GM> {line}"


async def _unread(world: World, word: str, said: list[str]) -> None:
    """Nothing that the watcher gets has the word, nor its beginning."""
    found: dict[str, Written] = await got(world)
    begins = word.partition(" ")[0][:4].casefold()
    for name, one in found.items():
        told = "\n  ".join(said)
        demand(begins not in masked(one).casefold(), f"{name} has «{word}», which the watcher may not know:\n  {told}")
