"""Where a problem with a record stands in its form."""

import re
from collections.abc import Iterable

import msgspec

from ludex.core.say import Say, is_say
from ludex.fronts.web.forms.filling import ROOT


def places(problems: Iterable[Say], kind: str, name: str) -> list[tuple[str, Say]]:
    """Every problem with the path of the input that it belongs to; the root's where it is about the whole."""
    return [(path_of(problem, f"{kind}.{name}"), problem) for problem in problems]


def path_of(problem: Say, head: str) -> str:
    """The path of the input that a problem belongs to, below where its record stands."""
    where = str(problem.facts.get("where", ""))
    rest = where.removeprefix(head).strip() if where.startswith(head) else ""
    steps = [step for step in re.split(r"[.\[\]/\s]+", rest) if step]
    inner = reason(problem)
    within = inner.facts.get("field") or inner.facts.get("where") if inner else None
    named = problem.facts.get("field") or within
    if isinstance(named, str) and named and (not steps or steps[-1] != named):
        steps.append(named)
    return "/".join([ROOT, *steps])


def reason(problem: Say) -> Say | None:
    """What a problem says of its place, where it says only that something is wrong there."""
    inner = problem.facts.get("problem")
    return inner if isinstance(inner, Say) else msgspec.convert(inner, Say) if is_say(inner) else None
