"""Why nothing came of an act, as far as the reader may know it: everything here is read off what the reader sees."""

from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.systems.fet.rules.moment import Row
from ludex.systems.fet.rules.scenes import distance_of, fits, reach, zone_blocks
from ludex.systems.fet.terms import Effect as Does, Kind, Outcome, SceneKind

_OF_KINDS = {Kind.HEAL: "none_heal", Kind.INTERRUPT: "none_interrupt"}


@rule("FET-LIV-10")
def reason(told: Told, row: Row) -> Say | None:
    """Why an act missed, or had nothing to do."""
    if row.outcome == Outcome.MISSED:
        return _missed(told, row)
    return _nothing(told, row) if row.outcome == Outcome.NONE else None


@rule("FET-LIV-10", "FET-SKX-11")
def _nothing(told: Told, row: Row) -> Say | None:
    """Why nothing came of an act; of somebody who is still there, that it has no mind, where the reader knows it for a double."""
    if row.effect == Does.HEAL:
        return say("told.none_heal")
    if row.kind in _OF_KINDS:
        return say(f"told.{_OF_KINDS[Kind(row.kind)]}")
    if Kind.MOVE in (row.kind, row.effect):
        return _not_moved(told, row.who)
    there = told.after.fighter(row.target) if row.target else None
    if there is None or there.dead:
        return say("told.none_target")
    return say("told.none_mindless") if there.double_of and not there.shown else None


@rule("FET-ZON-7", "FET-BOX-2", "FET-LIV-43")
def _not_moved(told: Told, who: str) -> Say | None:
    """Why somebody stayed where it was: no room, as far as the reader sees who is there, or too far."""
    battle, mover = told.after.battle, told.after.fighter(who)
    if battle is None or mover is None or battle.scene.kind != SceneKind.GENERAL:
        return say("told.none_reach")
    return None if fits(battle.scene, battle.fighters, more=mover) else say("told.none_room")


@rule("FET-ZON-7", "FET-BOX-2", "FET-LIV-43")
def _missed(told: Told, row: Row) -> Say | None:
    """Why somebody who was seen was not hit: covered by the zones, or too far away. Why one was not seen is not told."""
    battle, target = told.before.battle, told.before.fighter(row.target or "")
    actor = None if row.who in told.after.veiled else told.before.fighter(row.who)
    if battle is None or target is None or actor is None or actor.act is None:
        return None
    if told.before.dark or target.unseen_at(battle.time) or battle.walled(actor.id, target.id):
        return None
    if zone_blocks(battle, actor, act=actor.act, target=target):
        return say("told.missed_safe")
    far = reach(battle, actor, act=actor.act)
    away = distance_of(actor.pos, target.pos, edge=battle.scene.edge)
    return say("told.missed_far", distance=away) if far is not None and away > far else None
