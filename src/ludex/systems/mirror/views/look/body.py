"""A body as it is drawn: parts as joined tiles, with their wounds in words (MIR-PST, MIR-LIV-59)."""

from collections import Counter
from collections.abc import Iterator

from ludex.core.say import Say, say, term
from ludex.core.view import Body, BodyPart as Tile, Label, Link
from ludex.systems.mirror.content.naming import shown, typed
from ludex.systems.mirror.sheet import HEAVY, BodyPart, Character
from ludex.systems.mirror.terms import PartStatus


def body(c: Character) -> Body:
    """Parts as joined tiles in the character's own plan; a lost one joins nothing any more (MIR-PST-3)."""
    rows = depths(c)
    tiles = tuple(tile(p, *rows[p.id]) for p in c.parts)
    left = {p.id for p in c.parts_left}
    joints = tuple(Link(a, b) for a, b in c.links if {a, b} <= left)
    return Body(tiles, joints, levels=tuple(term(f"wound_{level}") for level in range(1, HEAVY + 1)))


def depths(c: Character) -> dict[str, tuple[int, int]]:
    """Row and column of each part: rows by steps from the first part along the joints, columns by place in the row."""
    rows: dict[str, int] = {}
    for part in c.parts:
        near = [
            rows[b if a == part.id else a]
            for a, b in c.links
            if part.id in (a, b) and (b if a == part.id else a) in rows
        ]
        rows[part.id] = min(near) + 1 if near else 0
    placed: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    for name, row in rows.items():
        placed[name] = (row, filled.get(row, 0))
        filled[row] = filled.get(row, 0) + 1
    return placed


def tile(part: BodyPart, row: int, column: int) -> Tile:
    """One part: wounds in its slots, temporary life, and what is lost."""
    state = "whole" if part.status is PartStatus.NONE else part.status.value
    notes: list[Label] = [*wounds_said(part), *(shown(o.name) for o in part.organs if not part.lost)]  # MIR-LIV-35
    if part.temp:
        notes.append(f"+{len(part.temp.wounds)}/{part.temp.points}")
    return Tile(
        part.id,
        part.called,
        row,
        column,
        slots=part.cap,
        wounds=tuple(w.level for w in part.wounds),
        temporary=part.temp.points if part.temp else 0,
        state=state,
        vital=part.vital,
        note=say("view.spaced", items=notes) if notes else "",
    )


def wounds_said(part: BodyPart) -> Iterator[Say]:
    """The wounds of a part in words, those alike together: «2 道擦伤（灼烧/侵蚀）»."""
    for (level, types, effects), count in Counter((w.level, w.types, w.effects) for w in part.wounds).items():
        yield say("view.so_many_wounds", count=count, wound=typed(term(f"wound_{level}"), (*types, *effects)))
