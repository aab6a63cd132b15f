"""Ticks: the three steps of a tick, and everything whose time they count (FAB-TIK)."""

from collections.abc import Iterable
from itertools import permutations

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.records import NOTHING, Effect, Lasts, Occasion
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.effects.writing import read_record
from ludex.systems.fable.events import EffectAdded, EffectsPassed, TickEnded, TickStarted
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.conflict import Nothing, given_up, has_right
from ludex.systems.fable.rules.initiative import friendly_ties, in_order
from ludex.systems.fable.rules.steps import begin, done
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import ROUND_TICKS, Combatant, Conflict, Effect as Timed, State, conflict_of
from ludex.systems.fable.terms import ANCHORED, CLOCKED, COUNTING, EffectKind

ORDER = Option("order:<ids>", say("answers.order_typed"))
LISTED = 3
"""Up to so many things every order is offered; more are ordered by typing."""


# ---------------------------------------------------------------------- effects
class NewEffect(msgspec.Struct, frozen=True):
    """Something that lasts, as it is given."""

    id: str
    kind: str
    source: str = ""
    anchor: str = ""
    left: int = 0
    do: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    """Steps, changes and what is forbidden, as people write them (FAB-LIV-31)."""
    on: str = ""
    """The event at which its steps are done (FAB-LIV-34); without one they are done as its time passes."""


class AddEffect(msgspec.Struct, frozen=True):
    """An effect to keep time for; `also` are others of whom each bears one of her own."""

    effect: NewEffect
    also: tuple[str, ...] = ()


class EffectsKept(msgspec.Struct, frozen=True):
    """How many effects there are."""

    effects: int


@rule("FAB-TIK-1")
async def add_effect(state: State, given: AddEffect) -> EffectsKept:
    """Keep the time of an effect, on everybody who bears it."""
    clocked = not (state.live and given.effect.kind in set(EffectKind) and given.effect.kind not in CLOCKED)
    for who in (given.effect.anchor, *given.also):
        new = replace(given.effect, anchor=who)
        state = await (_counted(state, new) if clocked else _last(state, new))
    return EffectsKept(len(conflict_of(state).effects if clocked else state.effects))


async def _counted(state: State, new: NewEffect) -> State:
    """An effect whose time the clock of the conflict counts."""
    record = _record(new)
    conflict = conflict_of(state)
    if not _sound(new) or (not state.live and any(e.id == new.id for e in conflict.effects)):
        raise RuleError("bad_effect", clause="FAB-TIK-1", effect=new.id, kind=new.kind, left=new.left)
    name = _name_for(conflict, new) if state.live else new.id
    if state.live:
        record = replace(record or Effect(name=new.id, bearer=new.anchor or new.source, by=new.source), id=name)
    effect = Timed(name, EffectKind(new.kind), new.source, new.anchor, new.left, record=record)
    return await happen(EffectAdded(effect))


@rule("FAB-LIV-37")
def _name_for(conflict: Conflict, new: NewEffect) -> str:
    """Under what the clock keeps it: one of that name on the same bearer gives way, one on another stays beside it."""
    others = any(e.id == new.id and e.anchor != new.anchor for e in conflict.effects)
    return f"{new.id}@{new.anchor}" if others else new.id


def _record(new: NewEffect) -> Effect | None:
    """What an effect changes, forbids and does, from what somebody wrote; all that is wrong with it is named."""
    if not (new.do or new.modifiers or new.denies):
        return None
    said: Plain = {"do": list(new.do), "modifiers": list(new.modifiers), "denies": list(new.denies)}
    if new.on:
        said = {**said, "do": [], "triggers": [{"on": new.on, "do": list(new.do)}]}
    record, _, wrong = read_record({key: words for key, words in said.items() if words}, new.id, name=new.id)
    if wrong:
        raise RuleError("bad_content", clause="FAB-LIV-31", problems=list(wrong))
    bearer = new.anchor or new.source
    return replace(record, id=new.id, bearer=bearer, by=new.source, lasts=(Lasts(new.kind, new.left),))


