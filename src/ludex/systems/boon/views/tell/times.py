"""The cards of time (BOO-LIV-57): what a rest and the hours bring to everybody, in one report."""

from ludex.core.principals import Viewer
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.systems.boon.rules.stages import PartyRested
from ludex.systems.boon.terms import HOUR
from ludex.systems.boon.views.tell.changes import called, fates, present
from ludex.systems.boon.views.tell.witness import happened

MINUTE = 60


def party_rested(told: Told, _viewer: Viewer, result: PartyRested) -> Card:
    """Everybody who rested, and what became of them."""
    names = [called(told, who) for who in result.rested if present(told, who)]
    title = say("told.rest_party", names=names, hours=told.given.hours)
    if len(names) == 1 and told.given.who:
        title = say("told.rest", who=names[0], hours=told.given.hours)
    return Card(title, None, (), fates(told), happened=happened(told))


def time_card(told: Told) -> Card:
    """How long it was, and what it has brought."""
    return Card(say("told.pass_time", span=_span(told.given.seconds)), None, (), fates(told), happened=happened(told))


def _span(seconds: int) -> list[Say]:
    """A time in hours, minutes and seconds, without those that are none."""
    parts = {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE, "seconds": seconds % MINUTE}
    return [say(f"told.span_{name}", n=n) for name, n in parts.items() if n] or [say("told.span_seconds", n=0)]
