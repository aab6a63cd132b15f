"""The chat grammar: from what fingers type to a command and its arguments.

Prefixes `.` `。` `/`, and those of the table's system; full-width forms; words glued to their arguments (`.掷3d6`, `.r3d6`); `@who`; quotes of
several kinds; how arguments fill the fields of a command is in `filling`. A command resolves among the table system's commands first, then the common ones. Nothing
here knows what a command does.
"""

import re
from collections.abc import Collection, Sequence
from json import JSONDecoder

import msgspec
from rapidfuzz import fuzz, process

from ludex.core.errors import RuleError
from ludex.core.names import UNSEEN, narrow, simplified, split_list

LONGEST = 8000
"""A line may have so many characters: enough for a pasted sheet or a content pack."""

LONGEST_NAME = 24
PREFIXES = ".。/"
QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』"}


_NUMBERED = re.compile(r"[.。/]#\d")
"""An answer with the number of its question (`.#17 1`) begins so, also where a system has the sign for a prefix."""


class Line(msgspec.Struct, frozen=True):
    """A command line: its text after the prefix, as typed and narrowed (same length)."""

    typed: str
    narrow: str


class Matched(msgspec.Struct, frozen=True):
    """A command's name and what follows it."""

    name: str
    rest: str


def command_line(text: str, more: str = "") -> Line | None:
    """The part after the prefix (`more`: a system's own), or None if this is no command. Too long a line is refused unread."""
    if len(text) > LONGEST:
        raise RuleError("line_too_long", length=len(text), limit=LONGEST)
    if UNSEEN.search(text.replace("\r\n", "\n")):
        raise RuleError("broken_text")
    typed = text.strip()
    slim = narrow(typed)
    prefixes = PREFIXES + more
    if not slim or slim[0] not in prefixes or len(slim) < 2 or (slim[1] in prefixes and not _NUMBERED.match(slim)):
        return None
    body = typed[1:].lstrip()
    return Line(body, narrow(body))


def inner_line(text: str, more: str = "") -> Line:
    """A command named inside another one, with or without its prefix."""
    body = text.strip().lstrip(PREFIXES + more)
    return Line(body, narrow(body))


def match(line: Line, names: Collection[str]) -> Matched | None:
    """The longest command name (names are in lower case) that the line begins with.

    A Latin name ends where its letters end, so `.rest` is never `.r est`; a Chinese one may be glued to anything.
    """
    lower = simplified(line.narrow.lower())
    for length in range(min(len(lower), LONGEST_NAME), 0, -1):
        if lower[:length] in names and _ends(lower, lower[:length]):
            return Matched(lower[:length], line.typed[length:].lstrip(AFTER_NAME).rstrip())
    return None


AFTER_NAME = " \t\n\u3000：:，,、"
"""What may stand between a command's name and its first word."""


def _ends(text: str, name: str) -> bool:
    """Whether the name is whole where it ends."""
    following = text[len(name) : len(name) + 1]
    return not (name[-1].isascii() and name[-1].isalpha() and following.isascii() and following.isalpha())


def suggestions(line: Line, names: Sequence[str]) -> list[str]:
    """The names nearest to what was typed."""
    word = simplified(line.narrow.split(maxsplit=1)[0].lower())[:30] if line.narrow.split() else ""
    near = process.extract(word, list(names), scorer=fuzz.ratio, limit=3, score_cutoff=60)
    held = [name for name in names if len(name) > 1 and not name.isascii() and (name in word or word in name)]
    slips = [name for name in names if not name.isascii() and _one_off(name, word)]
    return list(dict.fromkeys([*(name for name, _, _ in near), *slips, *held]))[:3]


def _one_off(name: str, word: str) -> bool:
    """Whether a word is a name with one letter wrong: of two, one is right."""
    return len(name) == len(word) > 1 and sum(one != other for one, other in zip(name, word, strict=True)) == 1


_JSON = JSONDecoder()

_BEFORE_NAMES = "@＠+-＋－=＝,，、:："
"""Inside a word a name may begin after one of these."""


class Token(msgspec.Struct, frozen=True):
    """A word of the arguments, with where it stands."""

    text: str
    start: int
    end: int
    quoted: bool = False


def tokens(text: str, known: Sequence[str] = ()) -> list[Token]:
    """Words, with quoted texts and pasted objects kept together, and names of several words that are known (`known`)."""
    found: list[Token] = []
    names = [name for name in known if any(letter.isspace() for letter in name)]
    place = 0
    while place < len(text):
        if narrow(text[place]).isspace():
            place += 1
            continue
        token, place = _token(text, place, names)
        if found and _names_actor(found[-1]) and found[-1].text[-1] in ",，、":  # a list with spaces in it: `@Ann, Bob`
            earlier = found.pop()
            token = Token(earlier.text + token.text, earlier.start, token.end)
        found.append(token)
    return found


def _token(text: str, start: int, names: Sequence[str]) -> tuple[Token, int]:
    """One word from `start`; a quote or a known name anywhere in it runs to its end (`帮助="很 勇敢",Big Orc`), before `@who` it ends (`+1@全体`)."""
    if (end := _object_end(text, start)) > start:
        return Token(text[start:end], start, end, quoted=True), end
    place, built, quoted = start, "", False
    while place < len(text) and not narrow(text[place]).isspace() and not _actor_behind(text, start, place):
        name = _name_at(text, place, names) if place == start or text[place - 1] in _BEFORE_NAMES else ""
        closing = QUOTES.get(text[place])
        end = text.find(closing, place + 1) if closing else -1
        if name:
            built, place = built + name, place + len(name)
        elif closing and end > place:
            built, place, quoted = built + text[place + 1 : end], end + 1, True
        else:
            built, place = built + text[place], place + 1
    return Token(built, start, place, quoted), place


def _actor_behind(text: str, start: int, place: int) -> bool:
    """Whether `@who` stands right behind a word; not inside an address (`a@b`) or a list of them."""
    before = text[place - 1] if place > start else ""
    return (
        bool(before)
        and text[place] in "@＠"
        and text[start] not in "@＠"
        and (before.isdecimal() or not before.isascii())
    )


def _object_end(text: str, start: int) -> int:
    """Where JSON in braces ends that was pasted here; `start` where there is none."""
    if text[start] != "{":
        return start
    try:
        return _JSON.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return start


def _name_at(text: str, place: int, names: Sequence[str]) -> str:
    """The longest known name that stands here whole, as it was typed."""
    fits = [name for name in names if text[place : place + len(name)].lower() == name.lower()]
    whole = [name for name in fits if not text[place + len(name) : place + len(name) + 1].isalnum()]
    return text[place : place + len(max(whole, key=len))] if whole else ""


def pull_actors(found: list[Token]) -> tuple[list[str], list[Token]]:
    """Take `@who` out of the words; several are named one after another or in a list (`@赫,贾`)."""
    names = [
        name for t in found if _names_actor(t) for name in split_list(t.text[1:].replace("@", ",").replace("＠", ","))
    ]
    return names, [t for t in found if not _names_actor(t)]


def pull_actor(found: list[Token]) -> tuple[str, list[Token]]:
    """The same where one is meant."""
    names, rest = pull_actors(found)
    return (names[0] if names else ""), rest


def without_actor(text: str, found: list[Token]) -> str:
    """The line with `@who` blanked out, so that every other word stands where it stood."""
    for token in found:
        if _names_actor(token):
            text = text[: token.start] + " " * (token.end - token.start) + text[token.end :]
    return text


def _names_actor(token: Token) -> bool:
    return token.text.startswith(("@", "＠")) and len(token.text) > 1
