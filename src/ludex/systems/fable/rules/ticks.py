"""Ticks: the three steps of a tick, everything whose time they count, and what ends before its time (FAB-TIK, FAB-LIV-37)."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import ACTOR, CLOCK, GM_ONLY, ITEM, REST, Asked, Do, Field
from ludex.core.effects.records import NOTHING, Effect, Lasts, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, keyed
from ludex.core.names import folded
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.content import called_of, spell_named
from ludex.systems.fable.effects.writing import lasting, read_record
from ludex.systems.fable.events import (
    CharacterWritten,
    EffectAdded,
    EffectOver,
    EffectsPassed,
    OrderAgreed,
    StatusesSet,
    TickEnded,
    TickStarted,
)
from ludex.systems.fable.events.changing import without_spells
from ludex.systems.fable.kinds import UNKNOWN, offers
from ludex.systems.fable.kinds.offers import everybody_named, own
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.attributes import label
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.conflict import Nothing, OfActor, OwnTurn, combatant_of, given_up, has_right
from ludex.systems.fable.rules.gauges import lent_by
from ludex.systems.fable.rules.initiative import friendly_ties, in_order
from ludex.systems.fable.rules.sequence import arranged, entangled, settled_order
from ludex.systems.fable.rules.steps import begin, done
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import (
    ROUND_TICKS,
    Combatant,
    Conflict,
    State,
    TimedEffect,
    character_of,
    conflict_of,
)
from ludex.systems.fable.terms import ANCHORED, CLOCKED, COUNTING, EffectKind, Status


# ---------------------------------------------------------------------- effects
class NewEffect(msgspec.Struct, frozen=True):
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


class WriteEffect(Deed, names=("效果", "effect"), owner=STORY, said_by=STORY, example=".效果 浓雾 3刻"):
    """`.效果 浓雾 3刻 锚=安`, `.效果 浓雾 刻 3`, `.效果 浓雾 场景 锚=全场 修正=命中:-2`: a side bears it one by one (FAB-LIV-31)."""

    id: Annotated[str, Field(keys=("名称", "name"))]
    kind: Annotated[str, Field(keys=("期限", "lasts"), among=offers.durations)]
    left: Annotated[str, Field()] = ""
    anchor: Annotated[
        tuple[str, ...],
        Field(kind=ITEM, keyed=True, keys=("锚", "承受者", "bearer"), among=offers.bearers, refusal=UNKNOWN),
    ] = ()
    source: Annotated[str, Field(kind=ACTOR, keyed=True, keys=("来源",), refusal=UNKNOWN)] = ""
    on: Annotated[str, keyed("", "时")] = ""
    do_: Annotated[tuple[str, ...], replace(keyed("do", "做"), wide=True)] = ()
    modifiers: Annotated[tuple[str, ...], replace(keyed("", "修正"), wide=True)] = ()
    denies: Annotated[tuple[str, ...], keyed("", "禁止")] = ()

    def do(self, asked: Asked) -> Do:
        """How long it lasts, and who bears it: who acts, where it does something and nobody is named."""
        kind = EffectKind.read(self.kind).zh if EffectKind.holds(self.kind) else self.kind
        lasts = lasting(f"{kind} {self.left}".strip())
        if lasts is None:
            raise RuleError("bad_effect", clause="FAB-LIV-37", value=self.kind)
        if self.do_ and not self.on and lasts.unit not in CLOCKED:
            raise RuleError("bad_content", clause="FAB-LIV-37", problems=[say("content.never_done")])
        anchor, *also = everybody_named(asked, self.anchor) or ("",)
        if not anchor and (self.do_ or self.modifiers or self.denies):
            anchor = own(asked)
        source, acts = self.source or asked.actor, (self.do_, self.modifiers, self.denies)
        made = NewEffect(self.id, lasts.unit, source, anchor, lasts.n, *acts, self.on)
        return Do("add_effect", AddEffect(made, tuple(also)), heard(asked.state, source, anchor))


class EffectsKept(msgspec.Struct, frozen=True):
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
    record = _record(new)
    conflict = conflict_of(state)
    if not _sound(new) or (not state.live and any(e.id == new.id for e in conflict.effects)):
        raise RuleError("bad_effect", clause="FAB-TIK-1", effect=new.id, kind=new.kind, left=new.left)
    name = _name_for(conflict, new) if state.live else new.id
    if state.live:
        record = replace(record or Effect(name=new.id, bearer=new.anchor or new.source, by=new.source), id=name)
    effect = TimedEffect(name, EffectKind(new.kind), new.source, new.anchor, new.left, record=record)
    if state.live and any(e.id == name for e in conflict.effects):
        state = await happen(EffectOver(new.anchor, (name,)))
    lends = record is not None and new.anchor in state.characters
    lent = await lent_by(state, new.anchor, record, label(state, record)) if record is not None and lends else None
    return await happen(EffectAdded(effect, lent))


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
    """An effect that no tick counts lasts until what it is named after; a conflict must be there to end."""
    if new.kind == EffectKind.CONFLICT:
        conflict_of(state)
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
async def _pass(state: State, handled: tuple[TimedEffect, ...], act: Act) -> tuple[State, Passed]:
    """Let time pass for these effects of one step, source by source in action order."""
    if not handled:
        return state, Passed()
    conflict = conflict_of(state)
    ordered: list[TimedEffect] = []
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
def _sources(conflict: Conflict, handled: tuple[TimedEffect, ...]) -> list[str]:
    """Who made them: combatants in the tick's action order, then newcomers, then outsiders as their effects were added."""
    names = list(dict.fromkeys(e.source for e in handled))
    newcomers = [c.id for c in in_order(conflict.combatants) if c.id not in conflict.order]
    inside = [who for who in (*conflict.order, *newcomers) if who in names]
    return inside + [who for who in names if who not in inside]


