"""Effects, carried out: how they begin and end, at whom steps are aimed, and what each step does (FAB-LIV-36, FAB-LIV-37)."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.records import Effect, Lasts, Modifier, Occasion, Phrase
from ludex.core.effects.writing import amount_of as known_amount
from ludex.core.events import happen
from ludex.core.explain import because, total
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.bearing import worked_out
from ludex.systems.fable.events import (
    ActionGranted,
    ClockSet,
    EffectAdded,
    EffectBegun,
    EffectOver,
    InitiativeSet,
    OpportunitiesSet,
    PointsMoved,
    StatusesSet,
    Studied,
    SuperiorityMoved,
)
from ludex.systems.fable.events.changing import MATERIAL
from ludex.systems.fable.rules.attributes import afflicted, denies, label, plus
from ludex.systems.fable.rules.clocks import moved_clock
from ludex.systems.fable.rules.damage import unchecked
from ludex.systems.fable.rules.gauges import drained, dropped, filled, gauges_moved, lent_by, self_healed
from ludex.systems.fable.rules.points import gained, moved, room_for_ip
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, TimedEffect, team_of
from ludex.systems.fable.terms import CLOCKED, Cause, DamageType, EffectKind, Pool, Status

if TYPE_CHECKING:
    from ludex.systems.fable.rules.windows import Act

DEEPEST = 4
"""Chains of effects stop at this depth, and say so (FAB-LIV-35)."""


class Step(msgspec.Struct, frozen=True):
    """A step that is being done: whose effect it is, to whom, on which occasion."""

    effect: Effect
    phrase: Phrase
    whom: str
    at: Occasion
    act: "Act"

    def number(self, state: State, place: int, default: int = 0) -> int:
        values = [v for v in self.phrase.values if known_amount(WORDS, v) is not None]
        return worked_out(state, self.effect, self.at, values[place]) if place < len(values) else default


# ---------------------------------------------------------------------- beginning and ending
async def begin(state: State, definition: Effect, *, bearer: str, by: str, at: Occasion) -> State:
    """An effect lasts on somebody from now on: on the clock where ticks count it, else until what it is named after."""
    lasts = definition.lasts[0] if definition.lasts else Lasts("scene")
    kind = EffectKind(lasts.unit)
    name = definition.name or definition.id
    fixed = tuple(settled(state, m, definition, bearer, by, at) for m in definition.modifiers)
    effect = replace(
        definition, id=f"{name}@{bearer}", name=name, bearer=bearer, by=by, modifiers=fixed, lasts=(lasts,), spent=()
    )
    if state.conflict is None and (kind in CLOCKED or kind is EffectKind.CONFLICT):
        return state  # FAB-LIV-37: outside a conflict every act is a turn and a round of its own
    timed = [e.id for e in state.conflict.effects] if state.conflict else []
    if effect.id in (*(e.id for e in state.effects), *timed):
        state = await happen(EffectOver(bearer, (effect.id,)))
    lent = await lent_by(state, bearer, effect, label(state, effect))
    if kind not in CLOCKED:
        return await happen(EffectBegun(effect, lent))
    return await happen(EffectAdded(TimedEffect(effect.id, kind, by, bearer, lasts.n, record=effect), lent))


def settled(state: State, modifier: Modifier, effect: Effect, bearer: str, by: str, at: Occasion) -> Modifier:
    """A modifier that is written into the sheet has its number from the beginning, as has one that knows its occasion."""
    by_ = modifier.give[0].by
    if not isinstance(by_, str) or modifier.of in ("affinity", "use_die", "damage_type"):
        return modifier
    if modifier.of in MATERIAL or any(word in by_ for word in ("HR", "value", "amount")):
        n = worked_out(state, replace(effect, bearer=bearer, by=by), at, by_)
        return replace(modifier, give=(replace(modifier.give[0], by=n),))
    return modifier


async def consumed(state: State, who: str, *units: str) -> State:
    """End what lasts on somebody until her next check, attack or wound."""
    over = tuple(e.id for e in state.effects if e.bearer == who and any(one.unit in units for one in e.lasts))
    return await happen(EffectOver(who, over)) if over else state


# ---------------------------------------------------------------------- at whom
@rule("FAB-LIV-36")
def lawful(state: State, bearer: str, whom: str) -> tuple[str, ...] | None:
    """Whom a word that picks somebody may mean, of those who are here and up; None where it picks nobody."""
    there = [who for who, c in state.characters.items() if not c.hidden and not c.fate]
    team = team_of(state, bearer)
    side = [who for who in there if team_of(state, who) == team]
    found = {
        "pick_ally": [who for who in side if who != bearer], "pick_side": side,
        "pick_enemy": [who for who in there if who not in side], "pick_any": there,
    }.get(whom)  # fmt: skip
    return None if found is None else tuple(found)


async def one_of(state: State, effect: Effect, among: tuple[str, ...], *, named: str, about: str) -> tuple[str, ...]:
    """One of these: the one that was named, the only one (FAB-LIV-26), or as the bearer picks; nobody where there is none."""
    if named in among or len(among) < 2:
        return (named,) if named in among else among
    options = tuple(Option(who, say("answers.person", who=state.characters[who].called)) for who in among)
    question = say("questions.aim", effect=effect.called)
    return (await choose(actor(effect.bearer), question, options, about=f"{effect.id}:{about}"),)


async def aimed(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    """At whom a step is aimed; who is to be picked is asked of its bearer. Nobody strikes herself: an attack picks an enemy."""
    alone = "pick_enemy" if phrase.word == "attack" else "self"
    whom = phrase.whom or ("target" if at.event == "used" and at.target else alone)
    among = lawful(state, effect.bearer, whom)
    if among is not None:
        return await one_of(state, effect, among, named=str(at.fact("named") or ""), about=phrase.word)
    all_of = {"ally": "pick_ally", "side": "pick_side", "enemies": "pick_enemy"}
    one = {"self": effect.bearer, "target": at.target, "source": at.doer}
    found = (one[whom],) if whom in one else lawful(state, effect.bearer, all_of[whom]) or ()
    return tuple(who for who in found if who in state.characters)


async def done(state: State, effect: Effect, steps: tuple[Phrase, ...], *, at: Occasion, act: "Act") -> State:
    """Do the steps of an effect one after another, each to everybody at whom it is aimed."""
    for phrase in steps:
        if phrase.word == "redirect" or not phrase.word:
            act.redirect = effect.bearer if phrase.word else act.redirect
            continue
        for whom in await aimed(state, effect, phrase, at):
            if not act.goes_on():
                return state
            state = await act.rules[phrase.word](state, Step(effect, phrase, whom, at, act))
    return state


# ---------------------------------------------------------------------- what each does
StepRule = Callable[[State, Step], Awaitable[State]]


async def healed(
    state: State, who: str, pool: Pool, n: int, *, by: str, called: Label, unbroken: bool = False
) -> tuple[State, int]:
    """Points that come back to somebody: with what the healer's effects add, and not where recovery is forbidden."""
    character = state.characters[who]
    if denies(state, who, "recover"):
        return state, 0
    points = max(0, n + (plus(state, by, "healing") if by in state.characters else 0))
    fill = self_healed(character, pool, points) if unbroken else filled(character.row(pool).lost, points)
    if not fill.healed:
        return state, 0
    why = total(because(fill.healed, say("why.named", name=called)))
    return await happen(gauges_moved(state, who, pool, fill.lost, why=why)), fill.healed


