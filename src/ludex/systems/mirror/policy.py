"""The default policy: what an NPC answers when the GM lets the table decide. Plain and sound, never clever.

It answers by the kind of question; where it has no opinion it leaves the question to people.
"""

from collections.abc import Callable

from ludex.core.asks import Choose
from ludex.core.principals import actor_of
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State


def decide(state: State, ask: Choose) -> str | None:
    """The answer to a question, or None to leave it open."""
    policy = POLICIES.get(ask.what.key.removeprefix("questions."))
    answers = tuple(o.answer for o in ask.options if not o.open)
    if policy is None:
        return answers[0] if answers else None
    return policy(state, ask, answers)


def _attribute(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """The attribute with the higher modifier."""
    c = state.characters.get(actor_of(ask.who))
    return max(answers, key=lambda a: c.mod(a.removeprefix("attribute:"))) if c and answers else None


def _no_boost(_state: State, _ask: Choose, _answers: tuple[str, ...]) -> str:
    return "none"


def _act(_state: State, _ask: Choose, _answers: tuple[str, ...]) -> str:
    return "act"


def _pay(state: State, ask: Choose, _answers: tuple[str, ...]) -> str | None:
    """As much as there is, up to what is asked."""
    offered = [int(n) for o in ask.options for n in o.fill.get("ap", ())]
    return f"pay:{max(offered)}" if offered and actor_of(ask.who) in state.characters else None


def _healthiest(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """Of one's own parts the one with the fewest wounds, rather not a vital one."""
    c = state.characters.get(actor_of(ask.who))
    return min(answers, key=lambda a: _burden(c, a.removeprefix("part:"))) if c and answers else None


def _burden(c: Character, part: str) -> tuple[bool, int]:
    found = c.part(part)
    return (found.vital, len(found.wounds)) if found else (True, 99)


def _aimed(_state: State, _ask: Choose, answers: tuple[str, ...]) -> str | None:
    """An attacker goes for the middle of the body, where it is offered."""
    return next((a for a in answers if a == "part:torso"), answers[0] if answers else None)


def _part(state: State, ask: Choose, answers: tuple[str, ...]) -> str | None:
    """The victim spares what is vital; an attacker (whose own body it is not) aims."""
    mine = ask.about == actor_of(ask.who)
    return _healthiest(state, ask, answers) if mine else _aimed(state, ask, answers)


def _willing(state: State, ask: Choose, _answers: tuple[str, ...]) -> str:
    return "yes" if actor_of(ask.who) in state.characters else "no"


def _split(_state: State, _ask: Choose, answers: tuple[str, ...]) -> str | None:
    """The whole shift where it shows most: the first split offered."""
    return answers[0] if answers else None


POLICIES: dict[str, Callable[[State, Choose, tuple[str, ...]], str | None]] = {
    "attribute": _attribute,
    "boost": _no_boost,
    "turn": _act,
    "pay": _pay,
    "part": _part,
    "burst": _healthiest,
    "core": _healthiest,
    "willing": _willing,
    "split_improve": _split,
    "split_worsen": _split,
}
"""What is answered, by question."""
