"""Effects: the windows (FET-LIV-26, FET-LIV-27, FET-LIV-30): events set traits off, and what they do is carried out step by step.

A trait with an event and steps listens: when the event comes (whose it is, FET-LIV-26) and its condition holds, its owner is
asked where it says so, and the steps run. How damage is borne and answered is `blows.py`.
"""

from collections.abc import Sequence

import msgspec

from ludex.core.asks import Asking, Option
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.windows import Listener, World, together
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.effects.bearing import CAST, trait_record
from ludex.systems.fet.effects.conditions import WORDS_ONLY
from ludex.systems.fet.events.battle import TraitUsed
from ludex.systems.fet.rules.chains import Chain, SetOff
from ludex.systems.fet.rules.instants import asked_to_use, may_use, skill_of
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


@rule("FET-LIV-23", "FET-LIV-30")
async def hear(world: World, state: State, occasions: Sequence[Occasion], course: Chain) -> State:
    """Open the windows of a moment, those of one kind at once."""
    for event in dict.fromkeys(at.event for at in occasions):
        state = await together(world, state, [at for at in occasions if at.event == event], course)
    return state


def told(course: Chain) -> tuple[SetOff, ...]:
    """What was done, and that it was stopped."""
    stopped = course.steps > course.most
    return (*course.rows, *((SetOff("", "", STOPPED),) if stopped else ()))


def concerned(state: State, owner: str, trait: Trait, at: Occasion) -> bool:
    """Whether what can be seen of a trait's condition holds."""
    record = trait_record(trait, owner)
    return all(
        holds(WORDS, state, record, tuple(phrase for phrase in trigger.when if phrase.word != WORDS_ONLY), at)
        for trigger in record.triggers
    )


# How this system's effects act


def order(state: State, _at: Occasion) -> tuple[str, ...]:
    """Everybody, as they are listed."""
    return tuple(state.people)


@rule("FET-LIV-26")
def hears(state: State, who: str, effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whether somebody is set off: whose event it is, and an owner who lives."""
    alive = at.event in AFTER_DEATH or not pools(state, who).dead
    if trigger.do[:1] and trigger.do[0].word == CAST:
        return at.doer == who and may_use(state, Listener(who, effect, effect.triggers.index(trigger)), at)
    if trigger.whose == "caused":
        return alive and at.target == who
    return alive and trigger.whose in ("anybody", whose(state, who, at.doer))


@rule("FET-TRX-4")
def asks(state: State, one: Listener, at: Occasion) -> Asking | None:
    """Erasing somebody is asked by its own words, and so is a skill."""
    if (skill := skill_of(state, one)) is not None:
        return asked_to_use(state, one.who, skill, at)
    if not any(phrase.word == Step.ERASE for phrase in one.trigger.do):
        return None
    what = say("questions.eternity", who=state.called(at.doer), effect=one.effect.name)
    return Asking(what, (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be"))))


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


async def used(state: State, before: Effect, _after: Effect, _trigger: Trigger) -> State:
    """Every use in a battle is counted for it, before what it sets off: a limit needs nothing of its own."""
    return state if state.battle is None else await happen(TraitUsed(before.bearer, before.name))


WORLD = World(words=WORDS, steps=STEPS, order=order, hears=hears, people=people, scope=scope, used=used, asks=asks)
