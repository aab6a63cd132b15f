"""Stamina and will (FET-STA-2, FET-DTH-1): changing them, and dying; what a changed sheet makes of them; and what lies on people ends by itself, as time runs and battles end."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.driving import replay
from ludex.core.errors import Diverged, RuleError
from ludex.core.events import applied, happen
from ludex.core.explain import Total
from ludex.core.rule import Run, rule
from ludex.systems.fet.effects.conditions import buffing
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.events.people import BurdenKept, Died, LoadMoved, LossesKept
from ludex.systems.fet.events.telling import Moved
from ludex.systems.fet.options import Options
from ludex.systems.fet.redact import fate_heard_by
from ludex.systems.fet.rules.clock import fallen
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.roster import check_resource, fighter_of, pools
from ludex.systems.fet.sheet import (
    BATTLE,
    NIGHT,
    Buff,
    Burden,
    Passing,
    Shield,
    Standing,
    Thing,
    Ward,
    carried,
    hindrance,
)
from ludex.systems.fet.sheet.values import Changes
from ludex.systems.fet.state import Fighter, State
from ludex.systems.fet.terms import Kind, Number, Resource, tidy


@rule("FET-STA-2")
def changed(current: Number, change: Number, *, maximum: Number, options: Options) -> Number:
    """A resource after a recorded change: never below 0; a gain stops at the maximum only where the table says so."""
    after = tidy(current + change)
    if change > 0 and options.caps == "all":
        after = max(current, min(after, maximum))
    return max(0, after)


class ChangeResource(msgspec.Struct, frozen=True):
    stamina: Number = 100
    will: Number = 100
    stamina_max: Number | None = None
    will_max: Number | None = None
    change: dict[str, Number] = {}


class ResourceChanged(msgspec.Struct, frozen=True):
    stamina: Number
    will: Number
    dead: bool
    cause: str


@rule("FET-STA-2", "FET-DTH-1", "FET-DTH-2")
async def change_resource(state: State, given: ChangeResource) -> ResourceChanged:
    """Damage or healing outside a battle."""
    for name in given.change:
        check_resource(name)
    stamina_max, will_max = given.stamina_max or given.stamina, given.will_max or given.will
    dead = given.stamina <= 0 < stamina_max or given.will <= 0 < will_max
    if dead and all(change > 0 for change in given.change.values()):
        raise RuleError("dead", clause="FET-DTH-2")
    stamina = changed(given.stamina, given.change.get("stamina", 0), maximum=stamina_max, options=state.options)
    will = changed(given.will, given.change.get("will", 0), maximum=will_max, options=state.options)
    cause = str(Resource.STAMINA) if stamina <= 0 else str(Resource.WILL) if will <= 0 else "none"
    return ResourceChanged(stamina, will, cause != "none", cause)


def resource_now(state: State, who: str, resource: str) -> tuple[Number, Number]:
    now = pools(state, who)
    return (now.stamina, now.stamina_max) if resource == Resource.STAMINA else (now.will, now.will_max)


@rule("FET-LVL-3")
async def hold(state: State, who: str, *, resource: str, current: Number, why: Total | None = None) -> State:
    """Somebody has so much of a resource now: a character as a loss, a fighter without a sheet as it is; `why`: of what the change is the sum."""
    character = state.characters.get(who)
    if character is not None:
        _, top = resource_now(state, who, resource)
        lost = {"stamina": character.stamina_lost, "will": character.will_lost, resource: tidy(top - current)}
        moved = losses_moved(state, who, lost["stamina"], lost["will"])
        after = await fallen(await happen(LossesKept(who, lost["stamina"], lost["will"], moved, why)), who)
        return await _mourned(state, after, who)
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    left = max(0, current)
    moved = (Moved(who, resource, fighter.now(resource), left, fighter.maximum(resource)),)
    change = FightersChanged(state.battle.time, (replace(fighter, **{resource: left}),), moved=moved)
    return await _mourned(state, await fallen(await happen(change), who), who)


def losses_moved(state: State, who: str, stamina: Number, will: Number) -> tuple[Moved, ...]:
    """What of somebody's stamina and will other losses leave otherwise."""
    now = pools(state, who)
    left = {"stamina": tidy(now.stamina_max - stamina), "will": tidy(now.will_max - will)}
    both = (("stamina", now.stamina, now.stamina_max), ("will", now.will, now.will_max))
    moved = (Moved(who, name, was, max(0, left[name]), top) for name, was, top in both)
    return tuple(one for one in moved if one.was != one.now)


async def _mourned(before: State, state: State, *people: str) -> State:
    """Who has died between two states has died for everybody to hear."""
    for who in people:
        if died(before, state, who):
            state = await happen(Died(who))
    return state


# What follows from a sheet


