"""What effects do to numbers and deeds: named terms for a quantity, what is forbidden, what is allowed. Pure.

Every number that an effect may touch is read through `shares` and joined by the system's stacking rule (`joined` is the plain
one). It is called outside parts, and its terms go into them as arguments: a part that took the state could not be remembered.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ludex.core.effects.records import FLAT, HALF, NOTHING, SET, Effect, Modifier, Occasion, Phrase
from ludex.core.effects.sentences import named
from ludex.core.effects.vocabulary import Quantity, Vocabulary
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total
from ludex.core.packs import ContentKind, Pack
from ludex.core.say import Label, Say, say


class Share(msgspec.Struct, frozen=True):
    """What one modifier gives to a quantity now."""

    how: str
    value: int
    effect: Effect
    modifier: Modifier

    def term(self, words: Vocabulary, value: int | None = None) -> Term:
        """It as a reason: the effect's name with its end, and the quantity's clause."""
        quantity = words.word("quantities", self.modifier.of)
        clause = quantity.clause if quantity and quantity.clause else words.clause
        return Term(self.value if value is None else value, named(words, self.effect), clause)


def holds(words: Vocabulary, state: Any, effect: Effect, when: Iterable[Phrase], at: Occasion) -> bool:
    """Whether all conditions hold, each by itself or by what it says otherwise; one that the vocabulary does not have never does."""
    for phrase in when:
        condition = words.word("conditions", phrase.word)
        if condition is not None and condition.holds(state, effect, phrase, at) is not phrase.negated:
            continue
        if not phrase.otherwise or not holds(words, state, effect, phrase.otherwise, at):
            return False
    return True


def in_force(words: Vocabulary, state: Any, who: str, at: Occasion = NOTHING) -> tuple[Effect, ...]:
    """The effects that bear upon somebody now, those left out whose own condition does not hold."""
    return tuple(e for e in words.borne(state, who) if _counts(words, state, e, at))


def _counts(words: Vocabulary, state: Any, effect: Effect, at: Occasion) -> bool:
    return not effect.when or holds(words, state, effect, effect.when, at)


def shares(
    words: Vocabulary, state: Any, who: str, of: Iterable[str], at: Occasion = NOTHING, part: str = ""
) -> tuple[Share, ...]:
    """What effects give to a quantity of somebody's now, in order. `of` may name several that count for one roll (hit and every d20)."""
    wanted, found = frozenset(of), list[Share]()
    for effect in words.borne(state, who):
        mine = [m for m in effect.modifiers if m.of in wanted and not m.whose and m.part in ("", part)]
        if not mine or not holds(words, state, effect, effect.when, at):
            continue
        for modifier in mine:
            if holds(words, state, effect, modifier.when, at):
                found += (Share(g.how, amount(words, state, effect, at, g.by), effect, modifier) for g in modifier.give)
    return tuple(found)


def amount(words: Vocabulary, state: Any, effect: Effect, at: Occasion, by: int | str) -> int:
    """A number as it is written, or as the system works it out."""
    if isinstance(by, int):
        return by
    return words.amount(state, effect, at, by) if words.amount else 0


def joined(words: Vocabulary, quantity: str, base: tuple[Term, ...], given: Iterable[Share]) -> Total:
    """The plain stacking rule: what sets it beats what is added (the lowest for costs, the highest otherwise); half comes last, once."""
    declared, ways = words.word("quantities", quantity), defaultdict[str, list[Share]](list)
    for one in given:
        ways[one.how].append(one)
    terms: tuple[Term, ...] = (*base, *(s.term(words) for s in ways[FLAT]))
    if settled := ways[SET]:
        costs = isinstance(declared, Quantity) and declared.costs
        best = (min if costs else max)(settled, key=lambda s: s.value)
        terms = (best.term(words),)
    value = sum(t.value for t in terms)
    if halves := ways[HALF]:
        terms = (*terms, halves[0].term(words, value // 2 - value))
        value //= 2
    return Total(value, terms)


def denied(words: Vocabulary, state: Any, who: str, deeds: Iterable[str], at: Occasion = NOTHING) -> Effect | None:
    """The first effect that forbids somebody one of these; None if nothing does."""
    wanted = frozenset(deeds)
    barring = (e for e in words.borne(state, who) if e.denies and not wanted.isdisjoint(e.denies))
    return next((e for e in barring if _counts(words, state, e, at)), None)


def granted(words: Vocabulary, state: Any, who: str, word: str, at: Occasion = NOTHING) -> tuple[Phrase, ...]:
    """What effects allow somebody under one word, in order."""
    found = ((e, g) for e in words.borne(state, who) for g in e.grants if g.word == word)
    return tuple(g for e, g in found if _counts(words, state, e, at))


def effects_in(thing: Any) -> Iterator[Effect]:
    """Every effect that a thing holds, however deep."""
    if isinstance(thing, Effect):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        yield from (found for name in thing.__struct_fields__ for found in effects_in(getattr(thing, name)))
    elif isinstance(thing, Mapping):
        yield from (found for one in thing.values() for found in effects_in(one))
    elif isinstance(thing, list | tuple):
        yield from (found for one in thing for found in effects_in(one))


def idle_parts(words: Vocabulary, effect: Effect) -> Iterator[Say]:
    """A modifier without a value, a trigger or use without a step; an aura where nobody stands at a distance."""
    for modifier in (one for one in effect.modifiers if not one.give):
        quantity = words.word("quantities", modifier.of)
        ways = [way for way in words.gives if quantity is None or way.key in quantity.gives]
        of: Label = say(f"effects.quantities.{modifier.of}") if quantity else modifier.of
        yield say("content.no_value", of=of, ways=[say(f"effects.gives.{way.key}") for way in ways])
    if any(not (trigger.do or trigger.ask) for trigger in effect.triggers):
        yield say("content.no_steps")
    if effect.aura and not words.auras:
        yield say("content.no_aura")


def check_acts(words: Vocabulary, packs: Pack, kinds: Iterable[ContentKind] = ()) -> None:
    """Refuse a pack with effects of which something would never act; all of it is named at once."""
    if problems := [*idle_things(words, packs, kinds)]:
        raise RuleError("bad_content", problems=problems, kinds=[])


def idle_things(words: Vocabulary, packs: Pack, kinds: Iterable[ContentKind] = ()) -> Iterator[Say]:
    """The same of everything in a pack, each with its place, under what its kind is called."""
    called = {kind.name: next((name for name in kind.also if not name.isascii()), kind.name) for kind in kinds}
    for kind, things in packs.items():
        for name, thing in things.items():
            for effect in effects_in(thing):
                for problem in idle_parts(words, effect):
                    yield say("content.other", where=f"{called.get(kind, kind)}.{name}", problem=problem)
