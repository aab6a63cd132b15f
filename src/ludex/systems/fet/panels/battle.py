"""The battle as parts to be drawn, for one viewer: the time axis, the table of fighters, zones and the battle box.

What a viewer may know of a fighter and of its act is decided here, in `Eyes`, and nowhere else.
"""

import msgspec

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Viewer
from ludex.core.view import (
    AnyPart,
    Bar,
    Card,
    Fact,
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
from ludex.systems.fet.panels.lasting import standing_said
from ludex.systems.fet.rules.battle import in_order
from ludex.systems.fet.rules.scenes import distance_of, zone_reason
from ludex.systems.fet.rules.timeline import need_battle, need_fighter, next_moment
from ludex.systems.fet.state import Act, Battle, Fighter, State
from ludex.systems.fet.terms import KINDS, RESOURCES, SceneKind, Zone, tidy

SIGHT = "see_acts"
"""What the trait 野望 grants (FET-TRX-1)."""


class Eyes(msgspec.Struct, frozen=True):
    """A viewer at the table: what it may know of a fighter is decided here and nowhere else."""

    state: State
    viewer: Viewer

    @property
    def battle(self) -> Battle:
        """The battle looked at."""
        return need_battle(self.state)

    def plays(self, fighter: Fighter) -> bool:
        """Whether nothing about this fighter is hidden: the GM's eyes, or the owner's."""
        return self.viewer.gm or fighter.id in self.viewer.controls

    @rule("FET-DST-2")
    def sees(self, fighter: Fighter) -> bool:
        """Whether the viewer knows that this fighter is there: the hidden are known to their own side and the GM."""
        if self.plays(fighter) or not fighter.hidden:
            return True
        own = [self.battle.find(who) for who in self.viewer.controls]
        return any(f is not None and f.side == fighter.side for f in own)

    def sees_whom(self, who: str) -> bool:
        """The same by id; whoever is not in the battle is no secret of it."""
        fighter = self.state.fighter(who)
        return fighter is None or self.sees(fighter)

    def knows_of(self, who: str) -> bool:
        """Whether somebody exists for the viewer at all: companions do; an NPC does where it is seen in the battle."""
        character = self.state.characters.get(who)
        if self.viewer.gm or who in self.viewer.controls or (character is not None and not character.npc):
            return True
        fighter = self.state.fighter(who)
        return fighter is not None and self.sees(fighter)

    def knows_numbers(self, fighter: Fighter) -> bool:
        """Whether stamina and will are known in numbers: not an NPC's, unless one plays it."""
        character = self.state.characters.get(fighter.id)
        return self.plays(fighter) or (character is not None and not character.npc)

    def knows_burden(self, who: str) -> bool:
        """Whether what lies on somebody is known: one's own and companions'; an NPC's is the GM's."""
        found = self.state.bearer(who)
        return found is not None and (self.viewer.gm or who in self.viewer.controls or not found.npc)

    @rule("FET-TLN-1")
    def knows_act(self, fighter: Fighter) -> bool:
        """Whether the viewer knows what was declared: one's own; else as the table wants it."""
        shown = self.state.options.acts_shown
        if self.plays(fighter) or shown == "open" or fighter.act is None or self._has_sight():
            return True
        return shown == "together" and not (fighter.act.start == self.battle.time and self.battle.waiting)

    @rule("FET-TRX-1")
    def _has_sight(self) -> bool:
        """Whether one of the viewer's characters learns any act (野望)."""
        sheets = [self.state.characters[who].sheet for who in self.viewer.controls if who in self.state.characters]
        return any(SIGHT in trait.grants for sheet in sheets for trait in sheet.traits)

    def condition(self, fighter: Fighter) -> Say:
        """Stamina, will and shield: numbers for who may know them, words for the rest."""
        numbers = self.knows_numbers(fighter)
        shown = [
            say("view.has", resource=term(resource), amount=_amount(fighter, resource, numbers=numbers))
            for resource in RESOURCES
        ]
        if fighter.shield:
            shown.append(say("view.shield", shield=tidy(fighter.shield)))
        return say("view.joined", notes=shown)

    def name(self, who: str) -> Label:
        """How the viewer calls somebody."""
        return self.state.called(who) if self.sees_whom(who) else say("view.somebody")

    def seen(self) -> list[Fighter]:
        """The fighters that the viewer knows of."""
        return [f for f in self.battle.fighters if self.sees(f)]


# The time axis


def timeline(eyes: Eyes) -> Timeline:
    """One lane per fighter that the viewer sees, acts from start to settlement, now, and what settles next."""
    battle = eyes.battle
    lanes = tuple(_lane(eyes, f) for f in eyes.seen())
    known = all(eyes.sees(f) and eyes.knows_act(f) for f in battle.fighters)
    upcoming = next_moment(battle) if known else None
    return Timeline(float(battle.time), lanes, None if upcoming is None else float(upcoming))


def _lane(eyes: Eyes, fighter: Fighter) -> Lane:
    battle = eyes.battle
    bars = [
        Bar(float(p.start), float(p.end), bar_label(p.skill or p.kind, p.impact), p.state, p.note)
        for p in battle.past
        if p.who == fighter.id
    ]
    act = fighter.act
    if act is not None and eyes.knows_act(fighter):
        bars.append(Bar(float(act.start), float(act.end), act_label(act), "running", act.note))
    elif act is not None:
        bars.append(Bar(float(act.start), float(battle.time) + 1, say("view.hidden_act"), "hidden"))
    return Lane(token(eyes.state, fighter), tuple(bars))


def act_label(act: Act) -> Label:
    """A running act in a few letters: a skill by its name."""
    return bar_label(act.skill.name if act.skill else act.kind, act.left)


def bar_label(kind: str, impact: float) -> Label:
    """An act in a few letters: its kind, or the name of a skill."""
    what = term(kind) if kind in KINDS else kind
    return say("view.bar", kind=what, impact=tidy(impact)) if impact else what


def token(state: State, fighter: Fighter) -> Token:
    """A fighter as a token, with what keeps it from acting."""
    reason = need_battle(state).idle_because(fighter)
    note = say("view.declares") if not reason else "" if reason == "busy" else say(f"view.state_{reason}")
    condition = "dead" if fighter.dead else "acting" if fighter.act else "waiting" if not reason else "held"
    return Token(fighter.id, state.called(fighter.id), fighter.side, condition, note)


# The table of fighters


def fighter_rows(eyes: Eyes) -> Rows:
    """The printed battle table: by end of act, with what the viewer knows of each."""
    columns = ("fighter", "act", "stamina", "will", "notes")
    rows = tuple(_row(eyes, f) for f in in_order(eyes.battle) if eyes.sees(f))
    return Rows(tuple(say(f"view.{c}") for c in columns), rows)


def _row(eyes: Eyes, fighter: Fighter) -> tuple[object, ...]:
    act, shown = fighter.act, say("view.hidden_act")
    if act is not None and eyes.knows_act(fighter):
        span = say("view.span", start=act.start, end=act.end)
        shown = say("view.doing", act=act_label(act), span=span)
    numbers = eyes.knows_numbers(fighter)
    return (
        eyes.state.called(fighter.id),
        shown if act is not None else "",
        _amount(fighter, "stamina", numbers=numbers),
        _amount(fighter, "will", numbers=numbers),
        _notes(eyes, fighter, numbers=numbers),
    )


def _amount(fighter: Fighter, resource: str, *, numbers: bool) -> object:
    """Numbers for who may know them, a word for the rest."""
    now, top = fighter.now(resource), fighter.maximum(resource)
    if numbers:
        return say("view.of", now=tidy(now), top=tidy(top))
    share = now / top if top else 0
    return say("view.cond_" + ("dead" if now <= 0 else "low" if share <= 1 / 3 else "hurt" if share < 1 else "full"))


def _notes(eyes: Eyes, fighter: Fighter, *, numbers: bool) -> object:
    battle = eyes.battle
    notes: list[object] = _lasting(eyes, fighter.id)
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


def _lasting(eyes: Eyes, who: str) -> list[object]:
    """What lies on a fighter for a while, in a word each."""
    found = eyes.state.bearer(who)
    if found is None or not eyes.knows_burden(who):
        return []
    lies = found.burden
    notes: list[object] = [buff.name for buff in lies.buffs]
    if lies.wards:
        notes.append(say("view.warded", count=len(lies.wards)))
    if lies.shields:
        notes.append(say("view.shield", shield=tidy(sum(shield.left for shield in lies.shields))))
    notes += [standing_said(thing, found.level) for thing in lies.standing]
    return notes


# Where everybody is


def whereabouts(eyes: Eyes) -> tuple[AnyPart, ...]:
    """The two zones, or the battle box from above."""
    battle, people = eyes.battle, eyes.seen()
    if battle.scene.kind == SceneKind.COMPLEX:
        return (_box(eyes),)
    parts: list[AnyPart] = []
    for zone in Zone:
        tags = tuple(Tag(eyes.state.called(f.id), f.side, out=f.dead) for f in people if f.zone == zone)
        if tags:
            parts.append(Tags(tags, term(str(zone))))
    if battle.scene.safe_capacity is not None:
        used = tidy(sum(f.size for f in battle.fighters if f.zone == Zone.SAFE and not f.dead))
        parts.append(Text(say("view.capacity", used=used, capacity=battle.scene.safe_capacity), "quiet"))
    return tuple(parts)


def _box(eyes: Eyes) -> Stage:
    """Cubes from above; the third coordinate is written beside the name."""
    people = eyes.seen()
    width = edge(int(max([8, *(f.pos[0] + 2 for f in people)])))
    height = edge(int(max([6, *(f.pos[1] + 2 for f in people if len(f.pos) > 1)])))
    pieces = tuple(_piece(eyes.state, f) for f in people)
    return Stage(width, height, pieces, unit=say("view.edge", edge=eyes.battle.scene.edge))


def _piece(state: State, fighter: Fighter) -> Piece:
    x, y, z = (*fighter.pos, 0, 0, 0)[:3]
    found = token(state, fighter)
    note = say("view.height", z=z) if z else found.note
    return Piece(Token(found.id, found.name, found.side, found.state, note), float(x), float(y))


def battle_card(eyes: Eyes) -> Card:
    """The whole battle as a card: time axis, who is due next, the table, where everybody is."""
    axis = timeline(eyes)
    due = Fact(say("view.due"), say("view.at_time", time=axis.next)) if axis.next is not None else None
    parts = (axis, fighter_rows(eyes), *whereabouts(eyes))
    return Card(say("view.now", time=eyes.battle.time), totals=(due,) if due else (), parts=parts)


def distance_card(state: State, *, one: str, other: str) -> Card:
    """How far two fighters are apart, or what the zones say."""
    battle = need_battle(state)
    a, b = need_fighter(battle, one), need_fighter(battle, other)
    title = say("view.between", one=state.called(one), other=state.called(other))
    if battle.scene.kind == SceneKind.COMPLEX:
        far = distance_of(a.pos, b.pos, edge=battle.scene.edge)
        return Card(title, totals=(Fact(term("distance"), say("view.far", distance=far)),))
    lines = tuple(
        say("view.zone_line", how=say(f"view.{how}"), answer=say(f"view.zone_{reason or 'free'}"))
        for how, contact in (("contact", True), ("no_contact", False))
        if (reason := zone_reason(battle.fighters, attacker=a, target=b, contact=contact)) is not None
    )
    return Card(title, lines=lines)
