"""The default policy: plain answers for NPCs, and what odds assume about questions that are still to come."""

from ludex.core.asks import Choose
from ludex.systems.fable.state import State

PREFERRED = {
    "questions.invoke": "accept",
    "questions.attack_opportunity": "crushing_blow",
    "questions.hinder": "slow",
    "questions.opportunity": "later",
}
"""The dice stand, an attack's opportunity becomes a crushing blow, a hindrance slows."""


def decide(state: State, ask: Choose) -> str | None:  # noqa: ARG001
    """An answer to a question: the preferred one, else the first that needs no filling in."""
    closed = [option.answer for option in ask.options if not option.open]
    preferred = PREFERRED.get(ask.what.key)
    if preferred in closed:
        return preferred
    return closed[0] if closed else None
