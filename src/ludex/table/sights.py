"""States as viewers may know them, and what they see of them and can do: each worked out once, and shared by all who know the same.

A value that cannot be computed takes no view down: what cannot be drawn is left out of the state that is looked at, and said in its place.

Whatever stands in a log is folded, also what an earlier version let in or a GM wrote by hand. Where a look at such a state fails, the
records of people, then whatever else the state holds, are left out one by one until it does not, and as little of each as will do. Rules go
on running on the state as it is, and refuse what they cannot work out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Offer
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import Viewer
from ludex.core.say import Label, Say, say
from ludex.core.system import System
from ludex.core.view import Section, Text, View
from ludex.table.characters import sheets_of
from ludex.table.memory import Memory
from ludex.table.seats import Seat

Drawn = TypeVar("Drawn")

FAILS = (RuleError, SystemFailed)
MOST = 400
"""So many looks are tried before the failure is let through."""

Path = tuple[str | int, ...]
"""The way from a state to a value: fields, keys and places."""


class Trouble(msgspec.Struct, frozen=True):
    """What was left out: where it stands, whose it is (an actor's id, or nobody's), what it is called, and why it could not be drawn."""

    path: Path
    who: str
    what: str
    why: Say


class Mended(msgspec.Struct, frozen=True):
    """A state that can be looked at, and what of it had to be left out."""

    state: Any
    troubles: tuple[Trouble, ...] = ()


def mended(
    system: System, state: Any, draw: Callable[[Any], Drawn], known: tuple[Path, ...] = ()
) -> tuple[Drawn, Mended]:
    """What is drawn of a state, without what cannot be; a failure of the drawing itself is let through.

    `known`: what was left out of the state before, tried first.
    """
    try:
        return draw(state), Mended(state)
    except FAILS as error:
        first = error
    mender = _Mender(draw, first)
    paths = mender.within(state, known) or mender.coarse(
        state, tuple(_people(system, state)), tuple(_rest(system, state))
    )
    if paths is None:
        raise first
    paths = mender.finer(state, paths)
    drawn = draw(_without(state, paths))
    return drawn, Mended(_without(state, paths), tuple(_trouble(system, state, path, first) for path in paths))


class _Mender:
    """Tries what has to be left out."""

    def __init__(self, draw: Callable[[Any], Any], first: RuleError | SystemFailed) -> None:
        self.draw, self.left, self.first = draw, MOST, first

    def holds(self, state: Any, paths: tuple[Path, ...]) -> bool:
        """Whether a state can be drawn without what stands at these places."""
        self.left -= 1
        if self.left < 0:
            raise self.first
        try:
            self.draw(_without(state, paths))
        except FAILS:
            return False
        return True

    def within(self, state: Any, known: tuple[Path, ...]) -> tuple[Path, ...] | None:
        """What was left out before, if that is still enough."""
        there = tuple(path for path in known if _at(state, path) is not None)
        return there if there and self.holds(state, there) else None

    def coarse(self, state: Any, people: tuple[Path, ...], rest: tuple[Path, ...]) -> tuple[Path, ...] | None:
        """The records without which it can be drawn: people's alone if that is enough, else whatever else there is."""
        for among in (people, (*people, *rest)):
            if among and self.holds(state, among):
                return self._fewest(state, among)
        return None

    def finer(self, state: Any, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        """As little of each as will do: a thing on a sheet rather than the sheet."""
        found: tuple[Path, ...] = ()
        for n, path in enumerate(paths):
            rest = paths[n + 1 :]
            found += self._inside(state, path, (*found, *rest))
        return found

    def _inside(self, state: Any, path: Path, others: tuple[Path, ...]) -> tuple[Path, ...]:
        parts = tuple(_parts(state, path))
        if not parts or not self.holds(state, (*others, *parts)):
            return (path,)
        needed = self._fewest(state, parts, others)
        return tuple(
            deeper
            for n, one in enumerate(needed)
            for deeper in self._inside(state, one, (*others, *needed[:n], *needed[n + 1 :]))
        )

    def _fewest(self, state: Any, paths: tuple[Path, ...], others: tuple[Path, ...] = ()) -> tuple[Path, ...]:
        """Those of these without which it cannot be left."""
        size, needed = max(1, len(paths) // 2), paths
        while size:
            for start in range(0, len(needed), size):
                fewer = needed[:start] + needed[start + size :]
                if len(needed) > 1 and self.holds(state, (*others, *fewer)):
                    needed = fewer
                    break
            else:
                size //= 2
        return needed


# --- places in a state ---------------------------------------------------------------------------------------------------


def _people(system: System, state: Any) -> Iterator[Path]:
    """The records of people."""
    try:
        shelf = sheets_of(system).shelf
    except RuleError:
        return
    held = getattr(state, shelf, ())
    yield from ((shelf, key) for key in (held if isinstance(held, Mapping) else range(len(held))))


def _rest(system: System, state: Any) -> Iterator[Path]:
    """Whatever else a state holds, field by field."""
    people = {path[0] for path in _people(system, state)}
    for field in msgspec.structs.fields(type(state)):
        if field.name not in people and field.name != "options" and not field.required:
            yield (field.name,)


def _parts(state: Any, path: Path) -> Iterator[Path]:
    """What a value holds that may be left out of it: fields that have a default, entries of lists and tables."""
    value = _at(state, path)
    if isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(type(value)):
            held = getattr(value, field.name)
            if field.required:
                yield from _parts(state, (*path, field.name)) if isinstance(held, msgspec.Struct) else ()
            elif field.name not in _SELF and not _is_default(field, held):
                yield (*path, field.name)
    elif isinstance(value, Mapping):
        yield from ((*path, key) for key in value)
    elif isinstance(value, tuple):
        yield from ((*path, place) for place in range(len(value)))


_SELF = ("id", "name", "side", "team", "npc", "player", "position", "pos", "hidden", "secret")
"""Who somebody is, and where she stands: that stays."""


def _is_default(field: msgspec.structs.FieldInfo, held: Any) -> bool:
    return bool(held == _default(field))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def _at(state: Any, path: Path) -> Any:
    """What stands at a place; None where there is none."""
    for step in path:
        if isinstance(state, msgspec.Struct):
            state = getattr(state, str(step), None)
        elif isinstance(state, Mapping):
            state = state.get(step)
        elif isinstance(state, tuple) and isinstance(step, int):
            state = state[step] if step < len(state) else None
        else:
            return None
    return state


def _without(state: Any, paths: tuple[Path, ...]) -> Any:
    """A state without what stands at these places; later places of a list first, so that none moves."""
    for path in sorted(paths, key=lambda one: [step if isinstance(step, int) else 0 for step in one], reverse=True):
        state = _bare(state, path)
    return state


def _bare(value: Any, path: Path, depth: int = 0) -> Any:
    """A value without what stands at a place inside of it. A record of the state's own is left with nothing but who that is."""
    step, rest = path[0], path[1:]
    if isinstance(value, msgspec.Struct):
        field = next(one for one in msgspec.structs.fields(type(value)) if one.name == step)
        held = _bare(getattr(value, field.name), rest, depth + 1) if rest else _default(field)
        return replace(value, **{field.name: held})
    if isinstance(value, Mapping):
        kept = _left(value[step], rest, depth) if step in value else None
        others = {key: one for key, one in value.items() if key != step}
        return others if kept is None else {**value, step: kept}
    if isinstance(value, tuple) and isinstance(step, int) and step < len(value):
        kept = _left(value[step], rest, depth)
        return (*value[:step], *(() if kept is None else (kept,)), *value[step + 1 :])
    return value


def _left(entry: Any, rest: Path, depth: int) -> Any:
    """What is left of an entry; None: nothing."""
    if rest:
        return _bare(entry, rest, depth + 1)
    return _plain(entry) if depth == 1 and isinstance(entry, msgspec.Struct) else None


def _plain(record: Any) -> Any:
    """A record with nothing in it but who somebody is."""
    held = {one.name: getattr(record, one.name) for one in msgspec.structs.fields(type(record)) if _stays(one)}
    return type(record)(**{name: _plain(one) if isinstance(one, msgspec.Struct) else one for name, one in held.items()})


def _stays(field: msgspec.structs.FieldInfo) -> bool:
    return field.required or field.name in _SELF


# --- said in its place --------------------------------------------------------------------------------------------------------


def _trouble(system: System, state: Any, path: Path, error: RuleError | SystemFailed) -> Trouble:
    shelf = {one[0] for one in _people(system, state)}
    actors = system.actors(state)
    whose = next((_id_of(state, path[:n]) for n in range(2, len(path) + 1) if path[0] in shelf), "")
    told = _at(state, path)
    called = getattr(told, "name", "") if isinstance(getattr(told, "name", ""), str) else ""
    what = called or str(path[-1]) or actors.get(whose, "")
    refused = error if isinstance(error, RuleError) else error.refusal()
    return Trouble(path, whose if whose in actors else "", what, say(f"errors.{refused.code}", **refused.facts))


def _id_of(state: Any, path: Path) -> str:
    one = _at(state, path)
    return str(getattr(one, "id", "") or path[-1]) if isinstance(one, msgspec.Struct) else ""


def with_troubles(view: View, troubles: tuple[Trouble, ...], names: Mapping[str, str], *, why: bool) -> View:
    """A view that says what could not be worked out: on the sheet of whose it is, else by itself. `why`: its reader may know the reason."""
    for one in troubles:
        line = Text(
            say("told.uncomputable", what=one.what, why=one.why) if why else say("told.uncomputable_bare"), "warn"
        )
        who, where = (tuple(_with_line(s, one, names, line) for s in part) for part in (view.who, view.where))
        if (who, where) == (view.who, view.where) and why:
            title: Label = names.get(one.who) or say("told.uncomputable_title")
            where = (*where, Section(f"trouble-{one.who or one.path[0]}", title, (line,), hidden=True))
        view = replace(view, who=who, where=where)
    return view


def _with_line(section: Section, trouble: Trouble, names: Mapping[str, str], line: Text) -> Section:
    who = trouble.who
    mine = bool(who) and (
        section.title == names.get(who) or section.id in (who, *(f"{head}{who}" for head in ("who-", "sheet:")))
    )
    return replace(section, parts=(line, *section.parts)) if mine else section


T = TypeVar("T")

KEPT = 2
"""The states that are remembered: an act stands between two."""


class Sight:
    """One state as several viewers know it."""

    def __init__(self, system: System, state: Any) -> None:
        self.system, self.state = system, state
        self.actors: Mapping[str, str] | None = None
        self.called: dict[frozenset[str], dict[str, str]] = {}
        self.people: frozenset[str] | None = None
        self.known: dict[Viewer, Any] = {}
        self.there: dict[Viewer, frozenset[str]] = {}
        self.words: dict[Viewer, tuple[str, ...]] = {}
        self.seen: dict[Viewer, View] = {}
        self.open: dict[Viewer, tuple[Offer, ...]] = {}
        self.written: dict[Viewer, bytes] = {}


class Redactions:
    """The states of a table that were looked at last."""

    def __init__(self) -> None:
        self._sights: list[Sight] = []
        self._troubles: tuple[Path, ...] = ()

    def _of(self, system: System, state: Any) -> Sight:
        """What was worked out for a state; it is now the one that was looked at last."""
        last = self._sights[-1] if self._sights else None
        if last is not None and last.state is state and last.system is system:
            return last
        found = next((one for one in self._sights if one.state is state and one.system is system), None)
        found = found or Sight(system, state)
        self._sights = [*(one for one in self._sights if one is not found), found][-KEPT:]
        return found

    def actors(self, system: System, state: Any) -> Mapping[str, str]:
        """Everybody who can be controlled or asked: id -> name."""
        sight = self._of(system, state)
        if sight.actors is None:
            sight.actors = system.actors(state)
        return sight.actors

    def called(self, system: System, state: Any, known: frozenset[str] | None) -> Mapping[str, str]:
        """The actors that somebody knows of: id -> name."""
        everybody, sight = self.actors(system, state), self._of(system, state)
        if known is None:
            return everybody
        if known not in sight.called:
            sight.called[known] = {actor: name for actor, name in everybody.items() if actor in known}
        return sight.called[known]

    def people(self, system: System, state: Any) -> frozenset[str]:
        sight = self._of(system, state)
        if sight.people is None:
            actors = self.actors(system, state)
            sight.people = frozenset((*actors, *actors.values())) - {""}
        return sight.people

    def words(self, system: System, memory: Memory, seat: Seat) -> tuple[str, ...]:
        """The ids and names of everybody of whom a seat must not know."""
        sight, viewer = self._of(system, memory.state), seat.viewer(memory.settings.numbers)
        if viewer not in sight.words:
            known = knows(system, memory, seat, self)
            hidden = {} if known is None else self.actors(system, memory.state)
            words = (word for actor, name in hidden.items() if actor not in (known or ()) for word in (actor, name))
            sight.words[viewer] = tuple(words)
        return sight.words[viewer]

    def known_to(self, system: System, state: Any, viewer: Viewer) -> Any:
        sight = self._of(system, state)
        if viewer not in sight.known:
            sight.known[viewer] = system.known_to(state, viewer)
        return sight.known[viewer]

    def there(self, system: System, state: Any, viewer: Viewer) -> frozenset[str]:
        sight = self._of(system, state)
        if viewer not in sight.there:
            sight.there[viewer] = frozenset(system.actors(self.known_to(system, state, viewer)))
        return sight.there[viewer]

    def held(self, system: System, states: Collection[Any], viewer: Viewer, words: Iterable[str]) -> list[str]:
        """Those words that stand for something in one of these states as a viewer may know them: a text, or a key that is no field's name."""
        found = []
        for word in words:
            quoted = msgspec.json.encode(word)
            for state in states:
                written = self._written(system, state, viewer)
                if quoted in written and (
                    (quoted + b"," in written or quoted + b"]" in written or quoted + b"}" in written)  # no key
                    or word in _keys(self.known_to(system, state, viewer))
                ):
                    found.append(word)
                    break
        return found

    def _written(self, system: System, state: Any, viewer: Viewer) -> bytes:
        sight = self._of(system, state)
        if viewer not in sight.written:
            sight.written[viewer] = msgspec.json.encode(self.known_to(system, state, viewer))
        return sight.written[viewer]

    def look(self, system: System, state: Any, viewer: Viewer) -> View | None:
        """What a viewer sees; None where the system shows nothing."""
        if system.look is None:
            return None
        sight = self._of(system, state)
        if viewer not in sight.seen:
            look = system.look
            view, found = self.drawn(system, state, viewer, lambda known: look(known, viewer))
            names = self.actors(system, state)
            told = [one for one in found.troubles if viewer.gm or one.who in viewer.controls]
            others = [one for one in found.troubles if one not in told]
            view = with_troubles(view, tuple(told), names, why=True)
            sight.seen[viewer] = with_troubles(view, tuple(others), names, why=False)
        return sight.seen[viewer]

    def drawn(self, system: System, state: Any, viewer: Viewer, draw: Callable[[Any], T]) -> tuple[T, Mended]:
        """What is drawn of a state as a viewer may know it, without what cannot be; what that was is tried first the next time."""
        drawn, found = mended(system, self.known_to(system, state, viewer), draw, self._troubles)
        if found.troubles:
            self._troubles = tuple(one.path for one in found.troubles)
        return drawn, found

    def deeds(self, system: System, state: Any, viewer: Viewer) -> tuple[Offer, ...]:
        if system.deeds is None:
            return ()
        sight = self._of(system, state)
        if viewer not in sight.open:
            deeds = system.deeds
            sight.open[viewer] = self.drawn(system, state, viewer, lambda known: deeds(known, viewer))[0]
        return sight.open[viewer]


def _keys(thing: Any) -> Iterator[Any]:
    """The keys of all mappings in a state."""
    if isinstance(thing, msgspec.Struct):
        inside: Iterable[Any] = (getattr(thing, name) for name in thing.__struct_fields__)
    elif isinstance(thing, Mapping):
        yield from thing
        inside = thing.values()
    else:
        inside = thing if isinstance(thing, list | tuple | frozenset) else ()
    for one in inside:
        yield from _keys(one)


def knows(system: System, memory: Memory, seat: Seat, shared: Redactions | None = None) -> frozenset[str] | None:
    """The actors that a seat may know of; None where it may know of everybody."""
    if seat.gm:
        return None
    viewer = seat.viewer(memory.settings.numbers)
    if system.redact is not None:
        return (shared or Redactions()).there(system, memory.state, viewer)
    return None if system.knows is None else frozenset(system.knows(memory.state, viewer))
