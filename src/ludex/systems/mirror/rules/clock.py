"""Joins Clock (回合进程) and Ticks (刻度), since a round is its ticks: turns, delay, what each step brings (MIR-CLK, MIR-TCK, MIR-SET)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import CLOCK, Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, keyed
from ludex.core.plain import Plain
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import action_named
from ludex.systems.mirror.events import (
    InitiativeSet,
    LimitsLifted,
    Refreshed,
    RoundBegun,
    RoundOpened,
    TickBegun,
    TotalActionSet,
    TurnDelayed,
    TurnEnded,
    TurnsBegun,
)
from ludex.systems.mirror.kinds import WHO, PersonOrSelf
from ludex.systems.mirror.kinds.reading import actor_named
from ludex.systems.mirror.redact import in_sight
from ludex.systems.mirror.rules.actions import ActionDone, ActionGiven, check_in_conflict, used
from ludex.systems.mirror.rules.bearing import speed_of
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.dying import RoundStarted, pending, started
from ludex.systems.mirror.rules.effects import counted_down
from ludex.systems.mirror.rules.initiative import FIRST_TICK, in_play, participant, running, shifted, turn_order
from ludex.systems.mirror.rules.skills import SkillGiven, acted
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import FRESH, Action, Fighter, State
from ludex.systems.mirror.terms import ActionType, Unit

TURN_COST = 20  # MIR-CLK-3
ROUND_RISE = 20  # MIR-CLK-3
FAST_COST = 400
"""Divided by primary it is what a fast character's turn costs (MIR-FST-4)."""

SETTLED_FACE = 10  # MIR-SET-1

StartActions = dict[str, tuple[ActionGiven, ...]]
Done = dict[str, tuple[ActionDone, ...]]


class NextTick(msgspec.Struct, frozen=True):
    """Run on. `turn_start_actions` are used by those who turn out to act; a round that begins with a dying check of one of
    `aside` is only reached, for that check is made by itself."""

    check: SkillGiven = SkillGiven()
    turn_start_actions: StartActions = {}
    aside: tuple[str, ...] = ()


def _timed(state: State, who: str, name: str, moment: str) -> ActionGiven:
    """An action of the library used at the start or end of a turn, on an occurrence of its own."""
    record = action_named(name, state.catalogue, state.who(who))
    action = Action(**{field: getattr(record, field) for field in Action.__struct_fields__})
    turn = f"{state.conflict.round}.{state.conflict.tick}" if state.conflict else ""
    return ActionGiven(action=action, trigger=f"{moment}-{turn}-{who}")


class TickLine(
    Deed,
    names=("下一刻", "next", "tick"),
    group="conflict",
    owner=STORY,
    alone=True,
    beside=CLOCK,
    picture="wait",
    example=".下一刻",
):
    """`.下一刻`, `.下一刻 起手=安:集气`: run on to the next turn; actions at its start by name."""

    opening: Annotated[tuple[str, ...], keyed("opening", "起手", "opening")] = ()

    def do(self, asked: Asked) -> Do:
        starting: StartActions = {}
        for text in self.opening:
            name, _, action = text.replace("：", ":").partition(":")
            who = actor_named(asked, name)
            starting[who] = (*starting.get(who, ()), _timed(asked.state, who, action, "start"))
        return Do("next_tick", NextTick(turn_start_actions=starting, aside=in_sight(asked.state)))


class BeginRound(msgspec.Struct, frozen=True):
    target: str


class TickReached(msgspec.Struct, frozen=True, kw_only=True):
    """The tick on which somebody has her turn, and all that happened on the way."""

    round: int
    tick: int
    acting: tuple[str, ...]
    current: dict[str, int]
    ap: dict[str, int]
    mov: dict[str, int]
    expired: tuple[str, ...]
    round_start: dict[str, RoundStarted]
    start_actions: Done


class EndTurn(msgspec.Struct, frozen=True):
    """End a turn. `turn_end_actions` are used at the end of the tick."""

    actor: str
    turn_end_actions: tuple[ActionGiven, ...] = ()


class EndLine(Deed, names=("结束", "end", "done"), group="conflict", alone=True, picture="wait", example=".结束"):
    """`.结束`: end the turn of one's own character, or of the only one acting."""

    who: Annotated[str, replace(WHO, required=False)] = ""
    closing: Annotated[tuple[str, ...], keyed("closing", "收尾", "closing")] = ()

    def do(self, asked: Asked) -> Do:
        conflict = asked.state.conflict
        unsaid = asked.gm and not asked.named and conflict is not None
        who = self.who or (conflict.turn if unsaid else "") or asked.actor
        if not who:
            raise RuleError("nobody_acting" if conflict else "no_conflict", clause="MIR-TCK-5")
        return Do("end_turn", EndTurn(who, tuple(_timed(asked.state, who, name, "end") for name in self.closing)))


