"""Reaction windows: after an event its listeners are asked, or act, before the rule goes on.

A system has one `World`: what its steps do, in which order people are heard, and how a use is kept. Its rules call `window`
right after the event, with the roles (who struck whom) beside it. Nothing is kept outside the state but a `Course`, which one
act has for itself: how many steps it has set off, and what of it is to be told.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.effects.counting import holds
from ludex.core.effects.lasting import exhausted, marked
from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.sentences import name_of, phrases, said
from ludex.core.effects.vocabulary import Vocabulary
from ludex.core.orders import LEAVE as LEAVE, USE as USE
from ludex.core.principals import actor
from ludex.core.say import Say, say

STEPS = 50
"""Steps that may follow from one event."""


class Course:
    """What follows from one event: how many steps so far, what is told of it, and what a step says to the rule that goes on."""

    def __init__(self, most: int = STEPS) -> None:
        self.most = most
        self.steps = 0
        self.told: list[Say] = []
        self.notes: dict[str, object] = {}
        self.open = 0
        """Windows that are open now, one within another."""
        self._known = 0

    def goes_on(self) -> bool:
        """Count one more step; past the bound it is said once, and no more."""
        self.steps += 1
        if self.steps == self.most + 1:
            self.told.append(say("effects.bound", most=self.most))
        return self.steps <= self.most

    def news(self) -> tuple[Say, ...]:
        """What was not told yet. Nothing inside of an open window: who opened the first one tells all of it, each cause before what it led to."""
        if self.open:
            return ()
        fresh = tuple(self.told[self._known :])
        self._known = len(self.told)
        return fresh


class Doing(msgspec.Struct, frozen=True):
    """A step that is being done: whose effect it is, to whom, on which occasion, and what it belongs to."""

    effect: Effect
    phrase: Phrase
    whom: str
    at: Occasion
    course: Course


StepProcedure = Callable[[Any, Doing], Awaitable[Any]]
"""`async (state, doing) -> state`."""


class Steps(dict[str, StepProcedure]):
    """What each step does, by its word. The chapters that steps belong to declare them, since those open windows themselves."""

    def does(self, word: str) -> Callable[[StepProcedure], StepProcedure]:
        """Declare a procedure as what a step does."""

        def declared(run: StepProcedure) -> StepProcedure:
            self[word] = run
            return run

        return declared


class World(msgspec.Struct, frozen=True):
    """How a system's effects act.

    * `steps`: by the keys of the vocabulary. `order(state, at)`: everybody who may listen, in the rulebook's order.
    * `hears(state, who, effect, trigger, at)`: whether whose event it is fits. `people(state, effect, phrase, at)`: at whom a step is aimed.
    * `scope(state, per)`: a text that stays the same as long as a limit counts. `unseen(state, who)`: must not be seen to think.
    * `used(state, before, after, trigger)`: at each use, before its steps: keep the limit that was drawn on (if any was) and pay the cost.
    * `able(state, who, trigger)`: whether somebody may react at all and can pay.
    * `asks(state, listener, at)`: how a reaction is put where the usual words do not fit: what is asked, and the answers, the one that
      leaves it last; None for the usual ones. A step finds the answer as the fact `answer` of its occasion.
    """

    words: Vocabulary
    steps: Mapping[str, StepProcedure]
    order: Callable[[Any, Occasion], tuple[str, ...]]
    hears: Callable[[Any, str, Effect, Trigger, Occasion], bool]
    people: Callable[[Any, Effect, Phrase, Occasion], tuple[str, ...]]
    scope: Callable[[Any, str], str]
    used: Callable[[Any, Effect, Effect, Trigger], Awaitable[Any]]
    able: Callable[[Any, str, Trigger], bool] = lambda _state, _who, _trigger: True
    unseen: Callable[[Any, str], bool] = lambda _state, _who: False
    asks: "Callable[[Any, Listener, Occasion], Asking | None]" = lambda _state, _one, _at: None


class Listener(msgspec.Struct, frozen=True):
    """A trigger of an effect that somebody bears."""

    who: str
    effect: Effect
    place: int

    @property
    def trigger(self) -> Trigger:
        """The trigger itself."""
        return self.effect.triggers[self.place]


def listeners(world: World, state: Any, at: Occasion) -> tuple[Listener, ...]:
    """Everybody who listens to an event now and may act on it, in the rulebook's order."""
    return tuple(one for who in world.order(state, at) for one in _of(world, state, who, at))


def _of(world: World, state: Any, who: str, at: Occasion) -> Iterator[Listener]:
    for effect in world.words.borne(state, who):
        for place, trigger in enumerate(effect.triggers):
            if trigger.on == at.event and _ready(world, state, Listener(who, effect, place), at):
                yield Listener(who, effect, place)


def _ready(world: World, state: Any, one: Listener, at: Occasion) -> bool:
    """Whose event it is, a use that is left, the means to pay, and every condition."""
    effect, trigger = one.effect, one.trigger
    return (
        world.hears(state, one.who, effect, trigger, at)
        and not exhausted(effect, f"t{one.place}", trigger.limit, world.scope(state, trigger.limit.per))
        and world.able(state, one.who, trigger)
        and holds(world.words, state, effect, (*effect.when, *trigger.when), at)
    )


