"""Content of FET: what comes with the system (`data/`), read once and checked whole, and how a table finds what it has.

Kinds: skills (FET-SKX-1), traits (FET-TRX-1), weapons (ruling E-37: ours, the rulebook has none), races (FET-RAC-1) and people.
A pack with problems is refused with all of them named at once. What a table adds lies in its state and comes first.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import read_toml
from ludex.systems.fet.sheet import Sheet, Skill, Trait, Weapon, sheet_problems
from ludex.systems.fet.state import Race, State
from ludex.systems.fet.terms import WeaponType

PACKAGE = "ludex.systems.fet"
Kind = TypeVar("Kind", Skill, Trait, Weapon, Race, Sheet)

Check = Callable[[Any], tuple[str, ...]]
"""What is wrong with a record, as codes."""


# Reading


def sorted_out(kind: type[Kind], pack: Mapping[str, Any], *, check: Check) -> tuple[dict[str, Kind], list[str]]:
    """A pack's tables as records, and everything that is wrong with them."""
    found: dict[str, Kind] = {}
    wrong: list[str] = []
    for key, data in pack.items():
        try:
            found[key] = msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            wrong.append(f"{key}: {error}")
            continue
        wrong.extend(f"{key}: {problem}" for problem in check(found[key]))
    return found, wrong


def read_pack(kind: type[Kind], pack: Mapping[str, Any], *, check: Check) -> dict[str, Kind]:
    """Turn a pack's tables into records, or refuse naming every problem (`bad_content`)."""
    found, wrong = sorted_out(kind, pack, check=check)
    if wrong:
        raise RuleError("bad_content", problems=wrong)
    return found


def name_problems(thing: Skill | Trait | Weapon | Race | Sheet) -> tuple[str, ...]:
    """Everything has a name."""
    return () if thing.name.strip() else ("name_missing",)


def race_problems(race: Race) -> tuple[str, ...]:
    """FET-RAC-1: a name, and numbers above 0 where it has them."""
    wrong = {
        "bad_age": race.adult_age is not None and race.adult_age <= 0,
        "bad_size": race.standard_size is not None and race.standard_size <= 0,
    }
    return (*name_problems(race), *(code for code, true in wrong.items() if true))


def _weapon_problems(weapon: Weapon) -> tuple[str, ...]:
    return () if weapon.type in tuple(WeaponType) else ("bad_weapon",)


class Shipped(msgspec.Struct, frozen=True):
    """What comes with the system, each kind by key."""

    skills: dict[str, Skill]
    traits: dict[str, Trait]
    weapons: dict[str, Weapon]
    races: dict[str, Race]
    people: dict[str, Sheet]


@lru_cache(maxsize=1)
def shipped() -> Shipped:
    """The tables of `data/`."""

    def read(kind: type[Kind], name: str, check: Check) -> dict[str, Kind]:
        return read_pack(kind, read_toml(PACKAGE, "data", f"{name}.toml"), check=check)

    return Shipped(
        skills=read(Skill, "skills", name_problems),
        traits=read(Trait, "traits", name_problems),
        weapons=read(Weapon, "weapons", _weapon_problems),
        races=read(Race, "races", race_problems),
        people=read(Sheet, "people", sheet_problems),
    )


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


def people(state: State) -> dict[str, Sheet]:
    """Stat blocks to put on the table by name."""
    return {**shipped().people, **state.blocks}


def skill_named(name: str | Skill | None, state: State, *, who: str = "") -> Skill:
    """A skill given as data, or by its key or name; that of a character's own sheet comes first."""
    if isinstance(name, Skill):
        return name
    own = state.characters[who].sheet.skills if who in state.characters else ()
    mine = next((skill for skill in own if skill.name == name), None)
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


def key_of(things: Mapping[str, Kind], wanted: str | None) -> str | None:
    """The key under which something of that key or name is filed."""
    return next((key for key, thing in things.items() if wanted in (key, thing.name)), None)


def _named(things: dict[str, Kind], wanted: str | None, *, refusal: str) -> Kind:
    if (key := key_of(things, wanted)) is None:
        raise RuleError(refusal, key=wanted, known=list(things))
    return things[key]
