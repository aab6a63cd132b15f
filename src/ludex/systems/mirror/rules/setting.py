"""Joins Modes, Stage and Statuses, since the GM sets them by hand: who is there, the scene, the table's own content.

These carry out no dice and no judgement; they put data where the rules look for it (MIR-MDE, MIR-STG, MIR-SCN, MIR-STS).
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack
from ludex.core.rule import rule
from ludex.systems.mirror.content import (
    KINDS,
    CharacterGiven,
    called,
    character_of,
    kind_named,
    library,
    npc_named,
    read_given,
)
from ludex.systems.mirror.events import (
    CatalogueSet,
    CharacterJoined,
    CharacterLeft,
    ModeSet,
    Moved,
    StageSet,
    StatusSet,
)
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.authoring import written
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.sheet import Cell, Plain
from ludex.systems.mirror.state import Cost, Lamp, Scenery, Stage, State, grid_of, spot
from ludex.systems.mirror.terms import Light, Mode, check_known, check_word

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


class CharactersAdded(msgspec.Struct, frozen=True):
    """Their ids."""

    added: tuple[str, ...]


class RemoveCharacter(msgspec.Struct, frozen=True):
    """Who leaves the table."""

    target: str


class CharacterRemoved(msgspec.Struct, frozen=True):
    """Who is gone."""

    removed: str


class Revealed(msgspec.Struct, frozen=True):
    """Who is no longer hidden."""

    revealed: str


class SetStatus(msgspec.Struct, frozen=True):
    """A status put on or taken off. `level` is that of stealth."""

    target: str
    status: str
    on: bool = True
    level: int = 0


class StatusNow(msgspec.Struct, frozen=True):
    """The statuses in force."""

    statuses: tuple[str, ...]
    after: After


class SetMode(msgspec.Struct, frozen=True):
    """The mode that play goes on in."""

    mode: str


class ModeNow(msgspec.Struct, frozen=True):
    """The mode now."""

    mode: str


class SetStage(msgspec.Struct, frozen=True, kw_only=True):
    """A new stage."""

    grid: str = "square"
    width: int = 12
    height: int = 8
    ambient: str = "normal"


class EditStage(msgspec.Struct, frozen=True, kw_only=True):
    """Something on regions of the stage: a `what` and its cells; `clear` takes everything off them."""

    what: str
    cells: tuple[Cell, ...] = ()
    cost: int = 2
    radius: int = 1
    level: str = "normal"
    name: str = ""


class StageNow(msgspec.Struct, frozen=True):
    """The stage as it is."""

    stage: Stage


class PlaceCharacter(msgspec.Struct, frozen=True):
    """Put somebody on a region, without moving; without one, off the stage."""

    target: str
    pos: Cell | None = None


class Placed(msgspec.Struct, frozen=True):
    """Where she stands."""

    target: str
    pos: Cell | None
    after: After


class AddContent(msgspec.Struct, frozen=True):
    """A record of the table's own content; without one it is taken out."""

    kind: str
    id: str
    record: Plain | None = None


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack of the table's own content: kind -> id -> record."""

    pack: dict[str, dict[str, Plain]]


class PackAdded(msgspec.Struct, frozen=True):
    """The ids that came in, by kind."""

    added: dict[str, tuple[str, ...]]


class ContentNow(msgspec.Struct, frozen=True):
    """What was set."""

    kind: str
    id: str
    removed: bool


async def add_character(state: State, given: AddCharacter) -> CharactersAdded:
    """Bring somebody to the table: a player's record, an NPC block, or a group of equal minions."""
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
        state = await happen(CharacterJoined(character_of(mine, name)))
        added.append(name)
    return CharactersAdded(tuple(added))


def _free_name(state: State, wanted: str, *, first: int) -> str:
    """A name that nobody at the table goes by: numbered from `first` on, or only where it must be (0)."""
    taken = {c.called for c in state.characters.values()}
    if not first and wanted not in taken:
        return wanted
    return next(name for n in range(first or 2, len(taken) + MOST + 3) if (name := f"{wanted}{n}") not in taken)


def _free(state: State, wanted: str) -> str:
    """An id that nobody has."""
    if wanted not in state.characters:
        return wanted
    return next(f"{wanted}-{n}" for n in range(2, len(state.characters) + 3) if f"{wanted}-{n}" not in state.characters)


