"""Appendix two: extensions (设计拓展; FET-EXT): the table's own content, and a place that changes everybody (FET-TRT-2).

A pack in TOML is checked whole; it lives in the table's log. One card at a time is `building.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from ludex.core.bounds import unfit
from ludex.core.checking import misfits
from ludex.core.declaring import Deed
from ludex.core.deeds import GM_ONLY, OWN, SHELF, Field, Refusal, refused
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.packs import ContentKind, pasted_toml, read_pack, unreadable
from ludex.core.plain import Plain, Written
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.content import (
    HELD,
    KINDS,
    Thing,
    in_keys,
    key_of,
    modifier_problems,
    name_problems,
    places,
    problems_said,
    skill_named,
    trait_named,
    weapon_named,
)
from ludex.systems.fet.events.group import ContentAdded, ContentOpened, ContentRemoved, Darkened, PlaceChanged
from ludex.systems.fet.kinds import SHEET, Word, Words
from ludex.systems.fet.kinds.offers import kept_cards
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.building import ContentKept, check_sound
from ludex.systems.fet.rules.law import violations
from ludex.systems.fet.rules.resources import follow
from ludex.systems.fet.rules.weapons import check_usable
from ludex.systems.fet.sheet import Extension, Ground, Sheet, Skill, Trait, Weapon, WrittenModifier, hindrance
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import SHELVES, State


class ShelfDeed(Deed, group="building", who=GM_ONLY, beside=SHELF, said_by=SHEET):
    pass


class AddPack(
    ShelfDeed,
    names=("内容包", "pack"),
    does="add_pack",
    audience=(GM,),
    example='.内容包 weapons.spear = {name = "长矛", type = "melee", damage = 15, range = 3}',
):
    """What `add_pack` is given: TOML with tables `skills`, `traits`, `weapons`, `people` and `races`."""

    text: Words


class PackKept(msgspec.Struct, frozen=True):
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
    pack = read_pack(_translated(state, data), lawful_kinds(state.options))
    if not pack:
        raise RuleError("bad_content", clause="FET-LAW-0", problems=[kind.name for kind in KINDS])
    events = [
        event for kind, things in pack.items() for key, thing in things.items() for event in _added(kind, key, thing)
    ]
    before = state
    for event in events:
        state = await happen(event)
    await follow(state, *state.characters, before=before)
    return PackKept(tuple(event.key for event in events))


@rule("FET-LIV-51", "FET-EXT-5")
def _added(kind: str, key: str, thing: Thing) -> list[ContentAdded]:
    """A thing of the table's own; with an extension comes everything that it holds."""
    found = [_holding(kind, key, thing, kept=kind in SHELVES)]
    if isinstance(thing, Extension):
        found += [_holding(name, k, held) for name in HELD for k, held in getattr(thing, name).items()]
    return found


def _holding(kind: str, key: str, thing: Thing, *, kept: bool = False) -> ContentAdded:
    return replace(ContentAdded(key, kept=kept), **{FIELDS[kind]: thing})


@rule("FET-LIV-51")
def _translated(state: State, data: Plain) -> Plain:
    """A pack with the keys and values that rules know, whichever language it was written in; what a person has may be called by its name."""
    kinds = {word: kind for kind in KINDS for word in (kind.name, *kind.also)}
    found: dict[str, Written] = {}
    for name, things in data.items():
        kind = kinds.get(name)
        if kind is None or not isinstance(things, Mapping):
            found[name] = things
            continue
        one = kind.also[0]
        cards = {k: in_keys(one, card) if isinstance(card, Mapping) else card for k, card in things.items()}
        if one == "item":
            cards = {_own_key(k, card): card for k, card in cards.items()}
        if one == "person":
            cards = {k: _equipped(state, card) if isinstance(card, Mapping) else card for k, card in cards.items()}
        found[kind.name] = cards
    return found


def _equipped(state: State, card: Plain) -> dict[str, Written]:
    """A person whose skills, traits and weapons that were called by their names are those of the table."""
    known: dict[str, Callable[[str, State], Thing]] = {
        "skills": skill_named,
        "traits": trait_named,
        "weapons": weapon_named,
    }
    held = {
        key: [to_builtins(named(one, state)) if isinstance(one, str) else one for one in things]
        for key, named in known.items()
        if isinstance(things := card.get(key), list | tuple)
    }
    return {**card, **held}


def _own_key(key: str, card: Written) -> str:
    """A thing is found by its name."""
    name = card.get("name") if isinstance(card, Mapping) else None
    return name if isinstance(name, str) and name else key


FIELDS = {**HELD, "people": "block", "extensions": "extension"}
"""The kinds of a pack as the event names them."""


def lawful_kinds(options: Options) -> tuple[ContentKind, ...]:
    """The kinds of content, with what the rules of this table forbid in a thing."""
    wrong: dict[str, Callable[..., Iterable[Say]]] = {
        "skills": lambda skill: _unlawful(skill, options),
        "traits": _unsound,
        "weapons": lambda weapon: _wrong(weapon, refused(check_usable, weapon)),
        "people": lambda sheet: _unfit(sheet, options),
    }
    kinds = {kind.name: replace(kind, wrong=wrong.get(kind.name, kind.wrong)) for kind in KINDS}
    whole = replace(kinds["extensions"], wrong=lambda extension: _unsuited(extension, kinds))
    return (*(kind for kind in kinds.values() if kind.name != whole.name), whole)


