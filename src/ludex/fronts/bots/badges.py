"""Cards of people in a group (`.sn`): the character's name and how she is, kept up to date. Nothing stands there that a group may not read."""

from collections.abc import Sequence

import structlog

from ludex.core.view import Gauges, Vital
from ludex.fronts.bots.following import PUBLIC, words_of
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import Place, Unsent
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.text.words import Words

LONGEST = 24
"""Characters of a card: platforms cut longer ones off."""

MOST = 3
"""So many numbers stand on it."""


def badge(table: Table, seat: Seat, language: str) -> str:
    """What stands on somebody's card: the character, and the first few of her gauges as everybody may see them."""
    words, actors = words_of(table, language), table.actors()
    name = next((actors[one] for one in seat.controls if one in actors), seat.name)
    look, viewer = table.system.look, table.viewer(PUBLIC)
    if look is None:
        return name[:LONGEST]
    sections = look(table.known_state(viewer), viewer).who
    own = next((one for one in sections if words.say(one.title) == name), None)
    numbers = [_number(words, part) for part in (own.parts if own else ()) if isinstance(part, Vital | Gauges)]
    return _fitting(name, numbers[:MOST])


def _fitting(name: str, numbers: Sequence[str]) -> str:
    """A name with as many numbers behind it as there is room for; none is cut."""
    card = name[:LONGEST]
    for number in numbers:
        card = f"{card} {number}" if len(card) + 1 + len(number) <= LONGEST else card
    return card.strip()


def _number(words: Words, part: Vital | Gauges) -> str:
    now, top = (part.now, part.top) if isinstance(part, Vital) else _summed(part)
    return f"{words.say(part.label)}{words.show(now)}/{words.show(top)}"


def _summed(part: Gauges) -> tuple[float, float]:
    return sum(one.now for one in part.segments), sum(one.cap for one in part.segments)


async def renew(hall: Hall, place: Place, table: Table) -> None:
    """Set the cards that are no longer true. What a platform refuses is left alone from then on."""
    for person, shown in (await hall.ledger.cards(place)).items():
        seat = table.memory.seats.get(await hall.ledger.seat(place.platform, person, table.id))
        if seat is None or (card := badge(table, seat, hall.settings.language)) == shown:
            continue
        try:
            await hall.rename(place, person, card)
        except Unsent as error:
            structlog.get_logger().warning("no_card", place=place.id, problem=str(error))
            if not error.later:
                await hall.ledger.keep_card(place, person, None)
        else:
            await hall.ledger.keep_card(place, person, card)
