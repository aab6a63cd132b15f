"""What every table can do as forms: what each is for, what it asks, and how its line is written. A page asks for nothing in a blank box
whose values are known.
"""

from collections.abc import Mapping
from typing import get_args

import msgspec
from msgspec import UNSET

from ludex.core.deeds import ACTOR, FLAG, REST, TEXT, WHOLE
from ludex.fronts.web.drawing.formgap import Argument, FormGap
from ludex.table.settings import KINDS, Numbers, Pace, Trust
from ludex.text.chat import Chat
from ludex.text.lexicon import Common

WHOM = "@"
"""The field that names whose a deed is, or whom it is for."""

SECRET = "!"
"""The flag that only the GM knows of it."""


class Blank(msgspec.Struct, frozen=True):
    """One thing that a form asks for. `among`: what is typed for each choice."""

    name: str
    kind: str = TEXT
    needed: bool = False
    among: tuple[str, ...] = ()


TEXT_ALONE = (Blank("text", needed=True),)

APART = ("setting",)
"""Forms each of whose fields is a line of its own, led by its name, where it was changed."""

BLANKS: Mapping[str, tuple[Blank, ...]] = {
    "session": (Blank("title"),),
    "onward": (Blank("steps", WHOLE, among=("1", "2", "3", "5")),),
    "setting": (
        *(Blank(f"trust {kind}", among=get_args(Trust)) for kind in KINDS),
        Blank("pace", among=get_args(Pace)),
        Blank("numbers", among=get_args(Numbers)),
        Blank("same_dice", among=("on", "off")),
    ),
    "auto": (Blank("whom", ACTOR, needed=True), Blank("whether", needed=True, among=("on", "off"))),
    "use": (Blank("whom", ACTOR, needed=True),),
    "nn": (Blank("called", needed=True),),
    "infile": (Blank("file", REST, needed=True),),
    "lang": (Blank("language", needed=True, among=("zh", "en")),),
    "goto": (Blank("entry", WHOLE, needed=True),),
    "set": (Blank("path"), Blank("value")),
    "text": (Blank("key", needed=True), Blank("words", REST)),
    "alias": (Blank("short", needed=True), Blank("line", needed=True)),
    "teach": (Blank("short", needed=True), Blank("line", needed=True)),
    "misheard": (),
    "event": (Blank("event", REST),),
    "askme": (Blank("question"), Blank("answer")),
    "recap": (),
    "rule": (Blank("find"),),
    "why": (Blank("find"),),
    "help": (Blank("find"),),
    "log": (Blank("entries", WHOLE, among=("10", "30", "60")),),
    "draw": (Blank("deck"),),
    "drawh": (Blank("deck"),),
    "deck": (Blank("deck"),),
    "name": (Blank("number", WHOLE, among=("1", "3", "5")),),
}
"""What the form of a common command asks for."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "evening": ("session", "adjourn", "onward", "goto"),
    "ruling": ("call", "setting", "auto"),
    "own": ("use", "nn", "askme", "lang", "infile"),
    "deep": ("set", "event", "text", "alias", "teach", "misheard"),
    "read": ("help", "rule", "why", "view", "log", "recap", "journal"),
    "table": ("draw", "drawh", "deck", "name", "jrrp"),
    "about": ("stat", "branches", "seal", "about", "ping"),
}
"""What belongs together in a menu."""

_GROUP = {key: group for group, keys in GROUPS.items() for key in keys}


def group_of(chat: Chat, key: str) -> str:
    """The heading under which a common command stands."""
    group = _GROUP.get(key, "")
    return chat.words(f"web.groups.{group}") if group else ""


def rank_of(key: str) -> int:
    """Its place in a menu."""
    return list(_GROUP).index(key) if key in _GROUP else len(_GROUP)


def brief_of(chat: Chat, key: str) -> str:
    """What it is for, in a few words."""
    path = f"web.briefs.{key}"
    return chat.words(path) if chat.words.has(path) else ""


def blanks(chat: Chat, common: Common) -> list[Argument]:
    """The fields of its form, with what holds now."""
    now = _now(chat) if common.key in APART else {}
    return [_told(chat, one, now.get(one.name)) for one in BLANKS.get(common.key, TEXT_ALONE)]


def _now(chat: Chat) -> dict[str, str]:
    settings = chat.table.memory.settings
    trust = {f"trust {kind}": settings.trusts(kind, chat.table.scope()) for kind in KINDS}
    return {
        **trust,
        "pace": settings.pace,
        "numbers": settings.numbers,
        "same_dice": "on" if settings.same_dice else "off",
    }


def _told(chat: Chat, blank: Blank, now: str | None) -> Argument:
    word = chat.words.under("web.blanks.")
    return Argument(
        name=blank.name,
        title=word.get(blank.name.replace(" ", "_")) or chat.words.argument(blank.name),
        fill=tuple((one, word.get(one) or one) for one in blank.among),
        kind=blank.kind,
        optional=not blank.needed,
        closed=bool(blank.among) and blank.kind == TEXT,
        now=now or UNSET,
        keys=(),
    )


def called_gaps(chat: Chat) -> tuple[FormGap, ...]:
    """What a form asks for by which a GM calls people for something: who, and whether in secret. None for anybody else."""
    if not chat.seat.gm:
        return ()
    people = tuple(chat.desk.actors().items())
    who = FormGap(name=WHOM, title=chat.words("web.called_who"), kind=ACTOR, fill=people, many=True)
    return who, FormGap(name=SECRET, title=chat.words("web.called_secret"), kind=FLAG, fill=(), optional=True)
