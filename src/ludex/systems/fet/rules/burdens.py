"""Putting things on somebody for a while by hand, using and removing them (the author's newer bot; FET-SKX-3).

Joins buffs, reductions and bonuses, shields, changes of a resource (gains stop at the maximum unless forced) and standing
effects. What they do is in `sheet.py` (values) and `lasting.py`.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.rules.counting import PERCENT, value_now
from ludex.systems.fet.rules.elapsing import L, keep, undo_passing
from ludex.systems.fet.rules.lasting import (
    Change,
    Mitigated,
    mitigated,
    used,
    ward_problems,
    why_buffed,
)
from ludex.systems.fet.rules.resources import hold, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_bearer, check_resource, pools
from ludex.systems.fet.sheet import Buff, Burden, Passing, Shield, Standing, Thing, Ward
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import (
    AMOUNTS,
    ELEVEN,
    EVERY,
    RESOURCES,
    SCOPES,
    BuffKind,
    Effect,
    Number,
    half_up,
    tidy,
)

T = TypeVar("T", Buff, Ward, Shield, Standing)


async def _put(state: State, who: str, kind: str, thing: Thing) -> State:
    """One more thing of a kind lies on somebody."""
    now = check_bearer(state, who).burden
    return await keep(state, who, replace(now, **{kind: (*getattr(now, kind), thing)}))


def _without_who(given: T, kind: type[T]) -> T:
    """What is to be put on somebody, without the one it is for."""
    return kind(**{name: getattr(given, name) for name in kind.__struct_fields__})


class AddBuff(Buff, frozen=True, kw_only=True):
    """What `add_buff` is given: a buff, and on whom."""

    who: str


class Buffed(msgspec.Struct, frozen=True):
    """The buff that lies on somebody now, and what the values it changes have become."""

    who: str
    buff: Buff
    values: dict[str, Number]
    why: dict[str, Total] = {}


async def add_buff(state: State, given: AddBuff) -> Buffed:
    """Put a buff on somebody; the values follow at once."""
    check_bearer(state, given.who)
    if given.of not in (*ELEVEN, *SCOPES, *AMOUNTS) or given.kind not in tuple(BuffKind):
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    if given.scaled and given.kind not in PERCENT:
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    check_duration(given.name, time=given.time, acts=given.acts)
    if pools(state, given.who).dead:
        raise RuleError("dead", who=state.called(given.who))
    buff = _without_who(given, Buff)
    state = await _put(state, given.who, "buffs", buff)
    changed = [name for name in ELEVEN if buff.on(name)]
    shown = {name: half_up(value_now(state, given.who, name), 2) for name in changed}
    return Buffed(given.who, buff, shown, {name: why_buffed(state, given.who, name) for name in changed})


def check_duration(name: str, *, time: Number | None, acts: int | None) -> None:
    """A name, and a duration above 0 where there is one."""
    if not name.strip():
        raise RuleError("name_missing")
    if (time is not None and time <= 0) or (acts is not None and acts <= 0):
        raise RuleError("bad_duration", time=time, acts=acts)


class AddWard(Ward, frozen=True, kw_only=True):
    """What `add_ward` is given: a reduction or bonus, and for whom."""

    who: str


class Warded(msgspec.Struct, frozen=True):
    """The reduction or bonus that somebody has now."""

    who: str
    ward: Ward


async def add_ward(state: State, given: AddWard) -> Warded:
    """Give somebody a damage reduction or a healing bonus."""
    check_bearer(state, given.who)
    check_resource(given.resource, EVERY)
    if ward_problems(given):
        raise RuleError("bad_ward", kind=given.kind, value=given.value)
    check_duration(given.name, time=given.time, acts=given.acts)
    ward = _without_who(given, Ward)
    await _put(state, given.who, "wards", ward)
    return Warded(given.who, ward)


class AddShield(Shield, frozen=True, kw_only=True):
    """What `add_shield` is given: a shield, and before whom."""

    who: str


class Shielded(msgspec.Struct, frozen=True):
    """The shield that stands now, and all that stands together."""

    who: str
    shield: Shield
    shields: Number
    why: dict[str, Total] = {}


async def add_shield(state: State, given: AddShield) -> Shielded:
    """Put a shield before somebody's resource, or before both."""
    check_bearer(state, given.who)
    check_resource(given.resource, EVERY)
    if given.left <= 0:
        raise RuleError("bad_shield", amount=given.left)
    check_duration(given.resource, time=given.time, acts=given.acts)
    shield = _without_who(given, Shield)
    state = await _put(state, given.who, "shields", shield)
    shields = check_bearer(state, given.who).burden.shields
    together = total(*(because(s.left, term(_before(s))) for s in shields))
    return Shielded(given.who, shield, together.value, {"shields": together})


