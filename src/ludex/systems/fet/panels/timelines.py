"""Named timelines as cards: which there are, what is on one, and who is how far at a time."""

import msgspec

from ludex.core.asks import GM
from ludex.core.command import Asked
from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import Bar, Card, Fact, Lane, Rows, Timeline, Token
from ludex.systems.fet.redact import Witness
from ludex.systems.fet.rules.axes import Progress, check_axis, in_order, progress_at
from ludex.systems.fet.state import Axis, Declared, Fighter, State
from ludex.systems.fet.terms import ELEVEN, Number, tidy


def axes_card(state: State) -> Card:
    """All timelines, numbered."""
    head = tuple(say(f"view.{name}") for name in ("number", "axis", "acts", "until", "in_use"))
    rows = tuple(
        (n, name, len(axis.rows), _end(axis), say("view.yes") if name == state.axis else "")
        for n, (name, axis) in enumerate(state.axes.items(), 1)
    )
    return Card(say("view.axes"), parts=(Rows(head, rows),))


def _end(axis: Axis) -> Say:
    return say("view.at_time", time=max((row.end for row in axis.rows), default=0))


def axis_card(state: State) -> Card:
    """The timeline in use: one lane for each, every act on it."""
    axis = check_axis(state)
    end = max((row.end for row in axis.rows), default=0)
    return Card(say("view.axis_named", name=state.axis), parts=(axis_part(axis, now=end), axis_rows(axis.rows)))


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


def moment_card(asked: Asked, *, time: Number) -> Card:
    """Who is how far at a time: on the timeline in use, else in the running battle as the viewer sees it."""
    state: State = asked.state
    if state.axis in state.axes or state.battle is None:
        found = progress_at(check_axis(state).rows, time)
        title = say("view.axis_at", name=state.axis, time=time)
        return Card(title, totals=tuple(Fact(p.name, _far(p)) for p in found))
    witness = Witness(state, Viewer(GM if asked.gm else "player", asked.controls))
    return Card(
        say("view.at_time", time=time), totals=tuple(_fighter_at(witness, f, time=time) for f in witness.seen())
    )


def _fighter_at(witness: Witness, fighter: Fighter, *, time: Number) -> Fact:
    """How far a fighter is at a time; an act that the viewer does not know stays unknown."""
    act = fighter.act
    if act is not None and act.start < time and not witness.knows_act(fighter):
        return Fact(witness.called(fighter.id), say("view.hidden_act"))
    spans = [(p.impact, p.start, p.end) for p in witness.battle.past if p.who == fighter.id]
    spans += [(act.impact, act.start, act.end)] if act is not None else []
    rows = tuple(Declared(fighter.id, impact=i, start=s, end=e, wind_up=tidy(e - s)) for i, s, e in spans)
    found = next(iter(progress_at(rows, time)), None)
    return Fact(witness.called(fighter.id), say("view.idle") if found is None else _far(found))


def _far(found: Progress) -> Say:
    if found.row is None:
        return say("view.idle")
    span = say("view.span", start=found.row.start, end=found.row.end)
    far = say("view.progress", span=span, percent=found.percent, impact=found.impact)
    return say("view.progress_of", act=found.row.act, far=far) if found.row.act else far
