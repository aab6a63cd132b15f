"""How an NPC decides and plays a turn: answers to questions, and a plain act for everybody who must declare.

No rule of the book: what is declared here obeys the rules like any other act.
"""

import math

import msgspec

from ludex.core.asks import Choose
from ludex.core.errors import RuleError
from ludex.core.principals import actor_of
from ludex.systems.fet.rules.declaring import CombatDeclare, declare
from ludex.systems.fet.rules.scenes import distance_of, zone_reason
from ludex.systems.fet.sheet import Weapon
from ludex.systems.fet.state import Battle, Fighter, Place, State, check_battle
from ludex.systems.fet.terms import SIX, Attribute, Kind, SceneKind, WeaponType, tidy, whole

EVEN = 50


def decide(state: State, ask: Choose) -> str | None:
    """A plain answer to each of the system's questions."""
    match ask.what.key:
        case "questions.result":  # the likelier of the two
            return "success" if int(ask.what.facts.get("rate", 0)) >= EVEN else "failure"
        case "questions.rp":
            return "rp:0"
        case "questions.eternity":
            return "let_be"
        case "questions.loss" | "questions.bear":
            return _fuller(state, actor_of(ask.who))
        case "questions.answer":  # where its price leaves one alive
            fighter = state.fighter(actor_of(ask.who))
            return "use" if fighter is not None and fighter.stamina > int(ask.what.facts["amount"]) else "pass"
        case _:
            return next((o.answer for o in ask.options if not o.open), None)


def _fuller(state: State, who: str) -> str:
    """The resource of which there is more."""
    fighter = state.fighter(who)
    return "will" if fighter is not None and fighter.will > fighter.stamina else "stamina"


SHARE = 3
"""A default blow takes about 20 / SHARE t: a third of what the attribute brings in 20 t."""

PAUSE = 5
"""How long somebody waits who can reach nobody."""


class CombatNpcs(msgspec.Struct, frozen=True):
    """What `combat_npcs` is given: who acts by default (none: every NPC that must declare)."""

    who: tuple[str, ...] = ()


class NpcsDeclared(msgspec.Struct, frozen=True):
    """Who has declared, and who must still."""

    declared: tuple[str, ...]
    waiting: tuple[str, ...]


async def combat_npcs(state: State, given: CombatNpcs) -> NpcsDeclared:
    """Declare a plain act for NPCs: shoot or strike the weakest enemy they can reach, reload, come closer, or wait."""
    due = [who for who in check_battle(state).waiting if who in (given.who or _npcs(state))]
    if not due:
        raise RuleError("nobody_waits", waiting=list(check_battle(state).waiting))
    for who in due:
        battle = check_battle(state)
        fighter = battle.find(who)
        if fighter is not None:
            _, state = await declare(state, default_act(battle, fighter))
    return NpcsDeclared(tuple(due), check_battle(state).waiting)


def _npcs(state: State) -> tuple[str, ...]:
    """Fighters that nobody plays: NPCs, and those without a sheet."""
    return tuple(who for who, found in state.people.items() if found.npc)


def default_act(battle: Battle, fighter: Fighter) -> CombatDeclare:
    """Shoot while there is something in the magazine, reload when it is empty, else strike, else come closer, else wait."""
    target = _prey(battle, fighter, contact=False)
    gun = next((w for w in fighter.weapons.values() if w.type == WeaponType.RANGED), None)
    if gun is not None and gun.magazine and not gun.rounds:
        return CombatDeclare(fighter.id, Kind.RELOAD, weapon=_named(fighter, gun))
    if gun is not None and target is not None:
        return CombatDeclare(fighter.id, Kind.SHOOT, target=target.id, weapon=_named(fighter, gun))
    return _blow(battle, fighter)


def _blow(battle: Battle, fighter: Fighter) -> CombatDeclare:
    best = max(SIX, key=lambda name: fighter.values.get(name, 0))
    target = _prey(battle, fighter, contact=True)
    if target is None and (move := _approach(battle, fighter)) is not None:
        return move
    if target is None or fighter.values.get(best, 0) <= 0:
        if fighter.id in battle.first_strike and fighter.id not in battle.openings:  # FET-FST-2: no waiting first
            return CombatDeclare(fighter.id, Kind.OTHER, attribute=best, impact=1)
        return CombatDeclare(fighter.id, Kind.WAIT, until=tidy(battle.time + PAUSE))
    blade = next((w for w in fighter.weapons.values() if w.type == WeaponType.MELEE), None)
    return CombatDeclare(
        fighter.id,
        Kind.ATTACK,
        attribute=best,
        impact=max(1, whole(fighter.values[best] / SHARE)),
        target=target.id,
        weapon=_named(fighter, blade) if blade else "",
    )


def _approach(battle: Battle, fighter: Fighter) -> CombatDeclare | None:
    """In the battle box: go to the cube beside the nearest enemy. Two who come at each other do not pass for ever."""
    enemies = _enemies(battle, fighter)
    if battle.scene.kind != SceneKind.COMPLEX or not enemies or fighter.values.get(Attribute.DEXTERITY, 0) <= 0:
        return None
    edge = battle.scene.edge
    enemy = min(enemies, key=lambda f: distance_of(fighter.pos, f.pos, edge=edge))
    goal = _full(enemy.pos)
    gaps = [there - here for there, here in zip(goal, _full(fighter.pos), strict=True)]
    turn = (
        1 if battle.fighters.index(fighter) > battle.fighters.index(enemy) else -1
    )  # of equal ways each takes another
    longest = max(range(len(gaps)), key=lambda axis: (abs(gaps[axis]), turn * axis))
    to = tuple(n - math.copysign(1, gaps[axis]) if axis == longest else n for axis, n in enumerate(goal))
    far = math.ceil(distance_of(fighter.pos, to, edge=edge))
    return CombatDeclare(
        fighter.id, Kind.MOVE, attribute=str(Attribute.DEXTERITY), impact=max(1, far), to=tuple(map(tidy, to))
    )


def _full(pos: Place) -> Place:
    """A cube in all three dimensions."""
    return (*pos, 0, 0, 0)[:3]


def _named(fighter: Fighter, weapon: Weapon) -> str:
    return next(name for name, found in fighter.weapons.items() if found is weapon)


def _prey(battle: Battle, fighter: Fighter, *, contact: bool) -> Fighter | None:
    """The weakest living enemy that can be seen and reached."""
    reachable = [f for f in _enemies(battle, fighter) if _reachable(battle, fighter, target=f, contact=contact)]
    return min(reachable, key=lambda f: f.stamina, default=None)


def _enemies(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The living on other sides who can be seen."""
    return [f for f in battle.fighters if not f.dead and not f.hidden and f.side != fighter.side]


def _reachable(battle: Battle, fighter: Fighter, *, target: Fighter, contact: bool) -> bool:
    if battle.scene.kind == SceneKind.GENERAL:
        return not zone_reason(battle.fighters, attacker=fighter, target=target, contact=contact)
    return not contact or distance_of(fighter.pos, target.pos, edge=battle.scene.edge) <= battle.scene.edge
