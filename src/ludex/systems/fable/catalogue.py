"""Things by key: the tables of the rulebook as typed entries, read from `content/tables.toml` and validated as a whole.

A table of play adds things of its own (state.things); they are read by the same types.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from ludex.core.content import read_toml
from ludex.core.errors import RuleError
from ludex.systems.fable.terms import Attribute, DamageType, Domain, Pool

PACKAGE = "ludex.systems.fable"

Martial = Literal["armor", "melee", "ranged", "shield"]


class Thing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry that has nothing but its name."""

    name: str = ""


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


class ArmorEntry(Thing, frozen=True, kw_only=True):
    """Armour; a fixed one does not use DEX (FAB-PEQ-2)."""

    fixed: bool = False
    def_bonus: int = 0
    mdef_bonus: int = 0
    init: int = 0
    martial: bool = False
    price: int = 0


class ShieldEntry(Thing, frozen=True, kw_only=True):
    """A shield (FAB-PEQ-2)."""

    def_bonus: int = 0
    mdef_bonus: int = 0
    martial: bool = False
    price: int = 0


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tables, each in the rulebook's order."""

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

    def table(self, name: str) -> Mapping[str, Thing]:
        """One table by name, or `unknown_table`."""
        if name not in self.__struct_fields__:
            raise RuleError("unknown_table", table=name, tables=list(self.__struct_fields__))
        found: Mapping[str, Thing] = getattr(self, name)
        return found


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The rulebook's own tables."""
    return msgspec.convert(read_toml(PACKAGE, "content", "tables.toml"), Catalogue)


def problems(data: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with a file of tables, entry by entry, instead of the first problem alone."""
    found = []
    for field in msgspec.structs.fields(Catalogue):
        entry = field.type.__args__[1]
        for key, body in data.get(field.name, {}).items():
            try:
                msgspec.convert(body, entry)
            except msgspec.ValidationError as error:
                found.append(f"{field.name}.{key}: {error}")
    unknown = [name for name in data if name not in Catalogue.__struct_fields__]
    return found + [f"{name}: no such table" for name in unknown]
