"""Decimals (小数的处理): how a finished number is rounded (MIR-RND). Every other rule keeps exact rationals until its end."""

from fractions import Fraction

import msgspec

from ludex.core.bounds import fraction
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import check_known

FORMS = ("number", "fraction", "percent")


class RoundValue(msgspec.Struct, frozen=True):
    """A number to finish, and the form it exists in."""

    value: int | float | str
    form: str = "number"


class Finished(msgspec.Struct, frozen=True):
    """The number as it counts."""

    value: int | str


@rule("MIR-RND-1", "MIR-RND-2", "MIR-RND-4", "MIR-RND-5")
async def round_value(_state: State, given: RoundValue) -> Finished:
    """Drop a finished number towards zero; keep fractions; keep whole percents."""
    check_known("unknown_form", given.form, FORMS, clause="MIR-RND-4")
    exact = _exact(given.value)
    if given.form == "fraction":
        return Finished(f"{exact.numerator}/{exact.denominator}")
    return Finished(int(exact * 100 if given.form == "percent" else exact))


def _exact(value: int | float | str) -> Fraction:
    """The value as an exact rational: a decimal means what is written, not its binary neighbour."""
    written = str(value).replace(" ", "").replace("％", "%")
    found = fraction(written.removesuffix("%"))
    if found is None:
        raise RuleError("bad_value", clause="MIR-RND-1", value=value)
    return found / 100 if written.endswith("%") else found
