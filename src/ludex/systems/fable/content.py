"""The kinds of content: entries by key as typed data, what comes with the system (`data/`), and judging a GM's own.

A table adds things of its own (state.things), read by the same types. Everything that is wrong with one is told at once, each
with its place and with what would be right. No rule is decided here.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast

import msgspec
from msgspec import inspect

from ludex.core.content import read_toml
from ludex.core.errors import RuleError
from ludex.core.say import Say, say, term
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry, Strike, Thing
from ludex.systems.fable.terms import GENERAL, Affinity, Attribute, DamageType, Domain, Pool, Rank, Status

PACKAGE = "ludex.systems.fable"

Martial = Literal["armor", "melee", "ranged", "shield"]


class Emotion(Thing, frozen=True, kw_only=True):
    """One half of a pair of emotions (FAB-BON-1)."""

    pair: int
    sign: Literal["positive", "negative"]
    opposite: str


class TypeOfDamage(Thing, frozen=True, kw_only=True):
    """What kind of harm it is, and whether it takes HP or MP (FAB-DMG-1)."""

    category: Literal["physical", "mental"]
    pool: Pool


class Life(Thing, frozen=True, kw_only=True):
    """A life category with its listed species (FAB-LIF-1)."""

    species: tuple[str, ...] = ()


class Species(Thing, frozen=True, kw_only=True):
    """A species of a life category (FAB-LIF-2)."""

    life: str


class DomainEntry(Thing, frozen=True, kw_only=True):
    """A class domain with its classes (FAB-DOM-7)."""

    classes: tuple[str, ...]


class ClassEntry(Thing, frozen=True, kw_only=True):
    """A class: the free benefit that it gives (FAB-PCB-1)."""

    domain: Domain
    hp: int = 0
    mp: int = 0
    ip: int = 0
    martial: tuple[Martial, ...] = ()
    abilities: tuple[str, ...] = ()


class StatusEntry(Thing, frozen=True, kw_only=True):
    """A status effect and the attributes it weakens (FAB-PST-1)."""

    attributes: tuple[Attribute, ...]


class WeaponEntry(Thing, frozen=True, kw_only=True):
    """A weapon (FAB-PEQ-3)."""

    attributes: tuple[Attribute, Attribute]
    accuracy: int = 0
    damage: int
    hands: Literal[1, 2] = 1
    price: int = 0
    category: str
    type: DamageType
    martial: bool = False
    ranged: bool = False


class SpellEntry(Thing, frozen=True, kw_only=True):
    """A spell: offensive with `damage` and `type`, else it heals, cures or lasts for a scene (FAB-PSP-1, FAB-PSP-2)."""

    mp: int
    attributes: tuple[Attribute, Attribute] = (Attribute.INS, Attribute.WLP)
    damage: int = 0
    type: DamageType | None = None
    multi: int = 1
    heal: int = 0
    pool: Pool = Pool.HP
    cure: bool = False
    opportunities: tuple[str, ...] = ()
    duration: Literal["instant", "scene"] = "instant"


Per = Literal["turn", "conflict", "scene"]
"""What a limited feat comes back with."""

Modified = Literal["accuracy", "damage", "def", "mdef", "init", "spd", "reduction", "crisis_value", "ip"]
"""Numbers of a sheet that a feat may change."""


class FeatEntry(Thing, frozen=True, kw_only=True):
    """特技 (FAB-DOM-8): domain, tags, prerequisites, times it can be taken and modifiers; what using it costs and how often."""

    domain: Literal["general", "warrior", "mage", "priest", "tactician"] = GENERAL
    heroic: bool = False
    bonus: bool = False
    """附赠: learned by itself and not counted (FAB-BEN-1)."""
    times: int = 1
    needs: tuple[str, ...] = ()
    needs_level: int = 0
    modifiers: dict[Modified, int] = msgspec.field(default_factory=dict)
    mp: int = 0
    ip: int = 0
    fp: int = 0
    action: bool = True
    """Whether using it takes an action in a conflict."""
    uses: int = 0
    """How often it can be used (0: as often as she likes), until it comes back with the next `per`."""
    per: Per = "scene"
    text: str = ""


class BlockEntry(Thing, frozen=True, kw_only=True):
    """A stat block: what an NPC states; the rest follows from level and rank (FAB-PNP)."""

    kind: Literal["npc", "villain"] = "npc"
    level: int = 5
    rank: Rank = Rank.SOLDIER
    replaces: int = 1
    base: dict[Attribute, int] = msgspec.field(default_factory=dict)
    extra_hp: int = 0
    extra_mp: int = 0
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None
    reduction: int = 0
    affinities: dict[DamageType, Affinity | tuple[Affinity, ...]] = msgspec.field(default_factory=dict)
    immune: tuple[Status, ...] = ()
    strikes: tuple[Strike, ...] = ()
    spells: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    ultima: int = 0
    spd: int | None = None
    life: str = ""
    species: str = ""


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that comes with the system: the rulebook's tables, each in its order, then spells, NPCs and feats."""

    emotions: dict[str, Emotion]
    damage_types: dict[str, TypeOfDamage]
    weapon_categories: dict[str, Thing]
    life_categories: dict[str, Life]
    species: dict[str, Species]
    domains: dict[str, DomainEntry]
    classes: dict[str, ClassEntry]
    opportunities: dict[str, Thing]
    attack_opportunities: dict[str, Thing]
    statuses: dict[str, StatusEntry]
    questions: dict[str, Thing]
    weapons: dict[str, WeaponEntry]
    armors: dict[str, ArmorEntry]
    shields: dict[str, ShieldEntry]
    spells: dict[str, SpellEntry]
    npcs: dict[str, BlockEntry]
    feats: dict[str, FeatEntry]

    def table(self, name: str) -> Mapping[str, Thing]:
        """One of the rulebook's tables by name, or `unknown_table`."""
        tables = [table for table in self.__struct_fields__ if table not in FILES]
        if name not in tables:
            raise RuleError("unknown_table", table=name, tables=tables)
        return cast("Mapping[str, Thing]", getattr(self, name))


