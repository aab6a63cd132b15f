"""What happens to somebody: her body, her numbers, what she learns and has."""

from typing import Self

from msgspec.structs import replace

from ludex.core.events import Lines, Untold, change, cost, effect
from ludex.core.say import say, term
from ludex.systems.mirror.events.changing import (
    Of,
    OfAll,
    Valued,
    Witness,
    Wounds,
    changed,
    off_clock,
    shifted,
    with_part,
    with_wounds,
)
from ludex.systems.mirror.sheet import (
    Ability,
    Cell,
    Character,
    Favour,
    Item,
    Organ,
    Relation,
    TemporaryLife,
    TotalAction,
    TriggerUse,
    Wound,
)
from ludex.systems.mirror.state import State, settled
from ludex.systems.mirror.terms import Attribute, Status

MOST_EMOTION = 8
"""How far an emotion goes (MIR-REL-5)."""


class CharacterJoined(OfAll, Untold[State]):
    character: Character

    def apply(self, state: State) -> State:
        """A newcomer comes last; a known one is exchanged."""
        return replace(state, characters={**state.characters, self.character.id: settled(self.character)})


class CharacterLeft(Of, Untold[State]):
    def apply(self, state: State) -> State:
        gone = state.characters.get(self.who)
        away = {**state.away, self.who: gone} if gone is not None else state.away
        there = {i: c for i, c in state.characters.items() if i != self.who}
        return off_clock(replace(state, characters=there, away=away), self.who, gone)


class StaminaChanged(Valued):
    """SP is now this much, and was another; `cost`: it was paid."""

    sp: int
    was: int | None = None
    cost: bool = False

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        return self if c is None else replace(self, was=c.sp)

    def tell(self, seen: Witness) -> Lines:
        """What was paid, lost or regained, to whom her numbers are known (MIR-LIV-40); and what became of her."""
        c = seen.body(self.who)
        if self.cost and c is not None and c.veiled is None and self.was is not None and self.was > self.sp:
            moved = change(self.who, term("sp"), self.sp - self.was, now=self.sp, top=c.sp_max)
            yield cost("told.sp_spent", amount=self.was - self.sp, sp=self.sp, moved=moved)
        elif c is not None and not seen.names_stamina(self.who):
            yield from shifted(seen, self.who, term("sp"), self.was, self.sp, top=c.sp_max)
        yield from seen.befell(self.who)


class KnockedOut(Of):
    """Unconscious for this cause: `sp`, `part:<id>` or `effect`."""

    cause: str

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, out_cold=tuple(dict.fromkeys((*c.out_cold, self.cause)))))


class StatusSet(Of):
    """A status was put on or taken off by an effect or the GM. `level` is that of stealth."""

    status: str
    on: bool
    level: int = 0

    def apply(self, state: State) -> State:
        """A status comes or goes; unconscious, mad, dead and dissolved have places of their own."""

        def change(c: Character) -> Character:
            if self.status == Status.UNCONSCIOUS:
                return replace(c, out_cold=("effect",) if self.on else ())
            if self.status in (Status.MAD, Status.DEAD, Status.DISSOLVED):
                return replace(c, **{self.status: self.on})
            given = tuple(s for s in c.given if s != self.status)
            stealth = (self.level or 1) * self.on if self.status == Status.STEALTH else c.stealth
            return replace(c, given=(*given, self.status) if self.on else given, stealth=stealth)

        return changed(state, self.who, change)


class AttributeChanged(Of):
    attribute: str
    amount: int
    now: int | None = None

    def as_followed(self, before: State, after: State) -> Self:
        """With its value, which effects may have changed too."""
        followed, c = super().as_followed(before, after), after.characters.get(self.who)
        return followed if c is None else replace(followed, now=c.value(self.attribute))

    def tell(self, seen: Witness) -> Lines:
        if self.now is not None:
            yield from shifted(seen, self.who, term(self.attribute), self.now - self.amount, self.now)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        name, amount = self.attribute, self.amount
        return changed(state, self.who, lambda c: replace(c, shifts={**c.shifts, name: c.shifts.get(name, 0) + amount}))


class PersonalityChanged(Valued):
    """Humanity, ego and madness are now these; `ego_gained` counts what trauma gave in this segment."""

    humanity: int
    ego: int
    madness: int
    ego_gained: int
    was: tuple[int, int, int] | None = None
    past: int = 0
    """So much ego went past its limit, and is lost (MIR-PER-2)."""

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        return self if c is None else replace(self, was=(c.humanity, c.ego, c.madness))

    def tell(self, seen: Witness) -> Lines:
        now = {"humanity": self.humanity, "ego": self.ego, "madness": self.madness}
        for (name, number), was in zip(now.items(), self.was or now.values(), strict=True):
            yield from shifted(seen, self.who, term(name), was, number)
        if self.past and seen.sheet_known(self.who):
            yield effect("told.past_limit", what=term("ego"), top=self.ego, lost=self.past)
        yield from seen.befell(self.who)


