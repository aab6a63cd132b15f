"""What happens to the table: time, effects, the conflict and its clock, the stage, the library, and what is still to be asked."""

from msgspec.structs import replace

from ludex.core.events import Untold
from ludex.core.plain import Plain
from ludex.systems.mirror.events.changing import Of, OfAll, changed, off_clock, on_clock, turn_counts
from ludex.systems.mirror.sheet import Character, Lying
from ludex.systems.mirror.state import (
    FRESH,
    Conflict,
    Fighter,
    Lasting,
    Opened,
    Reaction,
    Stage,
    State,
    Time,
    group_key,
)
from ludex.systems.mirror.terms import Mode

MOST = 40
"""So many reactions are remembered, to be told."""


class TimePassed(OfAll, Untold[State]):
    """A segment, a unit or the scene is over; the table stands here in time now."""

    unit: str
    time: Time | None = None

    def apply(self, state: State) -> State:
        def pass_by(c: Character) -> Character:
            if self.unit == "scene":
                return replace(c, exempt=False)
            return replace(c, ego_gained=0, long_rest_done=c.long_rest_done and self.unit != "unit")

        people = {i: pass_by(c) for i, c in state.characters.items()}
        scenes = state.scenes + (self.unit == "scene")
        return replace(state, characters=people, time=self.time or state.time, scenes=scenes)


class EffectAdded(OfAll):
    effect: Lasting

    def apply(self, state: State) -> State:
        return replace(state, effects=(*state.effects, self.effect))


class EffectsCounted(OfAll, Untold[State]):
    """These effects have passed so many of what they count; those at 0 are over."""

    ids: tuple[str, ...]
    passings: int = 1

    def apply(self, state: State) -> State:
        """Some passings less; at 0 an effect is over."""
        passed = (
            replace(x, remaining=x.remaining - self.passings) if x.id in self.ids and x.remaining is not None else x
            for x in state.effects
        )
        return replace(state, effects=tuple(x for x in passed if x.remaining is None or x.remaining > 0))


class EffectExtended(OfAll, Untold[State]):
    """An effect has this many passings left now."""

    id: str
    remaining: int

    def apply(self, state: State) -> State:
        effects = tuple(replace(x, remaining=self.remaining) if x.id == self.id else x for x in state.effects)
        return replace(state, effects=effects)


class EffectsEnded(OfAll):
    ids: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, effects=tuple(x for x in state.effects if x.id not in self.ids))


class ConflictBegun(OfAll, Untold[State]):
    fighters: tuple[Fighter, ...]
    ap: dict[str, int]

    def apply(self, state: State) -> State:
        """AP as given, no Mov, no limits (MIR-APV-1, MIR-MOV-4)."""
        fresh = {
            f.id: replace(c, ap=self.ap.get(f.id, 0), mov=0, minor_used=False, ra_used=False)
            for f in self.fighters
            if (c := state.characters.get(f.id))
        }
        people = {**state.characters, **fresh}
        return replace(
            state, characters=people, conflict=Conflict(self.fighters), mode=Mode.CONFLICT, fights=state.fights + 1
        )


class FighterJoined(OfAll, Untold[State]):
    fighter: Fighter

    def apply(self, state: State) -> State:
        new = self.fighter
        return on_clock(state, lambda c: replace(c, fighters=(*(f for f in c.fighters if f.id != new.id), new)))


class FighterLeft(Of, Untold[State]):
    def apply(self, state: State) -> State:
        return off_clock(state, self.who, state.characters.get(self.who))


class OrderArranged(Untold[State]):
    order: tuple[str, ...]

    def apply(self, state: State) -> State:
        key = group_key(self.order)
        return on_clock(state, lambda c: replace(c, orders={**c.orders, key: self.order}))


class TickBegun(OfAll, Untold[State]):
    tick: int

    def apply(self, state: State) -> State:
        return on_clock(
            state, lambda c: replace(c, tick=self.tick, acting=(), ended=(), later={}, moving="", fresh=(), opened=())
        )


class TurnsBegun(OfAll, Untold[State]):
    acting: tuple[str, ...]

    def apply(self, state: State) -> State:
        people = [state.characters[i] for i in self.acting if i in state.characters]
        fresh = tuple(
            Opened(c.id, c.ap, c.mov, c.ra_used, c.minor_used, c.total_action, turn_counts(state, c.id)) for c in people
        )
        return on_clock(state, lambda c: replace(c, acting=self.acting, fresh=fresh, stood=c.standing(self.acting)))


class InitiativeSet(Of, Untold[State]):
    primary: int
    current: int
    face: int

    def apply(self, state: State) -> State:
        def placed(f: Fighter) -> Fighter:
            return replace(f, primary=self.primary, current=self.current, face=self.face) if f.id == self.who else f

        return on_clock(state, lambda c: replace(c, fighters=tuple(map(placed, c.fighters))))


class TurnEnded(Of, Untold[State]):
    """Her turn is over; actions at the end of her turn wait for the end of the tick."""

    later: tuple[Plain, ...] = ()

    def apply(self, state: State) -> State:
        """A turn is over; its last actions wait for the end of the tick."""
        later = {self.who: self.later} if self.later else {}
        return on_clock(state, lambda c: replace(c, ended=(*c.ended, self.who), later={**c.later, **later}))


