"""Numbers that nearly every rulebook has: one within its bounds, and points spread over several scores."""

from collections.abc import Sequence

import msgspec

from ludex.core.asks import choose
from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.core.say import say, term
from ludex.core.terms import Term
from ludex.kit.people import score


def within(value: int, low: int, high: int, arg: str, *, clause: str = "") -> int:
    """A number that lies within its bounds, or a refusal (`not_between`) that names them."""
    if not low <= value <= high:
        raise RuleError("not_between", clause=clause, arg=arg, value=value, low=low, high=high)
    return value


async def spread(
    who: Who, given: msgspec.Struct, scores: type[Term], *, total: int, low: int, high: int, clause: str = ""
) -> dict[str, int]:
    """Scores that add up to `total`, each within its bounds: those given, and for those still open (0) what `who` answers.

    `given` has a field for each of the `scores`. Only what can still be made to add up is offered, an even share as the likely one;
    what is decided by the others is not asked.
    """
    done = {
        one.value: within(score(given, one), low, high, one.value, clause=clause) for one in scores if score(given, one)
    }
    waiting = [one for one in scores if one.value not in done]
    while waiting:
        first, *waiting = waiting
        left = total - sum(done.values())
        fitting = [n for n in range(low, high + 1) if len(waiting) * low <= left - n <= len(waiting) * high]
        if not fitting:
            nearest = low if left < (len(waiting) + 1) * low else high
            raise RuleError("wrong_total", clause=clause, sum=total - left + (len(waiting) + 1) * nearest, total=total)
        done[first.value] = await _points(who, first, fitting, left, left // (len(waiting) + 1))
    if sum(done.values()) != total:
        raise RuleError("wrong_total", clause=clause, sum=sum(done.values()), total=total)
    return done


async def _points(who: Who, what: Term, fitting: Sequence[int], left: int, even: int) -> int:
    """How much somebody puts into a score; not asked where only one number fits."""
    if len(fitting) == 1:
        return fitting[0]
    question = say("kit.score", what=term(what.value), left=left)
    return int(await choose(who, question, tuple(map(str, fitting)), about=what.value, likely=str(even)))
