"""The battle as parts to be drawn, for one viewer: the time axis, the table of fighters, zones and the battle box.

What a viewer may know of a fighter and of its act is decided here, in `sees` and `knows_act`, and nowhere else.
"""

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import (
    AnyPart,
    Bar,
    Card,
    Fact,
    Lane,
    Piece,
    Rows,
    Stage,
    Tag,
    Tags,
    Text,
    Timeline,
    Token,
)
from ludex.systems.fet.fight import Act, Battle, Fighter
from ludex.systems.fet.rounding import tidy
from ludex.systems.fet.rules.battle import in_order
from ludex.systems.fet.rules.scenes import distance_of, zone_reason
from ludex.systems.fet.rules.timeline import idle_because, need_battle, need_fighter, next_moment, waiting
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import SceneKind, Zone

SIGHT = "see_acts"
"""What the trait 野望 grants (FET-TRX-1)."""


def name_of(state: State, who: str) -> str:
    """How somebody is called."""
    return state.characters[who].sheet.name if who in state.characters else who


@rule("FET-DST-2")
def sees(state: State, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer knows that this fighter is there: the hidden are known to their own side and the GM."""
    if viewer.gm or not fighter.hidden or fighter.id in viewer.controls:
        return True
    battle = state.battle
    own = [battle.find(who) for who in viewer.controls] if battle else []
    return any(f is not None and f.side == fighter.side for f in own)


def knows_numbers(state: State, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer knows stamina and will in numbers: not an NPC's, unless one plays it or it is on one's side."""
    if viewer.gm or fighter.id in viewer.controls:
        return True
    character = state.characters.get(fighter.id)
    return character is not None and not character.npc


@rule("FET-TLN-1")
def knows_act(state: State, viewer: Viewer, fighter: Fighter, act: Act) -> bool:
    """Whether a viewer knows what was declared: one's own; else as the table wants it."""
    if viewer.gm or fighter.id in viewer.controls or state.options.acts_shown == "open" or _has_sight(state, viewer):
        return True
    battle = need_battle(state)
    return state.options.acts_shown == "together" and not (act.start == battle.time and waiting(battle))


@rule("FET-TRX-1")
def _has_sight(state: State, viewer: Viewer) -> bool:
    sheets = [state.characters[who].sheet for who in viewer.controls if who in state.characters]
    return any(SIGHT in trait.grants for sheet in sheets for trait in sheet.traits)


# The time axis


def timeline(state: State, viewer: Viewer) -> Timeline:
    """One lane per fighter that the viewer sees, acts from start to settlement, now, and what settles next."""
    battle = need_battle(state)
    lanes = tuple(_lane(state, viewer, battle, f) for f in battle.fighters if sees(state, viewer, f))
    known = all(f.act is None or knows_act(state, viewer, f, f.act) for f in battle.fighters)
    upcoming = next_moment(battle) if known else None
    return Timeline(float(battle.time), lanes, None if upcoming is None else float(upcoming))


def _lane(state: State, viewer: Viewer, battle: Battle, fighter: Fighter) -> Lane:
    bars = [
        Bar(float(p.start), float(p.end), bar_label(p.kind, p.impact), p.state, p.note)
        for p in battle.past
        if p.who == fighter.id
    ]
    act = fighter.act
    if act is not None and knows_act(state, viewer, fighter, act):
        bars.append(Bar(float(act.start), float(act.end), bar_label(act.kind, act.left), "running", act.note))
    elif act is not None:
        bars.append(Bar(float(act.start), float(battle.time) + 1, say("view.hidden_act"), "hidden"))
    return Lane(token(state, battle, fighter), tuple(bars))


def bar_label(kind: str, impact: float) -> Say:
    """An act in a few letters."""
    return say("view.bar", kind=term(kind), impact=tidy(impact)) if impact else term(kind)


def token(state: State, battle: Battle, fighter: Fighter) -> Token:
    """A fighter as a token, with what keeps it from acting."""
    reason = idle_because(battle, fighter)
    note = say("view.declares") if not reason else "" if reason == "busy" else say(f"view.state_{reason}")
    condition = "dead" if fighter.dead else "acting" if fighter.act else "waiting" if not reason else "held"
    return Token(fighter.id, name_of(state, fighter.id), fighter.side, condition, note)


# The table of fighters


def fighter_rows(state: State, viewer: Viewer) -> Rows:
    """The printed battle table: by end of act, with what the viewer knows of each."""
    battle = need_battle(state)
    columns = ("fighter", "act", "impact", "time", "stamina", "will", "notes")
    rows = tuple(_row(state, viewer, battle, f) for f in in_order(battle) if sees(state, viewer, f))
    return Rows(tuple(say(f"view.{c}") for c in columns), rows)


def _row(state: State, viewer: Viewer, battle: Battle, fighter: Fighter) -> tuple[object, ...]:
    act = fighter.act
    known = act is not None and knows_act(state, viewer, fighter, act)
    shown: tuple[object, ...] = ("", "", "")
    if act is not None and known:
        shown = (term(act.kind), tidy(act.left), say("view.span", start=act.start, end=act.end))
    elif act is not None:
        shown = (say("view.hidden_act"), "", "")
    numbers = knows_numbers(state, viewer, fighter)
    return (
        name_of(state, fighter.id),
        *shown,
        _amount(fighter, "stamina", numbers=numbers),
        _amount(fighter, "will", numbers=numbers),
        _notes(battle, fighter, numbers=numbers),
    )


def _amount(fighter: Fighter, resource: str, *, numbers: bool) -> object:
    """Numbers for who may know them, a word for the rest."""
    now, top = fighter.now(resource), fighter.maximum(resource)
    if numbers:
        return say("view.of", now=tidy(now), top=tidy(top))
    share = now / top if top else 0
    return say("view.cond_" + ("dead" if now <= 0 else "low" if share <= 1 / 3 else "hurt" if share < 1 else "full"))


def _notes(battle: Battle, fighter: Fighter, *, numbers: bool) -> object:
    notes: list[object] = []
    if battle.scene.kind == SceneKind.GENERAL and fighter.zone == Zone.SAFE:
        notes.append(term("safe"))
    if fighter.shield:
        notes.append(say("view.shield", shield=tidy(fighter.shield)))
    if fighter.denied_until > battle.time:
        notes.append(say("view.controlled", until=fighter.denied_until))
    if numbers and fighter.debuffs:
        notes.append(say("view.debuffs", pool=tidy(sum(d.left for d in fighter.debuffs))))
    if numbers and fighter.action_points is not None:
        notes.append(say("view.points", points=tidy(fighter.action_points)))
    if fighter.hidden:
        notes.append(say("view.hidden"))
    return say("view.joined", notes=notes) if notes else ""


# Where everybody is


def whereabouts(state: State, viewer: Viewer) -> tuple[AnyPart, ...]:
    """The two zones, or the battle box from above."""
    battle = need_battle(state)
    people = [f for f in battle.fighters if sees(state, viewer, f)]
    if battle.scene.kind == SceneKind.COMPLEX:
        return (_box(state, battle, people),)
    parts: list[AnyPart] = []
    for zone in Zone:
        tags = tuple(Tag(name_of(state, f.id), f.side, out=f.dead) for f in people if f.zone == zone)
        if tags:
            parts.append(Tags(tags, term(str(zone))))
    if battle.scene.safe_capacity is not None:
        used = tidy(sum(f.size for f in battle.fighters if f.zone == Zone.SAFE and not f.dead))
        parts.append(Text(say("view.capacity", used=used, capacity=battle.scene.safe_capacity), "quiet"))
    return tuple(parts)


def _box(state: State, battle: Battle, people: list[Fighter]) -> Stage:
    """Cubes from above; the third coordinate is written beside the name."""
    width = int(max([8, *(f.pos[0] + 2 for f in people)]))
    height = int(max([6, *(f.pos[1] + 2 for f in people if len(f.pos) > 1)]))
    pieces = tuple(_piece(state, battle, f) for f in people)
    return Stage(width, height, pieces, unit=say("view.edge", edge=battle.scene.edge))


def _piece(state: State, battle: Battle, fighter: Fighter) -> Piece:
    x, y, z = (*fighter.pos, 0, 0, 0)[:3]
    found = token(state, battle, fighter)
    note = say("view.height", z=z) if z else found.note
    return Piece(Token(found.id, found.name, found.side, found.state, note), float(x), float(y))


def distance_card(state: State, one: str, other: str) -> Card:
    """How far two fighters are apart, or what the zones say."""
    battle = need_battle(state)
    a, b = need_fighter(battle, one), need_fighter(battle, other)
    title = say("view.between", one=name_of(state, one), other=name_of(state, other))
    if battle.scene.kind == SceneKind.COMPLEX:
        far = distance_of(a.pos, b.pos, battle.scene.edge)
        return Card(title, totals=(Fact(term("distance"), say("view.far", distance=far)),))
    lines = tuple(
        say("view.zone_line", how=say(f"view.{how}"), answer=say(f"view.zone_{reason or 'free'}"))
        for how, contact in (("contact", True), ("no_contact", False))
        if (reason := zone_reason(battle.fighters, a, b, contact=contact)) is not None
    )
    return Card(title, lines=lines)