class TraumaNoted(Of, Untold[State]):
    """The player wrote down a trauma of her own."""

    text: str

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, traumas=(*c.traumas, self.text)))


class RelationChanged(Of):
    other: str
    positive: int
    negative: int
    emotions: tuple[str, ...]
    was: tuple[int, int] | None = None
    past: int = 0
    """So much went past 0 or 8, and is lost (MIR-REL-9)."""

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        old = c.relations.get(self.other, Relation()) if c is not None else None
        return self if old is None else replace(self, was=(old.positive, old.negative))

    def tell(self, seen: Witness) -> Lines:
        """How her emotions towards somebody moved; and what became of her."""
        now = {"positive": self.positive, "negative": self.negative}
        for (name, number), was in zip(now.items(), self.was or now.values(), strict=True):
            towards = say("told.towards", side=term(name), whom=seen.name(self.other))
            yield from shifted(seen, self.who, towards, was, number, top=MOST_EMOTION)
        if self.past and seen.sheet_known(self.who):
            yield effect("told.past_emotion", top=MOST_EMOTION, lost=self.past)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        relation = Relation(self.positive, self.negative, self.emotions)
        return changed(state, self.who, lambda c: replace(c, relations={**c.relations, self.other: relation}))


class RelationEnded(Of, Untold[State]):
    other: str

    def apply(self, state: State) -> State:
        return changed(
            state, self.who, lambda c: replace(c, relations={i: r for i, r in c.relations.items() if i != self.other})
        )


class FavourChanged(Of):
    """Favour is now this much; `reason`: what it was given or spent for."""

    favour: int
    reason: str = ""
    was: int | None = None

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        return self if c is None else replace(self, was=c.favour)

    def tell(self, seen: Witness) -> Lines:
        yield from shifted(seen, self.who, term("favour"), self.was, self.favour)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            noted = (*c.favours, Favour(self.favour - c.favour, self.reason)) if self.reason else c.favours
            return replace(c, favour=self.favour, favours=noted)

        return changed(state, self.who, change)


class GaugeSpent(Of):
    """A point of a superior attribute's gauge was spent; in conflict that was the RA."""

    attribute: str
    reaction: bool

    def tell(self, seen: Witness) -> Lines:
        """What was paid, to whom her numbers are known (MIR-LIV-40); and what became of her."""
        if seen.sheet_known(self.who):
            gauge = say("view.gauge", attribute=term(self.attribute))
            yield cost("told.boost_gauge", moved=change(self.who, gauge, -1))
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            spent = {**c.spent, self.attribute: c.spent.get(self.attribute, 0) + 1}
            return replace(c, spent=spent, ra_used=c.ra_used or self.reaction)

        return changed(state, self.who, change)


class WoundTaken(Of):
    """A wound is now at this place of a part (or of its temporary life); `place` None adds it at the end."""

    part: str
    wound: Wound
    place: int | None = None
    temporary: bool = False

    def apply(self, state: State) -> State:
        """A new wound on a part ends the freedom from dying checks; one on temporary life does not (MIR-DYI-5)."""

        def placed(wounds: Wounds) -> Wounds:
            if self.place is None:
                return (*wounds, self.wound)
            return tuple(self.wound if i == self.place else w for i, w in enumerate(wounds))

        def change(c: Character) -> Character:
            return replace(
                with_wounds(c, self.part, placed, temporary=self.temporary), exempt=c.exempt and self.temporary
            )

        return changed(state, self.who, change)


class WoundHealed(Of):
    """A wound's level is now this; 0 or less removes it."""

    part: str
    place: int
    level: int
    temporary: bool = False
    was: int = 0

    def tell(self, seen: Witness) -> Lines:
        if self.was and seen.body(self.who) is not None:
            key = "told.wound_gone" if self.level <= 0 else "told.wound_less"
            was, level = term(f"wound_{self.was}"), term(f"wound_{max(self.level, 1)}")
            lighter = say(key, part=seen.part(self.who, self.part), was=was, level=level)
            yield effect("told.treated", who=seen.name(self.who), what=lighter)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        """A wound at a lower level; one at 0 or less is gone (MIR-WND-1)."""

        def lessened(wounds: Wounds) -> Wounds:
            changed = (replace(w, level=self.level) if i == self.place else w for i, w in enumerate(wounds))
            return tuple(w for w in changed if w.level > 0)

        return changed(state, self.who, lambda c: with_wounds(c, self.part, lessened, temporary=self.temporary))


