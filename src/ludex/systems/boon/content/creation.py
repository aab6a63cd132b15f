"""What a player begins with (BOO-LIV-48): points over four attributes, one kit of the class, two spells of a mage. As data; nobody is asked here."""

from collections import Counter

from ludex.core.plain import list_in
from ludex.core.rule import rule
from ludex.systems.boon.content import armor_named, class_named, item_named, shipped, spell_named
from ludex.systems.boon.sheet import Character, ClassPack, Record, Spell
from ludex.systems.boon.state import Library
from ludex.systems.boon.terms import FOUR

LOWEST, MOST, POINTS = 8, 14, 44
"""Limits of creation: of a score, and of all four together."""
DEAREST, SPELLS = 2, 2
"""The most AP of a first spell, and how many a mage has."""
MAGE = "mage"
Kit = tuple[tuple[str, ...], str]
"""Things and armour, by their ids."""
KITS: dict[str, tuple[Kit, ...]] = {
    "warrior": (
        (("longsword", "small_shield"), "brigandine"),
        (("greatsword",), "brigandine"),
        (("bow", "club"), "soft_leather"),
    ),
    "monk": ((("staff",), "soft_leather"), (("dagger", "dagger"), "soft_leather")),
    MAGE: ((("staff",), ""),),
}
"""What each class may begin with."""
BESIDES = ("healing_potion", "torch", "torch")
"""What everybody begins with."""
SCORES: dict[str, tuple[int, int, int, int]] = {
    "warrior": (13, 11, 10, 10),
    "monk": (11, 13, 10, 10),
    MAGE: (10, 11, 13, 10),
}
"""The default attributes of each class."""


def default_scores(calling: str) -> tuple[int, int, int, int]:
    """The attributes that a class begins with unless others are said."""
    return SCORES.get(calling, (11, 11, 11, 11))


def kits_of(calling: str) -> tuple[Kit, ...]:
    """The kits of a class; one of the table's own has what everybody has."""
    return KITS.get(calling, (((), ""),))


def kit_record(kit: Kit) -> dict[str, str | list[str]]:
    arms, armor = kit
    return {"items": [*arms, *BESIDES], **({"armor": armor} if armor else {})}


def within_points(scores: tuple[int, ...]) -> bool:
    """Whether attributes are what a player may choose."""
    return sum(scores) <= POINTS and all(LOWEST <= score <= MOST for score in scores)


def first_spell(spell: Spell) -> bool:
    return spell.ap <= DEAREST


def first_spells() -> list[str]:
    """What a mage begins with unless others are said: the first that are offered."""
    return [spell.id for spell in shipped().spells if first_spell(spell)][:SPELLS]


def beyond_creation(known: Character | None, stated: Record, own: Library) -> bool:
    """Whether a new or unused sheet would go beyond what a player writes by herself."""
    body = known or Character()
    calling = class_named(str(stated.get("class") or body.calling), own)
    grown_up = stated.get("level", 1) not in (0, 1) or stated.get("size", 1) != 1 or stated.get("speed", 10) != 10
    scores = tuple(stated.get(name, getattr(body, name)) for name in FOUR)
    if grown_up or stated.get("money") or not within_points(scores):
        return True
    spells = [spell_named(str(name), own) for name in list_in(stated.get("spells"))]
    dear = len(spells) > SPELLS or any(spell is None or not first_spell(spell) for spell in spells)
    if spells and (dear or calling is None or calling.id != MAGE):
        return True
    return not _in_a_kit(calling, stated, own)


def _in_a_kit(calling: ClassPack | None, stated: Record, own: Library) -> bool:
    """Whether things are those of one kit of the class, and no more of them."""
    found = [item_named(str(name), own) for name in list_in(stated.get("items"))]
    worn = armor_named(str(stated["armor"]), own) if stated.get("armor") else None
    if None in found:
        return False
    things = Counter(item.id for item in found if item)
    kits = kits_of(calling.id) if calling else (((), ""),)
    return any(
        things <= Counter((*arms, *BESIDES)) and (worn is None or worn == armor_named(armor, own))
        for arms, armor in kits
    )


@rule("BOO-LIV-48")
def quick(record: Record, own: Library) -> Record:
    """The GM's one line that names a class: level 1 unless another is said; with neither a level nor gear the first kit too, and a mage's spells."""
    calling = class_named(str(record.get("class", "")), own)
    if calling is None or "level" in record:
        return record  # Ruling BOO-E-58: only a class without a level is meant as a beginner
    bare = not record.get("items") and not record.get("armor")
    kit = kit_record(kits_of(calling.id)[0]) if bare else {}
    known = record.get("spells") or (first_spells() if bare and calling.id == MAGE else [])
    return {**record, **kit, "spells": known, "level": 1}


def completed(record: Record, own: Library) -> Record:
    """A player's one line that names a class, with what it leaves unsaid: level, attributes, kit of the class and a mage's spells."""
    calling = class_named(str(record.get("class", "")), own)
    if calling is None:
        return record
    plain = not any(name in record for name in FOUR)
    scores = dict(zip(FOUR, default_scores(calling.id), strict=True)) if plain else {}
    begun = quick({name: said for name, said in record.items() if name != "level"}, own)
    known = begun["spells"] or (first_spells() if calling.id == MAGE else [])
    return {**begun, **scores, "spells": known, "level": record.get("level") or 1}
