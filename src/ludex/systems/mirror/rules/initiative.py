"""Joins Turn order (决定行动顺序) and Primary and current initiative, the two numbers that it goes by (MIR-INI, MIR-FST)."""

from collections.abc import Sequence
from itertools import groupby, permutations

import msgspec

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import GM, Who, actor, actor_of, any_of
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.events import (
    ConflictBegun,
    ConflictEnded,
    FighterJoined,
    FighterLeft,
    InitiativeSet,
    OrderArranged,
)
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.rules.asking import pick
from ludex.systems.mirror.rules.boosts import Stake, boost_answers, throw_asked
from ludex.systems.mirror.rules.report import Actor
from ludex.systems.mirror.rules.skills import (
    Cast,
    SkillGiven,
    carried_out,
    cast,
    check_skill,
    lent,
    picked_attribute,
    question_of,
)
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.state import Conflict, Fighter, State, group_key
from ludex.systems.mirror.terms import Mode, Skill, Unit

FIRST_TICK = 20
"""Ticks in a round, and the first of them (MIR-CLK-1)."""

CLOCKED = (
    Unit.TICK, Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END, Unit.TICK_END, Unit.ROUND, Unit.ROUND_END, Unit.FOCUS,
)  # fmt: skip
"""Durations that only a conflict counts."""

FEW = 3
"""Up to so many tied characters every order is offered; more write theirs."""


class Entry(msgspec.Struct, frozen=True):
    """A participant: her initiative as given, or the check that she rolls."""

    id: str
    initiative: int | None = None
    primary: int | None = None
    modifier: int = 0
    face: int = 10
    skill: str = Skill.INSIGHT
    attribute: str | None = None
    modifiers: tuple[ModifierGiven, ...] = ()
    advantage: int = 0
    disadvantage: int = 0
    ap: int = 0

    @property
    def fixed(self) -> int | None:
        """The initiative that was given."""
        return self.primary if self.initiative is None else self.initiative

    @property
    def check(self) -> SkillGiven:
        """The initiative check: a skill check without a target (MIR-INI-1)."""
        return SkillGiven(
            skill=self.skill,
            attribute=self.attribute,
            modifiers=self.modifiers,
            advantage=self.advantage,
            disadvantage=self.disadvantage,
        )


class StartConflict(msgspec.Struct, frozen=True):
    """Who takes part, in the order in which their checks are made."""

    entries: tuple[Entry, ...]


class ConflictStarted(msgspec.Struct, frozen=True):
    """The turn order, initiatives and where everybody stands on the clock."""

    order: tuple[str, ...]
    initiative: dict[str, int]
    current: dict[str, int]


class ShiftInitiative(msgspec.Struct, frozen=True):
    """An effect on initiative."""

    actor: str
    amount: int


class Shifted(msgspec.Struct, frozen=True):
    """Her initiative now."""

    primary: int
    current: int


class EndConflict(msgspec.Struct, frozen=True):
    """Nothing more is needed to end it."""


class ConflictOver(msgspec.Struct, frozen=True):
    """The mode that follows, and the round it ended in."""

    mode: str
    rounds: int
    broken: dict[str, str] = {}
    """Total actions that broke with it, by whose they were."""
    still: tuple[str, ...] = ()
    """Effects that stand still until the next conflict, or until time passes (Ruling MIR-E-47)."""


@rule("MIR-INI-1", "MIR-CFL-1", "MIR-FST-1", "MIR-FST-2")
async def start_conflict(state: State, given: StartConflict) -> ConflictStarted:
    """Everybody makes her initiative check; ties are arranged; the clock stands before tick 20 of round 1."""
    if state.conflict is not None:
        raise RuleError("conflict_running", clause="MIR-CFL-1", round=state.conflict.round)
    for entry in given.entries:
        state.who(entry.id)
        if entry.fixed is None:
            check_skill(state, entry.id, entry.check)
    state, fighters = await _entered(state, given.entries)
    state = await happen(ConflictBegun(tuple(fighters), {x.id: x.ap for x in given.entries}))
    state = await occurred(state, "conflict_begins")
    state, order = await turn_order(state, [f.id for f in in_play(state)])
    return ConflictStarted(order, {f.id: f.primary for f in fighters}, {f.id: f.current for f in fighters})


@rule("MIR-LIV-18")
async def _entered(state: State, entries: Sequence[Entry]) -> tuple[State, list[Fighter]]:
    """Participants with their initiatives: all attributes, then all dice, then all boosts at once; current is 20 at most (MIR-FST-2)."""
    rolling = [x for x in entries if x.fixed is None]
    attributes = {x.id: await picked_attribute(state.who(x.id), x.check) for x in rolling}
    checks = {x.id: lent(state, x.id, x.check, "initiative") for x in rolling}
    await throw_asked(state, "initiative", *checks)
    rolled = {i: await cast(state, i, check, attributes[i], extra=extra) for i, (check, extra) in checks.items()}
    boosts = await _boosts(rolled)
    fighters: list[Fighter] = []
    for entry in entries:
        value, modifier, face = entry.fixed or 0, entry.modifier, entry.face
        if entry.id in rolled:
            state, checked = await carried_out(state, rolled[entry.id], boosts.get(entry.id, "none"))
            value, modifier, face = checked.total, checked.modifier, checked.face
        fighters.append(Fighter(entry.id, value, min(value, FIRST_TICK), modifier, face))
    return state, fighters


async def _boosts(rolled: dict[str, Cast]) -> dict[str, str]:
    """Everybody who could spend something is asked at the same moment."""
    asking = {
        actor(who): Asking(
            question_of(one, Stake()), tuple(Option(answer, label) for answer, label, _ in boost_answers(one.boosts))
        )
        for who, one in rolled.items()
        if one.boosts
    }
    return {actor_of(who): answer for who, answer in (await choose_all(asking)).items()}


