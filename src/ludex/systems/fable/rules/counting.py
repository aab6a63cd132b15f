"""Effects, read: what they add to a number, what they change that is none, what they forbid and allow (FAB-LIV-32). Nothing happens here."""

from collections.abc import Iterable

from ludex.core.effects.counting import denied, granted, holds, shares
from ludex.core.effects.records import NOTHING, Effect, Modifier, Occasion
from ludex.core.effects.sentences import until
from ludex.core.explain import Term
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.effects import WORDS, borne, words as known
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Affinity, Attribute, DamageType, Status


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
    """Statuses that effects keep off."""
    return tuple(Status(m.part) for m in modifiers_of(state, who, "immune"))


def ignored(state: State, who: str, at: Occasion) -> tuple[Affinity, ...]:
    """Affinity states that her damage passes (无视)."""
    return tuple(Affinity(m.part) for m in modifiers_of(state, who, "ignore", at))


def damage_type_of(state: State, who: str, stated: str, at: Occasion) -> str:
    """The damage type: the latest effect that changes it wins (FAB-PDM-3)."""
    found = [str(m.give[0].by) for m in modifiers_of(state, who, "damage_type", at)]
    return DamageType(found[-1]).value if found else stated


def denies(state: State, who: str, deed: str) -> Effect | None:
    """The effect that forbids somebody something now."""
    return denied(WORDS, state, who, (deed,)) if state.live else None


def grants(state: State, who: str, word: str) -> tuple[str, ...]:
    """What effects allow somebody under one word."""
    found = granted(WORDS, state, who, word) if state.live else ()
    return tuple(value for phrase in found for value in (phrase.values or ("",)))
