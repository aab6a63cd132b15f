"""Effects (live play): what the effects that bear upon somebody make of her numbers, what they forbid
(MIR-LIV-31, MIR-LIV-32, MIR-LIV-39), and what tier, level, parts and statuses add to any skill check."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.effects.counting import denied, granted, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion
from ludex.core.effects.sentences import until
from ludex.core.errors import RuleError
from ludex.core.explain import Term
from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.effects import SIGN, WORDS, changes, number, shares_of
from ludex.systems.mirror.effects.bearing import opening_of
from ludex.systems.mirror.effects.words import ADVANTAGE, DISADVANTAGE
from ludex.systems.mirror.rules.checks import read_modifiers
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Kind, PartStatus, Status, Tier, Unit, said


def label(effect: Effect) -> Say:
    """An effect as a reason of a number: its name, and its end where that can be said."""
    ends = until(WORDS, effect)
    return (
        say("why.effect_until", effect=shown(effect.called), until=ends)
        if ends
        else say("why.named", name=shown(effect.called))
    )


@rule("MIR-LIV-39", "MIR-MDF-4")
def modifiers_of(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[Modifier, ...]:
    """What effects add to and take from a check, each with its kind: the stacking is the check's own."""
    return tuple(
        Modifier(SIGN[s.how] * s.value, s.modifier.kind or Kind.GENERAL, label(s.effect), "MIR-LIV-32")
        for s in shares_of(state, who, quantity, at, parts)
        if s.how in SIGN
    )


def brought(state: State, effect: Effect, quantity: str) -> tuple[Modifier, ...]:
    """What one effect would add to a check of its bearer's if she bore it."""
    mine = shares(replace(WORDS, borne=lambda _state, _who: (effect,)), state, effect.bearer, (quantity,))
    kinds = [(s, s.modifier.kind or Kind.GENERAL) for s in mine if s.how in SIGN]
    return tuple(Modifier(SIGN[s.how] * s.value, kind, label(effect), "MIR-LIV-35") for s, kind in kinds)


@rule("MIR-LIV-31")
def shared_in(state: State, who: str, quantity: str, at: Occasion, parts: tuple[str, ...]) -> Iterator[str]:
    """The ids of the effects that have a part in a check, if any at this table last for so many uses."""
    if any(x.unit == Unit.USES for x in state.effects):
        yield from (s.effect.id for s in shares_of(state, who, quantity, at, parts))


@rule("MIR-ADV-3")
def swayed(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[int, int]:
    """How many effects give advantage and disadvantage."""
    found = [s.how for s in shares_of(state, who, quantity, at, parts)]
    return found.count(ADVANTAGE), found.count(DISADVANTAGE)


@rule("MIR-LIV-31", "MIR-LIV-32")
def terms_of(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str) -> tuple[Term, ...]:
    """What effects add to a number and take from it, each by name."""
    return tuple(
        Term(by, label(effect), "MIR-LIV-32") for by, effect in changes(state, who, quantity, base, at, *parts)
    )


def highest(state: State, who: str, quantity: str, part: str) -> Term | None:
    """The most that any one effect gives to a quantity of which only the highest counts, by name."""
    mine = shares_of(state, who, quantity, NOTHING, (part,))
    found = [Term(SIGN.get(s.how, 1) * s.value, label(s.effect), "MIR-LIV-32") for s in mine]
    return max(found, key=lambda t: t.value, default=None)


@rule("MIR-LIV-31", "MIR-LIV-6")
def check_denied(state: State, c: Character, *words: str) -> None:
    """An effect may forbid a type of action, a tag, a sense or a skill."""
    effect = denied(WORDS, state, c.id, [w for w in words if w])
    if effect is not None:
        raise RuleError("denied", clause="MIR-LIV-31", who=c.called, effect=shown(effect.called))


def granted_actions(state: State, c: Character) -> tuple[str, ...]:
    """The actions that effects grant her now."""
    return tuple(phrase.value() for phrase in granted(WORDS, state, c.id, "action"))


def granted_injuries(state: State, who: str, at: Occasion) -> tuple[str, ...]:
    """Injury effects that records grant to her attacks (MIR-LIV-38)."""
    return tuple(phrase.value() for phrase in granted(WORDS, state, who, "injury", at))


def speed_of(state: State, c: Character) -> int:
    """Her speed with what effects make of it."""
    return max(0, number(state, c.id, "speed", c.speed))


# --- what tier, level, a disabled part and statuses add to a skill check (MIR-TIR, MIR-SKC, MIR-PST, MIR-STS) --------

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