async def _heal(state: State, step: Step) -> State:
    pool, crisis = Pool(step.phrase.values[0]), state.characters[step.whom].crisis
    unbroken = "unbroken" in step.phrase.values
    by, called = step.effect.bearer, step.effect.called
    state, n = await healed(state, step.whom, pool, step.number(state, 0), by=by, called=called, unbroken=unbroken)
    return await step.act.after_healing(state, step.whom, step.effect.bearer, step.at, crisis=crisis) if n else state


async def _lose(state: State, step: Step) -> State:
    """Points that go: no damage, nobody struck; MP may be overdrawn."""
    pool = Pool(step.phrase.values[0])
    drain = drained(state.characters[step.whom], pool, max(0, step.number(state, 0)))
    why = total(because(drain.dealt, say("why.named", name=step.effect.called)))
    state = await happen(gauges_moved(state, step.whom, pool, drain.lost, why=why))
    return await dropped(state, step.whom, Cause.OVERDRAFT if pool is Pool.MP else Cause.IMPROVISED)


async def _damage(state: State, step: Step) -> State:
    """Damage without a check: affinity, reduction and guard apply; the source strikes."""
    kind = next(v for v in step.phrase.values if v in set(DamageType))
    at = step.at.then("damage", doer=step.effect.by, target=step.whom, type=kind, weapon="", spell=False)
    blow = unchecked(state, step.whom, kind, max(0, step.number(state, 0)), at=at, called=step.effect.called)
    told = say("told.step_damage", who=_name(state, step.whom), n=blow.amount.amount, type=term(kind))
    step.act.told.append(told)
    return await step.act.dealing(state, blow, step.effect.by, at)


