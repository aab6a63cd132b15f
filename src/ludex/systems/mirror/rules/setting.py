"""Joins Modes, Stage and Statuses, since the GM sets them by hand: who is there, the scene, the table's own content.

These carry out no dice and no judgement; they put data where the rules look for it (MIR-MDE, MIR-STG, MIR-SCN, MIR-STS).
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.checking import misfits
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, ITEM, PERSON, REST, SCENE, SHELF, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, flag, keyed
from ludex.core.names import folded, named
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import (
    CharacterGiven,
    character_of,
    english,
    kind_named,
    library,
    npc_named,
    read_given,
)
from ludex.systems.mirror.content.naming import record_name
from ludex.systems.mirror.events import (
    CatalogueSet,
    CharacterJoined,
    CharacterLeft,
    ContentOpened,
    ModeSet,
    StageSet,
    StatusSet,
)
from ludex.systems.mirror.kinds import At, ForPerson, GmDeed, Person, PersonOrSelf, StoryDeed, closed, offers, thing
from ludex.systems.mirror.kinds.reading import read_data
from ludex.systems.mirror.redact import kept_content
from ludex.systems.mirror.rules.authoring import taken_in, written
from ludex.systems.mirror.rules.growth import automatic
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.sheets import equipped
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Stage, State
from ludex.systems.mirror.terms import Mode, Status, check_word, key_of

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
    """`.登场 山贼 3`: an NPC block, or a group of equal ones, called as they were called on."""

    npc: Annotated[str, thing("npc", "npcs", "unknown_npc")]
    count: Annotated[int, Field()] = 1
    name: Annotated[str, keyed("name", "名", "name")] = ""
    side: Annotated[str | None, keyed("to_side", "阵营", "side"), _SIDE] = None
    pos: At = None

    def do(self, asked: Asked) -> Do:
        """Those who enter, each with a name."""
        return Do("add_character", replace(self, name=self.name or _block_called(asked, self.npc)))


def _block_called(asked: Asked, block: str) -> str:
    """What the people of a block are called: as they were called on, or as the asker's language calls it; an id is no name (MIR-LIV-60)."""
    if asked.state.catalogue.get("npcs", {}).get(block, {}).get("name"):
        return ""  # a table's own is called as its record says
    if asked.text.split()[:1] == [block]:
        return _begun(english().get(block, block) if "_" in block else block)
    return _begun(english().get(block, "")) if asked.language == "en" and asked.text.isascii() else ""


def _begun(name: str) -> str:
    """A name with a capital."""
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
        """The character as its record says."""
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
    """Their ids."""

    added: tuple[str, ...]


class OfCharacter(GmDeed, group="people", many=True):
    """Who leaves the table, or is no longer hidden."""

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
        Field(among=lambda state, _actor: offers.words(Status) | offers.names_of(state, "statuses")),
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
        """The card of a kind."""
        return Show("content", {"kind": kind_named(self.kind), "name": self.name})


class StatusNow(msgspec.Struct, frozen=True):
    """The statuses in force."""

    statuses: tuple[str, ...]
    after: After


class SetMode(GmDeed, names=("模式", "mode"), does="set_mode", group="growth", beside=SCENE, example=".模式 休整"):
    """The mode that play goes on in."""

    mode: Annotated[str, closed("mode", Mode)]


NAMING = ("title", "名称", "名字", "name", "名")
"""Under what a record says what it is called."""


def _is_data(said: str) -> bool:
    return said.startswith("{")


def _record(asked: Asked, said: str | None) -> Plain | None:
    """A record as it is written; one that stands where its name would begins there."""
    begun = asked["id"] if _is_data(asked["id"]) else ""
    text = " ".join(one for one in (begun, said) if one)
    return read_data(text) if text else None