class DelayTurn(
    Deed, names=("延后", "delay"), does="delay_turn", group="conflict", alone=True, picture="wait", example=".延后"
):
    actor: PersonOrSelf


class TurnOver(msgspec.Struct, frozen=True, kw_only=True):
    """Where she stands now, and what the end of the tick brought."""

    current: int
    tick_ended: bool
    round: int
    expired: tuple[str, ...] = ()
    end_actions: Done | None = None
    total_action: str | None = None


class Delayed(msgspec.Struct, frozen=True):
    """Where she stands on the clock now, and what ended with the tick."""

    current: int
    expired: tuple[str, ...] = ()


class _Journey:
    def __init__(self) -> None:
        self.expired: list[str] = []
        self.rounds: dict[str, RoundStarted] = {}
        self.actions: Done = {}


@rule("MIR-CLK-1", "MIR-TCK-1")
async def next_tick(state: State, given: NextTick) -> TickReached:
    """Run on to the next tick on which somebody has her turn."""
    conflict = running(state)
    if conflict.turn is not None:
        acting = state.characters.get(conflict.turn)
        name = acting.called if acting is not None else "?"  # MIR-LIV-40: who is only noticed has no name
        raise RuleError("turn_in_progress", clause="MIR-TCK-5", who=[name])
    if not in_play(state):
        raise RuleError("no_turns", clause="MIR-STS-3")
    way = _Journey()
    while True:
        if running(state).tick == FRESH:
            state = await _round_start(state, given.check, way)
        state = await _begin_tick(state, given.turn_start_actions, way)
        if running(state).acting or not in_play(state):
            return _reached(state, way)
        state = await _end_tick(state, way)
        if any(f.id in given.aside for f in _dying(state)):
            return _reached(state, way)


def _reached(state: State, way: _Journey) -> TickReached:
    conflict = running(state)
    return TickReached(
        round=conflict.round,
        tick=conflict.tick,
        acting=conflict.acting,
        current={f.id: f.current for f in conflict.fighters},
        ap={i: state.who(i).ap for i in conflict.acting},
        mov={i: state.who(i).mov for i in conflict.acting},
        expired=tuple(way.expired),
        round_start=way.rounds,
        start_actions=way.actions,
    )


@rule("MIR-TCK-8")
async def _round_start(state: State, check: SkillGiven, way: _Journey) -> State:
    """ "At the start of each round": before tick 20, from high current to low, equals as they entered (Ruling MIR-E-35)."""
    state = state if running(state).opened else await occurred(state, "round_begins")
    for fighter in _beginning(state):
        state, report = await started(state, fighter.id, check)
        way.rounds[fighter.id] = report
    return state


@rule("MIR-TCK-8")
def _beginning(state: State) -> list[Fighter]:
    """For whom the start of the round, which is not over, still brings something."""
    conflict = running(state)
    waiting = [f for f in conflict.fighters if f.id not in conflict.opened and pending(state.who(f.id)).kinds]
    return sorted(waiting, key=lambda f: -f.current) if conflict.tick == FRESH else []


def _dying(state: State) -> list[Fighter]:
    return [f for f in _beginning(state) if pending(state.who(f.id)).dying]


@rule("MIR-LIV-21", "MIR-DYI-1")
def next_beginning(state: State, aside: tuple[str, ...]) -> str | None:
    """Whose round begins next by itself: once one of `aside` has a dying check to make, everybody's whom the start of the round
    brings something."""
    waits = bool(running(state).opened) or any(f.id in aside for f in _dying(state))
    return next((f.id for f in _beginning(state)), None) if waits else None


@rule("MIR-TCK-8", "MIR-LIV-21")
async def begin_round(state: State, given: BeginRound) -> RoundStarted:
    """The start of a round of the conflict for one character."""
    state = state if running(state).opened else await occurred(state, "round_begins")
    state = await happen(RoundOpened(given.target))
    return (await started(state, given.target, SkillGiven()))[1]


@rule("MIR-TCK-2", "MIR-TCK-4")
async def _begin_tick(state: State, actions: StartActions, way: _Journey) -> State:
    """The start of a tick: ticks pass; those who act begin their turns; AP and Mov come; on tick 20 rounds pass."""
    tick = running(state).tick - 1
    state = await happen(TickBegun(tick))
    state = await occurred(state, "tick_begins")
    state = await _pass(state, way, Unit.TICK)
    state, acting = await _acting(state, tick)
    if acting:
        state = await happen(TurnsBegun(acting))
    for who in acting:
        state = await _turn_start(state, who, actions.get(who, ()), way)
    for who in acting:
        state = await _refresh(state, who)
    return await _pass(state, way, Unit.ROUND) if tick == FIRST_TICK else state


