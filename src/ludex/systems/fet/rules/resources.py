"""Stamina and will (FET-STA-2, FET-DTH-1): changing them, and dying."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.events import FightersChanged, LossesKept
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.clock import fallen
from ludex.systems.fet.rules.roster import check_resource, pools
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, Resource, tidy


@rule("FET-STA-2")
def changed(current: Number, change: Number, *, maximum: Number, options: Options) -> Number:
    """A resource after a recorded change: never below 0; a gain stops at the maximum only where the table says so."""
    after = tidy(current + change)
    if change > 0 and options.caps == "all":
        after = max(current, min(after, maximum))
    return max(0, after)


class ChangeResource(msgspec.Struct, frozen=True):
    """What `change_resource` is given."""

    stamina: Number = 100
    will: Number = 100
    stamina_max: Number | None = None
    will_max: Number | None = None
    change: dict[str, Number] = {}


class ResourceChanged(msgspec.Struct, frozen=True):
    """Both resources after the change. `cause` of death: stamina, will or none."""

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
    """What somebody has of a resource, and could have."""
    now = pools(state, who)
    return (now.stamina, now.stamina_max) if resource == Resource.STAMINA else (now.will, now.will_max)


@rule("FET-LVL-3")
async def hold(state: State, who: str, *, resource: str, current: Number) -> State:
    """Somebody has so much of a resource now: a character as a loss, a fighter without a sheet as it is."""
    character = state.characters.get(who)
    if character is not None:
        _, top = resource_now(state, who, resource)
        lost = {"stamina": character.stamina_lost, "will": character.will_lost, resource: tidy(top - current)}
        return await fallen(await happen(LossesKept(who, lost["stamina"], lost["will"])), who)
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    after = replace(fighter, **{resource: max(0, current)})
    return await fallen(await happen(FightersChanged(state.battle.time, (after,))), who)
