"""How finished procedures are told: a verdict, totals that open into their terms, and what happened, for one viewer.

Every output type has one teller in one of the modules here; any other is told by its plain outputs.
"""

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.say import say, term
from ludex.core.system import Told
from ludex.core.telling import by_result
from ludex.core.view import Card, Fact
from ludex.systems.fet.views.tell import checks, combat, lasting, sheets, years
from ludex.systems.fet.views.tell.combat import set_off_lines
from ludex.systems.fet.views.tell.lasting import ended_lines

TELLERS = by_result(checks, combat, sheets, lasting, years)
"""How each output is told."""

WORDED = ("advantage", "cause", "race", "grants", "winner")
"""Outputs whose values are words of the system."""


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure."""
    teller = TELLERS.get(type(told.result))
    if teller is None:
        return Card(say(f"told.{told.procedure}"), totals=_facts(told.result))
    card = teller(told, viewer, told.result)
    if told.procedure not in SETTING_OFF:
        return card
    over = ended_lines(told) if told.procedure == "night" else []
    return replace(card, lines=(*card.lines, *over, *set_off_lines(told, getattr(told.result, "set_off", None) or ())))


SETTING_OFF = (
    "check",
    "bot_line",
    "opposed_check",
    "called_contest",
    "cooperative_check",
    "night",
    "borrow",
    "combat_declare",
    "combat_npcs",
    "combat_start",
)
"""Procedures beside whose own card traits may have been set off (FET-LIV-27)."""


def _facts(result: object) -> tuple[Fact, ...]:
    """Every plain output, where nothing better is written."""
    why = getattr(result, "why", {})
    outputs = [(f, getattr(result, f)) for f in getattr(result, "__struct_fields__", ()) if f != "why"]
    return tuple(
        Fact(term(f), _value(f, v), why.get(f)) for f, v in outputs if isinstance(v, int | float | str | tuple)
    )


def _value(field: str, value: object) -> object:
    if field not in WORDED:
        return list(value) if isinstance(value, tuple) else value
    return [term(v) for v in value] if isinstance(value, tuple) else term(str(value))
