"""Attributes, size, health and classes (BOO-PAT, BOO-PSZ, BOO-PHL-1, BOO-PCL) joined, because a sheet is made of them; the catalogue."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.bounds import converted
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.boon.content import FROM_CLASS, class_named, handed_out, record_of
from ludex.systems.boon.kinds import Agility, BodySize, BookDeed, Calling, Intellect, Level, Speed, Strength, Will
from ludex.systems.boon.rules.tests import sum_terms
from ludex.systems.boon.rules.wards import block_terms, dodge_terms
from ludex.systems.boon.rules.weapons import means_of
from ludex.systems.boon.sheet import (
    AVERAGE,
    Armor,
    Character,
    ClassPack,
    Item,
    Number,
    Record,
    Row,
    exact,
    in_hands,
    overworn,
)
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import FOUR, UNARMED, Attribute

LOWEST_SCORE, HIGHEST_SCORE = 1, 20
PERSONAL = (*FOUR, "perception_bonus", "size", "speed", "armor", "items")
STATED = (
    *("perception", "health", "healing_rate", "size", "speed", "reach", "hit", "hit_boons", "dodge", "block", "force"),
    *("ap_max", "armor_value", "block_cost"),
)
"""What a sheet says as it stands on the character."""


class DeriveSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `derive_sheet`. A class is the id of a pack, or a pack."""

    strength: int = AVERAGE
    agility: int = AVERAGE
    intellect: int = AVERAGE
    will: int = AVERAGE
    level: int = 0
    calling: str | Record = msgspec.field(name="class", default="")
    size: Number = 1
    speed: int = 10
    hands: int | None = None
    health_bonus: int = 0
    perception_bonus: int = 0
    armor: Armor | None = None
    items: tuple[Item, ...] = ()


class DeriveLine(BookDeed, names=("推算", "derive"), example=".推算 力=13 职业=战士 等级=1"):
    strength: Strength = None
    agility: Agility = None
    intellect: Intellect = None
    will: Will = None
    calling: Calling = ""
    level: Level = None
    size: BodySize = None
    speed: Speed = None

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        return Do(
            "derive_sheet", DeriveSheet(**{name: said for name, said in asdict(self).items() if said not in (None, "")})
        )


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    strength_bonus: int
    agility_bonus: int
    intellect_bonus: int
    will_bonus: int
    perception: int
    perception_check: int
    health: int
    healing_rate: int
    injured_at: int
    size: Number
    speed: int
    reach: Number
    hit: int
    hit_boons: int
    dodge: int
    block: int
    dodge_test: int
    hit_tests: dict[str, int]
    block_tests: dict[str, int]
    damage_dice: dict[str, str]
    force: int
    ap_max: int
    training: tuple[str, ...]
    armor_value: int
    block_cost: int
    why: dict[str, Total] = {}


class Catalog(msgspec.Struct, frozen=True, kw_only=True):
    id: str


@rule("BOO-PSZ-1")
def is_size(size: Number) -> bool:
    """Sizes are above 0, and fractions only below 1."""
    return size > 0 and (size <= 1 or exact(size).denominator == 1)


@rule("BOO-PAT-1", "BOO-PCL-2", "BOO-PSZ-1", "BOO-PSZ-3")
def person_faults(given: DeriveSheet | Character) -> Iterator[RuleError]:
    """Everything wrong with a body: attributes from 1 to 20, levels from 0, sizes and speeds that there are."""
    for name in FOUR:
        if not LOWEST_SCORE <= (score := getattr(given, name)) <= HIGHEST_SCORE:
            limits = {"low": LOWEST_SCORE, "high": HIGHEST_SCORE}
            yield RuleError("bad_attribute", clause="BOO-PAT-1", attribute=term(name), score=score, **limits)
    if given.level < 0:
        yield RuleError("bad_level", clause="BOO-PCL-2", level=given.level)
    if not is_size(given.size):
        yield RuleError("bad_size", clause="BOO-PSZ-1", size=given.size)
    if given.speed < 0:
        yield RuleError("bad_speed", clause="BOO-PSZ-3", speed=given.speed)


@rule("BOO-DMG-1", "BOO-PAR-1", "BOO-PAR-2")
def check_gear(items: tuple[Item, ...], armor: Armor | None) -> None:
    """Dice, durabilities and armour values that there are."""
    for item in items:
        if item.die is not None and item.die < 2:
            raise RuleError("bad_die", clause="BOO-DMG-1", item=item.called, die=item.die)
    things: tuple[Item | Armor, ...] = (*items, armor) if armor else items
    for thing in things:
        if overworn(thing):
            facts = {"durability": thing.durability, "maximum": thing.durability_max}
            raise RuleError("bad_durability", clause="BOO-PAR-2", **facts)
    if armor and armor.value < 0:
        raise RuleError("bad_armor", clause="BOO-PAR-1", value=armor.value)