@rule("FAB-TIK-2")
async def _own_order(state: State, source: str, effects: list[TimedEffect]) -> list[TimedEffect]:
    """Effects of one source, in the order she likes; with a single one, or where the order changes nothing, nobody is asked."""
    there = source in state.characters or conflict_of(state).of(source)
    hidden = source in state.characters and state.characters[source].hidden  # FAB-LIV-35: the unseen are never asked
    acting_ = [replace(e.record, bearer=e.anchor or source) for e in effects if e.record]
    deeds = [(one, tuple(step for use in one.uses for step in use.do), one.when) for one in acting_]
    if len(effects) < 2 or (state.live and (hidden or not entangled(state, deeds, Occasion("passed", source, source)))):
        return effects
    names = {e.id: label(state, e.record) if e.record else e.id for e in effects}
    by_id, asked = {e.id: e for e in effects}, (actor(source) if there else GM,)
    if not state.live:
        return [by_id[i] for i in await arranged(asked, "questions.effect_order", names)]
    order, _ = await settled_order(state, asked, "questions.effect_order", names, owner=source)
    return [by_id[i] for i in order]


# ---------------------------------------------------------------------- start
class StartTick(
    Deed, names=("刻始", "tick"), does="tick_start", who=GM_ONLY, alone=True, beside=CLOCK, example=".刻始"
):
    forfeits: Annotated[
        tuple[str, ...], Field(kind=ACTOR, keyed=True, keys=("放弃",), owner=STORY, refusal=UNKNOWN)
    ] = ()

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard(asked.state, *self.forfeits)


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
    act = new_act()
    order, starters = await _fix_order(state, act.told)
    state = await happen(TickStarted(order, starters))
    conflict = conflict_of(state)
    state, passed = await _pass(state, tuple(e for e in conflict.effects if _starts(e, conflict, starters)), act)
    if conflict.tick == ROUND_TICKS:
        state = await act.opened(state, Occasion("round_start"))
    state = await act.opened(state, Occasion("tick_start"))
    for who in starters:  # FAB-TIK-4
        state = await act.opened(state, Occasion("turn_start", who, who, {"owner": who}))
    return state, passed + Passed(told=tuple(act.told))


