"""A clock of ticks: each with its number and those who stand on it."""

import msgspec

from ludex.core.view import Strip, Token


class Tick(msgspec.Struct, frozen=True):
    """One tick. `past`: the clock has already run through it."""

    number: int
    tokens: tuple[Token, ...]
    now: bool
    past: bool


def ticks(part: Strip) -> list[Tick]:
    """The ticks from first to last, in the order in which they are drawn."""
    step = -1 if part.first > part.last else 1
    numbers = range(part.first, part.last + step, step)
    return [_tick(part, number, step) for number in numbers]


def _tick(part: Strip, number: int, step: int) -> Tick:
    here = tuple(token for tick, token in part.tokens if tick == number)
    past = part.now is not None and (part.now - number) * step > 0
    return Tick(number, here, number == part.now, past)


def beside(part: Strip) -> list[tuple[int, Token]]:
    """Tokens that stand on no drawn tick."""
    low, high = sorted((part.first, part.last))
    return [(tick, token) for tick, token in part.tokens if not low <= tick <= high]
