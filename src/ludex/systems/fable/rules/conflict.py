"""Turns and End of a conflict (steps 2 and 3): who is in it, and one turn on the clock (FAB-CLK, FAB-END, FAB-TIK-7, 8)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import CLOCK, GM_ONLY, Asked, Do, Field, Show
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, flag
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.events import (
    ActionGranted,
    ActionTaken,
    CombatantJoined,
    CombatantLeft,
    ConflictEnded,
    ConflictStarted,
    InitiativeSet,
    SpdSet,
    TurnEnded,
    TurnStarted,
)
from ludex.systems.fable.kinds import TARGET, OfPeople, Own, Target, offers
from ludex.systems.fable.kinds.offers import everybody_named
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.attributes import denies, plus
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.initiative import (
    Fighter,
    Placed,
    check_spd,
    fighter_of,
    in_order,
    placed,
    precedence,
    spd_now,
    spd_of,
    turn_cost,
)
from ludex.systems.fable.rules.points import SidePoints, points_of_sides
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Combatant, Conflict, State, character_of, conflict_of
from ludex.systems.fable.terms import DEAD, Action


# ---------------------------------------------------------------------- beginning, joining, leaving, ending
class StartConflict(msgspec.Struct, frozen=True):
    combatants: tuple[Fighter, ...]


class BeginConflict(
    Deed,
    names=("冲突", "fight", "conflict"),
    who=GM_ONLY,
    said_by=STORY,
    alone=True,
    together="people",
    beside=CLOCK,
    picture="flag",
    example=".冲突",
):
    """`.冲突 [谁,谁] 突袭=谁`: everybody who can be seen and is still up, or those named, roll initiative."""

    people: Annotated[tuple[str, ...], Field(among=offers.bearers)] = ()
    surprised: Annotated[tuple[str, ...], Field(keyed=True, keys=("突袭",), among=offers.bearers)] = ()

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        fighters = everybody_named(asked, self.people or ("全体",))
        for who in fighters:
            check_able(state.characters[who])
        surprised = everybody_named(asked, self.surprised)
        given = StartConflict(tuple(fighter_of(state, who, surprised=who in surprised) for who in fighters))
        seen = [who for who in fighters if who in visible(state)]
        return Do("conflict_start", given, heard(state, *(seen or fighters)))


class Started(msgspec.Struct, frozen=True, kw_only=True):
    initiatives: dict[str, int]
    modifiers: dict[str, int]
    order: tuple[str, ...]
    round: int
    tick: int
    points: SidePoints
    fp_gain: tuple[str, ...]
    opportunities: tuple[str, ...]
    told: tuple[Say, ...] = ()


@rule("FAB-INI-1", "FAB-INI-3", "FAB-PSU-1")
async def conflict_start(state: State, given: StartConflict) -> Started:
    """Everyone rolls initiative; the clock stands at tick 20 of round 1, and no side has a point."""
    if state.conflict is not None:
        raise RuleError("conflict_running", clause="FAB-INI-1", round=state.conflict.round)
    _check_apart([fighter.id for fighter in given.combatants])
    for fighter in given.combatants:
        spd_of(fighter, state.options)
    state, everybody = await placed(state, given.combatants)
    state, act = await happen(ConflictStarted(tuple(one.combatant for one in everybody))), new_act()
    state = await act.opened(await _still_there(state), Occasion("conflict_start"))
    rolled = [line for one in everybody for line in one.told]
    return _begun(conflict_of(state), everybody, (*rolled, *act.told))


@rule("FAB-CLK-13", "FAB-LIV-7")
async def _still_there(state: State) -> State:
    """Without those who went down or away while others were still asked for their initiative."""
    for one in conflict_of(state).combatants if state.live else ():
        if one.id not in state.characters or state.characters[one.id].out:
            state = await departed(state, one.id)
    return state


def _check_apart(ids: list[str]) -> None:
    if twice := [who for place, who in enumerate(ids) if who in ids[:place]]:
        raise RuleError("duplicate_id", id=twice[0])


def _begun(conflict: Conflict, everybody: tuple[Placed, ...], told: tuple[Say, ...]) -> Started:
    return Started(
        initiatives=conflict.initiatives,
        modifiers={c.id: c.modifier for c in conflict.combatants},
        order=tuple(c.id for c in in_order(conflict.combatants)),
        round=conflict.round,
        tick=conflict.tick,
        points=conflict.points,
        fp_gain=tuple(one.combatant.id for one in everybody if one.fp_gain),
        opportunities=tuple(one.combatant.id for one in everybody if one.opportunity),
        told=told,
    )


class Join(msgspec.Struct, frozen=True):
    combatant: Fighter


class JoinConflict(
    OfPeople,
    names=("加入", "join"),
    who=GM_ONLY,
    alone=True,
    many=True,
    aims=True,
    beside=CLOCK,
    picture="walk",
    example=".加入 暮面",
):
    """`.加入 石像守卫`."""

    target: Annotated[str, replace(TARGET, among=offers.outside)]
    surprised: Annotated[bool, flag("surprised", "突袭", owner=STORY)] = False

    def do(self, asked: Asked) -> Do:
        check_able(asked.state.characters[self.target])
        given = Join(fighter_of(asked.state, self.target, surprised=self.surprised))
        return Do("conflict_join", given, self.heard(asked))


class Joined(msgspec.Struct, frozen=True):
    initiative: int
    has_right: bool
    fp_gain: int
    opportunity: int
    told: tuple[Say, ...] = ()


@rule("FAB-CLK-13")
async def conflict_join(state: State, given: Join) -> Joined:
    """Come into a running conflict: roll initiative now."""
    conflict = conflict_of(state)
    _check_apart([*conflict.initiatives, given.combatant.id])
    spd_of(given.combatant, state.options)
    place = 1 + max((c.place for c in conflict.combatants), default=-1)
    state, (one,) = await placed(state, (given.combatant,), place)
    teams = [c.team for c in (*conflict.combatants, one.combatant)]
    await happen(CombatantJoined(one.combatant, points_of_sides(conflict.points, teams)))
    initiative = one.combatant.initiative
    return Joined(initiative, initiative >= conflict.tick, one.fp_gain, one.opportunity, one.told)


class OfActor(msgspec.Struct, frozen=True):
    actor: str


class OwnTurn(OfActor, OfPeople):
    actor: Own


class LeaveConflict(
    OfActor,
    OfPeople,
    names=("退场", "leave"),
    does="conflict_leave",
    who=GM_ONLY,
    alone=True,
    many=True,
    aims=True,
    beside=CLOCK,
    picture="walk",
    example=".退场 灰狼1",
):
    actor: Target


class Left(msgspec.Struct, frozen=True):
    remaining: int


@rule("FAB-CLK-13")
async def conflict_leave(state: State, given: OfActor) -> Left:
    """Leave the clock: an open turn is closed without its cost, effects counted by her turns stand still."""
    combatant_of(conflict_of(state), given.actor)
    return Left(len(conflict_of(await departed(state, given.actor)).combatants))


async def departed(state: State, who: str) -> State:
    if state.conflict is None or state.conflict.of(who) is None:
        return state
    teams = [c.team for c in state.conflict.combatants if c.id != who]
    return await happen(CombatantLeft(who, points_of_sides(state.conflict.points, teams)))


class Nothing(msgspec.Struct, frozen=True):
    """Nothing is given."""


class EndConflict(
    Nothing,
    Deed,
    names=("收场", "endfight"),
    does="conflict_end",
    owner=STORY,
    beside=CLOCK,
    picture="wait",
    example=".收场",
):
    """The end of a conflict, by the GM's word."""


