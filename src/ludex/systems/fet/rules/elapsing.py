"""What lies on people ends by itself (the author's newer bot): as battle time runs, as acts are settled, when a battle is over."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.systems.fet.events.people import BurdenKept
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.resources import follow, hold, resource_now
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.sheet import BATTLE, NIGHT, Buff, Burden, Passing, Shield, Standing, Thing, Ward
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Kind, Number, tidy

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
