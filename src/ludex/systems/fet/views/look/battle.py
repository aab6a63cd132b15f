"""The battle as parts to be drawn, for one viewer: the time axis, the table of fighters, zones and the battle box; and named timelines as cards."""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.view import AnyPart, Bar, Label, Lane, Piece, Rows, Stage, Tag, Tags, Text, Timeline, Token, edge
from ludex.systems.fet.content import own_name
from ludex.systems.fet.redact import WORSE, aimed_at, band
from ludex.systems.fet.rules.axes import Progress, in_order as in_row_order
from ludex.systems.fet.rules.clock import next_moment
from ludex.systems.fet.rules.timeline import in_order
from ludex.systems.fet.state import Act, Axis, Declared, Fighter, State, check_battle
from ludex.systems.fet.terms import ELEVEN, KINDS, RESOURCES, UNDISCLOSED, Number, SceneKind, Zone, readable
from ludex.systems.fet.views.look.sheet import of, standing_said, timed


def axis_end(axis: Axis) -> Number:
    return max((row.end for row in axis.rows), default=0)


def axis_parts(axis: Axis) -> tuple[AnyPart, ...]:
    return axis_part(axis, now=axis_end(axis)), axis_rows(axis.rows)


def axis_part(axis: Axis, *, now: Number) -> Timeline:
    people = {row.who: row.called for row in axis.rows}
    return Timeline(float(now), tuple(_lane_on(axis, who, name) for who, name in people.items()))


def _lane_on(axis: Axis, who: str, name: str) -> Lane:
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
    head = tuple(say(f"view.{name}") for name in ("fighter", "attribute", "impact", "time", "act"))
    return Rows(
        head,
        tuple(
            (r.called, _attribute(r), r.impact, say("view.span", start=r.start, end=r.end), r.act or "")
            for r in in_row_order(rows)
        ),
    )


def far_said(found: Progress) -> Say:
    if found.row is None:
        return say("view.idle")
    span = say("view.span", start=found.row.start, end=found.row.end)
    far = say("view.progress", span=span, percent=found.percent, impact=found.impact)
    return say("view.progress_of", act=found.row.act, far=far) if found.row.act else far


def condition(state: State, fighter: Fighter) -> Say:
    """Stamina, will and shield: numbers for who may know them, words for the rest."""
    numbers = measured(state, fighter)
    shown = [
        say("view.has", resource=term(resource), amount=_amount(state, fighter, resource, numbers=numbers))
        for resource in RESOURCES
    ]
    if fighter.shield:
        shown.append(say("view.shield", shield=readable(fighter.shield)))
    return say("view.joined", notes=shown)


# The time axis


def timeline(state: State) -> Timeline:
    """One lane per fighter that the viewer sees, acts from start to settlement, now, and what settles next."""
    battle = check_battle(state)
    lanes = tuple(_lane(state, f) for f in battle.fighters)
    known = all(f.act is None or f.act.kind != UNDISCLOSED for f in battle.fighters)
    upcoming = next_moment(battle, state.options) if known else None
    return Timeline(float(battle.time), lanes, None if upcoming is None else float(upcoming))


def _lane(state: State, fighter: Fighter) -> Lane:
    battle = check_battle(state)
    bars = [
        Bar(float(p.start), float(p.end), bar_label(p.skill or p.kind, p.impact), p.state, p.note)
        for p in battle.past
        if p.who == (fighter.double_of if fighter.shown and fighter.double_of else fighter.id)  # FET-LIV-41
    ]
    act = _shown_act(state, fighter)
    if act is not None and act.kind != UNDISCLOSED:
        seen = tuple(who for who in act.targets if any(f.id == who for f in battle.fighters))
        bars.append(Bar(float(act.start), float(act.end), aimed_label(state, act), "running", act.note, seen))
    return Lane(token(state, fighter), tuple(bars))


@rule("FET-SKX-11")
def _shown_act(state: State, fighter: Fighter) -> Act | None:
    """What somebody is seen to do: a double does what its owner does."""
    owner = state.fighter(fighter.double_of) if fighter.double_of else None
    return owner.act if owner is not None and fighter.act is None else fighter.act


