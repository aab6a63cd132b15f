"""Whose question it is: one definition for chat, page, API and bots.

A seat's own questions are those to itself, to its actors and, for the GM, to the GM and to everybody whom no player holds.
The GM may answer any other one too, but only by naming its act.
"""

from collections.abc import Collection, Iterable

import msgspec

from ludex.core.asks import Choose
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who, actors_of, seat as seat_principal, seat_of
from ludex.core.system import System
from ludex.table.entries import Question
from ludex.table.memory import Act, Memory
from ludex.table.seats import Seat


class Open(msgspec.Struct, frozen=True):
    """One open question of a parked act."""

    act: Act
    question: Question


def is_own(memory: Memory, seat: Seat, who: Who) -> bool:
    """Whether a question to somebody is this seat's own."""
    asked = actors_of(who)
    if who == seat_principal(seat.id) or any(one in seat.controls for one in asked):
        return True
    if not seat.gm:
        return False
    waited_for = {seat_principal(s.id) for s in memory.seats.values()}
    return (
        who == GM
        or (bool(asked) and set(memory.played).isdisjoint(asked))
        or (bool(seat_of(who)) and who not in waited_for)
    )


def may_answer(memory: Memory, seat: Seat, who: Who) -> bool:
    """Whether a seat may answer a question to somebody at all."""
    return seat.gm or is_own(memory, seat, who)


def own_questions(memory: Memory, seat: Seat) -> list[Open]:
    """The open questions that are this seat's own, oldest first."""
    return [Open(a, q) for _, a in sorted(memory.parked.items()) for q in a.questions if is_own(memory, seat, q.who)]


def others_questions(memory: Memory, seat: Seat) -> list[Open]:
    """Open questions of others that a seat may answer for them: the GM's right, by naming the act."""
    own = {one.act.number for one in own_questions(memory, seat)}
    waiting = [Open(act, q) for _, act in sorted(memory.parked.items()) for q in act.questions]
    return [one for one in waiting if seat.gm and one.act.number not in own]


def known_questions(act: Act, known: Collection[str] | None) -> list[Question]:
    """What a parked act waits for, without what is asked of somebody whom a seat must not know."""
    return [question for question in act.questions if knows_of(known, question)]


def knows_of(known: Collection[str] | None, question: Question) -> bool:
    """Whether a seat that knows of these actors (None: of all, as the GM does) may hear that somebody is asked."""
    asked = actors_of(question.who)
    return known is None or (not question.discreet and (not asked or any(one in known for one in asked)))


def posed(system: System, memory: Memory, ask: Choose) -> Question:
    """A rule's question as it is put: what the system calls discreet is so where no player holds the one who is asked."""
    asked = actors_of(ask.who)
    discreet = ask.what.key in system.discreet and bool(asked) and set(memory.played).isdisjoint(asked)
    return Question.of(ask, discreet=discreet)


def to_answer(memory: Memory, seat: Seat, act: Act) -> Question:
    """The question of an act that a seat's answer goes to: its own, else for the GM the first."""
    own = [q for q in act.questions if is_own(memory, seat, q.who)]
    other = [q for q in act.questions if may_answer(memory, seat, q.who)]
    if not own and not other:
        raise RuleError("not_your_question", who=act.question.who)
    return (own or other)[0]


def asked_seats(memory: Memory, who: Who) -> list[Seat]:
    """The seats whose own question it is."""
    return [s for s in memory.seats.values() if is_own(memory, s, who)]


def waits_for(memory: Memory) -> list[str]:
    """The ids of all seats that somebody waits for."""
    waiting = (s.id for a in memory.parked.values() for q in a.questions for s in asked_seats(memory, q.who))
    return list(dict.fromkeys(waiting))


def act_of(questions: Iterable[Open], procedure: str, actor: str) -> int:
    """The act of such a procedure that waits for an actor's answer, among these questions."""
    asked = (one for one in questions if actor in actors_of(one.question.who))
    found = next((one.act.number for one in asked if one.act.asked.procedure == procedure), None)
    if found is None:
        raise RuleError("no_question_for_you")
    return found