class Ended(msgspec.Struct, frozen=True):
    ended: bool
    round: int
    told: tuple[Say, ...] = ()


@rule("FAB-END-1")
async def conflict_end(state: State, _given: Nothing) -> Ended:
    """The GM declares the end; what listens to it is heard first. Superiority points are gone."""
    act, ended = new_act(), conflict_of(state).round
    await act.opened(state, Occasion("conflict_end"))
    await happen(ConflictEnded())
    return Ended(ended=True, round=ended, told=tuple(act.told))


# ---------------------------------------------------------------------- the right to act
@rule("FAB-LIV-6", "FAB-LIV-7")
def check_able(character: Character) -> None:
    if character.fate in DEAD:
        raise RuleError("dead", clause="FAB-PZR-4", who=character.called)
    if character.out:
        raise RuleError("defeated", clause="FAB-PZR-3", who=character.called)


@rule("FAB-LIV-6", "FAB-LIV-31")
def check_acts(state: State, who: str, *words: str) -> None:
    """Refuse somebody who is out, or whom an effect forbids to act (or to cast)."""
    check_able(character_of(state, who))
    for word in ("act", *words):
        if effect := denies(state, who, word):
            raise RuleError("denied", clause="FAB-LIV-31", effect=effect.called)


@rule("FAB-LIV-6", "FAB-LIV-8")
def check_own_turn(state: State, who: str, *words: str) -> None:
    """Refuse a deed of one's own turn: nobody acts who is out, or off turn in a running conflict."""
    check_acts(state, who, *words)
    if state.live and state.conflict is not None:
        if state.conflict.of(who) is None:
            raise RuleError("not_in_conflict", clause="FAB-CLK-13", who=who)
        check_on_turn(state, who)


