"""Content packs of FET: example skills and traits, stat blocks and sample weapons, read once and checked whole.

A pack with problems is refused with all of them named at once. What a table adds lies in its state and comes first.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from ludex.core.content import read_toml
from ludex.core.errors import RuleError
from ludex.systems.fet.sheet import Sheet, Skill, Trait, Weapon, sheet_problems
from ludex.systems.fet.state import Race, State
from ludex.systems.fet.terms import WeaponType

PACKAGE = "ludex.systems.fet"
T = TypeVar("T")


Check = Callable[[Any], tuple[str, ...]]
"""What is wrong with a record, as codes."""


def sorted_out(kind: Any, pack: Mapping[str, Any], *, check: Check) -> tuple[dict[str, Any], list[str]]:
    """A pack's tables as records, and everything that is wrong with them."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for key, data in pack.items():
        try:
            found[key] = msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            wrong.append(f"{key}: {error}")
            continue
        wrong.extend(f"{key}: {problem}" for problem in check(found[key]))
    return found, wrong


def read_pack(kind: Any, pack: Mapping[str, Any], *, check: Check) -> dict[str, Any]:
    """Turn a pack's tables into records, or refuse naming every problem (`bad_content`)."""
    found, wrong = sorted_out(kind, pack, check=check)
    if wrong:
        raise RuleError("bad_content", problems=wrong)
    return found


def _named(thing: Skill | Trait) -> tuple[str, ...]:
    return () if thing.name else ("name_missing",)


def _weapon(weapon: Weapon) -> tuple[str, ...]:
    return () if weapon.type in tuple(WeaponType) else ("bad_weapon",)


@lru_cache(maxsize=1)
def skills() -> dict[str, Skill]:
    """FET-SKX-1: the example skills."""
    return read_pack(Skill, read_toml(PACKAGE, "data", "skills.toml"), check=_named)


@lru_cache(maxsize=1)
def traits() -> dict[str, Trait]:
    """FET-TRX-1: the example traits."""
    return read_pack(Trait, read_toml(PACKAGE, "data", "traits.toml"), check=_named)


@lru_cache(maxsize=1)
def weapons() -> dict[str, Weapon]:
    """Sample weapons; ruling E-37: the rulebook itself has none."""
    return read_pack(Weapon, read_toml(PACKAGE, "data", "weapons.toml"), check=_weapon)


def race_problems(race: Race) -> tuple[str, ...]:
    """FET-RAC-1: a name, and numbers above 0 where it has them."""
    wrong = {
        "name_missing": not race.name.strip(),
        "bad_age": race.adult_age is not None and race.adult_age <= 0,
        "bad_size": race.standard_size is not None and race.standard_size <= 0,
    }
    return tuple(code for code, true in wrong.items() if true)


@lru_cache(maxsize=1)
def races() -> dict[str, Race]:
    """FET-RAC-1: races by key."""
    return read_pack(Race, read_toml(PACKAGE, "data", "races.toml"), check=race_problems)


@lru_cache(maxsize=1)
def people() -> dict[str, Sheet]:
    """Stat blocks to put on the table by name."""
    return read_pack(Sheet, read_toml(PACKAGE, "data", "people.toml"), check=sheet_problems)


def find_skill(state: State, skill: str | Skill | None) -> Skill:
    """A skill given as data, or by its key or name."""
    if isinstance(skill, Skill):
        return skill
    return _find({**skills(), **state.skills}, skill, refusal="unknown_skill")


def find_trait(state: State, trait: str | Trait | None) -> Trait:
    """A trait given as data, or by its key or name."""
    if isinstance(trait, Trait):
        return trait
    return _find({**traits(), **state.traits}, trait, refusal="unknown_trait")


def find_race(state: State, race: str) -> Race:
    """A race by its key or name."""
    return _find({**races(), **state.races}, race, refusal="unknown_race")


def key_of(things: Mapping[str, Skill] | Mapping[str, Trait], wanted: str) -> str | None:
    """The key under which something of that key or name is filed."""
    return next((key for key, thing in things.items() if wanted in (key, thing.name)), None)


def _find(things: dict[str, T], wanted: str | None, *, refusal: str) -> T:
    for key, thing in things.items():
        if wanted in (key, getattr(thing, "name", None)):
            return thing
    raise RuleError(refusal, key=wanted, known=list(things))
