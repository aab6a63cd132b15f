"""Scenes (战斗场景): danger and safe zone, the battle box, reach (FET-ZON, FET-BOX, FET-DST)."""

import math

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.content import skill_named, trait_named
from ludex.systems.fet.state import Act, Battle, Fighter, Place, Scene, State
from ludex.systems.fet.terms import HOSTILE, LANDING, Kind, Number, SceneKind, Zone, half_up, tidy


class ZoneCheck(msgspec.Struct, frozen=True):
    """What `zone_check` is given."""

    fighters: tuple[Fighter, ...] = ()
    attacker: str = ""
    target: str = ""
    contact: bool = True


class ZoneChecked(msgspec.Struct, frozen=True):
    """Whether the zones allow it; `reason` is empty if they do."""

    allowed: bool
    reason: str


@rule("FET-ZON-1", "FET-ZON-2")
async def zone_check(_state: State, given: ZoneCheck) -> ZoneChecked:
    """May this one attack that one, as the zones stand?"""
    fighters = tuple(with_side(f) for f in given.fighters)
    attacker, target = (next((f for f in fighters if f.id == who), None) for who in (given.attacker, given.target))
    if attacker is None or target is None:
        raise RuleError("unknown_fighter", clause="FET-ZON-1", who=given.target if attacker else given.attacker)
    reason = zone_reason(fighters, attacker=attacker, target=target, contact=given.contact)
    return ZoneChecked(not reason, reason)


def with_side(fighter: Fighter) -> Fighter:
    """A fighter without a side is a side of its own."""
    return fighter if fighter.side else replace(fighter, side=fighter.id)


def with_defaults(state: State, fighter: Fighter) -> Fighter:
    """A fighter with the defaults that depend on others: a side of its own, full resources, nothing begun, skills and traits as data."""
    return replace(
        with_side(fighter),
        stamina_max=fighter.maximum("stamina") or fighter.stamina_max,
        will_max=fighter.maximum("will") or fighter.will_max,
        act=None,
        skills=tuple(skill_named(skill, state) for skill in fighter.skills),
        traits=tuple(trait_named(trait, state) for trait in fighter.traits),
    )


def zone_reason(fighters: tuple[Fighter, ...], *, attacker: Fighter, target: Fighter, contact: bool) -> str:
    """Why the zones forbid it, in the order of the rules; empty if they do not (Ruling FET-E-25)."""
    in_danger = [f for f in fighters if f.zone == Zone.DANGER and not f.dead and f.id != target.id]
    if contact and attacker.zone == Zone.SAFE:  # FET-ZON-4
        return "contact_from_safe_zone"
    if target.zone != Zone.SAFE or target.id == attacker.id:  # FET-ZON-2
        return ""
    if any(f.side == target.side for f in in_danger):  # FET-ZON-5
        return "allies_in_danger_zone"
    if attacker.zone == Zone.DANGER and any(f.side != attacker.side for f in in_danger):  # FET-ZON-3
        return "enemies_in_danger_zone"
    return ""


class SafeZone(msgspec.Struct, frozen=True):
    """What `safe_zone` is given."""

    capacity: Number
    sizes: tuple[Number, ...] = ()


class SafeZoneFilled(msgspec.Struct, frozen=True):
    """How full the safe zone is."""

    used: Number
    left: Number
    fits: bool


@rule("FET-ZON-6")
async def safe_zone(_state: State, given: SafeZone) -> SafeZoneFilled:
    """Do these sizes fit into the safe zone?"""
    used = tidy(sum(given.sizes))
    return SafeZoneFilled(used, tidy(given.capacity - used), used <= given.capacity)


@rule("FET-ZON-6")
def fits(scene: Scene, inside: tuple[Fighter, ...], *, more: Fighter | None = None) -> bool:
    """Whether the living inside (and one more) keep to the safe zone's capacity."""
    if scene.kind != SceneKind.GENERAL or scene.safe_capacity is None:
        return True
    people = [f for f in inside if f.zone == Zone.SAFE and not f.dead]
    if more is not None and more.id not in [f.id for f in people]:
        people.append(more)
    return tidy(sum(f.size for f in people)) <= scene.safe_capacity


