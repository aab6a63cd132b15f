"""Decimals (小数的处理): how a finished number is rounded (MIR-RND). Every other rule keeps exact rationals until its end."""

from fractions import Fraction
from typing import Annotated

import msgspec

from ludex.core.bounds import fraction
from ludex.core.declaring import Meant
from ludex.core.deeds import ANYONE, BOOK, Field
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.kinds import Query
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import check_known, key_of

FORMS = ("number", "fraction", "percent")


class RoundValue(msgspec.Struct, frozen=True):
    """A number to finish, and the form it exists in."""

    value: int | float | str
    form: str = "number"


class RoundLine(
    RoundValue,
    Query,
    names=("取整", "round"),
    does="round_value",
    group="people",
    who=ANYONE,
    beside=BOOK,
    example=".取整 -7/2",
):
    """`.取整 -7/2`: how a decimal is dropped."""

    value: Annotated[str, Field()]
    form: Annotated[str, Field(), Meant(lambda _asked, said: key_of(said))] = "number"


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
    percent = given.form == "percent" or (given.form == "number" and _is_percentage(given.value))
    return Finished(int(exact * 100 if percent else exact))


def _is_percentage(value: int | float | str) -> bool:
    """Whether a number is written as a percentage: then it is one, and is kept (MIR-RND-4)."""
    return str(value).strip().endswith(("%", "％"))


def _exact(value: int | float | str) -> Fraction:
    """The value as an exact rational: a decimal means what is written, not its binary neighbour."""
    written = str(value).replace(" ", "").replace("％", "%")
    found = fraction(written.removesuffix("%"))
    if found is None:
        raise RuleError("bad_value", clause="MIR-RND-1", value=value)
    return found / 100 if written.endswith("%") else found
