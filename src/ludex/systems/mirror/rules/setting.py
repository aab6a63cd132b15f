"""Joins Modes, Stage (舞台), scenery (物景) and Statuses, since the GM sets them by hand: who is there, the scene, walls, ground, lamps, things of the
table's own (MIR-MDE, MIR-STG, MIR-SCN, MIR-STS, MIR-LIT).

These carry out no dice and no judgement; they put data where the rules look for it."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, CELL, ITEM, PERSON, REST, SCENE, SHELF, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, flag, keyed
from ludex.core.names import folded, named
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.systems.mirror.content import (
    CharacterGiven,
    SceneryRecord,
    character_of,
    english,
    kind_named,
    library,
    npc_named,
    read_given,
)
from ludex.systems.mirror.events import (
    CharacterJoined,
    CharacterLeft,
    ModeSet,
    Moved,
    StageSet,
    StatusSet,
)
from ludex.systems.mirror.kinds import (
    LIGHT,
    At,
    ForPerson,
    GmDeed,
    Person,
    PersonOrSelf,
    StoryDeed,
    closed,
    reading,
)
from ludex.systems.mirror.kinds.reading import cells, names_of, read_data
from ludex.systems.mirror.rules.authoring import written
from ludex.systems.mirror.rules.growth import automatic
from ludex.systems.mirror.rules.sheets import AfterView, after, equipped
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Cost, Lamp, Scenery, Stage, State, grid_of, spot
from ludex.systems.mirror.terms import Light, Mode, Status, check_known, check_word, key_of

MOST = 50
"""So many equal minions come at once."""


class AddCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody for the table: a block of the library by name, or a record; several equal ones by `count`."""

    npc: str = ""
    record: Plain | None = None
    id: str = ""
    name: str = ""
    count: int = 1
    side: str | None = None
    pos: Cell | None = None
    hidden: bool = False


SIDES = {"我方": "pc", "敌方": "foe", "ours": "pc", "foes": "foe"}
"""Sides by their words; any other stands for itself."""
_SIDE = Meant(lambda _asked, said: SIDES.get(said, said))


@rule("MIR-LIV-57")
def _who_may_come(state: State, _actor: str) -> dict[str, Pair]:
    """The blocks that the table has, and who left by that very name and comes back."""
    return names_of(state, "npcs") | {i: (c.called, c.called) for i, c in state.away.items()}


class NpcLine(
    AddCharacter,
    GmDeed,
    names=("登场", "npc", "spawn"),
    group="people",
    beside=SHELF,
    picture="plus",
    own_first=True,
    example=".登场 灰狼 2",
):
    """`.登场 山贼 3`: an NPC block, or a group of equal ones, called as they were called on; `.登场 山贼2`: who left by that very name."""

    npc: Annotated[str, Field("npc", ITEM, among=_who_may_come, refusal="unknown_npc")]
    count: Annotated[int, Field()] = 1
    name: Annotated[str, keyed("name", "名", "name")] = ""
    side: Annotated[str | None, keyed("to_side", "阵营", "side"), _SIDE] = None
    pos: At = None

    def do(self, asked: Asked) -> Do:
        if (gone := asked.state.away.get(self.npc)) is not None:
            return Do("recall_character", Comes(name=gone.called))
        return Do("add_character", replace(self, name=self.name or _block_called(asked, self.npc)))


def _block_called(asked: Asked, block: str) -> str:
    """What the people of a block are called: as they were called on, or as the asker's language calls it; an id is no name (MIR-LIV-60)."""
    if asked.state.catalogue.get("npcs", {}).get(block, {}).get("name"):
        return ""  # a table's own is called as its record says
    if asked.text.split()[:1] == [block]:
        return _begun(english().get(block, block) if "_" in block else block)
    return _begun(english().get(block, "")) if asked.language == "en" and asked.text.isascii() else ""


def _begun(name: str) -> str:
    return name[:1].upper() + name[1:]


