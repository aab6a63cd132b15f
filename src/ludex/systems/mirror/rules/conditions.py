"""Conditions (条件): prerequisites and requirements on a character's numbers (MIR-CND)."""

import msgspec

from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.view import Label
from ludex.systems.mirror.sheet import Character, Condition
from ludex.systems.mirror.sheet.stats import met as met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import said


def missing(character: Character, conditions: tuple[Condition, ...]) -> list[Label]:
    """What of these is not met, by name and number («力量 12»)."""
    unmet = [c for c in conditions if not met(character, (c,))]
    return [say("view.at_least", name=said(c.stat.rpartition(".")[2]), value=c.value) for c in unmet]


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
