"""What can become true in boon: plain data, how the state is after it (`apply`), and how it is told.

The only place where the state changes. An event never refuses: one about somebody who is not there changes nothing.
"""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.effects.sentences import name_of
from ludex.core.events import Event, Lines, Untold, change, effect
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.boon.events.changing import (
    STORY,
    fight_in_short,
    off_the_map,
    past_fight,
    rounds_sooner,
    with_character,
    with_full_ap,
    with_item,
    with_one,
    with_side_ranked,
)
from ludex.systems.boon.events.library import ContentOpened as ContentOpened, LibraryGrown as LibraryGrown
from ludex.systems.boon.events.telling import (
    FATED as FATED,
    IMPAIRED as IMPAIRED,
    Witness,
    appearance,
    body_lines,
    hours_lines,
    initiative_lines as initiative_lines,
    life_line,
    new_name,
    status_lines,
    wear_line,
)
from ludex.systems.boon.sheet import Armor, Character, Item, Position, Spell
from ludex.systems.boon.state import Clock, Effect, Failure, Gone, Ground, Line, Side, Stage, State, Thing
from ludex.systems.boon.terms import LEFT, ROUND_SECONDS, Status


class Joined(Event[State]):
    character: Character

    def apply(self, state: State) -> State:
        """A newcomer stands last; a known one is exchanged. With somebody new to all a fight that is over is past."""
        came = self.character
        if state.find(came.id) is None:
            own = came.side in state.by_side and not came.player  # BOO-LIV-23
            state = replace(state, standing=(*state.standing, came.id)) if own else state
            state = state if came.secret else past_fight(state)
        return with_side_ranked(replace(state, combatants=with_one(state.combatants, came)), came.id)

    def tell(self, seen: Witness) -> Lines:
        """That she appears, to whom she was not known (BOO-LIV-28, BOO-LIV-46); that she goes by another name."""
        now, had = seen.after.find(self.character.id), seen.before.find(self.character.id)
        if now is not None:
            yield from appearance(now) if had is None or (had.secret and not now.secret) else new_name(had, now)
            if had is not None and not now.veil and had.health != now.health:
                yield life_line(now, had.health - had.damage)


class Removed(Untold[State]):
    id: str

    def apply(self, state: State) -> State:
        """With a person go the effects on it; an NPC that players knew of stays in the table's roster."""
        who = state.find(self.id)
        npc = who is not None and not who.secret and not state.is_player(who)
        left = (Gone(who.called, state.scene, who.status),) if who is not None and npc else ()
        state = past_fight(state) if left else state
        return replace(
            state,
            gone=(*state.gone, *left),
            combatants=tuple(c for c in state.combatants if c.id != self.id),
            objects=tuple(t for t in state.objects if t.id != self.id),
            effects=tuple(e for e in state.effects if e.bearer != self.id),
        )


class SideFormed(Untold[State]):
    side: Side

    def apply(self, state: State) -> State:
        order = state.clock.order
        ranked = (*order, self.side.id) if order and self.side.id not in order else order
        return replace(state, sides=with_one(state.sides, self.side), clock=replace(state.clock, order=ranked))


class ThingPlaced(Untold[State]):
    thing: Thing

    def apply(self, state: State) -> State:
        return replace(state, objects=with_one(state.objects, self.thing))


class ThingDamaged(Event[State]):
    """An object lost durability, and had another one (`was`)."""

    id: str
    durability: int
    was: int | None = None

    def apply(self, state: State) -> State:
        return replace(
            state,
            objects=tuple(replace(t, durability=self.durability) if t.id == self.id else t for t in state.objects),
        )

    def tell(self, seen: Witness) -> Lines:
        thing, left = seen.after.thing(self.id), max(self.durability, 0)
        if thing is not None and self.was is not None:
            moved = change(thing.id, say("told.facts.durability"), left - self.was, now=left)
            yield effect("told.object_left", who=thing.called, what=thing.called, left=left, moved=moved)


class GroundLaid(Untold[State]):
    """The battlefield has these squares of one kind. `apart`: open ones beside those that are a secret."""

    ground: Ground
    apart: bool = False

    def apply(self, state: State) -> State:
        laid = self.ground
        others = tuple(g for g in state.ground if g.kind != laid.kind or (self.apart and g.secret != laid.secret))
        return replace(state, ground=(*others, laid) if laid.cells else others)


