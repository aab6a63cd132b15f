"""Encounters, maps and the table's own content (BOO-LIV-53), because they are the GM's preparations: laid out, brought on, struck out."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import ITEM, REST, SHELF, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import STORY
from ludex.core.packs import pasted_toml, unreadable
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.systems.boon.content import KINDS, creature_named, encounter_named, kept_things, map_named, shrunk
from ludex.systems.boon.content.naming import landmark_name
from ludex.systems.boon.events import FieldSized, GroundLaid, LibraryGrown, ThingPlaced, happen
from ludex.systems.boon.kinds import At, GmDeed, Secret, SideName, backstage, offers
from ludex.systems.boon.kinds.reading import creature, side_named
from ludex.systems.boon.rules.battlefield import (
    PLAIN,
    Done,
    LayGround,
    check_on_map,
    looked_again,
    square_of,
    squares_of,
)
from ludex.systems.boon.rules.scene import AddContent, Arrived, Spawn, spawned
from ludex.systems.boon.rules.stages import SizeField
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Ground, State, Thing
from ludex.systems.boon.terms import Cover, Earth, Party

BARE = ("擦去", "平地", "erase")
"""Words for taking ground off squares."""
SIZED = ("大小", "size")
STRIKES = ("删", "删除", "drop")


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `stage` and `lay_map`: an encounter or a map by name; `side` for creatures of which it says nothing; in which language they are called."""

    name: str
    side: str = ""
    secret: bool = False
    language: str = "zh"


class LayOut(GmDeed, names=("地形", "ground"), example=".地形 困难 5,2-6,4"):
    """Lay out ground or a map, or set the size of the board."""

    kind: Annotated[str, Field("kind", among=offers.earths)]
    cells: Annotated[tuple[str, ...], Field("cells", keys=("格",))] = ()
    secret: Secret = False

    def do(self, asked: Asked) -> Do:
        if self.kind in SIZED:
            width, height = square_of(self.cells)
            return Do("size_field", SizeField(width=width, height=height))
        if not self.cells and map_named(self.kind, asked.state.library):
            return Do("lay_map", Prepared(name=self.kind, language=asked.language))
        bare = self.kind in (*BARE, PLAIN)
        kind = PLAIN if bare else Earth.read(self.kind, clause="BOO-CBT-2", arg="kind")
        given = LayGround(kind=kind, cells=tuple(squares_of(self.cells)), secret=self.secret)
        return Do("lay_ground", given, backstage(secret=self.secret))


class SpawnLine(
    GmDeed,
    names=("登场", "出场", "npc", "spawn"),
    beside=SHELF,
    picture="plus",
    example=".登场 哥布林 2 阵营=敌人 位=9,2",
):
    """Creatures of a stat block, or an encounter that was prepared."""

    creature: Annotated[str, Field("creature", among=offers.comers)]
    count: Annotated[int, Field("count", keys=("数",))] = 1
    side: SideName = ""
    position: At = None
    secret: Secret = False

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        side = side_named(asked, self.side) if self.side else _foes(asked)
        heard = backstage(secret=self.secret)
        met = encounter_named(self.creature, state.library)
        if met is not None and creature_named(self.creature, state.library) is None:
            given = Prepared(name=self.creature, side=side, secret=self.secret, language=asked.language)
            return Do("stage", given, heard)
        named = creature(asked, self.creature)
        block = Spawn(creature=named, count=self.count, side=side, position=self.position, secret=self.secret)
        return Do("spawn", replace(block, language=asked.language), heard)


def _foes(asked: Asked) -> str:
    """The first side known to the players that is not theirs; if there is none it is called 敌人 or foes (BOO-LIV-21)."""
    state: State = asked.state
    known = [s.id for s in state.sides if not s.player and any(not c.secret for c in state.members(s.id))]
    return known[0] if known else Party.FOES.called(asked.language)


class StrikeOut(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    name: str


class ContentLine(
    GmDeed, names=("收录", "content"), beside=SHELF, example='.收录 items.whip = { name = "鞭", die = 4, reach = 2 }'
):
    """Content of the table's own, as TOML; or one thing of it struck out (`删 物品.鞭`)."""

    toml: Annotated[str, Field("toml", REST, owner=STORY)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """What the GM prepares with is for her alone (BOO-LIV-53)."""
        first, _, what = self.toml.strip().partition(" ")
        if first in STRIKES:
            kind, _, name = what.strip().partition(".")
            return Do("strike_out", StrikeOut(kind=kind, name=name.strip()), (GM,))
        try:
            packs = pasted_toml(self.toml.replace("\\n", "\n"))
        except ValueError as error:
            raise RuleError("bad_content", problems=[unreadable(error)]) from None
        if not all(isinstance(pack, dict) for pack in packs.values()):
            raise RuleError("bad_content", problems=["kind.name = { … }"])
        return Do("add_content", AddContent(packs=packs), (GM,))


class OpenContent(GmDeed, names=("公开", "publish"), does="open_content", beside=SHELF, example=".公开 长鞭"):
    """`.公开 长鞭,毒刃`: things of the table's own that players know of from now on."""

    things: Annotated[tuple[str, ...], Field("things", ITEM, among=offers.unopened, refusal="unknown_id")] = ()

    def do(self, asked: Asked) -> Do | Show:
        if not self.things:
            raise RuleError("which_content", names=list(offers.unopened(asked.state, "").values()))
        return super().do(asked)


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
    return await looked_again(state, lighter=True)


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
    await happen(LibraryGrown(replace(library, kept=tuple(kept_things(library)))))
    return Done(ids=(given.name,))


async def open_content(state: State, given: OpenContent) -> Done:
    names = kept_things(state.library)
    await happen(LibraryGrown(replace(state.library, kept=tuple(key for key in names if key not in given.things))))
    return Done(ids=tuple(names[key] for key in given.things))


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
