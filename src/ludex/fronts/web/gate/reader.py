"""Who reads: the language and theme of a request. Chinese first; a cookie wins over what the browser says."""

from ludex.fronts.connections import Connection
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
