"""`ludex odds`: the chances of dice, or of a line at a table or at a system's demo, as a seat knows them. Nothing is rolled."""

import asyncio
import sys
import tempfile
from pathlib import Path

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.core.principals import HOST
from ludex.fronts.cli.place import at_home, database
from ludex.lab.free import free_odds
from ludex.store.opening import check
from ludex.table.registry import names
from ludex.text.chat import Chat
from ludex.text.drawing import preview_text
from ludex.text.words import Words


def odds(what: str, *line: str, seat: str = "", language: str = "zh", data: Path | None = None) -> None:
    """Show the odds of dice (`4d6kh3`), or of a line at a table or at the demo of a system (`boon .atk orc1 @An`).

    Parameters
    ----------
    what
        Dice; or a system, whose demo is taken; or the id of a table (`ludex tables` lists them).
    line
        What somebody would type.
    seat
        Whose odds, by the name of the seat: what that player knows. By default the GM's.
    language
        zh or en.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    words = Words(language)
    try:
        told = asyncio.run(_told(what, " ".join(line), seat, language, data)) if line else _of_dice(words, what)
    except SystemFailed as error:
        sys.exit(harmless(words.error(error.refusal())))
    except RuleError as error:
        sys.exit(harmless(words.error(error)))
    print(harmless(told))


def _of_dice(words: Words, dice: str) -> str:
    if dice in names():
        raise RuleError("odds_of_what")
    return preview_text(words, [free_odds(dice)])


async def _told(scene: str, line: str, seat: str, language: str, data: Path | None) -> str:
    with tempfile.TemporaryDirectory() as scratch:
        demo = scene in names()
        place = Path(scratch) / "ludex.db" if demo else database(data)
        if not demo:
            check(place)
        async with at_home(place, "ludex odds") as house:
            table = (await house.demo(scene, language=language))[0] if demo else await house.open(scene)
            seats = {one.name: one.id for one in table.memory.seats.values()}
            if seat and seat not in seats:
                raise RuleError("unknown_seat", seat=seat, seats=list(seats))
            reply = await Chat(table, seats.get(seat, HOST), language).line(f".odds {line}")
    if not reply.ok:
        sys.exit(harmless(reply.text))
    return reply.text
