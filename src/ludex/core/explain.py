"""Every number can say why: totals made of terms, each with its value, its label and the clause that put it there."""

from fractions import Fraction
from typing import Any

import msgspec

from ludex.core.say import Say

Number = int | float | Fraction


class Term(msgspec.Struct, frozen=True):
    """One part of a total. `terms` opens it further."""

    value: Any
    label: Say
    clause: str = ""
    terms: "tuple[Term, ...]" = ()


class Total(msgspec.Struct, frozen=True):
    """A number with its reasons. `rule` is what joins the terms where it is not a plain sum (a product, a maximum)."""

    value: Any
    terms: tuple[Term, ...] = ()
    joined: Say | None = None
    clause: str = ""

    def __int__(self) -> int:
        return int(self.value)


def total(*terms: Term, clause: str = "") -> Total:
    return Total(sum(t.value for t in terms), tuple(terms), clause=clause)


def because(value: Any, label: Say | str, clause: str = "", *terms: Term) -> Term:
    """One reason: `because(2, say("tag", tag="brave"), "MST-ACT-3")`."""
    return Term(value, Say(label) if isinstance(label, str) else label, clause, tuple(terms))
