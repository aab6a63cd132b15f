"""The battle as parts to be drawn, for one viewer: the time axis, the table of fighters, zones and the battle box.

What a viewer may know of a fighter and of its act is decided here, in `Witness`, and nowhere else.
"""

from ludex.core.say import Say, say, term
from ludex.core.view import (
    AnyPart,
    Bar,
    Label,
    Lane,
    Piece,
    Rows,
    Stage,
    Tag,
    Tags,
    Text,
    Timeline,
    Token,
    edge,
)
from ludex.systems.fet.redact import Witness
from ludex.systems.fet.rules.timeline import in_order, next_moment
from ludex.systems.fet.state import Act, Fighter, State, check_battle
from ludex.systems.fet.terms import KINDS, RESOURCES, SceneKind, Zone, tidy
from ludex.systems.fet.views.look.lasting import standing_said


def condition(witness: Witness, fighter: Fighter) -> Say:
    """Stamina, will and shield: numbers for who may know them, words for the rest."""
    numbers = witness.knows_numbers(fighter)
    shown = [
        say("view.has", resource=term(resource), amount=_amount(fighter, resource, numbers=numbers))
        for resource in RESOURCES
    ]
    if fighter.shield:
        shown.append(say("view.shield", shield=tidy(fighter.shield)))
    return say("view.joined", notes=shown)


# The time axis


def timeline(witness: Witness) -> Timeline:
    """One lane per fighter that the viewer sees, acts from start to settlement, now, and what settles next."""
    battle = witness.battle
    lanes = tuple(_lane(witness, f) for f in witness.seen())
    known = all(witness.sees(f) and witness.knows_act(f) for f in battle.fighters)
    upcoming = next_moment(battle, witness.state.options) if known else None
    return Timeline(float(battle.time), lanes, None if upcoming is None else float(upcoming))


def _lane(witness: Witness, fighter: Fighter) -> Lane:
    battle = witness.battle
    bars = [
        Bar(float(p.start), float(p.end), bar_label(p.skill or p.kind, p.impact), p.state, p.note)
        for p in battle.past
        if p.who == fighter.id
    ]
    act = fighter.act
    if act is not None and witness.knows_act(fighter):
        bars.append(Bar(float(act.start), float(act.end), act_label(act), "running", act.note))
    elif act is not None:
        bars.append(Bar(float(act.start), float(battle.time) + 1, say("view.hidden_act"), "hidden"))
    return Lane(token(witness.state, fighter), tuple(bars))


def act_label(act: Act) -> Label:
    """A running act in a few letters: a skill by its name."""
    return bar_label(act.skill.name if act.skill else act.kind, act.left)


def bar_label(kind: str, impact: float) -> Label:
    """An act in a few letters: its kind, or the name of a skill."""
    what = term(kind) if kind in KINDS else kind
    return say("view.bar", kind=what, impact=tidy(impact)) if impact else what


def token(state: State, fighter: Fighter) -> Token:
    """A fighter as a token, with what keeps it from acting."""
    reason = check_battle(state).idle_because(fighter)
    note = say("view.declares") if not reason else "" if reason == "busy" else say(f"view.state_{reason}")
    condition = "dead" if fighter.dead else "acting" if fighter.act else "waiting" if not reason else "held"
    return Token(fighter.id, state.called(fighter.id), fighter.side, condition, note)


# The table of fighters


def fighter_rows(witness: Witness) -> Rows:
    """The printed battle table: by end of act, with what the viewer knows of each."""
    columns = ("fighter", "act", "stamina", "will", "notes")
    rows = tuple(_row(witness, f) for f in in_order(witness.battle) if witness.sees(f))
    return Rows(tuple(say(f"view.{c}") for c in columns), rows)