def combatant_of(conflict: Conflict, who: str) -> Combatant:
    """Somebody in the conflict, or `unknown_character`."""
    found = conflict.of(who)
    if found is None:
        raise RuleError("unknown_character", who=who, characters=[c.id for c in conflict.combatants])
    return found


@rule("FAB-CLK-2", "FAB-CLK-3", "FAB-CLK-4", "FAB-CLK-8")
def has_right(conflict: Conflict, combatant: Combatant) -> bool:
    """行动权: her initiative has reached the tick (Ruling FAB-E-15), so 0 or less never does, and above 20 does at tick 20."""
    return combatant.initiative >= conflict.tick


@rule("FAB-CLK-9", "FAB-CLK-11")
def next_actor(conflict: Conflict) -> str:
    """Who goes next: the highest initiative; of those tied, the first who waits (H) or the best of the others (R)."""
    able = [c for c in conflict.combatants if has_right(conflict, c)]
    top = max((c.initiative for c in able), default=0)
    tied = [c for c in able if c.initiative == top]
    waiting = [c for c in tied if c.id in conflict.order and c.id not in conflict.acted]
    first = min(waiting, key=lambda c: conflict.order.index(c.id), default=None)
    best = min((c for c in tied if c not in waiting), key=precedence, default=None)
    if first is None or best is None:
        found = first or best
        return found.id if found else ""
    if first.team == best.team:
        return first.id
    return min(first, best, key=precedence).id  # Ruling FAB-E-15: only these two are compared


def _no_right(conflict: Conflict, combatant: Combatant, clause: str, turn: str = "") -> RuleError:
    """The refusal of one who has no right to act yet; `turn`: whose turn it is, where that may be told."""
    now = say("can.turn_of", who=turn) if turn else ""
    initiative, tick = combatant.initiative, conflict.tick
    return RuleError("no_right_to_act", clause=clause, who=combatant.id, initiative=initiative, tick=tick, now=now)


def check_turn(conflict: Conflict, who: str) -> Combatant:
    """Refuse one who cannot act now. In her own open turn she can."""
    if not conflict.started:
        raise RuleError("tick_not_started", clause="FAB-TIK-1", tick=conflict.tick)
    combatant = combatant_of(conflict, who)
    if conflict.turn == who:
        return combatant
    expected = conflict.turn or next_actor(conflict)
    if not has_right(conflict, combatant):
        raise _no_right(conflict, combatant, "FAB-CLK-8", expected)
    if expected != who:
        raise RuleError("not_your_turn", clause="FAB-CLK-11", who=who, turn=expected)
    return combatant


