"""Effects (live play): which effects bear upon somebody, and what they make of her numbers (MIR-LIV-31, MIR-LIV-32, MIR-LIV-39).

An ability that has not lapsed, a working organ, a thing that is held or worn, and a running effect are one kind of record.
"""

from msgspec.structs import replace

from ludex.core.effects.counting import Share, denied, granted, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion
from ludex.core.effects.sentences import named
from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.systems.mirror.content import shipped
from ludex.systems.mirror.content.items import belongings
from ludex.systems.mirror.effects import ADVANTAGE, BONUS, DISADVANTAGE, PENALTY, VALUE, VOCABULARY
from ludex.systems.mirror.rules.conditions import met
from ludex.systems.mirror.sheet import Ability, BodyPart, Character, Organ
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Kind, PartStatus

SIGN = {BONUS: 1, PENALTY: -1}


@rule("MIR-LIV-31", "MIR-LIV-10")
def borne(state: State, who: str) -> tuple[Effect, ...]:
    """The effects in force upon somebody, in order: abilities, organs, things, running effects."""
    c = state.characters.get(who)
    if c is None:
        return ()
    return (
        *(_of(record_of(a), who, a.called) for a in c.abilities if met(c, a.prerequisite)),
        *(_of(organ.effect, who, organ.name) for part in c.parts_left for organ in working(part)),
        *(_of(item.effect, who, item.called) for item in belongings(c) if item.used),
        *(_of(x.record, who, x.name) for x in state.effects if x.target == who),
    )


def record_of(ability: Ability) -> Effect:
    """What an ability does: as it was learned, else as the one that ships does."""
    known = shipped().abilities.get(ability.id)
    return known.effect if known is not None and not ability.effect.acts else ability.effect


def working(part: BodyPart) -> tuple[Organ, ...]:
    """The organs of a part that act; one that is for a wounded part only while it is (MIR-LIV-37)."""
    disabled = part.status is PartStatus.DISABLED
    return tuple(o for o in part.organs if o.effect.acts and (not o.while_disabled or disabled))


def _of(effect: Effect, who: str, name: str) -> Effect:
    return effect if not effect.acts else replace(effect, bearer=who, name=effect.name or name)


WORDS = replace(VOCABULARY, borne=borne)


@rule("MIR-LIV-39", "MIR-MDF-4")
def modifiers_of(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[Modifier, ...]:
    """What effects add to and take from a check, each with its kind: the stacking is the check's own."""
    return tuple(
        Modifier(SIGN[s.how] * s.value, s.modifier.kind or Kind.GENERAL, named(WORDS, s.effect), "MIR-LIV-32")
        for s in _shares(state, who, quantity, at, parts)
        if s.how in SIGN
    )


@rule("MIR-ADV-3")
def swayed(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[int, int]:
    """How many effects give advantage and disadvantage."""
    found = [s.how for s in _shares(state, who, quantity, at, parts)]
    return found.count(ADVANTAGE), found.count(DISADVANTAGE)


def number(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, part: str = "") -> int:
    """A number of hers with what effects make of it: what sets it (the highest) before what is added."""
    mine = _shares(state, who, quantity, at, (part,))
    settled = [s.value for s in mine if s.how == VALUE]
    return max(settled) if settled else base + sum(SIGN.get(s.how, 0) * s.value for s in mine)


def _shares(state: State, who: str, quantity: str, at: Occasion, parts: tuple[str, ...]) -> tuple[Share, ...]:
    """What effects give; a narrowed quantity counts under any of the words that fit, each effect once."""
    whole = shares(WORDS, state, who, (quantity,), at)
    narrow = [s for part in parts if part for s in shares(WORDS, state, who, (quantity,), at, part) if s.modifier.part]
    return (*whole, *narrow)


def denies(state: State, who: str, *words: str) -> Effect | None:
    """The effect that forbids her one of these; None if nothing does."""
    return denied(WORDS, state, who, words)


def granted_actions(state: State, c: Character) -> tuple[str, ...]:
    """The actions that effects grant her now."""
    return tuple(phrase.value() for phrase in granted(WORDS, state, c.id, "action"))
