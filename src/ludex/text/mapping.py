"""A battlefield as text: its squares with the ground on them, everybody by a sign of their own, and where they stand."""

from unicodedata import east_asian_width

from ludex.core.view import Area, Piece, Stage
from ludex.text.words import Words

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
EMPTY = "·"
WIDTH = 3
"""Columns of a square, where not more people than one stand on it."""
REACH = "reach"
"""What is washed over squares for a moment and is no ground."""
DARK = ("dark", "dim")
NEAR = 16
"""So many squares across are drawn of a stage that has no ground."""


def stage_lines(words: Words, stage: Stage, *, brief: bool = False) -> list[str]:
    """Where everybody stands; the map before it, with a sign for each, where there is ground or they stand near one another. In `brief` the
    map of ground and its signs alone; without a map what is nobody's piece, of which no line tells."""
    ground = [area for area in stage.areas if _is_ground(stage, area)]
    names = [words.say(piece.token.name) for piece in stage.pieces]
    mapped = bool(ground) or (not brief and _are_near(stage))
    signs = _signs(names) if mapped else names
    drawn = _drawn(words, stage, ground, signs) if mapped else []
    signed = [f"{sign} {name}" for sign, name in zip(signs, names, strict=True) if not name.startswith(sign)]
    if brief and not ground:
        return [_where(words, piece) for piece in stage.pieces if not piece.token.side]
    if brief:
        return [*drawn, *_key(words, ground, signed)]
    standing = (_where(words, piece) for piece in stage.pieces)
    marks = ("" if name.startswith(sign) else f"{sign} " for sign, name in zip(signs, names, strict=True))
    return [*drawn, *_key(words, ground, []), *(mark + where for mark, where in zip(marks, standing, strict=True))]


def _are_near(stage: Stage) -> bool:
    """Whether several stand within so few squares that a map without ground says more than their places."""
    if len(stage.pieces) < 2:  # one alone is near nobody
        return False
    across, down = [int(one.x) for one in stage.pieces], [int(one.y) for one in stage.pieces]
    return max(across) - min(across) < NEAR and max(down) - min(down) < NEAR


def _is_ground(stage: Stage, area: Area) -> bool:
    """Whether an area is drawn: there is something to it, and it is not the light of nearly everywhere."""
    everywhere = area.kind in DARK and 2 * len(area.cells) > stage.width * stage.height
    return bool(area.cells) and area.kind != REACH and not everywhere


def _key(words: Words, ground: list[Area], signed: list[str]) -> list[str]:
    """What the signs of a map mean, where they do not say it themselves."""
    earth = [f"{_first(words, area)} {words.say(area.label)}" for area in ground if len(words.say(area.label)) > 1]
    found = list(dict.fromkeys((*earth, *signed)))
    return [" · ".join(found)] if found else []


def _where(words: Words, piece: Piece) -> str:
    place = [n for n in (piece.x, piece.y, piece.z) if n is not None]
    return f"{words.say(piece.token.name)} ({', '.join(words.show(n) for n in place)})"


def _signs(names: list[str]) -> list[str]:
    """A sign for each: the first letter of the name where nobody else has it, else the next of the alphabet."""
    firsts = [name[:1] or "?" for name in names]
    taken = {one for one in firsts if firsts.count(one) == 1}
    free = iter(sign for sign in SIGNS if sign not in taken)
    return [one if one in taken else next(free, "?") for one in firsts]


def _first(words: Words, area: Area) -> str:
    return words.say(area.label)[:1] or "#"


def _drawn(words: Words, stage: Stage, ground: list[Area], signs: list[str]) -> list[str]:
    """The squares that hold anything, row by row from the north, with their numbers."""
    shown = {cell: _first(words, area) for area in ground for cell in area.cells} | _standing(stage, signs)
    columns, rows = ({cell[axis] for cell in shown} for axis in (0, 1))
    across, down = range(min(columns), max(columns) + 1), range(max(rows), min(rows) - 1, -1)
    wide = max(WIDTH, *(_width(sign) + 1 for sign in shown.values()))
    head = "   " + "".join(f"{x:<{wide}}" for x in across).rstrip()
    return [
        head,
        *(f"{y:>2} " + "".join(_cell(shown.get((x, y), EMPTY), wide) for x in across).rstrip() for y in down),
    ]


def _standing(stage: Stage, signs: list[str]) -> dict[tuple[int, int], str]:
    """Who stands on each square; several on one beside each other."""
    found: dict[tuple[int, int], str] = {}
    for sign, piece in zip(signs, stage.pieces, strict=True):
        cell = int(piece.x), int(piece.y)
        found[cell] = found.get(cell, "") + sign
    return found


def _cell(sign: str, wide: int) -> str:
    """A sign in its columns; many letters are two wide."""
    return sign + " " * (wide - _width(sign))


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
