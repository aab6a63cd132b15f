"""How finished procedures are told: a verdict, totals that open into their terms, and what happened, for one viewer.

Every output type has one teller in one of the modules here; any other is told by its plain outputs.
"""

from msgspec.structs import replace

from ludex.core.events import Event, told_by
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.system import Told
from ludex.core.telling import by_result, in_a_sentence
from ludex.core.view import Card, EventLine, Fact
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.events.group import DayPassed
from ludex.systems.fet.events.people import Died, LoadMoved, LossesKept, PointsKept
from ludex.systems.fet.state import State
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
    if not card.happened or told.procedure == BOT:
        card = _with_events(card, told, viewer)
    if told.procedure in SETTING_OFF:
        over = ended_lines(told) if told.procedure == "night" else []
        more = set_off_lines(told, getattr(told.result, "set_off", None) or ())
        card = replace(card, lines=(*card.lines, *over, *more))
    said = {line.said for line in card.happened}
    return in_a_sentence(replace(card, lines=tuple(line for line in card.lines if line not in said)), SPOKEN)


@rule("FET-LIV-8", "FET-LIV-13")
def _with_events(card: Card, told: Told, viewer: Viewer) -> Card:
    """A card with what its events say beside it; a reply of the bot says by itself all that the rulebook prints."""
    before = tuple(EventLine(line) for line in card.lines) if told.procedure in PRINTED else ()
    first = (*card.happened, *before)
    said = (card.title, *(line.said for line in first))
    happened = told_by([event for event in told.events if _heard(event, told)], onlooker(told, viewer))
    follows = tuple(line for line in happened if line.said not in said)
    return replace(card, lines=() if before else card.lines, happened=(*first, *follows))


def _heard(event: Event[State], told: Told) -> bool:
    """Whether an event is told beside a card that does not say the same in its own words."""
    if told.procedure == BOT:
        return isinstance(event, Died | LoadMoved | PointsKept | FightersChanged)
    if isinstance(event, LossesKept) and (getattr(told.result, "set_off", None) or getattr(told.result, "rows", None)):
        return False  # what was set off is told with the number that it moved
    return not isinstance(event, OWN_WORDS.get(told.procedure, ()))


BOT = "bot_line"
"""The procedure whose replies the rulebook prints."""

PRINTED = (BOT, "set_sheet", "set_place", "add_content")
"""Procedures whose lines come before what their events say."""

OWN_WORDS: dict[str, tuple[type[Event[State]], ...]] = {
    "change_item": (LoadMoved,),
    "drop_items": (LoadMoved,),
    "put_down": (LoadMoved,),
    "night": (DayPassed, LossesKept),
}
"""Procedures whose cards say themselves what these events would."""

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
