"""Stage (舞台) and scenery (物景) as the GM sets them: walls, ground, lamps, things of the table's own (MIR-STG, MIR-SCN, MIR-LIT)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Meant
from ludex.core.deeds import CELL, REST, SCENE, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import flag, keyed
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.content import SceneryRecord, library
from ludex.systems.mirror.events import Moved, StageSet
from ludex.systems.mirror.kinds import LIGHT, GmDeed, Person, offers
from ludex.systems.mirror.kinds.reading import cells
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Cost, Lamp, Scenery, Stage, State, grid_of, spot
from ludex.systems.mirror.terms import Light, check_known, check_word, key_of

WIDTH, HEIGHT = 12, 8
"""The size of a stage of which nothing is said."""


class SetStage(msgspec.Struct, frozen=True, kw_only=True):
    """A new stage."""

    grid: str = "square"
    width: int = WIDTH
    height: int = HEIGHT
    ambient: str = "normal"


SHAPES = {"四方": "square", "四角": "square", "六角": "hex"}
"""Other words for a stage's regions than the rulebook's: understood, but never said (MIR-LIV-58)."""


class StageLine(GmDeed, names=("舞台", "stage"), group="stage", beside=SCENE, example=".舞台 12 8"):
    """`.舞台 12 8 六边形`: a new stage; `.舞台 光=薄暗` changes the light of the one that is there."""

    width: Annotated[int | None, Field()] = None
    height: Annotated[int | None, Field()] = None
    grid: Annotated[str | None, Field(among=offers.grids)] = None
    light: Annotated[str | None, LIGHT] = None

    def do(self, asked: Asked) -> Do:
        """A stage, or another light for the one that is there."""
        if asked.state.stage.width and self.light is not None and not (self.grid or self.width or self.height):
            return Do("edit_stage", EditStage(what="ambient", level=self.light))
        grid = key_of(SHAPES.get(self.grid, self.grid)) if self.grid else "square"
        width = WIDTH if self.width is None else self.width
        height = HEIGHT if self.height is None else self.height
        return Do("set_stage", SetStage(grid=grid, width=width, height=height, ambient=self.light or Light.NORMAL))


class EditStage(msgspec.Struct, frozen=True, kw_only=True):
    """Something on regions of the stage: a `what` and its cells; `clear` takes everything off them, without any off the whole stage."""

    what: str
    cells: tuple[Cell, ...] = ()
    cost: int = 1
    acts: bool = False
    """Whether something takes effect on who enters it (MIR-MOV-2)."""
    radius: int = 1
    level: str = "normal"
    name: str = ""


ROUGH = 2
"""What rough ground takes to enter, where nobody says more (MIR-MOV-4)."""

OLDER: dict[str, Plain] = {
    "墙": {"what": "wall"},
    "难行": {"what": "terrain", "cost": ROUGH},
    "hard": {"what": "terrain", "cost": ROUGH},
    "险处": {"what": "terrain", "acts": True},
    "hazard": {"what": "terrain", "acts": True},
}
"""Words for scenery that are not the rulebook's: understood, but never said (MIR-LIV-58)."""


class PutLine(GmDeed, names=("布置", "put"), group="stage", example=".布置 墙体 5,1~5,2"):
    """`.布置 墙体 3,1~3,4`, `.布置 地形 2,2 耗=3`: walls, terrain, objects, lamps and the like; terrain of which nothing else is said is rough."""

    what: Annotated[str, Field(among=offers.layings)]
    cells: Annotated[
        tuple[Cell, ...],
        Field("cells", REST, required=False, keys=("格", "at")),
        Meant(lambda _asked, said: cells(said)),
    ]
    cost: Annotated[int | None, keyed("cost", "耗", "cost")] = None
    acts: Annotated[bool, flag("acts", "生效", "acts")] = False
    radius: Annotated[int, keyed("radius", "半径", "radius")] = 2
    level: Annotated[str, LIGHT] = Light.NORMAL
    name: Annotated[str, keyed("name", "名", "name")] = ""

    @rule("MIR-LIV-58", "MIR-SCN-1", "MIR-MOV-4")
    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """What is put there."""
        said = {name: getattr(self, name) for name in EditStage.__struct_fields__} | {"what": key_of(self.what)}
        rough = said["what"] == "terrain" and not self.name and not self.acts
        said["cost"] = ROUGH if rough else 1
        said |= OLDER.get(self.what.lower(), {})
        return Do("edit_stage", EditStage(**said | ({} if self.cost is None else {"cost": self.cost})))


class StageNow(msgspec.Struct, frozen=True):
    """The stage as it is."""

    stage: Stage


class PlaceCharacter(GmDeed, names=("放", "place"), does="place_character", group="stage", example=".放 山贼1 6,3"):
    """Put somebody on a region, without moving; without one, off the stage."""

    target: Person
    pos: Annotated[Cell | None, Field("to", CELL, refusal="bad_cell")] = None


class Placed(msgspec.Struct, frozen=True):
    """Where she stands."""

    target: str
    pos: Cell | None
    after: After


@rule("MIR-STG-1")
async def set_stage(_state: State, given: SetStage) -> StageNow:
    """A new, empty stage of squares or hexes."""
    grid_of(given.grid)
    check_word(Light, given.ambient)
    if not (1 <= given.width <= 60 and 1 <= given.height <= 60):
        raise RuleError("bad_size", clause="MIR-STG-1", sizes=[given.width, given.height])
    stage = Stage(given.grid, width=given.width, height=given.height, ambient=given.ambient)
    return StageNow((await happen(StageSet(stage))).stage)


