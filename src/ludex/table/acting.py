"""Running a call at a table: with the answers on record, typed or thrown dice, and default policies for the rest.

Nothing here writes or remembers: a call on a memory gives an outcome.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core.driving import Answer, Choice, Faces, Finished, Parked, play
from ludex.core.errors import Diverged, RuleError
from ludex.core.rule import Procedure
from ludex.core.system import System
from ludex.table.chance import Chance
from ludex.table.entries import Asked
from ludex.table.memory import Act, Memory, fold

AUTOMATIC = 500
"""How many questions in a row the default policies may answer within one command."""


class Call(msgspec.Struct, frozen=True):
    """A procedure about to run: as the log keeps it, and as it is called."""

    asked: Asked
    procedure: Procedure
    given: Any


class Hand:
    """Dice for one command: typed-in faces first, then the table's own."""

    def __init__(self, chance: Chance, typed: Sequence[int]) -> None:
        self.chance = chance
        self.typed = list(typed)
        self.typed_throws = 0

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Faces for these dice."""
        if not self.typed:
            return self.chance.throw(sides)
        if len(self.typed) < len(sides):
            raise RuleError("dice_count", wanted=len(sides), given=len(self.typed))
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
    return next((act for _, act in sorted(memory.parked.items()) if find(act.asked.procedure).alone), None)


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
        automatic = _automatic(system, memory, outcome)
        if automatic is None:
            return outcome, held
        thrown = hand.chance.roll
        try:
            outcome, _ = _resume(system, memory, call, (*outcome.answers, automatic), hand)
        except RuleError:  # a policy that answers badly leaves the question to people
            hand.chance.roll = thrown
            return outcome, held
    raise RuleError("too_many_questions", limit=AUTOMATIC)


def _resume(
    system: System, memory: Memory, call: Call, answers: tuple[Answer, ...], hand: Hand
) -> tuple[Finished | Parked, int]:
    """Play with the longest run of these answers that still fits what the rule asks."""
    state = memory.state
    for held in range(len(answers), -1, -1):
        try:
            outcome = play(
                lambda: call.procedure.run(state, call.given),
                state,
                lambda s, e: fold(system, s, e),
                answers=answers[:held],
                throw=hand.throw,
            )
        except Diverged:
            continue
        return outcome, held
    raise RuleError("no_question")


def _automatic(system: System, memory: Memory, outcome: Finished | Parked) -> Choice | None:
    """The default policy's answer, where the GM has switched it on for whoever is asked."""
    if isinstance(outcome, Finished) or system.decide is None:
        return None
    if not memory.settings.get(f"auto:{outcome.ask.who}"):
        return None
    answer = system.decide(outcome.state, outcome.ask)
    return None if answer is None else Choice(outcome.ask.who, outcome.ask.what.key, answer)
