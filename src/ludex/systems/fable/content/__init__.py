"""The kinds of content: entries by key as typed data, what comes with the system (`data/`), and what a table adds.

The rulebook's closed lists (emotions, domains, categories) are terms; here stand the numbers that belong to them. A table's own
things (state.things) are read by the same types as those that ship. No rule is decided here. What distinguishes a thing is said in a few words, as a shop sign shows it (`marks_of`).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache, singledispatch
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import folded, matching
from ludex.core.packs import ContentKind, shipped_pack
from ludex.core.say import Label, Say, say, term
from ludex.core.terms import Term
from ludex.systems.fable.effects.kinds import KINDS as KINDS, PACKAGE, Things, entries_of, shipped_things
from ludex.systems.fable.effects.words import category_of
from ludex.systems.fable.sheet.entries import (
    SHAPES,
    AccessoryEntry,
    ArmorEntry,
    BlockEntry,
    FeatEntry,
    ItemEntry,
    ShieldEntry,
    SpellEntry,
    Thing,
    WeaponEntry,
)
from ludex.systems.fable.terms import (
    COMBAT_OPPORTUNITIES,
    Attribute,
    CharacterClass,
    DamageType,
    Domain,
    Emotion,
    LifeCategory,
    Martial,
    Opportunity,
    Pool,
    Species,
    Status,
    TableName,
    Topic,
    WeaponCategory,
)


class EmotionEntry(Thing, frozen=True, kw_only=True):
    """One half of a pair of emotions (FAB-BON-1)."""

    pair: int
    sign: Literal["positive", "negative"]
    opposite: Emotion


class DamageEntry(Thing, frozen=True, kw_only=True):
    """What kind of harm it is, and whether it takes HP or MP (FAB-DMG-1)."""

    category: Literal["physical", "mental"]
    pool: Pool


class LifeEntry(Thing, frozen=True, kw_only=True):
    """A life category with its listed species (FAB-LIF-1)."""

    species: tuple[str, ...] = ()


class SpeciesEntry(Thing, frozen=True, kw_only=True):
    """A species of a life category (FAB-LIF-2)."""

    life: LifeCategory


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


# ---------------------------------------------------------------------- what comes with the system, and what a table adds
OUR_WEAPONS = ("poison_vial", "grenade", "iron_yoyo", "judge_brush")
"""Weapons of categories that the rulebook leaves empty (FAB-LIV-52)."""

E = TypeVar("E", bound=Thing)


OWN_TABLES = ("accessories", "items", "spells", "npcs", "feats")
"""What the rulebook has no table of."""

_TABLES = (
    ContentKind("species", SpeciesEntry),
    ContentKind("classes", ClassEntry),
    ContentKind("statuses", StatusEntry),
)


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that comes with the system: the rulebook's tables, each in its order, then spells, NPCs and feats."""

    emotions: dict[str, EmotionEntry]
    damage_types: dict[str, DamageEntry]
    weapon_categories: dict[str, Thing]
    life_categories: dict[str, LifeEntry]
    species: dict[str, SpeciesEntry]
    domains: dict[str, DomainEntry]
    classes: dict[str, ClassEntry]
    opportunities: dict[str, Thing]
    attack_opportunities: dict[str, Thing]
    statuses: dict[str, StatusEntry]
    questions: dict[str, Thing]
    weapons: dict[str, WeaponEntry]
    armors: dict[str, ArmorEntry]
    shields: dict[str, ShieldEntry]
    accessories: dict[str, AccessoryEntry]
    items: dict[str, ItemEntry]
    spells: dict[str, SpellEntry]
    npcs: dict[str, BlockEntry]
    feats: dict[str, FeatEntry]

    def table(self, name: str) -> Mapping[str, Thing]:
        """One of the rulebook's tables by name, or `unknown_table`."""
        if name == "weapons":  # the procedure gives the rulebook's alone
            return {key: entry for key, entry in self.weapons.items() if key not in OUR_WEAPONS}
        tables = [table for table in self.__struct_fields__ if table not in OWN_TABLES]
        if name not in tables:
            raise RuleError("unknown_table", table=name, tables=tables)
        found: Mapping[str, Thing] = getattr(self, name)
        return found


@lru_cache(maxsize=1)
def shipped() -> Catalogue:
    pack = shipped_things() | shipped_pack(PACKAGE, _TABLES)
    species = _called(Species, pack["species"])
    classes = _called(CharacterClass, pack["classes"])
    plain = [option for option in Opportunity if option not in (*COMBAT_OPPORTUNITIES, Opportunity.CUSTOM)]
    lives = {one: tuple(key for key, entry in species.items() if entry.life is one) for one in LifeCategory}
    members = {one: tuple(key for key, entry in classes.items() if entry.domain is one) for one in Domain}
    return Catalogue(
        emotions={emotion.value: _emotion_entry(place, emotion) for place, emotion in enumerate(Emotion)},
        damage_types={one.value: _damage_entry(one) for one in DamageType},
        weapon_categories=_names(WeaponCategory),
        life_categories={one.value: LifeEntry(name=one.zh, species=keys) for one, keys in lives.items()},
        species=species,
        domains={one.value: DomainEntry(name=one.zh, classes=keys) for one, keys in members.items()},
        classes=classes,
        opportunities=_names(plain),
        attack_opportunities=_names(COMBAT_OPPORTUNITIES),
        statuses=_called(Status, pack["statuses"]),
        questions=_names(Topic),
        **{name: pack.get(name, {}) for name in SHAPES},
    )


