"""Cards as pages for people without a seat: the GM publishes one, and anyone who has its link reads what such a person may know."""

from msgspec.structs import replace

from ludex.core.deeds import Show
from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER, Viewer
from ludex.core.say import say
from ludex.core.view import Card
from ludex.table.entries import Settled
from ludex.table.house import House
from ludex.table.seats import Seat, check_gm, hash_of, new_secret
from ludex.table.settings import Published
from ludex.table.table import Table

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
