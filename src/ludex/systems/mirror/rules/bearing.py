"""Effects (live play): what the effects that bear upon somebody make of her numbers, and what they forbid (MIR-LIV-31, MIR-LIV-32, MIR-LIV-39)."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.effects.counting import denied, granted, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion
from ludex.core.effects.sentences import until
from ludex.core.errors import RuleError
from ludex.core.explain import Term
from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.effects import SIGN, WORDS, changes, number, shares_of
from ludex.systems.mirror.effects.words import ADVANTAGE, DISADVANTAGE
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Kind, Unit


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
