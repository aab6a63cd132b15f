"""Buffs, reductions, shields, passing changes and standing effects as parts to be drawn, and as cards."""

from ludex.core.deeds import Offer, deed
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.view import AnyPart, Tag, Tags
from ludex.systems.fet.rules.lasting import share_of, size_of
from ludex.systems.fet.rules.roster import check_bearer
from ludex.systems.fet.sheet import Buff, Passing, Shield, Standing, Thing, Ward
from ludex.systems.fet.state import Bearer, State
from ludex.systems.fet.terms import EVERY, Number, WardKind, half_up, readable, tidy, written


def burden_parts(state: State, who: str, *, own: bool = False) -> tuple[AnyPart, ...]:
    """Everything that lies on somebody for a while; for its owner, each to be taken off (standing effects: to be used)."""
    found = check_bearer(state, who)
    nature = tuple(Tag(ward_said(ward, found.level)) for ward in found.nature)
    return (
        *((Tags(nature, say("view.nature")),) if nature else ()),
        *(
            Tags(tuple(tags), say(f"view.{kind}"))
            for kind in WORDS
            if (
                tags := _tags(found, kind=kind, own=who if own else "", now=state.battle.time if state.battle else None)
            )
        ),
    )


def _tags(found: Bearer, *, kind: str, own: str, now: Number | None) -> list[Tag]:
    return [
        Tag(
            timed(said(thing, found.level), thing, now),
            "good",
            note="" if _ends(thing) else lasts(thing, now),
            deed=_taken_off(kind, n, own) if own else None,
        )
        for n, thing in enumerate(getattr(found.burden, kind), 1)
    ]


WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "buffs": ("buff", ("del",)),
    "wards": ("dr", ("del",)),
    "shields": ("rc", ("s", "del")),
    "passing": ("rc", ("del",)),
    "standing": ("fx", ()),
}
"""How each is taken off, or used: the command, and the words before the number."""

FIELDS = {"buff": ("verb", "name"), "dr": ("verb", "name"), "rc": ("verb", "amount", "scope"), "fx": ("verb",)}


def _taken_off(kind: str, n: int, who: str) -> Offer:
    name, words = WORDS[kind]
    given = dict(zip(FIELDS[name], (*words, f"{n}"), strict=False))
    return deed(name, say(f"view.{kind}"), of=actor(who), given=given)


def of(now: Number, top: Number) -> Say:
    """How much there is of how much (剩余/总)."""
    return say("view.of", now=readable(now), top=readable(top))


@rule("FET-LIV-58")
def status_line(resource: str, now: Number, top: Number) -> Say:
    """«体力：114/154»."""
    pool = {"current": written(readable(now)), "top": written(readable(top))}
    return say("told.printed_pool", resource=term(resource), **pool)


@rule("FET-LIV-29")
def lasts(thing: Thing, now: Number | None = None) -> Say:
    """How long it still lasts; in a battle (`now`) until when."""
    if thing.until and thing.acts is None:
        return say(f"view.until_{thing.until}")
    if thing.time is not None and now is not None:
        return say("view.until_time", time=tidy(now + thing.time))
    if thing.time is not None:
        return say("view.lasts_time", time=thing.time)
    if isinstance(thing, Standing) and thing.acts is None:
        return say("view.until_battle")  # FET-SKX-5: no skill's effect outlives a battle
    return say("view.lasts") if thing.acts is None else say("view.lasts_acts", acts=thing.acts)


def _ends(thing: Thing) -> bool:
    return thing.time is not None or thing.acts is not None or bool(thing.until)


def timed(said: Label, thing: Thing, now: Number | None = None) -> Label:
    """The same with what is left of its time, where it has one."""
    if not _ends(thing):
        return said
    return say("view.timed", what=said, lasts=lasts(thing, now))


def buff_said(buff: Buff, level: Number) -> Say:
    """A buff in words."""
    return say("view.buff", name=buff.name, of=_scope(buff.of), kind=term(buff.kind), size=size_of(buff, level))


def _scope(of: str) -> Say:
    return term("mental_and_domains") if of == "mental" else term(of)


def ward_said(ward: Ward, level: Number) -> Say:
    """A reduction or bonus in words; a defence with the percentage it comes to."""
    size: object = ward.value
    if ward.kind != WardKind.FLAT:
        size = say("view.percentage", percent=half_up(100 * share_of(ward, level), 2))
    if ward.kind == WardKind.DEFENCE:
        size = say("view.defence", value=ward.value, percent=size)
    sort = say("view.of_type", type=ward.type) if ward.type else ""
    key = "view.bonus" if ward.gains else "view.reduction"
    return say(key, name=ward.name, resource=_covers(ward.resource), size=size, type=sort)


def shield_said(shield: Shield) -> Say:
    """A shield in words."""
    return say("view.shield_for", left=shield.left, resource=_covers(shield.resource))


def _covers(resource: str) -> Say:
    return term("both" if resource == EVERY else resource)


def passing_said(passing: Passing) -> Say:
    """A passing change in words."""
    return say("view.passing_for", by=written(passing.by, signed=True), resource=term(passing.resource))


def standing_said(standing: Standing) -> Say:
    """A standing effect in words, with its counter."""
    uses = say("view.always") if standing.uses is None else say("view.uses", uses=standing.uses)
    return say("view.stands", name=standing.name, kind=term(standing.kind), amount=readable(standing.amount), uses=uses)


def said(thing: Thing, level: Number) -> Say:
    """What lies on somebody, in words."""
    match thing:
        case Buff():
            return buff_said(thing, level)
        case Ward():
            return ward_said(thing, level)
        case Shield():
            return shield_said(thing)
        case Passing():
            return passing_said(thing)
    return standing_said(thing)
