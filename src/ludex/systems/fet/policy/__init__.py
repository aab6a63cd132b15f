"""How an NPC decides and plays a turn: answers to questions, and a plain act for everybody who must declare.

No rule of the book: what is declared here obeys the rules like any other act.
"""

import math

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.errors import RuleError
from ludex.core.principals import actor_of, is_actor
from ludex.core.rule import rule
from ludex.systems.fet.policy.orders import filled
from ludex.systems.fet.redact import mirrored
from ludex.systems.fet.rules.belongings import in_hand
from ludex.systems.fet.rules.creation import beside as beside
from ludex.systems.fet.rules.declaring import CombatDeclare, declare
from ludex.systems.fet.rules.flow import CombatNpcs, automatic, due as due, steering
from ludex.systems.fet.rules.scenes import beside as cube_beside, distance_of, zone_reason
from ludex.systems.fet.rules.windows import SetOff
from ludex.systems.fet.sheet import Skill, Weapon
from ludex.systems.fet.state import Battle, Fighter, State, check_battle
from ludex.systems.fet.terms import SIX, Attribute, EffectSort, Kind, SceneKind, WeaponType, tidy, whole

EVEN = 50


def decide(state: State, ask: Choose) -> str | None:
    match ask.what.key:
        case "questions.result":  # the likelier of the two
            return "success" if int(ask.what.facts.get("rate", 0)) >= EVEN else "failure"
        case "questions.rp":
            return "rp:0"
        case "questions.eternity":
            return "let_be"
        case "questions.hurt":
            return "go_on"
        case "questions.loss" | "questions.bear":
            fighter = state.fighter(actor_of(ask.who))  # the resource of which there is more
            return "will" if fighter is not None and fighter.will > fighter.stamina else "stamina"
        case "questions.effect_acts" | "questions.effect_unseen":
            return "use"
        case "questions.answer" | "questions.answer_event":  # where its price leaves one alive
            fighter = state.fighter(actor_of(ask.who))
            return "use" if fighter is not None and fighter.stamina > int(ask.what.facts["amount"]) else "pass"
        case "questions.window" | "questions.dying":  # as big as is suggested, which its price leaves one alive with
            return filled(ask.options[0])
        case _:
            return next((o.answer for o in ask.options if not o.open), None)


@rule("FET-LIV-18", "FET-LIV-22")
def taken(state: State, ask: Choose) -> str | None:
    """What the table answers by itself: for NPCs on automatic, and of two prices the one that leaves somebody alive."""
    who = actor_of(ask.who)
    if not is_actor(ask.who):
        return None
    if (
        automatic(state, who) or ask.what.key == "questions.hurt"
    ):  # FET-LIV-24: one goes on unless an order says otherwise
        return decide(state, ask)
    if ask.what.key not in ("questions.loss", "questions.bear"):
        return None
    fighter, amount = state.fighter(who), float(ask.what.facts.get("amount", 0))
    alive = [o.answer for o in ask.options if fighter is not None and fighter.now(o.answer) > amount]
    return alive[0] if len(alive) == 1 else None


SHARE = 3
"""A default blow takes about 20 / SHARE t: a third of what the attribute brings in 20 t."""

PAUSE = 5
"""How long somebody waits who can reach nobody."""


class NpcsDeclared(msgspec.Struct, frozen=True):
    """Who has declared, and who must still; what their declaring has set off."""

    declared: tuple[str, ...]
    waiting: tuple[str, ...]
    set_off: tuple[SetOff, ...] | None = None


async def combat_npcs(state: State, given: CombatNpcs) -> NpcsDeclared:
    """Declare a plain act for NPCs: shoot or strike the weakest enemy they can reach, reload, come closer, or wait."""
    battle = check_battle(state)
    npcs = given.who or tuple(who for who, found in state.people.items() if found.npc)
    due = [f.id for f in battle.fighters if f.id in npcs and (f.id in battle.waiting or steering(battle, f))]
    if not due:
        waiting = [state.called(who) for who in battle.waiting]
        raise RuleError("nobody_waits", clause="FET-LIV-18", waiting=waiting)
    rows: list[SetOff] = []
    for who in due:
        battle = check_battle(state)
        fighter = battle.find(who)
        if fighter is not None:
            declared, state = await declare(state, act_for(state, battle, fighter))
            rows += declared.set_off or ()
    return NpcsDeclared(tuple(due), check_battle(state).waiting, tuple(rows) or None)


@rule("FET-LIV-18", "FET-LIV-35")
def act_for(state: State, battle: Battle, fighter: Fighter) -> CombatDeclare:
    """What somebody does who is declared for, with the weapon in hand; a puppet does what helps its user."""
    hold = fighter.under("puppet", battle.time)
    user = battle.find(hold.by) if hold else None
    known = replace(battle, fighters=tuple(mirrored(state, battle, {(user or fighter).side})))  # FET-LIV-41
    armed = replace(fighter, weapons=_in_hand(state, fighter))
    if user is None:
        return _skilled(state, known, armed) or default_act(known, armed)
    return replace(default_act(known, replace(armed, side=user.side)), by=user.id)


