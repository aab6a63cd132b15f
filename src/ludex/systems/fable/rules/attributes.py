"""Attributes: joins "Base size of the attribute dice" (FAB-ATT) with the parent's "Attributes and status effects" and defences.

What effects add to a number, change, forbid and allow is read here too (FAB-LIV-32). A die's current size and a defence follow from base dice, steps and statuses (FAB-PAT, FAB-PST, FAB-PHP-2); nothing is rolled here.
"""

from collections.abc import Iterable

import msgspec

from ludex.core.effects.counting import denied, granted, holds, shares
from ludex.core.effects.records import NOTHING, Effect, Modifier, Occasion
from ludex.core.effects.sentences import until
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.effects import WORDS, borne, words as known
from ludex.systems.fable.events import StatusesSet
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import Character, Dice, Steps
from ludex.systems.fable.sheet.entries import ArmorEntry, ShieldEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Affinity, Attribute, DamageType, Pool, Status

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
    base: Dice = Dice()
    statuses: tuple[Status, ...] = ()
    up: Steps = Steps()
    down: Steps = Steps()


class CurrentDice(msgspec.Struct, frozen=True):
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


# ---------------------------------------------------------------------- what effects add
def added(state: State, who: str, of: str | tuple[str, ...], at: Occasion = NOTHING) -> tuple[Term, ...]:
    """What effects add to a number of somebody's now, each as a named reason."""
    given = shares(WORDS, state, who, (of,) if isinstance(of, str) else of, at) if state.live else ()
    return tuple(Term(s.value, _reason(state, s.effect), "FAB-LIV-32") for s in given if s.value)


def _reason(state: State, effect: Effect) -> Say:
    """An effect as a reason: its name, with its end where it has one."""
    name, end = label(state, effect), until(WORDS, effect)
    return say("effects.named_until", effect=name, until=end) if end else say("effects.named", effect=name)


def label(state: State, effect: Effect) -> Label:
    """What an effect is called: a feat, spell or item that ships has a name in every language."""
    kind, _, key = effect.id.partition(":")
    key = effect.shelf or (key if kind in ("feat", "spell", "item") else "")
    own = any(key in entries for entries in state.things.values())
    return term(key) if key and not own else effect.called


def plus(state: State, who: str, of: str | tuple[str, ...], at: Occasion = NOTHING) -> int:
    """What effects add to a number of somebody's now, in all."""
    return sum(int(term.value) for term in added(state, who, of, at))


def modifiers_of(state: State, who: str, of: str, at: Occasion = NOTHING) -> Iterable[Modifier]:
    """The modifiers of a quantity that is no number (affinity, immune, use_die …) that hold now."""
    for effect in borne(state, who):
        for modifier in effect.modifiers:
            if modifier.of == of and holds(WORDS, state, effect, (*effect.when, *modifier.when), at):
                yield modifier


def die_steps(state: State, who: str, attribute: Attribute) -> int:
    """Steps that effects give a die, up or (negative) down."""
    return sum(share.value for share in shares(WORDS, state, who, ("die",), part=attribute))


def in_place_of(state: State, who: str, attribute: Attribute, at: Occasion) -> Attribute:
    """The die that she rolls where a check names one (替骰)."""
    found = [m for m in modifiers_of(state, who, "use_die", at) if m.part == attribute]
    return Attribute(str(found[-1].give[0].by)) if found else attribute


def affinities_by_effect(state: State, who: str, damage_type: str, at: Occasion = NOTHING) -> tuple[Affinity, ...]:
    """Affinities that effects give somebody towards a damage type."""
    words = (damage_type, known.ALL, known.category_of(damage_type))
    return tuple(Affinity(str(m.give[0].by)) for m in modifiers_of(state, who, "affinity", at) if m.part in words)


def immunities(state: State, who: str) -> tuple[Status, ...]:
    return tuple(Status(m.part) for m in modifiers_of(state, who, "immune"))


def ignored(state: State, who: str, at: Occasion) -> tuple[Affinity, ...]:
    return tuple(Affinity(m.part) for m in modifiers_of(state, who, "ignore", at))


def damage_type_of(state: State, who: str, stated: str, at: Occasion) -> str:
    """The damage type: the latest effect that changes it wins (FAB-PDM-3)."""
    found = [str(m.give[0].by) for m in modifiers_of(state, who, "damage_type", at)]
    return DamageType(found[-1]).value if found else stated


def denies(state: State, who: str, deed: str) -> Effect | None:
    """The effect that forbids somebody something now."""
    return denied(WORDS, state, who, (deed,)) if state.live else None


def grants(state: State, who: str, word: str) -> tuple[str, ...]:
    found = granted(WORDS, state, who, word) if state.live else ()
    return tuple(value for phrase in found for value in (phrase.values or ("",)))