class ImportLine(
    Deed,
    names=("导入", "import"),
    group="people",
    owner=SHEET,
    said_by=SHEET,
    beside=SHELF,
    example='.导入 {"名字": "羽", "等级": 2}',
):
    """`.导入 {…}`: a character's record as JSON or TOML, in Chinese keys or English ones; things, actions and abilities also by name."""

    record: Annotated[str, Field(kind=REST)]

    def do(self, asked: Asked) -> Do:
        record = written("npcs", read_data(self.record), asked.state.catalogue)  # MIR-LIV-51
        return Do("add_character", AddCharacter(record=record, id=str(record.get("id", ""))))


def secretly(do: Do) -> Do:
    """Who enters in secret is hidden until she is shown (MIR-LIV-44)."""
    enters = isinstance(do.given, AddCharacter | Comes)
    return replace(do, given=replace(do.given, hidden=True)) if enters else do


class Comes(GmDeed, group="people", beside=SHELF):
    """Who comes back, or an encounter that begins, by name; in secret, if so."""

    name: Annotated[str, Field(kind=REST)]
    hidden: bool = False


class Recall(Comes, names=("请回", "召回", "recall"), does="recall_character", example=".请回 山贼2"):
    """`.请回 山贼2`: somebody who was dismissed."""


class BeginEncounter(Comes, names=("遭遇", "encounter"), does="begin_encounter", example=".遭遇 伏击"):
    """`.遭遇 伏击`: a prepared encounter."""


class CharactersAdded(msgspec.Struct, frozen=True):
    added: tuple[str, ...]


class OfCharacter(GmDeed, group="people", many=True):
    target: Person


class Reveal(OfCharacter, names=("现身", "reveal"), does="reveal_character", picture="eye-off", example=".现身 山贼1"):
    """`.现身 山贼1`: one who entered in secret."""


class Dismiss(OfCharacter, names=("退场", "dismiss"), does="remove_character", example=".退场 山贼2"):
    """`.退场 山贼2`: one who leaves the table."""


SEEN = (Status.UNCONSCIOUS, Status.DISSOLVED, Status.DEAD)
"""What one sees of others' statuses (MIR-LIV-40)."""


class SetStatus(
    StoryDeed,
    names=("状态", "status"),
    does="set_status",
    group="people",
    many=True,
    beside=PERSON,
    example=".状态 潜行 1 谁=安",
):
    """`.状态 潜行 2`, `.状态 无法移动 关`: a status put on or taken off. `level` is that of stealth."""

    status: Annotated[
        str,
        Field(among=lambda state, _actor: reading.words(Status) | reading.names_of(state, "statuses")),
        Meant(lambda _asked, said: key_of(said)),
    ]
    level: Annotated[int, Field()] = 0
    target: ForPerson
    on: Annotated[bool, flag("off", "关", "off"), Meant(lambda _asked, off: not off)] = True

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        """Everybody, of what is seen of an NPC; else the GM and who asks."""
        c = asked.state.characters.get(self.target)
        return (EVERYBODY,) if c is None or not c.gm_played or self.status in SEEN else (GM, asked.seat)


class SheetLine(Deed, names=("角色", "卡", "sheet", "pc"), group="people", who=ANYONE, beside=PERSON, example=".角色"):
    """`.角色`: a whole sheet with every derived number."""

    target: PersonOrSelf

    def do(self, asked: Asked) -> Show:
        """The sheet, or what is seen of one who is not known (MIR-LIV-40)."""
        target = asked.state.who(self.target)
        return Show("sheet" if target.veiled is None else "seen", {"who": target.id})


class ContentLine(
    Deed, names=("内容", "content", "lib"), group="people", who=ANYONE, beside=SHELF, example=".内容 动作 挥砍"
):
    """`.内容 动作`: what the library holds; `.内容 动作 挥砍`: one record of it."""

    kind: Annotated[str, Field()]
    name: Annotated[str, Field(kind=REST)] = ""

    def do(self, asked: Asked) -> Show:  # noqa: ARG002  # as every deed
        return Show("content", {"kind": kind_named(self.kind), "name": self.name})