def _before(shield: Shield) -> str:
    return "both" if shield.resource == EVERY else shield.resource


class TakeOff(msgspec.Struct, frozen=True):
    """What `take_off` is given: `kind` of what lies there; numbers from 1 or names; none: all of them."""

    who: str
    kind: str
    which: tuple[str, ...] = ()


class TakenOff(msgspec.Struct, frozen=True):
    """How many were taken off."""

    who: str
    kind: str
    count: int


async def take_off(state: State, given: TakeOff) -> TakenOff:
    """Take off what lies on somebody."""
    now = check_bearer(state, given.who).burden
    if given.kind not in Burden.__struct_fields__:
        raise RuleError("bad_kind", kind=given.kind)
    old = getattr(now, given.kind)
    kept = _without(old, given.which) if given.which else ()
    if len(kept) == len(old):
        raise not_there(old, given.which)
    state = await keep(state, given.who, replace(now, **{given.kind: kept}))
    for gone in now.passing if given.kind == "passing" else ():
        if not any(gone is left for left in kept):
            state = await undo_passing(state, given.who, gone)
    return TakenOff(given.who, given.kind, len(old) - len(kept))


def _without(things: Sequence[L], which: tuple[str, ...]) -> tuple[L, ...]:
    """Those that are not named, neither by number nor by name."""
    named = zip(things, words_for(things), strict=True)
    return tuple(thing for thing, words in named if not set(which).intersection(words))


def words_for(things: Sequence[msgspec.Struct]) -> list[tuple[str, str, str]]:
    """The words that mean each of what lies on somebody: its number, its name, and which of its like it is (`荆棘>#2`).

    The last is its own, and means the same to a seat that does not see all of the list (FET-LIV-43).
    """
    like = [f"{getattr(thing, 'name', '')}>{getattr(thing, 'at', '')}" for thing in things]
    return [(f"{n}", one.partition(">")[0], f"{one}#{like[:n].count(one)}") for n, one in enumerate(like, 1)]


def not_there(things: Sequence[msgspec.Struct], which: Iterable[str]) -> RuleError:
    """Nothing of that number or name lies on somebody; what does is named."""
    there = [getattr(thing, "name", "") or f"{n}" for n, thing in enumerate(things, 1)]
    return RuleError("not_on_you", which=list(which), there=there)


class EnterChange(msgspec.Struct, frozen=True):
    """What `enter_change` is given: points, or `percent` of the maximum; `type` of the change.

    `force`: beyond the maximum, or below 0 (which has to be made good before anything is gained). With `time` or `wind_ups` the
    change passes again.
    """

    who: str
    resource: str
    change: Number
    percent: bool = False
    type: str = ""
    force: bool = False
    time: Number | None = None
    acts: int | None = None


class ChangeEntered(msgspec.Struct, frozen=True):
    """What came of it. `passing`: that it goes again, and when."""

    who: str
    resource: str
    change: Number
    current: Number
    max: Number
    dead: bool
    capped: bool = False
    passing: Passing | None = None
    why: dict[str, Total] = {}


async def enter_change(state: State, given: EnterChange) -> ChangeEntered:
    """Lose or gain so much of a resource, less reductions and shields, plus bonuses."""
    bearer = check_bearer(state, given.who)
    check_resource(given.resource)
    check_alive(state, given.who)
    check_duration(given.resource, time=given.time, acts=given.acts)
    current, top = resource_now(state, given.who, given.resource)
    by = half_up(top * given.change / 100, 2) if given.percent else given.change
    found = mitigated(bearer, Change(given.resource, by, given.type))
    state = await shielded(state, given.who, found)
    start = tidy(current - owed(state, given.who, given.resource))
    reached = _reached(start, found.by, top=top, force=given.force)
    state = await hold(state, given.who, resource=given.resource, current=reached)
    after = max(0, reached)
    passing = _passing(given, by=tidy(after - current))
    if passing is not None:
        state = await _put(state, given.who, "passing", passing)
    return ChangeEntered(
        who=given.who,
        resource=given.resource,
        change=found.by,
        current=after,
        max=top,
        dead=pools(state, given.who).dead,
        capped=found.by > 0 and reached < tidy(start + found.by),
        passing=passing,
        why={"change": found.why},
    )


