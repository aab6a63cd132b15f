"""Scenes, sessions, the story's clocks, the table's own things, and what waits to be answered or told."""

from typing import Self

from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, effect, headline
from ludex.core.kept import kept_key, with_kept
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.fable.events.changing import (
    fresh,
    tallied,
    unguarded,
    with_all,
    with_lasting,
    without,
    without_spells,
)
from ludex.systems.fable.events.telling import Witness, lapse_lines
from ludex.systems.fable.state import Clock, Pending, Session, State, Telling
from ludex.systems.fable.terms import Kind

SCENE_ENDS = ("scene", "next_check", "next_attack", "next_damage")
"""What lasts until one of these is over with a scene."""


class SessionOpened(Event[State]):
    """开团: a session begins."""

    title: str

    def apply(self, state: State) -> State:
        return replace(fresh(state, "session"), session=Session(self.title))

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002
        return (headline("told.session_open"),)


class SessionClosed(Event[State]):
    """收团: the session is over."""

    def apply(self, state: State) -> State:
        return replace(state, session=None)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002
        return (headline("told.session_close"),)


class SceneBegun(Event[State]):
    """A new scene, in a settlement or not."""

    scene: str
    settlement: bool = False

    def apply(self, state: State) -> State:
        state = with_lasting(state, without(state.effects, *SCENE_ENDS))
        over = with_all(state, state.characters, lambda c: without_spells(unguarded(c)))
        renewed = fresh(over, "turn", "round", "scene")
        there = [who for who, c in state.characters.items() if not c.hidden and not c.fate]
        stay = tuple(who for who in state.entered if who in there)
        begun = replace(renewed, scene=self.scene, settlement=self.settlement, entered=stay, entrance_fp=0)
        return tallied(begun, "scenes")

    def tell(self, seen: Witness) -> Lines:
        yield headline("told.scene", name=self.scene)
        yield from lapse_lines(seen, (e for e in seen.before.effects if e not in without((e,), *SCENE_ENDS)))


class VillainEntered(Event[State]):
    """A villain has entered the scene, seen by all, which brought each PC so many Fabula Points."""

    who: str
    fp: int

    def apply(self, state: State) -> State:
        pcs = [who for who, c in state.characters.items() if c.kind is Kind.PC]
        state = with_all(state, pcs, lambda c: replace(c, fp=c.fp + self.fp))
        session = state.session
        if session is not None and self.who not in session.villains:
            state = replace(state, session=replace(session, villains=(*session.villains, self.who)))
        return replace(state, entered=(*state.entered, self.who), entrance_fp=state.entrance_fp + self.fp)

    @rule("FAB-PFP-5")
    def tell(self, seen: Witness) -> Lines:
        pcs = [c.called for c in seen.after.characters.values() if c.kind is Kind.PC]
        if self.fp and pcs and self.who in seen.after.characters:
            yield effect("told.entrance", who=pcs)


class Placed(Untold[State]):
    """Where these were seen last."""

    people: tuple[str, ...]
    scene: str

    def apply(self, state: State) -> State:
        return with_all(state, self.people, lambda c: replace(c, place=self.scene))


class ClockSet(Event[State]):
    """A clock stands like this."""

    clock: Clock
    was: int | None = None
    """How much of it was filled before."""

    def apply(self, state: State) -> State:
        clocks = {clock.name: clock for clock in state.clocks} | {self.clock.name: self.clock}
        return replace(state, clocks=tuple(clocks.values()))

    def as_recorded(self, state: State) -> Self:
        was = next((one.filled for one in state.clocks if one.name == self.clock.name), None)
        return replace(self, was=was) if self.was is None else self

    def tell(self, seen: Witness) -> Lines:
        if self.was == self.clock.filled or not any(one.name == self.clock.name for one in seen.after.clocks):
            return
        if self.was is not None:
            yield effect("told.clock_moved", clock=self.clock.name, filled=self.clock.filled, size=self.clock.size)
        if self.clock.filled >= self.clock.size:
            yield headline("told.clock_full", clock=self.clock.name, peak=3)


class ClockGone(Event[State]):
    """A clock is put away."""

    name: str

    def apply(self, state: State) -> State:
        return replace(state, clocks=tuple(c for c in state.clocks if c.name != self.name))

    def tell(self, seen: Witness) -> Lines:
        if any(one.name == self.name for one in seen.before.clocks):
            yield effect("told.clock_gone", clock=self.name)


class ThingAdded(Untold[State]):
    """The table has a thing of its own."""

    table: str
    key: str
    body: Plain
    kept: bool = False
    """It is the GM's, and a secret until it is opened."""

    def apply(self, state: State) -> State:
        table = {**state.things.get(self.table, {}), self.key: self.body}
        fresh = [kept_key(self.table, self.key)] if self.kept else []
        kept = with_kept(state.kept, fresh, state.things)
        return replace(state, things={**state.things, self.table: table}, kept=kept)


class ThingOpened(Untold[State]):
    """Players know of something that the GM has kept: it was used before them, or opened."""

    table: str
    key: str

    def apply(self, state: State) -> State:
        return replace(state, kept=tuple(key for key in state.kept if key != kept_key(self.table, self.key)))


class ThingGone(Untold[State]):
    """The table has a thing of its own no more."""

    table: str
    key: str

    def apply(self, state: State) -> State:
        table = {key: body for key, body in state.things.get(self.table, {}).items() if key != self.key}
        left = replace(state, things={**state.things, self.table: table})
        return ThingOpened(self.table, self.key).apply(left)


class PendingSet(Untold[State]):
    """These reactions wait."""

    pending: tuple[Pending, ...]

    def apply(self, state: State) -> State:
        return replace(state, pending=self.pending)


class TellingsSet(Event[State]):
    """These opportunities wait for the GM's words."""

    tellings: tuple[Telling, ...]
    more: bool = False
    """Whether one has come to those that waited."""

    def apply(self, state: State) -> State:
        return replace(state, tellings=self.tellings)

    def as_recorded(self, state: State) -> Self:
        return replace(self, more=len(self.tellings) > len(state.tellings))

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002
        return (effect("told.gm_tells"),) if self.more else ()


class BondsOpen(Untold[State]):
    """These may change one bond each, at the end of a rest; nobody: the time for it is over."""

    who: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, bonding=self.who)


class LevelsOffered(Untold[State]):
    """These are offered a level and have not said yet whether they take it."""

    who: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, rising=self.who)


class Touched(Untold[State]):
    """Nothing more is true than before: the state as it is now."""

    def apply(self, state: State) -> State:
        return state
