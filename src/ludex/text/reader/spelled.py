"""Numbers in Chinese numerals."""

import re

IN_WORDS = re.compile(r"[零一二两俩三仨四五六七八九十百半]+")
"""A number in words."""

_DIGITS = {letter: n for n, letter in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2, "仨": 3}


def in_digits(spelled: str) -> str:
    """A number in Chinese numerals, up to 999; empty where it is none."""
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
