"""What a deed draws on the stage: the way of a move, the regions of an area (MIR-MOV, MIR-ARE)."""

from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.say import Label, say
from ludex.core.tracing import Trace
from ludex.systems.mirror.commands.checks import laid_out
from ludex.systems.mirror.rules.movement import check_adjacent, check_passable, standing
from ludex.systems.mirror.rules.space import covered
from ludex.systems.mirror.rules.walking import check_mov, may_react
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import State

WALKS = ("walk", "move")


def far(state: State, a: Cell, b: Cell) -> Label:
    """Regions between two regions."""
    return say("view.regions", count=state.stage.distance(a, b))


def trace(asked: Asked, do: Do) -> Trace | None:
    """The way of a move with its Mov, or the regions of an area with those in it."""
    state: State = asked.state
    if do.procedure in WALKS:
        path = tuple((cell[0], cell[1]) for cell in do.given["path"])
        return _walked(state, do.given["actor"], path, do) if path else None
    if asked.args.get("cell") is None or asked.args.get("action") is None:
        return None
    try:
        cells = covered(laid_out(asked))
    except RuleError as error:
        if error.code == "no_area":
            return None
        raise
    shown = tuple(cell for cell in cells if state.stage.holds(cell))
    return Trace(area=shown, hits=tuple(i for i, c in state.characters.items() if c.pos in cells))


def _walked(state: State, who: str, path: tuple[Cell, ...], do: Do) -> Trace:
    """Regions entered; in a conflict what they take of her Mov, and who could react on the way."""
    character = state.who(who)
    check_adjacent(state.stage, standing(character, state.stage), path)
    check_passable(state.stage, path)
    if do.procedure != "walk":
        return Trace(way=path, cost=say("view.regions", count=len(path)))
    cost, ready = check_mov(state, character, path, full_move=bool(do.given.get("full_move")))
    left = say("view.of_mov", mov=max(0, ready - cost))
    return Trace(way=path, cost=say("view.of_mov", mov=cost), left=left, reacts=may_react(state, who, path))