class ApSpent(Untold[State]):
    who: str
    ap: int

    def apply(self, state: State) -> State:
        return with_character(state, self.who, lambda c: replace(c, ap=c.ap - self.ap))


class Wounded(Event[State]):
    """Damage reached a body: what stands on the sheet afterwards, what stood there (`was`, `held`), and why it is so much."""

    who: str
    damage: int
    status: Status
    hours: int = 0
    was: int = 0
    held: Status | None = None
    why: Total | None = None

    def apply(self, state: State) -> State:
        """Damage and status; who becomes disabled counts its fate rolls anew."""

        def hurt(c: Character) -> Character:
            disabled = self.status is Status.DISABLED and c.status is not Status.DISABLED
            fates = 0 if disabled else c.fates
            fell = c.fell if self.hours == c.hours else state.time
            return replace(c, damage=self.damage, status=self.status, hours=self.hours, fell=fell, fates=fates)

        return with_character(state, self.who, hurt)

    def tell(self, seen: Witness) -> Lines:
        """What is left of her life, with the reasons of what she lost, and how she is now where that is another thing."""
        yield from body_lines(seen, self.who, self.was, self.damage, self.why)
        yield from status_lines(seen, self.who, self.status, self.held)
        yield from hours_lines(seen, self.who, self.hours)


class Healed(Event[State]):
    """Damage was healed: what stands on the sheet afterwards, and what stood there (`was`, `held`)."""

    who: str
    damage: int
    status: Status
    was: int = 0
    held: Status | None = None

    def apply(self, state: State) -> State:
        """Damage and status; hours are left only to the unconscious."""

        def mended(c: Character) -> Character:
            hours = c.hours if self.status is Status.UNCONSCIOUS else 0
            return replace(c, damage=self.damage, status=self.status, hours=hours)

        return with_side_ranked(with_character(state, self.who, mended), self.who)

    def tell(self, seen: Witness) -> Lines:
        yield from body_lines(seen, self.who, self.was, self.damage, None)
        yield from status_lines(seen, self.who, self.status, self.held)


class Fated(Event[State]):
    who: str
    status: Status
    damage: int
    count: int
    hours: int = 0
    was: int = 0
    held: Status | None = None

    def apply(self, state: State) -> State:
        settled = with_character(
            state,
            self.who,
            lambda c: replace(
                c, status=self.status, damage=self.damage, fates=self.count, hours=self.hours, fell=state.time
            ),
        )
        return with_side_ranked(settled, self.who)

    def tell(self, seen: Witness) -> Lines:
        yield from body_lines(seen, self.who, self.was, self.damage, None)
        yield from status_lines(seen, self.who, self.status, self.held)
        yield from hours_lines(seen, self.who, self.hours)


class ArmorWorn(Event[State]):
    """Somebody's armour has this durability now, and had another one."""

    who: str
    durability: int
    was: int | None = None

    def apply(self, state: State) -> State:
        def worn(c: Character) -> Character:
            return replace(c, armor=replace(c.armor, durability=self.durability)) if c.armor else c

        return with_character(state, self.who, worn)

    def tell(self, seen: Witness) -> Lines:
        owner = seen.after.find(self.who)
        if owner is not None and owner.armor is not None and self.was != self.durability:
            yield wear_line(owner, owner.armor, was=self.was, now=self.durability)


class ItemWorn(Event[State]):
    """An item has this durability now, and had another one."""

    who: str
    item: str
    durability: int
    was: int | None = None

    def apply(self, state: State) -> State:
        return with_item(state, self.who, self.item, lambda i: replace(i, durability=self.durability))

    def tell(self, seen: Witness) -> Lines:
        owner = seen.after.find(self.who)
        item = owner.item(self.item) if owner is not None else None
        if owner is not None and item is not None and self.was != self.durability:
            yield wear_line(owner, item, was=self.was, now=self.durability)


