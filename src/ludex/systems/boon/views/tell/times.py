"""The cards of time (BOO-LIV-57): what a rest and the hours bring to everybody, in one report."""

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.core.view import Card, Label
from ludex.systems.boon.rules.stages import PartyRested
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import HOUR
from ludex.systems.boon.views.tell.changes import called, fates, gone_lines, present, roused_lines, state_lines

MINUTE = 60


def party_rested(told: Told, _viewer: Viewer, result: PartyRested) -> Card:
    """Everybody who rested, and what became of them."""
    names = [called(told, who) for who in result.rested if present(told, who)]
    title = say("told.rest_party", names=names, hours=told.given.hours)
    if len(names) == 1 and told.given.who:
        title = say("told.rest", who=names[0], hours=told.given.hours)
    return Card(title, None, (), _settled(told))


def time_card(told: Told) -> Card:
    """How long it was, and what it has brought."""
    return Card(say("told.pass_time", span=_span(told.given.seconds)), None, (), _settled(told))


@rule("BOO-LIV-57")
def _settled(told: Told) -> tuple[Label, ...]:
    """What time has settled: fates, what changed on the sheets, effects that lapsed, lights that burnt down."""
    return (*fates(told), *state_lines(told), *roused_lines(told), *gone_lines(told), *burnt_lines(told))


def burnt_lines(told: Told) -> tuple[Label, ...]:
    """The lights that went out."""
    lit = _lights(told.after)
    return tuple(say("told.burnt_out", who=c.called, item=i.called) for c, i in _lights(told.before, lit).values())


@rule("BOO-LIV-31")
def lit_lines(told: Told) -> tuple[Label, ...]:
    """The lights that were lit, and how far they shine."""
    fresh = _lights(told.after, _lights(told.before)).values()
    return tuple(say("told.lit", who=c.called, item=i.called, yards=i.light) for c, i in fresh)


Lights = dict[tuple[str, str], tuple[Character, Item]]


def _lights(state: State, but: Lights | None = None) -> Lights:
    """What burns in whose hand, but for what burns elsewhere too."""
    lit = ((c, i) for c in state.combatants for i in c.items if i.lit)
    return {(c.id, i.id): (c, i) for c, i in lit if (c.id, i.id) not in (but or {})}


def _span(seconds: int) -> list[Say]:
    """A time in hours, minutes and seconds, without those that are none."""
    parts = {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE, "seconds": seconds % MINUTE}
    return [say(f"told.span_{name}", n=n) for name, n in parts.items() if n] or [say("told.span_seconds", n=0)]
