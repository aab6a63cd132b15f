"""What somebody wears and tells of herself (FAB-PEQ, FAB-PIN-1, FAB-QNA)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import WeaponEntry, entries_of, question_named, shipped, weapon_named
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.creation import check_martial, equipment
from ludex.systems.fable.sheet import Character, Sheet
from ludex.systems.fable.state import State, character_of


class Equip(msgspec.Struct, frozen=True):
    """What somebody puts on and takes in hand; what is left out stays."""

    character: str
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None


class Equipped(msgspec.Struct, frozen=True):
    """What she wears and holds now."""

    armor: str
    shield: str
    weapons: tuple[str, ...]


@rule("FAB-PEQ-1", "FAB-PAC-1")
async def equip(state: State, given: Equip) -> Equipped:
    """Change equipment; martial pieces need the permission, and armour is not changed in a fight."""
    who = character_of(state, given.character)
    if given.armor is not None and state.conflict is not None:
        raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
    sheet = equipped(state, who, given)
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Equipped(sheet.armor, sheet.shield, sheet.weapons)


def equipped(state: State, who: Character, given: Equip) -> Sheet:
    """Her sheet with other equipment."""
    before = who.sheet
    armor_key = before.armor if given.armor is None else given.armor
    shield_key = before.shield if given.shield is None else given.shield
    weapons = before.weapons if given.weapons is None else tuple(_weapon(state, name) for name in given.weapons)
    armor, shield = equipment(armor_key, shield_key, state.things)
    check_martial(armor, shield, before.martial)
    for key in weapons:
        _check_weapon(state, key, before.martial)
    return msgspec.structs.replace(
        before,
        armor=armor_key,
        worn=armor,
        shield=shield_key,
        held=shield,
        weapons=weapons,
        init_mod=before.init_mod - before.worn.init + armor.init,
    )


def _weapon(state: State, name: str) -> str:
    found = weapon_named(name, state.things)
    if found is None:
        raise RuleError(
            "unknown_item", clause="FAB-PEQ-3", item=name, items=list(entries_of(WeaponEntry, state.things))
        )
    return found[0]


@rule("FAB-PEQ-1")
def _check_weapon(state: State, key: str, martial: tuple[str, ...]) -> None:
    weapon = entries_of(WeaponEntry, state.things)[key]
    needed = "ranged" if weapon.ranged else "melee"
    if weapon.martial and needed not in martial:
        raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(needed), has=list(martial))


class SetTraits(msgspec.Struct, frozen=True):
    """The traits that somebody has from now on."""

    character: str
    traits: tuple[str, ...]


class HasTraits(msgspec.Struct, frozen=True):
    """Her traits."""

    traits: tuple[str, ...]


@rule("FAB-PIN-1")
async def traits(state: State, given: SetTraits) -> HasTraits:
    """Write down identity, theme and origin, or change them."""
    who = character_of(state, given.character)
    await happen(CharacterWritten(msgspec.structs.replace(who, traits=given.traits)))
    return HasTraits(given.traits)


class Background(msgspec.Struct, frozen=True):
    """An answer to one of the eight questions."""

    character: str
    question: str
    text: str


class Answered(msgspec.Struct, frozen=True):
    """Which question was answered."""

    question: str
    text: str


@rule("FAB-QNA-1")
async def background(state: State, given: Background) -> Answered:
    """Answer one of the eight questions about her background; it has no mechanics."""
    who = character_of(state, given.character)
    found = question_named(given.question)
    if found is None:
        raise RuleError("unknown_key", table="questions", key=given.question, keys=list(shipped().questions))
    sheet = msgspec.structs.replace(who.sheet, answers={**who.sheet.answers, found[0]: given.text})
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Answered(found[0], given.text)
