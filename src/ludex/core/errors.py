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


class SystemFailed(Exception):
    """A system's own code or files are broken: nobody at the table did anything wrong, and nothing has changed.

    `code` is `system_not_loaded` (it cannot be used at all) or `system_failed` (something in it broke while it ran). `where` is
    the file and line in its package (`heden/rules.py:12`), `problem` what went wrong there.
    """

    def __init__(self, code: str, system: str, where: str, problem: str) -> None:
        super().__init__(code, system, where, problem)
        self.code = code
        self.system = system
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"

    def refusal(self) -> RuleError:
        """The same, to be told like any refusal."""
        return RuleError(self.code, system=self.system, where=self.where, problem=self.problem)


class Diverged(Exception):
    """A recorded run no longer fits the rule: it asked for something else than the record answers, at its `place`."""

    def __init__(self, why: str, place: int = -1) -> None:
        super().__init__(why)
        self.place = place
