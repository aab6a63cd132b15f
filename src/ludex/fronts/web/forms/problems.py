"""Where a problem with a record stands in its form."""

import re
from collections.abc import Iterable

from ludex.core.say import Say
from ludex.fronts.web.forms.filling import ROOT


def places(problems: Iterable[Say], kind: str, name: str) -> list[tuple[str, Say]]:
    """Every problem with the path of the input that it belongs to; the root's where it is about the whole."""
    return [(path_of(problem, f"{kind}.{name}"), problem) for problem in problems]


def path_of(problem: Say, head: str) -> str:
    """The path of the input that a problem belongs to, below where its record stands."""
    where = str(problem.facts.get("where", ""))
    rest = where.removeprefix(head).strip() if where.startswith(head) else ""
    steps = [step for step in re.split(r"[.\[\]/\s]+", rest) if step]
    inner = problem.facts.get("problem")
    within = inner.facts.get("field") or inner.facts.get("where") if isinstance(inner, Say) else None
    named = problem.facts.get("field") or within
    if isinstance(named, str) and named and (not steps or steps[-1] != named):
        steps.append(named)
    return "/".join([ROOT, *steps])
