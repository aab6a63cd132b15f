"""Characters: who is there, gauges, points, statuses, bonds, fates, and what is known of them."""

from typing import Self

import msgspec
from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, books, change, effect, headline
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import EventLine, Role
from ludex.systems.fable.events.changing import is_seen, tallied, unguarded, with_one, without_spells
from ludex.systems.fable.events.telling import CRISIS, DIED, FELL, Held, Witness, gauge_lines, signed, unspent_lines
from ludex.systems.fable.sheet import Bond, Character, Five
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import DEAD, DamageType, Emotion, Kind, Pool, Status


class CharacterWritten(Untold[State]):
    """A character came in, or her record was rewritten by growth."""

    character: Character
    feats: tuple[str, ...] = ()
    """What she has learned with it, by key."""
    spells: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        new, had = self.character, state.characters.get(self.character.id)
        grown = new.level - had.level if had is not None and new.kind is Kind.PC else 0
        return tallied(replace(state, characters={**state.characters, new.id: new}), "levels", grown)


class CharacterGone(Event[State]):
    """A character left the table for good."""

    who: str

    def apply(self, state: State) -> State:
        characters = {who: c for who, c in state.characters.items() if who != self.who}
        return replace(state, characters=characters, entered=tuple(who for who in state.entered if who != self.who))

    def tell(self, seen: Witness) -> Lines:
        if self.who in seen.before.characters:
            yield books("told.struck_off", who=seen.name(self.who))


class GaugesMoved(Event[State]):
    """What is lost from each gauge of one row is now this."""

    who: str
    pool: Pool
    lost: Five
    was: Held | None = None
    """What her gauges held before it."""
    why: Total | None = None
    by: str = ""
    """By whose hand."""
    paid: bool = False

    def apply(self, state: State) -> State:
        name = "hg" if self.pool is Pool.HP else "mg"
        moved = with_one(state, self.who, lambda c: replace(c, **{name: replace(c.row(self.pool), lost=self.lost)}))
        if self.pool is not Pool.HP or not is_seen(state, self.who):
            return moved
        return tallied(moved, "broken", state.characters[self.who].unbroken - moved.characters[self.who].unbroken)

    def tell(self, seen: Witness) -> Lines:
        had = self.was
        if had is None:
            return ()
        row = replace(had.hg if self.pool is Pool.HP else had.mg, lost=self.lost)
        has = replace(had, hg=row) if self.pool is Pool.HP else replace(had, mg=row)
        dealt = self.why.value if self.why is not None else 0
        return gauge_lines(
            seen, self.who, self.pool, had=had, has=has, why=self._why(seen), dealt=dealt, paid=self.paid
        )

    @rule("FAB-LIV-39")
    def _why(self, seen: Witness) -> Total | None:
        """Its reasons, where the dice of who dealt it and what is hers who took it may be known."""
        return self.why if self.why is not None and seen.opens(self.by) and seen.opens(self.who) else None


class PointsMoved(Event[State]):
    """Fabula Points, Ultima Points, inventory points or money came or went."""

    who: str
    fp: int = 0
    ultima: int = 0
    ip: int = 0
    money: int = 0
    xp: int = 0
    fp_spent: int = 0
    """Of the Fabula Points that went, those that she spent by her own word (FAB-LIV-54)."""
    ultima_spent: int = 0
    had: dict[str, int] = msgspec.field(default_factory=dict)
    """What she had before of what moved; of Ultima Points the GM is told by the deed."""
    paid: bool = False

    def apply(self, state: State) -> State:

        def moved(c: Character) -> Character:
            sheet = replace(c.sheet, money=c.sheet.money + self.money, xp=c.sheet.xp + self.xp)
            return replace(c, fp=c.fp + self.fp, ultima=c.ultima + self.ultima, ip=c.ip + self.ip, sheet=sheet)

        if state.session is not None and (self.fp_spent or self.ultima_spent):
            fp, ultima = state.session.fp + self.fp_spent, state.session.ultima + self.ultima_spent
            state = replace(state, session=replace(state.session, fp=fp, ultima=ultima))
        return with_one(state, self.who, moved)

    def as_recorded(self, state: State) -> Self:
        who = state.characters.get(self.who)
        if who is None:
            return self
        purse = {"fp": who.fp, "ip": who.ip, "money": who.sheet.money, "xp": who.sheet.xp}
        return replace(self, had={what: n for what, n in purse.items() if getattr(self, what)})

    def tell(self, seen: Witness) -> Lines:
        if self.who not in seen.after.characters or not seen.has_numbers(self.who):
            return
        for what, had in self.had.items():
            by, name = getattr(self, what), say(f"outputs.{what}")
            line = say("told.points_of", who=seen.name(self.who), what=name, by=signed(by), now=had + by)
            role = Role.COST if by < 0 and (self.paid or self.fp_spent) else Role.EFFECT
            yield EventLine(line, role, change(self.who, name, by, now=had + by))


