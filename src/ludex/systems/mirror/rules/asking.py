"""Joins every chapter with a choice among things: a rule gets the thing that was picked and never takes an answer apart."""

from collections.abc import Iterable
from typing import TypeVar

from ludex.core.asks import Option, choose
from ludex.core.principals import Who
from ludex.core.say import Say

T = TypeVar("T")


async def pick(who: Who, what: Say, things: Iterable[tuple[str, Say, T]], *, about: str = "") -> T:
    """Ask which of these: each with its answer, how it is said, and what it stands for."""
    offered = tuple(things)
    options = [Option(answer, label) for answer, label, _ in offered]
    answer = await choose(who, what, options, about=about, named=True)
    return next(thing for known, _, thing in offered if known == answer)
