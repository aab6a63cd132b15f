"""Skill checks (技能检定): what tier, level, a disabled part and statuses add to one, whatever skill it is (MIR-TIR, MIR-SKC, MIR-PST, MIR-STS)."""

from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mirror.effects.bearing import opening_of
from ludex.systems.mirror.rules.bearing import brought
from ludex.systems.mirror.rules.checks import read_modifiers
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Kind, PartStatus, Status, Tier, said

DISABLED_PENALTY = 4  # MIR-PST-2
TIER_PENALTY = {Tier.INFERIOR: 4, Tier.LESSER: 2}  # MIR-TIR-2, MIR-TIR-3; Ruling MIR-E-4: the lesser tier is meant
TIER_CLAUSE = {Tier.INFERIOR: "MIR-TIR-2", Tier.LESSER: "MIR-TIR-3"}


@rule("MIR-TIR-2", "MIR-TIR-3", "MIR-TIR-4")
def tier_modifiers(character: Character, attribute: str) -> list[Modifier]:
    """The penalty of an inferior or lesser attribute, of the picked one only."""
    tier = character.tier(attribute)
    if tier not in TIER_PENALTY:
        return []
    label = say("why.tier", attribute=term(attribute), tier=term(tier))
    return [Modifier(-TIER_PENALTY[tier], Kind.GENERAL, label, TIER_CLAUSE[tier])]


@rule("MIR-SKC-3")
def level_modifiers(state: State, character: Character) -> list[Modifier]:
    """The intrinsic level bonus, if it comes to anything."""
    value = level_bonus(state, character)
    return [Modifier(value, Kind.INTRINSIC, say("why.level", lv=character.lv), "MIR-SKC-3")] if value else []


def level_bonus(state: State, character: Character) -> int:
    """LV - 4; a bonus is never below 0, unless the table signs it (Ruling MIR-E-15)."""
    bonus = character.lv - 4
    return bonus if state.options.level_bonus == "signed" else max(0, bonus)


@rule("MIR-SKC-6", "MIR-PST-2")
def part_modifiers(character: Character, part: str | None) -> list[Modifier]:
    """A disabled part takes 4, kind status."""
    found = character.part(part) if part else None
    if found is None or found.status is not PartStatus.DISABLED:
        return []
    label = say("why.disabled", part=found.called)
    return [Modifier(-DISABLED_PENALTY, Kind.STATUS, label, "MIR-PST-2")]


@rule("MIR-STS-1")
def status_modifiers(state: State, character: Character) -> list[Modifier]:
    """What the table's `status_effects` give the statuses in force."""
    effects = state.options.status_effects
    return [
        Modifier(m.value, m.kind, say("why.status", status=said(status)), "MIR-STS-1")
        for status in character.statuses
        if status != Status.OPENING and status in effects
        for m in read_modifiers(effects[status])
    ]


@rule("MIR-STS-4")
def opening_modifiers(state: State, character: Character, *, unseen: bool = False) -> tuple[Modifier, ...]:
    """What an opening takes from a defence check towards those she does not see. The status does it by itself, unless the table says otherwise."""
    given = state.options.status_effects.get(Status.OPENING)
    if given is None:
        return brought(state, opening_of(state, character.id), "def") if unseen else ()
    if not (unseen or Status.OPENING in character.statuses):
        return ()
    label = say("why.status", status=term(Status.OPENING))
    return tuple(Modifier(m.value, m.kind, label, "MIR-STS-4") for m in read_modifiers(given))


@rule("MIR-ARE-7")
def unsheltered(modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is left against a diffuse effect: no environment bonus, wherever it comes from."""
    return tuple(m for m in modifiers if m.kind != Kind.ENVIRONMENT or m.value <= 0)
