"""Letting somebody act on its own: a plain deed for the holder of the initiative, for minions that nobody wants to play.

It only chooses; the rules judge the deed like any other. Strike whoever is in range and nearest to falling, else go for the
nearest foe, else wait.
"""

from ludex.core.command import Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import reading
from ludex.systems.boon.rules import battlefield
from ludex.systems.boon.rules.clock import pickable
from ludex.systems.boon.rules.moving import Stretch, path_cost
from ludex.systems.boon.rules.weapons import kind_of, reach_of
from ludex.systems.boon.sheet import Character, Item, Number, Position
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action


def act(asked: Asked) -> Do:
    """The next thing: settle the round, pick somebody, or a plain deed of the holder."""
    reading.check_fighting(asked)
    state: State = asked.state
    if state.clock.round_over:
        return Do("end_round", {})
    minions = [w for w in pickable(state, state.clock.choosing) if not state.is_player(state.character(w))]
    if minions and asked.gm:
        return Do("pick_actor", {"actor": minions[0]})
    reading.check_held(state)
    actor = reading.acting(asked)
    if state.is_player(actor) and asked.gm and actor.id != asked.actor:
        raise RuleError("players_turn", who=actor.called)
    return deed(state, actor)


def deed(state: State, actor: Character) -> Do:
    """A strike, a step or a pass."""
    foes = [c for c in state.combatants if c.side != actor.side and c.active and not c.hidden]
    within = [(foe, weapon, yards) for foe in foes for weapon, yards in reaching(actor, foe)]
    given = {"actor": actor.id, "action": Action.PASS}
    if within:
        foe, weapon, yards = min(within, key=lambda found: (found[0].health - found[0].damage, found[2]))
        given = {"actor": actor.id, "action": Action.ATTACK, "target": foe.id, "weapon": weapon.id}
        return Do("act", {**given, "distance": yards})
    if unready := next((i for i in actor.items if i.reload and not i.loaded and i.ammo != 0), None):
        return Do("act", {**given, "action": Action.USE_ITEM, "item": unready.id, "use": "reload"})
    if to := step_towards(state, actor, foes):
        path = battlefield.path(state, actor.position, to)
        return Do("act", {**given, "action": Action.MOVE, "path": path, "to": to})
    if not state.options.allow_pass:
        raise RuleError("pass_not_allowed", clause="BOO-RND-13", who=actor.called)
    return Do("act", given)


def reaching(actor: Character, foe: Character) -> list[tuple[Item, Number]]:
    """What the actor could strike this foe with, and from how far; the largest dice first."""
    apart = battlefield.distance(actor.position, foe.position)
    yards = 1 if apart is None else apart
    arms = [actor.unarmed, *(i for i in actor.items if i.arms and i.in_hand and not i.broken and i.die)]
    ready = [i for i in arms if i.ready]
    ready.sort(key=lambda i: -(i.die or 0))
    return [(i, yards) for i in ready if yards <= reach_of(actor, i, kind_of(actor, i, distance=yards, stated=""))]


def step_towards(state: State, actor: Character, foes: list[Character]) -> Position | None:
    """The farthest free square on the straight way to the nearest foe that Speed pays for."""
    places = [
        (yards, c.position) for c in foes if (yards := battlefield.distance(actor.position, c.position)) is not None
    ]
    goal = min(places, default=(0, None))[1]
    if actor.position is None or goal is None:
        return None
    taken = {c.position for c in state.combatants} | {t.position for t in state.objects}
    squares = [s for s in battlefield.way(actor.position, goal) if s not in taken]
    paid = [s for s in squares if path_cost(_stretches(state, actor.position, s)) <= actor.speed]
    return paid[-1] if paid else None


def _stretches(state: State, start: Position, end: Position) -> tuple[Stretch, ...]:
    return tuple(Stretch(**step) for step in battlefield.path(state, start, end))


AUTOPILOT = (Command(("代行", "act"), act, example=".代行"),)
