"""Events: what became true, how the state is after it, and how it is told.

    class Burnt(Event[State]):
        who: str
        scroll: str

        def apply(self, state: State) -> State:
            return changed(state, self.who, scrolls=…)

    [events]
    burnt = ["{who} 烧掉了 {scroll}", "{who} burns {scroll}"]

An event never refuses and asks nobody: whether it may happen is decided before it happens. Its phrase stands in the words under its name,
its fields fill the gaps. What only keeps the books says so (`told_as = kit.BOOKS`) and needs no phrase.

Somebody comes and goes, is seen, has more or less of something: such events the kit has, and they tell themselves.

    class Came(Joined[State, Person]):
        \"\"\"Somebody is here.\"\"\"
"""

from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from ludex.core import events as core
from ludex.core.events import Lines, change
from ludex.core.explain import Total
from ludex.core.say import Filling, say
from ludex.core.view import EventLine, Role
from ludex.kit.called import columns
from ludex.kit.people import Crowd, changed, free_id, joined, name_of, parted, person, replaced
from ludex.kit.witness import SCENE, Witness

P = TypeVar("P", bound=msgspec.Struct)
S = TypeVar("S", bound=Crowd)
A = TypeVar("A")
EFFECT, HEADLINE, COST, BOOKS = Role.EFFECT, Role.HEADLINE, Role.COST, Role.BOOKS
"""What a line is for: what changed, what people retell, what was paid, what only runs the table."""
FALL = 4
"""How much it matters to who was not there that a number ran out, where the system has words for that."""


class Event(core.Event[A]):
    """Something that has happened. `told_as`: what its line is for; `peak`: how much it matters to who was not there (5: a death)."""

    told_as: ClassVar[Role] = Role.EFFECT
    peak: ClassVar[int] = 0

    def tell(self, seen: Witness) -> Lines:
        """Its phrase of `[events]`, filled with its fields."""
        return seen.told(self)


class Joined(Event[S], Generic[S, P]):
    """Somebody is here, new or as she is described now. A system makes it its own, so that it says who can come."""

    who: str
    person: P

    @classmethod
    def new(cls, state: S, newcomer: P) -> Self:
        """A newcomer joins, by an id that is still free."""
        return cls(free_id(state, name_of(newcomer)), newcomer)

    def apply(self, state: S) -> S:
        return joined(state, self.who, self.person)

    def tell(self, seen: Witness) -> Lines:
        """That she is here, to those who did not know of her."""
        return seen.told(self, usual="kit.came") if seen.is_new(self.who) else ()


class Parted(Event[Crowd]):
    """Somebody is here no more."""

    who: str

    def apply(self, state: Crowd) -> Crowd:
        return parted(state, self.who)

    def tell(self, seen: Witness) -> Lines:
        """That she is gone, to those who knew of her."""
        return seen.told(self, usual="kit.went")


H = TypeVar("H", int, tuple[str, ...])
_KINDS = {int: "number", tuple: "list (a tuple)"}


def _sheet(state: Crowd, who: str) -> Any:
    return state if who == SCENE else person(state, who)


def _with(state: Crowd, who: str, what: str, value: Filling) -> Crowd:
    return replaced(state, **{what: value}) if who == SCENE else changed(state, who, **{what: value})


def _held(event: Event[Crowd], one: msgspec.Struct, what: str, kind: type[H]) -> H:
    """What stands in a field of a sheet or of the scene; a field that is no such thing is named, with those that are."""
    held = {name: getattr(one, name) for name in one.__struct_fields__}
    fields = [name for name, value in held.items() if isinstance(value, kind) and not isinstance(value, bool)]
    if what in fields:
        found: H = held[what]
        return found
    is_now = f" ({held[what]!r} now)" if what in held else ""
    raise TypeError(
        f"{type(event).__name__}: {what!r}{is_now} is no {_KINDS[kind]} of {type(one).__name__}; there are {', '.join(fields)}"
    )