class StatusesSet(Event[State]):
    """She now suffers these status effects."""

    who: str
    statuses: tuple[Status, ...]
    was: tuple[Status, ...] | None = None

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, statuses=self.statuses))

    def as_recorded(self, state: State) -> Self:
        return replace(self, was=state.characters[self.who].statuses) if self.who in state.characters else self

    def tell(self, seen: Witness) -> Lines:
        if self.was is None or self.who not in seen.after.characters:
            return
        name, was = seen.name(self.who), self.was
        for status in self.statuses:
            if status not in was:
                yield effect("told.suffers", who=name, status=term(status))
        if over := [term(status) for status in was if status not in self.statuses]:
            yield effect("told.step_cure", who=name, statuses=over)


class BondsSet(Event[State]):
    """Her bonds are now these."""

    who: str
    bonds: tuple[Bond, ...]
    was: tuple[Bond, ...] | None = None

    def apply(self, state: State) -> State:
        felt = sum(bond.strength for bond in state.characters[self.who].bonds) if self.who in state.characters else 0
        changed = with_one(state, self.who, lambda c: replace(c, bonds=self.bonds))
        return tallied(changed, "emotions", sum(bond.strength for bond in self.bonds) - felt)

    def as_recorded(self, state: State) -> Self:
        return replace(self, was=state.characters[self.who].bonds) if self.who in state.characters else self

    def tell(self, seen: Witness) -> Lines:
        if self.was is None or self.who not in seen.after.characters:
            return
        name = seen.name(self.who)
        had, has = ({(b.target, e) for b in bonds for e in b.emotions} for bonds in (self.was, self.bonds))
        for bond in self.bonds:
            for emotion in bond.emotions:
                if (bond.target, emotion) not in had:
                    yield effect("told.use_bonding", who=name, target=bond.target, emotion=term(Emotion(emotion)))
        for bond in self.was:
            if over := [term(Emotion(e)) for e in bond.emotions if (bond.target, e) not in has]:
                yield effect("told.bond_over", who=name, target=bond.target, emotions=over)


class EdgeSet(Event[State]):
    """Her next check has this bonus."""

    who: str
    edge: int

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, edge=self.edge))

    def tell(self, seen: Witness) -> Lines:
        if self.edge and self.who in seen.after.characters:
            yield effect("told.use_advantage", who=seen.name(self.who), n=self.edge)


class OpportunitiesSet(Event[State]):
    """The opportunities that she has yet to spend are now these."""

    who: str
    opportunities: tuple[str, ...]
    lapsed: bool = False
    """Whether they were not spent in time."""

    def apply(self, state: State) -> State:
        had = len(state.characters[self.who].opportunities) if is_seen(state, self.who) else len(self.opportunities)
        changed = with_one(state, self.who, lambda c: replace(c, opportunities=self.opportunities))
        return tallied(changed, "opportunities", len(self.opportunities) - had)

    def tell(self, seen: Witness) -> Lines:
        return unspent_lines(seen, (self.who,)) if self.lapsed else ()


class BreakPointTaken(Untold[State]):
    """She has won this turn's superiority point for breaking a gauge."""

    who: str

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, break_point_taken=True))


class FeatUsed(Untold[State]):
    """She has used a feat once more; it comes back with the next turn, conflict or scene."""

    who: str
    feat: str
    per: str

    def apply(self, state: State) -> State:

        def used(c: Character) -> Character:
            times = c.used.get(self.per, {})
            return replace(c, used={**c.used, self.per: {**times, self.feat: times.get(self.feat, 0) + 1}})

        return with_one(state, self.who, used)