async def _break(state: State, step: Step) -> State:
    return await step.act.breaking(state, step.whom, step.effect.by, step.at)


async def _status(state: State, step: Step) -> State:
    had = state.characters[step.whom].statuses
    state = await afflicted(state, step.whom, Status(step.phrase.values[0]))
    return await suffered(state, step.whom, had, at=step.at, act=step.act)


async def suffered(state: State, who: str, had: tuple[Status, ...], *, at: Occasion, act: "Act") -> State:
    """What listens to a status that somebody gained is heard; one that she had before, or is immune to, is none (FAB-LIV-34)."""
    if state.characters[who].statuses == had:
        return state
    return await act.opened(state, at.then("status_gained", target=who, owner=who))


async def _cure(state: State, step: Step) -> State:
    statuses, which = state.characters[step.whom].statuses, step.phrase.values[:1]
    if not statuses:
        return state
    if which == ("one",):
        gone = await _one_of(step, statuses)
        left = tuple(s for s in statuses if s != gone)
    else:
        left = tuple(s for s in statuses if which and which[0] in set(Status) and s != which[0])
    return await happen(StatusesSet(step.whom, left))


async def _one_of(step: Step, statuses: tuple[Status, ...]) -> str:
    if len(statuses) == 1:
        return statuses[0]
    options = tuple(Option(s, term(s)) for s in statuses)
    return await choose(
        actor(step.effect.bearer), say("questions.cure", effect=step.effect.called), options, about=step.whom
    )


async def _gain(state: State, step: Step) -> State:
    what, n = step.phrase.values[0], step.number(state, 0, 1)
    if what == "superiority" and state.conflict is not None:
        before = points = state.conflict.points
        for _ in range(n):
            points = gained(points, team_of(state, step.whom))[0]
        return await happen(SuperiorityMoved(points, moved(before, points, say("why.named", name=step.effect.called))))
    if what == "opportunity":
        waiting = state.characters[step.whom].opportunities
        return await happen(OpportunitiesSet(step.whom, (*waiting, *["check"] * n)))
    if what == "ip":
        n = min(n, room_for_ip(state, state.characters[step.whom]))
    if what in ("fp", "ip", "ultima", "money"):
        if what == "ultima":
            line = say("told.step_gain", who=_name(state, step.whom), n=n, what=term(what))
            step.act.told.append(for_gm(line))  # FAB-LIV-39
        return await happen(replace(PointsMoved(step.whom), **{what: n}))
    return state


async def _initiative(state: State, step: Step) -> State:
    fighter = state.conflict.of(step.whom) if state.conflict else None
    if fighter is None:
        return state
    return await happen(InitiativeSet(step.whom, fighter.initiative + step.number(state, 0)))


async def _swap(state: State, step: Step) -> State:
    """Both change places on the clock; the one who would be swapped is asked (FAB-LIV-5)."""
    conflict, bearer = state.conflict, step.effect.bearer
    mine, theirs = (conflict.of(bearer), conflict.of(step.whom)) if conflict else (None, None)
    if mine is None or theirs is None or mine is theirs:
        return state
    options = (Option("yes", say("answers.swap_yes")), Option("no", say("answers.swap_no")))
    question = say("questions.swap", who=_name(state, bearer), mine=theirs.initiative, theirs=mine.initiative)
    if await choose(actor(step.whom), question, options, about=bearer) != "yes":
        return state
    await happen(InitiativeSet(bearer, theirs.initiative))
    step.act.told.append(say("told.step_swap", who=_name(state, bearer), other=_name(state, step.whom)))
    return await happen(InitiativeSet(step.whom, mine.initiative))


