"""创建角色: attribute points, dice, benefits, gauges and equipment of a new character (FAB-ATT, FAB-PHP, FAB-PEQ)."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import ClassEntry, E, Things, entries_of
from ludex.systems.fable.rules.attributes import RAISE_LEVELS, check_points, def_with, mdef_with, raised
from ludex.systems.fable.rules.domains import Levels, Progression, check_benefits, progressed
from ludex.systems.fable.rules.gauges import GAUGES, added, check_alloc, check_ratio
from ludex.systems.fable.rules.widening import widened
from ludex.systems.fable.sheet import BASE_CRISIS_VALUE, BASE_IP, ArmorEntry, Dice, Five, ShieldEntry, Steps, five
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute

STARTING_FP = 3


# ---------------------------------------------------------------------- dice


# ---------------------------------------------------------------------- a new character
class Build(msgspec.Struct, frozen=True):
    """Everything that is decided about a new character."""

    attributes: Steps
    domains: Levels
    level: int | None = None
    benefits: tuple[str, ...] = ()
    hg_alloc: tuple[int, ...] = ()
    mg_alloc: tuple[int, ...] = ()
    raises: tuple[Attribute, ...] = ()
    armor: str = "none"
    shield: str = ""


class Built(Progression, frozen=True, kw_only=True):
    """What she starts with."""

    dice: Dice
    points_lost: int
    hg_cap: Five
    max_hp: int
    mg_cap: Five
    max_mp: int
    ip: int
    def_: int = msgspec.field(name="def")
    mdef: int
    init_mod: int
    martial: tuple[str, ...]
    abilities: tuple[str, ...]
    fp: int
    crisis_value: int
    spd: int


@rule("FAB-ATT-4", "FAB-PHP-1", "FAB-PHP-2", "FAB-BEN-5")
async def build_character(state: State, given: Build) -> Built:
    """Build a new character, or say what does not fit, in the order in which one decides it."""
    return built(state, given)


def built(state: State, given: Build) -> Built:
    """The new character's numbers."""
    lost = check_points(given.attributes)
    gives = progressed(given.domains, state.options)
    check_level(gives.level, state.options.starting_level if given.level is None else given.level)
    check_raises(len(given.raises), gives.level)
    classes = check_benefits(given.benefits, given.domains)
    check_count(len(classes), gives.benefit_slots)
    dice = raised(Dice(*(given.attributes.of(a) for a in Attribute)), given.raises)
    hg = allotted(dice.mig, given.hg_alloc, gives.level + sum(c.hp for c in classes))
    mg = allotted(dice.wlp, given.mg_alloc, gives.level + sum(c.mp for c in classes))
    armor, shield = equipment(given.armor, given.shield, state.things)
    martial = sorted({m for c in classes for m in c.martial})
    check_martial(armor, shield, martial)
    return widened(
        Built,
        gives,
        dice=dice,
        points_lost=lost,
        hg_cap=hg,
        max_hp=sum(hg),
        mg_cap=mg,
        max_mp=sum(mg),
        def_=def_with(dice.dex, armor, shield),
        mdef=mdef_with(dice.ins, armor, shield),
        init_mod=armor.init,
        martial=tuple(martial),
        **_rest(classes),
    )


def _rest(classes: tuple[ClassEntry, ...]) -> dict[str, Any]:
    """What does not depend on dice or equipment (FAB-BEN-5: taken again, IP add up and permissions stay)."""
    return {
        "ip": BASE_IP + sum(c.ip for c in classes),
        "abilities": tuple(sorted({ability for c in classes for ability in c.abilities})),
        "fp": STARTING_FP,
        "crisis_value": BASE_CRISIS_VALUE,
        "spd": 0,
    }


@rule("FAB-PLV-1")
def check_level(level: int, wanted: int) -> None:
    """The domain levels add up to the level at which she starts."""
    if level != wanted:
        raise RuleError("level_mismatch", clause="FAB-PLV-1", level=level, wanted=wanted)


@rule("FAB-PLV-4")
def check_raises(raises: int, level: int) -> None:
    """One raise of an attribute for each of LV 20 and LV 40 that is reached."""
    wanted = sum(level >= reached for reached in RAISE_LEVELS)
    if raises < wanted:
        raise RuleError("attribute_required", clause="FAB-PLV-4", raises=raises, wanted=wanted)
    if raises > wanted:
        raise RuleError("attribute_not_allowed", clause="FAB-PLV-4", raises=raises, wanted=wanted)


@rule("FAB-BEN-3", "FAB-BEN-4")
def check_count(benefits: int, slots: int) -> None:
    """As many benefits as the level has slots."""
    if benefits != slots:
        raise RuleError("benefit_count", clause="FAB-BEN-3", benefits=benefits, slots=slots)


@rule("FAB-GAU-2", "FAB-GAU-5", "FAB-GAU-6", "FAB-GAU-7")
def allotted(die: int, alloc: tuple[int, ...], points: int) -> Five:
    """Five gauges that start from the die, with the points spread over them."""
    check_alloc(alloc, points)
    cap = added(five([die] * GAUGES), five(alloc))  # Ruling E-3: the parent's 5 × die, split evenly
    check_ratio(cap)
    return cap


# ---------------------------------------------------------------------- equipment
@rule("FAB-PEQ-1", "FAB-PEQ-2")
def equipment(armor: str, shield: str, things: Things) -> tuple[ArmorEntry, ShieldEntry]:
    """Armour and shield by key; no shield is written as nothing or as `none`."""
    return _item(ArmorEntry, armor or "none", things), _item(ShieldEntry, shield, things) if shield not in (
        "",
        "none",
    ) else ShieldEntry()


def _item(kind: type[E], key: str, things: Things) -> E:
    """A piece of equipment by key, or `unknown_item`."""
    items = entries_of(kind, things)
    if key not in items:
        raise RuleError("unknown_item", clause="FAB-PEQ-2", item=key, items=list(items))
    return items[key]


@rule("FAB-PEQ-1")
def check_martial(armor: ArmorEntry, shield: ShieldEntry, martial: Iterable[str]) -> None:
    """Martial items need the permission."""
    allowed = tuple(martial)
    for needed, permission in ((armor.martial, "armor"), (shield.martial, "shield")):
        if needed and permission not in allowed:
            raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(permission), has=list(allowed))
