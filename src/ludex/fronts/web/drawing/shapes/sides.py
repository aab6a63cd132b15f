"""Sides as colours: friends and foes by their usual names, any other side by its place among those on the drawing."""

from collections.abc import Iterable

from ludex.core.view import AnyPart, Stage, Strip, Thread, Timeline, Token

FRIENDS = frozenset({"pc", "pcs", "player", "players", "party", "ally", "allies", "friend", "heroes"})
FOES = frozenset({"foe", "foes", "enemy", "enemies", "opponent", "hostile", "npc", "monsters"})
COLOURS = 4


def sides(part: AnyPart) -> dict[str, str]:
    """The class of every side on a drawing."""
    found = list(dict.fromkeys(token.side for token in tokens_of(part)))
    others = [side for side in found if side and side.lower() not in FRIENDS | FOES]
    return {side: _class(side, others) for side in found}


def _class(side: str, others: list[str]) -> str:
    if side.lower() in FRIENDS:
        return "side-friend"
    if side.lower() in FOES:
        return "side-foe"
    return f"side-{others.index(side) % COLOURS}" if side else "side-none"


def tokens_of(part: AnyPart) -> Iterable[Token]:
    """Everybody who stands on a part of a view."""
    match part:
        case Strip():
            return [token for _, token in part.tokens]
        case Timeline():
            return [lane.who for lane in part.lanes]
        case Thread():
            return part.tokens
        case Stage():
            return [piece.token for piece in part.pieces]
    return ()
