"""Pages are drawn in slices; whoever sent something is served between them."""

import asyncio
import itertools

from ludex.fronts.web import easel
from ludex.fronts.web.easel import Easel


async def _drawn(taken: float, monkeypatch) -> list[str]:
    """Three drawings that take so long each, and somebody who does something meanwhile."""
    now = [100.0]
    monkeypatch.setattr(easel, "monotonic", lambda: now[0])
    there, told = Easel(), []

    async def draw(name: str) -> None:
        async with there.turn():
            told.append(name)
            now[0] += taken

    async def reply() -> None:
        for _ in range(4):
            await asyncio.sleep(0)
            told.append("reply")

    await asyncio.gather(draw("a"), draw("b"), draw("c"), reply())
    return told


async def test_short_drawings_share_a_slice(monkeypatch):
    told = "".join(await _drawn(easel.SLICE / 10, monkeypatch)).replace("reply", ".")
    assert "abc" in told


async def test_after_a_long_drawing_everybody_else_has_a_turn(monkeypatch):
    told = await _drawn(easel.SLICE * 2, monkeypatch)
    places = [told.index(name) for name in "abc"]
    assert all("reply" in told[one:two] for one, two in itertools.pairwise(places))


async def test_a_drawing_that_fails_lets_the_next_in(monkeypatch):
    there = Easel()
    for _ in range(easel.FEW * 2):
        try:
            async with there.turn():
                raise LookupError
        except LookupError:
            pass
    async with asyncio.timeout(10), there.turn():
        pass
