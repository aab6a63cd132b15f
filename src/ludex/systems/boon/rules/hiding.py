"""Hide (BOO-HID): when somebody may hide, the roll, and what ends it."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.events import Hid
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import check_able, check_sight, of_actor, paid
from ludex.systems.boon.rules.challenges import Attempted, Challenge, challenge, of_challenge
from ludex.systems.boon.rules.sight import concealed
from ludex.systems.boon.rules.tests import Swayed, check_counts
from ludex.systems.boon.rules.windows import heard, price
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Attribute, Cover, Obscurement, Result

TASK = "hide"
GIVES_AWAY = ("attack", "cast", "shout")  # BOO-HID-4


class Hide(Swayed, frozen=True, kw_only=True):
    """Input of `hide`; cover and obscurement are the actor's own."""

    actor: str = "?"
    observed: bool = True
    obscurement: str = Obscurement.NONE
    cover: str = Cover.NONE
    conditions: tuple[str, ...] = ()
    scene: str = ""
    on_map: bool = False


class UpdateHidden(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `update_hidden`: somebody at the table, or just the question."""

    who: str = ""
    hidden: bool | None = None
    observed: bool = True
    obscurement: str = Obscurement.NONE
    cover: str = Cover.NONE
    did: str = ""


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """Whether somebody is hidden now."""

    hidden: bool


@rule("BOO-HID-1")
def may_hide(*, observed: bool, obscurement: str, cover: str) -> bool:
    """Nobody looks, or it is dark enough, or enough is in between: one of them is enough."""
    dark = obscurement in (Obscurement.HEAVY, Obscurement.TOTAL)
    screened = cover in (Cover.THREE_QUARTERS, Cover.TOTAL)
    return not observed or dark or screened  # Ruling BOO-E-40: one is enough


@rule("BOO-HID-1", "BOO-HID-2")
async def hide(state: State, given: Hide) -> Attempted:
    """1 AP and an Agility challenge; a hiding place that failed once fails again without a roll."""
    check_counts(boons=given.boons, banes=given.banes)
    check_sight(given.cover, given.obscurement)
    actor = state.character(given.actor)
    check_able(actor, price(state, actor.id, "hide", 1))
    allowed = may_hide(observed=given.observed, obscurement=given.obscurement, cover=given.cover)
    if not (allowed or (given.on_map and concealed(state, actor))):  # BOO-LIV-34
        raise RuleError("cannot_hide", clause="BOO-HID-1", who=actor.called)
    state = await paid(actor.id, price(state, actor.id, "hide", 1))
    attempt = Challenge(
        who=actor.id,
        task=TASK,
        conditions=given.conditions,
        scene=given.scene,
        attribute=Attribute.AGILITY,
        modifiers=given.modifiers,
        boons=given.boons,
        banes=given.banes,
    )
    done = await challenge(state, attempt)
    if done.result is Result.SUCCESS:
        state = await heard(await happen(Hid(actor.id, hidden=True)), "hid", doer=actor.id, target=actor.id)
    return of_actor(state, of_challenge(done), actor.id)


@rule("BOO-HID-3", "BOO-HID-4")
async def update_hidden(state: State, given: UpdateHidden) -> Hidden:
    """Hiding ends when its conditions fail, or when one gives oneself away."""
    check_sight(given.cover, given.obscurement)
    was = given.hidden if given.hidden is not None else not given.who or state.character(given.who).hidden
    kept = may_hide(observed=given.observed, obscurement=given.obscurement, cover=given.cover)
    hidden = was and kept and given.did not in GIVES_AWAY
    if given.who and hidden != state.character(given.who).hidden:
        await happen(Hid(given.who, hidden=hidden))
    return Hidden(hidden=hidden)
