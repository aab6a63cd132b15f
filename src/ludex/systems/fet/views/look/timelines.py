"""Named timelines as cards: which there are, what is on one, and who is how far at a time."""

import msgspec

from ludex.core.say import Say, say, term
from ludex.core.view import AnyPart, Bar, Lane, Rows, Timeline, Token
from ludex.systems.fet.rules.axes import Progress, in_order
from ludex.systems.fet.state import Axis, Declared
from ludex.systems.fet.terms import ELEVEN, Number


def axis_end(axis: Axis) -> Number:
    """When the last act on a timeline ends; 0 without one."""
    return max((row.end for row in axis.rows), default=0)


def axis_parts(axis: Axis) -> tuple[AnyPart, ...]:
    """A timeline, drawn and as a table."""
    return axis_part(axis, now=axis_end(axis)), axis_rows(axis.rows)


def axis_part(axis: Axis, *, now: Number) -> Timeline:
    """A timeline as lanes."""
    people = {row.who: row.called for row in axis.rows}
    return Timeline(float(now), tuple(_lane(axis, who, name) for who, name in people.items()))


def _lane(axis: Axis, who: str, name: str) -> Lane:
    rows = sorted((r for r in axis.rows if r.who == who), key=lambda r: r.start)
    bars = tuple(Bar(float(r.start), float(r.end), _label(r), "done") for r in rows)
    return Lane(Token(who, name), bars)


def _label(row: Declared) -> Say | str:
    return row.act or (say("view.bar", kind=_attribute(row), impact=row.impact) if row.impact else _attribute(row))


def _attribute(row: Declared) -> Say | str:
    """What an act is done with: an attribute, or a weapon (fired, reloaded)."""
    if row.attribute in ELEVEN:
        return term(row.attribute)
    if isinstance(row.weapon, msgspec.UnsetType) or isinstance(row.shots, msgspec.UnsetType):
        return row.attribute
    if row.shots <= 0:
        return say("view.reloads", weapon=row.weapon)
    return say("view.shots", weapon=row.weapon, shots=row.shots)


def axis_rows(rows: tuple[Declared, ...]) -> Rows:
    """Acts as a table, by end."""
    head = tuple(say(f"view.{name}") for name in ("fighter", "attribute", "impact", "time", "act"))
    return Rows(
        head,
        tuple(
            (r.called, _attribute(r), r.impact, say("view.span", start=r.start, end=r.end), r.act or "")
            for r in in_order(rows)
        ),
    )


def far_said(found: Progress) -> Say:
    """How far an act has come."""
    if found.row is None:
        return say("view.idle")
    span = say("view.span", start=found.row.start, end=found.row.end)
    far = say("view.progress", span=span, percent=found.percent, impact=found.impact)
    return say("view.progress_of", act=found.row.act, far=far) if found.row.act else far