class ItemHandled(Event[State]):
    """An item was shot, thrown, reloaded, taken in hand or used: what is true of it now."""

    who: str
    item: str
    loaded: bool = True
    ammo: int | None = None
    held: bool | None = None
    uses: int | None = None
    lies: Position | None = None
    lit: bool = False
    burns: int = 0

    def apply(self, state: State) -> State:
        facts = {name: getattr(self, name) for name in ("loaded", "ammo", "held", "uses", "lies", "lit", "burns")}
        return with_item(state, self.who, self.item, lambda i: replace(i, **facts))

    def tell(self, seen: Witness) -> Lines:
        """That a thing lies somewhere now (BOO-LIV-35), is lit, or has burnt down (BOO-LIV-31)."""
        owner, had = seen.after.find(self.who), seen.before.find(self.who)
        item, old = owner and owner.item(self.item), had and had.item(self.item)
        if owner is None or not item or not old:
            return
        if self.lies is not None and old.lies is None:
            yield effect("told.lies", who=owner.called, item=item.called, at=f"{self.lies[0]},{self.lies[1]}")
        if self.lit and not old.lit:
            yield effect("told.lit", who=owner.called, item=item.called, yards=item.light)
        if old.lit and not self.lit and self.burns <= 0:
            yield effect("told.burnt_out", who=owner.called, item=item.called)


class Moved(Event[State]):
    """Somebody stands somewhere else; `start`: from where an effect has moved her (BOO-LIV-38)."""

    who: str
    position: Position | None
    start: Position | None = None

    def apply(self, state: State) -> State:
        things = tuple(replace(t, position=self.position) if t.id == self.who else t for t in state.objects)
        return replace(with_character(state, self.who, lambda c: replace(c, position=self.position)), objects=things)

    @rule("BOO-LIV-38")
    def tell(self, seen: Witness) -> Lines:
        """Where effects have moved somebody, who did not go there herself and was not pushed there by the deed."""
        one = seen.after.find(self.who)
        if (
            one is not None
            and one.position is not None
            and self.start
            and self.position
            and self.start != self.position
        ):
            x, y = self.position
            yield effect("told.push_to", who=one.called, x=x, y=y, start=f"{self.start[0]},{self.start[1]}")


class Hid(Event[State]):
    """Somebody is hidden now, or no longer: because it is `lit` there, or those see her (`by`)."""

    who: str
    hidden: bool
    lit: bool = False
    by: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_character(state, self.who, lambda c: replace(c, hidden=self.hidden))

    @rule("BOO-LIV-34")
    def tell(self, seen: Witness) -> Lines:
        """That somebody is hidden, or no longer, and by whom or by what."""
        one = seen.after.find(self.who)
        if one is None:
            return
        if self.hidden:
            yield effect("told.hides", who=one.called)
        elif self.lit:
            yield effect("told.shows_lit", who=one.called)
        else:
            names = [seen.name(foe) for foe in self.by if seen.after.find(foe)]
            yield effect("told.shows_seen" if names else "told.shows", who=one.called, names=names)


class Left(Event[State]):
    who: str
    status: Status

    def apply(self, state: State) -> State:
        return with_character(state, self.who, lambda c: replace(c, status=self.status))

    def tell(self, seen: Witness) -> Lines:
        yield from status_lines(seen, self.who, self.status, None)


class RunSet(Untold[State]):
    """These play themselves from now on, for so many deeds; nobody: the run is over."""

    ids: tuple[str, ...] = ()
    left: int = 0
    standing: tuple[str, ...] | None = None
    by_side: tuple[str, ...] | None = None
    keep: int | None = None
    flee: int | None = None

    def apply(self, state: State) -> State:
        said = {name: getattr(self, name) for name in ("standing", "by_side", "keep", "flee")}
        return replace(
            state, run=self.ids, run_left=self.left, **{name: one for name, one in said.items() if one is not None}
        )


class Failed(Untold[State]):
    failure: Failure

    def apply(self, state: State) -> State:
        """The failure is remembered; who has failed is no draft any more (BOO-LIV-49)."""
        state = with_character(state, self.failure.who, lambda c: replace(c, used=True))
        return replace(state, failures=(*state.failures, self.failure))


class EffectAdded(Event[State]):
    effect: Effect

    def apply(self, state: State) -> State:
        others = tuple(e for e in state.effects if e.id != self.effect.id)
        return replace(state, effects=(*others, self.effect))

    def tell(self, seen: Witness) -> Lines:
        """What somebody bears from now on (BOO-LIV-42)."""
        if any(e.id == self.effect.id for e in seen.after.effects):
            there = self.effect.bearer.startswith("@")
            word = (
                "told.effect_there"
                if there
                else "told.impaired"
                if self.effect.shelf == IMPAIRED
                else "told.add_effect"
            )
            yield effect(word, who=seen.name(self.effect.bearer), effect=name_of(self.effect))


