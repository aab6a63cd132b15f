"""Hide (BOO-HID): when somebody may hide, the roll, and what ends it; how who and what was kept from the players appears (BOO-LIV-44, BOO-LIV-46)."""

from hashlib import blake2s
from itertools import count
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Meant, as_asked
from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, keyed
from ludex.core.rule import rule
from ludex.systems.boon.events import EffectChanged, Healed, Hid, ThingPlaced, Unveiled, happen
from ludex.systems.boon.kinds import Covered, Obscured, Observed, Someone, TableDeed
from ludex.systems.boon.rules.actions import check_able, check_sight, of_actor, pay
from ludex.systems.boon.rules.challenges import HIDING, Attempted, Challenge, challenge, of_challenge
from ludex.systems.boon.rules.sight import screens
from ludex.systems.boon.rules.tests import Swayed, check_counts
from ludex.systems.boon.rules.windows import hear, price
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import LEFT, Action, Attribute, Cover, Obscurement, Result, Screen, Status

GIVES_AWAY = ("attack", "cast", "shout")  # BOO-HID-4


class Hide(Swayed, frozen=True, kw_only=True, tag=Action.HIDE.value, tag_field="action"):
    """Input of `hide`; cover and obscurement are the actor's own."""

    action: ClassVar = Action.HIDE
    actor: str = "?"
    observed: bool = True
    obscurement: str = Obscurement.NONE
    cover: str = Cover.NONE
    conditions: tuple[str, ...] = ()
    scene: str = ""
    on_map: bool = False
    picks: bool = False


NOTICED = {"喊": "shout", "攻击": "attack", "施法": "cast"}


class UpdateHidden(
    TableDeed, names=("察觉", "spot"), does="update_hidden", owner=STORY, picture="eye", example=".察觉 遮=大半"
):
    who: Someone = ""
    hidden: bool | None = None
    did: Annotated[str, keyed("did", "做了"), Meant(lambda _asked, said: NOTICED.get(said, said))] = ""
    observed: Observed = True
    cover: Covered = Cover.NONE
    obscurement: Obscured = Obscurement.NONE

    @classmethod
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """A shout gives oneself away and is nobody else's word (BOO-LIV-1)."""
        return () if as_asked(cls, asked).did == "shout" else kinds


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    hidden: bool


@rule("BOO-HID-1")
def may_hide(*, observed: bool, obscurement: str, cover: str) -> bool:
    """Nobody looks, or it is dark enough, or enough is in between: one of them is enough."""
    return bool(stated(observed=observed, obscurement=obscurement, cover=cover))  # Ruling BOO-E-40: one is enough


def stated(*, observed: bool, obscurement: str, cover: str) -> tuple[Screen, ...]:
    """Which of the three things hides somebody, as it is stated."""
    found = {
        Screen.OBSCUREMENT: obscurement in (Obscurement.HEAVY, Obscurement.TOTAL),
        Screen.UNWATCHED: not observed,
        Screen.COVER: cover in (Cover.THREE_QUARTERS, Cover.TOTAL),
    }
    return tuple(screen for screen, there in found.items() if there)


@rule("BOO-HID-2", "BOO-LIV-34")
def hiding(state: State, given: Hide) -> Challenge:
    """The challenge of hiding. On the map its conditions are the square and what hides there, whatever was said with it (Ruling BOO-E-53)."""
    at = state.character(given.actor).position if given.on_map else None
    there = stated(observed=given.observed, obscurement=given.obscurement, cover=given.cover)
    place = (f"{at[0]},{at[1]}", *dict.fromkeys((*screens(state, state.character(given.actor)), *there))) if at else ()
    return Challenge(
        who=given.actor,
        task=HIDING,
        conditions=(*map(str, place), *given.conditions),
        scene=given.scene,
        attribute=Attribute.AGILITY,
        modifiers=given.modifiers,
        boons=given.boons,
        banes=given.banes,
    )


@rule("BOO-HID-1", "BOO-HID-2")
async def hide(state: State, given: Hide) -> Attempted:
    """1 AP and an Agility challenge; a hiding place that failed once fails again without a roll."""
    check_counts(boons=given.boons, banes=given.banes)
    check_sight(given.cover, given.obscurement)
    actor = state.character(given.actor)
    check_able(actor, price(state, actor.id, "hide", 1))
    allowed = may_hide(observed=given.observed, obscurement=given.obscurement, cover=given.cover)
    if not (allowed or (given.on_map and screens(state, actor))):  # BOO-LIV-34
        raise RuleError("cannot_hide", clause="BOO-HID-1", who=actor.called)
    state = await pay(actor.id, price(state, actor.id, "hide", 1))
    done = await challenge(state, hiding(state, given))
    if done.result is Result.SUCCESS:
        state = await hear(await happen(Hid(actor.id, hidden=True)), "hid", doer=actor.id, target=actor.id)
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


APART = {"zh": "暗", "en": "-hidden"}
"""Who comes in secret is numbered apart, so that no gap tells of it: 狼暗1, Wolf-hidden1."""
MARKS = (*APART.values(), "-h", "-unseen-")
"""Every mark that such a name may have; the last ones stand in older games."""


@rule("BOO-LIV-44", "BOO-LIV-46")
def unseen_id(state: State, kind: str) -> str:
    """An id for somebody who comes in secret. It is drawn from all that the GM knows: no number in it tells how many others there are."""
    drawn = blake2s(msgspec.json.encode(state), digest_size=4).hexdigest()
    return f"{kind}-{drawn}"


@rule("BOO-LIV-46")
def open_name(state: State, who: Character) -> str:
    """The name of somebody who was numbered apart, as it would have come in openly; nothing for anybody else."""
    parts = (who.name.rpartition(mark) for mark in MARKS)
    kind = next((kind for kind, _, number in parts if kind and number.isdecimal()), "")
    if not (who.secret and kind and who.id != who.name):
        return ""
    taken = {c.name for c in state.combatants}
    return next(f"{kind}{n}" for n in count(1) if f"{kind}{n}" not in taken)


@rule("BOO-LIV-44", "BOO-LIV-46")
async def set_curtain(state: State, what: str, *, secret: bool) -> State:
    """An object, an effect or somebody is shown to the players, or kept from them; who was numbered apart gets the next free number.

    Who had fled or surrendered and is shown again is back: active, in a fight a latecomer.
    """
    if (thing := state.thing(what)) is not None:
        return await happen(ThingPlaced(replace(thing, secret=secret)))
    if (effect := next((e for e in state.effects if e.id == what), None)) is not None:
        return await happen(EffectChanged(replace(effect, secret=secret)))
    who = state.character(what)
    state = await happen(Unveiled(who.id, secret, "" if secret else open_name(state, who)))
    back = who.status in LEFT and not secret
    return await happen(Healed(who.id, who.damage, Status.ACTIVE, was=who.damage, held=who.status)) if back else state


@rule("BOO-LIV-46")
async def reveal(state: State, who: str) -> State:
    """Somebody is known to the players from now on; who was is so already."""
    unseen = state.character(who)
    if not unseen.secret:
        return state
    return await happen(Unveiled(unseen.id, secret=False, name=open_name(state, unseen)))


@rule("BOO-LIV-28", "BOO-LIV-33")
async def find_unseen(state: State, who: str) -> State:
    """Somebody whom another ran into: hidden no more, and known to the players."""
    met = state.character(who)
    state = await reveal(state, who)
    return await happen(Hid(met.id, hidden=False)) if met.hidden else state
