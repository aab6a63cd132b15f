"""Entering a loss or gain by hand, with everything that lies on the character; and setting a character back.

Beyond the rulebook: the author's newer bot stops gains at the maximum unless told to exceed it.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.systems.fet.events import CharacterRemoved
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.buffs import check_duration
from ludex.systems.fet.rules.elapsing import keep
from ludex.systems.fet.rules.mitigation import Change, Mitigated, mitigated
from ludex.systems.fet.rules.recovery import hold, resource_now
from ludex.systems.fet.rules.roster import check_bearer, check_character, pools
from ludex.systems.fet.state import Burden, Passing, State
from ludex.systems.fet.terms import RESOURCES, Number, Resource, half_up, tidy


class EnterChange(msgspec.Struct, frozen=True):
    """What `enter_change` is given: points, or `percent` of the maximum; `type` of the change.

    `force`: beyond the maximum, or below 0 (which has to be made good before anything is gained). With `time` or `acts` the
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
    if given.resource not in RESOURCES:
        raise RuleError("bad_resource", resource=given.resource)
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
        state = await keep(state, given.who, _with(state, given.who, passing))
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
    lost = character.stamina_lost if resource == Resource.STAMINA else character.will_lost
    return max(0, tidy(lost - top))


def _passing(given: EnterChange, *, by: Number) -> Passing | None:
    """What is to go again, where a duration was named and something changed."""
    if not by or (given.time is None and given.acts is None):
        return None
    return Passing(by, given.resource, given.time, given.acts)


def _with(state: State, who: str, passing: Passing) -> Burden:
    now = check_bearer(state, who).burden
    return msgspec.structs.replace(now, passing=(*now.passing, passing))


async def shielded(state: State, who: str, found: Mitigated) -> State:
    """Keep what a loss has left of the shields."""
    return await keep(state, who, msgspec.structs.replace(check_bearer(state, who).burden, shields=found.shields))


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
    state = await keep(
        state, given.who, Burden() if given.everything else msgspec.structs.replace(burden, shields=(), passing=())
    )
    for resource in RESOURCES:
        _, top = resource_now(state, given.who, resource)
        state = await hold(state, given.who, resource=resource, current=top)
    now = pools(state, given.who)
    return BackAgain(given.who, now.stamina, now.will)


class RemoveCharacters(msgspec.Struct, frozen=True):
    """What `remove_characters` is given."""

    who: tuple[str, ...]


class CharactersRemoved(msgspec.Struct, frozen=True):
    """Who is gone, by name."""

    names: tuple[str, ...]


async def remove_characters(state: State, given: RemoveCharacters) -> CharactersRemoved:
    """Take several characters off the table at once."""
    names = tuple(check_character(state, who).sheet.name or who for who in given.who)
    for who in given.who:
        state = await happen(CharacterRemoved(who))
    return CharactersRemoved(names)
