"""How effects begin and end: an end on a clock, a count that runs down, or an event. Pure; a system makes events of it."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from ludex.core.effects.records import Effect, Limit
from ludex.core.effects.vocabulary import Ending, Span, Vocabulary


def begun(words: Vocabulary, state: Any, effect: Effect, *, bearer: str, by: str = "") -> Effect:
    """A definition as somebody bears it from now on."""
    made, ends, left = 0, None, None
    for lasts in effect.lasts:
        span = words.word("spans", lasts.unit)
        n = span.fixed if isinstance(span, Span) and span.fixed is not None else lasts.n
        if isinstance(span, Span) and span.ends is Ending.CLOCK:
            made = span.now(state)
            ends = made + n * span.factor
        elif isinstance(span, Span) and span.ends is Ending.COUNT:
            left = n
    return replace(effect, bearer=bearer, by=by or bearer, made=made, ends=ends, left=left, spent=())


def expired(words: Vocabulary, state: Any, effects: Iterable[Effect], units: Iterable[str] = ()) -> tuple[Effect, ...]:
    """Those whose clock has run out, whose count is used up, or that last until one of these units ends."""
    over = frozenset(units)
    return tuple(e for e in effects if _over(words, state, e, over))


def _over(words: Vocabulary, state: Any, effect: Effect, units: frozenset[str]) -> bool:
    return any(_spent(words, state, effect, lasts.unit, units) for lasts in effect.lasts)


def _spent(words: Vocabulary, state: Any, effect: Effect, unit: str, units: frozenset[str]) -> bool:
    span = words.word("spans", unit)
    if not isinstance(span, Span):
        return False
    if span.ends is Ending.CLOCK:
        return effect.ends is not None and effect.ends <= span.now(state)
    if span.ends is Ending.COUNT:
        return effect.left is not None and effect.left <= 0
    return unit in units


def drawn(effect: Effect, n: int = 1) -> Effect:
    """The effect with so many uses or points fewer."""
    return effect if effect.left is None else replace(effect, left=max(effect.left - n, 0))


def exhausted(effect: Effect, key: str, limit: Limit, scope: str) -> bool:
    """Whether a limit allows no more here (`scope` names this round, this fight)."""
    return limit.n > 0 and effect.spent.count(_mark(key, limit, scope)) >= limit.n


def marked(effect: Effect, key: str, limit: Limit, scope: str) -> Effect:
    """The effect with one use drawn on a limit; marks of the same limit in earlier scopes are dropped."""
    if limit.n <= 0:
        return effect
    mark, prefix = _mark(key, limit, scope), f"{key}/{limit.per}/"
    return replace(effect, spent=(*(s for s in effect.spent if s == mark or not s.startswith(prefix)), mark))


def _mark(key: str, limit: Limit, scope: str) -> str:
    return f"{key}/{limit.per}/{scope}"
