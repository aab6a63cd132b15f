"""The conflict: who is on the clock, turns, ticks, points, and what lasts: effects begin, are drawn upon, and are over."""

from typing import Self

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.events import Event, Lines, Untold, books, change, effect, headline
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import EventLine, Role
from ludex.systems.fable.events.changing import (
    fresh,
    same_kind,
    tallied,
    unguarded,
    with_all,
    with_combatant,
    with_conflict,
    with_lasting,
    with_one,
    with_timed,
    without,
)
from ludex.systems.fable.events.telling import (
    CRISIS,
    Moved,
    Witness,
    begun_lines,
    lapse_lines,
    moves_told,
    signed,
    unspent_lines,
)
from ludex.systems.fable.sheet import Character, Lent
from ludex.systems.fable.state import Combatant, Conflict, Playing, State, TimedEffect
from ludex.systems.fable.terms import Action


class ConflictStarted(Event[State]):
    """The initiative checks are made, the clock stands at tick 20 of round 1."""

    combatants: tuple[Combatant, ...]

    def apply(self, state: State) -> State:
        points = dict.fromkeys((c.team for c in self.combatants), 0)
        begun = Conflict(combatants=self.combatants, points=points)
        return tallied(replace(fresh(state, "turn", "conflict"), conflict=begun), "fights")

    def tell(self, seen: Witness) -> Lines:
        if seen.after.conflict is not None:
            yield headline("told.conflict_start", peak=CRISIS)


class CombatantJoined(Event[State]):
    """Somebody came in later; the sides' points are now these."""

    combatant: Combatant
    points: dict[str, int]

    def apply(self, state: State) -> State:
        return with_conflict(
            state, lambda c: replace(c, combatants=(*c.combatants, self.combatant), points=self.points)
        )

    def tell(self, seen: Witness) -> Lines:
        if self.combatant.id in seen.after.characters:
            yield books("told.conflict_join", who=seen.name(self.combatant.id))


class CombatantLeft(Event[State]):
    """Somebody is off the clock; an open turn of hers is closed, and the sides' points are now these."""

    who: str
    points: dict[str, int]

    def apply(self, state: State) -> State:
        """She is nowhere on the clock any more, and guards nobody (FAB-LIV-18)."""
        return with_conflict(
            with_all(state, (self.who,), unguarded),
            lambda c: replace(
                c,
                combatants=tuple(one for one in c.combatants if one.id != self.who),
                points=self.points,
                order=tuple(who for who in c.order if who != self.who),
                acted=tuple(who for who in c.acted if who != self.who),
                turn="" if c.turn == self.who else c.turn,
                parted=(*c.parted, self.who),
            ),
        )

    def tell(self, seen: Witness) -> Lines:
        who = seen.after.characters.get(self.who)
        if who is not None and not who.fate and not who.defeated:
            yield books("told.conflict_leave", who=seen.name(self.who))


class TickStarted(Untold[State]):
    """The order of the tick is fixed; everybody who starts a turn in it guards no longer."""

    order: tuple[str, ...]
    starters: tuple[str, ...]

    def apply(self, state: State) -> State:
        awake = with_all(state, self.starters, unguarded)
        return with_conflict(awake, lambda c: replace(c, started=True, order=self.order, acted=()))


class OrderAgreed(Untold[State]):
    """Tied allies agreed on their order for this conflict; `forgotten`: what these agreed on holds no more."""

    order: tuple[str, ...]
    forgotten: bool = False

    def apply(self, state: State) -> State:
        if self.forgotten:
            return with_conflict(
                state, lambda c: replace(c, agreed=tuple(one for one in c.agreed if not set(self.order) & set(one)))
            )

        def agree(c: Conflict) -> Conflict:
            theirs = iter(self.order)
            placed = tuple(next(theirs) if who in self.order else who for who in c.order)
            return replace(c, agreed=(*c.agreed, self.order), order=placed)

        return with_conflict(state, agree)


class Quieted(Untold[State]):
    """Somebody is not asked about this any more while the conflict lasts: she does not use it."""

    who: str
    what: str

    def apply(self, state: State) -> State:
        return with_conflict(state, lambda c: replace(c, quiet=(*c.quiet, (self.who, self.what))))


class TurnStarted(Untold[State]):
    """A turn is open, with one action."""

    who: str

    def apply(self, state: State) -> State:
        if state.conflict is None:
            return state
        acted = tuple(dict.fromkeys((*state.conflict.acted, self.who)))
        cleared = fresh(with_all(state, state.characters, lambda c: replace(c, break_point_taken=False)), "turn")
        return with_conflict(
            cleared,
            lambda c: replace(
                c, turn=self.who, actions_left=1, bought=False, asked=False, guard_used=False, acted=acted
            ),
        )


class PointAsked(Untold[State]):
    """The one who acts was asked about a superiority point."""

    def apply(self, state: State) -> State:
        return with_conflict(state, lambda c: replace(c, asked=True))


