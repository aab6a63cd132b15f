"""The initiative thread: portraits in a row; a low arc tells where the initiative came from, high ones where it may go."""

import msgspec

from ludex.core.view import Link, Thread, Token

STEP = 92
RADIUS = 22
BELOW = 44
NONE, LOW, HIGH = 30, 70, 118
"""How far the two kinds of arcs bend above the portraits, and the room they need."""

WORDS = 0.75
"""How far along an arc its words stand."""


class Portrait(msgspec.Struct, frozen=True):
    """A token with its place."""

    token: Token
    x: float
    y: float
    holds: bool


class Arc(msgspec.Struct, frozen=True):
    """A link as a curve, with the place of its words."""

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
    """Everybody in a row on one thread, with as much room above it as its arcs need."""
    places = {t.id: STEP // 2 + n * STEP for n, t in enumerate(part.tokens)}
    links = [link for link in part.links if link.a in places and link.b in places]
    top = max((_bend(link) for link in links), default=NONE) // 2 + NONE + 14 if links else NONE
    portraits = tuple(Portrait(t, places[t.id], top, t.id == part.holder) for t in part.tokens)
    arcs = tuple(_arc(link, places, top) for link in links)
    width = max(1, len(part.tokens)) * STEP
    return DrawnThread(width, top + RADIUS + BELOW, portraits, arcs, f"M0 {top} H{width}")


def _bend(link: Link) -> int:
    return LOW if link.kind == "came" or link.a == link.b else HIGH


def _arc(link: Link, places: dict[str, int], top: int) -> Arc:
    a, b = places[link.a], places[link.b]
    edge, bend = top - RADIUS - 4, top - RADIUS - 4 - _bend(link)
    if a == b:
        return Arc(link, f"M{a - 8} {edge} C{a - 24} {bend} {a + 24} {bend} {a + 8} {edge}", a, (edge + bend) / 2)
    lean = 7 if b > a else -7
    middle = (a + b) / 2
    path = f"M{a + lean} {edge} Q{middle} {bend} {b - lean} {edge}"
    return Arc(link, path, _along(a, middle, b), _along(edge, bend, edge))


def _along(start: float, bend: float, end: float) -> float:
    """A coordinate of the place for words: nearer to the end, where the arcs of one portrait have parted."""
    return round((1 - WORDS) ** 2 * start + 2 * (1 - WORDS) * WORDS * bend + WORDS**2 * end, 1)
