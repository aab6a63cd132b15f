"""What lies on characters ends by itself: as battle time runs, as acts are settled, and when a battle is over."""

from collections.abc import Callable, Iterable

import msgspec

from ludex.systems.fet.events import BurdenKept, happen
from ludex.systems.fet.lasting import Buff, Burden, L, Shield, Ward, rested
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.rules.keeping import follow
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Kind

Thing = Buff | Ward | Shield


async def lapse(state: State, who: Iterable[str], *, before: Number) -> State:
    """End what ends within so much time; what ends exactly then still counts."""
    for one in who:
        state = await keep(state, one, _sifted(state, one, lambda t: t.time is None or t.time >= before))
    return state


async def elapse(state: State, who: Iterable[str], *, time: Number = 0, acted: Iterable[str] = ()) -> State:
    """So much time has passed, and these have had an act settled."""
    did = tuple(acted)
    for one in who:
        state = await keep(state, one, _run_down(state, one, time=time, acts=int(one in did)))
    return state


async def settle_lasting(state: State, moment: Moment) -> State:
    """After a moment: shields as they are left, the time that has passed, the acts that were settled."""
    for who, shields in moment.guards.shields.items():
        if who in state.characters:
            state = await keep(state, who, msgspec.structs.replace(state.characters[who].burden, shields=shields))
    acted = [f.id for f in moment.ending if f.id not in moment.broken and f.act and f.act.kind != Kind.WAIT]
    everybody = [f.id for f in moment.battle.fighters]
    return await elapse(state, everybody, time=tidy(moment.time - moment.battle.time), acted=acted)


async def close(state: State, who: Iterable[str]) -> State:
    """A battle is over: what was to last some of its time ends with it."""
    for one in who:
        state = await keep(state, one, _sifted(state, one, lambda thing: thing.time is None))
    return state


async def keep(state: State, who: str, burden: Burden | None) -> State:
    """Make it so, where it is other than before; a fighter goes on with its new values."""
    if burden is None or burden == state.characters[who].burden:
        return state
    return await follow(await happen(BurdenKept(who, burden)), who)


def _sifted(state: State, who: str, stays: Callable[[Thing], bool]) -> Burden | None:
    if who not in state.characters:
        return None
    now = state.characters[who].burden
    return Burden(
        tuple(thing for thing in now.buffs if stays(thing)),
        tuple(thing for thing in now.wards if stays(thing)),
        tuple(thing for thing in now.shields if stays(thing)),
    )


def _run_down(state: State, who: str, *, time: Number, acts: int) -> Burden | None:
    if who not in state.characters:
        return None
    now = state.characters[who].burden
    return Burden(
        _left(now.buffs, time=time, acts=acts),
        _left(now.wards, time=time, acts=acts),
        _left(now.shields, time=time, acts=acts),
    )


def _left(things: tuple[L, ...], *, time: Number, acts: int) -> tuple[L, ...]:
    return tuple(left for thing in things if (left := rested(thing, time=time, acts=acts)) is not None)


class Ended(msgspec.Struct, frozen=True):
    """Something that lay on a character is over."""

    who: str
    kind: str
    name: str


def ended(before: State, after: State) -> tuple[Ended, ...]:
    """What lies on characters no longer."""
    found: list[Ended] = []
    for who, old in before.characters.items():
        new = after.characters.get(who)
        if new is None:
            continue
        found += [Ended(who, "buff", name) for name in _gone(old.buffs, new.buffs)]
        found += [Ended(who, "ward", name) for name in _gone(old.wards, new.wards)]
        found += [Ended(who, "shield", "") for _ in range(len(old.shields) - len(new.shields))]
    return tuple(found)


def _gone(old: tuple[Buff | Ward, ...], new: tuple[Buff | Ward, ...]) -> list[str]:
    left = [thing.name for thing in new]
    gone = []
    for thing in old:
        if thing.name in left:
            left.remove(thing.name)
        else:
            gone.append(thing.name)
    return gone
