"""Additions (补充规则): rest, what a character does with time off. MST-PRS-1, -2, MST-PBU-5."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mist.events import TagsRecovered
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.growth import MarkGrowth, mark_growth
from ludex.systems.mist.rules.statuses import check_amount, lower
from ludex.systems.mist.rules.who import Acting, Cast, actor_of, cast_after, held_status
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Activity, named


class Heal(msgspec.Struct, frozen=True):
    """A status that the MC lets heal, and by how much."""

    name: str = ""
    amount: int | None = None


class Rest(Acting, frozen=True, kw_only=True):
    """What the time is used for."""

    activity: str = ""
    heal: tuple[Heal, ...] = ()
    theme: str = ""


class Rested(Cast, frozen=True, kw_only=True):
    """What came of it."""

    recovered: tuple[str, ...] | None = None
    growth: int | None = None
    improvements: int | None = None
    nascent: bool | None = None
    power_tags: int | None = None


@rule("MST-PRS-1")
async def rest(state: State, given: Rest) -> Rested:
    """Use time off: get burnt tags back, heal, or let a theme grow."""
    actor_of(state, given.actor)
    match given.activity:
        case Activity.RECOVER:
            return await _recover(state, given)
        case Activity.HEAL:
            return await _heal(state, given)
        case Activity.GROW:
            return await _grow(state, given)
    raise RuleError("bad_activity", clause="MST-PRS-1", value=given.activity, among=named(Activity))


@rule("MST-PBU-5")
async def _recover(state: State, given: Rest) -> Rested:
    """All burnt power tags are back."""
    tags = tuple(tag for theme in actor_of(state, given.actor).themes for tag in theme.burnt)
    state = await happen(TagsRecovered(given.actor, tags)) if tags else state
    return Rested(**cast_after(state, given), recovered=tags)


@rule("MST-PRS-2")
async def _heal(state: State, given: Rest) -> Rested:
    """The MC says which statuses are reduced, and by how much."""
    actor = actor_of(state, given.actor)
    for wound in given.heal:
        held_status(actor, wound.name)
        check_amount(wound.amount)
    for wound in given.heal:
        state = await lower(state, given.actor, name=wound.name, amount=check_amount(wound.amount))
    return Rested(**cast_after(state, given))


async def _grow(state: State, given: Rest) -> Rested:
    """One growth mark on a theme."""
    grown = await mark_growth(state, MarkGrowth(actor=given.actor, theme=given.theme, alone=given.alone))
    return Rested(**msgspec.structs.asdict(grown))
