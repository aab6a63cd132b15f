"""Odds before the roll: of a command that could be given, and of each answer to an open question.

The procedure, the sheets and the state are the real ones; nothing is modelled a second time.
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ludex.core.asks import Choose, Option
from ludex.core.command import Do
from ludex.core.driving import Answer, Choice, Decide
from ludex.core.errors import Diverged, RuleError
from ludex.core.odds import Odds, odds
from ludex.core.rule import Procedure
from ludex.core.system import System
from ludex.table.memory import Act, fold
from ludex.table.table import Table

BUDGET = 40_000
"""Paths for odds that somebody asked for."""

GLANCE = 3_000
"""Paths for the odds shown beside each answer to a question: what would take longer is not shown unasked."""

REMEMBERED = 256
_glances: dict[tuple[str, int, int, int], dict[str, "list[Preview]"]] = {}


class Preview(msgspec.Struct, frozen=True):
    """The chances of one output of a procedure."""

    output: str
    odds: Odds


def ahead(table: Table, do: Do) -> list[Preview]:
    """The odds of a command, before it is given."""
    procedure, given = table.starting(do.procedure, do.given)
    return _previews(table, procedure, given, ())


def answers(table: Table, act: Act) -> dict[str, list[Preview]]:
    """The odds of each closed answer to the question that a parked act waits for; worked out once per question."""
    key = (table.id, act.number, len(act.answers), table.memory.head)
    if key not in _glances:
        while len(_glances) >= REMEMBERED:
            del _glances[next(iter(_glances))]
        _glances[key] = _answers(table, act)
    return _glances[key]


def _answers(table: Table, act: Act) -> dict[str, list[Preview]]:
    procedure, given = table.starting(act.asked.procedure, msgspec.json.decode(act.asked.given))
    found: dict[str, list[Preview]] = {}
    for option in msgspec.convert(list(act.question.options), list[Option]):
        if option.open or not procedure.odds:
            continue
        choice = Choice(act.question.who, act.question.what["key"], option.answer)
        try:
            found[option.answer] = _previews(table, procedure, given, (*act.answers, choice), budget=GLANCE)
        except (RuleError, Diverged):
            continue
    return found


def _previews(
    table: Table, procedure: Procedure, given: Any, answers: Sequence[Answer], *, budget: int = BUDGET
) -> list[Preview]:
    if not procedure.odds:
        raise RuleError("no_odds", procedure=procedure.name)
    state, system = table.memory.state, table.system

    def read(result: Any, _state: Any) -> Hashable:
        return tuple(_key(getattr(result, name, None)) for name in procedure.odds)

    joint = odds(
        lambda: procedure.run(state, given),
        state,
        lambda s, e: fold(system, s, e),
        read=read,
        policy=lambda: decider(system),
        given=answers,
        budget=budget,
        below=random.Random().randrange if budget == BUDGET else None,
    )
    return [Preview(name, _marginal(joint, place)) for place, name in enumerate(procedure.odds)]


def _key(value: Any) -> Hashable:
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value if isinstance(value, Hashable) else repr(value)


def _marginal(joint: Odds, place: int) -> Odds:
    """The chances of one of several outputs read together; what has no meaning in a run is left out."""
    chances: dict[Any, Fraction] = {}
    for outcome, chance in joint.chances.items():
        chances[outcome[place]] = chances.get(outcome[place], Fraction(0)) + chance
    return Odds(_sorted(chances), joint.exact, joint.error, joint.paths)


def _sorted(chances: Mapping[Any, Fraction]) -> dict[Any, Fraction]:
    if all(isinstance(k, int | float) for k in chances):
        return dict(sorted(chances.items()))
    return dict(sorted(chances.items(), key=lambda item: -item[1]))


def decider(system: System) -> Decide:
    """The system's default policy; where it has none, the first answer that needs no filling in."""

    def decide(ask: Choose, state: Any) -> str:
        answer = system.decide(state, ask) if system.decide else None
        if answer is not None:
            return answer
        closed = [o.answer for o in ask.options if not o.open]
        if not closed:
            raise RuleError("no_policy", question=ask.what.key)
        return closed[0]

    return decide
