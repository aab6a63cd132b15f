"""How a finished procedure is told: a title, a verdict, totals that explain themselves, and what happened in lines."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.system import Told, Viewer
from ludex.core.view import Card
from ludex.systems.fable.rules.checks import Checked
from ludex.systems.fable.rules.gauges import Report
from ludex.systems.fable.views.cards import scalars
from ludex.systems.fable.views.tell import clock, fights, people
from ludex.systems.fable.views.tell.names import Teller, lapses, title_of, whom

TELLERS: Mapping[str, Teller] = {**fights.TELLERS, **clock.TELLERS, **people.TELLERS}


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure for one viewer, with what ended by it."""
    card, over = _card(told, viewer), lapses(told)
    return replace(card, lines=(*card.lines, *over)) if over else card


def _card(told: Told, viewer: Viewer) -> Card:
    if teller := TELLERS.get(told.procedure):
        return teller(told, viewer)
    if isinstance(told.result, Checked):
        return fights.check(told, viewer)
    if isinstance(told.result, Report):
        return fights.gauges(told, viewer)
    return Card(title_of(told, who=whom(told)), None, scalars(told.result, ()), ())
