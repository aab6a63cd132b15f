"""Attributes: joins "Base size of the attribute dice" (FAB-ATT) with the parent's "Attributes and status effects" and defences.

A die's current size and a defence follow from base dice, steps and statuses (FAB-PAT, FAB-PST, FAB-PHP-2); nothing is rolled here.
"""

from collections.abc import Iterable

import msgspec

from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.events import StatusesSet
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.counting import die_steps, immunities, plus
from ludex.systems.fable.sheet import Character, Dice, Steps
from ludex.systems.fable.sheet.entries import ArmorEntry, ShieldEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute, Pool, Status

ATTRIBUTE_POINTS = 32
SMALLEST_DIE = 5
LARGEST_BOUGHT = 12
RAISE_LEVELS = (20, 40)
BODY = {Attribute.MIG: Pool.HP, Attribute.WLP: Pool.MP}
"""Attributes whose base die decides a row of gauges (FAB-GAU-2)."""
LIGHT_STATUSES = (Status.DAZED, Status.SHAKEN, Status.SLOW, Status.WEAK)
"""What an affliction and a hindrance may cause (FAB-POP-1, FAB-PAC-3)."""

STEP = 2
"""Faces in one step of a die (FAB-ATT-5)."""


LARGEST_BY_STEPS = 12


# ---------------------------------------------------------------------- current dice and defences
def die_size(state: State, character: Character, attribute: Attribute) -> int:
    """The current size of an attribute die: steps of statuses and effects are netted (FAB-ATT-7, FAB-LIV-37)."""
    more = die_steps(state, character.id, attribute)
    up = (
        msgspec.structs.replace(character.up, **{attribute.value: character.up.of(attribute) + more})
        if more
        else character.up
    )
    return sizes_of(character.base, statuses=character.statuses, up=up, down=character.down, options=state.options).of(
        attribute
    )


def sizes_of(base: Dice, *, statuses: tuple[Status, ...], up: Steps, down: Steps, options: Options) -> Dice:
    """Current sizes: steps up and down are netted, then limited.

    FAB-ATT-5, FAB-ATT-6, FAB-ATT-7: `clamp(base + 2 x (ups - downs), min(floor, base), max(12, base))`.
    FAB-PST-1: each status is one step down; the same status twice counts once.
    """
    entries = shipped().statuses
    lowered = [a for status in dict.fromkeys(statuses) for a in entries[status].attributes]

    def size(attribute: Attribute) -> int:
        bought = base.of(attribute)
        steps = up.of(attribute) - down.of(attribute) - lowered.count(attribute)
        floor = min(options.die_floor, bought)  # Ruling FAB-E-18: what was bought below the floor keeps its size
        return max(floor, min(bought + STEP * steps, max(LARGEST_BY_STEPS, bought)))

    return Dice(*(size(attribute) for attribute in Attribute))


def defence(state: State, character: Character, at: Occasion = NOTHING) -> int:
    """DEF: as stated, else the current DEX size with armour and shield (FAB-PHP-2, FAB-PNP-2)."""
    more, sheet = plus(state, character.id, "def", at), character.sheet
    if character.stated_def is not None:
        return character.stated_def + more
    return def_with(die_size(state, character, Attribute.DEX), sheet.worn, sheet.held) + more


def magic_defence(state: State, character: Character, at: Occasion = NOTHING) -> int:
    """M.DEF: as stated, else the current INS size with armour and shield (FAB-PHP-2, FAB-PNP-2)."""
    more, sheet = plus(state, character.id, "mdef", at), character.sheet
    if character.stated_mdef is not None:
        return character.stated_mdef + more
    return mdef_with(die_size(state, character, Attribute.INS), sheet.worn, sheet.held) + more


def def_with(dex: int, armor: ArmorEntry, shield: ShieldEntry) -> int:
    """DEF from a DEX die, armour and shield: a fixed armour is the whole DEF (FAB-PHP-2, FAB-PEQ-2)."""
    return (0 if armor.fixed else dex) + armor.def_bonus + shield.def_bonus


def mdef_with(ins: int, armor: ArmorEntry, shield: ShieldEntry) -> int:
    """M.DEF from an INS die, armour and shield (FAB-PHP-2)."""
    return ins + armor.mdef_bonus + shield.mdef_bonus


# ---------------------------------------------------------------------- base dice
class DiceOf(msgspec.Struct, frozen=True):
    """Base sizes and what acts on them."""

    base: Dice = Dice()
    statuses: tuple[Status, ...] = ()
    up: Steps = Steps()
    down: Steps = Steps()


class CurrentDice(msgspec.Struct, frozen=True):
    """The current sizes."""

    sizes: Dice


@rule("FAB-ATT-5", "FAB-ATT-6", "FAB-ATT-7", "FAB-PST-1", "FAB-PAT-1")
async def attribute_dice(state: State, given: DiceOf) -> CurrentDice:
    """Current sizes of the four attribute dice."""
    for attribute in Attribute:
        if given.base.of(attribute) < SMALLEST_DIE:
            raise RuleError("bad_die", clause="FAB-ATT-2", attribute=attribute, size=given.base.of(attribute))
    sizes = sizes_of(given.base, statuses=given.statuses, up=given.up, down=given.down, options=state.options)
    return CurrentDice(sizes)


@rule("FAB-ATT-1", "FAB-ATT-4")
def check_points(points: Steps) -> int:
    """32 points, 5 to 12 in each attribute; the points that are left over and lost."""
    return ATTRIBUTE_POINTS - check_dice(points, 0)


@rule("FAB-ATT-1", "FAB-ATT-2", "FAB-ATT-3", "FAB-PLV-4")
def check_dice(base: Dice, raises: int) -> int:
    """Base dice that can have been bought and raised so often: 32 points and a step for each raise; what they add up to."""
    given, more = {attribute: base.of(attribute) for attribute in Attribute}, STEP * raises
    for attribute, size in given.items():
        if size < SMALLEST_DIE:
            raise RuleError("attribute_below_min", clause="FAB-ATT-2", attribute=term(attribute), points=size)
    for attribute, size in given.items():
        if size > LARGEST_BOUGHT + more:  # Ruling FAB-E-18: only level-up goes past 12
            raise RuleError("attribute_above_max", clause="FAB-ATT-3", attribute=term(attribute), points=size)
    total = sum(given.values())
    if total > ATTRIBUTE_POINTS + more:
        raise RuleError("points_exceeded", clause="FAB-ATT-1", points=total, limit=ATTRIBUTE_POINTS + more)
    return total


@rule("FAB-PLV-4", "FAB-ATT-6")
def raised(base: Dice, raises: Iterable[Attribute]) -> Dice:
    """Base dice with a step up for each raise; these may pass D12."""
    up = list(raises)
    return Dice(*(base.of(a) + STEP * up.count(a) for a in Attribute))


# ---------------------------------------------------------------------- status effects
def light_status_of(name: str) -> Status:
    """One of the four statuses that an opportunity or a hindrance may cause, or `bad_status`."""
    if name not in LIGHT_STATUSES:
        raise RuleError("bad_status", clause="FAB-POP-1", status=name, statuses=[term(s) for s in LIGHT_STATUSES])
    return Status(name)


@rule("FAB-PST-1", "FAB-PST-2")
async def afflicted(state: State, who: str, status: Status) -> State:
    """Somebody suffers a status: once only, and not if she is immune to it."""
    character = character_of(state, who)
    if status in character.statuses or status in character.immune or status in immunities(state, who):
        return state
    return await happen(StatusesSet(who, (*character.statuses, status)))
