"""Stage (舞台): movement, what it costs, interruption, forced movement, what meets movement triggers (MIR-MOV, MIR-FOR)."""

from itertools import pairwise
from typing import Annotated

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import keyed
from ludex.core.rule import rule
from ludex.systems.mirror.events import Moved
from ludex.systems.mirror.kinds import PATH, Person, StoryDeed, reading
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.windows import act, crossed, listening
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Stage, State, spot
from ludex.systems.mirror.terms import Status


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A path of regions entered. `tagged`: with a `move` action; `interrupt_at`: stopped after entering that one."""

    actor: str
    path: tuple[Cell, ...]
    stage: Stage | None = None
    tagged: bool = True
    full_move: bool = False
    interrupt_at: int | None = None


class MoveDone(msgspec.Struct, frozen=True, kw_only=True):
    """Where she stands, what it cost, and what was met on the way."""

    result: str
    pos: Cell
    mov: int
    entered: tuple[Cell, ...] = ()
    triggers: tuple[Cell, ...] = ()
    paused: tuple[Cell, ...] = ()
    interrupted: bool = False
    after: AfterView


class ForcedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A push along a path, with a distance of its own."""

    target: str
    distance: int
    path: tuple[Cell, ...]
    stage: Stage | None = None
    interrupt_at: int | None = None
    interruptible: bool = False


class PushLine(StoryDeed, names=("推", "push"), group="stage", picture="push", example=".推 山贼1 2 东 东"):
    """`.推 山贼1 2 东 东`, `.推 山贼1 东 2`: forced movement; one direction is kept all the way."""

    target: Person
    path: Annotated[str, PATH]
    distance: Annotated[int | None, keyed("distance", "距离", "distance")] = None

    def do(self, asked: Asked) -> Do:
        words = self.path.split()
        numbers, way = [w for w in words if whole(w) is not None], [w for w in words if whole(w) is None]
        far = self.distance or (whole(numbers[0]) if numbers else None)
        way = way * min(far, reading.MOST_STEPS) if far and len(way) == 1 and not reading.is_cell(way[0]) else way
        entered = reading.path(asked.state, asked.state.who(self.target).pos, " ".join(way))
        return Do("forced_move", ForcedMove(target=self.target, distance=far or len(entered), path=tuple(entered)))


class Forced(msgspec.Struct, frozen=True, kw_only=True):
    """Where the push ended, and what stopped it."""

    pos: Cell
    mov: int
    distance_left: int
    stopped_by: str
    entered: tuple[Cell, ...]
    triggers: tuple[Cell, ...] = ()
    after: AfterView


@rule("MIR-MOV-2", "MIR-MOV-3", "MIR-MOV-4", "MIR-ITR-1", "MIR-MTR-1")
async def move(state: State, given: Move) -> MoveDone:
    """Move along a path: a `move` action spends Mov and meets triggers in every region entered."""
    character = state.in_play(given.actor) if given.tagged else state.who(given.actor)
    stage = given.stage or state.stage
    pos = standing(character, stage)
    if given.tagged and Status.IMMOBILE in character.given:
        return MoveDone(result="nullified", pos=pos, mov=character.mov, after=after(state, given.actor))
    check_adjacent(stage, pos, given.path)
    check_passable(stage, given.path)
    cost = _cost(character, stage, given) if given.tagged else 0
    stop = _stop(given.interrupt_at, given.path)
    entered = given.path if stop is None else given.path[: stop + 1]
    spent = sum(stage.cost(c) for c in entered) if cost else 0
    mov = 0 if stop is not None else max(0, character.mov - spent)  # Ruling MIR-E-37: stopped, nothing is left
    if entered and listening(state, "region_entered"):
        state, entered, mov = await _trodden(state, given.actor, entered, mov)
    else:
        state = await happen(Moved(given.actor, entered[-1] if entered else pos, mov))
    return MoveDone(
        result="moved",
        pos=entered[-1] if entered else pos,
        mov=mov,
        entered=entered,
        triggers=entered if given.tagged else (),
        paused=tuple(c for c in entered if c in stage.effects),
        interrupted=stop is not None,
        after=after(state, given.actor),
    )


