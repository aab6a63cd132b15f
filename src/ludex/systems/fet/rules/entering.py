"""Entering a loss or gain by hand, with everything that lies on the character; and setting a character back.

Beyond the rulebook: the author's newer bot stops gains at the maximum unless told to exceed it.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.systems.fet.events import CharacterRemoved, LossesKept, happen
from ludex.systems.fet.lasting import Burden
from ludex.systems.fet.rounding import Number, half_up, tidy
from ludex.systems.fet.rules.elapsing import keep
from ludex.systems.fet.rules.mitigation import Change, Mitigated, mitigated
from ludex.systems.fet.rules.recovery import changed
from ludex.systems.fet.rules.roster import need_character
from ludex.systems.fet.state import State, pools
from ludex.systems.fet.terms import RESOURCES, Resource


class EnterChange(msgspec.Struct, frozen=True):
    """What `enter_change` is given: points, or `percent` of the maximum; `type` of the change; `force`: beyond the maximum."""

    who: str
    resource: str
    change: Number
    percent: bool = False
    type: str = ""
    force: bool = False


class ChangeEntered(msgspec.Struct, frozen=True):
    """What came of it."""

    who: str
    resource: str
    change: Number
    current: Number
    max: Number
    dead: bool
    capped: bool = False
    why: dict[str, Total] = {}


async def enter_change(state: State, given: EnterChange) -> ChangeEntered:
    """Lose or gain so much of a resource, less reductions and shields, plus bonuses."""
    character = need_character(state, given.who)
    if given.resource not in RESOURCES:
        raise RuleError("bad_resource", resource=given.resource)
    current, top = resource_now(state, given.who, given.resource)
    by = half_up(top * given.change / 100, 2) if given.percent else given.change
    found = mitigated(character, Change(given.resource, by, given.type))
    options = msgspec.structs.replace(state.options, cap_resources=not given.force)
    after = changed(current, found.by, maximum=top, options=options)
    state = await shielded(state, given.who, found)
    state = await kept(state, given.who, resource=given.resource, current=after)
    dead = pools(state, given.who).dead
    capped = found.by > 0 and after < tidy(current + found.by)
    return ChangeEntered(given.who, given.resource, found.by, after, top, dead, capped, {"change": found.why})


def resource_now(state: State, who: str, resource: str) -> tuple[Number, Number]:
    """What a character has of a resource, and could have."""
    now = pools(state, who)
    return (now.stamina, now.stamina_max) if resource == Resource.STAMINA else (now.will, now.will_max)


async def shielded(state: State, who: str, found: Mitigated) -> State:
    """Keep what a loss has left of the shields."""
    return await keep(state, who, msgspec.structs.replace(state.characters[who].burden, shields=found.shields))


async def kept(state: State, who: str, *, resource: str, current: Number) -> State:
    """A character has so much of a resource now."""
    character = state.characters[who]
    _, top = resource_now(state, who, resource)
    lost = {"stamina": character.stamina_lost, "will": character.will_lost, resource: tidy(top - current)}
    return await happen(LossesKept(who, lost["stamina"], lost["will"]))


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
    """A character as good as new: nothing lost, no shields; with `everything`, nothing on it at all."""
    character = need_character(state, given.who)
    burden = Burden() if given.everything else msgspec.structs.replace(character.burden, shields=())
    state = await keep(state, given.who, burden)
    state = await happen(LossesKept(given.who, 0, 0))
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
    names = tuple(need_character(state, who).sheet.name or who for who in given.who)
    for who in given.who:
        state = await happen(CharacterRemoved(who))
    return CharactersRemoved(names)
