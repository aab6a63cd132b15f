"""The initiative thread: portraits in a row, arcs for where the initiative came from and where it may go."""

import msgspec

from ludex.core.view import Link, Thread, Token

STEP = 92
TOP = 58
RADIUS = 22
BELOW = 46


class Portrait(msgspec.Struct, frozen=True):
    """A token with its place."""

    token: Token
    x: float
    y: float
    holds: bool


class Arc(msgspec.Struct, frozen=True):
    """A link as a curve above (where it came from) or below (where it may go)."""

    link: Link
    path: str
    x: float
    y: float


class DrawnThread(msgspec.Struct, frozen=True):
    """The whole thread."""

    width: int
    height: int
    portraits: tuple[Portrait, ...]
    arcs: tuple[Arc, ...]
    line: str


def thread(part: Thread) -> DrawnThread:
    """Everybody in a row on one thread."""
    places = {t.id: STEP // 2 + n * STEP for n, t in enumerate(part.tokens)}
    portraits = tuple(Portrait(t, places[t.id], TOP, t.id == part.holder) for t in part.tokens)
    arcs = tuple(_arc(link, places) for link in part.links if link.a in places and link.b in places)
    width = max(1, len(part.tokens)) * STEP
    height = TOP + RADIUS + BELOW + (26 if any(a.y > TOP for a in arcs) else 0)
    return DrawnThread(width, height, portraits, arcs, f"M0 {TOP} H{width}")


def _arc(link: Link, places: dict[str, int]) -> Arc:
    a, b = places[link.a], places[link.b]
    if a == b:
        return Arc(link, f"M{a - 10} {TOP - RADIUS} C{a - 22} 6 {a + 22} 6 {a + 10} {TOP - RADIUS}", a, 14)
    came = link.kind in ("came", "from", "past")
    edge = TOP - RADIUS if came else TOP + RADIUS
    bend = 4 if came else TOP + RADIUS + BELOW + 16
    middle = (a + b) / 2
    return Arc(link, f"M{a} {edge} Q{middle} {bend} {b} {edge}", middle, (edge + bend) / 2)