@rule("FAB-INI-5", "FAB-INI-6", "FAB-TIK-14")
async def _fix_order(state: State, told: list[Say]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's action order, with tied allies who may act ordered as they agree; and who starts a turn."""
    conflict = conflict_of(state)
    everybody = in_order(conflict.combatants)
    actors: list[str] = []
    for run in friendly_ties(tuple(c for c in everybody if has_right(conflict, c))):
        actors.extend(await _agree(state, run, told))
    rest = tuple(c.id for c in everybody if c.id not in actors)
    return (*actors, *rest), tuple(actors)


@rule("FAB-INI-5", "FAB-LIV-26")
async def _agree(state: State, run: tuple[Combatant, ...], told: list[Say]) -> tuple[str, ...]:
    """Tied allies agree on their order; NPCs go in list order, and what was agreed on in this conflict holds (Ruling FAB-E-34)."""
    ids = tuple(c.id for c in run)
    people = tuple(actor(c.id) for c in run if not c.gm)
    if len(ids) < 2 or (state.live and not people):
        return ids
    if not state.live:
        return await arranged((people or (GM,))[:1], "questions.turn_order", {who: who for who in ids})
    names = {who: state.characters[who].called for who in ids if not state.characters[who].hidden}
    if len(names) < 2:  # FAB-LIV-41: one who is unseen is named to nobody
        return ids
    order, kept = await settled_order(state, people, "questions.turn_order", names)
    told += [say("told.order_kept", order=[names[who] for who in order])] if kept else []
    theirs = iter(order)
    return tuple(next(theirs) if who in names else who for who in ids)


class Reorder(OwnTurn, names=("换序", "reorder"), does="reorder", example=".换序"):
    """Who wants the order anew that she and those tied with her agreed on."""


class Reordered(msgspec.Struct, frozen=True):
    """Those who are asked for their order: at once where they are tied now (then as they agreed), else when they tie again."""

    order: tuple[str, ...]
    now: bool


@rule("FAB-INI-5", "FAB-LIV-26")
async def reorder(state: State, given: OfActor) -> Reordered:
    """换序: what she and those tied with her agreed on is asked anew (Ruling FAB-E-34)."""
    conflict = conflict_of(state)
    combatant_of(conflict, given.actor)
    waiting = tuple(c for c in in_order(conflict.combatants) if has_right(conflict, c) and c.id not in conflict.acted)
    runs = friendly_ties(waiting) if conflict.started else ()
    run = next((run for run in runs if len(run) > 1 and any(c.id == given.actor for c in run)), ())
    kept = tuple(who for one in conflict.agreed if given.actor in one for who in one if who in state.characters)
    if not run and not kept:
        raise RuleError("no_tie", clause="FAB-INI-5", who=character_of(state, given.actor).called)
    state = await happen(OrderAgreed((given.actor,), forgotten=True))
    return (
        Reordered(await _agree(state, run, []), now=True) if run else Reordered(tuple(dict.fromkeys(kept)), now=False)
    )


@rule("FAB-TIK-3", "FAB-TIK-4", "FAB-TIK-5")
def _starts(effect: TimedEffect, conflict: Conflict, starters: tuple[str, ...]) -> bool:
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


def counts(effects: Iterable[TimedEffect]) -> dict[str, int]:
    return {e.id: e.left for e in effects if e.kind in COUNTING}


# ---------------------------------------------------------------------- end
class EndTick(
    Nothing, Deed, names=("刻末", "tock"), does="tick_end", who=GM_ONLY, alone=True, beside=CLOCK, example=".刻末"
):
    """The end of a tick, by hand."""


class Advance(
    Nothing,
    Deed,
    names=("推进", "next"),
    does="advance",
    alone=True,
    owner=STORY,
    beside=CLOCK,
    picture="wait",
    example=".推进",
):
    """The clock goes on to the next who acts."""


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
def _ends(effect: TimedEffect, conflict: Conflict) -> bool:
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


# ---------------------------------------------------------------------- ended by the GM's word
class Lift(msgspec.Struct, frozen=True):
    """What ends on whom; without a name the only thing that lasts on her."""

    character: str
    effect: str = ""


class LiftEffect(Deed, names=("解除", "lift"), owner=STORY, example=".解除 减速 @苏砚"):
    """`.解除 扩容 @高手`, `.解除 高手 扩容`, `.解除 扩容 高手`, `.解除高手的扩容`: the effect, spell or status of that name is over."""

    effect: Annotated[str, Field(kind=REST, owner=STORY)] = ""

    def do(self, asked: Asked) -> Do:
        said = self.effect.strip()
        names = {name: who for who, called in visible(asked.state).items() for name in (who, called)}
        first = max((name for name in names if said.startswith(name)), key=len, default="")
        last = max((name for name in names if said.endswith(f" {name}")), key=len, default="")
        if first:
            who, what = names[first], said[len(first) :].strip(" 的")
        else:
            who, what = (names[last], said.removesuffix(last).strip()) if last else (own(asked), said)
        return Do("lift", Lift(who, what), heard(asked.state, who))


class Lifted(msgspec.Struct, frozen=True):
    effect: Label


class Borne(msgspec.Struct, frozen=True):
    """Something that lasts on somebody: which kind of thing, its id, how it is called and by which words it is meant."""

    kind: str
    id: str
    called: Label
    words: tuple[str, ...]


@rule("FAB-LIV-18", "FAB-LIV-37")
async def lift(state: State, given: Lift) -> Lifted:
    """End an effect, a spell that lasts or a status before its time; what it gave goes with it."""
    who, there = character_of(state, given.character), lasting_on(state, given.character)
    said = folded(given.effect)
    found = [one for one in there if said in map(folded, one.words)] if said else there
    if len(found) != 1 and not (said and found):
        raise RuleError("unknown_effect", clause="FAB-LIV-37", who=who.called, effects=[one.called for one in there])
    one = found[0]
    if one.kind == "effect":
        await happen(EffectOver(who.id, (one.id,)))
    elif one.kind == "spell":
        others = {key: by for key, by in who.spells_on.items() if key != one.id}
        bare = without_spells(replace(who, spells_on={one.id: who.spells_on[one.id]}))
        await happen(CharacterWritten(replace(bare, spells_on=others)))
    else:
        await happen(StatusesSet(who.id, tuple(s for s in who.statuses if s != one.id)))
    return Lifted(one.called)


def lasting_on(state: State, who: str) -> list[Borne]:
    """Everything that lasts on somebody and can be ended."""
    character = character_of(state, who)
    timed = [(e.id, e.record) for e in (state.conflict.effects if state.conflict else ()) if e.anchor == who]
    effects = [(e.id, e) for e in state.effects if e.bearer == who] + [(id_, e) for id_, e in timed if e]
    found = [Borne("effect", id_, label(state, e), (e.name, id_, id_.partition("@")[0])) for id_, e in effects]
    found += [Borne("effect", id_, id_, (id_,)) for id_, e in timed if e is None]
    for key in character.spells_on:
        spell = spell_named(key, state.things)
        name = spell[1].name if spell else key
        found.append(Borne("spell", key, called_of(name) if spell else key, (key, name, key.replace("_", " "))))
    return found + [Borne("status", s, term(s), (s, s.zh, s.en)) for s in map(Status, character.statuses)]