class TurnDelayed(Of, Untold[State]):
    """Her turn counts as not begun: it comes later."""

    def apply(self, state: State) -> State:
        """A turn that counts as not begun: AP, Mov, limits and counts as before (MIR-LIV-20)."""
        before = next((one for one in state.conflict.fresh if one.id == self.who), None) if state.conflict else None
        if before is not None:
            kept = {name: getattr(before, name) for name in ("ap", "mov", "ra_used", "minor_used", "total_action")}
            state = changed(state, self.who, lambda c: replace(c, **kept))
            counts = before.counts
            effects = (replace(x, remaining=counts[x.id]) if x.id in counts else x for x in state.effects)
            state = replace(state, effects=tuple(effects))
        return on_clock(state, lambda c: replace(c, acting=tuple(i for i in c.acting if i != self.who)))


class MovementUsed(Of, Untold[State]):
    """She moves by an action, which goes on as long as she does nothing else."""

    def apply(self, state: State) -> State:
        """The action that she goes on with as long as she does nothing else (MIR-LIV-26)."""
        return on_clock(state, lambda c: replace(c, moving=self.who, moved=tuple(dict.fromkeys((*c.moved, self.who)))))


class RoundBegun(OfAll, Untold[State]):
    """A new round: it stands before its first tick."""

    round: int

    def apply(self, state: State) -> State:
        return on_clock(
            state, lambda c: replace(c, round=self.round, tick=FRESH, acting=(), ended=(), later={}, moved=())
        )


class ConflictEnded(OfAll, Untold[State]):
    def apply(self, state: State) -> State:
        ids = tuple(f.id for f in state.conflict.fighters) if state.conflict else ()
        characters = {
            i: replace(c, total_action=None, minor_used=False, ra_used=False) if i in ids else c
            for i, c in state.characters.items()
        }
        due = tuple(i for i in ids if i in characters and not characters[i].gm_played)  # MIR-LIV-23
        return replace(state, characters=characters, conflict=None, mode=Mode.EXPLORATION, favour_due=due, played=())


class ModeSet(OfAll, Untold[State]):
    mode: str

    def apply(self, state: State) -> State:
        return replace(state, mode=self.mode)


class StageSet(OfAll, Untold[State]):
    stage: Stage

    def apply(self, state: State) -> State:
        return replace(state, stage=self.stage)


class CatalogueSet(OfAll, Untold[State]):
    """A piece of the table's own content: a `kind` (ability, action, npc, organ), its id and its record. `kept`: it is the GM's secret."""

    kind: str
    id: str
    record: Plain | None
    kept: bool = False

    def apply(self, state: State) -> State:
        """A record of the table's own content comes, is exchanged (and then stands last) or goes."""
        others = {i: r for i, r in state.catalogue.get(self.kind, {}).items() if i != self.id}
        kind = others if self.record is None else {**others, self.id: self.record}
        key, known = f"{self.kind}/{self.id}", self.id in state.catalogue.get(self.kind, {})
        closed = key in state.kept if known else self.kept  # a correction stays as open as it was
        kept = (*(k for k in state.kept if k != key), *((key,) if closed and self.record is not None else ()))
        return replace(state, catalogue={**state.catalogue, self.kind: kind}, kept=kept)


class ThingsLie(Untold[State]):
    lying: tuple[Lying, ...]

    def apply(self, state: State) -> State:
        return replace(state, lying=self.lying)


class Reacted(Of):
    """An effect of hers acted by itself, or an action that waited for an event was used (on whom, and how it came out).

    Without a name: no more was let follow. On whom without a grade: what a step of an effect did to her.
    """

    effect: str = ""
    whom: str = ""
    grade: str = ""
    part: str = ""
    count: int = 0
    level: int = 0
    sp: int = 0

    def apply(self, state: State) -> State:
        number = state.reactions[-1].number + 1 if state.reactions else 1
        done = (self.effect, self.whom, self.grade, self.part, self.count, self.level, self.sp)
        made = Reaction(number, self.who, *done)
        return replace(state, reactions=(*state.reactions[1 - MOST :], made))


class RoundOpened(Of, Untold[State]):
    def apply(self, state: State) -> State:
        return on_clock(state, lambda c: replace(c, opened=(*c.opened, self.who)))


class BoostsDeclined(Of, Untold[State]):
    """She is not asked for a boost of this kind of check until what `until` names is over (MIR-LIV-15)."""

    kind: str
    until: str

    def apply(self, state: State) -> State:
        """She is not asked again; what was said until something that is over is forgotten."""
        kept = {key: until for key, until in state.declined.items() if until == self.until}
        return replace(state, declined={**kept, f"{self.who} {self.kind}": self.until})


class ThrowingSet(Of, Untold[State]):
    """Whether somebody's player throws her dice where the table would (MIR-LIV-4)."""

    on: bool

    def apply(self, state: State) -> State:
        others = tuple(i for i in state.throwing if i != self.who)
        return replace(state, throwing=(*others, self.who) if self.on else others)


class ContentOpened(Untold[State]):
    """Players know of something that the GM has kept: it was used before them, or opened."""

    kind: str
    id: str

    def apply(self, state: State) -> State:
        return replace(state, kept=tuple(k for k in state.kept if k != f"{self.kind}/{self.id}"))


class EndOffered(Untold[State]):
    """The GM was offered the end of a conflict in which a side is down: whether it is over, or goes on."""

    over: bool = False

    def apply(self, state: State) -> State:
        return on_clock(state, lambda c: replace(c, offered=True, over=self.over))


class FavourDue(Untold[State]):
    who: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, favour_due=self.who)


class PlaySet(Untold[State]):
    who: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, played=self.who)