class ActionTaken(Event[State]):
    """She has used an action; guarding may cover somebody."""

    who: str
    action: Action
    covering: str = ""

    def apply(self, state: State) -> State:
        guards = self.action is Action.GUARD
        state = with_conflict(
            state, lambda c: replace(c, actions_left=c.actions_left - 1, guard_used=c.guard_used or guards)
        )
        if not guards:
            return state
        return with_one(state, self.who, lambda c: replace(c, guarding=True, covering=self.covering))

    @rule("FAB-LIV-60")
    def tell(self, seen: Witness) -> Lines:
        if self.action is not Action.GUARD or self.who not in seen.after.characters:
            return
        yield effect("told.guards")
        if self.covering:
            yield effect("told.covers", who=seen.name(self.covering))


class ActionBought(Untold[State]):
    """A superiority point has become one more action."""

    points: dict[str, int]

    def apply(self, state: State) -> State:
        return with_conflict(
            state, lambda c: replace(c, points=self.points, bought=True, actions_left=c.actions_left + 1)
        )


class ActionGranted(Event[State]):
    """The open turn has so many actions more."""

    n: int

    def apply(self, state: State) -> State:
        return with_conflict(state, lambda c: replace(c, actions_left=c.actions_left + self.n))

    def tell(self, seen: Witness) -> Lines:
        turn = seen.after.conflict.turn if seen.after.conflict else ""
        if turn in seen.after.characters:
            yield effect("told.more_actions", who=seen.name(turn), n=self.n)


class TurnEnded(Untold[State]):
    """The open turn is over."""

    who: str
    initiative: int

    def apply(self, state: State) -> State:
        over = with_conflict(state, lambda c: replace(c, turn="", actions_left=0))
        return with_combatant(over, self.who, lambda one: replace(one, initiative=self.initiative))


class InitiativeSet(Event[State]):
    """Her initiative is now this, without a turn."""

    who: str
    initiative: int
    was: int | None = None

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, lambda one: replace(one, initiative=self.initiative))

    def as_recorded(self, state: State) -> Self:
        fighter = state.conflict.of(self.who) if state.conflict else None
        return replace(self, was=fighter.initiative) if fighter is not None else self

    def tell(self, seen: Witness) -> Lines:
        by = self.initiative - (self.initiative if self.was is None else self.was)
        if by and self.who in seen.after.characters:
            moved = change(self.who, say("outputs.initiative"), by, now=self.initiative)
            yield effect("told.step_initiative", who=seen.name(self.who), n=signed(by), moved=moved)


class SpdSet(Event[State]):
    """Her SPD is now this."""

    who: str
    spd: int

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, lambda one: replace(one, spd=self.spd))

    def tell(self, seen: Witness) -> Lines:
        if self.who in seen.after.characters and seen.has_numbers(self.who):
            yield effect("told.spd_is", who=seen.name(self.who), n=self.spd)


class TickEnded(Untold[State]):
    """The clock stands at the next tick; a new round lifts every initiative."""

    round: int
    tick: int
    lift: int = 0

    def apply(self, state: State) -> State:

        def next_tick(c: Conflict) -> Conflict:
            lifted = tuple(replace(one, initiative=one.initiative + self.lift) for one in c.combatants)
            clock = replace(c, round=self.round, tick=self.tick, combatants=lifted)
            return replace(clock, started=False, order=(), acted=(), turn="")

        return with_conflict(fresh(state, "round") if self.lift else state, next_tick)


class SuperiorityMoved(Event[State]):
    """The teams' superiority points are now these, for these reasons."""

    points: dict[str, int]
    moves: tuple[Moved, ...] = ()

    def apply(self, state: State) -> State:
        return with_conflict(state, lambda c: replace(c, points=self.points))

    @rule("FAB-LIV-21")
    def tell(self, seen: Witness) -> Lines:
        for line in moves_told(self.moves):
            yield EventLine(line, Role.EFFECT)
        points = seen.after.conflict.points if seen.after.conflict else self.points
        if self.moves and any(points.values()):
            yield effect("told.superiority", points=dict(points))


class EndOffered(Untold[State]):
    """The GM was offered the end of the conflict: whether it is over, or goes on."""

    over: bool = False

    def apply(self, state: State) -> State:
        return with_conflict(state, lambda c: replace(c, offered=True, over=self.over))


class ConflictEnded(Event[State]):
    """The conflict is over; superiority points and effects are gone with it."""

    def apply(self, state: State) -> State:
        over = [] if state.conflict is None else [c.id for c in state.conflict.combatants]
        state = with_lasting(with_timed(state, ()), without(state.effects, "conflict"))
        rested = with_all(
            with_all(state, state.characters, unguarded), over, lambda c: replace(c, break_point_taken=False)
        )
        if state.live:  # FAB-LIV-18: opportunities that were not spent are gone
            rested = with_all(rested, over, lambda c: replace(c, opportunities=()))
        return replace(fresh(rested, "turn", "conflict"), conflict=None)

    @rule("FAB-LIV-18", "FAB-LIV-20")
    def tell(self, seen: Witness) -> Lines:
        there, fought = seen.after.characters.values(), seen.before.conflict
        if fought is None:
            return
        out = [say("told.fell", who=c.called, fate=term(c.fate)) for c in there if c.fate and c.id in fought.parted]
        crisis = [c.called for c in there if c.crisis and not c.fate]
        if out:
            yield headline("told.fates_of", fates=out, peak=3)
        if crisis:
            yield effect("told.still_in_crisis", who=crisis)
        if any(fought.points.values()):
            yield books("told.points_lapse", points=dict(fought.points))
        if seen.before.live:
            yield from unspent_lines(seen, (one.id for one in fought.combatants))
        timed = [seen.timed(one) for one in fought.effects]
        if timed:
            yield books("told.expired", effects=timed)
        yield from lapse_lines(seen, (e for e in seen.before.effects if e not in without((e,), "conflict")))