def _row(witness: Witness, fighter: Fighter) -> tuple[object, ...]:
    act, shown = fighter.act, say("view.hidden_act")
    if act is not None and witness.knows_act(fighter):
        span = say("view.span", start=act.start, end=act.end)
        shown = say("view.doing", act=act_label(act), span=span)
    numbers = witness.knows_numbers(fighter)
    return (
        witness.state.called(fighter.id),
        shown if act is not None else "",
        _amount(fighter, "stamina", numbers=numbers),
        _amount(fighter, "will", numbers=numbers),
        _notes(witness, fighter, numbers=numbers),
    )


def _amount(fighter: Fighter, resource: str, *, numbers: bool) -> object:
    """Numbers for who may know them, a word for the rest."""
    now, top = fighter.now(resource), fighter.maximum(resource)
    if numbers:
        return say("view.of", now=tidy(now), top=tidy(top))
    share = now / top if top else 0
    return say("view.cond_" + ("dead" if now <= 0 else "low" if share <= 1 / 3 else "hurt" if share < 1 else "full"))


def _notes(witness: Witness, fighter: Fighter, *, numbers: bool) -> object:
    battle = witness.battle
    notes: list[object] = _lasting(witness, fighter.id)
    if battle.scene.kind == SceneKind.GENERAL and fighter.zone == Zone.SAFE:
        notes.append(term("safe"))
    if fighter.shield:
        notes.append(say("view.shield", shield=tidy(fighter.shield)))
    if fighter.denied_until > battle.time and not fighter.dead:
        notes.append(say("view.controlled", until=fighter.denied_until))
    if numbers and fighter.debuffs:
        notes.append(say("view.debuffs", pool=tidy(sum(d.left for d in fighter.debuffs))))
    if numbers and fighter.action_points is not None:
        notes.append(say("view.points", points=tidy(fighter.action_points)))
    if fighter.hidden:
        notes.append(say("view.hidden"))
    return say("view.joined", notes=notes) if notes else ""


def _lasting(witness: Witness, who: str) -> list[object]:
    """What lies on a fighter for a while, in a word each."""
    found = witness.state.bearer(who)
    if found is None or not witness.knows_burden(who):
        return []
    lies = found.burden
    notes: list[object] = [buff.name for buff in lies.buffs]
    if lies.wards:
        notes.append(say("view.warded", count=len(lies.wards)))
    if lies.shields:
        notes.append(say("view.shield", shield=tidy(sum(shield.left for shield in lies.shields))))
    notes += [standing_said(thing) for thing in lies.standing]
    return notes


# Where everybody is


def whereabouts(witness: Witness) -> tuple[AnyPart, ...]:
    """The two zones, or the battle box from above."""
    battle, people = witness.battle, witness.seen()
    if battle.scene.kind == SceneKind.COMPLEX:
        return (_box(witness),)
    parts: list[AnyPart] = []
    for zone in Zone:
        tags = tuple(Tag(witness.state.called(f.id), f.side, out=f.dead) for f in people if f.zone == zone)
        if tags:
            parts.append(Tags(tags, term(str(zone))))
    if battle.scene.safe_capacity is not None:
        used = tidy(sum(f.size for f in battle.fighters if f.zone == Zone.SAFE and not f.dead))
        parts.append(Text(say("view.capacity", used=used, capacity=battle.scene.safe_capacity), "quiet"))
    return tuple(parts)


def _box(witness: Witness) -> Stage:
    """Cubes from above; the third coordinate is written beside the name."""
    people = witness.seen()
    width = edge(int(max([8, *(f.pos[0] + 2 for f in people)])))
    height = edge(int(max([6, *(f.pos[1] + 2 for f in people if len(f.pos) > 1)])))
    pieces = tuple(_piece(witness.state, f) for f in people)
    return Stage(width, height, pieces, unit=say("view.edge", edge=witness.battle.scene.edge))


def _piece(state: State, fighter: Fighter) -> Piece:
    x, y, z = (*fighter.pos, 0, 0, 0)[:3]
    found = token(state, fighter)
    note = say("view.height", z=z) if z else found.note
    return Piece(Token(found.id, found.name, found.side, found.state, note), float(x), float(y))
