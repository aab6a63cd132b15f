"""Refusals: the one way in which a rule, a parser or the table says no.

A refusal is data (a stable snake_case code plus facts), never prose: the words are made at the edge, in the reader's
language. A refusal has changed nothing.
"""

from collections.abc import Mapping

from ludex.core.say import Filling, Say


class RuleError(Exception):
    """The rules do not allow this.

    `code` is stable and machine-readable, `clause` names the rule that refuses, `facts` are the values that a person
    needs to mend it (what was given, what would be right). `entry` keeps the dice that fell before: set by the table.
    """

    def __init__(self, code: str, /, *, clause: str = "", **facts: Filling) -> None:
        super().__init__(code)
        self.code = str(code)
        self.clause = clause
        self.facts: Mapping[str, Filling] = facts
        self.entry: object = None

    def hush(self) -> None:
        """Keep the code alone: dice have fallen, and what they made is nobody's to read in a refusal."""
        self.facts = {}

    def __str__(self) -> str:
        facts = self.facts.items()
        shown = ", ".join(f"{name}={value}" if isinstance(value, Say) else f"{name}={value!r}" for name, value in facts)
        cited = f" [{self.clause}]" if self.clause else ""
        return f"{self.code}({shown}){cited}"


class SystemFailed(Exception):
    """A system's own code or files are broken: nobody at the table did anything wrong, and nothing has changed.

    `code` is `system_not_loaded` (it cannot be used at all) or `system_failed` (something in it broke while it ran). `where` is
    the file and line in its package (`heden/rules.py:12`), `problem` what went wrong there. `entry` keeps the dice that fell before.
    """

    def __init__(self, code: str, system: str, where: str, problem: str) -> None:
        super().__init__(code, system, where, problem)
        self.code = code
        self.system = system
        self.where = where
        self.problem = problem
        self.entry: object = None

    def hush(self) -> None:
        """Say where it broke, and not on what: dice have fallen, and what they made is nobody's to read."""
        self.problem = self.problem.partition(":")[0]

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
