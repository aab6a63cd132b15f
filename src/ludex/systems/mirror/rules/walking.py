"""Stage (舞台) in a conflict: movement as an action, region by region, with a window for reactions after each (MIR-LIV-26 to MIR-LIV-29)."""

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Facts, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import ActionRecord, AttackRecord, shipped
from ludex.systems.mirror.effects import number, reach_of
from ludex.systems.mirror.effects.sensing import UNTRACEABLE
from ludex.systems.mirror.events import Moved, MovementUsed
from ludex.systems.mirror.redact import perceived
from ludex.systems.mirror.rules.actions import ActionDone, ActionGiven, check_action, fights, used
from ludex.systems.mirror.rules.bearing import check_denied, speed_of
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.combat import Attacked, assaulted
from ludex.systems.mirror.rules.initiative import running
from ludex.systems.mirror.rules.knowing import made_with
from ludex.systems.mirror.rules.movement import Move, check_adjacent, check_passable, move, standing
from ludex.systems.mirror.rules.performing import Perform, attack_given, performed
from ludex.systems.mirror.rules.reacting import BLOCK, REGIONS, reaction_answers, reactions
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.windows import act, crossed, unseen
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import State, reachable, spot, way_to
from ludex.systems.mirror.terms import AttackType, Status, Tag

NEVER = "never"


class Walk(msgspec.Struct, frozen=True, kw_only=True):
    """A way of regions entered by a movement action; `full_move`: with all there is."""

    actor: str
    path: tuple[Cell, ...]
    full_move: bool = False


class WalkDone(msgspec.Struct, frozen=True, kw_only=True):
    """Where she stands when it is over, what it cost, and who reacted how."""

    result: str
    pos: Cell
    mov: int
    used: ActionDone | None = None
    entered: tuple[Cell, ...] = ()
    blows: dict[str, Attacked] = {}
    blocked_by: str = ""
    grades: dict[str, str] = {}
    """How each one's blow on the way came out, and for the mover the last: who is asked wants to know her own beforehand (MIR-LIV-28)."""
    after: AfterView


class _Walk:
    def __init__(self) -> None:
        self.entered: list[Cell] = []
        self.blows: dict[str, Attacked] = {}
        self.blocked_by = ""
        self.declined: set[str] = set()


@rule("MIR-LIV-26", "MIR-LIV-27", "MIR-SPD-3")
async def walk(state: State, given: Walk) -> WalkDone:
    """Move by an action: its AP, then Mov region by region, with a window after each."""
    character, stage = state.who(given.actor), state.stage
    pos = standing(character, stage)
    if Status.IMMOBILE in character.given:
        raise RuleError("immobile", clause="MIR-MOV-3", who=character.called)
    check_denied(state, character, Tag.MOVE)
    speed = speed_of(state, character)
    if not fights(state, given.actor):
        return await _stroll(state, given, speed)
    if not _walks_on(state, given):
        use = ActionGiven(action=_movement(given))
        check_action(state, character, use, own_turn=state.has_turn(given.actor))
    if not given.path:
        given = replace(given, path=await _way(state, character, speed if given.full_move else 0))
    check_adjacent(stage, pos, given.path)
    check_passable(stage, given.path)
    check_mov(state, character, given.path, full_move=given.full_move)
    state, done = await _paid(state, given)
    if done is not None and done.result not in ("used", "completed"):
        return WalkDone(result=done.result, pos=pos, mov=character.mov, used=done, after=after(state, given.actor))
    way, course = _Walk(), act()
    for cell in given.path:
        here = state.who(given.actor)
        state = await happen(Moved(given.actor, cell, max(0, here.mov - entering(state, here, cell))))
        way.entered.append(cell)
        state = await crossed(state, given.actor, left=here.pos or cell, entered=cell, course=course)
        if state.who(given.actor).pos != cell or course.notes.pop("halted", False):
            break
        state = await _window(state, given.actor, left=here.pos or cell, entered=cell, way=way)
        if way.blocked_by or not _goes_on(state.who(given.actor)):
            break
    now = state.who(given.actor)
    return WalkDone(
        result="moved",
        pos=now.pos or pos,
        mov=now.mov,
        used=done,
        entered=tuple(way.entered),
        blows=way.blows,
        blocked_by=way.blocked_by,
        grades=_grades(way.blows, given.actor),
        after=after(state, given.actor),
    )


