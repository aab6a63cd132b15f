"""Frozen values taken apart and put together again: which lifted numbers they hold, and the same value with others in their place."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import is_
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Aside
from ludex.core.lifted import Lifted
from ludex.core.weighing import Run

Kinds = frozenset[type]

LIFTED: Kinds = frozenset({Lifted})
NUMBERS: Kinds = frozenset({Lifted, int, bool})
ASIDES: Kinds = frozenset({Aside})


_ATOMS: Kinds = frozenset({str, int, bool, float, type(None), Fraction})
"""What holds nothing else."""


class _Hole:
    """Where a number stood."""

    def __repr__(self) -> str:
        return "□"


HOLE: Final = _Hole()
HOLES: Kinds = frozenset({_Hole})


def mapped(value: Any, kinds: Kinds, change: Callable[[Any], Any]) -> Any:
    """The same value with everything in it that is of these kinds changed, in order; itself where nothing is."""
    kind = type(value)
    if kind in kinds:
        return change(value)
    if kind in _ATOMS:
        return value
    if isinstance(value, msgspec.Struct):
        return _fields(value, kinds, change)
    if isinstance(value, tuple | list):
        same = _ATOMS - kinds
        items = [item if type(item) in same else mapped(item, kinds, change) for item in value]
        if all(map(is_, items, value)):
            return value
        return kind(items) if kind in (tuple, list) else kind(*items)
    if isinstance(value, dict):
        found = {key: mapped(item, kinds, change) for key, item in value.items()}
        return found if any(found[key] is not value[key] for key in value) else value
    return value


def _fields(value: msgspec.Struct, kinds: Kinds, change: Callable[[Any], Any]) -> Any:
    changed, same = {}, _ATOMS - kinds
    for name in value.__struct_fields__:
        old = getattr(value, name)
        if type(old) in same:
            continue
        new = mapped(old, kinds, change)
        if new is not old:
            changed[name] = new
    return replace(value, **changed) if changed else value


def held(value: Any) -> list[Lifted]:
    """The lifted numbers in a value, in order."""
    return [value] if type(value) is Lifted else list(_inside(value))


def some_held(value: Any) -> Lifted | None:
    """One of the lifted numbers in a value, if there is any."""
    return value if type(value) is Lifted else next(_inside(value), None)


def _inside(value: Any) -> Iterator[Lifted]:
    for item in _items(value):
        kind = type(item)
        if kind is Lifted:
            yield item
        elif kind not in _ATOMS:
            yield from _inside(item)


def _items(value: Any) -> Iterable[Any]:
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, msgspec.Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    return value.values() if isinstance(value, dict) else ()


def decided(value: Any, run: Run) -> Any:
    """The same value with all its numbers decided: the run goes on with those."""
    return mapped(exemplary(value, run), LIFTED, lambda number: number.settled(run))


def exemplary(value: Any, run: Run) -> Any:
    """The same value with some value or other for each number that is there for show alone: asides are all equal."""
    one = lambda number: number.now(run)[1][0]  # noqa: E731
    return mapped(value, ASIDES, lambda aside: Aside(mapped(aside.shown, LIFTED, one)))


def emptied(value: Any) -> tuple[Any, list[Any]]:
    """A value without its numbers, lifted or not, and those numbers in order."""
    found: list[Any] = []

    def take(number: Any) -> _Hole:
        found.append(number)
        return HOLE

    return mapped(value, NUMBERS, take), found


def filled(shape: Any, numbers: Sequence[Any], kinds: Kinds = HOLES) -> Any:
    """A shape with these numbers in its holes, or in place of its lifted numbers."""
    if not numbers:
        return shape
    coming = iter(numbers)
    return mapped(shape, kinds, lambda _: next(coming))


def spread(run: Run, numbers: Sequence[Lifted]) -> Iterator[tuple[tuple[Any, ...], int]]:
    """All values that several numbers take together, each with its weight among everything that is open in the run."""
    if not numbers:
        yield (), run.mass()
        return
    known = [number.now(run) for number in numbers]
    rest = run.mass()
    parts: list[tuple[list[int], dict[tuple[Any, ...], int]]] = []
    for ways in dict.fromkeys(ways for ways, _ in known):
        rest //= ways.total
        places = [n for n, (own, _) in enumerate(known) if own is ways]
        counts: dict[tuple[Any, ...], int] = {}
        for values, weight in zip(zip(*(known[n][1] for n in places), strict=True), ways.weights, strict=True):
            counts[values] = counts.get(values, 0) + weight
        parts.append((places, counts))
    yield from _crossed(parts, [None] * len(known), rest)


def _crossed(
    parts: list[tuple[list[int], dict[tuple[Any, ...], int]]], values: list[Any], weight: int
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Everything of each part with everything of the others."""
    if not parts:
        yield tuple(values), weight
        return
    (places, counts), *others = parts
    for found, ways in counts.items():
        for place, value in zip(places, found, strict=True):
            values[place] = value
        yield from _crossed(others, values, weight * ways)
