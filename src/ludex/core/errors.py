"""Refusals: the one way in which a rule, a parser or the table says no.

A refusal is data (a stable snake_case code plus facts), never prose: the words are made at the edge, in the reader's
language. Whoever raises one has changed nothing.
"""

from collections.abc import Mapping


class RuleError(Exception):
    """The rules do not allow this.

    `code` is stable and machine-readable, `clause` names the rule that refuses, `facts` are the values that a person
    needs to mend it (what was given, what would be right). `spent` is what was answered and thrown before: set by a driver.
    """

    def __init__(self, code: str, /, *, clause: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.facts: Mapping[str, object] = facts
        self.spent: tuple[object, ...] = ()
        self.entry: object = None

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        cited = f" [{self.clause}]" if self.clause else ""
        return f"{self.code}({shown}){cited}"


class Diverged(Exception):
    """A recorded run no longer fits the rule: it asked for something else than the record answers, at its `place`."""

    def __init__(self, why: str, place: int = -1) -> None:
        super().__init__(why)
        self.place = place