class StatusNow(msgspec.Struct, frozen=True):
    statuses: tuple[str, ...]
    after: AfterView


class SetMode(GmDeed, names=("模式", "mode"), does="set_mode", group="growth", beside=SCENE, example=".模式 休整"):
    mode: Annotated[str, closed("mode", Mode)]


async def add_character(state: State, given: AddCharacter) -> CharactersAdded:
    """Bring somebody to the table: a player's record, an NPC block, or a group of equal minions."""
    return CharactersAdded((await _joined(state, given))[1])


async def _joined(state: State, given: AddCharacter) -> tuple[State, tuple[str, ...]]:
    if given.record is None:
        made: CharacterGiven = npc_named(given.npc, state.catalogue)
    else:
        made = read_given(given.record, given.id or "character")
    if not 1 <= given.count <= MOST:
        raise RuleError("bad_amount", amount=given.count, most=MOST)
    made = replace(
        made,
        side=made.side if given.side is None else given.side,
        pos=given.pos or made.pos,
        hidden=given.hidden or made.hidden,
    )
    base = given.id or made.id or "character"
    added: list[str] = []
    for number in range(1, given.count + 1):
        name = _free(state, base if given.count == 1 else f"{base}{number}")
        wanted = given.name or made.name or name
        mine = replace(made, name=_free_name(state, wanted, first=0 if given.count == 1 else number))
        newcomer = equipped(character_of(mine, name), state.catalogue)
        able = replace(newcomer, abilities=(*newcomer.abilities, *automatic(state, newcomer)))  # MIR-LIV-24
        state = await happen(CharacterJoined(able))
        added.append(name)
    return state, tuple(added)


def _free_name(state: State, wanted: str, *, first: int) -> str:
    """A name that nobody at the table goes by: numbered from `first` on, or only where it must be (0)."""
    taken = {folded(c.called) for c in state.characters.values()}
    if not first and folded(wanted) not in taken:
        return wanted
    numbers = range(first or 2, len(taken) + MOST + 3)
    return next(name for n in numbers if folded(name := f"{wanted}{n}") not in taken)


def _free(state: State, wanted: str) -> str:
    if wanted not in state.characters:
        return wanted
    return next(f"{wanted}-{n}" for n in range(2, len(state.characters) + 3) if f"{wanted}-{n}" not in state.characters)


@rule("MIR-LIV-57")
async def recall_character(state: State, given: Comes) -> CharactersAdded:
    """Somebody who was dismissed comes back with all that she had."""
    names = {i: (i, c.called) for i, c in state.away.items()}
    who = named(given.name, names, unknown="unknown_id", id=given.name, ids=[c.called for c in state.away.values()])
    back = state.away[who]
    free = _free(state, who)
    shown = replace(back, id=free, name=_free_name(state, back.called, first=0), hidden=given.hidden or back.hidden)
    await happen(CharacterJoined(shown))
    return CharactersAdded((free,))


@rule("MIR-LIV-51", "MIR-LIV-52")
async def begin_encounter(state: State, given: Comes) -> CharactersAdded:
    """A prepared encounter: its stage, and everybody in it, those in secret hidden."""
    known = library(state.catalogue).encounters
    names = {i: (i, r.name or i) for i, r in known.items()}
    record = known[
        named(given.name, names, unknown="unknown_encounter", value=given.name, among=[n for _, n in names.values()])
    ]
    if record.stage is not None:
        state = await happen(StageSet(msgspec.convert({**msgspec.to_builtins(Stage()), **record.stage}, Stage)))
    added: tuple[str, ...] = ()
    for one in record.who:
        asked = AddCharacter(npc=one.npc, count=one.count, pos=one.cell, hidden=one.hidden or given.hidden)
        state, more = await _joined(state, asked)
        added += more
    return CharactersAdded(added)


async def remove_character(state: State, given: OfCharacter) -> OfCharacter:
    """Take somebody from the table."""
    state.who(given.target)
    await happen(CharacterLeft(given.target))
    return OfCharacter(target=given.target)


