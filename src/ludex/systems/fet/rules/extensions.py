"""Appendix two: extensions (设计拓展; FET-EXT): the table's own content, and a place that changes everybody (FET-TRT-2).

One thing at a time, or a pack in TOML that is checked whole; both live in the table's log.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import unfit
from ludex.core.errors import RuleError
from ludex.core.packs import Kind, pasted_toml, read_pack, unreadable
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.content import KINDS, name_problems, problems_said
from ludex.systems.fet.events import ContentAdded, PlaceChanged, SheetWritten
from ludex.systems.fet.fold import happen
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.lasting import ward_problems
from ludex.systems.fet.rules.law import check_keys, check_legal, violations
from ludex.systems.fet.rules.roster import follow
from ludex.systems.fet.rules.values import derive
from ludex.systems.fet.rules.weapons import check_weapon
from ludex.systems.fet.sheet import Modifier, Sheet, Skill, Trait, Weapon, hindrance
from ludex.systems.fet.state import State


class AddContent(msgspec.Struct, frozen=True):
    """What `add_content` is given: one skill, trait or weapon under a key; `who` built it and has it."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    who: str = ""


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
    state = await happen(ContentAdded(given.key, given.skill, given.trait, given.weapon))
    if given.who in state.characters:
        sheet = state.characters[given.who].sheet
        sheet = replace(
            sheet,
            skills=(*sheet.skills, given.skill) if given.skill else sheet.skills,
            traits=(*sheet.traits, given.trait) if given.trait else sheet.traits,
            weapons=(*sheet.weapons, given.weapon) if given.weapon else sheet.weapons,
        )
        await follow(await happen(SheetWritten(given.who, sheet)), given.who)
    return ContentKept(given.key)


@rule("FET-LIV-15")
def check_lawful(card: Mapping[str, object], options: Options) -> None:
    """A card that breaks the law is refused before anybody is asked."""
    check_keys(card, Skill)
    try:
        skill = msgspec.convert(card, Skill)
    except msgspec.ValidationError as error:
        raise RuleError("bad_input", field="skill", problem=str(error)) from None
    check_legal(skill, options)


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
    pack = read_pack(data, lawful_kinds(state.options))
    if not pack:
        raise RuleError("bad_content", clause="FET-LAW-0", problems=[kind.name for kind in KINDS])
    events = [
        ContentAdded(key, **{FIELDS[kind]: thing}) for kind, things in pack.items() for key, thing in things.items()
    ]
    for event in events:
        await happen(event)
    return PackKept(tuple(event.key for event in events))


FIELDS = {"skills": "skill", "traits": "trait", "weapons": "weapon", "races": "race", "people": "block"}
"""The kinds of a pack as the event names them."""


def lawful_kinds(options: Options) -> tuple[Kind, ...]:
    """The kinds of content, with what the rules of this table forbid in a thing."""
    wrong: dict[str, Callable[..., Iterable[Say]]] = {
        "skills": lambda skill: _unlawful(skill, options),
        "traits": lambda trait: _refused(trait, lambda: _check_sound(trait)),
        "weapons": lambda weapon: _refused(weapon, lambda: check_weapon(weapon)),
        "people": lambda sheet: problems_said(sheet, (code,)) if (code := hindrance(sheet)) else _unnamed(sheet),
    }
    return tuple(replace(kind, wrong=wrong.get(kind.name, kind.wrong)) for kind in KINDS)


def _unlawful(skill: Skill, options: Options) -> tuple[Say, ...]:
    """Every article that a skill breaks."""
    try:
        broken = violations(skill, options)
    except RuleError as error:
        return problems_said(skill, (error.code,))
    return tuple(say(f"law.{code}") for code in broken) or _unnamed(skill)


def _refused(thing: Trait | Weapon, check: Callable[[], object]) -> tuple[Say, ...]:
    """What a check refuses a thing with."""
    try:
        check()
    except RuleError as error:
        return problems_said(thing, (error.code,))
    return _unnamed(thing)


def _unnamed(thing: Skill | Trait | Weapon | Sheet) -> tuple[Say, ...]:
    return problems_said(thing, name_problems(thing))


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