@rule("FET-LVL-3", "FET-TRT-2")
async def follow(state: State, *who: str, before: State | None = None) -> State:
    """A sheet or the place has changed: those who fight go on with their new values; losses stay, and so do the dead."""
    for one in who if before is not None else ():
        state = await _stay_dead(before, state, one)
    state = await _fight_on(state, who)
    for one in who if before is not None else ():
        if before is not None and (moved := _load_moved(before, state, one)) is not None:
            state = await happen(moved)
    return state if before is None else await _mourned(before, state, *who)


@rule("FET-LIV-13")
def _load_moved(before: State, state: State, who: str) -> LoadMoved | None:
    """What somebody carries now, where that, or what can be carried, is other than before."""
    was, now = _load(before, who), _load(state, who)
    if who not in before.characters or now is None or was == now:
        return None
    return LoadMoved(who, *now, state.characters[who].sheet.load or 0)


def _load(state: State, who: str) -> tuple[Number, Number] | None:
    """What somebody carries of how much, where it can be worked out."""
    found = state.characters.get(who)
    if found is None or hindrance(found.sheet):
        return None
    return carried(found.sheet, state.options), derived(state, who).load_total


async def _fight_on(state: State, who: tuple[str, ...]) -> State:
    battle = state.battle
    fighters = [f for f in battle.fighters if f.id in who] if battle else []
    own = {f.id: fighter_of(state, f.id) for f in fighters if f.id in state.characters}
    follows = {who: {name: getattr(new, name) for name in OF_SHEET} for who, new in own.items()}
    after = [replace(f, **follows[f.id]) if f.id in own else revalued(f) for f in fighters]
    changed = tuple(new for new, old in zip(after, fighters, strict=True) if new != old)
    if battle is None or not changed:
        return state
    state = await happen(FightersChanged(battle.time, changed))
    for fighter in (f for f in changed if f.dead):
        state = await fallen(state, fighter.id)
    return state


@rule("FET-DTH-2", "FET-LIV-8")
def died(before: State, after: State, who: str) -> bool:
    """Whether somebody has died between two states, by whatever it was."""
    sheets = [state.characters[who].sheet for state in (before, after) if who in state.characters]
    known = who in before.people and who in after.people and not any(map(hindrance, sheets))
    return known and pools(after, who).dead and not pools(before, who).dead


@rule("FET-DTH-2")
async def _stay_dead(before: State | None, state: State, who: str) -> State:
    """Nobody comes back because a maximum has grown (Ruling FET-E-47)."""
    if before is None or who not in before.characters or who not in state.characters:
        return state
    if hindrance(before.characters[who].sheet) or hindrance(state.characters[who].sheet):
        return state
    old, new, found = pools(before, who), pools(state, who), state.characters[who]
    if not old.dead or new.dead:
        return state
    stamina = new.stamina_max if old.stamina <= 0 else found.stamina_lost
    return await happen(LossesKept(who, stamina, new.will_max if old.will <= 0 else found.will_lost))


def revalued(fighter: Fighter) -> Fighter:
    """A fighter without a sheet: its plain values, with the buffs that lie on it."""
    plain = fighter.plain or fighter.values
    buffs = fighter.burden.buffs
    changes = Changes(buffing(buffs, fighter.level))
    values = {name: changes.value(name, value) for name, value in plain.items()}
    return replace(fighter, values=values, plain=plain if buffs else {})


OF_SHEET = ("values", "stamina", "will", "stamina_max", "will_max", "level", "size", "overloaded", "weapons")
"""What of a fighter is its sheet's; the rounds of its weapons too (FET-LIV-14)."""


@rule("FET-LIV-2")
def preview(state: State, run: Run, given: msgspec.Struct) -> State:
    """The state after a deed that changes a number or a list; the same where anything else decides, or refuses."""
    try:
        after: State = replay(lambda: run(state, given), state, applied, ()).state
    except (Diverged, RuleError):
        return state
    return after


@rule("FET-LIV-8")
def with_fate(state: State, run: Run, do: Do) -> Do:
    """A deed; where somebody dies of it or comes back, everybody hears of it who knows of them."""
    who, after = do.given.who, preview(state, run, do.given)
    if after is state or who not in state.people or who not in after.people:
        return do
    turned = pools(state, who).dead != pools(after, who).dead
    return replace(do, audience=fate_heard_by(state, who)) if turned else do


KINDS = Burden.__struct_fields__

LEAST = 1
"""Nobody dies of a gain that goes again: so much stays."""


L = TypeVar("L", Buff, Ward, Shield, Passing, Standing)


def rested(thing: L, *, time: Number, acts: int) -> L | None:
    """The same after so much time and so many acts; None if that ends it."""
    left = None if thing.time is None else tidy(thing.time - time)
    turns = None if thing.acts is None else thing.acts - acts
    if (left is not None and left <= 0) or (turns is not None and turns <= 0):
        return None
    return replace(thing, time=left, acts=turns)


