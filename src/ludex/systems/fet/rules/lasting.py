"""What effects do to numbers (FET-LIV-25, FET-LIV-37): points, then products, then sums, then buffs, each with its name; and what lies on somebody for a while (FET-SKX-1).

Nothing happens here.
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.effects.counting import Share, shares
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.sentences import name_of, named
from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.effects.conditions import BUFFED, WARDED
from ludex.systems.fet.events.telling import Sway
from ludex.systems.fet.sheet import Buff, Shield, Standing, Ward, WrittenModifier
from ludex.systems.fet.sheet.values import Changes, Derived, derive
from ludex.systems.fet.state import Bearer, State
from ludex.systems.fet.terms import (
    CHANGES,
    ELEVEN,
    EVERY,
    MAXIMA,
    RESOURCES,
    Amount,
    BuffKind,
    EffectSort,
    Number,
    WardKind,
    half_up,
    tidy,
)

ON_SHEET = (*ELEVEN, *MAXIMA, Amount.LOAD_TOTAL, Amount.NEGOTIATION_BONUS, Amount.APPEARANCE, Amount.SIZE)
"""What a sheet comes to; the rest is read where something is done."""
PERCENT = (BuffKind.DIRECT_MULTIPLY, BuffKind.FINAL_MULTIPLY)
"""Kinds of buffs whose size is a percentage."""


def given_to(state: State, who: str, of: Iterable[str], at: Occasion = NOTHING) -> tuple[Share, ...]:
    """What effects give to a quantity now, in the order in which it counts; wards are read by themselves (`lasting`)."""
    found = [share for share in shares(WORDS, state, who, of, at) if share.how not in WARDED]
    return tuple(sorted(found, key=lambda share: CHANGES.index(share.how)))


def written(share: Share) -> WrittenModifier:
    """What an effect gives, as a sheet has it."""
    by = share.modifier.give[0].by
    return WrittenModifier(share.modifier.of, share.how, by if isinstance(by, int) else tidy(float(by)))


def _reason_of(share: Share, added: Number) -> Term:
    """An effect as a reason, with what it adds; a buff also with its kind and size."""
    if share.how not in BUFFED:
        return because(half_up(added, 2), named(WORDS, share.effect), WORDS.clause)
    size = half_up(written(share).value, 2)
    shown = say("view.percentage", percent=size) if share.how in PERCENT else size
    return because(half_up(added, 2), say("why.buff", name=name_of(share.effect), kind=term(share.how), size=shown))


class Summed(msgspec.Struct, frozen=True):
    value: Number
    terms: tuple[Term, ...] = ()


@rule("FET-LIV-25", "FET-LIV-37")
def counted(state: State, who: str | None, of: str, base: Number, at: Occasion = NOTHING) -> Summed:
    """A number after every effect on it, each a reason with what it adds."""
    found = given_to(state, who, (of,), at) if who else ()
    value, terms = base, list[Term]()
    for n, share in enumerate(found, 1):
        after = Changes(tuple(written(one) for one in found[:n])).value(of, base)
        terms.append(_reason_of(share, after - value))
        value = after
    return Summed(tidy(value) if terms else base, tuple(terms))


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
def changes_on(state: State, who: str) -> tuple[WrittenModifier, ...]:
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
    return tuple(_reason_of(share, after - now) for share, now, after in zip(found, steps, steps[1:], strict=False))


def _value_in(found: Derived, name: str) -> Number:
    """One number of a derived sheet: a value, or a maximum, the load, the bonus, the size."""
    value: Number = found.values[name] if name in found.values else getattr(found, name)
    return value


def below(state: State, who: str, attribute: str) -> Number:
    if who in state.characters:
        return plain_value(state, who, attribute).values[attribute]
    fighter = state.fighter(who)
    return (fighter.plain or fighter.values).get(attribute, 0) if fighter else 0


def why_buffed(state: State, who: str, attribute: str) -> Total:
    """A value with the one below it and everything on it."""
    terms = value_terms(state, who, attribute)
    base = because(half_up(below(state, who, attribute), 2), term(attribute))
    return Total(half_up(value_now(state, who, attribute), 2), (base, *terms))


def size_of(buff: Buff, level: Number) -> object:
    amount = half_up(buff.amount(level), 2)
    return say("view.percentage", percent=amount) if buff.kind in PERCENT else amount


PLACES = 2


class ResourceChange(msgspec.Struct, frozen=True):
    """A loss (below 0) or gain of a resource; `type` is a word of the table's (物理, 火焰)."""

    resource: str
    by: Number
    type: str = ""


