"""Numbers that come from a formula, with the formula filled in as their reason and its parts beneath it."""

from ludex.core.explain import Term, Total
from ludex.core.say import Say
from ludex.systems.fet.rounding import Number


def formula(value: Number, shown: Say, clause: str, *terms: Term) -> Total:
    """A total whose one reason is the formula with its numbers; the terms open it further."""
    return Total(value, (Term(value, shown, clause, terms),), clause=clause)