async def _add(state: State, step: Step) -> State:
    step.act.add += step.number(state, 0)
    return state


async def _add_damage(state: State, step: Step) -> State:
    step.act.add_damage += step.number(state, 0)
    return state


async def _reroll(state: State, step: Step) -> State:
    """Dice of the check at hand fall again; which one is picked where it is one."""
    if step.number(state, 0, 1) > 1:
        step.act.dice = (True, True)
        return state
    options = (Option("1", say("answers.die_1")), Option("2", say("answers.die_2")))
    which = await choose(
        actor(step.effect.bearer), say("questions.which_die", effect=step.effect.called), options, about=step.effect.id
    )
    step.act.dice = (which == "1", which == "2")
    return state


async def _lessen(state: State, step: Step) -> State:
    step.act.lessen += step.number(state, 0)
    return state


async def _action(state: State, step: Step) -> State:
    if state.conflict is None or state.conflict.turn != step.whom:
        return state
    return await happen(ActionGranted(step.number(state, 0, 1)))


async def _clock(state: State, step: Step) -> State:
    """A clock of the story moves; which one is asked where several can be seen."""
    clocks = [clock for clock in state.clocks if not clock.hidden]
    if not clocks:
        return state
    name = clocks[0].name
    if len(clocks) > 1:
        options = tuple(Option(clock.name, say("answers.person", who=clock.name)) for clock in clocks)
        name = await choose(actor(step.effect.bearer), say("questions.which_clock"), options, about=step.effect.id)
    n = step.number(state, 0, 1)
    clock = next(clock for clock in clocks if clock.name == name)
    now = moved_clock(clock, abs(n), "fill" if n >= 0 else "erase")
    return await happen(ClockSet(now, clock.filled))


async def _reveal(state: State, step: Step) -> State:
    tier = step.number(state, 0, 1)
    if step.whom in state.characters and state.characters[step.whom].studied < tier:
        return await happen(Studied(step.whom, min(tier, 3)))
    return state


async def _effect(state: State, step: Step) -> State:
    """Another effect begins: it is called what its maker is called, if it has no name."""
    definition = inner(step.phrase)
    kind, _, key = step.effect.id.partition(":")
    own = any(key in entries for entries in state.things.values())
    shelf = key if kind in ("feat", "spell", "item") and not own and not definition.name else ""
    definition = replace(definition, name=definition.name or step.effect.called, shelf=shelf)
    return await begin(
        state, picked(definition, str(step.at.fact("pick"))), bearer=step.whom, by=step.effect.by, at=step.at
    )


def inner(phrase: Phrase) -> Effect:
    return msgspec.json.decode(phrase.values[0], type=Effect)


def picked(effect: Effect, pick: str) -> Effect:
    modifiers = tuple(replace(m, part=pick) if m.part == "pick" else m for m in effect.modifiers)
    return replace(effect, modifiers=modifiers)


async def _end(_state: State, step: Step) -> State:
    return await happen(EffectOver(step.effect.bearer, (step.effect.id,)))


async def _tell(state: State, step: Step) -> State:
    step.act.told.append(say("told.step_tell", text=step.phrase.values[0] or step.effect.called))
    return state


FOR_GM = "told.for_gm"


def for_gm(line: Say) -> Say:
    return line if line.key == FOR_GM else say(FOR_GM, line=line)


def _name(state: State, who: str) -> Label:
    character: Character | None = state.characters.get(who)
    return character.called if character else who


STEPS: Mapping[str, StepRule] = {
    "heal": _heal, "lose": _lose, "damage": _damage, "break": _break, "status": _status, "cure": _cure, "gain": _gain,
    "initiative": _initiative, "swap": _swap, "add": _add, "add_damage": _add_damage, "reroll": _reroll, "lessen": _lessen,
    "action": _action, "clock": _clock, "reveal": _reveal, "effect": _effect, "end": _end, "tell": _tell,
}  # fmt: skip
"""What steps do, but for a check, which is made by its own chapter (checks.py), and an attack, which waits until all is told."""
