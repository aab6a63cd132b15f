"""Content of FET: what comes with the system (`data/`), read once and checked whole, and how a table finds what it has.

Kinds: skills (FET-SKX-1), traits (FET-TRX-1), weapons (Ruling FET-E-37: ours, the rulebook has none), races (FET-RAC-1) and people.
A pack with problems is refused with all of them named at once. What a table adds lies in its state and comes first.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import TypeVar

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.packs import Kind, english_things, shipped_pack
from ludex.core.say import Say, say
from ludex.systems.fet.content.keys import SPOKEN
from ludex.systems.fet.sheet import Extension, Ground, Item, Race, Sheet, Skill, Trait, Weapon, sheet_problems
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import WeaponType

PACKAGE = "ludex.systems.fet"
Thing = Skill | Trait | Weapon | Race | Sheet | Item | Ground | Extension
T = TypeVar("T", Skill, Trait, Weapon, Race, Sheet, Item, Ground, Extension)
english_names = partial(english_things, PACKAGE)


# The kinds, and what is wrong with a thing


def name_problems(thing: Thing) -> tuple[str, ...]:
    """Everything has a name."""
    return () if thing.name.strip() else ("name_missing",)


def race_problems(race: Race) -> tuple[str, ...]:
    """FET-RAC-1: a name, and numbers above 0 where it has them."""
    wrong = {
        "bad_age": race.adult_age is not None and race.adult_age <= 0,
        "bad_size": race.standard_size is not None and race.standard_size <= 0,
    }
    return (*name_problems(race), *(code for code, true in wrong.items() if true))


def weapon_problems(weapon: Weapon) -> tuple[str, ...]:
    """A weapon is of a known type."""
    return () if weapon.type in tuple(WeaponType) else ("bad_weapon",)


def problems_said(thing: Thing, codes: Iterable[str]) -> tuple[Say, ...]:
    """What is wrong with a thing, in the reader's words."""
    return tuple(say(f"errors.{code}", name=thing.name, weapon=thing.name) for code in codes)


KINDS = tuple(
    msgspec.structs.replace(kind, keys=SPOKEN)
    for kind in (
        Kind("skills", Skill, ("skill", "技能"), lambda thing: problems_said(thing, name_problems(thing))),
        Kind("traits", Trait, ("trait", "特质"), lambda thing: problems_said(thing, name_problems(thing))),
        Kind("weapons", Weapon, ("weapon", "武器"), lambda thing: problems_said(thing, weapon_problems(thing))),
        Kind("races", Race, ("race", "种族"), lambda thing: problems_said(thing, race_problems(thing))),
        Kind("people", Sheet, ("person", "人物"), lambda thing: problems_said(thing, sheet_problems(thing))),
        Kind("items", Item, ("item", "物品"), lambda thing: problems_said(thing, name_problems(thing))),
        Kind("places", Ground, ("place", "场所"), lambda thing: problems_said(thing, name_problems(thing))),
        Kind("extensions", Extension, ("extension", "拓展"), lambda thing: problems_said(thing, name_problems(thing))),
    )
)


class Shipped(msgspec.Struct, frozen=True):
    """What comes with the system, each kind by key."""

    skills: dict[str, Skill]
    traits: dict[str, Trait]
    weapons: dict[str, Weapon]
    races: dict[str, Race]
    people: dict[str, Sheet]
    items: dict[str, Item] = {}
    places: dict[str, Ground] = {}
    extensions: dict[str, Extension] = {}


@lru_cache(maxsize=1)
def shipped() -> Shipped:
    """The tables of `data/` (FET-LIV-53)."""
    return Shipped(**shipped_pack(PACKAGE, KINDS))


# What a table has


def skills(state: State) -> dict[str, Skill]:
    """The examples, and the table's own."""
    return {**shipped().skills, **state.skills}


def traits(state: State) -> dict[str, Trait]:
    """The examples, and the table's own."""
    return {**shipped().traits, **state.traits}


def weapons(state: State) -> dict[str, Weapon]:
    """The samples, and the table's own."""
    return {**shipped().weapons, **state.weapons}


def races(state: State) -> dict[str, Race]:
    """The shipped ones, and the table's own."""
    return {**shipped().races, **state.races}


def places(state: State) -> dict[str, Ground]:
    """The shipped ones, and the table's own."""
    return {**shipped().places, **state.places}


def people(state: State) -> dict[str, Sheet]:
    """Stat blocks to put on the table by name."""
    return {**shipped().people, **state.blocks}


def skill_named(name: str | Skill | None, state: State, *, who: str = "") -> Skill:
    """A skill given as data, or by its key or name; that of a character's own sheet comes first."""
    if isinstance(name, Skill):
        return name
    own = state.characters[who].sheet.skills if who in state.characters else ()
    key = key_of(shipped().skills, name)
    same = [skill for skill in own if key is not None and key_of(shipped().skills, skill.name) == key]
    mine = next((skill for skill in own if skill.name == name), None) or next(iter(same), None)
    return mine or _named(skills(state), name, refusal="unknown_skill")


def trait_named(name: str | Trait | None, state: State) -> Trait:
    """A trait given as data, or by its key or name."""
    return name if isinstance(name, Trait) else _named(traits(state), name, refusal="unknown_trait")


def race_named(name: str, state: State) -> Race:
    """A race by its key or name."""
    return _named(races(state), name, refusal="unknown_race")


def weapon_named(name: str, state: State) -> Weapon:
    """A weapon by its key or name."""
    known = weapons(state)
    if (key := key_of(known, name)) is None:
        raise RuleError("bad_weapon", clause="FET-WPB-1", weapon=name, weapons=[w.name for w in known.values()])
    return known[key]


def person_named(name: str, state: State) -> Sheet:
    """A stat block by its key or name."""
    known = people(state)
    if (key := key_of(known, name)) is None:
        raise RuleError("unknown_block", block=name, known=[sheet.name for sheet in known.values()])
    return known[key]


def key_of(things: Mapping[str, T], wanted: str | None) -> str | None:
    """The key under which something of that key or name, in either language, is filed."""
    called = next((key for key, thing in things.items() if wanted in (key, thing.name)), None)
    if called or not wanted:
        return called
    said = folded(wanted)
    return next((key for key, name in english_names().items() if key in things and folded(name) == said), None)


def _named(things: dict[str, T], wanted: str | None, *, refusal: str) -> T:
    if (key := key_of(things, wanted)) is None:
        raise RuleError(refusal, key=wanted, known=list(things))
    return things[key]
