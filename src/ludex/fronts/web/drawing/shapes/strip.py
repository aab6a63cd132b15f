"""A clock of ticks: each with its number and those who stand on it."""

import msgspec

from ludex.core.view import Strip, Token


class Tick(msgspec.Struct, frozen=True):
    """One tick. `later`: who stands on it in the next round. `past`: the clock has already run through it."""

    number: int
    tokens: tuple[Token, ...]
    later: tuple[Token, ...]
    now: bool
    past: bool


def ticks(part: Strip) -> list[Tick]:
    """The ticks from first to last, in the order in which they are drawn."""
    step = -1 if part.first > part.last else 1
    numbers = range(part.first, part.last + step, step)
    return [_tick(part, number, step) for number in numbers]


def _tick(part: Strip, number: int, step: int) -> Tick:
    here = tuple(token for tick, token in part.tokens if tick == number)
    later = tuple(token for tick, token in part.tokens if tick == number + step * _round(part))
    past = part.now is not None and (part.now - number) * step > 0
    return Tick(number, here, later, number == part.now, past)


def _round(part: Strip) -> int:
    """How many ticks a round has."""
    return abs(part.first - part.last) + 1


def beside(part: Strip) -> list[tuple[int, Token]]:
    """Tokens that stand on no drawn tick, of this round or the next."""
    step = -1 if part.first > part.last else 1
    drawn = range(part.first, part.last + step * (_round(part) + 1), step)
    return [(tick, token) for tick, token in part.tokens if tick not in drawn]
