"""Deeds written as lines: the command by its name, fields by place or by key. The log keeps the deed; its line is written for the one who reads it."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from ludex.core.deeds import FLAG, ITEM, REST, TERM, Command, Field, Filled, Name, word
from ludex.core.pairs import LANGUAGES
from ludex.core.plain import Written

if TYPE_CHECKING:
    from ludex.desk.desk import Desk


def spell(
    desk: "Desk", filled: Filled, language: str, gaps: Mapping[str, str] | None = None, own: str | None = None
) -> str:
    """The line that does a deed; what stands in its `gaps` a person still fills in. It says who acts, but for the seat's own character.

    Of a deed that was done `own` is the character of who did it, and what is offered no more is called as it was.
    """
    command, actor = desk.command(filled.deed), filled.actor
    gone = desk.known_as if own is not None else str
    given = {
        key: said(desk, language, command.field(key), one, of=actor, gone=gone) for key, one in filled.args.items()
    }
    unsaid = ("", desk.own() if own is None else own)
    whom = [] if actor in unsaid else [f"@{word(desk.actors().get(actor, actor))}"]
    return " ".join([f".{_called(command, language)}", *placed(command, given | dict(gaps or {}), language), *whom])


def _called(command: Command, language: str) -> str:
    return command.key if language == "en" else command.names[0]


def name_in(name: Name, language: str) -> str:
    return name if isinstance(name, str) else name[LANGUAGES.index(language)]


def before_rest(field: Field, following: Field | None) -> bool:
    """Whether a field is a term that may be left out in front of free words."""
    return field.kind == TERM and not field.needed and following is not None and following.kind == REST


def placed(command: Command, said: Mapping[str, str], language: str) -> list[str]:
    """What is said of each field, in the order in which a line takes it; by key where a place before it is left open."""
    parts: list[str] = []
    open_place = False
    for field, following in zip_longest(command.args, command.args[1:]):
        text = said.get(field.name)
        by_place = not field.keyed and field.kind != FLAG
        if text is None:
            open_place = open_place or (by_place and not before_rest(field, following))
        elif field.kind == FLAG:
            key = key_of(field, language)
            parts.append(f"[{key}]" if text.startswith("[") else key)
        elif by_place and not open_place:
            parts.append(text)
        else:
            key = key_of(field, language)
            whole = word(text) if " " in text and text[0] not in '"<[' else text
            parts.append(f"{key}{text}" if key in ("+", "-") else f"{key}={whole}")
    return parts


def key_of(field: Field, language: str) -> str:
    """The key of a field in a language; a sign before all others."""
    own = [k for k in field.keys if k.isascii() == (language == "en")]
    signs = [k for k in field.keys if k in ("+", "-")]
    return (signs or own or [field.name])[0]


def said(
    desk: "Desk", language: str, field: Field | None, value: Written, *, of: str = "", gone: Callable[[str], str] = str
) -> str:
    """A value as people type it; `of`: whose deed it is part of, where that is not the seat's own character. `gone`: what it is called if
    it is not offered."""
    if field is None:
        return word(str(value))
    if field.several and isinstance(value, list | tuple):
        return ",".join(_said_one(desk, language, field, one, of=of, gone=gone) for one in value)
    return _said_one(desk, language, field, value, of=of, gone=gone)


def _said_one(desk: "Desk", language: str, field: Field, value: Written, *, of: str, gone: Callable[[str], str]) -> str:
    match field.kind:
        case "actor":
            return word(desk.actors().get(str(value), str(value)))
        case "cell" if isinstance(value, list | tuple):
            return ",".join(map(str, value))
        case "term" if field.terms is not None and field.terms.holds(str(value)):
            return word(field.terms.read(str(value)).called(language))
        case "item" | "text":
            name = desk.called(field, str(value), of)
            if name == str(value):
                return word(gone(name))
            if field.kind == ITEM or not isinstance(name, str):
                return word(name_in(name, language))
        case "rest" if not set('"=@') & set(str(value)):
            return str(value).strip()
    return word(str(value))