class Mitigated(msgspec.Struct, frozen=True):
    """What is left of a change, the shields afterwards, and why."""

    by: Number
    shields: tuple[Shield, ...]
    why: Total


def mitigated(bearer: Bearer, change: ResourceChange, *, shields: tuple[Shield, ...] | None = None) -> Mitigated:
    """A change after everything that lies on somebody."""
    terms = [because(change.by, "why.entered")]
    amount = abs(change.by)
    sign = 1 if change.by > 0 else -1
    for ward in _in_order((*bearer.nature, *bearer.burden.wards), change):
        after = max(0, half_up(_warded(ward, amount, level=bearer.level), PLACES))
        terms.append(_reason(ward, tidy(sign * (after - amount)), level=bearer.level))
        amount = after
    standing = bearer.burden.shields if shields is None else shields
    if sign < 0:
        amount, standing, taken = _absorbed(standing, amount, resource=change.resource)
        terms.extend(taken)
    return Mitigated(tidy(sign * amount), standing, total(*terms))


def _in_order(wards: tuple[Ward, ...], change: ResourceChange) -> list[Ward]:
    """Those that count here, flat amounts last."""
    found = [w for w in wards if _counts(w, change)]
    return sorted(found, key=lambda ward: ward.kind == WardKind.FLAT)


def _counts(ward: Ward, change: ResourceChange) -> bool:
    """Whether a ward has to do with such a change."""
    if ward.gains != (change.by > 0) or ward.resource not in (EVERY, change.resource):
        return False
    return ward.type in ("", change.type)


def ward_problems(ward: Ward) -> tuple[str, ...]:
    """What is wrong with a ward: its kind and resource must be known, and a defence is not below 0."""
    known = ward.kind in tuple(WardKind) and ward.resource in (*RESOURCES, EVERY)
    return () if known and not (ward.kind == WardKind.DEFENCE and ward.value < 0) else ("bad_ward",)


def share_of(ward: Ward, level: Number) -> Number:
    """What a percentage or a defence takes from a loss, or adds to a gain, as a share of it."""
    if ward.kind == WardKind.PERCENT:
        return ward.value / 100
    defence, scale = max(0, ward.value), max(0, level * 10)
    whole = scale if ward.gains else defence + scale
    return defence / whole if whole else 0


def _warded(ward: Ward, amount: Number, *, level: Number) -> Number:
    way = 1 if ward.gains else -1
    if ward.kind == WardKind.FLAT:
        return amount + way * ward.value
    return amount * (1 + way * share_of(ward, level))


def _reason(ward: Ward, by: Number, *, level: Number) -> Term:
    if ward.kind == WardKind.FLAT:
        return because(by, say("why.ward", name=ward.name, how=term(ward.kind)))
    percent = half_up(100 * share_of(ward, level), PLACES)
    return because(by, say("why.ward", name=ward.name, how=say("view.percentage", percent=percent)))


def _absorbed(
    shields: tuple[Shield, ...], loss: Number, *, resource: str
) -> tuple[Number, tuple[Shield, ...], list[Term]]:
    """What shields leave of a loss, the shields afterwards, and the reasons."""
    order = [n for n, shield in enumerate(shields) if shield.covers(resource)]
    left = dict(enumerate(shields))
    terms = []
    for n in sorted(order, key=lambda n: _urgency(shields[n])):
        taken = min(shields[n].left, loss)
        if taken <= 0:
            continue
        loss = tidy(loss - taken)
        left[n] = replace(shields[n], left=tidy(shields[n].left - taken))
        terms.append(because(taken, "why.shield"))
    return loss, tuple(shield for shield in left.values() if shield.left > 0), terms


def _urgency(shield: Shield) -> tuple[bool, bool, Number]:
    """A shield for this resource alone goes first, then what ends sooner."""
    ends = shield.acts if shield.time is None else shield.time
    return shield.resource == EVERY, ends is None, 0 if ends is None else ends


class Guarded(msgspec.Struct, frozen=True):
    """What a fighter was spared of a loss, or gained beyond a gain; below 0 where it came out worse."""

    who: str
    resource: str
    amount: Number


