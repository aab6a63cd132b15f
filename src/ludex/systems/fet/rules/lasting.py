"""What lies on somebody for a while, and what it does (the author's newer bot; FET-SKX-1 for standing effects).

Buffs change a value. A loss or gain on its way to a resource loses reductions and gains bonuses (percentages and defences one
after another, then flat amounts), then meets shields: those of this resource before those of both, what ends sooner first. With
the option `standing_effects` "settled" a blow meets what empowers, weakens, reduces, guards and comes back (FET-SKX-3 leaves it to
the table). `Guards` and `Stances` collect for one moment of a battle; nothing happens here.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.events.rows import Sway
from ludex.systems.fet.rules.counting import PERCENT, below, value_now, value_terms
from ludex.systems.fet.sheet import Buff, Shield, Standing, Ward
from ludex.systems.fet.state import Bearer, State
from ludex.systems.fet.terms import EVERY, RESOURCES, Effect, Number, WardKind, half_up, tidy


def why_buffed(state: State, who: str, attribute: str) -> Total:
    """A value with the one below it and everything on it."""
    terms = value_terms(state, who, attribute)
    base = because(half_up(below(state, who, attribute), 2), term(attribute))
    return Total(half_up(value_now(state, who, attribute), 2), (base, *terms))


def size_of(buff: Buff, level: Number) -> object:
    """How much a buff is: points, or percent."""
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

HELD_BY_ATTACKER = ((Effect.EMPOWER, 1), (Effect.WEAKEN, -1))
HELD_BY_TARGET = ((Effect.VULNERABLE, 1), (Effect.REDUCE, -1), (Effect.GUARD, -1))
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
            if s.kind == Effect.RETALIATE and s.at == EVERYBODY
        ]
        back, along = self._oldest(target, Effect.RETALIATE, actor), self._oldest(actor, Effect.DAMAGE, target)
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