class FateSealed(Event[State]):
    """What became of somebody at 0 HP."""

    who: str
    fate: str
    surrendered: bool = False
    taken: bool = False
    """Whether nothing else was lawful."""

    def apply(self, state: State) -> State:
        left = tuple(one for one in state.pending if one.who != self.who)
        return with_one(
            replace(state, pending=left) if self.fate else state,
            self.who,
            lambda c: replace(
                unguarded(c) if self.fate else c,
                fate=self.fate,
                surrendered=self.surrendered,
                downed="",
                downed_by="",
            ),
        )

    def tell(self, seen: Witness) -> Lines:
        if self.fate and self.who in seen.after.characters:
            key = "told.fell_taken" if self.taken else "told.fell"
            yield headline(key, who=seen.name(self.who), fate=term(self.fate), peak=DIED if self.fate in DEAD else FELL)


class Downed(Untold[State]):
    """She is at 0 HP through this, by the hand of this one."""

    who: str
    downed: str
    downed_by: str = ""

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, downed=self.downed, downed_by=self.downed_by))


class Started(Untold[State]):
    """She has done something: her sheet is a draft no longer."""

    who: str

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, draft=False))


class TypeShown(Event[State]):
    """How a damage type works on her has been seen by all."""

    who: str
    damage_type: DamageType

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, shown_types=(*c.shown_types, self.damage_type)))

    @rule("FAB-LIV-40")
    def tell(self, seen: Witness) -> Lines:
        who = seen.after.characters.get(self.who)
        if who is not None and (found := who.affinities.get(self.damage_type)):
            state = [term(one) for one in found]
            yield effect("told.type_shown", who=seen.name(self.who), type=term(self.damage_type), state=state)


class Studied(Event[State]):
    """The players know this much about her."""

    who: str
    tier: int

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, studied=self.tier))

    def tell(self, seen: Witness) -> Lines:
        if self.tier and self.who in seen.after.characters:
            yield effect("told.step_reveal", who=seen.name(self.who), tier=self.tier)


class Revealed(Event[State]):
    """A hidden character is shown to all, or hidden again."""

    who: str
    hidden: bool = False
    was: bool | None = None

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, hidden=self.hidden))

    def as_recorded(self, state: State) -> Self:
        return replace(self, was=state.characters[self.who].hidden) if self.who in state.characters else self

    def tell(self, seen: Witness) -> Lines:
        if self.was not in (None, self.hidden) and self.who in seen.after.characters:
            yield headline("told.hidden" if self.hidden else "told.reveal", who=seen.name(self.who), peak=CRISIS)


class TraitShown(Event[State]):
    """A trait of somebody is known to all."""

    who: str
    trait: str

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, shown_traits=(*c.shown_traits, self.trait)))

    def tell(self, seen: Witness) -> Lines:
        if self.who in seen.after.characters:
            yield effect("told.use_scan", who=seen.name(self.who), what=[self.trait])


class GoalShown(Event[State]):
    """What somebody is after is known to all."""

    who: str

    def apply(self, state: State) -> State:
        return with_one(state, self.who, lambda c: replace(c, unmasked=True))

    def tell(self, seen: Witness) -> Lines:
        if (who := seen.after.characters.get(self.who)) is not None:
            yield headline("told.use_unmask", who=seen.name(self.who), goal=who.sheet.goal, peak=CRISIS)


class CharacterAway(Event[State]):
    """Somebody left the scene; the roster keeps her as she is (FAB-LIV-57)."""

    who: str

    def apply(self, state: State) -> State:
        who = state.characters[self.who]
        kept = replace(who, guarding=False, covering="", break_point_taken=False, place=state.scene or who.place)
        return replace(CharacterGone(self.who).apply(state), away={**state.away, self.who: kept})

    def tell(self, seen: Witness) -> Lines:
        if self.who in seen.before.characters:
            yield books("told.dismiss", who=seen.name(self.who))


class CharacterBack(Event[State]):
    """Somebody came back from the roster, where she was or off it for good."""

    who: str
    gone: bool = False

    def apply(self, state: State) -> State:
        away = {who: c for who, c in state.away.items() if who != self.who}
        if self.gone:
            return replace(state, away=away)
        used = {
            per: n for per, n in state.away[self.who].used.items() if per not in ("turn", "round", "conflict", "scene")
        }
        here = replace(without_spells(state.away[self.who]), place=state.scene, used=used)
        return replace(state, away=away, characters={**state.characters, self.who: here})

    def tell(self, seen: Witness) -> Lines:
        if self.gone and self.who in seen.before.away:
            yield books("told.struck_off", who=seen.name(self.who))
        elif self.who in seen.after.characters:
            yield books("told.summon", who=[seen.name(self.who)])
