"""Modifiers of different kinds and how they stack.

A system names its kinds and says for each whether all of them count (`SUM`) or only the best bonus and the worst
penalty (`EXTREME`). The result is a `Total`, so that what did not count can be shown beside what did.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, total
from ludex.core.say import Say


class Stacking(Enum):
    """How modifiers of one kind combine."""

    SUM = "sum"
    EXTREME = "extreme"


class Modifier(msgspec.Struct, frozen=True):
    """A bonus or penalty of some kind, with what it comes from."""

    value: int
    kind: str
    source: Say
    clause: str = ""


def counted(modifiers: Iterable[Modifier], kinds: Mapping[str, Stacking]) -> tuple[Modifier, ...]:
    """The modifiers that count, in the order given. An unknown kind is refused (`unknown_modifier_kind`)."""
    given = tuple(modifiers)
    for modifier in given:
        if modifier.kind not in kinds:
            raise RuleError("unknown_modifier_kind", kind=modifier.kind, kinds=list(kinds))
    return tuple(m for i, m in enumerate(given) if kinds[m.kind] is Stacking.SUM or _is_extreme(m, i, given))


def _is_extreme(modifier: Modifier, place: int, given: tuple[Modifier, ...]) -> bool:
    """Whether it is the first of the largest on its side among its kind."""
    side = [(abs(m.value), -i) for i, m in enumerate(given) if m.kind == modifier.kind and m.value * modifier.value > 0]
    return bool(side) and max(side) == (abs(modifier.value), -place)


def stack(modifiers: Iterable[Modifier], kinds: Mapping[str, Stacking]) -> Total:
    return total(*(Term(m.value, m.source, m.clause) for m in counted(modifiers, kinds)))
