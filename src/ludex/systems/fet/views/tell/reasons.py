"""Why nothing, or less than it brings, came of an act, as far as the reader may know it: everything here is read off what the reader sees."""

from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.events.rows import Row
from ludex.systems.fet.events.telling import Settled
from ludex.systems.fet.rules.scenes import distance_of, fits, reach, zone_blocks
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Effect as Does, Kind, Number, Outcome, SceneKind, tidy

_OF_KINDS = {Kind.HEAL: "none_heal", Kind.INTERRUPT: "none_interrupt"}


@rule("FET-LIV-10")
def reason(before: State, after: State, row: Row) -> Say | None:
    """Why an act missed, or had nothing to do, by what the reader knew and knows."""
    if row.outcome == Outcome.MISSED:
        return _missed(before, after, row)
    return _nothing(after, row) if row.outcome == Outcome.NONE else None


@rule("FET-LIV-10", "FET-SKX-11")
def _nothing(after: State, row: Row) -> Say | None:
    """Why nothing came of an act; of somebody who is still there, that it has no mind, where the reader knows it for a double."""
    if row.effect == Does.HEAL:
        return say("told.none_heal")
    if row.kind in _OF_KINDS:
        return say(f"told.{_OF_KINDS[Kind(row.kind)]}")
    if Kind.MOVE in (row.kind, row.effect):
        return _not_moved(after, row.who)
    there = after.fighter(row.target) if row.target else None
    if there is None or there.dead:
        return say("told.none_target")
    return say("told.none_mindless") if there.double_of and not there.shown else None


@rule("FET-ZON-7", "FET-BOX-2", "FET-LIV-43")
def _not_moved(after: State, who: str) -> Say | None:
    """Why somebody stayed where it was: no room, as far as the reader sees who is there, or too far."""
    battle, mover = after.battle, after.fighter(who)
    if battle is None or mover is None or battle.scene.kind != SceneKind.GENERAL:
        return say("told.none_reach")
    return None if fits(battle.scene, battle.fighters, more=mover) else say("told.none_room")


@rule("FET-ZON-7", "FET-BOX-2", "FET-LIV-43")
def _missed(before: State, after: State, row: Row) -> Say | None:
    """Why somebody who was seen was not hit: covered by the zones, or too far away. Why one was not seen is not told."""
    battle, target = before.battle, before.fighter(row.target or "")
    actor = None if row.who in after.veiled else before.fighter(row.who)
    if battle is None or target is None or actor is None or actor.act is None:
        return None
    if before.dark or target.unseen_at(battle.time) or battle.walled(actor.id, target.id):
        return None
    if zone_blocks(battle, actor, act=actor.act, target=target):
        return say("told.missed_safe")
    far = reach(battle, actor, act=actor.act)
    away = distance_of(actor.pos, target.pos, edge=battle.scene.edge)
    return say("told.missed_far", distance=away) if far is not None and away > far else None


@rule("FET-STA-2")
def came_of(row: Row, moment: Settled, *, known: bool) -> Number:
    """What an act brings; of a healing what came of it, where nothing else has changed the resource and its numbers are known (Ruling FET-E-58)."""
    who = row.target or row.who
    if row.outcome != Outcome.HEALED or row.swayed or not known:
        return row.final
    rows = [one for one in moment.settled if (one.target or one.who) == who and one.resource == row.resource]
    gained = sum(tidy(one.now - one.was) for one in moment.moved if (one.who, one.what) == (who, row.resource))
    return gained if rows == [row] and 0 <= gained < row.final else row.final


@rule("FET-LIV-33")
def used_up(row: Row) -> str:
    """How it is said of a defence that nothing is left of it: nobody has interrupted it."""
    ways: dict[str, str] = {Kind.DEFEND: "broken_through", Kind.PARRY: "used_up", Kind.DODGE: "used_up"}
    return ways.get(row.kind, "") if row.outcome == Outcome.BROKEN else ""


@rule("FET-LIV-33")
def broken_off(name: Label, who: str, moment: Settled) -> Say:
    """An act was broken off; of a shield one says that it was broken through, of another defence that nobody interrupted that it is used up."""
    kind = next((past.kind for past in moment.past if past.who == who), "")
    if kind == Kind.DEFEND:
        return say("told.shield_broken", who=name)
    hit = any(row.target == who and row.outcome == Outcome.INTERRUPTED for row in moment.settled)
    if kind in (Kind.PARRY, Kind.DODGE) and not hit:
        return say("told.defence_spent", who=name, what=term(kind))
    return say("told.broken", who=name)