async def _pass(state: State, way: _Journey, *units: str, who: str | None = None) -> State:
    """One of these units passes (for one character's turns, if so)."""
    state, over = await counted_down(state, dict.fromkeys(units, 1), who)
    way.expired.extend(over)
    return state


@rule("MIR-CLK-1", "MIR-CLK-6", "MIR-CLK-7")
async def _acting(state: State, tick: int) -> tuple[State, tuple[str, ...]]:
    """Those whose initiative is this tick or above, in order; each may delay, but for the unconscious."""
    up = [f.id for f in in_play(state) if f.current >= tick]
    state, order = await turn_order(state, up)
    acting: list[str] = []
    for who in order:
        if state.who(who).unconscious or await _acts(state, who, tick):
            acting.append(who)
        else:
            state = await _delayed(participant(state, who))
    return state, tuple(acting)


async def _acts(state: State, who: str, tick: int) -> bool:
    offered = [
        ("act", say("answers.act", ap=_coming_ap(state.who(who))), True),
        ("delay", say("answers.delay", tick=tick - 1), False),
    ]
    return await pick(actor(who), say("questions.turn", tick=tick), offered, about=f"{who}@{tick}")


@rule("MIR-CLK-5", "MIR-FST-6")
async def _delayed(fighter: Fighter) -> State:
    """Delay: initiative -1, of a fast character only current (Ruling MIR-E-33)."""
    primary = fighter.primary if is_fast(fighter) else fighter.primary - 1
    return await happen(InitiativeSet(fighter.id, primary, fighter.current - 1, fighter.face))


def is_fast(fighter: Fighter) -> bool:
    """Initiative above 20 (MIR-FST-1)."""
    return fighter.primary > FIRST_TICK


@rule("MIR-TCK-2", "MIR-LIV-20")
async def _turn_start(state: State, who: str, actions: tuple[ActionGiven, ...], way: _Journey) -> State:
    """Her limits are lifted, she uses actions at the start of her turn, and what counts her turn starts passes 1.

    With whatever that ends or sets off the turn has begun (MIR-LIV-20).
    """
    before, over = state.reactions, len(way.expired)
    state = await happen(LimitsLifted(who))
    state = await occurred(state, "turn_begins", doer=who)
    state = await _use_all(state, who, actions, way)
    state = await _pass(state, way, Unit.TURN_START, who=who)
    return await acted(state, who) if state.reactions != before or len(way.expired) > over else state


async def _use_all(state: State, who: str, actions: tuple[ActionGiven, ...], way: _Journey) -> State:
    done: list[ActionDone] = []
    for action in actions:
        state, report = await used(state, who, action, own_turn=True)
        done.append(report)
    if done:
        way.actions[who] = tuple(done)
    return state


@rule("MIR-TCK-3", "MIR-APV-1", "MIR-MOV-4")
async def _refresh(state: State, who: str) -> State:
    """AP rises by its maximum, to the maximum at most; Mov becomes speed."""
    c = state.who(who)
    return await happen(Refreshed(who, ap=_coming_ap(c), mov=speed_of(state, c)))


def _coming_ap(c: Character) -> int:
    return min(c.ap_most, c.ap + c.ap_most)


@rule("MIR-TCK-5", "MIR-CLK-3", "MIR-FST-4", "MIR-TOT-2")
async def end_turn(state: State, given: EndTurn) -> TurnOver:
    """End a turn: initiative falls, an unpaid total action breaks; with the last one the tick ends."""
    _check_turn(state, given.actor)
    fighter = participant(state, given.actor)
    current = fighter.current - turn_cost(fighter)
    state = await happen(InitiativeSet(fighter.id, fighter.primary, current, fighter.face))
    state, broken = await _unpaid(state, given.actor)
    later: tuple[Plain, ...] = tuple(msgspec.to_builtins(a) for a in given.turn_end_actions)
    state = await happen(TurnEnded(given.actor, later))
    ended, way = running(state).turn is None, _Journey()
    if ended:
        state = await _end_tick(state, way)
    return TurnOver(
        current=current,
        tick_ended=ended,
        round=running(state).round,
        expired=tuple(way.expired),
        end_actions=way.actions if ended else None,
        total_action="interrupted" if broken else None,
    )


def _check_turn(state: State, who: str) -> None:
    """Refuse what ends or delays a turn that is not hers."""
    if running(state).turn != state.who(who).id:
        raise RuleError("not_your_turn", clause="MIR-TCK-5", who=state.who(who).called)


