"""What protects or strengthens: a loss or gain on its way to a resource, less reductions, plus bonuses, less shields.

Percentages and defences one after another, then flat amounts, then shields: those of this resource alone before those of
both, what ends sooner first. Nothing here happens; `Guards` collects for one moment of a battle.
"""

from collections.abc import Mapping

import msgspec

from ludex.core.explain import Term, Total, because, total
from ludex.core.say import say, term
from ludex.systems.fet.sheet import Ward
from ludex.systems.fet.state import Bearer, Shield
from ludex.systems.fet.terms import EVERY, RESOURCES, Number, WardKind, half_up, tidy

PLACES = 2


class Change(msgspec.Struct, frozen=True):
    """A loss (below 0) or gain of a resource; `type` is a word of the table's (物理, 火焰)."""

    resource: str
    by: Number
    type: str = ""


class Mitigated(msgspec.Struct, frozen=True):
    """What is left of a change, the shields afterwards, and why."""

    by: Number
    shields: tuple[Shield, ...]
    why: Total


def mitigated(bearer: Bearer, change: Change, *, shields: tuple[Shield, ...] | None = None) -> Mitigated:
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


def _in_order(wards: tuple[Ward, ...], change: Change) -> list[Ward]:
    """Those that count here, flat amounts last."""
    found = [w for w in wards if _counts(w, change)]
    return sorted(found, key=lambda ward: ward.kind == WardKind.FLAT)


def _counts(ward: Ward, change: Change) -> bool:
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
        left[n] = msgspec.structs.replace(shields[n], left=tidy(shields[n].left - taken))
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

    def left(self, who: str, change: Change) -> Number:
        """What a change comes to for a fighter."""
        bearer, by = self._people.get(who), change.by
        if bearer is None or not by:
            return by
        found = mitigated(bearer, change, shields=self.shields.get(who))
        self.shields[who] = found.shields
        if found.by != by:
            self.notes.append(Guarded(who, change.resource, tidy(found.by - by)))
        return found.by