def running(state: State) -> Conflict:
    """The running conflict, or a refusal."""
    if state.conflict is None:
        raise RuleError("no_conflict", clause="MIR-CFL-1")
    return state.conflict


@rule("MIR-STS-3")
def in_play(state: State) -> list[Fighter]:
    """The participants who can have a turn."""
    return [f for f in running(state).fighters if not state.who(f.id).out_of_play]


@rule("MIR-INI-2")
async def turn_order(state: State, ids: Sequence[str]) -> tuple[State, tuple[str, ...]]:
    """From high to low: by current, then by primary; those equal in both are tied (Ruling MIR-E-44)."""
    ranked = [f for f in running(state).ranked if f.id in ids]
    order: list[str] = []
    for _, group in groupby(ranked, key=lambda f: (f.current, f.primary)):
        state, tied = await _untied(state, tuple(group))
        order.extend(tied)
    return state, tuple(order)


@rule("MIR-INI-3", "MIR-INI-4", "MIR-LIV-18")
async def _untied(state: State, group: tuple[Fighter, ...]) -> tuple[State, tuple[str, ...]]:
    """One side arranges its own order; several sides go by modifier, LV and the GM's characters, and the GM settles the rest."""
    sides = {state.who(f.id).side for f in group}
    if len(group) == 1 or len(sides) == 1:
        return await _arranged(state, tuple(f.id for f in group), gm=False)
    order: list[str] = []
    for _, equal in groupby(sorted(group, key=lambda f: _rank(state, f)), key=lambda f: _rank(state, f)):
        state, part = await _arranged(state, tuple(f.id for f in equal), gm=True)
        order.extend(part)
    return state, tuple(order)


def _rank(state: State, fighter: Fighter) -> tuple[int, int, bool]:
    character = state.who(fighter.id)
    return (-fighter.modifier, -character.lv, not character.gm_played)


async def _arranged(state: State, ids: tuple[str, ...], *, gm: bool) -> tuple[State, tuple[str, ...]]:
    """The order of tied characters: asked once for a group, of all its players (the first answer counts), kept while the same ones tie."""
    if len(ids) == 1:
        return state, ids
    known = running(state).orders.get(group_key(ids))
    if known is not None:
        return state, known
    players = tuple(i for i in ids if not state.who(i).gm_played)
    order = await _asked_order(state, ids, GM if gm or not players else any_of(*players))
    return await happen(OrderArranged(order)), order


async def _asked_order(state: State, ids: tuple[str, ...], who: Who) -> tuple[str, ...]:
    question = say("questions.order", who=[state.who(i).called for i in ids])
    if len(ids) <= FEW:
        offered = [
            ("order:" + ",".join(p), say("answers.order", order=[state.who(i).called for i in p]), p)
            for p in permutations(ids)
        ]
        return await pick(who, question, offered, about=group_key(ids))
    option = Option("order:<ids>", say("answers.order_free"), {"ids": (",".join(ids),)})
    answer = await choose(who, question, (option,), about=group_key(ids))
    order = tuple(split_list((option.match(answer) or {}).get("ids", "")))
    if sorted(order) != sorted(ids):
        raise RuleError("bad_choice", answer=answer, options=["order:" + ",".join(ids)])
    return order


@rule("MIR-FST-3")
async def shift_initiative(state: State, given: ShiftInitiative) -> Shifted:
    """An effect on initiative changes primary; what of it lies at or below 20 moves current too."""
    fighter = participant(state, given.actor)
    state = await shifted(fighter, given.amount, fighter.face)
    now = participant(state, given.actor)
    return Shifted(now.primary, now.current)


async def shifted(fighter: Fighter, amount: int, face: int) -> State:
    """Move a participant's initiative (and note her face)."""
    primary = fighter.primary + amount
    current = fighter.current + min(primary, FIRST_TICK) - min(fighter.primary, FIRST_TICK)
    return await happen(InitiativeSet(fighter.id, primary, current, face))


def participant(state: State, who: str) -> Fighter:
    """A participant of the running conflict, or a refusal."""
    fighter = running(state).fighter(who)
    if fighter is None:
        raise RuleError("unknown_id", id=who, ids=[f.id for f in running(state).fighters])
    return fighter


@rule("MIR-CFL-2", "MIR-LIV-23")
async def end_conflict(state: State, _given: EndConflict) -> ConflictOver:
    """The conflict is over: total actions break and the limits of MA and RA are lifted; who listens to that is heard, what broke and
    what stands still is named."""
    conflict = running(state)
    people = [state.characters[f.id] for f in conflict.fighters if f.id in state.characters]
    broken = {c.id: c.total_action.name for c in people if c.total_action is not None}
    state = await occurred(await happen(ConflictEnded()), "conflict_ends")
    still = tuple(x.id for x in state.effects if x.unit in CLOCKED)
    return ConflictOver(Mode.EXPLORATION, conflict.round, broken, still)


@rule("MIR-CLK-7")
async def join_conflict(state: State, given: Entry) -> Shifted:
    """A late joiner makes her initiative check and stands on the clock from then on."""
    running(state)
    state.who(given.id)
    if given.fixed is None:
        check_skill(state, given.id, given.check)
    state, (fighter,) = await _entered(state, (given,))
    await happen(FighterJoined(fighter))
    return Shifted(fighter.primary, fighter.current)


async def leave_conflict(state: State, given: Actor) -> Shifted:
    """Who leaves has no more turns."""
    fighter = participant(state, given.actor)
    await happen(FighterLeft(given.actor))
    return Shifted(fighter.primary, fighter.current)