async def lapse(state: State, who: Iterable[str], *, before: Number) -> State:
    """End what ends within so much time; what ends exactly then still counts. Frozen time is none (FET-SKX-9)."""
    for one in (w for w in who if not (state.battle and state.battle.frozen(w))):
        state = await _rest(state, one, lambda t: t if t.time is None or t.time >= before else None)
    return state


async def elapse(state: State, who: Iterable[str], *, time: Number = 0, acted: Iterable[str] = ()) -> State:
    """So much time has passed, and these have had an act settled."""
    did = tuple(acted)
    for one in who:
        state = await _rest(state, one, partial(rested, time=time, acts=int(one in did)))
    return state


async def close(state: State, who: Iterable[str]) -> State:
    """A battle is over: what was to last some of its time ends with it, and no skill's effect stands any longer."""
    for one in who:
        state = await _rest(state, one, lambda t: None if _of_battle(t) else t)
    return state


def _of_battle(thing: Thing) -> bool:
    return thing.time is not None or thing.until == BATTLE or isinstance(thing, Standing)


@rule("FET-LIV-29", "FET-LIV-55")
async def dawn(state: State, who: Iterable[str]) -> State:
    """A night is over: what was to last until then ends."""
    for one in who:
        state = await _rest(state, one, lambda t: None if t.until == NIGHT else t)
    return state


async def _rest(state: State, who: str, left: Callable[[Thing], Thing | None]) -> State:
    """What `left` leaves of everything on somebody; passing changes that end are taken back."""
    found = state.bearer(who)
    if found is None:
        return state
    now = found.burden
    kept = {kind: tuple(t for old in getattr(now, kind) if (t := left(old)) is not None) for kind in KINDS}
    state = await keep(state, who, replace(Burden(), **kept))
    for gone in (p for p in now.passing if left(p) is None):
        state = await undo_passing(state, who, gone)
    return state


async def undo_passing(state: State, who: str, gone: Passing) -> State:
    """A passing gain goes again, a passing loss comes back; the dead stay dead."""
    current, top = resource_now(state, who, gone.resource)
    if pools(state, who).dead:
        return state
    after = tidy(current - gone.by)
    after = max(min(current, LEAST), after) if gone.by > 0 else max(current, min(after, top))
    return await hold(state, who, resource=gone.resource, current=after)


async def settle_lasting(state: State, moment: Moment) -> State:
    """After a moment: shields and standing effects as they are left, time and acts passed, and what is new."""
    for who, bearer in state.people.items():
        now = bearer.burden
        shields, standing = moment.guards.shields.get(who, now.shields), moment.stances.left.get(who, now.standing)
        state = await keep(state, who, replace(now, shields=shields, standing=standing))
    acted = [f.id for f in moment.ending if f.id not in moment.broken and f.act and f.act.kind != Kind.WAIT]
    everybody = [f.id for f in moment.battle.fighters if not moment.battle.frozen(f.id)]
    state = await elapse(state, everybody, time=tidy(moment.time - moment.battle.time), acted=acted)
    for who in dict.fromkeys((*moment.noted, *moment.buffed)):
        found = state.bearer(who)
        if found is not None:
            now = found.burden
            standing = (*now.standing, *moment.noted.get(who, ()))
            buffs = (*now.buffs, *moment.buffed.get(who, ()))
            state = await keep(state, who, replace(now, standing=standing, buffs=buffs))
    return state


async def keep(state: State, who: str, burden: Burden) -> State:
    """Make it so, where it is other than before; a fighter goes on with its new values."""
    found = state.bearer(who)
    if found is None or burden == found.burden:
        return state
    return await follow(await happen(BurdenKept(who, burden)), who, before=state)


class Ended(msgspec.Struct, frozen=True):
    """Something that lay on somebody is over. `kind`: buffs, wards, shields, passing, standing. `at`: whom it was for or against."""

    who: str
    kind: str
    name: str
    at: str = ""


def ended(before: State, after: State) -> tuple[Ended, ...]:
    """What lies on people no longer."""
    now = after.people
    return tuple(
        Ended(who, kind, name, at)
        for who, old in before.people.items()
        if who in now
        for kind in KINDS
        for name, at in _gone(getattr(old.burden, kind), getattr(now[who].burden, kind))
    )


def _gone(old: tuple[Thing, ...], new: tuple[Thing, ...]) -> list[tuple[str, str]]:
    left = [_known(thing) for thing in new]
    gone = []
    for one in map(_known, old):
        if one in left:
            left.remove(one)
        else:
            gone.append(one)
    return gone


def _known(thing: Thing) -> tuple[str, str]:
    """What lies on somebody, by its name and whom it is against; shields and passing changes have none."""
    return getattr(thing, "name", ""), getattr(thing, "at", "")