@rule("FET-LIV-9", "FET-LIV-18")
def _in_hand(state: State, fighter: Fighter) -> dict[str, Weapon]:
    """What a fighter has in hand; all that it was given where it has no sheet."""
    character = state.characters.get(fighter.id)
    hand = in_hand(character) if character else None
    return {
        name: weapon for name, weapon in fighter.weapons.items() if character is None or (hand and name == hand.name)
    }


@rule("FET-LIV-18")
def _skilled(state: State, battle: Battle, fighter: Fighter) -> CombatDeclare | None:
    """A skill in place of the ordinary act: healing a friend below a third, or more damage than the blow would do."""
    own = state.characters[fighter.id].sheet.skills if fighter.id in state.characters else ()
    skills = [s for s in own if not s.instant and s.trigger == "active" and isinstance(s.attribute, str)]
    for skill in skills:
        if (hurt := _to_heal(battle, fighter, skill)) is not None:
            return CombatDeclare(fighter.id, Kind.SKILL, impact=_third(fighter, skill), target=hurt.id, skill=skill)
    target = _prey(battle, fighter, contact=False)
    plain = default_act(battle, fighter)
    if target is None or plain.kind not in (Kind.ATTACK, Kind.WAIT, Kind.MOVE):
        return None
    best = max(skills, key=lambda s: _damage(fighter, s), default=None)
    if best is None or _damage(fighter, best) <= _plain_damage(fighter, plain) or not _affords(fighter, best):
        return None
    return CombatDeclare(fighter.id, Kind.SKILL, impact=_third(fighter, best), target=target.id, skill=best)


def _third(fighter: Fighter, skill: Skill) -> int:
    return max(1, whole(fighter.values.get(str(skill.attribute), 0) / SHARE))


def _damage(fighter: Fighter, skill: Skill) -> float:
    hits = (e for e in skill.effects if e.kind == EffectSort.DAMAGE and e.times == 1 and not e.over)
    return float(sum(e.share for e in hits)) * _third(fighter, skill)


def _plain_damage(fighter: Fighter, act: CombatDeclare) -> float:
    if act.kind != Kind.ATTACK:
        return 0
    weapon = fighter.weapons.get(act.weapon)
    return float(act.impact or 0) * (1 + float(weapon.damage if weapon else 0) / 100)


def _affords(fighter: Fighter, skill: Skill) -> bool:
    price = sum(loss.share for loss in skill.losses) * _third(fighter, skill)
    return price < min(fighter.stamina, fighter.will)


def _to_heal(battle: Battle, fighter: Fighter, skill: Skill) -> Fighter | None:
    heals = [e for e in skill.effects if e.kind == EffectSort.HEAL and e.target == "one" and not e.drawn_from]
    friends = [f for f in battle.fighters if f.side == fighter.side and not f.dead and not f.double_of]
    weak = [f for e in heals for f in friends if f.now(e.resource) * SHARE < f.maximum(e.resource)]
    return weak[0] if weak and _affords(fighter, skill) else None


def default_act(battle: Battle, fighter: Fighter) -> CombatDeclare:
    """With a gun shoot while there is something in the magazine and reload when it is empty; else strike, come closer, or wait."""
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
    listed = [f.id for f in battle.fighters]
    turn = 1 if listed.index(fighter.id) > listed.index(enemy.id) else -1  # of equal ways each takes another
    to = cube_beside(fighter.pos, enemy.pos, turn=turn)
    far = math.ceil(distance_of(fighter.pos, to, edge=edge))
    return CombatDeclare(fighter.id, Kind.MOVE, attribute=str(Attribute.DEXTERITY), impact=max(1, far), to=to)


def _named(fighter: Fighter, weapon: Weapon) -> str:
    return next(name for name, found in fighter.weapons.items() if found is weapon)


def _prey(battle: Battle, fighter: Fighter, *, contact: bool) -> Fighter | None:
    """The weakest living enemy that can be seen and reached."""
    reachable = [f for f in _enemies(battle, fighter) if _reachable(battle, fighter, target=f, contact=contact)]
    return min(reachable, key=lambda f: f.stamina, default=None)


def _enemies(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The living on other sides who can be seen; a puppet, which stands on its user's, is not its own."""
    others = [f for f in battle.fighters if f.side != fighter.side and f.id != fighter.id]
    return [f for f in others if not f.dead and not f.unseen_at(battle.time)]


def _reachable(battle: Battle, fighter: Fighter, *, target: Fighter, contact: bool) -> bool:
    if battle.scene.kind == SceneKind.GENERAL:
        return not zone_reason(battle.fighters, attacker=fighter, target=target, contact=contact)
    return not contact or distance_of(fighter.pos, target.pos, edge=battle.scene.edge) <= battle.scene.edge
