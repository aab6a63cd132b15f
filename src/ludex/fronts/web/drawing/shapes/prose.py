"""What text becomes inside a drawing, where no browser does it for us."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile


def _wide(character: str) -> bool:
    """Whether a character is a full square, as Chinese ones are."""
    return unicodedata.east_asian_width(character) in "WF"


def width(text: str) -> int:
    """How wide a text is in letters: a Chinese character is two."""
    return len(text) + sum(map(_wide, text))


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
    if _wide(word[0]):
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
    if _wide(word[0]):
        return word[0], number
    return (word[:2] if word.isupper() else word[:2].capitalize()), number


_SHOWN = re.compile(r"(<(?:option|textarea|script|style)\b[^>]*>[^<]*)|>[^<]*[a-z]\d[^<]*<")
_STUCK = re.compile(r"\b([A-Z][a-z]+)(\d{1,2})\b")


def numbers_apart(html: str) -> str:
    """A page on which Orc1 reads Orc 1: what people read, and neither what is sent nor what they are typing."""
    return _SHOWN.sub(lambda found: found[0] if found[1] else _STUCK.sub(r"\1 \2", found[0]), html)


def told_apart(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Other letters for those whose seals would look alike: the first in which a name differs from the shortest of them (a goblin, an archer of goblins).

    In the middle of a word it stands behind the first (Li beside L, where Lin and Lu sit).
    """
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        alike.setdefault(letters(name)[0], []).append(name)
    found: dict[str, tuple[str, str]] = {}
    for several in alike.values():
        words = {name: name.strip().rstrip("0123456789").strip() for name in several}
        shortest = min(words.values(), key=len)
        for name, word in words.items():
            alike_so_far = takewhile(lambda pair: pair[0] == pair[1], zip(word, shortest, strict=False))
            same = sum(1 for _ in alike_so_far)
            rest = word[same:].strip()
            if word != shortest and rest:
                inside = word[same - 1 : same + 1].isalpha() and not _wide(rest[0])
                found[name] = word[0].upper() + rest[0] if inside else rest[0].upper(), letters(name)[1]
    return found


_SENTENCES = re.compile(r"(?<=[。！])\s*|(?<=[.!]) ")
_BRACKET = re.compile(r"\s*[（(]([^（()）]*)[）)]")
"""What a question tells before it asks: other sentences, and what stands in brackets."""
_APART = re.compile(r"(?<=[\u4e00-\u9fff])(\d{0,2}) (?=[\u4e00-\u9fff])")


def headed(what: str) -> tuple[str, str]:
    """A question in two: what it asks, as a heading, and what it tells before that, small beside it."""
    *before, asks = [one for one in _SENTENCES.split(what) if one.strip()] or [""]
    bare = _BRACKET.sub("", asks).strip()
    if not bare.endswith(("？", "?")):
        return what, ""
    told = [one.strip().rstrip("。.") for one in (*before, *_BRACKET.findall(asks))]
    return _APART.sub(r"\1", bare), " · ".join(told)


_KIND_OF = re.compile(r"(\w[\w ]*?)((?: ?[(（「“：])|: )(\w[^()（）「」“”：:]*)([)）」”]?)")
_CLAUSE = re.compile(r"\s*\[[A-Z]+-[A-Z]+-\d+\]")


def parted(title: str) -> tuple[str, str, str, str]:
    """A title of a card in two, where it names a kind and which of it («攻击（长剑）»): the kind, a mark, the name, a mark."""
    found = _KIND_OF.fullmatch(title)
    return (found[1], found[2], found[3], found[4]) if found else ("", "", title, "")


def unmarked(text: str) -> str:
    return _CLAUSE.sub("", text)


def shortened(lines: Sequence[tuple[str, bool]], most: int) -> list[str]:
    """Of some lines as many as fit: those that weigh before all, for which there is twice the room, then the first, the last, and the others
    in turn; one at least. For what is left out there is a mark in its place."""
    last, kept, taken = len(lines) - 1, set[int](), 0
    for place in sorted(range(len(lines)), key=lambda n: (not lines[n][1], n not in (0, last), n)):
        line, weighs = lines[place]
        if not kept or taken + width(line) <= (2 * most if weighs else most):
            taken += width(line)
            kept.add(place)
    told = (line if place in kept else "…" for place, (line, _) in enumerate(lines))
    return [next(group) for _, group in groupby(told)]
