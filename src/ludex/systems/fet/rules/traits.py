"""Example traits (特质案例; FET-TRX-1) and what sets them off."""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import key_of, shipped, trait_named
from ludex.systems.fet.rules.sheets import reported
from ludex.systems.fet.sheet import Sheet, Trait
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import HUMANS as HUMAN, Number


class Bearer(msgspec.Struct, frozen=True):
    """The one the event happens to, with a fighter's defaults; a maximum not given is what there is now."""

    stamina: Number = 100
    stamina_max: Number = 0
    will: Number = 100
    will_max: Number = 0
    chaste: bool = False
    race: str | None = None


class TraitEvent(msgspec.Struct, frozen=True):
    """What `trait_event` is given. `owner` decides where the trait lets its owner decide."""

    trait: str | Trait = ""
    event: str = ""
    fighter: Bearer = Bearer()
    target_race: str | None = None
    level: Number | None = None
    other: Sheet | None = None
    owner: Who = GM


class TraitWorked(msgspec.Struct, frozen=True):
    """What a trait did, if it applies."""

    applies: bool
    stamina: Number | None = None
    will: Number | None = None
    stamina_max: Number | None = None
    will_max: Number | None = None
    values: dict[str, Number] | None = None
    race: str | None = None
    dead: bool | None = None
    erased: bool | None = None
    permanent: bool | None = None
    grants: tuple[str, ...] | None = None


@rule("FET-TRX-1")
async def trait_event(state: State, given: TraitEvent) -> TraitWorked:
    """Carry out a trait's event; knowledge traits grant something always."""
    trait = trait_named(given.trait, state)
    if trait.grants:
        return TraitWorked(applies=True, grants=trait.grants)
    named = given.trait if isinstance(given.trait, str) else trait.name
    key = key_of(shipped().traits, named) or ""
    if key not in WORKS or given.event != shipped().traits[key].event:
        return TraitWorked(applies=False)
    return await WORKS[key](state, given)


def _full(bearer: Bearer) -> tuple[Number, Number]:
    """Everything restored, never lowered."""
    return max(bearer.stamina, bearer.stamina_max), max(bearer.will, bearer.will_max)


async def _river_of_blood(_state: State, given: TraitEvent) -> TraitWorked:
    stamina, will = _full(given.fighter)
    return TraitWorked(True, stamina, will, race=given.fighter.race, dead=stamina <= 0 or will <= 0)


async def _endless_night(_state: State, given: TraitEvent) -> TraitWorked:
    bearer = given.fighter
    if not bearer.chaste:
        dead = bearer.stamina <= 0 or bearer.will <= 0
        return TraitWorked(True, bearer.stamina, bearer.will, race="ghoul", dead=dead)
    stamina, will = _full(bearer)
    return TraitWorked(True, stamina, will, race="vampire", dead=False)


async def _photophobia(_state: State, _given: TraitEvent) -> TraitWorked:
    return TraitWorked(True, dead=True)


async def _blessing(_state: State, given: TraitEvent) -> TraitWorked:
    return TraitWorked(True, permanent=given.target_race not in HUMAN)


async def _eternity(_state: State, given: TraitEvent) -> TraitWorked:
    options = (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be")))
    what = say("questions.eternity", who=say("view.somebody"), effect=shipped().traits["eternity"].name)
    erased = await choose(given.owner, what, options) == "erase"
    return TraitWorked(True, erased=erased, dead=not erased)


async def _pride(state: State, given: TraitEvent) -> TraitWorked:
    if given.other is None:
        raise RuleError("no_sheet", clause="FET-TRX-1", who="other")
    if given.level is None:
        raise RuleError("bad_level", clause="FET-TRX-1", level=None)
    found = derive(replace(given.other, level=given.level), state.place, state.options)
    return TraitWorked(
        True,
        given.fighter.stamina,
        given.fighter.will,
        found.stamina_max,
        found.will_max,
        values=reported(found.values),
    )


WORKS: dict[str, Callable[[State, TraitEvent], Awaitable[TraitWorked]]] = {
    "river_of_blood": _river_of_blood,
    "endless_night": _endless_night,
    "photophobia": _photophobia,
    "blessing": _blessing,
    "eternity": _eternity,
    "pride": _pride,
}
