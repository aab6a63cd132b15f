"""Appendix two: extensions (设计拓展; FET-EXT): the table's own content, and a place that changes everybody (FET-TRT-2).

One thing at a time, or a pack in TOML that is checked whole; both live in the table's log.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ludex.core.bounds import unfit
from ludex.core.errors import RuleError
from ludex.core.packs import pasted_toml, unreadable
from ludex.core.rule import rule
from ludex.systems.fet.content import Check, name_problems, race_problems, sorted_out
from ludex.systems.fet.events import ContentAdded, PlaceChanged
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.lasting import ward_problems
from ludex.systems.fet.rules.law import check_legal, violations
from ludex.systems.fet.rules.roster import follow
from ludex.systems.fet.rules.weapons import check_weapon
from ludex.systems.fet.sheet import Modifier, Sheet, Skill, Trait, Weapon, derive, hindrance
from ludex.systems.fet.state import Race, State


class AddContent(msgspec.Struct, frozen=True):
    """What `add_content` is given: one skill, trait or weapon under a key."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None


class ContentKept(msgspec.Struct, frozen=True):
    """What the table has now."""

    key: str


@rule("FET-LAW-0", "FET-LAW-8", "FET-WPB-1", "FET-ITM-1")
async def add_content(state: State, given: AddContent) -> ContentKept:
    """The GM gives the table a skill that obeys the law, a trait, or a weapon."""
    if given.skill is not None:
        check_legal(given.skill, state.options)
    if given.trait is not None:
        _check_sound(given.trait)
    if given.weapon is not None:
        check_weapon(given.weapon)
    thing = given.skill or given.trait or given.weapon
    if thing is None or not thing.name.strip():
        raise RuleError("name_missing", clause="FET-LAW-8")
    await happen(ContentAdded(given.key, given.skill, given.trait, given.weapon))
    return ContentKept(given.key)


def _check_sound(trait: Trait) -> None:
    """FET-TRT-2: modifiers that can be computed, and resistances that make sense."""
    derive(Sheet(name="x", traits=(trait,)))
    for ward in trait.wards:
        if ward_problems(ward):
            raise RuleError("bad_ward", kind=ward.kind, value=ward.value)


class AddPack(msgspec.Struct, frozen=True):
    """What `add_pack` is given: TOML with tables `skills`, `traits`, `weapons`, `people` and `races`."""

    text: str


class PackKept(msgspec.Struct, frozen=True):
    """What came with the pack."""

    keys: tuple[str, ...]


@rule("FET-LAW-0", "FET-EXT-5")
async def add_pack(state: State, given: AddPack) -> PackKept:
    """Add a whole pack, or refuse it with every problem named."""
    try:
        data = pasted_toml(given.text)
    except ValueError as error:
        raise RuleError("bad_toml", problem=unreadable(error)) from None
    if found := unfit(data):
        raise RuleError("bad_content", clause="FET-LAW-0", problems=[found.problem])
    events, wrong = _read(data, state.options)
    if wrong or not events:
        raise RuleError("bad_content", clause="FET-LAW-0", problems=wrong or list(_sections(state.options)))
    for event in events:
        await happen(event)
    return PackKept(tuple(event.key for event in events))


def _read(data: dict[str, Any], options: Options) -> tuple[list[ContentAdded], list[str]]:
    """All records of a pack as events, and everything that is wrong with it."""
    sections = _sections(options)
    wrong = [f"{name}: unknown_kind" for name in data if name not in sections]
    events: list[ContentAdded] = []
    for name, (field, kind, check) in sections.items():
        pack = data.get(name, {})
        if not isinstance(pack, dict):
            wrong.append(f"{name}: not_a_table")
            continue
        found, problems = sorted_out(kind, pack, check=check)
        wrong.extend(f"{name}.{problem}" for problem in problems)
        events.extend(ContentAdded(key, **{field: thing}) for key, thing in found.items())
    return events, wrong


def _sections(options: Options) -> dict[str, tuple[str, Any, Check]]:
    """Each table of a pack: the event's field, the record, and what may be wrong with one."""
    return {
        "skills": ("skill", Skill, lambda skill: _refusals(lambda: violations(skill, options)) or name_problems(skill)),
        "traits": ("trait", Trait, lambda trait: _refusals(lambda: _check_sound(trait)) or name_problems(trait)),
        "weapons": (
            "weapon",
            Weapon,
            lambda weapon: _refusals(lambda: check_weapon(weapon)) or name_problems(weapon),
        ),
        "people": ("block", Sheet, lambda sheet: _hard(sheet) or name_problems(sheet)),
        "races": ("race", Race, race_problems),
    }


def _refusals(judge: Callable[[], object]) -> tuple[str, ...]:
    """The codes that a judgement returns, or the one that it refuses with."""
    try:
        found = judge()
    except RuleError as error:
        return (error.code,)
    return found if isinstance(found, tuple) else ()


def _hard(sheet: Sheet) -> tuple[str, ...]:
    code = hindrance(sheet)
    return (code,) if code else ()


class SetPlace(msgspec.Struct, frozen=True):
    """What `set_place` is given: modifiers on everybody here; none to lift them."""

    modifiers: tuple[Modifier, ...] = ()


class PlaceSet(msgspec.Struct, frozen=True):
    """What the place does."""

    modifiers: tuple[Modifier, ...]


@rule("FET-TRT-2", "FET-EXT-3")
async def set_place(state: State, given: SetPlace) -> PlaceSet:
    """A place or situation changes everybody's values."""
    derive(Sheet(name="x"), given.modifiers)
    state = await happen(PlaceChanged(given.modifiers))
    await follow(state, *state.characters)
    return PlaceSet(given.modifiers)