@rule("MIR-LIV-26")
async def _stroll(state: State, given: Walk, speed: int) -> WalkDone:
    """Outside a conflict it costs nothing and nobody reacts: she is asked for the way as far as she would come in a turn."""
    c = state.who(given.actor)
    far = speed * (2 if given.full_move else 1)
    path = given.path or await _way(state, replace(c, mov=0), far)
    done = await move(state, Move(actor=given.actor, path=path, tagged=False))
    return WalkDone(result=done.result, pos=done.pos, mov=done.mov, entered=done.entered, after=done.after)


@rule("MIR-LIV-28")
def _grades(blows: dict[str, Attacked], mover: str) -> dict[str, str]:
    """How the blows came out, by whom they are known: each by who struck it, the last by the mover."""
    struck = {who: blow.grade for who, blow in blows.items()}
    return {**struck, mover: list(struck.values())[-1]} if struck else {}


@rule("MIR-MOV-5", "MIR-SPD-3")
def check_mov(state: State, c: Character, path: tuple[Cell, ...], *, full_move: bool) -> tuple[int, int]:
    """What a way takes of how much Mov; at speed 0 a full move still enters one region that costs at most 1."""
    speed = speed_of(state, c)
    ready = c.mov + (speed if full_move else 0)
    cost = sum(entering(state, c, cell) for cell in path)
    crawls = full_move and speed == 0 and len(path) == 1
    if cost > ready and not (crawls and cost <= 1):
        raise RuleError("mov_exceeded", clause="MIR-MOV-5", cost=cost, mov=ready)
    return cost, ready


@rule("MIR-LIV-28", "MIR-LIV-29")
def may_react(state: State, mover: str, path: tuple[Cell, ...]) -> tuple[str, ...]:
    """Who could use a reaction somewhere on a way, as things stand before it is begun."""
    found, left = list[str](), state.who(mover).pos
    for entered in path:
        for fighter in running(state).fighters:
            if fighter.id in found or fighter.id == mover or fighter.id not in state.characters:
                continue
            if _reactions(state, fighter.id, mover, left=left or entered, entered=entered, occurrence="way"):
                found.append(fighter.id)
        left = entered
    return tuple(found)


@rule("MIR-LIV-26")
async def _way(state: State, c: Character, more: int) -> tuple[Cell, ...]:
    """Ask where to: the regions that her Mov reaches; the cheapest way there is gone."""
    here = standing(c, state.stage)
    there = reachable(state.stage, here, c.mov + more)
    goals = [cell for cell in there if cell != here]
    if not goals:
        raise RuleError("mov_exceeded", clause="MIR-MOV-5", cost=1, mov=c.mov + more)
    offered = [(spot(cell), say("answers.way", cell=spot(cell), mov=there[cell][0]), cell) for cell in goals]
    goal = await pick(actor(c.id), say("questions.way", who=c.called, mov=c.mov + more), offered)
    return way_to(goal, there)


@rule("MIR-LIV-32")
def entering(state: State, c: Character, cell: Cell) -> int:
    return max(0, number(state, c.id, "mov_cost", state.stage.cost(cell)))


def _goes_on(c: Character) -> bool:
    return not (c.unconscious or c.out_of_play or Status.IMMOBILE in c.given)


async def _paid(state: State, given: Walk) -> tuple[State, ActionDone | None]:
    """Use the action, unless she goes on with the one she began; a full move adds her speed once."""
    if _walks_on(state, given):
        return state, None
    own_turn = state.has_turn(given.actor)
    state, done = await used(state, given.actor, ActionGiven(action=_movement(given)), own_turn=own_turn)
    if done.result in ("used", "completed"):
        if given.full_move:
            c = state.who(given.actor)
            state = await happen(Moved(c.id, c.pos, c.mov + speed_of(state, c)))
        state = await happen(MovementUsed(given.actor))
    return state, done


def _walks_on(state: State, given: Walk) -> bool:
    return running(state).moving == given.actor and not given.full_move


def _movement(given: Walk) -> ActionRecord:
    return shipped().actions["full_move" if given.full_move else "walk"]


