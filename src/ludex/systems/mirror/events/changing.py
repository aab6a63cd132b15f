"""Changes of the state that several events share, what they have in common, and how they are told: what a viewer knows of an act and of those
whom its events name."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Protocol, Self

import msgspec
from msgspec.structs import replace

from ludex.core.events import Event, Lines, change, effect
from ludex.core.hints import once
from ludex.core.rule import rule
from ludex.core.say import Label
from ludex.systems.mirror.sheet import BodyPart, Character, Wound, met
from ludex.systems.mirror.state import Conflict, State, settled
from ludex.systems.mirror.terms import Attribute, Tag, Unit, words_of


class Witness(Protocol):
    """What one viewer knows of an act, and of those whom its events name."""

    def body(self, who: str) -> Character | None:
        """Somebody after it, as far as she may know her; None if she is not there for her."""

    @property
    def about_abilities(self) -> bool:
        """Whether the act is about abilities itself, so that its card names them."""

    def names_stamina(self, who: str) -> bool:
        """Whether the card of the act, or an effect that acted in it, says itself what became of somebody's SP."""

    def sheet_known(self, who: str) -> bool:
        """Whether somebody was there for her before it and is now, with all her numbers."""

    def name(self, who: str) -> Label:
        """How she calls somebody."""

    def part(self, who: str, part: str) -> Label:
        """How a part of somebody's is called."""

    def thing(self, name: str) -> Label:
        """How a thing is called."""

    def befell(self, who: str) -> Lines:
        """What became of somebody by it: falls, statuses, abilities that lapsed or came back (MIR-LIV-22, MIR-LIV-24)."""

    def everybody(self) -> Iterable[str]:
        """Those who are there for her."""


Wounds = tuple[Wound, ...]


def changed(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed, if she is there; what follows her numbers at all times is in line again."""
    if who not in state.characters:
        return state
    return replace(state, characters={**state.characters, who: settled(change(state.characters[who]))})


def with_part(c: Character, part: str, change: Callable[[BodyPart], BodyPart]) -> Character:
    return replace(c, parts=tuple(change(p) if p.id == part else p for p in c.parts))


def with_wounds(c: Character, part: str, change: Callable[[Wounds], Wounds], *, temporary: bool) -> Character:
    """The wounds of a part changed, or those that its temporary life bears, if it has any."""
    if not temporary:
        return with_part(c, part, lambda p: replace(p, wounds=change(p.wounds)))
    return with_part(c, part, lambda p: replace(p, temp=p.temp and replace(p.temp, wounds=change(p.temp.wounds))))


def on_clock(state: State, change: Callable[[Conflict], Conflict]) -> State:
    """The state with the running conflict changed, if there is one."""
    return state if state.conflict is None else replace(state, conflict=change(state.conflict))


def off_clock(state: State, who: str, gone: Character | None) -> State:
    """The state with somebody off the clock; her side is remembered."""

    def change(conflict: Conflict) -> Conflict:
        return replace(
            conflict,
            fighters=tuple(f for f in conflict.fighters if f.id != who),
            acting=tuple(i for i in conflict.acting if i != who),
            ended=tuple(i for i in conflict.ended if i != who),
            gone=(*conflict.gone, gone.side) if gone is not None and conflict.fighter(who) else conflict.gone,
        )

    return on_clock(state, change)


def shifted(seen: Witness, who: str, what: Label, was: int | None, now: int, *, top: int | None = None) -> Lines:
    """A number of somebody's that moved, to whom her numbers are known (MIR-LIV-40)."""
    if was is None or was == now or not seen.sheet_known(who):
        return
    moved = change(who, what, now - was, now=now, top=top)
    yield effect("told.number_moved", who=seen.name(who), what=what, was=was, now=now, moved=moved)


def turn_counts(state: State, who: str) -> dict[str, int]:
    return {x.id: x.remaining for x in state.effects if (x.unit, x.who) == (Unit.TURN_START, who) and x.remaining}


class Became(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody became by an event: statuses that began and ended, parts for which she has dying checks to make from now on, what she
    keeps up no longer, abilities that lapsed or came back, an ego that was cut, whether she has a gauge now. `gone`: she was out of play before."""

    who: str
    begun: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    dying: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    ego: int | None = None
    gone: bool = False
    gauge: bool | None = None


@rule("MIR-LIV-22", "MIR-LIV-24", "MIR-PER-2")
def became(before: State, after: State) -> tuple[Became, ...]:
    """What everybody became who was there before and is another now."""
    if after.characters is before.characters:
        return ()
    both = ((before.characters.get(who), now) for who, now in after.characters.items())
    found = [_became(old, now, before, after) for old, now in both if old is not None and old is not now]
    return tuple(one for one in found if one != Became(one.who, gone=one.gone))


def _became(old: Character, now: Character, before: State, after: State) -> Became:
    begun = tuple(s for s in now.statuses if s not in old.statuses)
    ended = tuple(s for s in old.statuses if s not in now.statuses)
    known = () if old.exempt else old.dying
    held = {a.id: met(old, a.prerequisite) for a in old.abilities if a.prerequisite}
    holds = {a.id: met(now, a.prerequisite) for a in now.abilities if a.id in held}
    return Became(
        now.id,
        begun,
        ended,
        () if now.exempt else tuple(part for part in now.dying if part not in known),
        _let_go(old, now, before, after),
        tuple(one for one, on in holds.items() if held[one] and not on),
        tuple(one for one, on in holds.items() if on and not held[one]),
        now.ego if now.ego < old.ego and old.ego > now.ego_max else None,
        old.out_of_play,
        None if _has_gauge(old) is _has_gauge(now) else _has_gauge(now),
    )


@once
def _has_gauge(c: Character) -> bool:
    """Whether an attribute of hers is superior (Ruling MIR-E-61)."""
    return any(c.gauge_max(a) for a in words_of(Attribute))


def _let_go(old: Character, now: Character, before: State, after: State) -> tuple[str, ...]:
    """The effects that one who fell kept up and keeps up no longer."""
    if not (now.unconscious or now.out_of_play) or old.unconscious or old.out_of_play:
        return ()
    left = {x.id for x in after.effects}
    gone = (x for x in before.effects if x.id not in left and Tag.CONCENTRATE in x.tags)
    return tuple(x.id for x in gone if (x.by or x.target) == now.id)


class Followed(Event[State], kw_only=True):
    """Base of events by which somebody may become another: unconscious, mad, out of play, without an ability."""

    became: tuple[Became, ...] = ()

    def as_followed(self, before: State, after: State) -> Self:
        found = became(before, after)
        return replace(self, became=found) if found else self


class Of(Followed):
    """Base of events about one character: what becomes of her by it is told with it."""

    who: str

    def tell(self, seen: Witness) -> Lines:
        yield from seen.befell(self.who)


class OfAll(Followed):
    """Base of events that may reach anybody, through the effects that they bring, end or change."""

    def tell(self, seen: Witness) -> Lines:
        for who in seen.everybody():
            yield from seen.befell(who)


class Valued(Of):
    """Base of events after which values of a sheet are what the event says; what it tells besides (`was`, `why`) changes nothing."""

    TOLD: ClassVar[frozenset[str]] = frozenset(("who", "was", "cost", "why", "past", "became"))

    def apply(self, state: State) -> State:
        values = {name: getattr(self, name) for name in self.__struct_fields__ if name not in self.TOLD}
        return changed(state, self.who, lambda c: replace(c, **values))
