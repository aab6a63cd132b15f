"""What lasts: effects begin, are drawn upon, and are over; what some of them write into sheets comes and goes with them."""

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.events import Event, Lines, effect
from ludex.systems.fable.events.changing import same_kind, with_conflict, with_lasting, with_timed
from ludex.systems.fable.events.telling import Witness, begun_lines, lapse_lines
from ludex.systems.fable.sheet import Character, Lent
from ludex.systems.fable.state import Effect, State


class EffectAdded(Event[State]):
    """Something new lasts."""

    effect: Effect
    lent: Lent | None = None
    """Capacity that it gives its anchor, where it was put; without it, of an earlier version, as much to each gauge."""

    def apply(self, state: State) -> State:
        """One effect more lasts."""
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
        """What lies on whom from now on."""
        if self.effect.record is not None:
            yield from begun_lines(seen, self.effect.record)


class EffectBegun(Event[State]):
    """Something lasts on somebody; another of that name or group on her gives way."""

    effect: Record
    lent: Lent | None = None

    def apply(self, state: State) -> State:
        """It lasts; another of that name on the same bearer is over."""
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
        """What lies on whom from now on, and that another gave way to it."""
        new, known = self.effect, seen.before.effects
        yield from begun_lines(seen, new)
        yield from lapse_lines(
            seen, (e for e in known if e.bearer == new.bearer and e.id != new.id and same_kind(e, new))
        )


class EffectChanged(Event[State]):
    """Something that lasts has been drawn upon."""

    effect: Record

    def apply(self, state: State) -> State:
        """It stands in its place with other numbers."""
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
        """The others are left."""
        state = with_lasting(state, tuple(e for e in state.effects if e.bearer != self.who or e.id not in self.ids))
        if state.conflict is None:
            return state
        return with_timed(
            state, tuple(e for e in state.conflict.effects if e.anchor != self.who or e.id not in self.ids)
        )

    def tell(self, seen: Witness) -> Lines:
        """What is over."""
        return lapse_lines(seen, (e for e in seen.before.effects if e.bearer == self.who and e.id in self.ids))


class EffectsPassed(Event[State]):
    """Time has passed for effects: these are left, with these counts."""

    effects: tuple[Effect, ...]

    def apply(self, state: State) -> State:
        """Only these effects are left."""
        return with_timed(state, self.effects)


class SpellLasting(Event[State]):
    """A spell lasts on these for the scene; the same spell cast again takes the place of the earlier one."""

    spell: str
    caster: str
    targets: tuple[str, ...]
    lent: dict[str, Lent] = msgspec.field(default_factory=dict)
    """Capacity that it gives each of them."""

    def apply(self, state: State) -> State:
        """The spell lasts on its targets, and no longer where the same caster had it before."""

        def lasting(c: Character, *, on: bool) -> Character:
            kept = {s: by for s, by in c.spells_on.items() if (s, by) != (self.spell, self.caster)}
            if on or self.spell not in kept:
                c = c.lends(f"spell:{self.spell}", self.lent.get(c.id) if on else None)
            return replace(c, spells_on={**kept, self.spell: self.caster} if on else kept)

        characters = {who: lasting(c, on=who in self.targets) for who, c in state.characters.items()}
        return replace(state, characters=characters)

    def tell(self, seen: Witness) -> Lines:
        """On whom it lasts."""
        if names := [seen.name(who) for who in self.targets if who in seen.after.characters]:
            yield effect("told.lasting", who=names)