@rule("MIR-LIV-28", "MIR-ACT-7")
async def _window(state: State, mover: str, *, left: Cell, entered: Cell, way: _Walk) -> State:
    """Those who may react are asked one after another, in turn order; a block ends the movement, not what others may do here."""
    conflict = running(state)
    occurrence = f"move-{conflict.round}.{conflict.tick}-{mover}-{spot(left)}-{spot(entered)}"
    for who in (f.id for f in conflict.ranked):
        offered = _reactions(state, who, mover, left=left, entered=entered, occurrence=occurrence)
        offered = tuple(
            a for a in offered if not (way.blocked_by and a.name == BLOCK)
        )  # what is interrupted is so once
        if not offered or who in way.declined:
            continue
        chosen = await _asked(state, who, mover, entered, offered, occurrence)
        action = next((a for a in offered if a.name == chosen), None)
        if chosen == NEVER:
            way.declined.add(who)
        elif action is not None:
            state = await _used(state, who, mover, action, left=left, entered=entered, occurrence=occurrence, way=way)
        if not _goes_on(state.who(mover)) or state.who(mover).pos != entered:
            break
    return state


async def _used(
    state: State, who: str, mover: str, action: ActionRecord, *, left: Cell, entered: Cell, occurrence: str, way: _Walk
) -> State:
    """A reaction on a region: a blow there, an end of the movement, or whatever else the action does to who moves."""
    if action.attack is not None and action.attack.type == AttackType.MELEE:
        near = left if _far(state, who, entered) > reach_of(state, state.who(who)) else entered
        state, way.blows[who] = await _struck(state, who, mover, action, cell=near, occurrence=occurrence)
    elif action.name == BLOCK:
        state, _ = await used(state, who, ActionGiven(action=action, trigger=occurrence), own_turn=False)
        way.blocked_by = who
        state = await happen(Moved(mover, state.who(mover).pos, 0))  # MIR-ITR-1
    else:
        given = Perform(actor=who, action=action.name, targets=(mover,), trigger=occurrence)
        state, done = await performed(state, given)
        for blow in done.attacks.values():
            way.blows[who] = blow
    return state


@rule("MIR-LIV-29", "MIR-LIV-41")
def _reactions(
    state: State, who: str, mover: str, *, left: Cell, entered: Cell, occurrence: str
) -> tuple[ActionRecord, ...]:
    """The reactions that she may use on this region: hostile, not out of her senses, the trigger met, paid for and fit."""
    c, other = state.who(who), state.who(mover)
    if c.side == other.side or c.pos is None or not _goes_on(replace(c, given=())):
        return ()
    if perceived(state, c, other).concealment >= UNTRACEABLE:
        return ()
    facts: Facts = {"left": spot(left), "entered": spot(entered)}
    return reactions(state, who, tuple(Occasion(event, doer=mover, facts=facts) for event in REGIONS), occurrence)


def _far(state: State, who: str, cell: Cell) -> int:
    return state.stage.distance(state.who(who).pos or cell, cell)


async def _asked(
    state: State, who: str, mover: str, cell: Cell, offered: tuple[ActionRecord, ...], occurrence: str
) -> str:
    """Ask one who may react; who must not be seen to think reacts by standing order only (MIR-LIV-41)."""
    answers = [*reaction_answers(state, who, offered), (NEVER, say("answers.reaction_never"), NEVER)]
    key = "questions.window_unseen" if unseen(state, who) else "questions.window"
    question = say(key, who=state.who(who).called, mover=state.who(mover).called, cell=f"({spot(cell)})", other=mover)
    return await pick(actor(who), question, answers, about=occurrence)


async def _struck(
    state: State, who: str, mover: str, action: ActionRecord, *, cell: Cell, occurrence: str
) -> tuple[State, Attacked]:
    """An interception: a melee blow at the mover, as if she were in that region (Ruling MIR-E-57)."""
    attack = action.attack or AttackRecord()
    part = made_with(state.who(who), action)
    state, _ = await used(state, who, ActionGiven(action=action, trigger=occurrence), own_turn=False)
    given = attack_given(state, Perform(actor=who, action=action.name), attack, mover)
    given = replace(given, distance=_far(state, who, cell), attack=replace(given.attack, part=part))
    return await assaulted(state, given)
