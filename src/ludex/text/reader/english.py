"""English words in their forms: several of a thing, who does something and what is being done, which of several, small numbers."""

import re

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Small numbers, by what they are."""

ORDINALS = {
    "1": ("first", "1st"),
    "2": ("second", "2nd"),
    "3": ("third", "3rd"),
    "4": ("fourth", "4th"),
    "5": ("fifth", "5th"),
    "6": ("sixth", "6th"),
}
"""Which of several in English."""

_HISSING = ("s", "x", "z", "ch", "sh", "o")
_SHORT = re.compile(r"(?:^|[^aeiou])[aeiou][bdgmnpt]$")
"""How a word ends whose last letter is doubled: hit, stab, run."""


def plurals(word: str) -> tuple[str, ...]:
    """An English word for several."""
    if word.endswith("f"):
        return (f"{word}s", f"{word[:-1]}ves")
    return (f"{word[:-1]}ies",) if _ends_in_y(word) else (f"{word}es" if word.endswith(_HISSING) else f"{word}s",)


def inflected(verb: str) -> tuple[str, ...]:
    """The other forms of an English verb (hit at: hits at, hitting at); none of any other word."""
    first, space, rest = verb.partition(" ")
    if len(first) < 3 or not (first.isascii() and first.isalpha()):
        return ()
    stem = (
        first[:-1]
        if first.endswith("e") and first[-2:] not in ("ee", "oe")
        else first + first[-1] * bool(_SHORT.search(first))
    )
    third = f"{first[:-1]}ies" if _ends_in_y(first) else f"{first}es" if first.endswith(_HISSING) else f"{first}s"
    past = f"{first[:-1]}ied" if _ends_in_y(first) else f"{first}d" if first.endswith("e") else f"{stem}ed"
    return tuple(f"{one}{space}{rest}" for one in (third, f"{stem}ing", past))


def _ends_in_y(word: str) -> bool:
    return word.endswith("y") and word[-2:-1] not in "aeiou"


_LATIN_WORD = re.compile(r"[a-z]{3,}")


def per_word(text: str) -> list[float]:
    """How much each letter of a text counts in what a word costs: those of an English word are together as dear as two Chinese ones."""
    scale = [1.0] * len(text)
    for found in _LATIN_WORD.finditer(text):
        scale[found.start() : found.end()] = [2 / len(found[0])] * len(found[0])
    return scale
