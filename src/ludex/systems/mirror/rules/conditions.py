"""Conditions (条件): prerequisites and requirements on a character's numbers (MIR-CND)."""

from collections.abc import Iterable

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.sheet import Character, Condition
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Defense, Primary, Secondary, Skill, words_of

SINGLE = ("lv", "sp", "ap", "ego", "madness", "humanity", "charm", "speed")
CLOSED = {
    "attributes": words_of(Attribute),
    "skills": words_of(Skill),
    "defenses": words_of(Defense),
    "secondary": words_of(Secondary),
    "domains": words_of(Primary),
}
OPEN = ("weapons", "magic")


class EvaluateConditions(msgspec.Struct, frozen=True):
    """Conditions of an effect on a character."""

    actor: str
    prerequisite: tuple[Condition, ...] = ()
    requirement: tuple[Condition, ...] = ()


class Evaluated(msgspec.Struct, frozen=True):
    """Whether she counts as having the effect, and whether using it does anything."""

    has_effect: bool
    takes_effect: bool


@rule("MIR-CND-2", "MIR-CND-3")
async def evaluate_conditions(state: State, given: EvaluateConditions) -> Evaluated:
    """An unmet prerequisite takes the effect away for as long as it is unmet; an unmet requirement stops it working."""
    character = state.who(given.actor)
    has, takes = met(character, given.prerequisite), met(character, given.requirement)
    return Evaluated(has, has and takes)


@rule("MIR-CND-1")
def met(character: Character, conditions: Iterable[Condition]) -> bool:
    """Every number is the stated one or more."""
    numbers = [(stat(character, c.stat), c.value) for c in conditions]
    return all(number >= value for number, value in numbers)


def stat(character: Character, name: str) -> int:
    """The number that a condition names, or a refusal."""
    kind, _, which = name.partition(".")
    if name in SINGLE:
        return int(getattr(character, name))
    if kind in OPEN or which in CLOSED.get(kind, ()):
        return int(getattr(character, kind).get(which, 0))
    raise RuleError("unknown_stat", clause="MIR-CND-1", stat=name)
