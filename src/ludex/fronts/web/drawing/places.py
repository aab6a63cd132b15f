"""Where on the page every deed stands: beside the thing that it belongs to. Nothing is left to a list of everything.

A system may say so itself (`Command.beside`); else its fields do: what names a square stands beside squares, what names somebody beside
people, what names a thing that is offered beside that thing, and what a player does by herself beside her own character.
"""

import re
from collections.abc import Mapping

from ludex.core.deeds import (
    ACTOR,
    ANYONE,
    BOOK,
    CELL,
    CLOCK,
    ITEM,
    PERSON,
    PLAYER,
    REST,
    SCENE,
    SQUARE,
    THING,
    Command,
    Offer,
)
from ludex.core.plain import Written
from ludex.fronts.web.drawing import commons
from ludex.fronts.web.drawing.draw import Drawing
from ludex.text.chat import Chat
from ludex.text.lexicon import Common

CELLS = ("cells", "at", "cell")

TABLE, TRAY, QUESTION, HISTORY, SPEECH, CHAIRS = "table", "tray", "question", "history", "speech", "chairs"
PAPERS, READY, SHEETS, WORKSHOP = "papers", "ready", "sheets", "workshop"

COMMON: Mapping[str, tuple[str, ...]] = {
    TRAY: (
        *("r", "rd", "rh", "rhd", "ra", "rah", "rav", "rx", "rxh", "rb", "rp", "ww", "dx"),
        *("setdice", "dice", "odds", "secret"),
    ),
    QUESTION: ("choose", "cancel", "back"),
    HISTORY: ("undo", "redo"),
    SPEECH: ("w", "send"),
    CHAIRS: ("invite", "control", "who", "code", "team", "pcs"),
    PAPERS: ("handout", "jot"),
    READY: ("ready", "bringon", "rehearse"),
    SHEETS: ("character", "outfile", "edit", "stats"),
    WORKSHOP: ("blank",),
    BOOK: (
        *(
            "help",
            "rule",
            "why",
            "log",
            "view",
            "recap",
            "journal",
            "seal",
            "branches",
            "stat",
            "about",
            "ping",
            "advice",
        ),
        *("jrrp", "name", "draw", "drawh", "deck"),
    ),
    CLOCK: ("ri", "turns"),
    TABLE: (
        *("session", "adjourn", "onward", "goto", "call", "setting", "auto", "use", "nn", "askme", "lang", "infile"),
        *("set", "event", "text", "alias", "teach", "misheard"),
    ),
}
"""Where what every table can do stands: the dice tray, an open question, the arrows of history, the line to speak, the chairs, the
papers, what is kept ready, the sheets, the workshop; the rest beside the table itself, or among what is looked up."""

_PLACE = {key: place for place, keys in COMMON.items() for key in keys}

EVENING = ("session", "adjourn", "call")
"""What stands beside the scene too: that is where people look for it."""

BARE = (
    "adjourn",
    "recap",
    "journal",
    "seal",
    "branches",
    "view",
    "undo",
    "redo",
    "ri",
    "turns",
    "about",
    "ping",
    "jrrp",
    "stat",
)
"""Common commands that need nothing more."""


def place_of(command: Command) -> str:
    """The kind of thing that a deed stands beside. What says nothing of it is the scene's, or only to be looked up."""
    return said(command) or (BOOK if command.who == ANYONE else SCENE)


def said(command: Command) -> str:
    """The same as its system or its fields say it; empty where nothing does."""
    if command.beside:
        return command.beside
    fields = command.args
    if any(field.kind == CELL or field.name in CELLS for field in fields):
        return SQUARE
    if any(field.kind == ACTOR and field.needed for field in fields):
        return PERSON
    if any(field.kind == ITEM and field.needed for field in fields):
        return THING
    if command.who == PLAYER:
        return PERSON
    return ""


def common_place(key: str) -> str:
    """Where a command of every table stands; empty where nobody has said so."""
    return _PLACE.get(key, "")


def told_common(chat: Chat, common: Common) -> dict[str, Written]:
    """The same for a command of every table: it is sent as a line, with what is typed behind it; a call is the check itself, for several."""
    calls = common.key == "call" and bool(chat.table.system.check)
    return {
        "key": common.key,
        "place": common_place(common.key),
        "also": SCENE if common.key in EVENING and not _own_way(chat, common) else "",
        "icon": PLAIN,
        "brief": commons.brief_of(chat, common.key),
        "group": commons.group_of(chat, common.key),
        "rank": commons.rank_of(common.key),
        "common": True,
        "apart": common.key in commons.APART,
        "calls": chat.table.system.check if calls else "",
        "args": [] if common.key in BARE or calls else [one.plain() for one in commons.blanks(chat, common)],
    }


def _own_way(chat: Chat, common: Common) -> bool:
    """Whether the system has a deed of the same name, which stands there already."""
    return any(set(command.names) & set(common.names) for command in chat.desk.commands.values())


def told(chat: Chat, command: Command) -> dict[str, Written]:
    """Where a command stands, for the page."""
    return {
        "key": command.key,
        "place": place_of(command),
        "icon": icon_of(command),
        "brief": Drawing(chat.words).brief(command.key),
        "about": _about(chat, command),
        "group": _group(chat, command),
        "who": command.who,
        "acts": command.who == PLAYER,
        "asks": command.owner.startswith("gm:"),
        "page": _page(chat, command),
    }


def _about(chat: Chat, command: Command) -> str:
    """How something is written that its form takes as it stands: its help, without the sign and the name of a line."""
    key = f"commands.{command.key}.help"
    if not any(field.kind == REST for field in command.args) or not chat.words.has(key):
        return ""
    names = "|".join(map(re.escape, sorted(command.names, key=len, reverse=True)))
    return re.sub(rf"[.。](?:{names})\s*", "", chat.words.phrase(key)).lstrip("：: ")


def _page(chat: Chat, command: Command) -> str:
    """The page of its own that a deed has, because it builds something."""
    stock = chat.table.system.stock
    built = {deed: kind for kind, (deed, _) in stock.builds.items()} if stock else {}
    return f"workshop?kind={built[command.key]}" if command.key in built else ""


def _group(chat: Chat, command: Command) -> str:
    key = f"groups.{command.group}"
    return chat.words(key) if chat.words.has(key) else ""


PLAIN = "die"
"""What every deed might show."""

NEWCOMER = "plus"
"""What a deed shows by which somebody new comes to the table."""


def icon_of(command: Command) -> str:
    """The picture of a deed as it is declared."""
    return command.picture or PLAIN


def icon_named(chat: Chat, key: str) -> str:
    command = chat.desk.commands.get(key)
    return icon_of(command) if command else PLAIN


def makes(chat: Chat, deed: Offer) -> bool:
    """Whether a deed of nobody's brings a character to the table, for which there is a page of its own."""
    page = chat.table.system.makes
    return bool(page) and (deed.name == page or (deed.of is None and icon_named(chat, deed.name) == NEWCOMER))