@rule("MIR-SCN-1", "MIR-MOV-4", "MIR-LIT-2")
async def edit_stage(state: State, given: EditStage) -> StageNow:
    """Put walls, terrain, objects, space or lamps on regions, or clear them; or set the surrounding light."""
    check_word(Light, given.level)
    if (record := _record(state, given)) is not None:
        return StageNow((await happen(StageSet(_set_down(state.stage, record, given)))).stage)
    if given.what not in PLAIN:
        check_known("unknown_scenery", given.what, EDITS, clause="MIR-SCN-1")
    if given.cost < 1:
        raise RuleError("bad_amount", clause="MIR-MOV-4", amount=given.cost)
    if not given.cells and given.what not in ("ambient", "clear"):
        raise RuleError("no_cells", clause="MIR-SCN-1")
    stage = (PLAIN | EDITS)[given.what](state.stage, given)
    return StageNow((await happen(StageSet(stage))).stage)


def _record(state: State, given: EditStage) -> SceneryRecord | None:
    """Scenery of the table's library by its id or name."""
    known = library(state.catalogue).scenery
    return next((r for i, r in known.items() if given.what in (i, r.name)), None)


@rule("MIR-LIV-51", "MIR-SCN-1")
def _set_down(stage: Stage, record: SceneryRecord, given: EditStage) -> Stage:
    """Scenery of the library on these regions, or on its own: what it costs, blocks, lights and does."""
    here = replace(given, cells=given.cells or record.cells, cost=record.cost)
    stage = _hard(stage, here) if record.cost != 1 else stage
    stage = _wall(stage, here) if record.kind == "wall" else stage
    if record.light is not None:
        stage = _lamp(stage, replace(here, radius=record.light.radius, level=record.light.level, name=record.name))
    thing = Scenery(record.name or given.what, record.kind, here.cells, record.text, record.effect)
    return replace(stage, scenery=(*stage.scenery, thing))


def _wall(stage: Stage, given: EditStage) -> Stage:
    cells = tuple(dict.fromkeys((*stage.impassable, *given.cells)))
    return replace(stage, impassable=cells, blocked=tuple(dict.fromkeys((*stage.blocked, *given.cells))))


def _hard(stage: Stage, given: EditStage) -> Stage:
    kept = tuple(c for c in stage.costs if c.cell not in given.cells)
    return replace(stage, costs=(*kept, *(Cost(cell, given.cost) for cell in given.cells)))


def _hazard(stage: Stage, given: EditStage) -> Stage:
    return replace(stage, effects=tuple(dict.fromkeys((*stage.effects, *given.cells))))


def _lamp(stage: Stage, given: EditStage) -> Stage:
    lamps = tuple(Lamp(cell, given.radius, given.level, given.name) for cell in given.cells)
    return replace(stage, lamps=(*stage.lamps, *lamps))


def _ambient(stage: Stage, given: EditStage) -> Stage:
    return replace(stage, ambient=given.level)


@rule("MIR-SCN-1", "MIR-MOV-2")
def _scenery(stage: Stage, given: EditStage) -> Stage:
    """Terrain, objects and space: a name, what it costs to enter, and whether something takes effect there."""
    stage = _hard(stage, given) if given.cost != 1 else stage
    stage = _hazard(stage, given) if given.acts else stage
    if not given.name and (given.cost != 1 or given.acts):
        return stage
    return replace(stage, scenery=(*stage.scenery, Scenery(given.name or given.what, given.what, given.cells)))


def _clear(stage: Stage, given: EditStage) -> Stage:
    """Everything off these regions; without any, off the whole stage."""
    if not given.cells:
        return replace(stage, impassable=(), blocked=(), costs=(), effects=(), lamps=(), scenery=())
    off = frozenset(given.cells)
    left = (replace(x, cells=tuple(c for c in x.cells if c not in off)) for x in stage.scenery)
    return replace(
        stage,
        impassable=tuple(c for c in stage.impassable if c not in off),
        blocked=tuple(c for c in stage.blocked if c not in off),
        costs=tuple(c for c in stage.costs if c.cell not in off),
        effects=tuple(c for c in stage.effects if c not in off),
        lamps=tuple(x for x in stage.lamps if x.cell not in off),
        scenery=tuple(x for x in left if x.cells),
    )


EDITS = {
    "wall": _wall,
    "lamp": _lamp,
    "ambient": _ambient,
    "clear": _clear,
    **dict.fromkeys(("terrain", "object", "space"), _scenery),
}
"""What can be put on a stage; scenery is terrain 地形, walls 墙体, objects 物件 and space 空间 (MIR-SCN-1)."""

PLAIN = {"hard": _hard, "hazard": _hazard}
"""The same without a name, as procedures call them."""


@rule("MIR-STG-1")
async def place_character(state: State, given: PlaceCharacter) -> Placed:
    """Put somebody somewhere: setting the scene, not movement."""
    character = state.who(given.target)
    if given.pos is not None and not state.stage.holds(given.pos):
        raise _off_stage(state.stage, given.pos)
    state = await happen(Moved(given.target, given.pos, character.mov))
    return Placed(given.target, given.pos, after(state, given.target))


def _off_stage(stage: Stage, cell: Cell) -> RuleError:
    return RuleError("off_stage", clause="MIR-STG-1", cell=spot(cell), east=stage.width - 1, north=stage.height - 1)
