"""The kinds of content: entries by key as typed data, what comes with the system (`data/`), and what a table adds.

The rulebook's closed lists (emotions, domains, categories) are terms; here stand the numbers that belong to them. A table's own
things (state.things) are read by the same types as those that ship. No rule is decided here.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect, Use
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.packs import Kind, Plain, Written, shipped_pack
from ludex.core.say import Say, say, term
from ludex.core.terms import Term
from ludex.systems.fable.content.tables import (
    ClassEntry,
    DamageEntry,
    DomainEntry,
    EmotionEntry,
    LifeEntry,
    SpeciesEntry,
    StatusEntry,
)
from ludex.systems.fable.effects.kinds import Acting, Same, keys_of
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry, Strike, Thing
from ludex.systems.fable.terms import (
    COMBAT_OPPORTUNITIES,
    GENERAL,
    Affinity,
    Attribute,
    CharacterClass,
    DamageType,
    Domain,
    Emotion,
    LifeCategory,
    Opportunity,
    Pool,
    Rank,
    Species,
    Status,
    TableName,
    Topic,
    WeaponCategory,
)

PACKAGE = "ludex.systems.fable"

OUR_WEAPONS = ("poison_vial", "grenade", "iron_yoyo", "judge_brush")
"""Weapons of categories that the rulebook leaves empty (FAB-LIV-52)."""

E = TypeVar("E", bound=Thing)


# ---------------------------------------------------------------------- what a table may add to
class WeaponEntry(Thing, frozen=True, kw_only=True):
    """A weapon (FAB-PEQ-3)."""

    attributes: tuple[Attribute, Attribute]
    accuracy: int = 0
    damage: int
    hands: Literal[1, 2] = 1
    price: int = 0
    category: WeaponCategory
    type: DamageType
    martial: bool = False
    ranged: bool = False
    multi: int = 1
    effect: Effect = Effect()


class AccessoryEntry(Thing, frozen=True, kw_only=True):
    """An accessory, always rare (FAB-PEQ-1)."""

    price: int = 0
    effect: Effect = Effect()
    text: str = ""


class ItemEntry(Thing, frozen=True, kw_only=True):
    """Something that inventory points are spent on: a table's own beside the five of the rulebook (FAB-PAC-4, FAB-LIV-49)."""

    ip: int = 0
    effect: Effect = Effect()
    text: str = ""


class Teaches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spells that a feat teaches: of a list, so many, of at most so many MP."""

    list: str
    n: int = 1
    mp_max: int = 0

    @property
    def lesson(self) -> str:
        """What a sheet keeps of one spell that is still open: the list, and the most MP it may cost."""
        return f"{self.list}:{self.mp_max}"


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
    list: str = ""
    """Whose spell it is: `elemental`, `entropic` or `spirit` (FAB-PSP-4)."""
    magic: bool = False
    """Whether it needs a magic check though it deals no damage (FAB-PSP-1)."""
    effect: Effect = Effect()
    text: str = ""


class FeatEntry(Thing, frozen=True, kw_only=True):
    """特技 (FAB-DOM-8, FAB-LIV-38): domain, tags, prerequisites, times it can be taken and modifiers; what using it costs and how often."""

    domain: Literal["general", "warrior", "mage", "priest", "tactician"] = GENERAL
    heroic: bool = False
    bonus: bool = False
    """附赠: learned by itself and not counted (FAB-BEN-1)."""
    times: int = 1
    needs: tuple[str, ...] = ()
    needs_level: int = 0
    needs_domain: tuple[Domain, ...] = ()
    """A level in any of these."""
    teaches: Teaches | None = None
    picks: tuple[str, ...] = ()
    """What is chosen when it is learned (or, in a use, when it is used)."""
    class_: str = msgspec.field(default="", name="class")
    effect: Effect = Effect()
    text: str = ""

    @property
    def use(self) -> Use | None:
        """What using it costs and does; None where it only listens or counts."""
        return self.effect.uses[0] if self.effect.uses else None


class English(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a shipped stat block is called at an English table: its name, its traits and its strikes, each in order."""

    name: str = ""
    traits: tuple[str, ...] = ()
    strikes: tuple[str, ...] = ()


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
    feats: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    goal: str = ""
    """What it is after: the GM's, until it is unmasked (FAB-LIV-50)."""
    text: str = ""
    ultima: int = 0
    tier: Literal["", "minor", "major", "supreme"] = ""
    spd: int | None = None
    life: str = ""
    species: str = ""
    en: English = English()

    @property
    def in_english(self) -> "BlockEntry":
        """The same with its English words, as far as it has any."""
        named = zip(
            self.strikes, (*self.en.strikes, *(s.name for s in self.strikes[len(self.en.strikes) :])), strict=True
        )
        strikes = tuple(replace(strike, name=name) for strike, name in named)
        return replace(self, name=self.en.name or self.name, traits=self.en.traits or self.traits, strikes=strikes)


