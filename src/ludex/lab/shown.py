"""What a notebook shows of the laboratory's values, as HTML that needs nothing else."""

from collections.abc import Mapping
from html import escape

from ludex.lab.luck import Interval

WIDE, HIGH = 360, 140
"""The inside of a curve, in its own units."""


def bar(one: Interval, wide: int = 240) -> str:
    """A chance as a bar with its interval."""
    return (
        f'<svg width="{wide}" height="14"><rect width="{wide}" height="14" fill="#e6e0d4"/>'
        f'<rect x="{one.low * wide:.1f}" width="{(one.high - one.low) * wide:.1f}" height="14" fill="#a9bf8f"/>'
        f'<rect x="{one.share * wide - 1:.1f}" width="2" height="14" fill="#33431f"/></svg>'
    )


def plotted(found: Mapping[int, Interval], wide: int, high: int) -> tuple[dict[int, tuple[float, float]], str]:
    """Where the chances over a number lie in a chart, by their values in order, and the band of their intervals as the corners of a shape."""
    values = sorted(found)
    first, span = values[0], max(1, values[-1] - values[0])

    def at(value: int, share: float) -> tuple[float, float]:
        return round((value - first) / span * wide, 1), round((1 - share) * high, 1)

    edge = (*(at(v, found[v].high) for v in values), *(at(v, found[v].low) for v in reversed(values)))
    return {v: at(v, found[v].share) for v in values}, " ".join(f"{x},{y}" for x, y in edge)


def curve(name: str, found: Mapping[int, Interval], now: int | None = None) -> str:
    """Chances over a number: a line with the band of its intervals, and the table behind it."""
    places, band = plotted(found, WIDE, HIGH)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="{5 if v == now else 3}"/>' for v, (x, y) in places.items())
    line = " ".join(f"{x},{y}" for x, y in places.values())
    rows = "".join(f"<tr><td>{v}<td>{found[v].share:.0%}<td>{bar(found[v])}" for v in places)
    return (
        f'<div><b>{escape(name)}</b><br><svg width="{WIDE + 20}" height="{HIGH + 20}" viewBox="-10 -10 {WIDE + 20} {HIGH + 20}">'
        f'<polygon points="{band}" fill="#dfe8d2"/><polyline points="{line}" fill="none" stroke="#33431f"/>{dots}</svg>'
        f"<table>{rows}</table></div>"
    )
