"""What becomes true of people: sheets, losses, what lies on somebody, what years bring."""

from msgspec.structs import asdict, replace

from ludex.core.events import Event, Lines, Untold, effect, headline
from ludex.core.explain import Total
from ludex.core.say import term
from ludex.systems.fet.events.battle import HISTORY, most_points, with_changes, with_character, with_fighter_changes
from ludex.systems.fet.events.telling import Moved, Witness, cost_told, delta, load_told
from ludex.systems.fet.sheet import Burden, Sheet
from ludex.systems.fet.state import Built, Character, Dealing, Raised, State, Wish
from ludex.systems.fet.terms import Number, Resource, readable, tidy


class SheetWritten(Untold[State]):
    who: str
    sheet: Sheet
    npc: bool | None = None
    side: str | None = None
    owner: str | None = None
    stage: str | None = None
    draft: bool | None = None

    def apply(self, state: State) -> State:
        """A sheet is new or changed; what it does not say stays."""
        old = state.characters.get(self.who) or Character(self.sheet)
        new = replace(
            old,
            sheet=self.sheet,
            npc=old.npc if self.npc is None else self.npc,
            side=old.side if self.side is None else self.side,
            owner=old.owner if self.owner is None else self.owner,
            stage=old.stage if self.stage is None else self.stage,
            draft=old.draft if self.draft is None else self.draft,
        )
        return with_character(state, self.who, new)


class DraftEnded(Untold[State]):
    """A sheet is a draft no longer (FET-LIV-3)."""

    who: str

    def apply(self, state: State) -> State:
        return with_changes(state, self.who, draft=False)


class SheetWorn(Event[State]):
    """Somebody uses another's sheet (FET-TRX-5), or (`whose` empty) the own one again. `sheet`: the one in use."""

    who: str
    sheet: Sheet
    whose: str = ""

    def apply(self, state: State) -> State:
        """Another sheet is in use; the own one is kept meanwhile."""
        found = state.characters.get(self.who)
        if found is None:
            return state
        own = (found.own or found.sheet) if self.whose else None
        return with_changes(state, self.who, sheet=self.sheet, own=own, worn=self.whose)

    def tell(self, seen: Witness) -> Lines:
        if seen.is_there(self.who):
            who = seen.name(self.who)
            whose = seen.name(self.whose) if self.whose else ""
            yield headline("told.borrow", who=who, whose=whose) if whose else headline("told.borrow_back", who=who)


class LevelRaised(Event[State]):
    who: str
    before: Number
    after: Number

    def apply(self, state: State) -> State:
        found = state.characters.get(self.who)
        levels = (*found.levels, Raised(self.before, self.after, state.day, state.session)) if found else ()
        return with_changes(state, self.who, levels=levels[-HISTORY:])

    def tell(self, seen: Witness) -> Lines:
        """To which level; of an NPC nothing (FET-LIV-38)."""
        if seen.knows(self.who):
            key = "told.level_rose" if self.after > self.before else "told.level_fell"
            yield headline(key, who=seen.name(self.who), level=readable(self.after), peak=2)


class DealtWith(Event[State]):
    whom: str
    who: str
    rp: Number
    result: str

    def apply(self, state: State) -> State:
        found = state.characters.get(self.whom)
        dealings = (*found.dealings, Dealing(self.who, self.rp, self.result, state.day)) if found else ()
        return with_changes(state, self.whom, dealings=dealings[-HISTORY:])


class ScarsKept(Event[State]):
    who: str
    stamina: Number
    will: Number

    def apply(self, state: State) -> State:
        scars = {"stamina_scar": self.stamina, "will_scar": self.will}
        return with_fighter_changes(with_changes(state, self.who, **scars), self.who, **scars)


class WeaponWielded(Event[State]):
    who: str
    weapon: str

    def apply(self, state: State) -> State:
        """A weapon is in hand; the one before it, which may be simply the first carried, is remembered."""
        found = state.characters.get(self.who)
        if found is None:
            return state
        first = next((weapon.name for weapon in found.sheet.weapons if not weapon.down), "")
        before = dict.fromkeys((found.wielded or first, *found.hands))
        hands = tuple(name for name in before if name and name != self.weapon)
        return with_changes(state, self.who, wielded=self.weapon, hands=hands)


