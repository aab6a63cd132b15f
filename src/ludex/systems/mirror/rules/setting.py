"""Joins Modes, Stage and Statuses, since the GM sets them by hand: who is there, the scene, the table's own content.

These carry out no dice and no judgement; they put data where the rules look for it (MIR-MDE, MIR-STG, MIR-SCN, MIR-STS).
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import named
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.content import (
    CharacterGiven,
    character_of,
    kind_named,
    library,
    npc_named,
    read_given,
)
from ludex.systems.mirror.content.outfit import equipped
from ludex.systems.mirror.events import (
    CatalogueSet,
    CharacterJoined,
    CharacterLeft,
    ModeSet,
    StageSet,
    StatusSet,
)
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.taking_in import taken_in
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Stage, State
from ludex.systems.mirror.terms import Mode, check_word

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


class Comes(msgspec.Struct, frozen=True):
    """Who comes back, or an encounter that begins, by name; in secret, if so."""

    name: str
    hidden: bool = False


class CharactersAdded(msgspec.Struct, frozen=True):
    """Their ids."""

    added: tuple[str, ...]


class OfCharacter(msgspec.Struct, frozen=True):
    """Who leaves the table, or is no longer hidden."""

    target: str


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
        state = await happen(CharacterJoined(equipped(character_of(mine, name), state.catalogue)))
        added.append(name)
    return state, tuple(added)


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
    return given


@rule("MIR-LIV-44")
async def reveal_character(state: State, given: OfCharacter) -> OfCharacter:
    """One who entered in secret shows herself."""
    character = state.who(given.target)
    await happen(CharacterJoined(replace(character, hidden=False)))
    return given


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


async def add_content(state: State, given: AddContent) -> ContentNow:
    """A record of the table's own content, validated as shipped content is."""
    kind = kind_named(given.kind)
    if given.record is None:
        await happen(CatalogueSet(kind, given.id, None))
        return ContentNow(kind, given.id, removed=True)
    (record,) = taken_in(state, {kind: {given.id: given.record}})[kind].values()
    await happen(CatalogueSet(kind, given.id, record))
    return ContentNow(kind, given.id, removed=False)


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """A whole pack at once; if anything in it is wrong, nothing comes in and everything wrong is named."""
    pack = taken_in(state, {kind_named(kind): records for kind, records in given.pack.items()})
    for kind, records in pack.items():
        for name, record in records.items():
            await happen(CatalogueSet(kind, name, record))
    return PackAdded({kind: tuple(records) for kind, records in pack.items()})