class Counted(Event[Crowd]):
    """A number went up or down, on somebody's sheet or (`kit.SCENE`) in the scene. It stops at `floor`, and at `top` where there is one.

    `paid`: it was the price of something; `why`: the terms that it is made of. `was` fills itself in.
    """

    who: str
    what: str
    by: int
    floor: int = 0
    top: int | None = None
    paid: bool = False
    why: Total | None = None
    was: int | None = None

    def as_recorded(self, state: Crowd) -> Self:
        """It with the number that stood there, and the end of the track where it is one."""
        sheet = _sheet(state, self.who)
        return replaced(self, was=_held(self, sheet, self.what, int), top=self._end(sheet))

    def _end(self, sheet: msgspec.Struct) -> int | None:
        """Where the number stops."""
        column = next((one for one in columns(type(sheet)) if one.name == self.what), None)
        called = column.called if column is not None else None
        return called.top if self.top is None and called is not None and called.bounded else self.top

    def _after(self, was: int, top: int | None) -> int:
        now = max(self.floor, was + self.by)
        return now if top is None else min(top, now)

    def apply(self, state: Crowd) -> Crowd:
        sheet = _sheet(state, self.who)
        held = _held(self, sheet, self.what, int)
        return _with(state, self.who, self.what, self._after(held, self._end(sheet)))

    def tell(self, seen: Witness) -> Lines:
        """The number that moved; that it ran out or is full, where there are words for that (`counted_oil_empty`, `counted_doom_full`)."""
        column = seen.column(self.who, self.what)
        now = None if self.was is None else self._after(self.was, self.top)
        if now is None or now == self.was or column is None or not seen.reads(self.who, self.what, now, now + 1):
            return
        was = self.was or 0
        label = seen.label(self.what)
        top = self.top or (column.called.top if column.called else 0) or None
        moved = change(self.who, label, now - was, now=now, top=top, why=self.why)
        facts: dict[str, Filling] = {
            "who": seen.name(self.who),
            "what": label,
            "before": was,
            "after": now,
            "by": abs(now - was),
        }
        for line in seen.told(self, usual="kit.changed", moved=moved, facts=facts):
            yield replaced(line, role=Role.COST) if self.paid else line
        end = "empty" if now <= self.floor else "full" if top is not None and now >= top else ""
        key = f"events.counted_{self.what}_{end}"
        if end and key in seen.phrases:
            yield EventLine(say(key, **facts), Role.HEADLINE, peak=FALL)


class Gained(Event[Crowd]):
    """A list on somebody's sheet, or in the scene (`kit.SCENE`), has one more in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        held = _held(self, _sheet(state, self.who), self.what, tuple)
        return _with(state, self.who, self.what, (*held, self.value))

    def tell(self, seen: Witness) -> Lines:
        """What came to it."""
        return _listed(self, seen, "kit.gained")


class Lost(Event[Crowd]):
    """A list on somebody's sheet, or in the scene (`kit.SCENE`), no longer has something in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        held = list(_held(self, _sheet(state, self.who), self.what, tuple))
        if self.value not in held:
            raise ValueError(f"Lost: {self.value!r} is not in {self.what!r}: look before you let it happen")
        held.remove(self.value)
        return _with(state, self.who, self.what, tuple(held))

    def tell(self, seen: Witness) -> Lines:
        """What went from it."""
        return _listed(self, seen, "kit.lost")


def _listed(event: Gained | Lost, seen: Witness, usual: str) -> Lines:
    """What came to a list or went from it, for those who may read it there."""
    if seen.column(event.who, event.what) is None or not seen.reads(event.who, event.what, (event.value,)):
        return ()
    value = seen.shown(event.value)
    facts: dict[str, Filling] = {
        "who": seen.name(event.who),
        "what": seen.label(event.what),
        "value": value,
        "values": [value],
    }
    return seen.told(event, usual=usual, facts=facts)


class Became(Event[Crowd]):
    """Something on somebody's sheet, or in the scene (`kit.SCENE`), is another now: a word, a truth, a text. `was` fills itself in."""

    who: str
    what: str
    value: str | bool
    was: str | bool = ""

    def as_recorded(self, state: Crowd) -> Self:
        """It with what stood there."""
        return replaced(self, was=msgspec.to_builtins(getattr(_sheet(state, self.who), self.what, "")))

    def apply(self, state: Crowd) -> Crowd:
        one = _sheet(state, self.who)
        if self.what not in one.__struct_fields__:
            raise TypeError(
                f"Became: {type(one).__name__} has no {self.what!r}; there are {', '.join(one.__struct_fields__)}"
            )
        return _with(state, self.who, self.what, fitting(type(one), self.what, self.value))

    def tell(self, seen: Witness) -> Lines:
        """What is so now; a truth by its name."""
        kind = seen.shape.state if self.who == SCENE else seen.shape.person
        if seen.column(self.who, self.what) is None or kind is None or self.value == self.was:
            return ()
        value, was = (fitting(kind, self.what, one) for one in (self.value, self.was))
        if not seen.reads(self.who, self.what, value, was):
            return ()
        facts: dict[str, Filling] = {
            "who": seen.name(self.who),
            "what": seen.label(self.what),
            "before": seen.shown(was),
            "after": seen.shown(value),
        }
        truth = "kit.begins" if value is True else "kit.ends"
        return seen.told(
            self, usual=truth if isinstance(value, bool) else "kit.changed" if was else "kit.is_now", facts=facts
        )


def fitting(kind: type[msgspec.Struct], what: str, value: str | bool) -> Filling:
    """A plain value as a field of a record holds it."""
    found: Filling = msgspec.convert(
        value, next(field.type for field in msgspec.structs.fields(kind) if field.name == what)
    )
    return found


class Revealed(Event[Crowd]):
    """Somebody unseen is seen."""

    who: str

    def apply(self, state: Crowd) -> Crowd:
        return changed(state, self.who, unseen=False)

    def tell(self, seen: Witness) -> Lines:
        """That she is here."""
        return seen.told(self, usual="kit.came")


COMMON: tuple[type[Event[Any]], ...] = (Parted, Counted, Gained, Lost, Became, Revealed)
"""Events that every system of the kit knows."""