def sheet_faults(who: Character) -> Iterator[RuleError]:
    """Everything on a sheet that is beyond the rulebook's limits."""
    yield from person_faults(who)
    if who.money < 0:
        yield RuleError("bad_amount", clause="BOO-LIV-58", amount=who.money, least=0)
    checks: tuple[Callable[[], None], ...] = (
        lambda: check_gear(who.items, who.armor),
        lambda: check_hands(who.items, who.hands),
    )
    for check in checks:
        try:
            check()
        except RuleError as error:
            yield error


def check_sheet(who: Character) -> None:
    for fault in sheet_faults(who):
        raise fault


@rule("BOO-PCL-1", "BOO-PCL-4")
def class_of(state: State, calling: str | Record) -> ClassPack | None:
    """A class by the id of its pack, or the pack itself; it must have rows."""
    if not calling and calling != {}:
        return None
    if isinstance(calling, str):
        pack = class_named(calling, state.library)
    else:
        pack = converted(calling, ClassPack, "class", code="bad_class", clause="BOO-PCL-1")
    if pack is None or not pack.levels:
        raise RuleError("bad_class", clause="BOO-PCL-4", name=calling if isinstance(calling, str) else "")
    return pack


def check_force(pack: ClassPack | None, items: tuple[Item, ...]) -> None:
    """Force, and the number of dice of an item, are at least 1 (BOO-DMG-1)."""
    counts = [*(row.force for row in pack.levels)] if pack else []
    for count in (*counts, *(i.dice for i in items if i.dice is not None)):
        if count < 1:
            raise RuleError("bad_force", clause="BOO-DMG-1", force=count)


@rule("BOO-PWP-6")
def check_hands(items: tuple[Item, ...], hands: int) -> None:
    """No more is held than there are hands."""
    if hands and in_hands(i for i in items if i.held) > hands:
        held = [i.called for i in items if i.held]
        raise RuleError("no_hands", clause="BOO-PWP-6", item=held[-1], held=held, hands=hands)


@rule("BOO-PCL-1", "BOO-PHL-1", "BOO-PAP-1")
def embodied(state: State, given: DeriveSheet, row: Row) -> Character:
    """A character with the totals of its class row."""
    ap = state.options.default_ap if row.ap is None else row.ap
    own = {field: getattr(given, field) for field in PERSONAL}
    gained = {field: getattr(row, field) for field in FROM_CLASS}
    health = max(given.strength + row.health + given.health_bonus, 1)
    return Character(**own, **gained, health=health, ap_max=ap, ap=ap)


@rule("BOO-PAT-2", "BOO-PAT-3", "BOO-PHL-1", "BOO-PHL-3", "BOO-PHL-14", "BOO-PSZ-2", "BOO-PCL-2")
async def derive_sheet(state: State, given: DeriveSheet) -> Sheet:
    """Everything that follows from attributes, class, level and gear."""
    for fault in person_faults(given):
        raise fault
    check_gear(given.items, given.armor)
    pack = class_of(state, given.calling)
    check_force(pack, given.items)
    hands = state.options.hands if given.hands is None else given.hands
    check_hands(given.items, hands)
    given = replace(given, items=handed_out(given.items, hands))
    row = pack.at(given.level) if pack else Row()
    return sheet_of(embodied(state, given, row), _health_reasons(given, row))


def _health_reasons(given: DeriveSheet, row: Row) -> dict[str, Total]:
    terms = (
        because(given.strength, term("strength"), "BOO-PHL-1"),
        because(row.health, "why.class_health", "BOO-PHL-1"),
        because(given.health_bonus, "why.modifier", "BOO-PHL-1"),
    )
    return {"health": sum_terms(terms, "BOO-PHL-1")}


def sheet_of(who: Character, why: dict[str, Total] | None = None) -> Sheet:
    arms = (who.unarmed, *(i for i in who.items if i.arms and i.die and i.id != UNARMED))
    dodge = sum_terms(dodge_terms(who), "BOO-DOD-2")
    return Sheet(
        **{f"{attribute}_bonus": who.bonus(attribute) for attribute in FOUR},
        **{field: getattr(who, field) for field in STATED},
        perception_check=who.bonus(Attribute.PERCEPTION),
        injured_at=-(-who.health // 2),
        dodge_test=int(dodge),
        hit_tests={i.id: who.hit + i.hit for i in arms},
        block_tests={i.id: sum(t.value for t in block_terms(who, i)) for i in who.items if i.blocks},
        damage_dice={i.id: damage_text(who, i) for i in arms},
        training=tuple(sorted(who.training)),
        why={**(why or {}), "dodge_test": dodge},
    )


def damage_text(who: Character, item: Item) -> str:
    """Damage dice as people write them: 2d6."""
    means = means_of(who, item)
    return f"{means.dice}d{means.die}"


@rule("BOO-PCL-5")
async def catalog(state: State, given: Catalog) -> Record:
    """A thing from the catalogue, as it is stated there."""
    if (record := record_of(given.id, state.library)) is None:
        raise RuleError("unknown_id", clause="BOO-PCL-5", id=given.id)
    return record
