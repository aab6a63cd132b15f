"""Encounters, maps and the table's own content (BOO-LIV-53), because they are the GM's preparations: laid out, brought on, struck out."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.content import KINDS, encounter_named, map_named, shrunk
from ludex.systems.boon.content.naming import landmark_name
from ludex.systems.boon.events import FieldSized, GroundLaid, LibraryGrown, ThingPlaced
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.battlefield import Done, check_on_map, looked_again, squares_of
from ludex.systems.boon.rules.scene import Arrived, Spawn, spawned
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Ground, State, Thing
from ludex.systems.boon.terms import Cover, Earth


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `stage` and `lay_map`: an encounter or a map by name; `side` for creatures of which it says nothing; in which language they are called."""

    name: str
    side: str = ""
    secret: bool = False
    language: str = "zh"


class StrikeOut(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `strike_out`: one thing of the table's own, by kind and name."""

    kind: str
    name: str


@rule("BOO-LIV-53")
async def stage(state: State, given: Prepared) -> Arrived:
    """An encounter comes on: its map is laid out, its creatures stand where they were put, unseen where it says so.

    One that comes on unseen as a whole lays no map, which everybody would see: its creatures stand on the ground that there is.
    """
    found = encounter_named(given.name, state.library)
    if found is None:
        raise RuleError("unknown_id", clause="BOO-LIV-53", id=given.name)
    if found.map and not given.secret:  # BOO-LIV-46: nothing of it is seen
        state = await _laid(state, found.map, given.language)
    ids: tuple[str, ...] = ()
    for one in found.creatures:
        side, secret = one.side or given.side, one.secret or given.secret
        asked = Spawn(
            creature=one.name,
            count=one.count,
            side=side,
            position=one.at if one.at is None or state.on_board(one.at) or not given.secret else None,
            secret=secret,
            language=given.language,
        )
        state, came = await spawned(state, asked)
        ids += came
    return Arrived(ids=ids)


@rule("BOO-LIV-53", "BOO-CBT-2")
async def lay_map(state: State, given: Prepared) -> Done:
    """A map is laid out in place of the ground that there was."""
    await _laid(state, given.name, given.language)
    return Done(ids=(given.name,))


async def _laid(state: State, name: str, language: str) -> State:
    chart = map_named(name, state.library)
    if chart is None:
        raise RuleError("unknown_id", clause="BOO-LIV-53", id=name)
    state = await happen(FieldSized(*chart.size))
    ground = {Earth.read(kind, clause="BOO-CBT-2", arg="ground"): cells for kind, cells in chart.ground.items()}
    for kind in dict.fromkeys((*(g.kind for g in state.ground), *ground)):
        cells = tuple(dict.fromkeys(squares_of(ground.get(Earth(kind), ()))))
        for cell in cells:
            check_on_map(state, cell)
        state = await happen(GroundLaid(Ground(kind, cells)))
    for one in chart.objects:
        cover = Cover.read(one.cover, clause="BOO-PCV-1", arg="cover")
        called = landmark_name(one.name, language) if chart.shelf else one.name
        thing = Thing(called, one.durability, "", one.at, cover=cover, secret=one.secret)
        state = await happen(ThingPlaced(thing))
    return await looked_again(state)


@rule("BOO-LIV-53")
async def strike_out(state: State, given: StrikeOut) -> Done:
    """Own content is removed, unless somebody has it."""
    kind = next((k.name for k in KINDS if given.kind in (k.name, *k.also)), "")
    library = shrunk(state.library, kind, given.name) if kind else None
    if library is None:
        raise RuleError("unknown_id", clause="BOO-LIV-53", id=f"{given.kind}.{given.name}")
    stored = (c for scene in state.scenes.values() for c in scene.combatants)
    having = [c.called for c in (*state.combatants, *stored) if given.name in _had(state, c, kind)]
    if having:
        raise RuleError("in_use", clause="BOO-LIV-53", id=given.name, names=having)
    await happen(LibraryGrown(library))
    return Done(ids=(given.name,))


def _had(state: State, who: Character, kind: str) -> set[str]:
    """What somebody has of a kind, by ids and names."""
    match kind:
        case "items":
            return {word for i in who.items for word in (i.id, i.name, i.id.rpartition("-")[0])}
        case "spells":
            return {word for s in who.spells for word in (s.id, s.name)}
        case "armors":
            return {who.armor.name, who.armor.shelf} if who.armor else set()
        case "classes":
            return {who.calling}
        case "states":
            return {word for e in state.upon(who.id) for word in (e.id.partition("-")[0], e.name)}
        case "creatures":
            return {who.id.rstrip("0123456789"), who.name.rstrip("0123456789")}
    return set()
