"""The rulebook's own tables as typed entries: lists that are closed, and the numbers that belong to them."""

from typing import Literal

from ludex.systems.fable.sheet.entries import Thing
from ludex.systems.fable.terms import Attribute, Domain, Emotion, LifeCategory, Martial, Pool


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