def _names(terms: Iterable[Term]) -> dict[str, Thing]:
    return {one.value: Thing(name=one.zh) for one in terms}


def _called(kind: type[Term], entries: Mapping[str, E]) -> dict[str, E]:
    """Entries of a closed list with the words of its terms, in their order."""
    return {one.value: replace(entries[one.value], name=one.zh) for one in kind}


def _damage_entry(one: DamageType) -> DamageEntry:
    """A type of damage: what kind of harm it is, and what it takes (FAB-DMG-1)."""
    category = category_of(one)
    return DamageEntry(name=one.zh, category=category, pool=Pool.MP if category == "mental" else Pool.HP)


def _emotion_entry(place: int, emotion: Emotion) -> EmotionEntry:
    """An emotion by its place in the list: the positive half of a pair stands before the negative one."""
    positive = place % 2 == 0
    other = list(Emotion)[place + 1 if positive else place - 1]
    return EmotionEntry(
        name=emotion.zh, pair=place // 2 + 1, sign="positive" if positive else "negative", opposite=other
    )


# ---------------------------------------------------------------------- lookups
def all_entries(name: str, things: Things) -> Mapping[str, Thing]:
    """The entries of any table by its name, with the table's own laid over them."""
    return entries_of(SHAPES[name], things) if name in SHAPES else shipped().table(name)


def _named(entries: Mapping[str, E], name: str) -> tuple[str, E] | None:
    """An entry by its key, in words too (`steady hand`), or by the whole name people call it."""
    said = folded(name)
    by_key = said.replace(" ", "_")
    return next(((key, one) for key, one in entries.items() if key in (said, by_key) or said == folded(one.name)), None)


def table_with(name: str, things: Things, *, first: str = "") -> str:
    """The table that has an entry of that name: the first looked at, by its beginning too, else the only one that has the whole name."""
    names = {key: (key, entry.name) for key, entry in all_entries(first, things).items()} if first else {}
    having = [table.value for table in TableName if _named(all_entries(table, things), name)]
    return having[0] if len(having) == 1 and not matching(name, names) else first


def weapon_named(name: str, things: Things) -> tuple[str, WeaponEntry] | None:
    return _named(entries_of(WeaponEntry, things), name)


def spell_named(name: str, things: Things) -> tuple[str, SpellEntry] | None:
    return _named(entries_of(SpellEntry, things), name)


def feat_named(name: str, things: Things) -> tuple[str, FeatEntry] | None:
    return _named(entries_of(FeatEntry, things), name)


def block_named(name: str, things: Things) -> tuple[str, BlockEntry] | None:
    return _named(entries_of(BlockEntry, things), name)


def question_named(name: str) -> tuple[str, Thing] | None:
    """One of the eight questions by key or name (FAB-QNA-1)."""
    return _named(shipped().questions, name)


@lru_cache(maxsize=1)
def _keys_by_name() -> Mapping[str, str]:
    """The key of everything that comes with the system, by the name it has."""
    return {
        entry.name: key for kind in KINDS if kind.name != "npcs" for key, entry in getattr(shipped(), kind.name).items()
    }


@lru_cache(maxsize=1)
def _block_words() -> Mapping[str, tuple[str, str]]:
    """The attacks and traits of the stat blocks that come with the system, in both languages, by either name."""
    blocks = [(block, block.in_english) for block in entries_of(BlockEntry, {}).values()]
    pairs = [pair for zh, en in blocks for pair in zip(zh.traits, en.traits, strict=True)]
    pairs += [(a.name, b.name) for zh, en in blocks for a, b in zip(zh.strikes, en.strikes, strict=True)]
    return {name: pair for pair in reversed(pairs) for name in pair if pair[0] != pair[1]}


@lru_cache(maxsize=1)
def _manners() -> Mapping[str, str]:
    blocks = [
        (both, block.en.manners) for block in entries_of(BlockEntry, {}).values() for both in (block, block.in_english)
    ]
    return {one.name: manner for block, manners in blocks for one, manner in zip(block.strikes, manners, strict=False)}


def manner_of(strike: str) -> str:
    """How a shipped block's strike lands, where its damage type does not say it: `bite`."""
    return _manners().get(strike, "")


def block_words() -> dict[str, tuple[str, str]]:
    """The same as words of the system: `blocks.短刀`."""
    return {f"blocks.{pair[0]}": pair for pair in _block_words().values()}