@rule("FET-LIV-39")
def aimed_label(state: State, act: Act) -> Label:
    if not act.targets:
        return act_label(act)
    return say("view.aimed", act=act_label(act), who=[aimed_at(state, who) for who in act.targets])


def act_label(act: Act) -> Label:
    """A running act in a few letters: a skill by its name."""
    return bar_label(act.skill.name if act.skill else act.kind, act.left)


def bar_label(kind: str, impact: float) -> Label:
    """An act in a few letters: its kind, or the name of a skill."""
    what = term(kind) if kind in KINDS else own_name(kind)
    return say("view.bar", kind=what, impact=readable(impact)) if impact else what


def token(state: State, fighter: Fighter) -> Token:
    """A fighter as a token, with what keeps it from acting; of two that cannot be told apart both are the owner's (FET-LIV-41)."""
    alike = bool(fighter.shown and fighter.double_of)
    reason = check_battle(state).idle_because(replace(fighter, double_of="") if alike else fighter)
    if fighter.unseen and not fighter.hidden:  # FET-LIV-41: nothing is known of what it does
        return Token(fighter.id, state.called(fighter.id), fighter.side, "held", "")
    note = say("view.declares") if not reason else "" if reason == "busy" else say(f"view.state_{reason}")
    if fighter.double_of and not fighter.dead and not alike:
        note = ""
    if fighter.act is not None and fighter.act.kind == UNDISCLOSED:
        note = say("view.hidden_act")
    condition = "dead" if fighter.dead else "acting" if fighter.act else "waiting" if not reason else "held"
    return Token(fighter.id, state.called(fighter.id), fighter.side, condition, _wounded(state, fighter, note))


@rule("FET-LIV-38")
def _wounded(state: State, fighter: Fighter, note: Label) -> Label:
    """The same note, and that a fighter is wounded for a reader who knows it in words."""
    worst = min((band(fighter.now(one), fighter.maximum(one)) for one in RESOURCES), key=WORSE.index)
    if worst not in ("low", "hurt") or state.numbers != "bands" or fighter.unseen or measured(state, fighter):
        return note
    wounds = say(f"view.cond_{worst}")
    return say("view.joined", notes=[note, wounds]) if note else wounds


# The table of fighters


def fighter_rows(state: State) -> Rows:
    """The printed battle table: by end of act, with what the viewer knows of each."""
    columns = ("fighter", "act", "stamina", "will", "notes")
    rows = tuple(_row(state, f) for f in in_order(check_battle(state)))
    return Rows(tuple(say(f"view.{c}") for c in columns), rows)


def _row(state: State, fighter: Fighter) -> tuple[object, ...]:
    act, shown = _shown_act(state, fighter), say("view.hidden_act")
    if act is not None and act.kind != UNDISCLOSED:
        span = say("view.span", start=act.start, end=act.end)
        shown = say("view.doing", act=aimed_label(state, act), span=span)
    numbers = fighter.id not in state.veiled
    return (
        state.called(fighter.id),
        shown if act is not None else "",
        _amount(state, fighter, "stamina", numbers=measured(state, fighter)),
        _amount(state, fighter, "will", numbers=measured(state, fighter)),
        _notes(state, fighter, numbers=numbers),
    )


def measured(state: State, fighter: Fighter) -> bool:
    return fighter.id not in state.veiled or state.numbers == "open"


def _amount(state: State, fighter: Fighter, resource: str, *, numbers: bool) -> object:
    """Numbers for who may know them, a word for the rest, or nothing where the table hides it."""
    now, top = fighter.now(resource), fighter.maximum(resource)
    if fighter.unseen:
        return "?"
    if numbers:
        return of(now, top)
    if state.numbers == "hidden" and now > 0:
        return "?"
    return say(f"view.cond_{band(now, top)}")


