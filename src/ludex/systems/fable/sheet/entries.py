"""Things as frozen data: what a table may add to (weapons, armour, spells, feats, stat blocks …), each with the record of what it changes.

How people write them, and what ships, is not known here.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect, Use
from ludex.systems.fable.terms import (
    GENERAL,
    Affinity,
    Attribute,
    DamageType,
    Domain,
    Pool,
    Rank,
    Status,
    WeaponCategory,
)


class Thing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry that has nothing but its name."""

    name: str = ""


class ArmorEntry(Thing, frozen=True, kw_only=True):
    """Armour; a fixed one does not use DEX (FAB-PEQ-2)."""

    fixed: bool = False
    def_bonus: int = 0
    mdef_bonus: int = 0
    init: int = 0
    martial: bool = False
    price: int = 0
    effect: Effect = Effect()


class ShieldEntry(Thing, frozen=True, kw_only=True):
    """A shield (FAB-PEQ-2)."""

    def_bonus: int = 0
    mdef_bonus: int = 0
    martial: bool = False
    price: int = 0
    effect: Effect = Effect()


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack of a stat block: what `attack` takes as its weapon, with a name and a cost."""

    name: str
    attributes: tuple[Attribute, Attribute]
    damage: int
    type: DamageType
    accuracy: int = 0
    versus: Literal["def", "mdef"] = "def"
    multi: int = 1
    mp: int = 0
    opportunities: tuple[str, ...] = ()
    ranged: bool = False


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
    """What a shipped stat block is called at an English table: its name, its traits and its strikes, each in order.

    `manners`: how its strikes land in a sentence of either language, each in order, where their damage type does not say it.
    """

    name: str = ""
    traits: tuple[str, ...] = ()
    strikes: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()


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
"""Tables that a GM may add to."""