class Guards:
    """What protects the fighters of one moment, used up while it is settled."""

    def __init__(self, people: Mapping[str, Bearer]) -> None:
        self._people = {who: b for who, b in people.items() if b.nature or b.burden.wards or b.burden.shields}
        self.shields: dict[str, tuple[Shield, ...]] = {}
        self.notes: list[Guarded] = []

    def left(self, who: str, change: ResourceChange) -> Number:
        """What a change comes to for a fighter."""
        bearer, by = self._people.get(who), change.by
        if bearer is None or not by:
            return by
        found = mitigated(bearer, change, shields=self.shields.get(who))
        self.shields[who] = found.shields
        if found.by != by:
            self.notes.append(Guarded(who, change.resource, tidy(found.by - by)))
        return found.by


EVERYBODY = "all"
"""Against everybody who attacks anybody."""

HELD_BY_ATTACKER = ((EffectSort.EMPOWER, 1), (EffectSort.WEAKEN, -1))
HELD_BY_TARGET = ((EffectSort.VULNERABLE, 1), (EffectSort.REDUCE, -1), (EffectSort.GUARD, -1))
"""FET-SKX-6: what changes a blow and which way, in this order."""


def used(standing: Standing) -> Standing | None:
    """The same after one use; None if that was the last."""
    if standing.uses is None:
        return standing
    return replace(standing, uses=standing.uses - 1) if standing.uses > 1 else None


class Answer(msgspec.Struct, frozen=True):
    """Something that a blow sets off: whose it is, what, and whom it hurts."""

    who: str
    standing: Standing
    target: str


class Stances:
    """The standing effects of everybody at one moment, used up while it is settled."""

    def __init__(self, people: Mapping[str, Bearer]) -> None:
        self.left = {who: bearer.burden.standing for who, bearer in people.items() if bearer.burden.standing}
        self._levels = {who: bearer.level for who, bearer in people.items()}

    @rule("FET-SKX-6", "FET-SKX-7")
    def blow(self, amount: Number, *, actor: str, target: str) -> tuple[Number, tuple[Sway, ...]]:
        """What a blow comes to (not below 0), and what was added and taken off: of each sort the oldest, once."""
        swayed: list[Sway] = []
        for who, opponent, ways in ((actor, target, HELD_BY_ATTACKER), (target, actor, HELD_BY_TARGET)):
            for kind, way in ways:
                standing = self._oldest(who, kind, opponent)
                if standing is None:
                    continue
                self._use(who, standing)
                taken = standing.amount if way > 0 else min(amount, standing.amount)
                swayed.append(Sway(who, standing.name, tidy(way * taken)))
                amount = tidy(amount + way * taken)
        return amount, tuple(swayed)

    def _oldest(self, who: str, kind: str, opponent: str) -> Standing | None:
        """The first effect of a kind that somebody has and that counts with this opponent."""
        higher = self._levels.get(opponent, 0) > self._levels.get(who, 0)
        unfit = "lower" if higher else "higher"
        return next(
            (
                s
                for s in self.left.get(who, ())
                if s.kind == kind and s.at in ("", opponent) and s.against != unfit and s.since is None
            ),
            None,
        )

    @rule("FET-SKX-6")
    def answers(self, *, actor: str, target: str) -> list[Answer]:
        """What a blow sets off: what comes back to the attacker, and what was to go with each of its attacks."""
        found = [
            Answer(who, s, actor)
            for who, things in self.left.items()
            for s in things
            if s.kind == EffectSort.RETALIATE and s.at == EVERYBODY
        ]
        back, along = self._oldest(target, EffectSort.RETALIATE, actor), self._oldest(actor, EffectSort.DAMAGE, target)
        found += [Answer(target, back, actor)] if back else []
        found += [Answer(actor, along, target)] if along else []
        for answer in found:
            self._use(answer.who, answer.standing)
        return found

    @rule("FET-SKX-15")
    def warned(self, actor: str, *, time: Number) -> list[Answer]:
        """Whose warning somebody has not heeded; a hostile act of one's own ends all of one's own warnings."""
        if actor in self.left:
            self.left[actor] = tuple(s for s in self.left[actor] if s.since is None)
        found = [
            Answer(who, s, actor)
            for who, things in self.left.items()
            for s in things
            if s.at == actor and s.since is not None and s.since < time
        ]
        for answer in found:
            self._use(answer.who, answer.standing)
        return found

    def _use(self, who: str, standing: Standing) -> None:
        things = list(self.left[who])
        place = next(n for n, thing in enumerate(things) if thing is standing)
        left = used(standing)
        things[place : place + 1] = [left] if left is not None else []
        self.left[who] = tuple(things)