SHAPES: Mapping[str, type[Thing]] = {
    "weapons": WeaponEntry,
    "armors": ArmorEntry,
    "shields": ShieldEntry,
    "accessories": AccessoryEntry,
    "items": ItemEntry,
    "spells": SpellEntry,
    "npcs": BlockEntry,
    "feats": FeatEntry,
}
OWN_TABLES = ("accessories", "items", "spells", "npcs", "feats")
"""What the rulebook has no table of."""
KINDS = tuple(
    Acting(name, shape, (TableName(name).zh, *TableName(name).also), keys=keys_of(name))
    for name, shape in SHAPES.items()
)
"""What a GM may add to, by file or at the table."""

_TABLES = (
    Kind("damage_types", DamageEntry),
    Kind("species", SpeciesEntry),
    Kind("classes", ClassEntry),
    Kind("statuses", StatusEntry),
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
    """What comes with the system."""
    pack = shipped_pack(PACKAGE, (*KINDS, *_TABLES))
    species = _called(Species, pack["species"])
    classes = _called(CharacterClass, pack["classes"])
    plain = [option for option in Opportunity if option not in (*COMBAT_OPPORTUNITIES, Opportunity.CUSTOM)]
    lives = {one: tuple(key for key, entry in species.items() if entry.life is one) for one in LifeCategory}
    members = {one: tuple(key for key, entry in classes.items() if entry.domain is one) for one in Domain}
    return Catalogue(
        emotions={emotion.value: _emotion(place, emotion) for place, emotion in enumerate(Emotion)},
        damage_types=_called(DamageType, pack["damage_types"]),
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
    """Entries that have nothing but their name."""
    return {one.value: Thing(name=one.zh) for one in terms}


def _called(kind: type[Term], entries: Mapping[str, E]) -> dict[str, E]:
    """Entries of a closed list with the words of its terms, in their order."""
    return {one.value: replace(entries[one.value], name=one.zh) for one in kind}


def _emotion(place: int, emotion: Emotion) -> EmotionEntry:
    """An emotion by its place in the list: the positive half of a pair stands before the negative one."""
    positive = place % 2 == 0
    other = list(Emotion)[place + 1 if positive else place - 1]
    return EmotionEntry(
        name=emotion.zh, pair=place // 2 + 1, sign="positive" if positive else "negative", opposite=other
    )


# ---------------------------------------------------------------------- lookups
Things = Mapping[str, Mapping[str, Plain]]
"""A table's own content (state.things), laid over what comes with the system: kind -> key -> entry."""


def entries_of(kind: type[E], things: Things) -> dict[str, E]:
    """Every entry of one kind: those that come with the system, with the table's own laid over them."""
    name = next(name for name, shape in SHAPES.items() if shape is kind)
    found: dict[str, E] = _laid_over(name, Same(things.get(name, {})))
    return found


@lru_cache(maxsize=512)
def _laid_over(name: str, own: Same) -> dict[str, Written]:
    kind = next(kind for kind in KINDS if kind.name == name)
    assert isinstance(own.value, Mapping)
    return {**getattr(shipped(), name), **{key: kind.make(key, body) for key, body in own.value.items()}}


def all_entries(name: str, things: Things) -> Mapping[str, Thing]:
    """The entries of any table by its name, with the table's own laid over them."""
    return entries_of(SHAPES[name], things) if name in SHAPES else shipped().table(name)


def _named(entries: Mapping[str, E], name: str) -> tuple[str, E] | None:
    """An entry by its key, in words too (`steady hand`), or by the whole name people call it."""
    said = folded(name)
    by_key = said.replace(" ", "_")
    return next(((key, one) for key, one in entries.items() if key in (said, by_key) or said == folded(one.name)), None)


def weapon_named(name: str, things: Things) -> tuple[str, WeaponEntry] | None:
    """A weapon by key or name."""
    return _named(entries_of(WeaponEntry, things), name)


def spell_named(name: str, things: Things) -> tuple[str, SpellEntry] | None:
    """A spell by key or name."""
    return _named(entries_of(SpellEntry, things), name)


def feat_named(name: str, things: Things) -> tuple[str, FeatEntry] | None:
    """A feat by key or name."""
    return _named(entries_of(FeatEntry, things), name)


def block_named(name: str, things: Things) -> tuple[str, BlockEntry] | None:
    """A stat block by key or name."""
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


def called_of(name: str) -> Say | str:
    """What a thing is called in the reader's language; a thing of the table's own by its name."""
    key = _keys_by_name().get(name)
    return term(key) if key else name


def feat_text(key: str, entry: FeatEntry) -> Say | str:
    """What a feat lets her do: in the reader's language where it comes with the system, else as its author wrote it."""
    return say(f"feats.{key}") if not entry.text and key in shipped().feats else entry.text