class EffectChanged(Untold[State]):
    effect: Effect

    def apply(self, state: State) -> State:
        return replace(state, effects=tuple(self.effect if e.id == self.effect.id else e for e in state.effects))


class Reacted(Event[State]):
    """Effects acted by themselves, or by their bearer's word: what is to be told of it."""

    lines: tuple[Say, ...]

    def apply(self, state: State) -> State:
        """What effects did stands at the end of the story; only its last lines are kept."""
        first = state.story[-1].n + 1 if state.story else 1
        lines = tuple(Line(first + place, line) for place, line in enumerate(self.lines))
        return replace(state, story=(*state.story, *lines)[-STORY:])

    def tell(self, seen: Witness) -> Lines:
        """What effects did by themselves, or by their bearer's word (BOO-LIV-39)."""
        for said in self.lines:
            who = said.facts.get("who")
            yield effect(said.key, **{**said.facts, **({"who": seen.name(str(who)[1:])} if who else {})})


class EffectsEnded(Event[State]):
    ids: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, effects=tuple(e for e in state.effects if e.id not in self.ids))

    @rule("BOO-LIV-40")
    def tell(self, seen: Witness) -> Lines:
        """What is over: got rid of, used up, spent. What stays behind with an old scene is not over."""
        there = {*(one.id for one in seen.after.combatants), *(thing.id for thing in seen.after.objects)}
        for gone in seen.before.effects:
            if gone.id in self.ids and gone.bearer in there:
                yield effect("told.effect_over", who=seen.name(gone.bearer), effect=name_of(gone))


class CombatBegun(Untold[State]):
    order: tuple[str, ...]
    ambush: bool

    def apply(self, state: State) -> State:
        """The order is fixed, AP are full; an ambush begins with round 0."""
        clock = Clock(order=self.order, round=0 if self.ambush else 1)
        begun = replace(
            state, fights=state.fights + 1, clock=clock, effects=rounds_sooner(state.effects, state.clock.round)
        )
        return replace(begun, combatants=with_full_ap(begun))


class Acted(Untold[State]):
    """The holder took an action: all waiting ends (BOO-RND-13)."""

    who: str
    action: str = ""

    def apply(self, state: State) -> State:
        """Nobody waits any more (BOO-RND-13) but who has passed for the round and has not acted herself (Ruling BOO-E-54)."""
        left = max(state.run_left - 1, 0)
        resting = tuple(w for w in state.clock.resting if w != self.who)
        clock = replace(state.clock, passed=resting, resting=resting, came_from=self.who)
        return replace(state, run_left=left, clock=clock)


class Passed(Untold[State]):
    who: str
    whole: bool = False

    def apply(self, state: State) -> State:
        waiting = tuple(w for w in state.clock.passed if w != self.who)
        resting = tuple(w for w in state.clock.resting if w != self.who) + ((self.who,) if self.whole else ())
        return replace(
            state,
            run_left=max(state.run_left - 1, 0),
            clock=replace(state.clock, passed=(*waiting, self.who), resting=resting, came_from=self.who),
        )


class InitiativeMoved(Event[State]):
    holder: str = ""
    choosing: str = ""
    round_over: bool = False
    combat_over: bool = False
    winner: str = ""
    reason: str = ""

    def apply(self, state: State) -> State:
        return replace(state, clock=replace(state.clock, settled=False, **msgspec.structs.asdict(self)))

    def tell(self, seen: Witness) -> Lines:
        yield from initiative_lines(seen.after)


class RoundEnded(Untold[State]):
    seconds: int

    def apply(self, state: State) -> State:
        clock = replace(state.clock, seconds=state.clock.seconds + self.seconds)
        return replace(state, time=state.time + self.seconds, clock=clock)


class RoundBegun(Untold[State]):
    round: int

    def apply(self, state: State) -> State:
        return replace(
            state,
            combatants=with_full_ap(state),
            clock=replace(state.clock, round=self.round, passed=(), resting=(), round_over=False),
        )


class FightSettled(Untold[State]):
    """A fight is over and done with: AP are full, nobody waits, players' characters who left it are back."""

    def apply(self, state: State) -> State:
        """AP are full, nobody holds or waits; players' characters who fled or surrendered are active again, NPCs who fled are off the map."""

        def back(c: Character) -> Character:
            if c.status not in LEFT:
                return c
            if state.is_player(c):
                return replace(c, status=Status.ACTIVE)
            return replace(c, position=None) if c.status is Status.FLED else c

        people = tuple(replace(back(c), ap=c.ap_max) for c in state.combatants)
        clock = replace(state.clock, holder="", choosing="", passed=(), resting=(), settled=True)
        fought = (*state.battles, fight_in_short(state))
        return replace(state, combatants=people, clock=clock, run=(), run_left=0, battles=fought)