def check_on_turn(state: State, who: str) -> None:
    """Refuse one who cannot act now; of a turn that nobody sees she learns that she waits for the GM, and no more (FAB-LIV-41)."""
    conflict = conflict_of(state)
    first = conflict.turn or (next_actor(conflict) if conflict.started else "")
    if first != who and first in state.characters and state.characters[first].hidden:
        raise RuleError("wait_for_gm", clause="FAB-LIV-41")
    check_turn(conflict, who)


# ---------------------------------------------------------------------- one turn
class StartTurn(OwnTurn, names=("回合", "turn"), does="start_turn", alone=True, example=".回合"):
    """A turn begins."""


class EndTurn(OwnTurn, names=("结束", "end"), does="end_turn", alone=True, picture="wait", example=".结束"):
    """A turn ends."""


class ForfeitTurn(OwnTurn, names=("放弃", "forfeit"), does="forfeit", alone=True, picture="wait", example=".放弃"):
    """The right to act is given up."""


class TurnOpen(msgspec.Struct, frozen=True):
    turn: str
    actions_left: int


@rule("FAB-CLK-9", "FAB-TIK-6", "FAB-TIK-7")
async def start_turn(state: State, given: OfActor) -> TurnOpen:
    """Start a turn with one action; every character may win a point for breaking gauges anew."""
    conflict = conflict_of(await opened(state, given.actor))
    return TurnOpen(conflict.turn, conflict.actions_left)


async def opened(state: State, who: str) -> State:
    check_on_turn(state, who)
    if conflict_of(state).turn == who:
        return state
    state = await happen(TurnStarted(who))
    more = plus(state, who, "actions")
    return await happen(ActionGranted(more)) if more > 0 else state


class TakeAction(msgspec.Struct, frozen=True):
    actor: str
    action: str
    cover: str = ""


class Guard(
    TakeAction, Deed, names=("防御", "guard"), does="take_action", alone=True, picture="shield", example=".防御"
):
    """`.防御 [掩护谁]`."""

    actor: Own
    cover: Annotated[str, replace(TARGET, name="cover", keys=("掩护",))] = ""
    action: str = Action.GUARD

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard(asked.state, self.actor, self.cover)

    def do(self, asked: Asked) -> Do | Show:
        check_guard(asked.state, self)
        return super().do(asked)


class PlayOut(TakeAction, OfPeople, names=("动作", "act"), does="take_action", alone=True, example=".动作 其他"):
    actor: Own
    action: Annotated[Action, Field(refusal="unknown_action")]


class ActionsLeft(msgspec.Struct, frozen=True):
    """How many actions are left in the turn, and what effects did on the way."""

    actions_left: int
    told: tuple[Say, ...] = ()


@rule("FAB-PAC-1", "FAB-PAC-2", "FAB-TIK-7")
async def take_action(state: State, given: TakeAction) -> ActionsLeft:
    """Use an action of the turn; to guard is possible once. At a table without a fight it is free (FAB-LIV-8)."""
    act = new_act()
    if state.live and state.conflict is None:
        await _performed(state, given, act)
        return ActionsLeft(0, tuple(act.told))
    return ActionsLeft(conflict_of(await _taken(state, given, act)).actions_left, tuple(act.told))


@rule("FAB-LIV-16")
async def acted(state: State, who: str, action: str = "") -> State:
    """Use an action (or none) for something that is done at the table, which opens her turn; who is not on the clock needs neither."""
    if state.conflict is None or state.conflict.of(who) is None:
        return state
    return await _taken(state, TakeAction(who, action), new_act()) if action else await opened(state, who)


