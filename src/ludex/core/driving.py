"""Drivers that answer one run of a rule: play, replay, script and settle (one simulated run).

Theory of operation. A coroutine cannot be saved, so a run *is* its answers. `play` starts the procedure afresh, feeds
it the answers on record, throws dice where the record ends, and stops at the first question that nobody has answered
yet: that is a parked procedure. Answering it means playing again with one answer more. Events are folded into a
working state as they happen and reported with the result; nobody else sees them before the caller commits them.

The driver never looks into a rule, a state or an event: it knows asks, answers and a fold.
"""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from ludex.core.asks import INLINE, Again, Choose, Happen, Part, Roll, Rolled
from ludex.core.errors import Diverged, RuleError
from ludex.core.say import Say

Start = Callable[[], Coroutine[Any, Any, Any]]
Fold = Callable[[Any, Any], Any]
Throw = Callable[[tuple[int, ...]], tuple[int, ...]]
Decide = Callable[[Choose, Any], str]


class Faces(msgspec.Struct, frozen=True, tag="faces"):
    """Recorded answer to a roll: the dice thrown and what they showed.

    `typed`: somebody threw real dice and typed them in. `dropped`: the places of dice that did not count, for show.
    `secret`: only the GM sees it.
    """

    sides: tuple[int, ...]
    faces: tuple[int, ...]
    why: Say = Say("")
    typed: bool = False
    dropped: tuple[int, ...] = ()
    secret: bool = False


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """Recorded answer to a question: who was asked what, and what was answered."""

    who: str
    what: str
    answer: str


Answer = Faces | Choice


class Finished(msgspec.Struct, frozen=True):
    """The rule ran to its end."""

    result: Any
    state: Any
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]


class Parked(msgspec.Struct, frozen=True):
    """The rule waits for a person. `state` is its working state so far."""

    ask: Choose
    state: Any
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]


class _Run:
    """One run in progress: the coroutine, its working state, what it was answered and what it made happen."""

    def __init__(self, start: Start, state: Any, fold: Fold) -> None:
        self.coroutine = start()
        self.state = state
        self.fold = fold
        self.answers: list[Answer] = []
        self.events: list[Any] = []
        self.result: Any = None

    def send(self, value: Any) -> Roll | Choose | None:
        """Go on to the next roll or question; None when the rule has ended. Events are folded on the way."""
        try:
            while True:
                ask = self.coroutine.send(value)
                if isinstance(ask, Happen):
                    self.state = value = self.fold(self.state, ask.event)
                    self.events.append(ask.event)
                elif isinstance(ask, Part | Again):
                    value = INLINE
                elif isinstance(ask, Roll | Choose):
                    return ask
                else:
                    raise TypeError(f"a rule may only await roll, choose, happen, part and again, not {ask!r}")
        except StopIteration as stop:
            self.result = stop.value
            return None

    def thrown(self, ask: Roll, faces: tuple[int, ...]) -> Rolled:
        """Record a throw and read its value off the pool."""
        check_faces(ask.pool.sides, faces)
        dropped = ask.pool.dropped(faces) if hasattr(ask.pool, "dropped") else ()
        self.answers.append(Faces(ask.pool.sides, faces, ask.why, dropped=dropped, secret=ask.secret))
        return Rolled(ask.pool.value(faces), faces)

    def chosen(self, ask: Choose, answer: str) -> str:
        """Record an answer."""
        self.answers.append(Choice(ask.who, ask.what.key, answer))
        return answer

    def finished(self) -> Finished:
        return Finished(self.result, self.state, tuple(self.answers), tuple(self.events))

    def parked(self, ask: Choose) -> Parked:
        self.coroutine.close()
        return Parked(ask, self.state, tuple(self.answers), tuple(self.events))