async def _last(state: State, new: NewEffect) -> State:
    """An effect that no tick counts lasts until what it is named after."""
    bearer = new.anchor or new.source
    if bearer not in state.characters:
        raise RuleError("bad_effect", clause="FAB-LIV-31", effect=new.id, kind=new.kind, left=new.left)
    made = _record(new) or Effect(id=new.id, name=new.id, lasts=(Lasts(new.kind),))
    return await begin(state, made, bearer=bearer, by=new.source, at=NOTHING)


def _sound(new: NewEffect) -> bool:
    """A known kind, something to count where it counts, somebody's turns where they matter."""
    if new.kind not in CLOCKED:
        return False
    return not (new.kind in COUNTING and new.left < 1) and not (new.kind in ANCHORED and not new.anchor)


class Passed(msgspec.Struct, frozen=True):
    """Effects whose time has passed in a step, and those that ended with it."""

    processed: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    told: tuple[Say, ...] = ()

    def __add__(self, other: "Passed") -> "Passed":
        return Passed(self.processed + other.processed, self.expired + other.expired, self.told + other.told)


@rule("FAB-TIK-2", "FAB-TIK-13")
async def _pass(state: State, handled: tuple[Timed, ...], act: Act) -> tuple[State, Passed]:
    """Let time pass for these effects of one step, source by source in action order."""
    if not handled:
        return state, Passed()
    conflict = conflict_of(state)
    ordered: list[Timed] = []
    for source in _sources(conflict, handled):
        ordered.extend(await _own_order(state, source, [e for e in handled if e.source == source]))
    # what does not count down ends here and now
    after = {e.id: e.left - 1 if e.kind in COUNTING else 0 for e in ordered}
    kept = tuple(replace(e, left=after.get(e.id, e.left)) for e in conflict.effects if after.get(e.id, 1) > 0)
    state = await happen(EffectsPassed(kept))
    for effect in ordered:  # FAB-LIV-37: it does its steps each time it passes, the last time too
        record, bearer = effect.record, effect.anchor or effect.source
        if record is not None and record.uses and bearer in state.characters:
            acting_ = replace(record, bearer=bearer, by=effect.source)
            at = Occasion("passed", effect.source, bearer)
            state = await done(state, acting_, record.uses[0].do, at=at, act=act)
    return state, Passed(tuple(e.id for e in ordered), tuple(e.id for e in ordered if after[e.id] <= 0))


@rule("FAB-TIK-2")
def _sources(conflict: Conflict, handled: tuple[Timed, ...]) -> list[str]:
    """Who made them: combatants in the tick's action order, then newcomers, then outsiders as their effects were added."""
    names = list(dict.fromkeys(e.source for e in handled))
    newcomers = [c.id for c in in_order(conflict.combatants) if c.id not in conflict.order]
    inside = [who for who in (*conflict.order, *newcomers) if who in names]
    return inside + [who for who in names if who not in inside]


async def _own_order(state: State, source: str, effects: list[Timed]) -> list[Timed]:
    """Effects of one source, in the order she likes; with a single one, or where the order changes nothing, nobody is asked."""
    if len(effects) < 2 or (state.live and not _touching(effects)):
        return effects
    by_id = {e.id: e for e in effects}
    there = source in state.characters or conflict_of(state).of(source)
    asked = actor(source) if there else GM
    return [by_id[i] for i in await _ordered(asked, "questions.effect_order", tuple(by_id))]


def _touching(effects: list[Timed]) -> bool:
    """Whether two of them do something to the same quantity of the same one (FAB-LIV-26)."""
    touched = [
        (e.anchor, step.word, step.values[:1] if step.word in ("heal", "lose", "gain") else ())
        for e in effects
        for use in (e.record.uses if e.record else ())
        for step in use.do
    ]
    gauges = [
        ("hp", anchor) if word in ("damage", "heal", "break", "lose") else (word, anchor) for anchor, word, _ in touched
    ]
    return len(set(gauges)) < len(gauges)