class Distance(msgspec.Struct, frozen=True):
    """What `distance` is given: two cubes, the edge in D, and what is to reach that far."""

    start: Place = msgspec.field(name="from")
    to: Place
    edge: Number = 1
    range: Number | None = None
    impact: Number | None = None


class DistanceFound(msgspec.Struct, frozen=True):
    """How far it is, and whether a weapon's range or a move gets there."""

    distance: Number
    in_range: bool | None = None
    reached: bool | None = None


@rule("FET-BOX-1", "FET-BOX-2")
async def distance(_state: State, given: Distance) -> DistanceFound:
    """The straight line between two cubes."""
    check_edge(given.edge)
    far = distance_of(given.start, given.to, edge=given.edge)
    return DistanceFound(
        far,
        None if given.range is None else far <= given.range,
        None if given.impact is None else far <= given.impact,
    )


def check_edge(edge: Number) -> None:
    """Cubes need an edge."""
    if edge <= 0:
        raise RuleError("bad_edge", clause="FET-BOX-1", edge=edge)


@rule("FET-BOX-1")
def distance_of(start: Place, to: Place, *, edge: Number) -> Number:
    """Edge x straight line in three dimensions, to one place (Ruling FET-E-26)."""
    width = max(len(start), len(to))
    a, b = ((*place, *(0,) * (width - len(place))) for place in (start, to))
    return half_up(edge * math.dist(a, b), 1)


# Where an act reaches


@rule("FET-ZON-7")
def is_hostile(act: Act) -> bool:
    """Whether zones and hiding protect from it: attacks, shots, controls, debuffs, interrupts, and skills that land so."""
    if act.kind != Kind.SKILL or act.skill is None:
        return act.kind in HOSTILE
    return any(e.kind in LANDING and e.target != "self" for e in act.skill.effects)


@rule("FET-ZON-7", "FET-ZON-4")
def zone_blocks(battle: Battle, actor: Fighter, *, act: Act, target: Fighter | None) -> str:
    """Why the zones forbid this act; empty in the battle box."""
    if battle.scene.kind != SceneKind.GENERAL:
        return ""
    if target is not None and is_hostile(act):
        return zone_reason(battle.fighters, attacker=actor, target=target, contact=act.contact)
    return "contact_from_safe_zone" if act.contact and actor.zone == Zone.SAFE else ""


@rule("FET-BOX-2", "FET-WEP-1")
def reach(battle: Battle, actor: Fighter, *, act: Act) -> Number | None:
    """How far the act hits in the battle box; None: as far as one sees."""
    scene = battle.scene
    if scene.kind != SceneKind.COMPLEX:
        return None
    weapon = actor.weapons.get(act.weapon)
    if act.kind == Kind.SHOOT:
        return weapon.range if weapon else None
    if act.kind != Kind.ATTACK or not (act.contact or weapon):
        return None
    bare = scene.edge if scene.unarmed_reach is None else scene.unarmed_reach
    return max(bare, weapon.range or 0) if weapon else bare  # Ruling FET-E-41: never less than bare hands


@rule("FET-DST-2", "FET-ZON-7", "FET-SKX-12")
def misses(battle: Battle, actor: Fighter, *, act: Act, target: Fighter, far: Number | None) -> bool:
    """Whether the act does not find this target now: not seen, behind a barrier, safe by now (Ruling FET-E-40), or farther than `far`."""
    if target.id == actor.id:
        return False
    if target.unseen_at(battle.time) and is_hostile(act):
        return True
    if battle.walled(actor.id, target.id):
        return True
    if zone_blocks(battle, actor, act=act, target=target):
        return True
    return far is not None and distance_of(actor.pos, target.pos, edge=battle.scene.edge) > far


@rule("FET-BOX-2", "FET-ZON-7")
def arrives(scene: Scene, mover: Fighter, *, act: Act, amount: Number, inside: tuple[Fighter, ...]) -> bool:
    """Whether a move still reaches its cube, or still fits into the safe zone."""
    if scene.kind == SceneKind.COMPLEX and act.to is not None:
        return distance_of(mover.pos, act.to, edge=scene.edge) <= amount
    if scene.kind == SceneKind.GENERAL and act.to_zone == Zone.SAFE:
        return fits(scene, inside, more=mover)
    return True
