"""Drivers that answer one run of a rule: play, replay, script and settle (one simulated run).

Theory of operation. A coroutine cannot be saved, so a run *is* its answers. `play` starts the procedure afresh, feeds
it the answers on record, throws dice where the record ends, and stops at the first question that nobody has answered
yet: that is a parked procedure. Answering it means playing again with one answer more. Events are folded into a
working state as they happen and reported with the result; nobody else sees them before the caller commits them.

A recorded answer belongs to one question (who, what, about) and a recorded throw to one roll (its dice, what they were
thrown for): a record is never read as the answer to something else. Questions of the same moment are answered in any order.

The driver never looks into a rule, a state or an event: it knows asks, answers and a fold.
"""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ludex.core.asks import INLINE, Again, Choose, ChooseAll, Happen, Part, Roll, Rolled
from ludex.core.errors import Diverged, RuleError
from ludex.core.events import Event
from ludex.core.principals import Who
from ludex.core.say import Say

Start = Callable[[], Coroutine[Any, Any, Any]]
Fold = Callable[[Any, Any], Any]
Throw = Callable[[Roll], tuple[int, ...]]
Decide = Callable[[Choose, Any], str]


LONGEST = 5_000
"""So many rolls and questions has no rule: one that goes on after them never ends."""


class Faces(msgspec.Struct, frozen=True, tag="faces", forbid_unknown_fields=True):
    """Recorded answer to a roll: the dice thrown and what they showed.

    `typed`: somebody threw real dice and typed them in; `by_hand`: the places of those that were, where the table threw the others.
    `dropped`: the places of dice that did not count, for show.
    `secret`: only the GM sees it. `whose` dice they are, as far as the rule named them (nobody in records from before it did).
    """

    sides: tuple[int, ...]
    faces: tuple[int, ...]
    why: Say = Say("")
    typed: bool = False
    by_hand: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    secret: bool = False
    whose: tuple[Who, ...] = ()

    @property
    def real(self) -> tuple[int, ...]:
        """The places of all dice that somebody threw and typed in."""
        return tuple(range(len(self.faces))) if self.typed else self.by_hand


class Choice(msgspec.Struct, frozen=True, tag="choice", forbid_unknown_fields=True):
    """Recorded answer to a question: who was asked what, what was answered, and by which seat.

    `about` is the question's; None in a record from before questions had one: it answers any question of that name.
    `sealed`: its answer is told with all others of its moment and not before. `how` it came where no person gave it (`taken`: no
    other answer is better; `order`: a standing order; `policy`: the default policy). `says`: as it was offered; `told`: as everybody may
    read it.
    `discreet`: nobody but the GM hears that it was asked.
    """

    who: Who
    what: str
    answer: str
    about: str | None = ""
    by: str = ""
    sealed: bool = False
    how: str = ""
    says: Say | None = None
    told: Say | None = None
    discreet: bool = False


Answer = Faces | Choice


class Finished(msgspec.Struct, frozen=True):
    """The rule ran to its end."""

    result: Any
    state: Any
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]


class Parked(msgspec.Struct, frozen=True):
    """The rule waits for people: for one, or for all who have not answered yet. `state` is its working state so far."""

    asks: tuple[Choose, ...]
    state: Any
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]
    sealed: bool = False

    @property
    def ask(self) -> Choose:
        return self.asks[0]


def answers_to(ask: Choose, given: Answer) -> bool:
    """Whether a recorded answer is one to this very question."""
    if not isinstance(given, Choice):
        return False
    same = (given.who, given.what) == (ask.who, ask.what.key)
    return same and (given.about is None or given.about == ask.about)