async def window(world: World, state: Any, at: Occasion, course: Course) -> Any:
    """Hear everybody who listens to an event: asked or not, one after another. Each trigger once for one event."""
    course.open += 1
    state = await _each(world, state, at, course)
    course.open -= 1
    return state


async def _each(world: World, state: Any, at: Occasion, course: Course) -> Any:
    for heard in listeners(world, state, at):
        if (one := _still(world, state, heard, at)) is None:
            continue
        if not course.goes_on():
            return state
        if said := await wanted(world, state, one, at) if one.trigger.ask else USE:
            state = await _acts(world, state, one, at, said, course)
    return state


async def together(world: World, state: Any, ats: Sequence[Occasion], course: Course) -> Any:
    """Hear what happens in one moment: all who are asked are asked at once, then everybody acts in the rulebook's order."""
    heard = [(at, one) for at in ats for one in listeners(world, state, at)]
    course.open += 1
    state = await _at_once(world, state, heard, course)
    course.open -= 1
    return state


async def _at_once(world: World, state: Any, heard: "list[tuple[Occasion, Listener]]", course: Course) -> Any:
    said = await _answers(world, state, heard)
    for place, (at, listener) in enumerate(heard):
        if not said[place] or (one := _still(world, state, listener, at)) is None:
            continue
        if not course.goes_on():
            return state
        state = await _acts(world, state, one, at, said[place], course)
    return state


async def _answers(world: World, state: Any, heard: "list[tuple[Occasion, Listener]]") -> list[str]:
    """What each wants; who listens with several things is asked about one after another."""
    said = ["" if one.trigger.ask else USE for _, one in heard]
    due = {one.who: [n for n, (_, o) in enumerate(heard) if o.who == one.who and o.trigger.ask] for _, one in heard}
    while turn := {who: places.pop(0) for who, places in due.items() if places}:
        asks = {actor(who): asking(world, state, heard[n][1], heard[n][0]) for who, n in turn.items()}
        given = await choose_all(asks)
        for who, n in turn.items():
            said[n] = _unless_left(asks[actor(who)], given[actor(who)])
    return said


async def _acts(world: World, state: Any, one: Listener, at: Occasion, answer: str, course: Course) -> Any:
    """Somebody acts, having said so; what it makes of the occasion's facts counts for those who are heard after it."""
    at.facts["answer"] = answer
    key = "effects.reacted_secret" if one.effect.secret else "effects.reacted"
    course.told.append(say(key, who=f"@{one.who}", effect=name_of(one.effect)))
    return await reacted(world, state, one, at, course)


def _still(world: World, state: Any, heard: Listener, at: Occasion) -> Listener | None:
    """A listener as it is by now: what those before it did may have ended it."""
    return next(
        (o for o in _of(world, state, heard.who, at) if (o.effect.id, o.place) == (heard.effect.id, heard.place)), None
    )


async def wanted(world: World, state: Any, one: Listener, at: Occasion) -> str:
    """The answer with which its bearer uses it; empty where it is left."""
    ask = asking(world, state, one, at)
    return _unless_left(ask, await choose(actor(one.who), ask.what, ask.options, about=ask.about))


def _unless_left(ask: Asking, answer: str) -> str:
    left = ask.options[-1]
    return "" if answer == (left.answer if isinstance(left, Option) else left) else answer


def asking(world: World, state: Any, one: Listener, at: Occasion) -> Asking:
    """Whether to use it. Who must not be seen to think is asked a question that only a standing order answers."""
    about = f"{one.effect.id}:{one.place}:{at.event}:{at.doer}:{at.target}"
    if (own := world.asks(state, one, at)) is not None:
        return msgspec.structs.replace(own, about=about)
    key = "questions.effect_unseen" if world.unseen(state, one.who) else "questions.effect_acts"
    does = phrases(world.words, "steps", one.trigger.do)
    what = say(key, effect=name_of(one.effect), event=said(world.words, "occasions", at.event), does=does)
    return Asking(what, (Option(USE, say("answers.effect_use")), Option(LEAVE, say("answers.effect_leave"))), about)


async def reacted(world: World, state: Any, one: Listener, at: Occasion, course: Course) -> Any:
    """Draw on its limit, pay, and do its steps."""
    trigger = one.trigger
    after = marked(one.effect, f"t{one.place}", trigger.limit, world.scope(state, trigger.limit.per))
    state = await world.used(state, one.effect, after, trigger)
    return await done(world, state, after, trigger.do, at=at, course=course)


async def done(
    world: World, state: Any, effect: Effect, steps: tuple[Phrase, ...], *, at: Occasion, course: Course
) -> Any:
    """Do steps one after another, each to everybody at whom it is aimed."""
    for phrase in steps:
        for whom in world.people(state, effect, phrase, at):
            if not course.goes_on():
                return state
            state = await world.steps[phrase.word](state, Doing(effect, phrase, whom, at, course))
    return state