def check_faces(sides: Sequence[int], faces: Sequence[int]) -> None:
    """Refuse a face that its die does not have, or a wrong number of dice."""
    if len(sides) != len(faces):
        raise RuleError("dice_count", wanted=len(sides), given=len(faces))
    for side, face in zip(sides, faces, strict=True):
        if not 1 <= face <= side:
            raise RuleError("bad_die", face=face, sides=side)


def play(start: Start, state: Any, fold: Fold, *, answers: Sequence[Answer] = (), throw: Throw) -> Finished | Parked:
    """Run with the answers on record, then throw dice; park at the first question without an answer.

    Raises `Diverged` when the rule asks for something else than the record holds: the state under it has changed.
    """
    run = _Run(start, state, fold)
    ask = run.send(None)
    for given in answers:
        if ask is None:
            raise Diverged(f"the rule ended before its record did: {given!r} is left over")
        ask = run.send(_recorded(run, ask, given))
    while ask is not None:
        if isinstance(ask, Choose):
            return run.parked(ask)
        ask = run.send(run.thrown(ask, throw(ask.pool.sides)))
    return run.finished()


def _recorded(run: _Run, ask: Roll | Choose, given: Answer) -> Any:
    """The recorded answer, if it is one to this very ask."""
    if isinstance(ask, Roll) and isinstance(given, Faces) and tuple(ask.pool.sides) == given.sides:
        return run.thrown(ask, given.faces)
    if isinstance(ask, Choose) and isinstance(given, Choice) and (ask.who, ask.what.key) == (given.who, given.what):
        return run.chosen(ask, given.answer)
    raise Diverged(f"the rule asks {ask!r}, the record answers {given!r}")


def replay(start: Start, state: Any, fold: Fold, answers: Sequence[Answer]) -> Finished:
    """Run a finished game again from its record. Anything that does not fit exactly is `Diverged`."""

    def no_more(sides: tuple[int, ...]) -> tuple[int, ...]:
        raise Diverged(f"the record has no faces for {sides}")

    outcome = play(start, state, fold, answers=answers, throw=no_more)
    if isinstance(outcome, Parked):
        raise Diverged(f"the record has no answer to {outcome.ask.what.key!r}")
    return outcome


class ScriptError(Exception):
    """A script does not fit the rule: a die or an answer is missing or left over."""


def script(start: Start, state: Any, fold: Fold, *, dice: Sequence[int] = (), choices: Sequence[str] = ()) -> Finished:
    """Run on given faces and answers, strictly: all of them must be wanted, and no more."""
    faces, said = list(dice), list(choices)
    run = _Run(start, state, fold)
    ask = run.send(None)
    while ask is not None:
        ask = run.send(_scripted(run, ask, faces, said))
    if faces or said:
        raise ScriptError(f"left over: dice {faces}, choices {said}")
    return run.finished()


def _scripted(run: _Run, ask: Roll | Choose, faces: list[int], said: list[str]) -> Any:
    if isinstance(ask, Roll):
        wanted = len(ask.pool.sides)
        if len(faces) < wanted:
            raise ScriptError(f"{ask.why.key!r} wants {wanted} dice {ask.pool.sides}, {len(faces)} are left")
        taken = tuple(faces[:wanted])
        del faces[:wanted]
        return run.thrown(ask, taken)
    if not said:
        options = [o.answer for o in ask.options]
        raise ScriptError(f"{ask.who!r} is asked {ask.what.key!r} {options} and no answer is left")
    return run.chosen(ask, said.pop(0))


def settle(start: Start, state: Any, fold: Fold, *, throw: Throw, decide: Decide) -> Finished:
    """Run to the end with thrown dice and a policy for the choices: one simulated run."""
    run = _Run(start, state, fold)
    ask = run.send(None)
    while ask is not None:
        if isinstance(ask, Roll):
            ask = run.send(run.thrown(ask, throw(ask.pool.sides)))
        else:
            ask = run.send(run.chosen(ask, decide(ask, run.state)))
    return run.finished()