class _Run:
    """One run in progress: the coroutine, its working state, what it was answered and what it made happen."""

    def __init__(self, start: Start, state: Any, fold: Fold) -> None:
        self.coroutine = start()
        self.state = state
        self.fold = fold
        self.answers: list[Answer] = []
        self.events: list[Any] = []
        self.result: Any = None

    def send(self, value: Any) -> Roll | Choose | ChooseAll | None:
        """Go on to the next roll or question; None when the rule has ended. Events are folded on the way."""
        try:
            while True:
                ask = self.coroutine.send(value)
                if isinstance(ask, Happen):
                    self.state = value = self._folded(ask.event)
                elif isinstance(ask, Part | Again):
                    value = INLINE
                elif isinstance(ask, Roll | Choose | ChooseAll):
                    return ask
                else:
                    raise TypeError(
                        f"a rule may only await roll, choose, choose_all, choose_first, happen, part and again, not {ask!r}"
                    )
        except StopIteration as stop:
            self.result = stop.value
            return None

    def _folded(self, event: Any) -> Any:
        """The state after an event. What fails there is thrown into the rule, so that it is known where that made it happen."""
        try:
            recorded = event.as_recorded(self.state) if isinstance(event, Event) else event
            after = self.fold(self.state, recorded)
            self.events.append(recorded.as_followed(self.state, after) if isinstance(recorded, Event) else recorded)
            return after
        except RuleError:
            raise
        except Exception as error:
            with suppress(StopIteration):  # whether the rule can live with it or not
                self.coroutine.throw(error)
            raise

    def thrown(self, ask: Roll, faces: tuple[int, ...]) -> Rolled:
        """Record a throw and read its value off the pool."""
        check_faces(ask.pool.sides, faces)
        dropped = ask.pool.dropped(faces) if hasattr(ask.pool, "dropped") else ()
        self.answers.append(Faces(ask.pool.sides, faces, ask.why, dropped=dropped, secret=ask.secret, whose=ask.whose))
        return Rolled(ask.pool.value(faces), faces)

    def chosen(self, ask: Choose, answer: str) -> str:
        """Record an answer."""
        self.answers.append(Choice(ask.who, ask.what.key, answer, ask.about))
        return answer

    def again(self, ask: Choose, given: Choice, *, sealed: bool = False) -> str:
        """Record an answer that is on record."""
        self.answers.append(msgspec.structs.replace(given, about=ask.about, sealed=sealed))
        return given.answer

    def told(self, ask: Choose, given: Choice, *, sealed: bool = False) -> str:
        """Record an answer of the moment, judged by itself."""
        ask.check(given.answer)
        return self.again(ask, given, sealed=sealed)

    def finished(self) -> Finished:
        return Finished(self.result, self.state, tuple(self.answers), tuple(self.events))

    def parked(self, asks: tuple[Choose, ...], *, sealed: bool = False) -> Parked:
        self.coroutine.close()
        return Parked(asks, self.state, tuple(self.answers), tuple(self.events), sealed)


def check_faces(sides: Sequence[int], faces: Sequence[int]) -> None:
    """Refuse a face that its die does not have, or a wrong number of dice."""
    if len(sides) != len(faces):
        raise RuleError("dice_count", wanted=len(sides), given=len(faces))
    for side, face in zip(sides, faces, strict=True):
        if not 1 <= face <= side:
            raise RuleError("bad_die", face=face, sides=side)


def play(start: Start, state: Any, fold: Fold, *, answers: Sequence[Answer] = (), throw: Throw) -> Finished | Parked:
    """Run with the answers on record, then throw dice; park at the first moment without all its answers.

    Raises `Diverged` when the rule asks for something else than the record holds: the state under it has changed.
    """
    run = _Run(start, state, fold)
    record = list(reversed(answers))
    try:
        outcome = _played(run, record, throw)
    except Diverged as error:
        raise Diverged(str(error), len(answers) - len(record) - 1) from None
    return outcome


def begin(start: Start, state: Any, fold: Fold) -> None:
    """Run up to the first roll or question: whatever the rule refuses before a die falls or anybody is asked, it refuses here."""
    run = _Run(start, state, fold)
    run.send(None)
    run.coroutine.close()


def _played(run: _Run, record: list[Answer], throw: Throw) -> Finished | Parked:
    ask = run.send(None)
    while ask is not None:
        if isinstance(ask, ChooseAll):
            answered, waiting = _moment(run, ask, record)
            if waiting:
                return run.parked(waiting, sealed=ask.sealed)
            ask = run.send(answered)
        elif record:
            ask = run.send(_recorded(run, ask, record.pop()))
        elif isinstance(ask, Choose):
            return run.parked((ask,))
        else:
            ask = run.send(run.thrown(ask, throw(ask)))
    if record:
        record.pop()
        raise Diverged("the rule ended before its record did")
    return run.finished()