def _notes(state: State, fighter: Fighter, *, numbers: bool) -> object:
    battle = check_battle(state)
    notes: list[object] = _lasting(state, fighter.id, numbers=numbers)
    if battle.scene.kind == SceneKind.GENERAL and fighter.zone == Zone.SAFE:
        notes.append(term("safe"))
    if fighter.shield:
        notes.append(say("view.shield", shield=readable(fighter.shield)))
    if not fighter.dead:
        notes += _held(state, fighter)
    if numbers and fighter.debuffs:
        notes.append(say("view.debuffs", pool=readable(sum(d.left for d in fighter.debuffs))))
    if numbers and fighter.action_points is not None:
        notes.append(say("view.points", points=readable(fighter.action_points)))
    if numbers and (fighter.stamina_scar or fighter.will_scar):
        notes.append(say("view.scarred", scar=readable(fighter.stamina_scar + fighter.will_scar)))
    if fighter.hidden:
        notes.append(say("view.hidden"))
    return say("view.joined", notes=notes) if notes else ""


@rule("FET-LIV-20", "FET-LIV-29")
def _held(state: State, fighter: Fighter) -> list[object]:
    battle = check_battle(state)
    notes: list[object] = []
    if fighter.denied_until > battle.time:
        notes.append(say("view.controlled", until=fighter.denied_until))
    held = ((kind, fighter.under(kind, battle.time)) for kind in ("puppet", "entombed"))
    notes += [say(f"view.{kind}", until=hold.until) for kind, hold in held if hold is not None]
    if battle.freeze is not None and battle.frozen(fighter.id):
        notes.append(say("view.frozen_until", until=battle.freeze.until))
    walls = [b.until for b in battle.barriers if fighter.id in (b.user, b.target) and b.until > battle.time]
    return notes + [say("view.barrier", until=until) for until in walls[:1]]


@rule("FET-LIV-29")
def _lasting(state: State, who: str, *, numbers: bool) -> list[object]:
    """What lies on a fighter for a while, in a word each; buffs with their ends, where numbers are known."""
    found = state.bearer(who)
    if found is None:
        return []
    lies = found.burden
    now = check_battle(state).time
    notes: list[object] = [timed(buff.name, buff, now) if numbers else buff.name for buff in lies.buffs]
    if lies.wards:
        notes.append(say("view.warded", count=len(lies.wards)))
    if lies.shields:
        notes.append(say("view.shield", shield=readable(sum(shield.left for shield in lies.shields))))
    notes += dict.fromkeys(standing_said(thing) for thing in lies.standing)  # a warning to several is said once
    return notes


# Where everybody is


def whereabouts(state: State) -> tuple[AnyPart, ...]:
    """The two zones, or the battle box from above."""
    battle = check_battle(state)
    if battle.scene.kind == SceneKind.COMPLEX:
        return (Text(say("view.box", edge=battle.scene.edge), "quiet"), _box(state))
    parts: list[AnyPart] = []
    for zone in Zone:
        tags = tuple(
            Tag(state.called(f.id), f.side, out=f.dead) for f in battle.fighters if f.zone == zone and not f.unseen
        )
        if tags:
            parts.append(Tags(tags, term(str(zone))))
    if battle.scene.safe_capacity is not None:
        used = readable(sum(f.size for f in battle.fighters if f.zone == Zone.SAFE and not f.dead and not f.unseen))
        parts.append(Text(say("view.capacity", used=used, capacity=battle.scene.safe_capacity), "quiet"))
    return tuple(parts)


def _box(state: State) -> Stage:
    """Cubes from above; the third coordinate (FET-LIV-58) is written beside the name."""
    people = tuple(f for f in check_battle(state).fighters if not f.unseen)
    width = edge(int(max([8, *(f.pos[0] + 2 for f in people)])))
    height = edge(int(max([6, *(f.pos[1] + 2 for f in people if len(f.pos) > 1)])))
    pieces = tuple(_piece(state, f) for f in people)
    return Stage(width, height, pieces, unit=say("view.edge", edge=check_battle(state).scene.edge))


def _piece(state: State, fighter: Fighter) -> Piece:
    x, y, z = (*fighter.pos, 0, 0, 0)[:3]
    found = token(state, fighter)
    note = say("view.height", z=z) if z else found.note
    return Piece(Token(found.id, found.name, found.side, found.state, note), float(x), float(y), z=float(z))