@rule("FET-EXT-5")
def _unsuited(extension: Extension, kinds: Mapping[str, ContentKind]) -> tuple[Say, ...]:
    """Everything that is wrong with an extension and with what it holds."""
    own = problems_said(extension, (*name_problems(extension), *modifier_problems(extension.modifiers)))
    held = (said for name in HELD for thing in getattr(extension, name).values() for said in kinds[name].wrong(thing))
    return (*own, *misfits(extension.options, Options, "options"), *held)


def _unsound(trait: Trait) -> tuple[Say, ...]:
    modifiers = tuple(code for code in modifier_problems(trait.modifiers) if code != "bad_modifier")
    return (*_wrong(trait, refused(check_sound, trait)), *problems_said(trait, modifiers))


def _unlawful(skill: Skill, options: Options) -> tuple[Say, ...]:
    try:
        broken = violations(skill, options)
    except RuleError as error:
        return problems_said(skill, (error.code,), error.facts)
    return tuple(say(f"law.{code}") for code in broken) or _unnamed(skill)


def _unfit(sheet: Sheet, options: Options) -> tuple[Say, ...]:
    """Everything that keeps somebody from being played, cards and arms included."""
    own = problems_said(sheet, (code,)) if (code := hindrance(sheet)) else _unnamed(sheet)
    arms = (said for weapon in sheet.weapons for said in _wrong(weapon, refused(check_usable, weapon)))
    traits = (said for trait in sheet.traits for said in _unsound(trait))
    return (*own, *arms, *traits, *(said for skill in sheet.skills for said in _unlawful(skill, options)))


def _wrong(thing: Trait | Weapon, refusal: Refusal | None) -> tuple[Say, ...]:
    """What a check refuses a thing with."""
    return problems_said(thing, (refusal.code,), refusal.facts) if refusal else _unnamed(thing)


def _unnamed(thing: Skill | Trait | Weapon | Sheet) -> tuple[Say, ...]:
    return problems_said(thing, name_problems(thing))


class RemoveContent(
    ShelfDeed, names=("撤卡", "uncard"), does="remove_content", audience=(GM,), said_by=OWN, example=".撤卡 长矛"
):
    """What `remove_content` is given: the name (or key) of something that the table has of its own."""

    name: Word


@rule("FET-LIV-51")
async def remove_content(state: State, given: RemoveContent) -> ContentKept:
    """The table no longer has something of its own; sheets that have it keep it."""
    own: dict[str, Thing] = {**state.skills, **state.traits, **state.weapons}
    own |= {**state.blocks, **state.races, **state.items, **state.places, **state.extensions}
    key = next((k for k, thing in own.items() if given.name in (k, thing.name)), None)
    if key is None:
        raise RuleError("unknown_skill", clause="FET-LIV-51", key=given.name)
    await happen(ContentRemoved(key))
    return ContentKept(key)


class OpenContent(ShelfDeed, names=("公开", "publish"), does="open_content", example=".公开 侵蚀"):
    """What `open_content` is given: names (or keys) of what the table has of its own."""

    names: Annotated[tuple[str, ...], Field("", among=kept_cards)]


class ContentShown(msgspec.Struct, frozen=True):
    keys: tuple[str, ...]


@rule("FET-LIV-15")
async def open_content(state: State, given: OpenContent) -> ContentShown:
    """What the GM has kept to himself is known from now on."""
    own = {key: thing for shelf in state.shelves.values() for key, thing in shelf.items()}
    found = {name: next((k for k, thing in own.items() if name in (k, thing.name)), "") for name in given.names}
    if unknown := [name for name, key in found.items() if not key]:
        raise RuleError("unknown_skill", clause="FET-LIV-15", key=unknown[0])
    for key in found.values():
        state = await happen(ContentOpened(key))
    return ContentShown(tuple(found.values()))


class SetPlace(msgspec.Struct, frozen=True):
    """What `set_place` is given: modifiers on everybody here; none to lift them. `name`: a place that the table knows."""

    modifiers: tuple[WrittenModifier, ...] = ()
    name: str = ""


class PlaceSet(msgspec.Struct, frozen=True):
    """What the place does, and its marks."""

    modifiers: tuple[WrittenModifier, ...]
    name: str = ""
    marks: tuple[str, ...] = ()
    text: str = ""


@rule("FET-TRT-2", "FET-EXT-3")
async def set_place(state: State, given: SetPlace) -> PlaceSet:
    """A place or situation changes everybody's values."""
    ground = _ground(state, given)
    derive(Sheet(name="x"), ground.modifiers)
    before, state = state, await happen(PlaceChanged(ground.modifiers, ground.name))
    if (dark := any(mark in DARK for mark in ground.marks)) != state.dark and (dark or not given.modifiers):
        state = await happen(Darkened(dark))  # FET-TRX-7
    await follow(state, *state.characters, before=before)
    return PlaceSet(ground.modifiers, ground.name, ground.marks, ground.text)


DARK = ("黑暗", "dark")
"""A mark that the rules know."""


def _ground(state: State, given: SetPlace) -> Ground:
    known = places(state)
    if not given.name:
        return Ground(modifiers=given.modifiers)
    if (key := key_of(known, given.name)) is None:
        raise RuleError("unknown_place", clause="FET-LIV-51", name=given.name, known=[p.name for p in known.values()])
    return known[key]
