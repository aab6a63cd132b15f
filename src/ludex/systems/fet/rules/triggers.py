"""Effects: the windows (FET-LIV-26, FET-LIV-27, FET-LIV-30): events set traits off, and what they do is carried out step by step.

A trait with an event and steps listens: when the event comes (whose it is, FET-LIV-26) and its condition holds, its owner is
asked where it says so, and the steps run. How damage is borne and answered is `windows.py`.
"""

from collections.abc import Iterable

import msgspec

from ludex.core.asks import Option
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.windows import Listener, World, reacted, wanted, window
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.effects.bearing import trait_record
from ludex.systems.fet.effects.conditions import WORDS_ONLY
from ludex.systems.fet.events import TraitUsed
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.chains import Chain, SetOff
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.steps import STEPS
from ludex.systems.fet.sheet import Trait
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Event, Step

MOST = 20
"""FET-LIV-30: so many things may be set off in one moment; then it stops, and is told."""

STOPPED = "stopped"
"""The bound was reached: told, then nothing more (FET-LIV-30)."""

AFTER_DEATH = (Event.DIED, Event.KILLED_BY_VAMPIRE, Event.DEALT)
"""What the dead still hear: who dies of a moment has dealt its blows all the same."""


class Done(msgspec.Struct, frozen=True):
    """The state after things were set off, and what they did."""

    state: State
    rows: tuple[SetOff, ...] = ()


def chain() -> Chain:
    """What may follow from one moment: each thing set off is heard, and does its step."""
    return Chain(2 * MOST, heard)


@rule("FET-LIV-26", "FET-LIV-30")
async def set_off(state: State, occasions: Iterable[Occasion]) -> Done:
    """Let every trait answer that an event sets off, in listed order, and no more than the bound."""
    course = chain()
    for at in occasions:
        state = await hear(WORLD, state, at, course)
    return Done(state, told(course))


async def heard(state: State, at: Occasion, course: Chain) -> State:
    """What one thing sets off sets off others."""
    return await hear(WORLD, state, at, course)


async def hear(world: World, state: State, at: Occasion, course: Chain) -> State:
    """Open the window of an event; whatever was set off in a battle is counted for it."""
    known = len(course.told)
    state = await window(world, state, at, course)
    for line in course.told[known:]:
        if line.key == "effects.reacted" and state.battle is not None:
            who = str(line.facts["who"]).removeprefix("@")
            state = await happen(TraitUsed(who, str(line.facts["effect"])))
    return state


def told(course: Chain) -> tuple[SetOff, ...]:
    """What was done, and that it was stopped."""
    stopped = course.steps > course.most
    return (*course.rows, *((SetOff("", "", STOPPED),) if stopped else ()))


@rule("FET-LIV-34")
async def carry_out(state: State, owner: str, trait: Trait, at: Occasion) -> Done:
    """Every step of a trait, on whom it is for, as if its event had come."""
    record, course = trait_record(trait, owner), chain()
    if state.battle is not None:
        state = await happen(TraitUsed(owner, trait.name))
    one = Listener(owner, record, 0)
    if record.triggers and (not one.trigger.ask or await wanted(WORLD, state, one, at)):
        state = await reacted(WORLD, state, one, at, course)
    return Done(state, told(course))


def concerned(state: State, owner: str, trait: Trait, at: Occasion) -> bool:
    """Whether what can be seen of a trait's condition holds."""
    record = trait_record(trait, owner)
    return all(holds(WORDS, state, record, _watched(trigger), at) for trigger in record.triggers)


def _watched(trigger: Trigger) -> tuple[Phrase, ...]:
    """The conditions that can be seen; what is in other words the GM has judged by calling it."""
    return tuple(phrase for phrase in trigger.when if phrase.word != WORDS_ONLY)


# How this system's effects act


def order(state: State, _at: Occasion) -> tuple[str, ...]:
    """Everybody, as they are listed."""
    return tuple(state.people)


@rule("FET-LIV-26")
def hears(state: State, who: str, _effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whether somebody is set off: whose event it is, and an owner who lives."""
    alive = at.event in AFTER_DEATH or not pools(state, who).dead
    if trigger.whose == "caused":
        return alive and at.target == who
    return alive and trigger.whose in ("anybody", whose(state, who, at.doer))


@rule("FET-TRX-4")
def asks(state: State, one: Listener, at: Occasion) -> tuple[Say, tuple[Option, Option]] | None:
    """Erasing somebody is asked by its own words."""
    if not any(phrase.word == Step.ERASE for phrase in one.trigger.do):
        return None
    what = say("questions.eternity", who=state.called(at.doer), effect=one.effect.name)
    return what, (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be")))


def whose(state: State, owner: str, who: str) -> str:
    """Whose event it is for somebody: the own one, a friend's, an enemy's."""
    if owner == who:
        return ""
    one, other = state.fighter(owner), state.fighter(who)
    if one is not None and other is not None:
        return "friend" if one.side == other.side else "enemy"
    return "friend"


def people(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    """Whom a step is for: its owner unless it says otherwise."""
    everybody = tuple(f.id for f in state.battle.fighters) if state.battle else tuple(state.characters)
    found = {"other": (at.other(effect.bearer),), "all": everybody, "subject": (at.doer,)}
    aimed = found.get(phrase.whom, (effect.bearer,))
    return tuple(who for who in aimed if who in state.people)


def scope(_state: State, per: str) -> str:
    """A limit counts in one battle."""
    return per


async def used(state: State, _before: Effect, _after: Effect, _trigger: Trigger) -> State:
    """A limit needs nothing of its own: every use is counted."""
    return state


WORLD = World(words=WORDS, steps=STEPS, order=order, hears=hears, people=people, scope=scope, used=used, asks=asks)
