"""Why a buffed value is what it is: the value below it, and what each buff adds. Nothing here changes anything."""

from ludex.core.explain import Term, Total, because
from ludex.core.say import say, term
from ludex.systems.fet.rules.roster import changes_on
from ludex.systems.fet.sheet import Derived, derive
from ludex.systems.fet.state import Buff, State
from ludex.systems.fet.terms import BuffKind, Number, half_up

MULTIPLYING = (BuffKind.DIRECT_MULTIPLY, BuffKind.FINAL_MULTIPLY)


def unbuffed(state: State, who: str, attribute: str) -> Derived:
    """What the sheet comes to without the buffs on one attribute."""
    kinds = tuple(BuffKind)
    others = tuple(m for m in changes_on(state, who) if m.of != attribute or m.kind not in kinds)
    return derive(state.characters[who].sheet, others)


def value_now(state: State, who: str, attribute: str) -> Number:
    """A value as it is, of a character or of a fighter without a sheet."""
    if who in state.characters:
        return derive(state.characters[who].sheet, changes_on(state, who)).values[attribute]
    fighter = state.fighter(who)
    return fighter.values.get(attribute, 0) if fighter else 0


def _below(state: State, who: str, attribute: str) -> Number:
    """A value without the buffs on it."""
    if who in state.characters:
        return unbuffed(state, who, attribute).values[attribute]
    fighter = state.fighter(who)
    return (fighter.plain or fighter.values).get(attribute, 0) if fighter else 0


def why_buffed(state: State, who: str, attribute: str) -> Total:
    """A value with the one below it and the buffs on it."""
    below, now = _below(state, who, attribute), value_now(state, who, attribute)
    return Total(half_up(now, 2), (because(half_up(below, 2), term(attribute)), *buff_terms(state, who, attribute)))


def buff_terms(state: State, who: str, attribute: str) -> tuple[Term, ...]:
    """The buffs on a value as reasons, each with what it adds, in the order in which they count."""
    found = state.bearer(who)
    if found is None or not any(buff.on(attribute) for buff in found.burden.buffs):
        return ()
    value = _below(state, who, attribute)
    terms: list[Term] = []
    for kind in BuffKind:
        base = value
        for buff in (b for b in found.burden.buffs if b.kind == kind and b.on(attribute)):
            amount = buff.amount(found.level)
            added = base * amount / 100 if kind in MULTIPLYING else amount
            value += added
            shown = say("why.buff", name=buff.name, kind=term(kind), size=size_of(buff, found.level))
            terms.append(because(half_up(added, 2), shown))
    return tuple(terms)


def size_of(buff: Buff, level: Number) -> object:
    """How much a buff is: points, or percent."""
    amount = half_up(buff.amount(level), 2)
    return say("view.percentage", percent=amount) if buff.kind in MULTIPLYING else amount
