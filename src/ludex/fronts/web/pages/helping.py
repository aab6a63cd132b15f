"""Help as a short page that can be searched: how the page is used, then everything that this seat can do, beside what it belongs to."""

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludex.core.deeds import PLACES, Command
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.drawing import places
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.gate.reader import sit
from ludex.fronts.web.pages.start import html
from ludex.table.house import House
from ludex.table.seats import may_use
from ludex.text.chat import Chat
from ludex.text.lexicon import Common

HOW = ("act", "ask", "roll", "undo", "talk", "sheet", "prepare", "keys")
"""What a person needs to know of the page, in the order in which she needs it."""


class Entry(msgspec.Struct, frozen=True):
    """Something that can be done: what it is called, what it is for in a few words, and all about it and how it is typed for those who type."""

    title: str
    brief: str
    told: str
    example: str


@get("/t/{secret:str}/help", include_in_schema=False)
async def help_page(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    chat = await sit(request, house, paces, secret)
    how = [key for key in HOW if key != "prepare" or chat.seat.gm]
    return html(
        request, "help.html", drawing=Drawing.at(chat), chat=chat, secret=secret, how=how, chapters=chapters(chat)
    )


def chapters(chat: Chat) -> list[tuple[str, list[Entry]]]:
    """Everything that can be done, under the place where it stands on the page."""
    found: dict[str, list[Entry]] = {}
    for command in chat.commands():
        if may_use(chat.seat, command.who):
            place = places.place_of(command) if isinstance(command, Command) else places.common_place(command.key)
            found.setdefault(place, []).append(_entry(chat, command))
    order = (*PLACES, *places.COMMON)
    named = sorted(found, key=lambda place: order.index(place) if place in order else len(order))
    return [(_title(chat, place), found[place]) for place in named]


def _title(chat: Chat, place: str) -> str:
    key = f"web.place.{place}"
    return chat.words(key) if chat.words.has(key) else place


def _entry(chat: Chat, command: Command | Common) -> Entry:
    words, drawing = chat.words, Drawing(chat.words)
    title, told = f"commands.{command.key}.title", f"commands.{command.key}.help"
    called = drawing.begun(words(title)) if words.has(title) else chat.called(command)
    whole = words(told) if words.has(told) else ""
    return Entry(called, drawing.brief(command.key), whole, chat.example(command))


HANDLERS = (help_page,)
