"""Effects (live play): what the effects that bear upon somebody make of her numbers, and what they forbid (MIR-LIV-31, MIR-LIV-32, MIR-LIV-39)."""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.effects.counting import Share, denied, granted, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion, Phrase
from ludex.core.effects.sentences import until
from ludex.core.errors import RuleError
from ludex.core.explain import Term
from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content.borne import WORDS as BORNE
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.effects import ADVANTAGE, BONUS, DISADVANTAGE, PENALTY, VALUE
from ludex.systems.mirror.effects.conditions import bearer_of, other_of
from ludex.systems.mirror.redact.sensing import light_at, perceived
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Kind

SIGN = {BONUS: 1, PENALTY: -1}


def _perceived(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    me, other = bearer_of(state, effect), other_of(state, effect, at)
    return me is not None and other is not None and perceived(state, me, other).concealment == phrase.number()


def _light(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    c = bearer_of(state, effect)
    return (light_at(state, c.pos) if c is not None and c.pos is not None else state.stage.ambient) == phrase.value()


def _in_reach(of: str) -> Callable[[State, Effect, Phrase, Occasion], bool]:
    """Whether the region that somebody entered, or left, is within her reach (MIR-LIV-29)."""

    def holds(state: State, effect: Effect, _phrase: Phrase, at: Occasion) -> bool:
        c, cell = bearer_of(state, effect), str(at.fact(of)).split(",")
        if c is None or c.pos is None or len(cell) != 2:
            return False
        return state.stage.distance(c.pos, (int(cell[0]), int(cell[1]))) <= reach_of(state, c)

    return holds


SENSED = {
    "perceived": _perceived,
    "light": _light,
    "entered_reach": _in_reach("entered"),
    "left_reach": _in_reach("left"),
}
WORDS = replace(BORNE, conditions=tuple(replace(c, holds=SENSED.get(c.key, c.holds)) for c in BORNE.conditions))


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
        for s in _shares(state, who, quantity, at, parts)
        if s.how in SIGN
    )


def brought(state: State, effect: Effect, quantity: str) -> tuple[Modifier, ...]:
    """What one effect would add to a check of its bearer's if she bore it."""
    mine = shares(replace(WORDS, borne=lambda _state, _who: (effect,)), state, effect.bearer, (quantity,))
    kinds = [(s, s.modifier.kind or Kind.GENERAL) for s in mine if s.how in SIGN]
    return tuple(Modifier(SIGN[s.how] * s.value, kind, label(effect), "MIR-LIV-35") for s, kind in kinds)


@rule("MIR-ADV-3")
def swayed(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[int, int]:
    """How many effects give advantage and disadvantage."""
    found = [s.how for s in _shares(state, who, quantity, at, parts)]
    return found.count(ADVANTAGE), found.count(DISADVANTAGE)


def number(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str) -> int:
    """A number of hers with what effects make of it."""
    return base + sum(int(t.value) for t in terms_of(state, who, quantity, base, at, *parts))


@rule("MIR-LIV-31", "MIR-LIV-32")
def terms_of(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str) -> tuple[Term, ...]:
    """What effects add to a number and take from it, each by name; what sets it (the highest) goes before what is added."""
    mine = _shares(state, who, quantity, at, parts)
    settled = [s for s in mine if s.how == VALUE]
    if settled:
        best = max(settled, key=lambda s: s.value)
        return (Term(best.value - base, label(best.effect), "MIR-LIV-32"),)
    return tuple(Term(SIGN[s.how] * s.value, label(s.effect), "MIR-LIV-32") for s in mine if s.how in SIGN)


def highest(state: State, who: str, quantity: str, part: str) -> Term | None:
    """The most that any one effect gives to a quantity of which only the highest counts, by name."""
    mine = _shares(state, who, quantity, NOTHING, (part,))
    found = [Term(SIGN.get(s.how, 1) * s.value, label(s.effect), "MIR-LIV-32") for s in mine]
    return max(found, key=lambda t: t.value, default=None)


def _shares(state: State, who: str, quantity: str, at: Occasion, parts: tuple[str, ...]) -> tuple[Share, ...]:
    """What effects give; a narrowed quantity counts under any of the words that fit, each effect once."""
    whole = shares(WORDS, state, who, (quantity,), at)
    narrow = [s for part in parts if part for s in shares(WORDS, state, who, (quantity,), at, part) if s.modifier.part]
    return (*whole, *narrow)


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


def reach_of(state: State, c: Character) -> int:
    """How far she reaches: as her sheet says, else the table's, with what effects make of it."""
    base = state.options.default_reach if c.reach is None else c.reach  # Ruling MIR-E-17: data
    return max(0, number(state, c.id, "reach", base))


def speed_of(state: State, c: Character) -> int:
    """Her speed with what effects make of it."""
    return max(0, number(state, c.id, "speed", c.speed))
