"""What a deed draws on the map: the way of a move, the squares of an area (BOO-LIV-28, BOO-LIV-32), what screens its target."""

import msgspec

from ludex.core.deeds import Asked, Do
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.core.tracing import Trace
from ludex.systems.boon.events import Moved
from ludex.systems.boon.rules import moving, sight
from ludex.systems.boon.rules.actions import Aimed, sight_edges
from ludex.systems.boon.rules.attacks import Attack, HitTest
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.moving import Move
from ludex.systems.boon.rules.weapons import attack_kind, flies
from ludex.systems.boon.rules.windows import listeners
from ludex.systems.boon.sheet import Position
from ludex.systems.boon.state import State

HEARD = ("moved", "entered")
"""Events of a walk that somebody may listen to."""


def far(_state: State, a: Position, b: Position) -> Label:
    return say("view.yards", yards=sight.distance(a, b))


@rule("BOO-LIV-28", "BOO-LIV-32")
def trace(asked: Asked, do: Do) -> Trace | None:
    """The way of a move with its cost, or the area of a spell with those in it."""
    state: State = asked.state
    match do.given:
        case Move(to=to) if to is not None:
            return _walked(state, do.given, to)
        case Cast(actor=who, spell=name, point=point) if point is not None:
            actor = state.find(who)
            spell = actor.spell(name) if actor else None
            if actor is None or actor.position is None or spell is None:
                return None
            hits = sight.in_area(state, actor.position, point, spell)
            return Trace(area=sight.squares(state, actor.position, point, spell), hits=hits)
    return None


def _walked(state: State, given: Move, to: Position) -> Trace:
    """The squares of a move, its yards against Speed, and who listens to one who leaves or comes."""
    actor = state.character(given.actor)
    cost, speed = moving.path_cost(given.path), moving.speed_of(state, actor)
    moving.check_speed(cost, speed)
    moving.check_nearer(state, actor, to)
    there = Moved(actor.id, to).apply(state)
    reacts = (listeners(one, *HEARD, doer=actor.id) for one in (state, there))
    return Trace(
        way=tuple(given.squares),
        cost=say("view.yards", yards=moving.in_yards(cost)),
        left=say("view.yards", yards=moving.in_yards(speed - cost)),
        reacts=tuple(dict.fromkeys(who for found in reacts for who in found)),
    )


@rule("BOO-LIV-29", "BOO-LIV-35")
def grounds(state: State, given: msgspec.Struct) -> tuple[Say, ...]:
    """That a weapon would be thrown, and the banes of cover, gloom or a guess by name, as the card of the deed will name them."""
    if not isinstance(given, Aimed):
        return ()
    edges = tuple(say("told.odds_edge", what=edge.label, banes=-edge.value) for edge in sight_edges(given))
    actor = state.find(given.actor) if isinstance(given, Attack | HitTest) else None
    weapon = actor.weapon(given.weapon) if actor and isinstance(given, Attack | HitTest) else None
    if actor is None or weapon is None:
        return edges
    kind = attack_kind(actor, weapon, distance=given.far, stated=getattr(given, "attack_kind", ""))
    return (*((say("told.odds_thrown", item=weapon.called),) if flies(weapon, kind) else ()), *edges)
