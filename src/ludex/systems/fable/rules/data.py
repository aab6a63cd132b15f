"""Data: the rulebook's tables by key, and content of a table's own, judged before it comes in."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import GM_ONLY, ITEM, REST, SHELF, Asked, Do, Field
from ludex.core.effects.counting import idle_things
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY
from ludex.core.kept import kept_things, split_key
from ludex.core.names import folded
from ludex.core.packs import Pack, read_pack
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import (
    KINDS,
    ClassEntry,
    DamageEntry,
    DomainEntry,
    EmotionEntry,
    LifeEntry,
    SpeciesEntry,
    StatusEntry,
    feat_named,
    shipped,
    spell_named,
)
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import ThingAdded, ThingGone, ThingOpened
from ludex.systems.fable.kinds.offers import read_pasted
from ludex.systems.fable.rules.feats import rewritten, with_bonus_feats
from ludex.systems.fable.rules.npcs import NewBlock
from ludex.systems.fable.sheet import things_of
from ludex.systems.fable.sheet.entries import ArmorEntry, FeatEntry, ShieldEntry, Thing, WeaponEntry
from ludex.systems.fable.state import PREPARED, State
from ludex.systems.fable.terms import Kind, TableName

Entry = (
    ArmorEntry
    | ClassEntry
    | DomainEntry
    | EmotionEntry
    | LifeEntry
    | ShieldEntry
    | SpeciesEntry
    | StatusEntry
    | DamageEntry
    | WeaponEntry
    | Thing
)


class OfTable(msgspec.Struct, frozen=True):
    name: str


class Listed(msgspec.Struct, frozen=True):
    count: int
    keys: tuple[str, ...]


@rule("FAB-BON-1", "FAB-QNA-1", "FAB-WPN-1", "FAB-LIF-1", "FAB-LIF-2", "FAB-LIF-3", "FAB-PEQ-3")
async def table(_state: State, given: OfTable) -> Listed:
    """The keys of a table."""
    keys = tuple(shipped().table(given.name))
    return Listed(len(keys), keys)


class Lookup(msgspec.Struct, frozen=True):
    table: str
    key: str


@rule("FAB-DOM-7", "FAB-PCB-1", "FAB-PEQ-2", "FAB-PEQ-3", "FAB-PST-1")
async def lookup(_state: State, given: Lookup) -> Entry:
    """One entry of a table."""
    found = shipped().table(given.table)
    if given.key not in found:
        raise RuleError("unknown_key", table=term(given.table), key=given.key, keys=list(found))
    return found[given.key]


# ---------------------------------------------------------------------- content of a table's own
class AddThing(msgspec.Struct, frozen=True):
    """An entry for one of the shelves: weapons, armors, shields, spells, npcs."""

    table: str
    key: str
    body: Plain
    kept: bool = False
    """It is a secret until it is opened or used."""


class OfThing(msgspec.Struct, frozen=True):
    table: str
    key: str


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack: shelf -> key -> entry; what is new in it is a secret of the GM's until it is opened or used."""

    pack: Plain


def kept_of(state: State, _actor: str) -> dict[str, str]:
    """What the GM has written and not opened, by its key, with what it is called."""
    return kept_things({name: held for name, held in state.things.items() if name not in PREPARED}, state.kept)


A_THING = '{"名称": "小圆盾", "防御": 1, "价格": 50}'
A_PACK = '{"盾": {"tower": {"名称": "塔盾", "防御": 3, "军用": true, "价格": 250}}}'
REMOVED = ("删", "delete", "remove")


class WriteThing(Deed, names=("造物", "thing"), who=GM_ONLY, beside=SHELF, example=f".造物 盾 buckler {A_THING}"):
    """`.造物 武器 moon_blade {"name": "月刃", …}`; `.造物 敌人 [名字]` alone is asked for (FAB-LIV-50)."""

    table: Annotated[TableName, Field(refusal="unknown_table")]
    key: Annotated[str, Field(owner=STORY)] = ""
    body: Annotated[str, Field(kind=REST, owner=STORY)] = ""

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        key, body, audience = self.key, self.body.strip(), (GM,) if self.table is TableName.NPCS else (EVERYBODY,)
        if key.startswith("{"):  # `.造物 敌人 {…}`: its name is its key
            key, body = "", f"{key} {body}"
        if not body and self.table is TableName.NPCS:
            return Do("build_block", NewBlock(key), (GM,))
        if body in REMOVED and key:
            return Do("remove_thing", OfThing(self.table, key), (GM,))
        record = read_pasted(body, example=say(f"examples.{self.table}")) if body else {}
        key = key or str(record.get("名称") or record.get("name") or "")
        if not body or not key:
            raise RuleError("bad_content", problems=[say("content.no_record", kind=term(self.table))])
        return Do("add_thing", AddThing(self.table, key, record), audience)