@rule("MIR-LIV-44")
async def reveal_character(state: State, given: OfCharacter) -> OfCharacter:
    """One who entered in secret shows herself."""
    character = state.who(given.target)
    await happen(CharacterJoined(replace(character, hidden=False)))
    return OfCharacter(target=given.target)


@rule("MIR-STS-1", "MIR-STS-2")
async def set_status(state: State, given: SetStatus) -> StatusNow:
    """Put a status on or take it off: what an effect or the GM does, beside what follows from numbers."""
    state.who(given.target)
    state = await happen(StatusSet(given.target, given.status, given.on, given.level))
    return StatusNow(state.who(given.target).statuses, after(state, given.target))


@rule("MIR-MDE-1")
async def set_mode(state: State, given: SetMode) -> SetMode:
    """The GM switches between exploration and rest; conflict begins and ends by its own procedures."""
    check_word(Mode, given.mode)
    if state.conflict is not None or given.mode == Mode.CONFLICT:
        raise RuleError("conflict_by_itself", clause="MIR-CFL-1", mode=given.mode)
    await happen(ModeSet(given.mode))
    return given


# --- stage and scenery as the GM sets them (MIR-STG, MIR-SCN, MIR-LIT) ------------------------------------------------

WIDTH, HEIGHT = 12, 8
"""The size of a stage of which nothing is said."""


class SetStage(msgspec.Struct, frozen=True, kw_only=True):
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
    grid: Annotated[str | None, Field(among=reading.grids)] = None
    light: Annotated[str | None, LIGHT] = None

    def do(self, asked: Asked) -> Do:
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

    what: Annotated[str, Field(among=reading.layings)]
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
        said = {name: getattr(self, name) for name in EditStage.__struct_fields__} | {"what": key_of(self.what)}
        rough = said["what"] == "terrain" and not self.name and not self.acts
        said["cost"] = ROUGH if rough else 1
        said |= OLDER.get(self.what.lower(), {})
        return Do("edit_stage", EditStage(**said | ({} if self.cost is None else {"cost": self.cost})))


class StageNow(msgspec.Struct, frozen=True):
    stage: Stage


class PlaceCharacter(GmDeed, names=("放", "place"), does="place_character", group="stage", example=".放 山贼1 6,3"):
    """Put somebody on a region, without moving; without one, off the stage."""

    target: Person
    pos: Annotated[Cell | None, Field("to", CELL, refusal="bad_cell")] = None


class PlaceNow(msgspec.Struct, frozen=True):
    target: str
    pos: Cell | None
    after: AfterView


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
    if (record := _thing_of(state, given)) is not None:
        return StageNow((await happen(StageSet(_set_down(state.stage, record, given)))).stage)
    if given.what not in PLAIN:
        check_known("unknown_scenery", given.what, EDITS, clause="MIR-SCN-1")
    if given.cost < 1:
        raise RuleError("bad_amount", clause="MIR-MOV-4", amount=given.cost)
    if not given.cells and given.what not in ("ambient", "clear"):
        raise RuleError("no_cells", clause="MIR-SCN-1")
    stage = (PLAIN | EDITS)[given.what](state.stage, given)
    return StageNow((await happen(StageSet(stage))).stage)


def _thing_of(state: State, given: EditStage) -> SceneryRecord | None:
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
async def place_character(state: State, given: PlaceCharacter) -> PlaceNow:
    """Put somebody somewhere: setting the scene, not movement."""
    character = state.who(given.target)
    if given.pos is not None and not state.stage.holds(given.pos):
        raise _off_stage(state.stage, given.pos)
    state = await happen(Moved(given.target, given.pos, character.mov))
    return PlaceNow(given.target, given.pos, after(state, given.target))


def _off_stage(stage: Stage, cell: Cell) -> RuleError:
    return RuleError("off_stage", clause="MIR-STG-1", cell=spot(cell), east=stage.width - 1, north=stage.height - 1)
