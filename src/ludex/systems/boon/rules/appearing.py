"""Who and what is kept from the players (BOO-LIV-44, BOO-LIV-46), because it bears on a move as on the GM's word: its id, its name, how it appears."""

from hashlib import blake2s
from itertools import count

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.boon.events import EffectChanged, Healed, Hid, ThingPlaced, Unveiled, happen
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import LEFT, Status

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
async def curtained(state: State, what: str, *, secret: bool) -> State:
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
async def appeared(state: State, who: str) -> State:
    """Somebody is known to the players from now on; who was is so already."""
    unseen = state.character(who)
    if not unseen.secret:
        return state
    return await happen(Unveiled(unseen.id, secret=False, name=open_name(state, unseen)))


@rule("BOO-LIV-28", "BOO-LIV-33")
async def found(state: State, who: str) -> State:
    """Somebody whom another ran into: hidden no more, and known to the players."""
    met = state.character(who)
    state = await appeared(state, who)
    return await happen(Hid(met.id, hidden=False)) if met.hidden else state
