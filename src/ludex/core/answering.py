"""Who answers questions under odds: the record as far as it goes, then a policy."""

from collections.abc import Callable, Sequence
from typing import Any

from ludex.core.asks import Ask, Choose, ChooseAll, Roll, Rolled
from ludex.core.driving import Answer, Choice, Decide, Faces, ScriptError, answers_to
from ludex.core.errors import Diverged

Policy = Callable[[], Decide]
"""Makes one decider for one path, so that answers given in order start over on each."""


def recorded(ask: Ask, answer: Answer) -> Any:
    """What was answered before the odds are asked for."""
    if isinstance(ask, Roll) and isinstance(answer, Faces):
        return Rolled(ask.pool.value(answer.faces), answer.faces)
    if isinstance(ask, Choose) and isinstance(answer, Choice):
        return answer.answer
    raise Diverged(f"the rule asks {ask!r}, the record answers {answer!r}")


def moment(ask: ChooseAll, record: list[Answer], decide: Callable[[Choose], str]) -> tuple[Any, ...]:
    """The answers of one moment: those on record (none of a sealed one, which nobody knows yet), a policy for the rest."""
    found: dict[int, str] = {}
    while record and len(found) < ask.wanted and isinstance(given := record[-1], Choice):
        place = next((n for n, one in enumerate(ask.asks) if n not in found and answers_to(one, given)), None)
        if place is None:  # an answer to what is asked later, be it the same question once more
            break
        found[place] = given.answer
        record.pop()
    known = {} if ask.sealed and len(found) < len(ask.asks) else found
    open_ones = [n for n in range(len(ask.asks)) if n not in known][: ask.wanted - len(known)]
    return ask.answered(known | {n: decide(ask.asks[n]) for n in open_ones})


def first_option(ask: Choose, _state: Any) -> str:
    """The plainest policy: the first option offered."""
    return ask.options[0].answer


def plainly() -> Decide:
    """The policy that always takes the first option."""
    return first_option


class _Answers:
    """Given answers, one after another; past the last one it is given again each time."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = answers
        self.used = 0
        changes = [n for n in range(1, len(answers)) if answers[n] != answers[n - 1]]
        self.steady = changes[-1] if changes else 0  # from here on every answer is the same

    def __call__(self, ask: Choose, _state: Any) -> str:
        if not self.answers:
            raise ScriptError(f"{ask.who!r} is asked {ask.what.key!r} and there is no answer")
        answer = self.answers[self.used]
        self.used = min(self.used + 1, self.steady)
        return answer


def in_order(answers: Sequence[str]) -> Policy:
    """The policy of given answers: used in order as a path asks, ignored where it does not.

    A path that asks again and again (a tie is rolled anew) gets the last answer each time.
    """
    return lambda: _Answers(answers)


def used(decide: Decide) -> int:
    """How many given answers a decider has used; other deciders remember nothing."""
    return decide.used if isinstance(decide, _Answers) else 0


def go_on(decide: Decide, after: int) -> None:
    """Let a decider go on after so many answers."""
    if isinstance(decide, _Answers):
        decide.used = after