class PartLost(Of):
    """A part is lost other than by its wounds."""

    part: str

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: with_part(c, self.part, lambda p: replace(p, lost=True)))


class PartRestored(Of):
    part: str

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: with_part(c, self.part, lambda p: replace(p, lost=False)))


class TemporaryLifeSet(Of):
    part: str
    life: TemporaryLife | None = None

    def tell(self, seen: Witness) -> Lines:
        if self.life is not None and seen.body(self.who) is not None:
            yield effect("told.kept_new", part=seen.part(self.who, self.part), points=self.life.points)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: with_part(c, self.part, lambda p: replace(p, temp=self.life)))


class Dissolved(Of):
    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, dissolved=True))


class DyingEased(Of):
    """Free of dying checks until a new wound or the scene's end."""

    def tell(self, seen: Witness) -> Lines:
        """That nothing more is rolled for her; and what became of her."""
        if seen.body(self.who) is not None:
            yield effect("told.dying_eased", who=seen.name(self.who))
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, exempt=True))


class ApChanged(Valued):
    """AP is now this much; `cost`: it was paid for an action."""

    ap: int
    was: int | None = None
    cost: bool = False

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        return self if c is None else replace(self, was=c.ap)

    def tell(self, seen: Witness) -> Lines:
        """What was paid, to whom her numbers are known (MIR-LIV-40); and what became of her."""
        if self.cost and self.was is not None and seen.sheet_known(self.who):
            moved = change(self.who, term("ap"), self.ap - self.was, now=self.ap)
            yield cost("told.used", cost=self.was - self.ap, moved=moved)
        yield from seen.befell(self.who)


class ActionUsed(Of, Untold[State]):
    """An action was used: which limits it took, and on what occurrence."""

    minor: bool = False
    reaction: bool = False
    trigger: TriggerUse | None = None

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            triggered = c.triggered if self.trigger is None else (*c.triggered, self.trigger)
            minor, reaction = c.minor_used or self.minor, c.ra_used or self.reaction
            return replace(c, minor_used=minor, ra_used=reaction, triggered=triggered)

        return changed(state, self.who, change)


class TotalActionSet(Of, Untold[State]):
    action: TotalAction | None = None

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, total_action=self.action))


class DomainChanged(Of):
    domain: str
    level: int
    lv: tuple[int, int] | None = None
    """Her LV before and after it."""

    def as_followed(self, before: State, after: State) -> Self:
        followed = super().as_followed(before, after)
        old, c = before.characters.get(self.who), after.characters.get(self.who)
        return followed if old is None or c is None else replace(followed, lv=(old.lv, c.lv))

    def tell(self, seen: Witness) -> Lines:
        if self.lv is not None:
            yield from shifted(seen, self.who, say("told.lv"), *self.lv)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        """A domain at level 0 is gone; the first domain stays the first."""

        def change(c: Character) -> Character:
            domains = {d: n for d, n in {**c.domains, self.domain: self.level}.items() if n > 0}
            return replace(c, domains=domains, first_domain=c.first_domain or self.domain)

        return changed(state, self.who, change)


class PointsSpent(Of, Untold[State]):
    points: dict[str, int]

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            points = {a.value: (c.points or {}).get(a, 0) + self.points.get(a, 0) for a in Attribute}
            base = c.base and {a: n + self.points.get(a, 0) for a, n in c.base.items()}
            return replace(c, points={a: n for a, n in points.items() if n}, base=base)

        return changed(state, self.who, change)


class AbilityLearned(Of):
    ability: Ability

    def tell(self, seen: Witness) -> Lines:
        """An ability that came with something else, to whom her numbers are known (MIR-LIV-24); and what became of her."""
        if seen.sheet_known(self.who) and not seen.about_abilities:
            yield effect("told.ability_new", who=seen.name(self.who), ability=seen.thing(self.ability.called))
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, abilities=(*c.abilities, self.ability)))


