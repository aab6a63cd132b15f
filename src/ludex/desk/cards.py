"""Cards on request. A procedure that changes nothing answers anyone who asks, and nothing is written: it leaves no entry in anybody's log.

The GM publishes a card as a page for people without a seat: anyone who has its link reads what such a person may know.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Do, Show
from ludex.core.driving import Finished
from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER, Viewer
from ludex.core.say import say
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.table import table_procedures
from ludex.table.acting import Call, play_on
from ludex.table.entries import Asked, Settled
from ludex.table.house import House
from ludex.table.preludes import Begun
from ludex.table.seats import Seat, check_gm, hash_of, new_secret
from ludex.table.settings import Published
from ludex.table.shelter import in_time
from ludex.table.sights import Mended
from ludex.table.table import Table


def card_of(table: Table, viewer: Viewer, shown: Show) -> Card:
    """What is shown on request: one of the system's cards, or what a procedure answers."""
    if shown.asks is not None:
        return answered(table, viewer, shown.asks)
    card = table.system.cards[shown.card]
    try:
        return card(table.known_state(viewer), viewer, shown.given)
    except RuleError:
        found = _mended(table, viewer)
        if not found.troubles:  # a refusal, and nothing that cannot be worked out
            raise
        drawn = card(found.state, viewer, shown.given)
        told = (one for one in found.troubles if viewer.gm or one.who in viewer.controls)
        return replace(drawn, lines=(*drawn.lines, *(say("told.uncomputable", what=o.what, why=o.why) for o in told)))


def _mended(table: Table, viewer: Viewer) -> Mended:
    """The state as a viewer may know it, without what cannot be looked at."""
    look = table.system.look
    if look is None:
        return Mended(table.known_state(viewer))
    return table.sights.drawn(table.system, table.memory.state, viewer, lambda known: look(known, viewer))[1]


def answered(table: Table, viewer: Viewer, asks: Do) -> Card:
    """What a procedure answers, as a viewer may know it."""
    system, state = table.system, table.known_state(viewer)
    procedure, given = table.starting(asks.procedure, asks.given)
    call = Call(Asked(procedure.name, msgspec.Raw(b"{}"), ""), procedure, given)
    outcome = in_time(system, play_on, system, state, call, (), lambda _ask: ())
    assert isinstance(outcome, Finished), f"{procedure.name} asks somebody: it is no query"
    came: Begun = outcome.result
    told = Told(procedure.name, came.given, came.result, state, state)
    return table_procedures.tell(system, told, {"": viewer})[""]


# --- cards as pages --------------------------------------------------------------------------------------------------------

PAGE = "page"
"""What a link to a page opens in the place of a seat: nobody sits there."""


async def publish(table: Table, seat: Seat, shown: Show, card: Card) -> Card:
    """Publish a card (GM); it comes back with its link."""
    check_gm(seat)
    secret = new_secret()
    setting = Published(hash_of(secret), shown.card, {name: str(value) for name, value in shown.given.items()})
    entry = Settled(at=table.clock(), seat=seat.id, setting=setting)
    await table.write(entry, links={setting.link: PAGE})
    return replace(card, lines=(*card.lines, say("told.published", link=f"/t/{secret}/page")))


async def published(house: House, secret: str) -> tuple[Table, Card]:
    """The page that a link opens, as somebody without a seat may know it now."""
    found = await house.store.seat(hash_of(secret))
    table = await house.open(found[0]) if found is not None and found[1] == PAGE else None
    setting = table.memory.settings.published.get(hash_of(secret)) if table else None
    if table is None or setting is None:
        raise RuleError("dead_link")
    viewer = Viewer(OBSERVER, numbers=table.memory.settings.numbers)
    return table, table.system.cards[setting.card](table.known_state(viewer), viewer, setting.given)