def _recorded(run: _Run, ask: Roll | Choose, given: Answer) -> Any:
    """The recorded answer, if it is one to this very ask."""
    if (
        isinstance(ask, Roll)
        and isinstance(given, Faces)
        and (tuple(ask.pool.sides), ask.why.key) == (given.sides, given.why.key)
    ):
        return run.thrown(ask, given.faces)
    if isinstance(ask, Choose) and isinstance(given, Choice) and answers_to(ask, given):
        return run.again(ask, given)
    raise Diverged(f"the rule asks {ask!r}, the record answers {given!r}")


def _moment(run: _Run, ask: ChooseAll, record: list[Answer]) -> tuple[tuple[Any, ...], tuple[Choose, ...]]:
    """The recorded answers to questions of one moment, as the rule gets them once it has enough, and the questions still open."""
    found: dict[int, str] = {}
    while record and len(found) < ask.wanted:
        given = record.pop()
        place = next((n for n, one in enumerate(ask.asks) if n not in found and answers_to(one, given)), None)
        if place is None or not isinstance(given, Choice):
            raise Diverged(f"the rule asks {ask!r}, the record answers {given!r}")
        found[place] = run.told(ask.asks[place], given, sealed=ask.sealed)
    if len(found) == ask.wanted:
        return ask.answered(found), ()
    return (), tuple(one for n, one in enumerate(ask.asks) if n not in found)


def no_more(ask: Roll) -> tuple[int, ...]:
    """The dice of the one who runs a record again: all that fell are in it."""
    raise Diverged(f"the record has no faces for {ask.pool.sides}")


def replay(start: Start, state: Any, fold: Fold, answers: Sequence[Answer]) -> Finished:
    """Run a finished game again from its record. Anything that does not fit exactly is `Diverged`."""
    outcome = play(start, state, fold, answers=answers, throw=no_more)
    if isinstance(outcome, Parked):
        raise Diverged(f"the record has no answer to {outcome.asks[0].what.key!r}")
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


def _scripted(run: _Run, ask: Roll | Choose | ChooseAll, faces: list[int], said: list[str]) -> Any:
    if isinstance(ask, ChooseAll):
        return ask.answered({n: run.told(one, _said(one, said)) for n, one in enumerate(ask.asks[: ask.wanted])})
    if isinstance(ask, Roll):
        wanted = len(ask.pool.sides)
        if len(faces) < wanted:
            raise ScriptError(f"{ask.why.key!r} wants {wanted} dice {ask.pool.sides}, {len(faces)} are left")
        taken = tuple(faces[:wanted])
        del faces[:wanted]
        return run.thrown(ask, taken)
    return run.chosen(ask, _said(ask, said).answer)


def _said(ask: Choose, said: list[str]) -> Choice:
    """The next answer of a script."""
    if not said:
        options = [o.answer for o in ask.options]
        raise ScriptError(f"{ask.who!r} is asked {ask.what.key!r} {options} and no answer is left")
    return Choice(ask.who, ask.what.key, said.pop(0), ask.about)


def settle(start: Start, state: Any, fold: Fold, *, throw: Throw, decide: Decide) -> Finished:
    """Run to the end with thrown dice and a policy for the choices: one simulated run. One without an end is refused."""
    run = _Run(start, state, fold)
    ask = run.send(None)
    while ask is not None:
        if len(run.answers) > LONGEST:
            raise RuleError("too_many_questions", limit=LONGEST)
        if isinstance(ask, Roll):
            ask = run.send(run.thrown(ask, throw(ask)))
        elif isinstance(ask, ChooseAll):
            asked = enumerate(ask.asks[: ask.wanted])
            ask = run.send(ask.answered({n: run.chosen(one, decide(one, run.state)) for n, one in asked}))
        else:
            ask = run.send(run.chosen(ask, decide(ask, run.state)))
    return run.finished()
