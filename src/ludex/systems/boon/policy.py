"""How an NPC answers for itself: the default policy, for whomever the GM leaves to it."""

from ludex.core.asks import Choose, Option
from ludex.systems.boon.state import State

HOPELESS = 15
"""A defence that costs AP is not tried below this chance in percent."""


def decide(state: State, ask: Choose) -> str | None:
    """The default answer; None where a person must decide."""
    match ask.what.key:
        case "questions.defense":
            return _defense(ask)
        case "questions.leader":
            return max(ask.options, key=lambda o: _fact(o, "bonus")).answer
        case "questions.actor":
            return max(ask.options, key=lambda o: _ap(state, o)).answer
        case "questions.defeat":
            return "die"
    return None


def _defense(ask: Choose) -> str:
    """A free block always; otherwise the best chance, unless the armour would hold or there is no hope."""
    wards = [o for o in ask.options if o.answer != "none"]
    free = [o for o in wards if _fact(o, "ap") == 0]
    stopped = ask.what.facts.get("total", 0) < ask.what.facts.get("armor", 0)
    if free:
        return max(free, key=lambda o: _fact(o, "percent")).answer
    best = max(wards, key=lambda o: _fact(o, "percent"))
    return "none" if stopped or _fact(best, "percent") < HOPELESS else best.answer


def _fact(option: Option, name: str) -> int:
    return int(option.say.facts.get(name, 0)) if option.say else 0


def _ap(state: State, option: Option) -> int:
    who = state.find(option.answer.removeprefix("actor:"))
    return who.ap if who else 0
