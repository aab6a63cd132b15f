"""Windows before damage and before death (FET-LIV-30): what traits do then counts in the very moment that sets them off.

Joins 将受伤害 and 濒死: both come while a moment is being settled, so that what they give or take is part of its sums; whatever else
such a trait does is carried out when the moment has happened.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.events import TraitUsed
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.conditions import Occasion, SetOff, traits_of
from ludex.systems.fet.rules.moment import Blow, Moment
from ludex.systems.fet.rules.steps import carry_out, size_for, whom_for
from ludex.systems.fet.rules.triggers import listens, wanted
from ludex.systems.fet.sheet import Trait
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Effect, Event, Number, tidy
from ludex.systems.fet.terms import Step as Kind


class Later(msgspec.Struct, frozen=True):
    """The rest of a trait, for when the moment has happened."""

    owner: str
    trait: Trait
    occasion: Occasion


class Before(msgspec.Struct):
    """What was done within a moment, and what is still to be done."""

    state: State
    rows: list[SetOff] = []
    later: list[Later] = []


@rule("FET-LIV-27", "FET-LIV-30")
async def before_damage(moment: Moment, before: Before) -> None:
    """Everybody who is about to be hurt, blow by blow."""
    for blow in [b for b in moment.blows if not b.taken and b.source != b.target]:
        at = Occasion(Event.ABOUT_TO_HURT, blow.target, blow.source, blow.final, blow.resource, blow.sort)
        await _answer(moment, before, at, blow)


@rule("FET-LIV-27", "FET-LIV-30")
async def before_death(moment: Moment, before: Before) -> None:
    """Everybody who would die of this moment."""
    alive = {f.id for f in moment.battle.fighters if not f.dead}
    for victim in [f.id for f in moment.fighters_after() if f.dead and f.id in alive and not f.double_of]:
        source = next((b.source for b in reversed(moment.blows) if b.target == victim and b.lost > 0), "")
        await _answer(moment, before, Occasion(Event.NEAR_DEATH, victim, source), None)


async def _answer(moment: Moment, before: Before, at: Occasion, blow: Blow | None) -> None:
    for owner in [f.id for f in moment.battle.fighters if not moment.battle.frozen(f.id)]:
        for trait in traits_of(before.state, owner):
            if not listens(before.state, owner, trait, at) or not await wanted(owner, trait, at):
                continue
            before.state = await happen(TraitUsed(owner, trait.name))
            _do(moment, before, owner, trait, at, blow)


def _do(moment: Moment, before: Before, owner: str, trait: Trait, at: Occasion, blow: Blow | None) -> None:
    """What counts in the moment at once; the rest is kept for afterwards."""
    rest = []
    for effect in trait.effects:
        within = WITHIN.get(next((str(w.read(effect.kind)) for w in (Effect, Kind) if w.holds(effect.kind)), ""))
        if within is None:
            rest.append(effect)
            continue
        for who in whom_for(before.state, owner, effect, at):
            amount = size_for(before.state, who, effect, at)
            within(moment, blow, who, effect.resource, amount)
            before.rows.append(SetOff(owner, trait.name, effect.kind, who, "", "", amount))
    if rest:
        before.later.append(Later(owner, replace(trait, effects=tuple(rest)), at))


async def carry_rest(state: State, before: Before) -> tuple[State, list[SetOff]]:
    """What such traits do besides, now that the moment has happened."""
    rows = list(before.rows)
    for one in before.later:
        state, told = await carry_out(state, one.owner, one.trait, one.occasion)
        rows += told
    return state, rows


def _heal(moment: Moment, _blow: Blow | None, who: str, resource: str, amount: Number) -> None:
    moment.heal(who, resource, by=amount, sort="")


def _add(moment: Moment, _blow: Blow | None, who: str, resource: str, amount: Number) -> None:
    moment.pay(who, resource, by=amount)


def _hurt(moment: Moment, _blow: Blow | None, who: str, resource: str, amount: Number) -> None:
    moment.pay(who, resource, by=-amount)


def _shield(moment: Moment, _blow: Blow | None, who: str, _resource: str, amount: Number) -> None:
    moment.shields[who] = tidy(moment.shields.get(who, 0) + amount)


def _lessen(_moment: Moment, blow: Blow | None, _who: str, _resource: str, amount: Number) -> None:
    """So much less of the blow that is on its way."""
    if blow is None:
        return
    row, after = blow.rows[blow.place], max(0, tidy(blow.final - amount))
    reduced = tidy((row.reduced or 0) + blow.final - after)
    blow.rows[blow.place] = replace(row, final=after, reduced=reduced)
    blow.final = after


WITHIN: dict[str, Callable[[Moment, Blow | None, str, str, Number], None]] = {
    Effect.HEAL: _heal,
    Kind.ADD: _add,
    Effect.DAMAGE: _hurt,
    Effect.SHIELD: _shield,
    Effect.REDUCE: _lessen,
    Effect.GUARD: _lessen,
}
"""What counts within the moment."""
