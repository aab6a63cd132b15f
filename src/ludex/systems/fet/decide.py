"""The default policy: how questions are answered for an NPC (or for the GM) when nobody else is to be asked."""

from ludex.core.asks import Choose
from ludex.systems.fet.state import State

EVEN = 50


def decide(state: State, ask: Choose) -> str | None:
    """A plain answer to each of the system's questions."""
    match ask.what.key:
        case "questions.result":  # the likelier of the two
            return "success" if int(ask.what.facts.get("rate", 0)) >= EVEN else "failure"
        case "questions.rp":
            return "rp:0"
        case "questions.eternity":
            return "let_be"
        case "questions.loss":
            return _fuller(state, ask.who)
        case _:
            return next((o.answer for o in ask.options if not o.open), None)


def _fuller(state: State, who: str) -> str:
    """The resource of which there is more."""
    fighter = state.battle.find(who) if state.battle else None
    return "will" if fighter is not None and fighter.will > fighter.stamina else "stamina"