@rule("MIR-LIV-27", "MIR-LIV-34")
async def _trodden(state: State, who: str, path: tuple[Cell, ...], mov: int) -> tuple[State, tuple[Cell, ...], int]:
    """A way gone region by region where something listens to that; it ends where she is stopped or put elsewhere."""
    course, gone = act(), tuple[Cell, ...]()
    for cell in path:
        here = state.who(who).pos or cell
        state = await crossed(await happen(Moved(who, cell, mov)), who, left=here, entered=cell, course=course)
        gone += (cell,)
        now = state.who(who)
        if course.notes.pop("halted", False) or now.pos != cell or now.unconscious or now.out_of_play:
            return state, gone, now.mov
    return state, gone, mov


def standing(character: Character, stage: Stage) -> Cell:
    if character.pos is None or not stage.holds(character.pos):
        raise RuleError("no_position", clause="MIR-STG-1", who=character.called)
    return character.pos


def _stop(at: int | None, path: tuple[Cell, ...]) -> int | None:
    return at if at is not None and 0 <= at < len(path) else None


@rule("MIR-MOV-1")
def check_adjacent(stage: Stage, pos: Cell, path: tuple[Cell, ...]) -> None:
    for here, cell in pairwise((pos, *path)):
        if stage.distance(here, cell) != 1:
            raise RuleError("not_adjacent", clause="MIR-MOV-1", here=spot(here), cell=spot(cell))


def check_passable(stage: Stage, path: tuple[Cell, ...]) -> None:
    """No wall is entered, and nobody walks off the stage."""
    for cell in path:
        if not stage.passable(cell):
            raise RuleError("impassable", clause="MIR-MOV-5", cell=spot(cell))


@rule("MIR-MOV-5", "MIR-SPD-3")
def _cost(character: Character, stage: Stage, given: Move) -> int:
    """What the whole path costs; at speed 0 a full move still enters one region that costs at most 1."""
    cost = sum(stage.cost(c) for c in given.path)
    if cost <= character.mov:
        return cost
    crawls = given.full_move and character.speed == 0 and len(given.path) == 1 and cost <= 1
    if not crawls:
        raise RuleError("mov_exceeded", clause="MIR-MOV-5", cost=cost, mov=character.mov)
    return cost


@rule("MIR-FOR-1", "MIR-ITR-2")
async def forced_move(state: State, given: ForcedMove) -> Forced:
    """Push somebody: the effect's distance is spent, not her Mov; walls and an empty distance stop it."""
    character = state.who(given.target)
    stage = given.stage or state.stage
    pos = standing(character, stage)
    check_adjacent(stage, pos, given.path)
    left, stopped, entered = _pushed(stage, given)
    end = entered[-1] if entered else pos
    state = await happen(Moved(given.target, end, character.mov))
    return Forced(
        pos=end,
        mov=character.mov,
        distance_left=left,
        stopped_by=stopped,
        entered=entered,
        after=after(state, given.target),
    )


def _pushed(stage: Stage, given: ForcedMove) -> tuple[int, str, tuple[Cell, ...]]:
    """Distance left, what stopped it, and the regions entered."""
    left, entered = given.distance, 0
    for place, cell in enumerate(given.path):
        if not stage.passable(cell):
            return left, "impassable", given.path[:entered]
        if stage.cost(cell) > left:
            return left, "distance", given.path[:entered]
        left, entered = left - stage.cost(cell), entered + 1
        if given.interruptible and place == given.interrupt_at:
            return 0, "interrupted", given.path[:entered]
    return left, "none", given.path


def spot_of(asked: Asked, text: str | None) -> Cell:
    """A region: where somebody stands (who acts, if nobody is named), or as written."""
    if text and reading.is_cell(text):
        return reading.cell(text)
    return standing(asked.state.who(reading.actor_named(asked, text) if text else asked.actor), asked.state.stage)