class PlayingSet(Untold[State]):
    """These play by themselves; nobody: it is over."""

    playing: Playing | None = None

    def apply(self, state: State) -> State:
        return replace(state, playing=self.playing)


# ---------------------------------------------------------------------- what lasts
class EffectAdded(Event[State]):
    """Something new lasts."""

    effect: TimedEffect
    lent: Lent | None = None
    """Capacity that it gives its anchor, where it was put; without it, of an earlier version, as much to each gauge."""

    def apply(self, state: State) -> State:
        new, before = self.effect, state.conflict.effects if state.conflict else ()
        kept = before
        if new.record is not None and state.live:
            kept = tuple(
                e for e in before if e.record is None or e.anchor != new.anchor or not same_kind(e.record, new.record)
            )
            state = with_lasting(
                state, tuple(e for e in state.effects if e.bearer != new.anchor or not same_kind(e, new.record))
            )
        return with_timed(state, (*kept, new), self.lent)

    def tell(self, seen: Witness) -> Lines:
        if self.effect.record is not None:
            yield from begun_lines(seen, self.effect.record)


class EffectBegun(Event[State]):
    """Something lasts on somebody; another of that name or group on her gives way."""

    effect: Record
    lent: Lent | None = None

    def apply(self, state: State) -> State:
        new = self.effect
        if state.conflict is not None:
            state = with_timed(
                state,
                tuple(
                    e
                    for e in state.conflict.effects
                    if e.record is None or e.anchor != new.bearer or not same_kind(e.record, new)
                ),
            )
        kept = tuple(e for e in state.effects if e.bearer != new.bearer or not same_kind(e, new))
        return with_lasting(state, (*kept, new), self.lent)

    def tell(self, seen: Witness) -> Lines:
        new, known = self.effect, seen.before.effects
        yield from begun_lines(seen, new)
        yield from lapse_lines(
            seen, (e for e in known if e.bearer == new.bearer and e.id != new.id and same_kind(e, new))
        )


class EffectChanged(Untold[State]):
    """Something that lasts has been drawn upon."""

    effect: Record

    def apply(self, state: State) -> State:
        new = self.effect
        same = tuple(new if (e.bearer, e.id) == (new.bearer, new.id) else e for e in state.effects)
        state = replace(state, effects=same)
        return with_conflict(
            state,
            lambda c: replace(
                c,
                effects=tuple(
                    replace(e, record=new) if e.record is not None and (e.anchor, e.id) == (new.bearer, new.id) else e
                    for e in c.effects
                ),
            ),
        )


class EffectOver(Event[State]):
    """These no longer last on her."""

    who: str
    ids: tuple[str, ...]

    def apply(self, state: State) -> State:
        state = with_lasting(state, tuple(e for e in state.effects if e.bearer != self.who or e.id not in self.ids))
        if state.conflict is None:
            return state
        return with_timed(
            state, tuple(e for e in state.conflict.effects if e.anchor != self.who or e.id not in self.ids)
        )

    def tell(self, seen: Witness) -> Lines:
        return lapse_lines(seen, (e for e in seen.before.effects if e.bearer == self.who and e.id in self.ids))


class EffectsPassed(Untold[State]):
    """Time has passed for effects: these are left, with these counts."""

    effects: tuple[TimedEffect, ...]

    def apply(self, state: State) -> State:
        return with_timed(state, self.effects)


class SpellLasting(Event[State]):
    """A spell lasts on these for the scene; the same spell cast again takes the place of the earlier one."""

    spell: str
    caster: str
    targets: tuple[str, ...]
    lent: dict[str, Lent] = msgspec.field(default_factory=dict)
    """Capacity that it gives each of them."""

    def apply(self, state: State) -> State:

        def lasting(c: Character, *, on: bool) -> Character:
            kept = {s: by for s, by in c.spells_on.items() if (s, by) != (self.spell, self.caster)}
            if on or self.spell not in kept:
                c = c.lends(f"spell:{self.spell}", self.lent.get(c.id) if on else None)
            return replace(c, spells_on={**kept, self.spell: self.caster} if on else kept)

        characters = {who: lasting(c, on=who in self.targets) for who, c in state.characters.items()}
        return replace(state, characters=characters)

    def tell(self, seen: Witness) -> Lines:
        if names := [seen.name(who) for who in self.targets if who in seen.after.characters]:
            yield effect("told.lasting", who=names)
