"""The initiative thread: portraits in a row; a low arc tells where the initiative came from, high ones where it may go."""

import msgspec

from ludex.core.view import Link, Thread, Token

STEP = 92
TOP = 104
RADIUS = 22
BELOW = 44
LOW, HIGH = 34, -14
"""How high the two kinds of arcs bend."""


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
    """Everybody in a row on one thread."""
    places = {t.id: STEP // 2 + n * STEP for n, t in enumerate(part.tokens)}
    portraits = tuple(Portrait(t, places[t.id], TOP, t.id == part.holder) for t in part.tokens)
    arcs = tuple(_arc(link, places) for link in part.links if link.a in places and link.b in places)
    width = max(1, len(part.tokens)) * STEP
    return DrawnThread(width, TOP + RADIUS + BELOW, portraits, arcs, f"M0 {TOP} H{width}")


def _arc(link: Link, places: dict[str, int]) -> Arc:
    a, b = places[link.a], places[link.b]
    edge = TOP - RADIUS - 4
    if a == b:
        return Arc(link, f"M{a - 8} {edge} C{a - 24} {LOW + 10} {a + 24} {LOW + 10} {a + 8} {edge}", a, LOW + 20)
    bend = LOW if link.kind == "came" else HIGH
    lean = 7 if b > a else -7
    middle = (a + b) / 2
    return Arc(link, f"M{a + lean} {edge} Q{middle} {bend} {b - lean} {edge}", middle, (edge + bend) / 2)
