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


def curve(name: str, found: Mapping[int, Interval], now: int | None = None) -> str:
    """Chances over a number: a line with the band of its intervals, and the table behind it."""
    values = sorted(found)
    first, span = values[0], max(1, values[-1] - values[0])

    def at(value: int, share: float) -> str:
        return f"{(value - first) / span * WIDE:.1f},{(1 - share) * HIGH:.1f}"

    band = [at(v, found[v].high) for v in values] + [at(v, found[v].low) for v in reversed(values)]
    dots = "".join(
        f'<circle cx="{at(v, found[v].share).split(",")[0]}" cy="{at(v, found[v].share).split(",")[1]}" r="{5 if v == now else 3}"/>'
        for v in values
    )
    line = " ".join(at(v, found[v].share) for v in values)
    rows = "".join(f"<tr><td>{v}<td>{found[v].share:.0%}<td>{bar(found[v])}" for v in values)
    return (
        f'<div><b>{escape(name)}</b><br><svg width="{WIDE + 20}" height="{HIGH + 20}" viewBox="-10 -10 {WIDE + 20} {HIGH + 20}">'
        f'<polygon points="{" ".join(band)}" fill="#dfe8d2"/><polyline points="{line}" fill="none" stroke="#33431f"/>{dots}</svg>'
        f"<table>{rows}</table></div>"
    )
