"""How an event about one character changes her record. Part of the fold: total, pure, no rules."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ludex.systems.mirror import events as e
from ludex.systems.mirror.body import BodyPart, Wound
from ludex.systems.mirror.sheet import Character, Relation
from ludex.systems.mirror.terms import Attribute, Status


def _part(character: Character, part: str, change: Callable[[BodyPart], BodyPart]) -> Character:
    return replace(character, parts=tuple(change(p) if p.id == part else p for p in character.parts))


def _stamina(c: Character, event: e.StaminaChanged) -> Character:
    return replace(c, sp=event.sp)


def _knocked(c: Character, event: e.KnockedOut) -> Character:
    return replace(c, out_cold=tuple(dict.fromkeys((*c.out_cold, event.cause))))


def _status(c: Character, event: e.StatusSet) -> Character:
    """Put a status on or take it off; unconscious, mad, dead and dissolved have places of their own."""
    if event.status == Status.UNCONSCIOUS:
        return replace(c, out_cold=("effect",) if event.on else ())
    if event.status in (Status.MAD, Status.DEAD, Status.DISSOLVED):
        return _flagged(c, event.status, on=event.on)
    given = tuple(s for s in c.given if s != event.status)
    level = (event.level or 1) if event.on else 0
    stealth = level if event.status == Status.STEALTH else c.stealth
    return replace(c, given=(*given, event.status) if event.on else given, stealth=stealth)


def _flagged(c: Character, status: str, *, on: bool) -> Character:
    if status == Status.MAD:
        return replace(c, mad=on)
    return replace(c, dead=on) if status == Status.DEAD else replace(c, dissolved=on)


def _attribute(c: Character, event: e.AttributeChanged) -> Character:
    shift = c.shifts.get(event.attribute, 0) + event.amount
    return replace(c, shifts={**c.shifts, event.attribute: shift})


def _personality(c: Character, event: e.PersonalityChanged) -> Character:
    return replace(c, humanity=event.humanity, ego=event.ego, madness=event.madness, ego_gained=event.ego_gained)


def _trauma(c: Character, event: e.TraumaNoted) -> Character:
    return replace(c, traumas=(*c.traumas, event.text))


def _relation(c: Character, event: e.RelationChanged) -> Character:
    relation = Relation(event.positive, event.negative, event.emotions)
    return replace(c, relations={**c.relations, event.other: relation})


def _gauge(c: Character, event: e.GaugeSpent) -> Character:
    spent = {**c.spent, event.attribute: c.spent.get(event.attribute, 0) + 1}
    return replace(c, spent=spent, ra_used=c.ra_used or event.reaction)


def _placed(wounds: tuple[Wound, ...], wound: Wound, place: int | None) -> tuple[Wound, ...]:
    if place is None:
        return (*wounds, wound)
    return tuple(wound if i == place else w for i, w in enumerate(wounds))


def _wounded(c: Character, event: e.WoundTaken) -> Character:
    """A new wound on a part ends the freedom from dying checks; one on temporary life does not (MIR-DYI-5)."""

    def take(part: BodyPart) -> BodyPart:
        if not event.temporary:
            return replace(part, wounds=_placed(part.wounds, event.wound, event.place))
        if part.temp is None:
            return part
        return replace(part, temp=replace(part.temp, wounds=_placed(part.temp.wounds, event.wound, event.place)))

    return replace(_part(c, event.part, take), exempt=c.exempt and event.temporary)


def _lessened(wounds: tuple[Wound, ...], place: int, level: int) -> tuple[Wound, ...]:
    """The wounds with one at a lower level; one at 0 or less is gone (MIR-WND-1)."""
    changed = (replace(w, level=level) if i == place else w for i, w in enumerate(wounds))
    return tuple(w for w in changed if w.level > 0)


def _healed(c: Character, event: e.WoundHealed) -> Character:
    def heal(part: BodyPart) -> BodyPart:
        if not event.temporary:
            return replace(part, wounds=_lessened(part.wounds, event.place, event.level))
        if part.temp is None:
            return part
        return replace(part, temp=replace(part.temp, wounds=_lessened(part.temp.wounds, event.place, event.level)))

    return _part(c, event.part, heal)


def _lost(c: Character, event: e.PartLost) -> Character:
    return _part(c, event.part, lambda p: replace(p, lost=True))


def _restored(c: Character, event: e.PartRestored) -> Character:
    return _part(c, event.part, lambda p: replace(p, lost=False))


def _life(c: Character, event: e.TemporaryLifeSet) -> Character:
    return _part(c, event.part, lambda p: replace(p, temp=event.life))


def _dissolved(c: Character, _event: e.Dissolved) -> Character:
    return replace(c, dissolved=True)


def _eased(c: Character, _event: e.DyingEased) -> Character:
    return replace(c, exempt=True)


def _ap(c: Character, event: e.ApChanged) -> Character:
    return replace(c, ap=event.ap)


def _acted(c: Character, event: e.ActionUsed) -> Character:
    return replace(
        c,
        minor_used=c.minor_used or event.minor,
        ra_used=c.ra_used or event.reaction,
        triggered=c.triggered if event.trigger is None else (*c.triggered, event.trigger),
    )


def _total_action(c: Character, event: e.TotalActionSet) -> Character:
    return replace(c, total_action=event.action)


def _domain(c: Character, event: e.DomainChanged) -> Character:
    domains = {**c.domains, event.domain: event.level}
    kept = {d: n for d, n in domains.items() if n > 0}
    return replace(c, domains=kept, first_domain=c.first_domain or event.domain)


def _points(c: Character, event: e.PointsSpent) -> Character:
    points = {a: (c.points or {}).get(a, 0) + event.points.get(a, 0) for a in map(str, Attribute)}
    base = c.base and {a: n + event.points.get(a, 0) for a, n in c.base.items()}
    return replace(c, points={a: n for a, n in points.items() if n}, base=base)


def _learned(c: Character, event: e.AbilityLearned) -> Character:
    return replace(c, abilities=(*c.abilities, event.ability))


def _forgotten(c: Character, event: e.AbilitiesLost) -> Character:
    return replace(c, abilities=tuple(a for a in c.abilities if a.id not in event.ids))


def _moved(c: Character, event: e.Moved) -> Character:
    return replace(c, pos=event.pos, mov=event.mov)


def _long_rested(c: Character, _event: e.LongRested) -> Character:
    return replace(c, spent={}, long_rest_done=True)


def _lifted(c: Character, _event: e.LimitsLifted) -> Character:
    action = c.total_action and replace(c.total_action, paid_now=False)
    return replace(c, minor_used=False, ra_used=False, total_action=action)


def _refreshed(c: Character, event: e.Refreshed) -> Character:
    return replace(c, ap=event.ap, mov=event.mov)


ABOUT: dict[type, Callable[[Character, Any], Character]] = {
    e.StaminaChanged: _stamina,
    e.KnockedOut: _knocked,
    e.StatusSet: _status,
    e.AttributeChanged: _attribute,
    e.PersonalityChanged: _personality,
    e.TraumaNoted: _trauma,
    e.RelationChanged: _relation,
    e.GaugeSpent: _gauge,
    e.WoundTaken: _wounded,
    e.WoundHealed: _healed,
    e.PartLost: _lost,
    e.PartRestored: _restored,
    e.TemporaryLifeSet: _life,
    e.Dissolved: _dissolved,
    e.DyingEased: _eased,
    e.ApChanged: _ap,
    e.ActionUsed: _acted,
    e.TotalActionSet: _total_action,
    e.DomainChanged: _domain,
    e.PointsSpent: _points,
    e.AbilityLearned: _learned,
    e.AbilitiesLost: _forgotten,
    e.Moved: _moved,
    e.LongRested: _long_rested,
    e.LimitsLifted: _lifted,
    e.Refreshed: _refreshed,
}
"""How an event about one character changes her."""
