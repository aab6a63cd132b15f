"""What effects do to numbers (FET-LIV-25, FET-LIV-37): points, then products, then sums, then buffs, each with its name.

Whatever reads a number that an effect may change reads it here, so that the sum and its reasons are one thing.
"""

from collections.abc import Iterable

import msgspec

from ludex.core.effects.counting import Share, shares
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.sentences import name_of, named
from ludex.core.explain import Term, because
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.effects.words import BUFFED, WARDED
from ludex.systems.fet.events.rows import Sway
from ludex.systems.fet.sheet import Modifier
from ludex.systems.fet.sheet.values import Changes, Derived, derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import CHANGES, ELEVEN, MAXIMA, Amount, BuffKind, Number, half_up, tidy

ON_SHEET = (*ELEVEN, *MAXIMA, Amount.LOAD_TOTAL, Amount.NEGOTIATION_BONUS, Amount.APPEARANCE, Amount.SIZE)
"""What a sheet comes to; the rest is read where something is done."""
PERCENT = (BuffKind.DIRECT_MULTIPLY, BuffKind.FINAL_MULTIPLY)
"""Kinds of buffs whose size is a percentage."""


def given_to(state: State, who: str, of: Iterable[str], at: Occasion = NOTHING) -> tuple[Share, ...]:
    """What effects give to a quantity now, in the order in which it counts; wards are read by themselves (`lasting`)."""
    found = [share for share in shares(WORDS, state, who, of, at) if share.how not in WARDED]
    return tuple(sorted(found, key=lambda share: CHANGES.index(share.how)))


def written(share: Share) -> Modifier:
    """What an effect gives, as a sheet has it."""
    by = share.modifier.give[0].by
    return Modifier(share.modifier.of, share.how, by if isinstance(by, int) else tidy(float(by)))


def _reason(share: Share, added: Number) -> Term:
    """An effect as a reason, with what it adds; a buff also with its kind and size."""
    if share.how not in BUFFED:
        return because(half_up(added, 2), named(WORDS, share.effect), WORDS.clause)
    size = half_up(written(share).value, 2)
    shown = say("view.percentage", percent=size) if share.how in PERCENT else size
    return because(half_up(added, 2), say("why.buff", name=name_of(share.effect), kind=term(share.how), size=shown))


class Counted(msgspec.Struct, frozen=True):
    """A number with everything that changes it."""

    value: Number
    terms: tuple[Term, ...] = ()


@rule("FET-LIV-25", "FET-LIV-37")
def counted(state: State, who: str | None, of: str, base: Number, at: Occasion = NOTHING) -> Counted:
    """A number after every effect on it, each a reason with what it adds."""
    found = given_to(state, who, (of,), at) if who else ()
    value, terms = base, list[Term]()
    for n, share in enumerate(found, 1):
        after = Changes(tuple(written(one) for one in found[:n])).value(of, base)
        terms.append(_reason(share, after - value))
        value = after
    return Counted(tidy(value) if terms else base, tuple(terms))


@rule("FET-LIV-25")
def swayed(state: State, who: str, of: str, base: Number, at: Occasion) -> tuple[Number, tuple[Sway, ...]]:
    """An amount after every effect of one kind on it, not below 0, and what each did."""
    found = given_to(state, who, (of,), at)
    value, ways = base, list[Sway]()
    for n, share in enumerate(found, 1):
        after = max(0, tidy(Changes(tuple(written(one) for one in found[:n])).value(of, base)))
        ways.append(Sway(who, share.effect.called, tidy(after - value)))
        value = after
    return value, tuple(ways)


# Values of a sheet


@rule("FET-TRT-2", "FET-LIV-29")
def changes_on(state: State, who: str) -> tuple[Modifier, ...]:
    """What changes a character's values beside what its traits do always: the place, buffs, what holds only while something is so."""
    given = (
        one for one in given_to(state, who, ON_SHEET) if one.modifier.when or not one.effect.id.startswith("trait:")
    )
    return tuple(written(share) for share in given)


def derived(state: State, who: str) -> Derived:
    """What a character's sheet comes to here and now."""
    return derive(state.characters[who].sheet, changes_on(state, who), state.options)


def value_now(state: State, who: str, attribute: str) -> Number:
    """A value as it is, of a character or of a fighter without a sheet."""
    if who in state.characters:
        return derived(state, who).values[attribute]
    fighter = state.fighter(who)
    return fighter.values.get(attribute, 0) if fighter else 0


def plain_value(state: State, who: str, attribute: str) -> Derived:
    """What the sheet comes to without anything on one attribute."""
    return _derived_with(state, who, attribute, ())


def _derived_with(state: State, who: str, attribute: str, counting: Iterable[Share]) -> Derived:
    """The sheet with only these of all effects on one attribute."""
    sheet = msgspec.structs.replace(state.characters[who].sheet, traits=())
    others = [written(s) for s in given_to(state, who, ON_SHEET) if s.modifier.of != attribute]
    return derive(sheet, (*others, *(written(s) for s in counting)), state.options)


@rule("FET-LIV-37")
def value_terms(state: State, who: str, attribute: str) -> tuple[Term, ...]:
    """Every effect on a value as a reason, with what it adds, in the order in which they count."""
    if state.bearer(who) is None or not (found := given_to(state, who, (attribute,))):
        return ()
    if who not in state.characters:  # its values are given; only what lies on it changes them
        return counted(state, who, attribute, below(state, who, attribute)).terms
    steps = [_value_in(_derived_with(state, who, attribute, found[:n]), attribute) for n in range(len(found) + 1)]
    return tuple(_reason(share, after - now) for share, now, after in zip(found, steps, steps[1:], strict=False))


def _value_in(found: Derived, name: str) -> Number:
    """One number of a derived sheet: a value, or a maximum, the load, the bonus, the size."""
    value: Number = found.values[name] if name in found.values else getattr(found, name)
    return value


def below(state: State, who: str, attribute: str) -> Number:
    """A value without anything on it."""
    if who in state.characters:
        return plain_value(state, who, attribute).values[attribute]
    fighter = state.fighter(who)
    return (fighter.plain or fighter.values).get(attribute, 0) if fighter else 0