async def _ordered(who: Who, question: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Ask for an order of these, written `order:b,a`."""
    answer = await choose(who, say(question, ids=", ".join(ids)), _orders(ids), about=",".join(ids))
    chosen = tuple(split_list((ORDER.match(answer) or {"ids": ""})["ids"]))
    if sorted(chosen) != sorted(ids):
        raise RuleError("bad_choice", answer=answer, options=[f"order:{','.join(ids)}"])
    return chosen


def _orders(ids: tuple[str, ...]) -> tuple[Option | str, ...]:
    if len(ids) <= LISTED:
        return tuple(
            Option(f"order:{','.join(p)}", say("answers.order", order=" → ".join(p))) for p in permutations(ids)
        )
    kept = Option(f"order:{','.join(ids)}", say("answers.order", order=" → ".join(ids)))
    return (kept, replace(ORDER, fill={"ids": (",".join(ids),)}))


# ---------------------------------------------------------------------- start
class StartTick(msgspec.Struct, frozen=True):
    """Who gives up the right to act as the tick starts."""

    forfeits: tuple[str, ...] = ()


class TickBegun(msgspec.Struct, frozen=True, kw_only=True):
    """Where the clock stands, who acts in the tick in which order, and what was done to effects on the way."""

    round: int
    tick: int
    actors: tuple[str, ...]
    processed: tuple[str, ...]
    expired: tuple[str, ...]
    left: dict[str, int]
    initiatives: dict[str, int] | None = None
    told: tuple[Say, ...] = ()


@rule("FAB-TIK-1", "FAB-TIK-6", "FAB-TIK-14")
async def tick_start(state: State, given: StartTick) -> TickBegun:
    """Start the tick: rights are given up, the order is fixed, time passes; then turns may begin."""
    if conflict_of(state).started:
        raise RuleError("tick_already_started", clause="FAB-TIK-1", tick=conflict_of(state).tick)
    for who in given.forfeits:
        state = await given_up(state, who)
    state, passed = await _begin(state)
    return _begun(conflict_of(state), passed)


async def _begin(state: State) -> tuple[State, Passed]:
    """The start of a tick, once nobody gives anything up any more."""
    order, starters = await _fix_order(state)
    state = await happen(TickStarted(order, starters))
    conflict, act = conflict_of(state), new_act()
    state, passed = await _pass(state, tuple(e for e in conflict.effects if _starts(e, conflict, starters)), act)
    if conflict.tick == ROUND_TICKS:
        state = await act.opened(state, Occasion("round_start"))
    state = await act.opened(state, Occasion("tick_start"))
    for who in starters:  # FAB-TIK-4
        state = await act.opened(state, Occasion("turn_start", who, who, {"owner": who}))
    return state, passed + Passed(told=tuple(act.told))


@rule("FAB-INI-5", "FAB-INI-6", "FAB-TIK-14")
async def _fix_order(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's action order, with tied allies who may act ordered as they agree; and who starts a turn."""
    conflict = conflict_of(state)
    everybody = in_order(conflict.combatants)
    actors: list[str] = []
    for run in friendly_ties(tuple(c for c in everybody if has_right(conflict, c))):
        actors.extend(await _agree(state, run))
    rest = tuple(c.id for c in everybody if c.id not in actors)
    return (*actors, *rest), tuple(actors)


async def _agree(state: State, run: tuple[Combatant, ...]) -> tuple[str, ...]:
    """Tied allies agree on their order; one alone needs not be asked, and NPCs go in list order (FAB-LIV-26)."""
    ids = tuple(c.id for c in run)
    if len(ids) < 2 or (state.live and all(c.gm for c in run)):
        return ids
    spokesman = next((actor(c.id) for c in run if not c.gm), GM)
    return await _ordered(spokesman, "questions.turn_order", ids)


@rule("FAB-TIK-3", "FAB-TIK-4", "FAB-TIK-5")
def _starts(effect: Timed, conflict: Conflict, starters: tuple[str, ...]) -> bool:
    """Whether time passes for it at the start: ticks always, turn starts of who starts one, rounds at tick 20."""
    if effect.kind is EffectKind.TICK:
        return True
    if effect.kind is EffectKind.TURN_START:
        return effect.anchor in starters
    return effect.kind is EffectKind.ROUND and conflict.tick == ROUND_TICKS


def _begun(conflict: Conflict, passed: Passed, *, initiatives: bool = False) -> TickBegun:
    return TickBegun(
        round=conflict.round,
        tick=conflict.tick,
        actors=acting(conflict),
        processed=passed.processed,
        expired=passed.expired,
        left=counts(conflict.effects),
        initiatives=conflict.initiatives if initiatives else None,
        told=passed.told,
    )


def acting(conflict: Conflict) -> tuple[str, ...]:
    """Who has the right to act, in the order of the tick."""
    able = {c.id for c in conflict.combatants if has_right(conflict, c)}
    return tuple(who for who in conflict.order if who in able)


def counts(effects: Iterable[Timed]) -> dict[str, int]:
    """What is left of the effects that count down."""
    return {e.id: e.left for e in effects if e.kind in COUNTING}


# ---------------------------------------------------------------------- end
@rule("FAB-TIK-8", "FAB-TIK-12")
async def tick_end(state: State, _given: Nothing) -> TickBegun:
    """End the tick when nobody has the right to act any more."""
    conflict = conflict_of(state)
    if not conflict.started:
        raise RuleError("tick_not_started", clause="FAB-TIK-1", tick=conflict.tick)
    _check_over(conflict)
    state, passed = await _finish(state)
    return _begun(conflict_of(state), passed, initiatives=True)


def _check_over(conflict: Conflict) -> None:
    """A running tick can end only when no turn is open and nobody may act (FAB-TIK-8)."""
    if conflict.started and (conflict.turn or acting_at_all(conflict)):
        raise RuleError("turn_pending", clause="FAB-TIK-8", turn=conflict.turn, actors=acting_at_all(conflict))


def acting_at_all(conflict: Conflict) -> list[str]:
    """Who has the right to act, newcomers included."""
    return [c.id for c in conflict.combatants if has_right(conflict, c)]


@rule("FAB-CLK-1", "FAB-CLK-2", "FAB-CLK-6")
async def _finish(state: State) -> tuple[State, Passed]:
    """The end of a tick: effects end or count down, then the clock goes on; a new round lifts every initiative by 20."""
    conflict, act = conflict_of(state), new_act()
    state, passed = await _pass(state, tuple(e for e in conflict.effects if _ends(e, conflict)), act)
    for who in conflict.acted:  # FAB-TIK-10
        state = await act.opened(state, Occasion("turn_end", who, who, {"owner": who}))
    state = await act.opened(state, Occasion("tick_end"))
    if conflict.tick == 1:
        state = await act.opened(state, Occasion("round_end"))
    passed += Passed(told=tuple(act.told))
    if conflict.tick > 1:
        state = await happen(TickEnded(conflict.round, conflict.tick - 1))
    else:
        state = await happen(TickEnded(conflict.round + 1, ROUND_TICKS, ROUND_TICKS))
    return state, passed


@rule("FAB-TIK-9", "FAB-TIK-10", "FAB-TIK-11")
def _ends(effect: Timed, conflict: Conflict) -> bool:
    """Whether it is handled at the end: until the tick's end always, by turns of who took one, rounds at tick 1."""
    if effect.kind is EffectKind.UNTIL_TICK_END:
        return True
    if effect.kind in (EffectKind.UNTIL_TURN_END, EffectKind.TURN_END):
        return effect.anchor in conflict.acted
    return effect.kind is EffectKind.UNTIL_ROUND_END and conflict.tick == 1


# ---------------------------------------------------------------------- on to the next turn
@rule("FAB-CLK-2", "FAB-TIK-8")
async def advance(state: State, _given: Nothing) -> TickBegun:
    """End the running tick and let empty ticks go by until somebody has the right to act."""
    conflict = conflict_of(state)
    _check_over(conflict)
    if not conflict.combatants:
        raise RuleError("no_combatants", clause="FAB-CLK-2")
    passed = Passed()
    while not (conflict.started and acting(conflict)):
        state, more = await (_finish(state) if conflict.started else _begin(state))
        passed, conflict = passed + more, conflict_of(state)
    return _begun(conflict, passed, initiatives=True)