async def remove_character(state: State, given: RemoveCharacter) -> CharacterRemoved:
    """Take somebody from the table."""
    state.who(given.target)
    await happen(CharacterLeft(given.target))
    return CharacterRemoved(given.target)


@rule("MIR-LIV-44")
async def reveal_character(state: State, given: RemoveCharacter) -> Revealed:
    """One who entered in secret shows herself."""
    character = state.who(given.target)
    await happen(CharacterJoined(replace(character, hidden=False)))
    return Revealed(given.target)


@rule("MIR-STS-1", "MIR-STS-2")
async def set_status(state: State, given: SetStatus) -> StatusNow:
    """Put a status on or take it off: what an effect or the GM does, beside what follows from numbers."""
    state.who(given.target)
    state = await happen(StatusSet(given.target, given.status, given.on, given.level))
    return StatusNow(state.who(given.target).statuses, after(state, given.target))


@rule("MIR-MDE-1")
async def set_mode(state: State, given: SetMode) -> ModeNow:
    """The GM switches between exploration and rest; conflict begins and ends by its own procedures."""
    check_word(Mode, given.mode)
    if state.conflict is not None or given.mode == Mode.CONFLICT:
        raise RuleError("conflict_by_itself", clause="MIR-CFL-1", mode=given.mode)
    await happen(ModeSet(given.mode))
    return ModeNow(given.mode)


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
    """Put walls, hard ground, hazards, lamps or scenery on regions, or clear them; or set the surrounding light."""
    check_known("unknown_scenery", given.what, EDITS, clause="MIR-SCN-1")
    check_word(Light, given.level)
    stage = EDITS[given.what](state.stage, given)
    return StageNow((await happen(StageSet(stage))).stage)


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


def _scenery(stage: Stage, given: EditStage) -> Stage:
    return replace(stage, scenery=(*stage.scenery, Scenery(given.name or given.what, given.what, given.cells)))


def _clear(stage: Stage, given: EditStage) -> Stage:
    off = frozenset(given.cells)
    return replace(
        stage,
        impassable=tuple(c for c in stage.impassable if c not in off),
        blocked=tuple(c for c in stage.blocked if c not in off),
        costs=tuple(c for c in stage.costs if c.cell not in off),
        effects=tuple(c for c in stage.effects if c not in off),
        lamps=tuple(x for x in stage.lamps if x.cell not in off),
        scenery=tuple(x for x in stage.scenery if not off & set(x.cells)),
    )


EDITS = {
    "wall": _wall,
    "hard": _hard,
    "hazard": _hazard,
    "lamp": _lamp,
    "ambient": _ambient,
    "clear": _clear,
    **dict.fromkeys(("terrain", "object", "space"), _scenery),
}
"""What can be put on a stage; scenery is terrain 地形, walls 墙体, objects 物件 and space 空间 (MIR-SCN-1)."""


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


async def add_content(state: State, given: AddContent) -> ContentNow:
    """A record of the table's own content, validated as shipped content is."""
    kind = kind_named(given.kind)
    record = None if given.record is None else written(kind, given.record, state.catalogue)
    if record is not None:
        made = read_pack({kind: {given.id: record}}, KINDS)[kind][given.id]
        _check_single(state, kind, given.id, called(given.id, made))
    await happen(CatalogueSet(kind, given.id, record))
    return ContentNow(kind, given.id, given.record is None)


@rule("MIR-LIV-51")
def _check_single(state: State, kind: str, name: str, title: str) -> None:
    """A second record of a kind with the same name is refused; the same id corrects it."""
    others: dict[str, msgspec.Struct] = getattr(library(state.catalogue), kind)
    if any(called(i, one) == title for i, one in others.items() if i != name):
        raise RuleError("duplicate_id", clause="MIR-LIV-51", id=title)


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """A whole pack at once; if anything in it is wrong, nothing comes in and everything wrong is named."""
    pack = {
        kind_named(kind): {i: written(kind_named(kind), one, state.catalogue) for i, one in records.items()}
        for kind, records in given.pack.items()
    }
    read_pack(pack, KINDS)
    for kind, records in pack.items():
        for name, record in records.items():
            await happen(CatalogueSet(kind, name, record))
    return PackAdded({kind: tuple(records) for kind, records in pack.items()})