class AbilitiesLost(Of):
    """Abilities of too high a level are gone."""

    ids: tuple[str, ...]
    names: tuple[str, ...] = ()

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        known = {a.id: a.called for a in c.abilities} if c is not None else {}
        return replace(self, names=tuple(known[one] for one in self.ids if one in known))

    def tell(self, seen: Witness) -> Lines:
        """Abilities that went with something else; and what became of her."""
        if self.names and seen.sheet_known(self.who) and not seen.about_abilities:
            names = [seen.thing(name) for name in self.names]
            yield effect("told.abilities_gone", who=seen.name(self.who), abilities=names)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        return changed(
            state, self.who, lambda c: replace(c, abilities=tuple(a for a in c.abilities if a.id not in self.ids))
        )


class Moved(Valued):
    """A character stands here now, with this much Mov left."""

    pos: Cell | None
    mov: int


class LongRested(Of, Untold[State]):
    """A long rest was completed: gauges are full again, and no other in this unit."""

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, spent={}, long_rest_done=True))


class Refreshed(Valued):
    ap: int
    mov: int


class RankSet(Of):
    kind: str
    name: str
    rank: int
    was: int | None = None

    def as_recorded(self, state: State) -> Self:
        c = state.characters.get(self.who)
        return self if c is None else replace(self, was=getattr(c, self.kind).get(self.name, 0))

    def tell(self, seen: Witness) -> Lines:
        yield from shifted(seen, self.who, seen.thing(self.name), self.was, self.rank)
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            ranks: dict[str, int] = {**getattr(c, self.kind), self.name: self.rank}
            return replace(c, **{self.kind: {name: rank for name, rank in ranks.items() if rank}})

        return changed(state, self.who, change)


class OrgansSet(Of, Untold[State]):
    """What is in a part, and what was taken out of it."""

    part: str
    organs: tuple[Organ, ...]
    taken: tuple[Organ, ...] = ()

    def apply(self, state: State) -> State:
        return changed(
            state,
            self.who,
            lambda c: with_part(c, self.part, lambda p: replace(p, organs=self.organs, taken=self.taken)),
        )


class ItemsSet(OfAll):
    who: str
    items: tuple[Item, ...]
    drawn: tuple[str, ...] = ()
    """What was packed and had to be taken in hand first, by name (MIR-LIV-49)."""

    def tell(self, seen: Witness) -> Lines:
        if self.drawn and seen.body(self.who) is not None:
            yield effect("told.in_hand", items=[seen.thing(name) for name in self.drawn])
        yield from seen.befell(self.who)

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, items=self.items))


class Begun(Of, Untold[State]):
    """A new sheet is in play: it is no draft any more."""

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, draft=False))


class Drafted(Of, Untold[State]):
    """A new sheet is a draft, until something comes of it."""

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, draft=True))


class Grown(Of, Untold[State]):
    """A level came whose point, or ability, is still to be placed; without `open` that is settled."""

    ability: bool = False
    open: bool = True

    def apply(self, state: State) -> State:
        known = state.learning if self.ability else state.growing
        others = tuple(i for i in known if i != self.who)
        now = (*others, self.who) if self.open else others
        return replace(state, learning=now) if self.ability else replace(state, growing=now)


class LimitDrawn(Of, Untold[State]):
    """What was drawn on of the limits of an effect: a running one by its id, another by its source."""

    source: str
    spent: tuple[str, ...]

    def apply(self, state: State) -> State:
        """A limit of an effect was drawn on: a running effect keeps it itself, any other her sheet."""
        if any(x.id == self.source for x in state.effects):
            kept = tuple(
                replace(x, record=replace(x.record, spent=self.spent)) if x.id == self.source else x
                for x in state.effects
            )
            return replace(state, effects=kept)
        return changed(state, self.who, lambda c: replace(c, drawn={**c.drawn, self.source: self.spent}))


class LimitsRestored(Of, Untold[State]):
    """Her limits that count until a rest of these kinds are whole again."""

    pers: tuple[str, ...]

    def apply(self, state: State) -> State:
        def whole(c: Character) -> Character:
            left = {
                source: tuple(m for m in marks if m.split("/")[1] not in self.pers) for source, marks in c.drawn.items()
            }
            return replace(c, drawn={source: marks for source, marks in left.items() if marks})

        return changed(state, self.who, whole)


class Aimed(Of, Untold[State]):
    target: str
    part: str

    def apply(self, state: State) -> State:
        return changed(state, self.who, lambda c: replace(c, aims={**c.aims, self.target: self.part}))


class LimitsLifted(Of, Untold[State]):
    """Her turn starts: MA and RA are free again, a total action waits for this turn's payment."""

    def apply(self, state: State) -> State:
        def change(c: Character) -> Character:
            action = c.total_action and replace(c.total_action, paid_now=False)
            return replace(c, minor_used=False, ra_used=False, total_action=action)

        return changed(state, self.who, change)
