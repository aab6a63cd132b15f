"""Whether a deed could be done now: by its fields, or by the rules before a die falls, as far as its seat can know."""

from ludex.core.deeds import Do, Filled
from ludex.desk.desk import Desk
from ludex.lab import preview

UNFILLED = ("missing_argument", "no_target")
"""Refusals of a deed that only wants something filled in."""


def check_doable(desk: Desk, filled: Filled) -> None:
    """Refuse a deed that could not be done."""
    desk.prepare(filled)
    todo = desk.foresee(filled)
    if isinstance(todo, Do):
        preview.check(desk.table, todo, desk.viewer)