@rule("MIR-LIV-20", "MIR-CLK-5")
async def delay_turn(state: State, given: DelayTurn) -> Delayed:
    """Delay: the first thing in a turn, which then counts as not begun; initiative -1."""
    check_in_conflict(state, state.who(given.actor), ActionType.MA)
    _check_turn(state, given.actor)
    if not any(one.id == given.actor for one in running(state).fresh):
        raise RuleError("turn_begun", clause="MIR-LIV-20", who=state.who(given.actor).called)
    await happen(TurnDelayed(given.actor))
    state = await _delayed(participant(state, given.actor))
    way = _Journey()
    if running(state).turn is None:
        state = await _end_tick(state, way)
    return Delayed(participant(state, given.actor).current, tuple(way.expired))


@rule("MIR-FST-4", "MIR-RND-6")
def turn_cost(fighter: Fighter) -> int:
    """20; for a fast character 400/primary, rounded up."""
    return -(-FAST_COST // fighter.primary) if is_fast(fighter) else TURN_COST


@rule("MIR-TOT-2")
async def _unpaid(state: State, who: str) -> tuple[State, bool]:
    """A turn without a payment interrupts the total action; what was paid is lost (Ruling MIR-E-36)."""
    action = state.who(who).total_action
    if action is None or action.paid_now:
        return state, False
    return await happen(TotalActionSet(who)), True


@rule("MIR-TCK-6", "MIR-TCK-7", "MIR-CLK-2")
async def _end_tick(state: State, way: _Journey) -> State:
    """The end of a tick: what lasts to it ends, turn-end actions are used, turn ends pass; after tick 1 the round ends."""
    conflict = running(state)
    state = await _pass(state, way, Unit.TICK_END)
    for who in conflict.acting:
        state = await _pass(state, way, Unit.UNTIL_TURN_END, who=who)
    for who in conflict.acting:
        actions = tuple(msgspec.convert(a, ActionGiven) for a in conflict.later.get(who, ()))
        state = await _use_all(state, who, actions, way)
        state = await occurred(state, "turn_ends", doer=who)
        state = await _pass(state, way, Unit.TURN_END, who=who)
    state = await occurred(state, "tick_ends")
    return await _end_round(state, way) if conflict.tick == 1 else state


@rule("MIR-CLK-2", "MIR-CLK-3", "MIR-DUR-4")
async def _end_round(state: State, way: _Journey) -> State:
    """The round is over: what lasts to its end ends, faces settle, and the next begins with risen initiatives."""
    state = await occurred(state, "round_ends")
    state = await _pass(state, way, Unit.ROUND_END, Unit.FOCUS)
    if state.options.settle_initiative:
        state = await _settle(state)
    state = await happen(RoundBegun(running(state).round + 1))
    for fighter in running(state).fighters:
        primary, current = risen(fighter, reset=state.options.fast_initiative == "reset")
        state = await happen(InitiativeSet(fighter.id, primary, current, fighter.face))
    return state


@rule("MIR-SET-1")
async def _settle(state: State) -> State:
    """Every initiative face moves 1 towards 10, and initiative with it; N1 and N20 of the roll stay (Ruling MIR-E-50)."""
    for fighter in running(state).fighters:
        step = (fighter.face < SETTLED_FACE) - (fighter.face > SETTLED_FACE)
        if step:
            state = await shifted(fighter, step, fighter.face + step)
    return state


@rule("MIR-LIV-41")
def next_alone(state: State) -> tuple[str, ...]:
    """Who is up next, where the clock brings nothing else on its way there: nothing that counts ticks or rounds, nothing that waits for
    the start of a round. Nobody where it may."""
    fighters, reset = in_play(state), state.options.fast_initiative == "reset"
    left = {f.id: f.current for f in fighters if f.current >= 1}
    turns = not left
    left = left or {f.id: risen(f, reset=reset)[1] for f in fighters}
    counted = (Unit.TICK, Unit.TICK_END, *((Unit.ROUND, Unit.ROUND_END, Unit.FOCUS) if turns else ()))
    waits = turns and any(pending(state.who(f.id)).kinds for f in fighters)
    if waits or any(x.unit in counted for x in state.effects):
        return ()
    return tuple(i for i, current in left.items() if current == max(left.values()))


@rule("MIR-CLK-3", "MIR-CLK-4", "MIR-FST-3", "MIR-FST-5")
def risen(fighter: Fighter, *, reset: bool) -> tuple[int, int]:
    """Primary and current when a round begins: +20, to 20 at most; an ordinary character's primary is her current."""
    current = min(FIRST_TICK, fighter.current + ROUND_RISE)
    if not is_fast(fighter):
        return current, current
    return fighter.primary, FIRST_TICK if reset else current  # Ruling MIR-E-34: carried on
