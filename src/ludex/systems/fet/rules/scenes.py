"""Scenes (战斗场景; FET-ZON, FET-BOX, FET-DST): danger and safe zone, the battle box, reach; at whom an act is aimed, and whether that may be (FET-ACT-1)."""

import math

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fet.content import skill_named, trait_named
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.clock import related
from ludex.systems.fet.sheet import Skill, SkillEffect
from ludex.systems.fet.state import Act, Battle, Fighter, Place, Scene, State, check_battle, check_fighter
from ludex.systems.fet.terms import (
    AIMED,
    HOSTILE,
    LANDING,
    ONE_TARGET,
    EffectSort,
    Kind,
    Number,
    SceneKind,
    Zone,
    half_up,
    tidy,
)


class ZoneCheck(msgspec.Struct, frozen=True):
    fighters: tuple[Fighter, ...] = ()
    attacker: str = ""
    target: str = ""
    contact: bool = True


class ZoneChecked(msgspec.Struct, frozen=True):
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
    capacity: Number
    sizes: tuple[Number, ...] = ()


class SafeZoneFilled(msgspec.Struct, frozen=True):
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
    distance: Number
    in_range: bool | None = None
    reached: bool | None = None


@rule("FET-BOX-1", "FET-BOX-2")
async def distance(_state: State, given: Distance) -> DistanceFound:
    """The straight line between two cubes."""
    check_edge(given.edge)
    far = distance_of(given.start, given.to, edge=given.edge)
    return DistanceFound(
        far, None if given.range is None else far <= given.range, None if given.impact is None else far <= given.impact
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


UNSEEN, SAFE, FAR = "unseen", "safe", "far"
"""Why an act does not find somebody: not seen or behind a barrier, covered by the zones, too far away."""


@rule("FET-DST-2", "FET-ZON-7", "FET-SKX-12")
def why_missed(battle: Battle, actor: Fighter, *, act: Act, target: Fighter, far: Number | None) -> str:
    """Why the act does not find this target now (Ruling FET-E-40), farther than `far` for one; empty where it does."""
    if target.id == actor.id:
        return ""
    if (target.unseen_at(battle.time) and is_hostile(act)) or battle.walled(actor.id, target.id):
        return UNSEEN
    if zone_blocks(battle, actor, act=act, target=target):
        return SAFE
    return FAR if far is not None and distance_of(actor.pos, target.pos, edge=battle.scene.edge) > far else ""


def beside(here: Place, goal: Place, *, turn: int = 1) -> Place:
    """The cube beside a goal that lies on the way there; `turn`: which of equal ways is taken."""
    start, end = ((*place, 0, 0, 0)[:3] for place in (here, goal))
    gaps = [there - now for there, now in zip(end, start, strict=True)]
    longest = max(range(len(gaps)), key=lambda axis: (abs(gaps[axis]), turn * axis))
    return tuple(tidy(n - math.copysign(1, gaps[axis])) if axis == longest else n for axis, n in enumerate(end))


@rule("FET-SKX-1", "FET-BOX-2")
def rushed(battle: Battle, mover: Fighter, *, act: Act, amount: Number) -> Place | None:
    """Where a skill leads that moves one at a target and names no cube (冲刺): beside it, or as near as its distance gets (ours)."""
    target = battle.find(act.targets[0]) if len(act.targets) == 1 else None
    edge = battle.scene.edge
    if battle.scene.kind != SceneKind.COMPLEX or act.skill is None or act.to is not None or target is None:
        return act.to
    if distance_of(mover.pos, target.pos, edge=edge) <= edge:  # it stands there already
        return None
    goal, here = beside(mover.pos, target.pos), (*mover.pos, 0, 0, 0)[:3]
    part = min(1.0, amount / (distance_of(here, goal, edge=edge) or 1))
    return tuple(tidy(now + math.trunc((there - now) * part)) for there, now in zip(goal, here, strict=True))


@rule("FET-BOX-2", "FET-ZON-7")
def arrives(scene: Scene, mover: Fighter, *, act: Act, amount: Number, inside: tuple[Fighter, ...]) -> bool:
    """Whether a move still reaches its cube, or still fits into the safe zone."""
    if scene.kind == SceneKind.COMPLEX and act.to is not None:
        return distance_of(mover.pos, act.to, edge=scene.edge) <= amount
    if scene.kind == SceneKind.GENERAL and act.to_zone == Zone.SAFE:
        return fits(scene, inside, more=mover)
    return True


SINGLE = ("one", "source")
"""Targets of a skill's effect that somebody must be named for."""


@rule("FET-ACT-1", "FET-ZON-7")
def check_targets(
    battle: Battle, fighter: Fighter, *, act: Act, named: str | tuple[str, ...] | None, several: str = "one"
) -> tuple[str, ...]:
    """The targets of an act: as many as it needs and may have, alive, and not covered by the zones."""
    targets = (named,) if isinstance(named, str) else named or ()
    if not targets and (act.kind in AIMED if act.skill is None else needs_target(act.skill)):
        raise RuleError("target_required", clause="FET-ACT-1", kind=act.kind)
    people = [check_fighter(battle, who) for who in targets]
    if len(set(targets)) < len(targets) or any(f.dead for f in people):
        dead = any(f.dead for f in people)
        why = say("view.aim_dead" if dead else "view.aim_twice")
        raise RuleError("bad_target", clause="FET-DTH-1" if dead else "FET-ACT-1", targets=list(targets), why=why)
    if len(targets) > 1 and _only_one(act, several):
        raise RuleError("one_target", clause="FET-ACT-1", targets=list(targets))
    for target in (*people,) or (None,):
        if target is not None and target.unseen_at(battle.time):  # FET-LIV-43: it is missed when the act is settled
            continue
        if reason := zone_blocks(_in_sight(battle, fighter), fighter, act=act, target=target):
            raise RuleError("zone_blocked", clause="FET-ZON-7", reason=say(f"view.zone_{reason}"))
    return targets


@rule("FET-LIV-43")
def _in_sight(battle: Battle, fighter: Fighter) -> Battle:
    """The battle as somebody sees it: the hidden of other sides count in no refusal, but when it is settled."""
    there = tuple(f for f in battle.fighters if f.side == fighter.side or not f.unseen_at(battle.time))
    return replace(battle, fighters=there)


def needs_target(skill: Skill) -> bool:
    """Skills with an effect on one that happens at the settlement (公理之锤 needs none)."""
    return any(effect.target in SINGLE and not along(effect) for effect in skill.effects)


def along(effect: SkillEffect) -> bool:
    """Damage that comes with several later attacks, each of which has its own target."""
    return effect.kind == EffectSort.DAMAGE and effect.times > 1


@rule("FET-ACT-1")
def _only_one(act: Act, several: str) -> bool:
    """One act has one effect: controls and interrupts exactly one target, plain acts too unless the GM rules otherwise (Ruling FET-E-44)."""
    if act.skill is None:
        return act.kind in ONE_TARGET or (several == "one" and act.kind in AIMED)
    return any(effect.kind in (EffectSort.CONTROL, EffectSort.INTERRUPT) for effect in act.skill.effects)


@rule("FET-CTL-1")
def check_resist(act: Act) -> None:
    """A plain control names what its target resists with."""
    if act.kind == Kind.CONTROL and act.resist not in related(Options()):
        raise RuleError("resist_required", clause="FET-CTL-1", resist=act.resist)


@rule("FET-CTL-2")
def check_resistible(battle: Battle, act: Act) -> None:
    """A control needs a target that can resist at all: with a value of 0 it would never end."""
    resists = [act.resist] if act.kind == Kind.CONTROL else []
    if act.skill is not None:
        resists = [e.resist or "" for e in act.skill.effects if e.kind == EffectSort.CONTROL]
    for who in act.targets:
        for resist in resists:
            if check_fighter(battle, who).values.get(resist, 0) <= 0:
                raise RuleError("attribute_zero", clause="FET-CTL-2", who=who, attribute=resist)


@rule("FET-BOX-2", "FET-ZON-6")
def check_way(battle: Battle, fighter: Fighter, *, act: Act) -> None:
    """A move (or a skill that moves) must reach its cube or fit into the safe zone."""
    shares = [e.share for e in act.skill.effects if e.kind == EffectSort.MOVE] if act.skill else []
    if act.kind != Kind.MOVE and not shares:
        return
    impact = tidy(act.impact * shares[0]) if shares else act.impact
    if battle.scene.kind == SceneKind.COMPLEX and act.to is not None:
        far = distance_of(fighter.pos, act.to, edge=battle.scene.edge)
        if far > impact:
            raise RuleError("too_far", clause="FET-BOX-2", distance=far, impact=impact)
    if act.to_zone == Zone.SAFE and not fits(battle.scene, _in_sight(battle, fighter).fighters, more=fighter):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=battle.scene.safe_capacity)


@rule("FET-BOX-1")
def far(state: State, a: tuple[int, int], b: tuple[int, int]) -> Label:
    """The straight line between two cubes of the same height."""
    return say("view.far", distance=distance_of(a, b, edge=check_battle(state).scene.edge))
