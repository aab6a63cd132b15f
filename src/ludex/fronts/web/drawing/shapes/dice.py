"""The outline of a die by its number of sides, in a square of 40 units."""

import msgspec

_OUTLINES = {
    2: "M20 3 A17 17 0 1 1 19.9 3 Z",
    4: "M20 4 L37 35 L3 35 Z",
    6: "M8 4 H32 Q36 4 36 8 V32 Q36 36 32 36 H8 Q4 36 4 32 V8 Q4 4 8 4 Z",
    8: "M20 2 L37 20 L20 38 L3 20 Z",
    10: "M20 2 L38 17 L32 30 L20 38 L8 30 L2 17 Z",
    12: "M20 2 L37.5 14.5 L31 36 L9 36 L2.5 14.5 Z",
    20: "M20 2 L36 11 V29 L20 38 L4 29 V11 Z",
}
_OTHER = "M20 3 L32 8 L37 20 L32 32 L20 37 L8 32 L3 20 L8 8 Z"
SHOWN = 40
"""So many dice of one throw are drawn; the rest are counted."""


class Die(msgspec.Struct, frozen=True):
    """A drawn die: what it showed, whether it counted, and what it is where several kinds lie together. Whether a face is good is the
    rule's to say, so no face has a colour of its own."""

    sides: int
    face: int
    outline: str
    height: int
    dropped: bool = False
    kind: str = ""


def drawn(sides: tuple[int, ...], faces: tuple[int, ...], dropped: tuple[int, ...] = ()) -> list[Die]:
    """The dice of a throw, at most `SHOWN` of them; those that did not count are hollow, kinds that are mixed are named."""
    mixed = len(set(sides)) > 1
    pairs = list(zip(sides, faces, strict=False))[:SHOWN]
    return [
        Die(s, f, _OUTLINES.get(s, _OTHER), 28 if s == 4 else 21, n in dropped, f"d{s}" if mixed else "")
        for n, (s, f) in enumerate(pairs)
    ]
