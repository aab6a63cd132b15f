"""How finished procedures are told: a verdict, totals that open into their terms, and what happened, for one viewer.

Every output type has one teller in one of the modules here; any other is told by its plain outputs.
"""

from msgspec.structs import replace

from ludex.core.events import told_by
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.system import Told
from ludex.core.telling import by_result, in_a_sentence
from ludex.core.view import Card, EventLine, Fact
from ludex.systems.fet.events.people import Died, LoadMoved
from ludex.systems.fet.views.tell import checks, combat, lasting, sheets, years
from ludex.systems.fet.views.tell.combat import set_off_lines
from ludex.systems.fet.views.tell.lasting import ended_lines
from ludex.systems.fet.views.tell.spoken import SPOKEN
from ludex.systems.fet.views.tell.witness import onlooker

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
    if told.procedure in FOLLOWED and (follows := _followed(told, viewer)):
        first = (*card.happened, *(EventLine(line) for line in card.lines))  # as the rulebook prints them
        said = {line.said for line in follows}
        card = replace(card, lines=(), happened=(*(line for line in first if line.said not in said), *follows))
    if told.procedure in SETTING_OFF:
        over = ended_lines(told) if told.procedure == "night" else []
        more = set_off_lines(told, getattr(told.result, "set_off", None) or ())
        card = replace(card, lines=(*card.lines, *over, *more))
    said = {line.said for line in card.happened}
    return in_a_sentence(replace(card, lines=tuple(line for line in card.lines if line not in said)), SPOKEN)


@rule("FET-LIV-8", "FET-LIV-13")
def _followed(told: Told, viewer: Viewer) -> tuple[EventLine, ...]:
    """Who has died because a sheet, or what changes its values, is another now, and what somebody carries."""
    kinds = Died if told.procedure in WEIGHED else Died | LoadMoved
    return told_by([event for event in told.events if isinstance(event, kinds)], onlooker(told, viewer))


WEIGHED = ("change_item", "drop_items", "put_down")
"""Procedures whose card says itself what somebody carries now."""

FOLLOWED = (
    *("bot_line", "set_sheet", "roll_basics", "set_place", "add_pack", "borrow", "add_content"),
    *("add_buff", "take_off", "carry_weapon", "drop_weapons", "grant", *WEIGHED),
)
"""Procedures that may lower a maximum or change what is carried, and tell of everything else themselves."""

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
