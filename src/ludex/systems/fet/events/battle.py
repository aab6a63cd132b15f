"""What becomes true in a battle: it begins, acts are declared and settled, fighters come and go, it ends and is kept.

First stands how events change the state: a character, a fighter or the battle in its place, with what belongs to both.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, effect, headline
from ludex.core.say import say
from ludex.core.view import EventLine
from ludex.systems.fet.events.telling import SHIELD, SPENT, Flow, Moved, Release, Row, Witness, cost_told, delta
from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import Extension, hindrance
from ludex.systems.fet.state import Barrier, Battle, Character, Fighter, Freeze, Past, State, Tomb, Wound, check_battle
from ludex.systems.fet.terms import DEFENSIVE, Number, Outcome, Resource, readable, tidy, written

HISTORY = 60
"""How many levels and dealings a character remembers, and how many past acts a battle."""

CLOSED = 20
"""How many battles that are over stay readable (FET-LIV-19)."""

OWN_KINDS = ("skills", "traits", "weapons", "blocks", "races", "items", "builders", "places", "extensions")
"""What a table may have of its own."""


def with_character(state: State, who: str, character: Character) -> State:
    return replace(state, characters={**state.characters, who: character})


def with_changes(state: State, who: str, **fields: object) -> State:
    found = state.characters.get(who)
    return state if found is None else with_character(state, who, replace(found, **fields))


def with_fighter_changes(state: State, who: str, **fields: object) -> State:
    """A fighter with other fields; nobody where there is none, or no battle."""
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=with_fighters(state.battle, (replace(fighter, **fields),)))


def with_fighters(battle: Battle, changed: tuple[Fighter, ...]) -> Battle:
    now = {f.id: f for f in changed}
    return replace(battle, fighters=tuple(now.get(f.id, f) for f in battle.fighters))


def with_battle(state: State, battle: Battle) -> State:
    """The battle is so; fighters with a sheet keep their losses on it, and the rounds of their weapons (FET-LIV-9)."""
    return with_magazines(with_losses(replace(state, battle=battle), battle.fighters), battle.fighters)


def with_losses(state: State, fighters: tuple[Fighter, ...]) -> State:
    characters = dict(state.characters)
    for fighter in fighters:
        found = characters.get(fighter.id)
        if found is None or hindrance(found.sheet):
            continue
        characters[fighter.id] = replace(
            found,
            stamina_lost=tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina),
            will_lost=tidy(fighter.maximum(Resource.WILL) - fighter.will),
            stamina_scar=fighter.stamina_scar,
            will_scar=fighter.will_scar,
            action_points=fighter.action_points,
            action_points_max=most_points(found, fighter.action_points),
        )
    return replace(state, characters=characters)


def with_magazines(state: State, fighters: tuple[Fighter, ...]) -> State:
    characters = dict(state.characters)
    for fighter in (f for f in fighters if f.id in characters):
        sheet = characters[fighter.id].sheet
        arms = tuple(
            replace(w, loaded=fighter.weapons[w.name].loaded) if w.magazine and w.name in fighter.weapons else w
            for w in sheet.weapons
        )
        characters[fighter.id] = replace(characters[fighter.id], sheet=replace(sheet, weapons=arms))
    return replace(state, characters=characters)


def most_points(character: Character, points: Number | None) -> Number | None:
    return character.action_points_max if points is None else max(points, character.action_points_max or 0)


def passive_start_of(battle: Battle, found: Number | None) -> Number | None:
    """When the passive side starts is fixed once."""
    return found if battle.passive_start is None else battle.passive_start


def new_tombs(battle: Battle, fighters: tuple[Fighter, ...], time: Number) -> list[Tomb]:
    before = {f.id: f.under("entombed", battle.time) for f in battle.fighters}
    now = [(f.id, f.under("entombed", time)) for f in fighters]
    return [Tomb(who, time, hold.until) for who, hold in now if hold is not None and hold != before.get(who)]


def extended(options: Options, extension: Extension) -> Options:
    return msgspec.convert({**msgspec.to_builtins(options), **extension.options}, Options)


class TraitUsed(Event[State]):
    who: str
    trait: str

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        key = f"{self.who}:{self.trait}"
        return replace(state, battle=replace(battle, used={**battle.used, key: battle.used.get(key, 0) + 1}))


class WordsSettled(Event[State]):
    due: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, words_due=self.due)


class CombatStarted(Event[State]):
    battle: Battle

    def apply(self, state: State) -> State:
        return replace(state, battle=self.battle)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        if self.battle.live:
            yield headline("told.start", peak=2)


class ActDeclared(Untold[State]):
    """A fighter has begun an act (it is in the fighter, with the magazines as they are now)."""

    fighter: Fighter
    openings: dict[str, Number]
    passive_start: Number | None

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        start = passive_start_of(battle, self.passive_start)
        return with_battle(
            state, replace(with_fighters(battle, (self.fighter,)), openings=self.openings, passive_start=start)
        )


class ActCancelled(Event[State]):
    """A fighter has dropped its act; `past` is what the timeline keeps of it."""

    fighter: Fighter
    past: Past | None

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        return with_battle(
            state,
            replace(
                with_fighters(battle, (self.fighter,)),
                past=(*battle.past, *((self.past,) if self.past else ()))[-HISTORY:],
            ),
        )


class FightersChanged(Event[State]):
    """Time has come to `time`; these fighters are now so; these acts are over.

    `settled`: how each act came out; `broken`: whose acts were broken off; `moved`: whose numbers are others now; `flows`: what barriers have
    drained; `released`: whom nothing holds any longer.
    """

    time: Number
    fighters: tuple[Fighter, ...]
    past: tuple[Past, ...] = ()
    passive_start: Number | None = None
    settled: tuple[Row, ...] = ()
    broken: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
    flows: tuple[Flow, ...] = ()
    released: tuple[Release, ...] = ()

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        changed = replace(
            with_fighters(battle, self.fighters),
            time=self.time,
            past=(*battle.past, *self.past)[-HISTORY:],
            passive_start=passive_start_of(battle, self.passive_start),
            tombs=(*battle.tombs, *new_tombs(battle, self.fighters, self.time)),
        )
        return with_battle(state, changed)

    def tell(self, seen: Witness) -> Lines:
        """How every act came out, prices last; what flowed, what was broken off or through, and who is free."""
        if not seen.perceives():
            return
        for row in sorted(self.settled, key=lambda row: row.outcome in (Outcome.PAID, Outcome.WAITED)):
            yield seen.row(row, self)
        for flow in self.flows:
            amount = written(readable(flow.amount))
            yield effect("told.flows", target=seen.name(flow.target), user=seen.name(flow.user), amount=amount)
        spent = {row.who for row in self.settled if row.outcome == Outcome.BROKEN and row.kind in DEFENSIVE}
        for who in (who for who in self.broken if who not in spent):
            yield EventLine(seen.broken_off(who, self))
        for one in self.moved:
            if one.what == SHIELD and one.now <= 0 < one.was:
                yield effect("told.shield_broken", who=seen.name(one.who), moved=delta(one))
            if one.what == SPENT:
                yield from cost_told(seen, one.who, one.now, one.was)
        for free in (free for free in self.released if seen.is_there(free.who)):
            yield effect(f"told.ends_{free.kind}", who=seen.name(free.who))


class MomentClosed(Untold[State]):
    """What a moment leaves behind: for whom time stands still, barriers, and damage that may still be answered."""

    freeze: Freeze | None = None
    barriers: tuple[Barrier, ...] = ()
    wounds: tuple[Wound, ...] = ()
    passive_start: Number | None = None

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        start = battle.passive_start if self.passive_start is None else self.passive_start
        after = replace(battle, freeze=self.freeze, barriers=self.barriers, wounds=self.wounds, passive_start=start)
        return replace(state, battle=after)


class FighterJoined(Event[State]):
    fighter: Fighter

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        return with_battle(state, replace(battle, fighters=(*battle.fighters, self.fighter)))

    def tell(self, seen: Witness) -> Lines:
        """Who has come; a double comes by its skill."""
        if not self.fighter.double_of and seen.is_there(self.fighter.id):
            yield headline("told.combat_join", who=seen.name(self.fighter.id))


class FighterLeft(Event[State]):
    """A fighter is out of the battle. `vanished`: erased, or a double that is no more."""

    who: str
    passive_start: Number | None = None
    vanished: bool = False

    def apply(self, state: State) -> State:
        battle = check_battle(state)
        left = tuple(f for f in battle.fighters if f.id != self.who)
        return with_battle(
            state, replace(battle, fighters=left, passive_start=passive_start_of(battle, self.passive_start))
        )

    def tell(self, seen: Witness) -> Lines:
        if self.vanished and seen.perceives():
            yield headline("told.gone", who=seen.aimed(self.who), peak=4)
        elif not self.vanished and seen.is_there(self.who):
            yield effect("told.left_battle", who=seen.name(self.who))


class AutoSet(Event[State]):
    """Who is declared for by default from now on (`*`: every NPC)."""

    who: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, auto=self.who)

    def tell(self, seen: Witness) -> Lines:
        known = [one for one in self.who if one == "*" or seen.is_there(one)]
        who = [say("told.everybody") if one == "*" else seen.name(one) for one in known]
        yield effect("told.combat_auto_on", who=who) if who else effect("told.combat_auto_off")


class BattleKept(Event[State]):
    sides: str

    def apply(self, state: State) -> State:
        return replace(state, battle=replace(state.battle, kept_on=self.sides)) if state.battle else state

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        if self.sides:
            yield headline("told.kept_on")


class CombatEnded(Event[State]):
    """The battle is over; these are the fighters as they leave it. `filled`: who has its stamina back by it; `gone`: doubles."""

    fighters: tuple[Fighter, ...]
    filled: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        if state.battle is None:
            return state
        over = replace(with_fighters(state.battle, self.fighters), live=False)
        after = replace(with_magazines(with_losses(state, self.fighters), self.fighters), battle=None, words_due=())
        return replace(after, closed=(*after.closed, over)[-CLOSED:]) if state.battle.live else after

    def tell(self, seen: Witness) -> Lines:
        """How everybody leaves it, who is whole again, and which doubles are gone."""
        for fighter in (f for f in self.fighters if seen.is_there(f.id)):
            yield effect("told.survivor", who=seen.name(fighter.id), state=seen.left_as(fighter))
        if full := [seen.name(who) for who in self.filled if seen.knows(who)]:  # FET-REC-1
            yield effect("told.filled", who=full)
        for who in self.gone:
            yield effect("told.gone", who=seen.aimed(who))
