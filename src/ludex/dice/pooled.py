"""Pools with a notation of their own (`8a9k8m10`, `8c8m10`), and which parts of a group count."""

from ludex.dice.critical import TEN, Critical
from ludex.dice.operators import Condition, Explode, Keep, Relation
from ludex.dice.reader import Reader
from ludex.dice.terms import Dice

_KEEPS = {"kh": (True, False), "kl": (False, False), "k": (True, False), "dh": (True, True), "dl": (False, True)}
"""High or low, kept or dropped."""


def read_adding_pool(reader: Reader, count: int, at: int) -> Dice:
    """`8a9k8m10`: ten-sided dice; from 9 on each brings another; successes from 8 on (`q`: down from it)."""
    reader.at += 1
    line, faces, hits = reader.whole(), TEN, Condition(Relation.AT_LEAST, 8)
    while (letter := reader.peek(reader.at)) in ("k", "q", "m") and reader.digit(reader.at + 1):
        reader.at += 1
        number = reader.whole()
        if letter == "m":
            faces = number
        else:
            hits = Condition(Relation.AT_LEAST if letter == "k" else Relation.AT_MOST, number)
    reader.throwing(count, faces, at)
    when = Condition(Relation.AT_LEAST, line)
    if when.among(1, faces) == faces:
        raise reader.refuse("endless_explosion", at, sides=faces)
    return Dice(count, faces, explode=Explode(when) if when.among(1, faces) else None, hits=hits)


def read_critical_pool(reader: Reader, count: int, at: int) -> Critical:
    """`8c8m10`: from 8 on a die is critical and is thrown again; each such round is worth a whole die."""
    reader.at += 1
    line, faces = reader.whole(), TEN
    if reader.peek(reader.at) == "m" and reader.digit(reader.at + 1):
        reader.at += 1
        faces = reader.whole()
    reader.throwing(count, faces, at)
    if line < 2:
        raise reader.refuse("endless_explosion", at, sides=faces)
    return Critical(count, line, faces)


def read_group_keep(reader: Reader, parts: int) -> Keep | None:
    """Which parts of a group count, if that stands behind it."""
    word = next((w for w in _KEEPS if reader.text.startswith(w, reader.at)), "")
    if not word or parts == 1:
        return None
    reader.at += len(word)
    at = reader.at
    number = reader.whole() if reader.digit(at) else 1
    if not 1 <= number <= parts:
        raise reader.refuse("keep_out_of_range", at, number=number, limit=parts)
    return Keep(number, *_KEEPS[word])