class AddContent(
    GmDeed,
    names=("添加", "add"),
    group="people",
    beside=SHELF,
    example='.添加 动作 高踢 {"类型": "SA", "AP": 2, "标签": ["攻击"]}',
):
    """`.添加 动作 踢 {"类型": "SA", …}`: a record of the table's own content; without one it is taken out."""

    kind: Annotated[str, Field()]
    id: Annotated[str, Field()]
    record: Annotated[Plain | None, Field(kind=REST), Meant(_record)] = None

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """The record, under the name that it gives itself where the line gives none (`.添加 动作 {"名称": "灭镜", …}`)."""
        if not _is_data(self.id):
            return Do("add_content", self, (GM,))
        known_as = next((str(self.record[key]) for key in NAMING if self.record and self.record.get(key)), "")
        if not known_as:
            raise RuleError("unnamed_content", clause="MIR-LIV-51", kind=say(f"view.{kind_named(self.kind)}"))
        return Do("add_content", replace(self, id=known_as), (GM,))


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack of the table's own content: kind -> id -> record."""

    pack: dict[str, dict[str, Plain]]


class PackLine(
    GmDeed,
    names=("内容包", "pack", "收录"),
    group="people",
    beside=SHELF,
    example='.内容包 {"武器种类": {"鞭": {"类别": "武器"}}}',
):
    """`.内容包 …`: a whole pack as TOML or JSON, kind by kind."""

    record: Annotated[str, Field(kind=REST)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """The pack as it was written: the procedure reads it."""
        pack = read_data(self.record)
        if problems := [
            one for kind, records in pack.items() for one in misfits(records, dict[str, dict[str, object]], kind)
        ]:
            raise RuleError("bad_content", clause="MIR-LIV-51", problems=problems)
        return Do("add_pack", {"pack": pack}, (GM,))


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


async def add_content(state: State, given: AddContent) -> ContentNow:
    """A record of the table's own content, validated as shipped content is."""
    kind = kind_named(given.kind)
    if given.record is None:
        own = {i: record_name(record, i) for i, record in state.catalogue.get(kind, {}).items()}
        there = next((i for i, name in own.items() if given.id in (i, name)), None)
        if there is None:
            named = say(f"view.{kind}")
            raise RuleError(
                "not_own_content",
                clause="MIR-LIV-51",
                name=given.id,
                kind=named,
                own=list(own.values()) or [say("told.none_yet")],
            )
        await happen(CatalogueSet(kind, there, None))
        return ContentNow(kind, there, removed=True)
    (record,) = taken_in(state, {kind: {given.id: given.record}})[kind].values()
    await happen(CatalogueSet(kind, given.id, record, kept=not record.get("basic")))  # what is basic everybody knows
    return ContentNow(kind, given.id, removed=False)


def _kept(state: State, _actor: str) -> dict[str, str]:
    """What the GM has written and not opened."""
    return kept_content(state)


class OpenContent(GmDeed, names=("公开", "publish"), does="open_content", group="people", example=".公开 灭镜"):
    """`.公开 灭镜、黑刀`: things of the table's own, as `kind/id`, that players know of from now on."""

    things: Annotated[tuple[str, ...], Field(kind=ITEM, among=_kept, refusal="unknown_content")]


class ContentShown(msgspec.Struct, frozen=True):
    """What everybody knows of from now on, by name."""

    names: tuple[str, ...]


async def open_content(state: State, given: OpenContent) -> ContentShown:
    """What the GM has kept is known from now on."""
    found = [tuple(thing.split("/", 1)) for thing in given.things if thing in state.kept]
    for kind, name in found:
        await happen(ContentOpened(kind, name))
    return ContentShown(tuple(record_name(state.catalogue[kind][name], name) for kind, name in found))


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """A whole pack at once; if anything in it is wrong, nothing comes in and everything wrong is named."""
    pack = taken_in(state, {kind_named(kind): records for kind, records in given.pack.items()})
    for kind, records in pack.items():
        for name, record in records.items():
            await happen(CatalogueSet(kind, name, record, kept=True))
    return PackAdded({kind: tuple(records) for kind, records in pack.items()})
