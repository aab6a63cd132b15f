"""What somebody wears, has learned and tells of herself (FAB-PEQ, FAB-DOM-2, FAB-QNA)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.catalogue import WeaponEntry, catalogue, named, on_shelf
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.rules.creation import check_martial, equipment
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, feats_check
from ludex.systems.fable.rules.people import character_of
from ludex.systems.fable.sheet import Character, Sheet
from ludex.systems.fable.state import State, happen
from ludex.systems.fable.terms import GENERAL


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
    found = named(on_shelf(WeaponEntry, state.things), name)
    if found is None:
        raise RuleError("unknown_item", clause="FAB-PEQ-3", item=name, items=list(on_shelf(WeaponEntry, state.things)))
    return found[0]


@rule("FAB-PEQ-1")
def _check_weapon(state: State, key: str, martial: tuple[str, ...]) -> None:
    weapon = on_shelf(WeaponEntry, state.things)[key]
    needed = "ranged" if weapon.ranged else "melee"
    if weapon.martial and needed not in martial:
        raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(needed), has=list(martial))


class Learn(msgspec.Struct, frozen=True):
    """A feat to learn, or a heroic one."""

    character: str
    feat: str
    domain: str = GENERAL
    heroic: bool = False


class Learned(msgspec.Struct, frozen=True):
    """What she knows, and how many feats of each domain are still free."""

    feats: tuple[str, ...]
    heroic: tuple[str, ...]
    general_free: int
    domain_free: dict[str, int]
    mastery_free: int


@rule("FAB-DOM-2", "FAB-DOM-5", "FAB-DOM-8")
async def learn(state: State, given: Learn) -> Learned:
    """Learn a feat of a domain, as long as levels allow; a heroic feat takes a mastery point."""
    who = character_of(state, given.character)
    feats = who.sheet.feats if given.heroic else (*who.sheet.feats, f"{given.domain}:{given.feat}")
    heroic = (*who.sheet.heroic, given.feat) if given.heroic else who.sheet.heroic
    known = tuple(Feat(feat.partition(":")[2], feat.partition(":")[0]) for feat in feats)
    free = await feats_check(state, FeatsCheck(who.sheet.domains, known, len(heroic)))
    sheet = msgspec.structs.replace(who.sheet, feats=feats, heroic=heroic)
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Learned(feats, heroic, free.general_free, free.domain_free, free.mastery_free)


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
    found = named(catalogue().questions, given.question)
    if found is None:
        raise RuleError("unknown_key", table="questions", key=given.question, keys=list(catalogue().questions))
    sheet = msgspec.structs.replace(who.sheet, answers={**who.sheet.answers, found[0]: given.text})
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Answered(found[0], given.text)