def called_of(name: str) -> Say | str:
    """What a thing is called in the reader's language, a shipped block's attack or trait too; a thing of the table's own by its name."""
    key = _keys_by_name().get(name)
    if key:
        return term(key)
    return say(f"blocks.{_block_words()[name][0]}") if name in _block_words() else name


def feat_text(key: str, entry: FeatEntry) -> Say | str:
    """What a feat lets her do: in the reader's language where it comes with the system, else as its author wrote it."""
    return say(f"feats.{key}") if not entry.text and key in shipped().feats else entry.text


# ---------------------------------------------------------------------- what distinguishes a thing
@singledispatch
def marks_of(_thing: Thing) -> list[Label]:
    """What is worth knowing of a thing beside its name."""
    return []


@marks_of.register
def _weapon(thing: WeaponEntry) -> list[Label]:
    first, second = thing.attributes
    marks: list[Label] = [
        say(
            "marks.accuracy",
            first=term(first),
            second=term(second),
            bonus=_signed(thing.accuracy) if thing.accuracy else "",
        ),
        say("marks.damage", n=thing.damage, type=term(thing.type)),
        term(thing.category),
        say("marks.hands", n=thing.hands),
    ]
    marks += [say("marks.ranged")] if thing.ranged else []
    return [*marks, *_sold(thing)]


@marks_of.register
def _armor(thing: ArmorEntry) -> list[Label]:
    marks = [say("marks.fixed", n=thing.def_bonus)] if thing.fixed else _plus("def", thing.def_bonus)
    return [*marks, *_plus("mdef", thing.mdef_bonus), *_plus("init", thing.init), *_sold(thing)]


@marks_of.register
def _shield(thing: ShieldEntry) -> list[Label]:
    return [*_plus("def", thing.def_bonus), *_plus("mdef", thing.mdef_bonus), *_sold(thing)]


@marks_of.register
def _accessory(thing: AccessoryEntry) -> list[Label]:
    return [say("marks.price", n=thing.price)]


@marks_of.register
def _item(thing: ItemEntry) -> list[Label]:
    return [say("marks.ip", n=thing.ip)]


def _sold(thing: WeaponEntry | ArmorEntry | ShieldEntry) -> list[Label]:
    martial: list[Label] = [say("marks.martial")] if thing.martial else []
    return [*martial, say("marks.price", n=thing.price)]


def _plus(what: str, n: int) -> list[Label]:
    return [say(f"marks.{what}", n=_signed(n))] if n else []


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "−")


@marks_of.register
def _spell(thing: SpellEntry) -> list[Label]:
    marks: list[Label] = [say("marks.mp", n=thing.mp, multi=thing.multi), *spell_does(thing)]
    marks += [term(thing.duration)] if thing.duration != "instant" else []
    return [*([say(f"lists.{thing.list}")] if thing.list else []), *marks]


def spell_does(thing: SpellEntry) -> list[Label]:
    marks: list[Label] = [say("marks.damage", n=thing.damage, type=term(thing.type))] if thing.type else []
    marks += [say("marks.heal", n=thing.heal, pool=term(thing.pool))] if thing.heal else []
    return [*marks, *([say("marks.cure")] if thing.cure else [])]


@marks_of.register
def _feat(thing: FeatEntry) -> list[Label]:
    marks: list[Label] = [say("marks.heroic")] if thing.heroic else []
    marks += [say("marks.bonus")] if thing.bonus else []
    marks += [say("marks.times", n=thing.times)] if thing.times > 1 else []
    return [term(thing.domain), *([term(thing.class_)] if thing.class_ else []), *marks]


@marks_of.register
def _block(thing: BlockEntry) -> list[Label]:
    kind: list[Label] = [term(thing.kind)] if thing.kind == "villain" else []
    return [*kind, say("marks.level", n=thing.level), term(thing.rank)]


@marks_of.register
def _class(thing: ClassEntry) -> list[Label]:
    points: list[Label] = [
        say(f"answers.gives_{what}", n=n) for what in ("hp", "mp", "ip") if (n := getattr(thing, what))
    ]
    points += [say("answers.gives_martial", what=term(what)) for what in thing.martial]
    return [term(thing.domain), *points, *(term(ability) for ability in thing.abilities)]


@marks_of.register
def _species(thing: SpeciesEntry) -> list[Label]:
    return [term(thing.life)]


@marks_of.register
def _status(thing: StatusEntry) -> list[Label]:
    return [term(attribute) for attribute in thing.attributes]


@marks_of.register
def _damage(thing: DamageEntry) -> list[Label]:
    return [term(thing.category), term(thing.pool)]


@marks_of.register
def _emotion(thing: EmotionEntry) -> list[Label]:
    return [term(thing.sign), say("marks.opposite", emotion=term(thing.opposite))]


@marks_of.register
def _domain(thing: DomainEntry) -> list[Label]:
    return [term(one) for one in thing.classes]


@marks_of.register
def _life(thing: LifeEntry) -> list[Label]:
    return [term(one) for one in thing.species]
