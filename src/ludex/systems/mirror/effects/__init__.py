"""What effects of Mirror can say, all of it in `WORDS`, and what they make of a number (MIR-LIV-31 to MIR-LIV-34).

The vocabulary alone is in `vocabulary`, the records of people in `sources` and `bearing`, how people perceive one another in `sensing`;
what steps do is in `rules.steps`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.effects.counting import Share, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion, Phrase
from ludex.core.rule import rule
from ludex.systems.mirror.effects.bearing import UNSENSED, borne as borne
from ludex.systems.mirror.effects.conditions import bearer_of, other_of
from ludex.systems.mirror.effects.sensing import light_at, perceived
from ludex.systems.mirror.effects.vocabulary import BONUS, PENALTY, VALUE
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State

SIGN = {BONUS: 1, PENALTY: -1}


def _perceived(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    me, other = bearer_of(state, effect), other_of(state, effect, at)
    return me is not None and other is not None and perceived(state, me, other).concealment == phrase.number()


def _light(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    c = bearer_of(state, effect)
    return (light_at(state, c.pos) if c is not None and c.pos is not None else state.stage.ambient) == phrase.value()


def _in_reach(of: str) -> Callable[[State, Effect, Phrase, Occasion], bool]:
    """Whether the region that somebody entered, or left, is within her reach (MIR-LIV-29)."""

    def holds(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
        c, cell = bearer_of(state, effect), str(at.fact(of)).split(",")
        if c is None or c.pos is None or len(cell) != 2:
            return False
        return state.stage.distance(c.pos, (int(cell[0]), int(cell[1]))) <= reach_of(state, c)

    return holds


SENSED = {
    "perceived": _perceived,
    "light": _light,
    "entered_reach": _in_reach("entered"),
    "left_reach": _in_reach("left"),
}
WORDS = replace(UNSENSED, conditions=tuple(replace(c, holds=SENSED.get(c.key, c.holds)) for c in UNSENSED.conditions))
"""The whole vocabulary."""


def shares_of(state: State, who: str, quantity: str, at: Occasion, parts: tuple[str, ...]) -> tuple[Share, ...]:
    """What effects give; a narrowed quantity counts under any of the words that fit, each effect once."""
    whole = shares(WORDS, state, who, (quantity,), at)
    narrow = [s for part in parts if part for s in shares(WORDS, state, who, (quantity,), at, part) if s.modifier.part]
    return (*whole, *narrow)


@rule("MIR-LIV-31", "MIR-LIV-32")
def changes(
    state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str
) -> tuple[tuple[int, Effect], ...]:
    """By how much each effect changes a number; what sets it (the highest) goes before what is added."""
    mine = shares_of(state, who, quantity, at, parts)
    settled = [s for s in mine if s.how == VALUE]
    if settled:
        best = max(settled, key=lambda s: s.value)
        return ((best.value - base, best.effect),)
    return tuple((SIGN[s.how] * s.value, s.effect) for s in mine if s.how in SIGN)


def number(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str) -> int:
    return base + sum(by for by, _ in changes(state, who, quantity, base, at, *parts))


def reach_of(state: State, c: Character) -> int:
    """How far she reaches: as her sheet says, else the table's, with what effects make of it."""
    base = state.options.default_reach if c.reach is None else c.reach  # Ruling MIR-E-17: data
    return max(0, number(state, c.id, "reach", base))