FILES = ("spells", "npcs", "feats")
"""Kinds with a file of their own in `data/`; the rulebook's tables are all in `tables.toml`."""


@lru_cache(maxsize=1)
def shipped() -> Catalogue:
    """What comes with the system."""
    files = {kind: read_toml(PACKAGE, "data", f"{kind}.toml") for kind in FILES}
    return msgspec.convert({**read_toml(PACKAGE, "data", "tables.toml"), **files}, Catalogue)


# ---------------------------------------------------------------------- things that a table may add to
E = TypeVar("E", bound=Thing)
Things = Mapping[str, Mapping[str, Any]]
"""A table's own content (state.things), laid over what comes with the system: kind -> key -> entry."""

KINDS: Mapping[str, type[Thing]] = {
    "weapons": WeaponEntry,
    "armors": ArmorEntry,
    "shields": ShieldEntry,
    "spells": SpellEntry,
    "npcs": BlockEntry,
    "feats": FeatEntry,
}
"""What a GM may add to, by file or at the table; each kind with the type of its entries."""


def entries_of(kind: type[E], things: Things) -> dict[str, E]:
    """Every entry of one kind: those that come with the system, with the table's own laid over them."""
    name = next(name for name, type_ in KINDS.items() if type_ is kind)
    own = {key: msgspec.convert(body, kind) for key, body in things.get(name, {}).items()}
    return {**getattr(shipped(), name), **own}


def named(entries: Mapping[str, E], name: str) -> tuple[str, E] | None:
    """An entry by its key or by the name people call it."""
    return next(((key, entry) for key, entry in entries.items() if name in (key, entry.name)), None)


def weapon_named(name: str, things: Things) -> tuple[str, WeaponEntry] | None:
    """A weapon by key or name."""
    return named(entries_of(WeaponEntry, things), name)


def spell_named(name: str, things: Things) -> tuple[str, SpellEntry] | None:
    """A spell by key or name."""
    return named(entries_of(SpellEntry, things), name)


def feat_named(name: str, things: Things) -> tuple[str, FeatEntry] | None:
    """A feat by key or name."""
    return named(entries_of(FeatEntry, things), name)


def block_named(name: str, things: Things) -> tuple[str, BlockEntry] | None:
    """A stat block by key or name."""
    return named(entries_of(BlockEntry, things), name)


def question_named(name: str) -> tuple[str, Thing] | None:
    """One of the eight questions by key or name (FAB-QNA-1)."""
    return named(shipped().questions, name)


@lru_cache(maxsize=1)
def _keys_by_name() -> Mapping[str, str]:
    """The key of everything that comes with the system, by the name it has."""
    return {entry.name: key for kind in KINDS if kind != "npcs" for key, entry in getattr(shipped(), kind).items()}


def called_of(name: str) -> Say | str:
    """What a thing is called in the reader's language; a thing of the table's own by its name."""
    key = _keys_by_name().get(name)
    return term(key) if key else name


def feat_text(key: str, entry: FeatEntry) -> Say | str:
    """What a feat lets her do: in the reader's language where it comes with the system, else as its author wrote it."""
    return say(f"feats.{key}") if not entry.text and key in shipped().feats else entry.text


