"""What a deed draws on the map: the way of a move, the squares of an area (BOO-LIV-28, BOO-LIV-32), what screens its target."""

import msgspec

from ludex.core.deeds import Asked, Do
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.core.tracing import Trace
from ludex.systems.boon.events import Moved
from ludex.systems.boon.fold import fold
from ludex.systems.boon.rules import areas, moving, sight
from ludex.systems.boon.rules.actions import Aimed, sight_edges
from ludex.systems.boon.rules.moving import Move
from ludex.systems.boon.rules.weapons import attack_kind, flies
from ludex.systems.boon.rules.windows import listeners
from ludex.systems.boon.sheet import Position
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action

HEARD = ("moved", "entered")
"""Events of a walk that somebody may listen to."""


def far(_state: State, a: Position, b: Position) -> Label:
    """Yards between two squares."""
    return say("view.yards", yards=sight.distance(a, b))


def trace(asked: Asked, do: Do) -> Trace | None:
    """The way of a move with its cost, or an area with those in it."""
    state: State = asked.state
    given = do.given if isinstance(do.given, dict) else msgspec.structs.asdict(do.given)
    action = given.get("action", do.procedure)
    if action == Action.MOVE and given.get("to") is not None:
        return _walked(state, Move(**{name: given[name] for name in ("actor", "path", "to", "squares")}), given["to"])
    point = given.get("point") if action == Action.CAST else None
    actor = state.find(given.get("actor", ""))
    spell = actor.spell(given.get("spell", "")) if actor else None
    if point is None or actor is None or actor.position is None or spell is None:
        return None
    hits = areas.covered(state, actor.position, point, spell)
    return Trace(area=areas.squares(state, actor.position, point, spell), hits=hits)


def _walked(state: State, given: Move, to: Position) -> Trace:
    """The squares of a move, its yards against Speed, and who listens to one who leaves or comes."""
    actor = state.character(given.actor)
    cost, speed = moving.path_cost(given.path), moving.speed_of(state, actor)
    moving.check_speed(cost, speed)
    moving.check_nearer(state, actor, to)
    there = fold(state, Moved(actor.id, to))
    reacts = (listeners(one, *HEARD, doer=actor.id) for one in (state, there))
    return Trace(
        way=tuple(given.squares),
        cost=say("view.yards", yards=moving.in_yards(cost)),
        left=say("view.yards", yards=moving.in_yards(speed - cost)),
        reacts=tuple(dict.fromkeys(who for found in reacts for who in found)),
    )


@rule("BOO-LIV-29")
def grounds(state: State, given: msgspec.Struct) -> tuple[Say, ...]:
    """That a weapon would be thrown, and the banes of cover, gloom or a guess by name, as the card of the deed will name them."""
    if not isinstance(given, Aimed):
        return ()
    return _thrown(state, given) + tuple(
        say("told.odds_edge", what=edge.label, banes=-edge.value) for edge in sight_edges(given)
    )


@rule("BOO-LIV-35")
def _thrown(state: State, given: Aimed) -> tuple[Say, ...]:
    """That a weapon would leave the hand."""
    actor = state.find(getattr(given, "actor", ""))
    weapon = actor.weapon(getattr(given, "weapon", "")) if actor else None
    if actor is None or weapon is None or getattr(given, "action", Action.ATTACK) != Action.ATTACK:
        return ()
    kind = attack_kind(actor, weapon, distance=given.distance, stated=getattr(given, "attack_kind", ""))
    return (say("told.odds_thrown", item=weapon.called),) if flies(weapon, kind) else ()
