"""How text breaks into lines inside a drawing, where no browser does it for us."""

import re
import unicodedata

CLOSING = "，。！？；：、）」』”’》…—·,.!?;:)]%"
"""Signs that never begin a line; they may stand a little over its end."""


def advance(character: str) -> float:
    """The width of a character in ems: Chinese ones are a full square."""
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.3 if character in " .,:;'|!il" else 0.58


def measure(text: str) -> float:
    """The width of a text in ems."""
    return sum(advance(c) for c in text)


def wrap(text: str, width: float, lines: int) -> list[str]:
    """Lines no wider than `width` ems, at most so many; what is left out ends in an ellipsis."""
    found: list[str] = []
    line, room = "", width
    for word in _words(text):
        size = measure(word)
        if size > room and line and word[0] not in CLOSING:
            found.append(line.rstrip())
            line, room = "", width
        line, room = line + word, room - size
    found.append(line.rstrip())
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], found[lines - 1][:-1] + "…"]


def _words(text: str) -> list[str]:
    """Pieces that are not broken: Latin words with their space, Chinese characters one by one."""
    found: list[str] = []
    for character in " ".join(text.split()):
        wide = advance(character) == 1.0
        if found and not wide and found[-1][-1] != " " and advance(found[-1][-1]) < 1.0 and len(found[-1]) < 18:
            found[-1] += character
        else:
            found.append(character)
    return found


def initials(name: str) -> str:
    """Two or three characters that stand for a name on a token; a number at its end stays, for groups of equals."""
    slim = name.strip()
    number = slim[len(slim.rstrip("0123456789")) :][-2:]
    word = slim.rstrip("0123456789 ").strip()
    if not word:
        return number or "?"
    if number:
        letters = 2 if len(number) == 1 and word.isascii() else 1  # an orc and an ogre begin alike
        return word[:letters].capitalize() + number
    if advance(word[0]) == 1.0:
        return word[-2:] if len(word) == 3 else word[:2]
    words = [w for w in word.replace("_", " ").replace("-", " ").split() if w[0].isalnum()] or [word]
    return (words[0][0] + (words[1][0] if len(words) > 1 else words[0][1:2])).upper()


def letters(name: str) -> tuple[str, str]:
    """What stands on a seal: a letter or two, and the number of one among equals."""
    slim = name.strip()
    word = slim.rstrip("0123456789").strip()
    number = slim[len(slim.rstrip("0123456789")) :][-2:]
    if not word:
        return number or "?", ""
    if advance(word[0]) == 1.0:
        return word[0], number
    return word[0].upper(), number


_KIND_OF = re.compile(r"(\w[\w ]*?)((?: ?[(（「“：])|: )(\w[^()（）「」“”：:]*)([)）」”]?)")
_CLAUSE = re.compile(r"\s*\[[A-Z]+-[A-Z]+-\d+\]")


def parted(title: str) -> tuple[str, str, str, str]:
    """A title of a card in two, where it names a kind and which of it («攻击（长剑）»): the kind, a mark, the name, a mark."""
    found = _KIND_OF.fullmatch(title)
    return (found[1], found[2], found[3], found[4]) if found else ("", "", title, "")


def unmarked(text: str) -> str:
    """A refusal without its clause, where there is no room for it."""
    return _CLAUSE.sub("", text)