async def _taken(state: State, given: TakeAction, act: Act) -> State:
    state = await opened(state, given.actor)
    conflict = conflict_of(state)
    if given.action not in set(Action):
        raise RuleError("unknown_action", clause="FAB-PAC-1", action=given.action, actions=[term(a) for a in Action])
    if conflict.actions_left < 1:
        raise RuleError("no_action_left", clause="FAB-TIK-7", who=given.actor)
    if given.action == Action.GUARD and conflict.guard_used:
        raise RuleError("guard_used", clause="FAB-PAC-2", who=given.actor)
    return await _performed(state, given, act)


async def _performed(state: State, given: TakeAction, act: Act) -> State:
    if given.action == Action.GUARD:
        check_guard(state, given)
        if effect := denies(state, given.actor, "guard"):
            raise RuleError("denied", clause="FAB-LIV-31", who=given.actor, effect=effect.called)
    state = await happen(ActionTaken(given.actor, Action(given.action), given.cover))
    if given.action != Action.GUARD:
        return state
    guarded = Occasion("guarded", given.actor, given.cover or given.actor, {"owner": given.actor})
    return await act.opened(state, guarded)


@rule("FAB-PAC-2")
def check_guard(state: State, given: TakeAction) -> None:
    """One who is covered may not cover somebody herself."""
    if given.cover and (given.cover == given.actor or character_of(state, given.cover).covering):
        raise RuleError("bad_cover", clause="FAB-PAC-2", who=given.actor, cover=given.cover)


class TurnOver(msgspec.Struct, frozen=True):
    """Her initiative after it, whether she may act again, and who is next ("" for nobody)."""

    initiative: int
    has_right: bool
    next: str


@rule("FAB-CLK-5", "FAB-CLK-9", "FAB-TIK-8")
async def end_turn(state: State, given: OfActor) -> TurnOver:
    """End a turn: her initiative falls by 20 − SPD."""
    state = await opened(state, given.actor)
    combatant = combatant_of(conflict_of(state), given.actor)
    state = await happen(TurnEnded(given.actor, combatant.initiative - turn_cost(spd_now(state, combatant))))
    conflict = conflict_of(state)
    after = combatant_of(conflict, given.actor)
    return TurnOver(after.initiative, has_right(conflict, after), next_actor(conflict))


@rule("FAB-CLK-10")
async def forfeit(state: State, given: OfActor) -> TurnOver:
    """Give up the right to act: initiative becomes the tick − 1, and no turn is paid."""
    conflict = conflict_of(state)
    if not conflict.started:
        raise RuleError("tick_not_started", clause="FAB-TIK-1", tick=conflict.tick)
    state = await given_up(state, given.actor)
    conflict = conflict_of(state)
    after = combatant_of(conflict, given.actor)
    return TurnOver(after.initiative, has_right(conflict, after), conflict.turn or next_actor(conflict))


@rule("FAB-CLK-10")
async def given_up(state: State, who: str) -> State:
    """Somebody with the right to act gives it up, outside a turn of hers."""
    conflict = conflict_of(state)
    combatant = combatant_of(conflict, who)
    if not has_right(conflict, combatant):
        raise _no_right(conflict, combatant, "FAB-CLK-10")
    if conflict.turn == who:
        raise RuleError("turn_pending", clause="FAB-CLK-10", who=who)
    return await happen(InitiativeSet(who, conflict.tick - 1))


class SetSpd(OfPeople, names=("速度", "spd"), does="set_spd", owner=STORY, aims=True, example=".速度 灰狼1 5"):
    actor: Target
    spd: Annotated[int, Field("n", owner=STORY)]


class Spd(msgspec.Struct, frozen=True):
    spd: int


@rule("FAB-CLK-7")
async def set_spd(state: State, given: SetSpd) -> Spd:
    """Change somebody's SPD during the conflict."""
    combatant_of(conflict_of(state), given.actor)
    await happen(SpdSet(given.actor, check_spd(given.spd)))
    return Spd(given.spd)