class CharacterRemoved(Event[State]):
    who: str

    def apply(self, state: State) -> State:
        left = {who: c for who, c in state.characters.items() if who != self.who}
        return replace(state, characters=left, wishes=tuple(wish for wish in state.wishes if wish.who != self.who))


class LossesKept(Event[State]):
    """What a character now lacks of stamina and will; `moved`: what it has of them now, and had; `why`: of what the change is the sum."""

    who: str
    stamina: Number
    will: Number
    moved: tuple[Moved, ...] = ()
    why: Total | None = None

    def apply(self, state: State) -> State:
        state = with_changes(state, self.who, stamina_lost=self.stamina, will_lost=self.will)
        fighter = state.fighter(self.who)
        if self.who not in state.characters or fighter is None:
            return state
        stamina = max(0, tidy(fighter.maximum(Resource.STAMINA) - self.stamina))
        will = max(0, tidy(fighter.maximum(Resource.WILL) - self.will))
        return with_fighter_changes(state, self.who, stamina=stamina, will=will)

    def tell(self, seen: Witness) -> Lines:
        """From what to what, for who may know it (FET-LIV-38)."""
        for one in self.moved if seen.knows(self.who) else ():
            yield effect(
                "told.changed_pool",
                moved=delta(one, self.why),
                who=seen.name(self.who),
                resource=term(one.what),
                before=readable(one.was),
                after=readable(one.now),
            )


class PointsKept(Event[State]):
    who: str
    points: Number
    was: Number | None = None

    def apply(self, state: State) -> State:
        found = state.characters.get(self.who)
        if found is None:
            return state
        most = most_points(found, self.points)
        state = with_changes(state, self.who, action_points=self.points, action_points_max=most)
        return with_fighter_changes(state, self.who, action_points=self.points)

    def tell(self, seen: Witness) -> Lines:
        return cost_told(seen, self.who, self.points, self.was)


class BurdenKept(Untold[State]):
    """What now lies on a character for a while: buffs, reductions, shields."""

    who: str
    burden: Burden

    def apply(self, state: State) -> State:
        if self.who in state.characters:
            return with_changes(state, self.who, **asdict(self.burden))
        return with_fighter_changes(state, self.who, burden=self.burden)


class WishMade(Untold[State]):
    wish: Wish

    def apply(self, state: State) -> State:
        return state if self.wish in state.wishes else replace(state, wishes=(*state.wishes, self.wish))


class WishSettled(Untold[State]):
    wish: Wish

    def apply(self, state: State) -> State:
        return replace(state, wishes=tuple(wish for wish in state.wishes if wish != self.wish))


class CardRefused(Event[State]):
    """The GM has not taken a card: it stays with its builder."""

    card: Built

    def apply(self, state: State) -> State:
        kept = tuple(c for c in state.refused if (c.who, c.name) != (self.card.who, self.card.name))
        return replace(state, refused=(*kept, self.card))

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        yield effect("told.card_refused")


class Counted(Untold[State]):
    """Somebody has checked, or killed somebody (`what`): for what an evening came to (FET-LIV-56)."""

    who: str
    what: str
    other: str = ""

    def apply(self, state: State) -> State:
        return state


class Died(Event[State]):
    """Somebody has died, by whatever it was (FET-DTH-2)."""

    who: str

    def apply(self, state: State) -> State:
        """That a resource stands at nothing says it already."""
        return state

    def tell(self, seen: Witness) -> Lines:
        """Told to everybody who knows of them (FET-LIV-8)."""
        if seen.is_there(self.who):
            yield headline("told.died", who=seen.name(self.who), peak=5)


class LoadMoved(Event[State]):
    """What somebody carries, or how much that may be, is other than before (FET-LIV-13). `written`: what stands beside the list."""

    who: str
    load: Number
    top: Number
    written: Number = 0

    def apply(self, state: State) -> State:
        return state

    def tell(self, seen: Witness) -> Lines:
        return load_told(seen, self.who, self.load, self.top, self.written)
