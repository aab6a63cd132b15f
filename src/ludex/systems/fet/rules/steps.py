"""Effects: the steps (FET-LIV-28): what a trait does when it is set off, one thing for one person at a time.

Skills do the same things in a moment of battle (`casting.py`); a trait does them at once, whenever its event comes.
"""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.events import (
    CharacterRemoved,
    FighterLeft,
    FightersChanged,
    PointsKept,
    ScarsKept,
    SheetWritten,
    TraitUsed,
)
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.acts import wind_up_of
from ludex.systems.fet.rules.conditions import Occasion, SetOff
from ludex.systems.fet.rules.editing import raised
from ludex.systems.fet.rules.elapsing import keep
from ludex.systems.fet.rules.resources import hold, resource_now, scar_of
from ludex.systems.fet.rules.roster import follow, pools
from ludex.systems.fet.sheet import BATTLE, Buff, Debuff, Entry, Standing, Trait, TraitEffect, level_of
from ludex.systems.fet.state import Hold, State
from ludex.systems.fet.terms import ELEVEN, RESOURCES, SCOPES, Attribute, Effect, Number, Resource, Zone, tidy
from ludex.systems.fet.terms import Step as Kind


@rule("FET-LIV-28")
async def carry_out(state: State, owner: str, trait: Trait, occasion: Occasion) -> tuple[State, list[SetOff]]:
    """Every step of a trait, on whom it is for."""
    rows: list[SetOff] = []
    if state.battle is not None:
        state = await happen(TraitUsed(owner, trait.name))
    for effect in trait.effects:
        for who in whom_for(state, owner, effect, occasion):
            if who not in state.people:
                continue
            step = Step(owner, trait, effect, who, size_for(state, who, effect, occasion))
            state, row = await step_of(effect.kind)(state, step)
            rows.append(row)
    return state, rows


class Step(msgspec.Struct, frozen=True):
    """One step for one person: whose trait, which effect, on whom, how much."""

    owner: str
    trait: Trait
    effect: TraitEffect
    who: str
    amount: Number

    def row(self, before: Number | str | Say = "", after: Number | str | Say = "") -> SetOff:
        """What it did."""
        resource = self.effect.resource if self.effect.kind in POOLED else ""
        return SetOff(self.owner, self.trait.name, self.effect.kind, self.who, resource, before, after)


POOLED = (Effect.DAMAGE, Effect.HEAL, Effect.CONVERT, Kind.ADD, Kind.SCAR)


def whom_for(state: State, owner: str, effect: TraitEffect, occasion: Occasion) -> tuple[str, ...]:
    """Whom a step is for: its owner unless it says otherwise."""
    other = occasion.other if owner == occasion.who else occasion.who
    everybody = tuple(f.id for f in state.battle.fighters) if state.battle else tuple(state.characters)
    found = {"one": (other,), "source": (other,), "attacker": (other,), "all": everybody}
    return found.get(effect.target, (owner,))


def size_for(state: State, who: str, effect: TraitEffect, occasion: Occasion) -> Number:
    """How much: a number (so often as it happened at once), the event's damage, all of it, or the victim's maximum."""
    if isinstance(effect.amount, int | float):
        return tidy(effect.amount * occasion.times)
    if effect.amount in ("victim_max", "对方上限"):
        return resource_now(state, occasion.other, effect.resource)[1] if occasion.other in state.people else 0
    if effect.amount in ("all", "全部"):
        return resource_now(state, who, effect.resource)[1]
    return occasion.amount


async def _pool(state: State, step: Step, *, by: Number, caps: bool) -> tuple[State, SetOff]:
    """Change a resource; what restores stops at the maximum less what is scarred, and nothing reaches the dead."""
    resource, who = step.effect.resource, step.who
    now, top = resource_now(state, who, resource)
    bearer = state.bearer(who)
    if pools(state, who).dead or bearer is None:
        return state, step.row(now, now)
    most = tidy(top - scar_of(bearer, resource))
    after = max(now, min(tidy(now + by), most)) if caps else max(0, tidy(now + by))
    return await hold(state, who, resource=resource, current=after), step.row(now, after)


async def _damage(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=-step.amount, caps=False)


async def _heal(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=step.amount, caps=True)


