"""Reactions (live play): actions whose trigger is an event, offered to those who know them right after it (MIR-LIV-28, MIR-LIV-34)."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import refused
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.hints import once
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content import ActionRecord, AttackRecord, library, own_actions, shipped, shown
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.effects.sensing import UNTRACEABLE
from ludex.systems.mirror.events import Reacted
from ludex.systems.mirror.redact import perceived
from ludex.systems.mirror.rules.actions import ActionGiven, check_action, turn_of
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.combat import Attacked
from ludex.systems.mirror.rules.knowing import known_actions, made_with, needed_weapon
from ludex.systems.mirror.rules.performing import Perform, check_ranges, performed
from ludex.systems.mirror.rules.windows import hears, order, reactor, unseen
from ludex.systems.mirror.sheet import Character, Goods
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType, AttackMode, AttackType

INTERCEPT, BLOCK, NONE = "intercept", "block", "none"
REGIONS = ("region_left", "region_entered", "region_near")
"""Events of movement: they have a window of their own after each region."""


@rule("MIR-LIV-34", "MIR-CND-4")
def reactions(state: State, who: str, occasions: tuple[Occasion, ...], occurrence: str) -> tuple[ActionRecord, ...]:
    """The actions of hers that wait for one of these events, whose condition holds and that she may use on it."""
    c = state.who(who)
    waiting = [a for a in _waiting(state, c, occasions) if any(_met(state, who, a, at) for at in occasions)]
    if not waiting:
        return ()
    known = known_actions(state, c)
    return tuple(a for a in waiting if a.name in known and refused(_check, state, c, a, occurrence) is None)


def _waiting(state: State, c: Character, occasions: tuple[Occasion, ...]) -> Iterator[ActionRecord]:
    """Actions with a trigger on such an event: those of her sheet, then those of the library."""
    events = {at.event for at in occasions}
    own, there = own_actions(c), library(state.catalogue).actions
    standing_in = {a.called for a in own.values()}
    for action in own.values():
        plain = there.get(action.name) or next((a for a in there.values() if a.called == action.called), None)
        if plain is None and action.on is not None and action.on.on in events:
            yield action
        elif plain is not None and (on := action.on or plain.on) is not None and on.on in events:
            yield replace(action, name=plain.name, title=action.called, on=on)
    for action in there.values():
        if action.on is not None and action.on.on in events and not standing_in & {action.name, action.called}:
            yield armed(c, action)


def _met(state: State, who: str, action: ActionRecord, at: Occasion) -> bool:
    """Whether an event is what the action waits for: whose it is, and its condition."""
    on, effect = action.on, Effect(id=f"action:{action.name}", name=action.name, bearer=who)
    if on is None or on.on != at.event:
        return False
    return hears(state, who, effect, on, at) and holds(WORDS, state, effect, on.when, at)


def _check(state: State, c: Character, action: ActionRecord, occurrence: str) -> None:
    """Refuse a reaction that she has no part or weapon for, or may not use now."""
    part = made_with(c, action)
    if action.name != INTERCEPT:
        needed_weapon(c, action)
    given = ActionGiven(action=replace(action, part=part), trigger=occurrence)
    check_action(state, c, given, own_turn=turn_of(state, c.id))


@rule("MIR-LIV-29")
def armed(c: Character, action: ActionRecord) -> ActionRecord:
    """An interception is made with the melee weapon that she holds (of a sheet with attacks of its own, with the best of those), else bare hands."""
    own, plain = own_actions(c), action.attack
    if plain is None or action.name != INTERCEPT or any(action.called in (a.name, a.called) for a in own.values()):
        return action
    held = {i.category for i in belongings(c) if i.kind is Goods.WEAPON and i.used}
    blades = [a.attack for a in own.values() if a.attack is not None and _melee(a.attack)]
    blades += [
        a.attack for a in shipped().actions.values() if a.attack and _melee(a.attack) and a.attack.category in held
    ]
    best = max((*blades, plain), key=lambda x: c.weapons.get(x.category, 0))
    return replace(action, attack=replace(plain, category=best.category, types=best.types))


def _melee(attack: AttackRecord) -> bool:
    return attack.type == AttackType.MELEE and attack.mode == AttackMode.WEAPON


def reaction_answers(state: State, who: str, offered: tuple[ActionRecord, ...]) -> list[tuple[str, Say, str]]:
    """What may be answered: each reaction with its cost and the total action that it would break, or none."""
    running = state.who(who).total_action
    found: list[tuple[str, Say, str]] = [
        (
            a.name,
            say("answers.reaction", action=shown(a.called), ap=a.ap)
            if running is None or a.base_type is None
            else say("answers.reaction_breaks", action=shown(a.called), ap=a.ap, broken=shown(running.name)),
            a.name,
        )
        for a in offered
    ]
    return [*found, (NONE, say("answers.reaction_none"), NONE)]


@reactor
@rule("MIR-LIV-34", "MIR-LIV-28", "MIR-ACT-7")
async def reacted(state: State, at: Occasion, course: Course) -> State:
    """After an event those with an action that waits for it are asked, in turn order; of MAs and RAs one for one occurrence."""
    if at.event in REGIONS or not _awaited(state, at.event):
        return state
    for who in order(state, at):
        state = await _heard(state, who, at, course)
    return state


def _awaited(state: State, event: str) -> bool:
    """Whether an action of this table may wait for an event; what ships waits for movement alone."""
    there = library(state.catalogue).actions.values() if state.catalogue.get("actions") else ()
    if any(a.on is not None and a.on.on == event for a in there):
        return True
    return any(event in _awaits(c) for c in state.characters.values() if c.actions)


@once
def _awaits(c: Character) -> frozenset[str]:
    return frozenset(a.on.on for a in own_actions(c).values() if a.on is not None)


async def _heard(state: State, who: str, at: Occasion, course: Course) -> State:
    """Ask one who may react, until she leaves it; each action once."""
    used: set[str] = set()
    occurrence = f"{at.event}-{at.doer}-{at.target}-{len(state.who(who).triggered)}"
    while who in state.characters and not state.who(who).out_of_play:
        other = at.other(who)
        if other in state.characters and perceived(state, state.who(who), state.who(other)).concealment >= UNTRACEABLE:
            return state
        offered = [a for a in reactions(state, who, (at,), occurrence) if a.name not in used]
        offered = [a for a in offered if await _reaches(state, who, a, other)]
        if not offered or not course.goes_on():
            return state
        key = "questions.reaction_unseen" if unseen(state, who) else "questions.reaction"
        question = say(
            key,
            who=state.who(who).called,
            event=say(f"effects.occasions.{at.event}"),
            by=_by(state, other),
            other=other,
        )
        chosen = await pick(actor(who), question, reaction_answers(state, who, tuple(offered)), about=occurrence)
        action = next((a for a in offered if a.name == chosen), None)
        if action is None:
            return state
        used.add(action.name)
        targets = (other,) if other in state.characters and _aims(action) else ()
        given = Perform(actor=who, action=action.name, targets=targets, trigger=occurrence)
        state, done = await performed(state, given, course)
        state = await happen(_told(who, action, done.attacks))
        if action.type not in (ActionType.MA, ActionType.RA):
            occurrence = f"{occurrence}+"
    return state


def _by(state: State, other: str) -> str:
    return state.characters[other].called if other in state.characters else ""


def _aims(action: ActionRecord) -> bool:
    """Whether an action is aimed at who set it off: an attack, a check against him, what is not for herself."""
    return action.attack is not None or action.check is not None or action.range not in ("", "self")


async def _reaches(state: State, who: str, action: ActionRecord, other: str) -> bool:
    """Whether who set it off is where the action can be used."""
    if not _aims(action):
        return True
    if other not in state.characters:
        return False
    try:
        await check_ranges(state, state.who(who), action, (other,))
    except RuleError:
        return False
    return True


def _told(who: str, action: ActionRecord, attacks: dict[str, Attacked]) -> Reacted:
    """What is told of a reaction: whose, which, on whom and how it came out."""
    for whom, blow in attacks.items():
        harm = blow.damage
        hurt = harm is not None and harm.count > 0 and harm.part is not None
        return Reacted(
            who,
            action.called,
            whom=whom,
            grade=blow.grade,
            part=(harm.part or "") if harm is not None and hurt else "",
            count=harm.count if harm is not None and hurt else 0,
            level=harm.level if harm is not None and hurt else 0,
        )
    return Reacted(who, action.called)
