"""Running a call at a table: with the answers on record, typed or thrown dice, and default policies for the rest.

Nothing here writes or remembers: a call on a memory gives an outcome.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core.driving import Answer, Choice, Faces, Finished, Parked, play
from ludex.core.errors import Diverged, RuleError
from ludex.core.principals import GM, Who
from ludex.core.rule import Procedure
from ludex.core.system import System
from ludex.table.chance import Chance
from ludex.table.entries import ALL, Asked, Question
from ludex.table.memory import Act, Memory, fold
from ludex.table.preludes import begun

AUTOMATIC = 500
"""How many questions in a row the default policies may answer within one command."""


class Call(msgspec.Struct, frozen=True):
    """A procedure about to run: as the log keeps it, and as it is called."""

    asked: Asked
    procedure: Procedure
    given: Any
    audience: tuple[Who, ...] = ALL
    announced: bool = False


class Hand:
    """Dice for one command: typed-in faces first, then the table's own."""

    def __init__(self, chance: Chance, typed: Sequence[int]) -> None:
        self.chance = chance
        self.typed = list(typed)
        self.given = len(self.typed)
        self.typed_throws = 0

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Faces for these dice."""
        if not self.typed:
            return self.chance.throw(sides)
        if len(self.typed) < len(sides):
            used = self.given - len(
                self.typed
            )  # all dice of the command are counted, not those of the last throw alone
            raise RuleError("dice_count", wanted=used + len(sides), given=self.given)
        faces, self.typed = tuple(self.typed[: len(sides)]), self.typed[len(sides) :]
        self.typed_throws += 1
        return faces

    def check_empty(self) -> None:
        """Refuse typed-in faces that no die wanted."""
        if self.typed:
            raise RuleError("dice_left_over", left=self.typed)

    def mark(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Mark the throws that were typed in: the first ones among these answers."""
        marked: list[Answer] = []
        left = self.typed_throws
        for answer in answers:
            if left and isinstance(answer, Faces):
                answer = msgspec.structs.replace(answer, typed=True)
                left -= 1
            marked.append(answer)
        return tuple(marked)


def open_turn(memory: Memory, find: Callable[[str], Procedure]) -> Act | None:
    """The oldest act that waits for its answer and that everything which takes turns with it waits for."""
    waiting = (act for _, act in sorted(memory.parked.items()) if not act.proposed)
    return next((act for act in waiting if find(act.asked.procedure).alone), None)


def check_alone(memory: Memory, procedure: Procedure, find: Callable[[str], Procedure]) -> None:
    """Refuse what takes turns with an act that still waits for its answer."""
    if procedure.alone and (act := open_turn(memory, find)):
        raise RuleError("still_open", act=act.number, who=act.question.who)


def drive(
    system: System, memory: Memory, call: Call, answers: tuple[Answer, ...], hand: Hand
) -> tuple[Finished | Parked, int]:
    """Play on the state of the day, answer what default policies answer; how many of the given answers still held."""
    outcome, held = _resume(system, memory, call, answers, hand)
    for _ in range(AUTOMATIC):
        automatic = _automatic(system, memory, outcome, secret=call.asked.secret)
        if automatic is None:
            return outcome, held
        thrown = hand.chance.roll
        try:
            outcome, _ = _resume(system, memory, call, (*outcome.answers, automatic), hand)
        except RuleError:  # a policy that answers badly leaves the question to people; nobody has seen its dice
            hand.chance.roll = thrown
            return outcome, held
    raise RuleError("too_many_questions", limit=AUTOMATIC)


def _resume(
    system: System, memory: Memory, call: Call, answers: tuple[Answer, ...], hand: Hand
) -> tuple[Finished | Parked, int]:
    """Play with as many of these answers as still fit what the rule asks; how many from the first on that are.

    Of questions of the same moment a single stale answer is dropped; otherwise everything from the first one on that no longer fits.
    """
    attempts = [answers]
    while attempts:
        record = attempts.pop()
        try:
            outcome = play_on(system, memory.state, call, record, hand.throw)
        except Diverged as error:
            attempts.append(record[: max(error.place, 0)])
            if _only_choices(record[error.place :]):
                attempts.append(record[: error.place] + record[error.place + 1 :])
            if not record:
                break
            continue
        return outcome, _common(answers, outcome.answers)
    raise RuleError("no_question")


def _only_choices(answers: Sequence[Answer]) -> bool:
    """Whether more than one answer is left and no die fell after them."""
    return len(answers) > 1 and all(isinstance(answer, Choice) for answer in answers)


def _common(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    """How many answers from the first on are the same in both records."""
    return next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if not _same(a, b)), min(len(old), len(new)))


def _same(a: Answer, b: Answer) -> bool:
    if isinstance(a, Faces) or isinstance(b, Faces):
        return isinstance(a, Faces) and isinstance(b, Faces) and (a.sides, a.faces) == (b.sides, b.faces)
    return (a.who, a.what, a.answer) == (b.who, b.what, b.answer)


def play_on(
    system: System,
    state: Any,
    call: Call,
    answers: Sequence[Answer],
    throw: Callable[[tuple[int, ...]], tuple[int, ...]],
) -> Finished | Parked:
    """Play a call on a state: the one way in which the table, the audit and odds start a procedure."""
    asked = call.asked
    return play(
        lambda: begun(call.procedure, state, call.given, prelude=asked.prelude, line=asked.line),
        state,
        lambda s, e: fold(system, s, e),
        answers=answers,
        throw=throw,
    )


class _Falls(Exception):  # no error: a die would fall now
    """The first die of a call."""


def check_begins(system: System, state: Any, call: Call) -> None:
    """Refuse a proposal that the rules refuse before any die or question, so that nobody is asked for nothing."""

    def falls(_sides: tuple[int, ...]) -> tuple[int, ...]:
        raise _Falls

    bare = msgspec.structs.replace(call, asked=msgspec.structs.replace(call.asked, prelude=None))
    try:
        play_on(system, state, bare, (), falls)
    except _Falls:
        return


def _automatic(system: System, memory: Memory, outcome: Finished | Parked, *, secret: bool) -> Choice | None:
    """What the table answers: what no other answer betters; the default policy's, where the GM has switched it on; in secret nobody is asked."""
    if isinstance(outcome, Finished):
        return None
    taken = system.taken
    for one in outcome.asks if taken is not None else ():
        if taken is not None and (best := taken(outcome.state, one)) is not None:
            return Question.of(one).answered(best, by="", sealed=outcome.sealed)
    if system.decide is None:
        return None
    automatic = memory.settings.automatic
    ask = next((one for one in outcome.asks if one.who in automatic or (secret and one.who != GM)), None)
    answer = system.decide(outcome.state, ask) if ask is not None else None
    if secret and ask is not None and answer is None:
        answer = next((option.answer for option in ask.options if not option.open), None)
    return None if ask is None or answer is None else Question.of(ask).answered(answer, by="", sealed=outcome.sealed)