def problems(data: Any) -> list[Say]:
    """Everything that is wrong with a pack of things, each with its place, instead of the first problem alone."""
    if not isinstance(data, Mapping):
        return [say("content.not_pack", shelves=list(KINDS))]
    found = [say("content.no_shelf", shelf=name, shelves=list(KINDS)) for name in data if name not in KINDS]
    for kind in (name for name in KINDS if name in data):
        if not isinstance(data[kind], Mapping):
            found.append(say("content.not_shelf", shelf=kind))
            continue
        for key, body in data[kind].items():
            found.extend(faults(KINDS[kind], body, f"{kind}.{key}") or _unknown_words(body, f"{kind}.{key}"))
    return found


_WORDS = {"category": "weapon_categories", "life": "life_categories", "species": "species"}
"""Fields whose words are entries of a table of the rulebook."""


def _unknown_words(body: Mapping[str, Any], where: str) -> list[Say]:
    """Words of an entry that the rulebook's tables do not have."""
    known = {field: list(shipped().table(table)) for field, table in _WORDS.items()}
    return [
        say("content.wrong", where=f"{where}.{field}", wanted=say("content.one_of", options=keys), got=body[field])
        for field, keys in known.items()
        if body.get(field) and body[field] not in keys
    ]


def refusal(problems: list[Say]) -> RuleError:
    """The refusal of content, with every problem on a line of its own."""
    lines: Say | str = ""
    for problem in reversed(problems):
        lines = say("content.line", problem=problem, more=lines)
    return RuleError("bad_content", problems=[lines])


def faults(kind: type, value: Any, where: str) -> list[Say]:
    """Everything that keeps a value from being of a kind."""
    return list(_faults(inspect.type_info(kind), value, where))


def _faults(info: Any, value: Any, where: str) -> Iterator[Say]:
    match info:
        case inspect.StructType() if isinstance(value, Mapping):
            yield from _struct(info, value, where)
        case inspect.DictType() if isinstance(value, Mapping):
            for key, one in value.items():
                if not _fits(info.key_type, key):
                    yield _wrong(info.key_type, key, where)
                yield from _faults(info.value_type, one, f"{where}.{key}")
        case inspect.VarTupleType() if isinstance(value, list | tuple):
            for place, one in enumerate(value, 1):
                yield from _faults(info.item_type, one, f"{where}[{place}]")
        case inspect.TupleType() if isinstance(value, list | tuple) and len(value) == len(info.item_types):
            for place, one in enumerate(value, 1):
                yield from _faults(info.item_types[place - 1], one, f"{where}[{place}]")
        case _ if not _fits(info, value):
            yield _wrong(info, value, where)


def _struct(info: inspect.StructType, value: Mapping[str, Any], where: str) -> Iterator[Say]:
    fields = {field.encode_name: field for field in info.fields}
    for name in value:
        if name not in fields:
            yield say("content.no_field", where=where, field=name, fields=list(fields))
    for name, field in fields.items():
        if name in value:
            yield from _faults(field.type, value[name], f"{where}.{name}")
        elif field.required:
            yield say("content.missing", where=where, field=name, wanted=_wanted(field.type))


def _fits(info: Any, value: Any) -> bool:
    """Whether a single value is of a kind that is not looked into."""
    match info:
        case inspect.UnionType():
            return any(not any(_faults(kind, value, "")) for kind in info.types)
        case inspect.LiteralType() | inspect.EnumType():
            return value in _choices(info) and not isinstance(value, bool)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and value >= (info.ge or value)
        case inspect.StrType():
            return isinstance(value, str)
    return isinstance(info, inspect.NoneType) and value is None


def _choices(info: Any) -> tuple[Any, ...]:
    """The values of an enum or a literal."""
    return tuple(member.value for member in info.cls) if isinstance(info, inspect.EnumType) else tuple(info.values)


def _wrong(info: Any, value: Any, where: str) -> Say:
    got = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, default=str)
    return say("content.wrong", where=where, wanted=_wanted(info), got=got[:60])


def _wanted(info: Any) -> Say | str:
    """What would be right there, in the reader's language."""
    match info:
        case inspect.LiteralType() | inspect.EnumType():
            return say("content.one_of", options=[str(choice) for choice in _choices(info)])
        case inspect.VarTupleType():
            return say("content.list_of", item=_wanted(info.item_type))
        case inspect.TupleType():
            return say("content.so_many", count=len(info.item_types), item=_wanted(info.item_types[0]))
        case inspect.DictType() | inspect.StructType():
            return say("content.table")
        case inspect.UnionType():
            kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
            return say("content.either", options=[_wanted(kind) for kind in kinds])
        case inspect.BoolType():
            return "true / false"
        case inspect.IntType():
            return say("content.whole_number")
    return say("content.text")
