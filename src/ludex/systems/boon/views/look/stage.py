"""The battlefield as one viewer sees it: who and what stands and lies where, the ground, and where somebody can go; and how each stands in the round."""

from ludex.core.deeds import Offer, deed
from ludex.core.principals import Viewer, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.view import Area, Piece, Section, Stage, Token, edge
from ludex.systems.boon.kinds.offers import can_act
from ludex.systems.boon.rules.battlefield import free_squares, ways
from ludex.systems.boon.rules.moving import speed_of
from ludex.systems.boon.sheet import Character, Position
from ludex.systems.boon.state import Ground, State, Thing
from ludex.systems.boon.terms import GONE, Status
from ludex.systems.boon.views.deeds import ap

DRAWN = {"mist": "haze", "fog": "murk"}
"""Ground that is drawn by another word than its own: weather hides no part of the map from those who look at it."""


def token(state: State, who: Character) -> Token:
    """Somebody as a token, on the map and in the thread."""
    note = say("view.ap_of", ap=who.ap, top=who.ap_max)
    return Token(who.id, who.called, side_of(state, who), _standing_of(state, who), note)


def side_of(state: State, who: Character) -> str:
    """Whose somebody is, as a colour."""
    return "pc" if state.is_player(who) else "foe"


def _standing_of(state: State, who: Character) -> str:
    if not who.active:
        return "dead" if who.status is Status.DEAD else "out" if who.status in GONE else "down"
    if state.clock.holder == who.id:
        return "holder"
    if who.id in state.clock.passed:
        return "waiting"
    if state.clock.running and not can_act(state, who):
        return "spent"
    return "hidden" if who.hidden else "ready"


def stage(state: State, viewer: Viewer) -> tuple[Section, ...]:
    persons = (*_on_the_ground(state), *(_piece(state, viewer, c) for c in state.combatants if c.position))
    things = tuple(_thing(state, viewer, t, t.position) for t in state.objects if t.position)
    if not persons and not things and not state.ground and not state.laid:
        return ()
    width, height = state.field
    areas = (
        *(Area(g.cells, DRAWN.get(g.kind, g.kind), _ground(g), secret=g.secret) for g in state.ground),
        *_reach(state, viewer),
    )
    drawn = Stage(edge(width), edge(height), persons + things, areas, move="drag", unit=say("view.yard"))
    return (Section("stage", say("view.stage"), (drawn,)),)


@rule("BOO-LIV-35")
def _on_the_ground(state: State) -> tuple[Piece, ...]:
    """What was thrown or dropped, where it lies."""
    lying = ((c, i, i.lies) for c in state.combatants for i in c.items if i.lies)
    note = say("view.lying")
    return tuple(Piece(Token(f"{c.id}:{i.id}", i.called, "object", "out", note), *at) for c, i, at in lying)


def _ground(ground: Ground) -> Say:
    """What ground is called; that players do not see it, where they do not."""
    name = say(f"view.ground_{ground.kind}")
    return say("view.ground_unseen", ground=name) if ground.secret else name


@rule("BOO-MOV-1", "BOO-LIV-28")
def _reach(state: State, viewer: Viewer) -> tuple[Area, ...]:
    """The squares to which the holder can walk with one action, for who plays it, if it stands on the map."""
    holder = state.find(state.clock.holder)
    if holder is None or holder.position is None or not (viewer.gm or holder.id in viewer.controls):
        return ()
    speed, free = speed_of(state, holder), free_squares(state, holder)
    cells = tuple(at for at, (cost, _) in ways(state, holder).items() if 0 < cost <= speed and at in free)
    return (Area(cells, "reach", say("view.reach")),)


def _piece(state: State, viewer: Viewer, who: Character) -> Piece:
    """A token on its square; touching a foe is attacking it, touching a friend is looking at its sheet."""
    x, y = who.position or (0, 0)
    striker = _striker(state, viewer)
    if striker is not None and striker.side != who.side:
        touched = _strike(striker, who.id, who.called)
    else:
        touched = deed("sheet", say("view.do_look", who=who.called), given={"who": who.id})
    return Piece(token(state, who), x, y, max(1.0, float(who.size)), deed=touched)


def _thing(state: State, viewer: Viewer, thing: Thing, at: Position) -> Piece:
    striker = _striker(state, viewer)
    touched = _strike(striker, thing.id, thing.called) if striker and not thing.destroyed else None
    return Piece(Token(thing.id, thing.called, "object", "destroyed" if thing.destroyed else ""), *at, deed=touched)


def _striker(state: State, viewer: Viewer) -> Character | None:
    """The holder of the initiative, for the viewer who acts for it."""
    holder = state.find(state.clock.holder)
    return holder if holder and (viewer.gm or holder.id in viewer.controls) else None


def _strike(striker: Character, target: str, called: str) -> Offer:
    return deed("atk", say("view.do_strike", who=called), of=actor(striker.id), given={"target": target}, cost=ap(1))
