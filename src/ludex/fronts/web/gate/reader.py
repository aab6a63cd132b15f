"""Who reads: her seat, for which she pays and for its length, the language and the theme of her request.

Chinese first; a cookie wins over what the browser says.
"""

from ludex.fronts.connections import Asking, Connection
from ludex.fronts.entering import entered
from ludex.fronts.pace import Paces, cost_of, payer_of, pays
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES

LANGUAGE = "language"
THEME = "theme"
THEMES = ("light", "dark")


def language_of(connection: Connection) -> str:
    """The cookie's language, else the first of the browser's that there is, else Chinese."""
    chosen = connection.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    for wanted in connection.headers.get("accept-language", "")[:200].split(","):
        name = wanted.split(";")[0].strip().lower().split("-")[0]
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]


def theme_of(connection: Connection) -> str:
    """The chosen theme; empty follows the system."""
    chosen = connection.cookies.get(THEME, "")
    return chosen if chosen in THEMES else ""


async def sit(request: Asking, house: House, paces: Paces, secret: str, kind: str = "page") -> Chat:
    """The seat behind a link, in the reader's language."""
    table, seat = await entered(request, house, paces, secret)
    payer = payer_of(request, table.id, seat.id)
    await paces.ask(payer, cost_of(kind))
    pays(request, paces, payer)
    return Chat(table, seat.id, language_of(request))