class SceneOpened(Untold[State]):
    """Another scene is played: what belongs to the old one is put away, what was left here is there again."""

    name: str
    old: Stage
    new: Stage

    def apply(self, state: State) -> State:
        """The players' people come along off the map, with what of theirs lay on it; what was left in the new scene is there again."""
        stays = {c.id for c in self.old.combatants}
        along = tuple(off_the_map(c) for c in state.combatants if c.id not in stays)
        kept = tuple(
            e for e in state.effects if e not in self.old.effects and not any(o.unit == "scene" for o in e.lasts)
        )
        old = replace(self.old, effects=rounds_sooner(self.old.effects, state.clock.round), left=state.time)
        scenes = {name: one for name, one in {**state.scenes, state.scene: old}.items() if name != self.name}
        away = state.time // ROUND_SECONDS - self.new.left // ROUND_SECONDS
        return replace(
            state,
            scene=self.name,
            opened=state.opened + 1,
            scenes=scenes,
            combatants=(*along, *self.new.combatants),
            objects=self.new.objects,
            ground=self.new.ground,
            field=self.new.field,
            laid=self.new.laid,
            effects=(*rounds_sooner(kept, state.clock.round), *rounds_sooner(self.new.effects, away)),
            clock=Clock(),
        )


class TimePassed(Untold[State]):
    seconds: int
    rest: bool = False

    def apply(self, state: State) -> State:
        """Time has gone by, for what lasts for rounds too; a fight that is over is past."""
        state = past_fight(state)
        time = state.time + self.seconds
        effects = rounds_sooner(state.effects, time // ROUND_SECONDS - state.time // ROUND_SECONDS)
        return replace(state, time=time, rests=state.rests + self.rest, effects=effects)


class Forgotten(Untold[State]):
    failures: tuple[Failure, ...]

    def apply(self, state: State) -> State:
        return replace(state, failures=tuple(f for f in state.failures if f not in self.failures))


class FieldSized(Untold[State]):
    width: int
    height: int

    def apply(self, state: State) -> State:
        return replace(state, field=(self.width, self.height), laid=True)


class SideDropped(Untold[State]):
    id: str

    def apply(self, state: State) -> State:
        order = tuple(s for s in state.clock.order if s != self.id)
        return replace(
            state, sides=tuple(s for s in state.sides if s.id != self.id), clock=replace(state.clock, order=order)
        )


class ApRefilled(Untold[State]):
    def apply(self, state: State) -> State:
        return replace(state, combatants=with_full_ap(state))


class Equipped(Untold[State]):
    who: str
    items: tuple[Item, ...]
    spells: tuple[Spell, ...]
    armor: Armor | None
    money: int | None = None

    def upon(self, who: Character) -> Character:
        """Somebody with these things; her money stays where nothing is said of it."""
        money = who.money if self.money is None else self.money
        return replace(who, items=self.items, spells=self.spells, armor=self.armor, money=money)

    def apply(self, state: State) -> State:
        return with_character(state, self.who, self.upon)


class Unveiled(Event[State]):
    """Somebody is known to the players now, by this name if it has a new one, or kept from them again."""

    who: str
    secret: bool
    name: str = ""

    def apply(self, state: State) -> State:
        """Known to the players, or a secret again. In a fight it joins with full AP, a new side last (BOO-LIV-46)."""
        late, who = state.clock.running and not self.secret, state.character(self.who)
        shown = replace(who, secret=self.secret, name=self.name or who.name, ap=who.ap_max if late else who.ap)
        return with_side_ranked(with_character(state, who.id, lambda _: shown), who.id)

    def tell(self, seen: Witness) -> Lines:
        """That somebody is here for all to see, and under which name (BOO-LIV-46)."""
        now, had = seen.after.find(self.who), seen.before.find(self.who)
        if now is not None and not self.secret:
            yield from appearance(now) if had is None else ()
            yield from new_name(had, now) if had is not None else ()


happen: Callable[[Event[State]], Awaitable[State]] = asks.happen
"""Make an event true and get the state after it."""