async def _add(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=step.amount, caps=False)


@rule("FET-TRX-2")
async def _scar(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    stamina = step.effect.resource == Resource.STAMINA
    before = found.stamina_scar if stamina else found.will_scar
    after = tidy(before + step.amount)
    scars = (after, found.will_scar) if stamina else (found.stamina_scar, after)
    return await happen(ScarsKept(step.who, *scars)), step.row(before, after)


async def _kill(state: State, step: Step) -> tuple[State, SetOff]:
    now, _ = resource_now(state, step.who, Resource.STAMINA)
    return await hold(state, step.who, resource=Resource.STAMINA, current=0), step.row(now, 0)


async def _erase(state: State, step: Step) -> tuple[State, SetOff]:
    if state.fighter(step.who) is not None:
        state = await happen(FighterLeft(step.who))
    return await happen(CharacterRemoved(step.who)), step.row()


async def _bring_back(state: State, step: Step) -> tuple[State, SetOff]:
    for resource in RESOURCES:
        bearer = state.bearer(step.who)
        now, top = resource_now(state, step.who, resource)
        full = tidy(top - (scar_of(bearer, resource) if bearer else 0))
        state = await hold(state, step.who, resource=resource, current=max(now, full))
    return state, step.row()


async def _level_up(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    sheet = replace(found.sheet, level=tidy(level_of(found.sheet) + (step.amount or 1)))
    after = await raised(state, await happen(SheetWritten(step.who, sheet)), step.who)
    return await follow(after, step.who), step.row(level_of(found.sheet), level_of(sheet))


async def _change_race(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    sheet = replace(found.sheet, race=step.effect.of)
    return await happen(SheetWritten(step.who, sheet)), step.row(found.sheet.race, sheet.race)


async def _cash(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    bill = (*found.sheet.bill, Entry(step.amount, step.trait.name))
    return await happen(SheetWritten(step.who, replace(found.sheet, bill=bill))), step.row("", step.amount)


async def _points(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None or found.action_points is None:
        return state, step.row()
    after = max(0, tidy(found.action_points + step.amount))
    return await happen(PointsKept(step.who, after)), step.row(found.action_points, after)


async def _shield(state: State, step: Step) -> tuple[State, SetOff]:
    fighter = state.fighter(step.who)
    if fighter is None or state.battle is None:
        return state, step.row()
    after = replace(fighter, shield=tidy(fighter.shield + step.amount))
    return await happen(FightersChanged(state.battle.time, (after,))), step.row(fighter.shield, after.shield)


async def _break(state: State, step: Step) -> tuple[State, SetOff]:
    fighter = state.fighter(step.who)
    if fighter is None or state.battle is None or fighter.act is None:
        return state, step.row()
    past = fighter.act.over(fighter.id, state.battle.time, "broken")
    return await happen(FightersChanged(state.battle.time, (replace(fighter, act=None),), (past,))), step.row()


@rule("FET-SKX-5")
async def _stand(state: State, step: Step) -> tuple[State, SetOff]:
    """Put up an effect that acts by itself, so many times."""
    effect, bearer = step.effect, state.bearer(step.who)
    if bearer is None:
        return state, step.row()
    kind = str(Effect.read(effect.kind))
    standing = Standing(step.trait.name, kind, step.amount, int(effect.times), effect.resource)
    burden = replace(bearer.burden, standing=(*bearer.burden.standing, standing))
    return await keep(state, step.who, burden), step.row("", step.amount)


async def _buff(state: State, step: Step) -> tuple[State, SetOff]:
    """Points on an attribute for so many acts (`times`), at most until the battle ends."""
    effect, bearer = step.effect, state.bearer(step.who)
    if bearer is None or effect.of not in (*ELEVEN, *SCOPES):
        return state, step.row()
    points = effect.points or step.amount
    buff = Buff(step.trait.name, effect.of, "points", points, acts=int(effect.times), until=BATTLE)
    burden = replace(bearer.burden, buffs=(*bearer.burden.buffs, buff))
    return await keep(state, step.who, burden), step.row("", points)


@rule("FET-DBF-1")
async def _debuff(state: State, step: Step) -> tuple[State, SetOff]:
    fighter = state.fighter(step.who)
    if fighter is None or state.battle is None:
        return state, step.row()
    pool = Debuff(step.amount, since=state.battle.time)
    after = replace(fighter, debuffs=(*fighter.debuffs, pool))
    return await happen(FightersChanged(state.battle.time, (after,))), step.row("", step.amount)


@rule("FET-CTL-2")
async def _control(state: State, step: Step) -> tuple[State, SetOff]:
    """Stunned for the target's own wind-up against the amount, with what it resists with (else its willpower)."""
    fighter, battle = state.fighter(step.who), state.battle
    value = fighter.values.get(step.effect.resist or Attribute.WILLPOWER, 0) if fighter else 0
    if fighter is None or battle is None or value <= 0 or step.amount <= 0:
        return state, step.row()
    until = tidy(battle.time + wind_up_of(step.amount, value, options=state.options))
    past = (fighter.act.over(fighter.id, battle.time, "broken"),) if fighter.act else ()
    after = replace(fighter, act=None, denied_until=max(fighter.denied_until, until))
    return await happen(FightersChanged(battle.time, (after,), past)), step.row("", say("view.at_time", time=until))


async def _hide(state: State, step: Step) -> tuple[State, SetOff]:
    """Unseen until a time (the amount in t), or its next hostile act."""
    fighter, battle = state.fighter(step.who), state.battle
    if fighter is None or battle is None:
        return state, step.row()
    held = Hold("hidden", tidy(battle.time + (step.amount or 1)), step.who)
    return await happen(FightersChanged(battle.time, (replace(fighter, holds=(*fighter.holds, held)),))), step.row()


async def _convert(state: State, step: Step) -> tuple[State, SetOff]:
    """So much of the other resource becomes this one."""
    resource = step.effect.resource
    other = next(r for r in RESOURCES if r != resource)
    there, _ = resource_now(state, step.who, other)
    amount = min(step.amount, there)
    state = await hold(state, step.who, resource=other, current=tidy(there - amount))
    now, _ = resource_now(state, step.who, resource)
    return await hold(state, step.who, resource=resource, current=tidy(now + amount)), step.row(now, tidy(now + amount))


async def _move(state: State, step: Step) -> tuple[State, SetOff]:
    """Into the other zone."""
    fighter, battle = state.fighter(step.who), state.battle
    if fighter is None or battle is None:
        return state, step.row()
    zone = Zone.SAFE if fighter.zone == Zone.DANGER else Zone.DANGER
    after = replace(fighter, zone=zone)
    return await happen(FightersChanged(battle.time, (after,))), step.row(term(fighter.zone), term(zone))


async def _say(state: State, step: Step) -> tuple[State, SetOff]:
    """Words for the table."""
    return state, step.row()


STEPS: dict[str, Callable[[State, Step], Awaitable[tuple[State, SetOff]]]] = {
    Effect.DAMAGE: _damage,
    Effect.HEAL: _heal,
    Kind.ADD: _add,
    Kind.SCAR: _scar,
    Kind.KILL: _kill,
    Kind.ERASE: _erase,
    Kind.BRING_BACK: _bring_back,
    Kind.LEVEL: _level_up,
    Kind.RACE: _change_race,
    Kind.CASH: _cash,
    Kind.POINTS: _points,
    Effect.SHIELD: _shield,
    Effect.INTERRUPT: _break,
    **dict.fromkeys((Effect.RETALIATE, Effect.REDUCE, Effect.GUARD), _stand),
    **dict.fromkeys((Effect.EMPOWER, Effect.VULNERABLE, Effect.WEAKEN), _stand),
    Effect.ATTRIBUTE: _buff,
    Effect.DEBUFF: _debuff,
    Effect.CONTROL: _control,
    Effect.HIDE: _hide,
    Effect.CONVERT: _convert,
    Effect.MOVE: _move,
    Effect.INFO: _say,
}
"""FET-LIV-28: what a trait may do."""


def step_of(kind: str) -> Callable[[State, Step], Awaitable[tuple[State, SetOff]]]:
    """The step that a word means, in any of its spellings; anything else is words for the table."""
    for words in (Effect, Kind):
        if words.holds(kind):
            return STEPS.get(words.read(kind), _say)
    return _say
