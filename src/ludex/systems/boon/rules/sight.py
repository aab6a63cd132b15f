"""The battlefield as it is seen (BOO-LIV-29 to BOO-LIV-31, BOO-LIV-34): distances, lines, cover, gloom, light, and who could hide where."""

from fractions import Fraction

from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.systems.boon.redact.light import lit
from ludex.systems.boon.sheet import Character, Position
from ludex.systems.boon.state import State, Thing, yards_between
from ludex.systems.boon.terms import Cover, Earth, Obscurement, Screen


@rule("BOO-CBT-3")
def distance(a: Position | None, b: Position | None) -> int | None:
    """Yards between two squares; None if one of them is not on the map."""
    return None if a is None or b is None else yards_between(a, b)


def walls(state: State) -> set[Position]:
    """The squares that nobody enters and nobody sees through."""
    return {cell for g in state.ground if g.kind == Earth.WALL and not g.secret for cell in g.cells}


@rule("BOO-LIV-29")
def blocked(state: State, start: Position, end: Position) -> bool:
    """Whether a wall, or an object with total cover, breaks the straight line between two squares."""
    bars = {t.position for t in state.objects if t.position and _screens(t) and t.cover == Cover.TOTAL}
    return any(cell not in (start, end) and _crosses(start, end, cell) for cell in (*walls(state), *bars))


@rule("BOO-LIV-29", "BOO-LIV-30")
def screen(state: State, start: Position, end: Position) -> tuple[Cover, Obscurement]:
    """Cover and obscurement of a target on the map: the best cover of its square and of objects on the line, its own square's gloom."""
    dim = obscured(state, end)
    if blocked(state, start, end):
        return Cover.TOTAL, dim
    far = yards_between(start, end) > 1
    kinds = {g.kind for g in state.ground if end in g.cells and not g.secret} if far else set()
    own = [COVERS[kind] for kind in kinds if kind in COVERS]
    things = [t for t in state.objects if _screens(t) and t.position and t.position not in (start, end)]
    between = [Cover(t.cover) for t in things if t.position and _crosses(start, end, t.position)]
    return max((*own, *between), key=DEGREES.index, default=Cover.NONE), dim


COVERS: dict[str, Cover] = {Earth.LOW: Cover.HALF, Earth.COVER: Cover.THREE_QUARTERS}
GLOOM: dict[str, Obscurement] = {
    Earth.MIST: Obscurement.PARTIAL,
    Earth.FOG: Obscurement.HEAVY,
    Earth.DARK: Obscurement.TOTAL,
}
DEGREES = tuple(Cover)
DEEP = (Obscurement.HEAVY, Obscurement.TOTAL)
"""Obscurement that one can hide in (BOO-HID-1)."""


def _screens(thing: Thing) -> bool:
    return not thing.destroyed and not thing.secret and thing.cover != Cover.NONE


@rule("BOO-LIV-30", "BOO-LIV-31")
def obscured(state: State, at: Position) -> Obscurement:
    """How badly a square is seen: the worst of its ground; darkness is none where it is lit."""
    kinds = {g.kind for g in state.ground if at in g.cells and not g.secret}
    found = [GLOOM[kind] for kind in kinds if kind in GLOOM and not (kind == Earth.DARK and lit(state, at))]
    return max(found, key=tuple(Obscurement).index, default=Obscurement.NONE)


@remembered(65536)
def _crosses(start: Position, end: Position, cell: Position) -> bool:
    """Whether the straight line between two centres passes through the inside of a square."""
    enter, leave = Fraction(0), Fraction(1)
    for a, b, at in zip(start, end, cell, strict=True):
        low, high = Fraction(2 * at - 1, 2), Fraction(2 * at + 1, 2)
        if a == b:
            if not low < a < high:
                return False
            continue
        first, last = sorted(((low - a) / (b - a), (high - a) / (b - a)))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


@rule("BOO-LIV-34", "BOO-HID-1")
def screens(state: State, who: Character) -> tuple[Screen, ...]:
    """What hides somebody where it stands: heavy obscurement; that no enemy whom its side perceives looks, or enough between it and them all."""
    if who.position is None:
        return ()
    dim = obscured(state, who.position) in DEEP
    covers = {screen(state, at, who.position)[0] for at in (foe.position for foe in watchers(state, who)) if at}
    found = [Screen.OBSCUREMENT] if dim else []
    if covers <= {Cover.TOTAL}:
        found.append(Screen.UNWATCHED)
    elif covers <= {Cover.TOTAL, Cover.THREE_QUARTERS}:
        found.append(Screen.COVER)
    return tuple(found)


def watchers(state: State, who: Character) -> list[Character]:
    """The active enemies on the map whom somebody's side perceives."""
    return [
        c for c in state.combatants if c.side != who.side and c.active and c.position and not c.hidden and not c.secret
    ]


@rule("BOO-LIV-34")
def seen_by(state: State, who: Character) -> list[Character]:
    """The enemies who have a clear enough line to somebody."""
    at = who.position
    return [
        foe
        for foe in watchers(state, who)
        if at and foe.position and screen(state, foe.position, at)[0] not in (Cover.TOTAL, Cover.THREE_QUARTERS)
    ]