def _reached(start: Number, by: Number, *, top: Number, force: bool) -> Number:
    """Where a change leads: a gain to the maximum, a loss to 0, unless it is forced beyond."""
    end = tidy(start + by)
    if force:
        return end
    return max(start, min(end, top)) if by > 0 else min(start, max(0, end))


def owed(state: State, who: str, resource: str) -> Number:
    """By how much a character is below 0."""
    character = state.characters.get(who)
    if character is None:
        return 0
    _, top = resource_now(state, who, resource)
    return max(0, tidy(character.lost(resource) - top))


def _passing(given: EnterChange, *, by: Number) -> Passing | None:
    """What is to go again, where a duration was named and something changed."""
    if not by or (given.time is None and given.acts is None):
        return None
    return Passing(by, given.resource, given.time, given.acts)


async def shielded(state: State, who: str, found: Mitigated) -> State:
    """Keep what a loss has left of the shields."""
    return await keep(state, who, replace(check_bearer(state, who).burden, shields=found.shields))


class SetBack(msgspec.Struct, frozen=True):
    """What `set_back` is given: resources and shields; with `everything` also buffs and reductions."""

    who: str
    everything: bool = False


class BackAgain(msgspec.Struct, frozen=True):
    """Where stamina and will stand again."""

    who: str
    stamina: Number
    will: Number


async def set_back(state: State, given: SetBack) -> BackAgain:
    """Somebody as good as new: nothing lost, no shields; with `everything`, nothing on it at all."""
    burden = check_bearer(state, given.who).burden
    state = await keep(state, given.who, Burden() if given.everything else replace(burden, shields=(), passing=()))
    for resource in RESOURCES:
        _, top = resource_now(state, given.who, resource)
        state = await hold(state, given.who, resource=resource, current=top)
    now = pools(state, given.who)
    return BackAgain(given.who, now.stamina, now.will)


HURTING = (Effect.RETALIATE, Effect.DAMAGE)
"""Effects that hurt anybody they are used on."""


class AddStanding(Standing, frozen=True, kw_only=True):
    """What `add_standing` is given: an effect, and who has it."""

    who: str


class StandingKept(msgspec.Struct, frozen=True):
    """An effect as it stands now; None where it is over. `loss`: what its use did to `target`."""

    who: str
    name: str
    standing: Standing | None = None
    target: str = ""
    loss: Number | None = None
    why: dict[str, Total] = {}


async def add_standing(state: State, given: AddStanding) -> StandingKept:
    """Put up an effect with a counter."""
    check_bearer(state, given.who)
    if given.kind not in tuple(Effect):
        raise RuleError("bad_kind", kind=given.kind, kinds=list(Effect))
    check_resource(given.resource)
    if given.amount < 0 or (given.uses is not None and given.uses < 1):
        raise RuleError("bad_amount", amount=given.amount, why=say("told.amount_from", low=0))
    check_duration(given.name, time=given.time, acts=given.acts)
    standing = _without_who(given, Standing)
    await _put(state, given.who, "standing", standing)
    return StandingKept(given.who, given.name, standing)


class UseStanding(msgspec.Struct, frozen=True):
    """What `use_standing` is given: which (a number from 1, or a name); on whom; or how much more or less it has."""

    who: str
    which: str
    target: str = ""
    change: Number | None = None


@rule("FET-SKX-3")
async def use_standing(state: State, given: UseStanding) -> StandingKept:
    """Use an effect once, or change what is left of it; used on somebody, what hurts does so."""
    now = check_bearer(state, given.who).burden
    place = _place(now.standing, given.which)
    old = now.standing[place]
    new = used(old) if given.change is None else _changed(old, given.change)
    things = (*now.standing[:place], *(() if new is None else (new,)), *now.standing[place + 1 :])
    state = await keep(state, given.who, replace(now, standing=things))
    kept = StandingKept(given.who, old.name, new, given.target)
    if not given.target or old.kind not in HURTING:
        return kept
    lost = await enter_change(state, EnterChange(given.target, old.resource, -old.amount))
    return replace(kept, loss=lost.change, why={"loss": lost.why["change"]})


def _place(things: tuple[Standing, ...], which: str) -> int:
    found = [n for n, words in enumerate(words_for(things)) if which in words]
    if not found:
        raise not_there(things, [which])
    return found[0]


def _changed(standing: Standing, by: Number) -> Standing | None:
    left = tidy(standing.amount + by)
    return replace(standing, amount=left) if left > 0 else None
