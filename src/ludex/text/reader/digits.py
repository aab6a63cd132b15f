"""How numbers and squares are spelled: in digits, in Chinese numerals, from corner to corner."""

import re

from ludex.text.reader.english import NUMBERS

_ENGLISH = {word: str(n) for n, word in enumerate(NUMBERS) if n > 1} | {"a couple of": "2", "twice": "2"}
_APART = "|".join(sorted(_ENGLISH, key=len, reverse=True))
IN_WORDS = re.compile(rf"[零一二两俩三仨四五六七八九十百半]+|(?<![a-z])(?:{_APART})(?![a-z])")
"""A number in words; `one` says hardly ever how many."""

ALONE = re.compile(r"[+-]?\d+")
NUMBER = re.compile(r"(?:[x×*](?=\d))?([+-]?\d{1,6}(?:\.\d{1,3})?)")
COUNTED = re.compile(rf".[十百]|[十百].|[俩仨]|{_APART}")
"""What is a number also where no measure word stands behind it: 五十, 十五, 俩."""

SQUARE = re.compile(r"[(\[]?\s*(-?\d{1,3})\s*[,.x×]\s*(-?\d{1,3})\s*[)\]]?")
TO = re.compile(r"\s*(?:~|到|至)\s*")
BLOCK = re.compile(rf"{SQUARE.pattern}\s*(?:~|-|到|至)\s*{SQUARE.pattern}")
"""A block of squares from corner to corner."""
SQUARES = re.compile(rf"{SQUARE.pattern}(?:(?:{TO.pattern}|[\s、和]+){SQUARE.pattern})*")
"""Squares, or a stretch of them: 3,1到3,4."""

_DIGITS = {letter: n for n, letter in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2, "仨": 3}


def in_digits(spelled: str) -> str:
    """A number in Chinese numerals, up to 999, or a small one in English; empty where it is none."""
    if spelled in _ENGLISH:
        return _ENGLISH[spelled]
    total, last = 0, 0
    for letter in spelled:
        if letter in _DIGITS:
            last = _DIGITS[letter]
        elif letter == "十":
            total, last = total + (last or 1) * 10, 0
        elif letter == "百":
            total, last = total + (last or 1) * 100, 0
        else:
            return ""
    return str(total + last)
