"""Where on the page every deed stands: beside the thing that it belongs to. Nothing is left to a list of everything.

A system may say so itself (`Command.beside`); else its fields do: what names a square stands beside squares, what names somebody beside
people, what names a thing that is offered beside that thing, and what a player does by herself beside her own character.
"""

from typing import Any

from ludex.core.deeds import ACTOR, ANYONE, BOOK, CELL, ITEM, PERSON, PLAYER, SCENE, SQUARE, THING, Command
from ludex.fronts.web.draw import Drawing
from ludex.fronts.web.hand import icon_of
from ludex.text.chat import Chat

CELLS = ("cells", "at", "cell")


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


def told(chat: Chat, command: Command) -> dict[str, Any]:
    """Where a command stands, for the page."""
    return {
        "key": command.key,
        "place": place_of(command),
        "icon": icon_of(command.key),
        "brief": Drawing(chat.words).brief(command.key),
        "group": _group(chat, command),
        "who": command.who,
        "acts": command.who == PLAYER,
    }


def _group(chat: Chat, command: Command) -> str:
    key = f"groups.{command.group}"
    return chat.words(key) if chat.words.has(key) else ""