class WritePack(
    Deed, names=("内容包", "pack", "收录", "content"), who=GM_ONLY, beside=SHELF, example=f".内容包 {A_PACK}"
):
    """`.内容包` and the text of a pack in TOML or JSON."""

    body: Annotated[str, Field(kind=REST, owner=STORY)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        return Do("add_pack", AddPack(read_pasted(self.body, example=A_PACK)), (GM,))


class OpenThings(Deed, names=("公开", "publish"), does="open_things", who=GM_ONLY, beside=SHELF, example=".公开 月刃"):
    """`.公开 月刃、断潮`: things of the table's own, as `table/key`, that players know of from now on."""

    things: Annotated[tuple[str, ...], Field(kind=ITEM, among=kept_of, refusal="unknown_key")]


class ThingsOpened(msgspec.Struct, frozen=True):
    names: tuple[str, ...]


async def open_things(state: State, given: OpenThings) -> ThingsOpened:
    names = kept_of(state, "")
    found = [key for key in given.things if key in names]
    for key in found:
        await happen(ThingOpened(*split_key(key)))
    return ThingsOpened(tuple(names[key] for key in found))


class PackAdded(msgspec.Struct, frozen=True):
    things: int


async def _bonus_learned(state: State) -> None:
    """附赠 feats are learned in the act that brings them (FAB-BEN-1, FAB-LIV-12)."""
    for who in state.characters.values():
        after = with_bonus_feats(state, who) if who.kind is Kind.PC else who
        if after != who and state.live:
            await happen(rewritten(state, after))


@rule("FAB-LIV-49")
def _with_needs(state: State, found: Pack) -> Pack:
    """A pack whose feats name what they need by key; a feat that is no data, of the table or of the pack itself, is a problem."""
    feats = {key: entry for key, entry in found.get("feats", {}).items() if isinstance(entry, FeatEntry)}
    known = {**entries_of(FeatEntry, state.things), **feats}
    keys = {folded(name): key for key, entry in known.items() for name in (key, key.replace("_", " "), entry.name)}
    wrong = [
        say("content.unknown_need", where=entry.name or key, value=need)
        for key, entry in feats.items()
        for need in entry.needs
        if folded(need) not in keys
    ]
    wrong += [
        *_strangers(state, found),
        *idle_things(WORDS, found, KINDS),
    ]
    if wrong:
        raise RuleError("bad_content", clause="FAB-LIV-49", problems=wrong, kinds=[])
    named = {key: replace(one, needs=tuple(keys[folded(need)] for need in one.needs)) for key, one in feats.items()}
    return {**found, "feats": named} if named else found


def _strangers(state: State, found: Pack) -> Iterator[Say]:
    """Feats and spells that a stat block names and that nobody has written."""
    things = {
        **state.things,
        **{kind: {**state.things.get(kind, {}), **msgspec.to_builtins(held)} for kind, held in found.items()},
    }
    for key, block in found.get("npcs", {}).items():
        for need in (one for one in block.feats if feat_named(one, things) is None):
            yield say("content.unknown_need", where=block.name or key, value=need)
        for need in (one for one in block.spells if spell_named(one, things) is None):
            yield say("content.unknown_spell", where=block.name or key, value=need)


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """Add a pack of things; if anything is wrong with it, all of it is named and nothing is added."""
    found = _with_needs(state, read_pack(given.pack, KINDS))
    for table, entries in found.items():
        for key, entry in entries.items():
            state = await happen(ThingAdded(table, key, msgspec.to_builtins(entry), kept=table not in PREPARED))
    await _bonus_learned(state)
    return PackAdded(sum(len(entries) for entries in found.values()))


async def add_thing(state: State, given: AddThing) -> OfThing:
    """Add a thing of the table's own; all that is wrong with it is named at once."""
    if given.table not in [kind.name for kind in KINDS]:
        raise RuleError("unknown_table", table=given.table, tables=[kind.name for kind in KINDS])
    chinese = any(not key.isascii() for key in given.body)  # who writes Chinese reads Chinese
    found = read_pack({TableName(given.table).zh if chinese else given.table: {given.key: given.body}}, KINDS)
    found = _with_needs(state, found)
    state = await happen(
        ThingAdded(given.table, given.key, msgspec.to_builtins(found[given.table][given.key]), given.kept)
    )
    await _bonus_learned(state)
    return OfThing(given.table, given.key)


async def remove_thing(state: State, given: OfThing) -> OfThing:
    """Take a thing of the table's own away; what somebody owns or knows stays, and who is named (FAB-LIV-51)."""
    own = state.things.get(given.table, {})
    if given.key not in own:
        raise RuleError("unknown_key", table=term(given.table), key=given.key, keys=list(own))
    users = [
        c.called
        for c in state.characters.values()
        if given.key in (*things_of(c.sheet), *c.sheet.learned, *c.sheet.spells)
    ]
    if users:
        raise RuleError("in_use", clause="FAB-LIV-51", key=given.key, who=users)
    await happen(ThingGone(given.table, given.key))
    return given
