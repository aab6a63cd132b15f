"""How events change the state of boon: the only place where it changes.

The fold is total and never refuses: an event about somebody who is not there changes nothing.
"""

import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.fold import by_event, written_in
from ludex.core.rule import rule
from ludex.systems.boon import events as ev
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import Battle, Clock, Effect, Gone, Line, Side, State, Thing, by_rounds
from ludex.systems.boon.terms import LEFT, ROUND_SECONDS, Status

STORY = 60
"""So many lines of what effects did are kept."""

Kept = TypeVar("Kept", bound=Character | Side | Thing)


def _changed(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed."""
    return replace(state, combatants=tuple(change(c) if c.id == who else c for c in state.combatants))


def _with_item(state: State, who: str, item: str, change: Callable[[Item], Item]) -> State:
    """The state with one item of somebody's changed."""
    return _changed(state, who, lambda c: replace(c, items=tuple(change(i) if i.id == item else i for i in c.items)))


def _replaced(many: tuple[Kept, ...], one: Kept) -> tuple[Kept, ...]:
    """The same tuple with the element of that id exchanged, or added at the end."""
    kept = [one if m.id == one.id else m for m in many]
    return tuple(kept if one in kept else [*kept, one])


def joined(state: State, event: ev.Joined) -> State:
    """A newcomer stands last; a known one is exchanged. With somebody new to all a fight that is over is past."""
    came = event.character
    if state.find(came.id) is None:
        own = came.side in state.by_side and not came.player  # BOO-LIV-23
        state = replace(state, standing=(*state.standing, came.id)) if own else state
        state = state if came.secret else _past(state)
    return _ranked(replace(state, combatants=_replaced(state.combatants, came)), came.id)


@rule("BOO-LIV-21")
def _ranked(state: State, who: str) -> State:
    """A side that was passed over is ranked last as soon as one of it can act."""
    clock, came = state.clock, state.find(who)
    if not clock.running or came is None or not came.active or came.secret or came.side in ("", *clock.order):
        return state
    return replace(state, clock=replace(clock, order=(*clock.order, came.side)))


def side_formed(state: State, event: ev.SideFormed) -> State:
    """A new side is ranked last if a combat is on."""
    order = state.clock.order
    ranked = (*order, event.side.id) if order and event.side.id not in order else order
    return replace(state, sides=_replaced(state.sides, event.side), clock=replace(state.clock, order=ranked))


def thing_placed(state: State, event: ev.ThingPlaced) -> State:
    """A known object is exchanged."""
    return replace(state, objects=_replaced(state.objects, event.thing))


def thing_damaged(state: State, event: ev.ThingDamaged) -> State:
    """The object has this durability."""
    return replace(
        state, objects=tuple(replace(t, durability=event.durability) if t.id == event.id else t for t in state.objects)
    )


def ground_laid(state: State, event: ev.GroundLaid) -> State:
    """The squares of one kind are exchanged; none: that kind is gone."""
    laid = event.ground
    others = tuple(g for g in state.ground if g.kind != laid.kind or (event.apart and g.secret != laid.secret))
    return replace(state, ground=(*others, laid) if laid.cells else others)


def ap_spent(state: State, event: ev.ApSpent) -> State:
    """The AP are gone."""
    return _changed(state, event.who, lambda c: replace(c, ap=c.ap - event.ap))


def wounded(state: State, event: ev.Wounded) -> State:
    """Damage and status; who becomes disabled counts its fate rolls anew."""

    def hurt(c: Character) -> Character:
        disabled = event.status is Status.DISABLED and c.status is not Status.DISABLED
        fates = 0 if disabled else c.fates
        fell = c.fell if event.hours == c.hours else state.time
        return replace(c, damage=event.damage, status=event.status, hours=event.hours, fell=fell, fates=fates)

    return _changed(state, event.who, hurt)


def healed(state: State, event: ev.Healed) -> State:
    """Damage and status; hours are left only to the unconscious."""

    def mended(c: Character) -> Character:
        hours = c.hours if event.status is Status.UNCONSCIOUS else 0
        return replace(c, damage=event.damage, status=event.status, hours=hours)

    return _ranked(_changed(state, event.who, mended), event.who)


def fated(state: State, event: ev.Fated) -> State:
    """Status, damage and the count of fate rolls."""
    settled = _changed(
        state,
        event.who,
        lambda c: replace(
            c, status=event.status, damage=event.damage, fates=event.count, hours=event.hours, fell=state.time
        ),
    )
    return _ranked(settled, event.who)


def armor_worn(state: State, event: ev.ArmorWorn) -> State:
    """The armour has this durability."""

    def worn(c: Character) -> Character:
        return replace(c, armor=replace(c.armor, durability=event.durability)) if c.armor else c

    return _changed(state, event.who, worn)


def item_worn(state: State, event: ev.ItemWorn) -> State:
    """The item has this durability."""
    return _with_item(state, event.who, event.item, lambda i: replace(i, durability=event.durability))


def item_handled(state: State, event: ev.ItemHandled) -> State:
    """What is true of the item now."""
    facts = {name: getattr(event, name) for name in ("loaded", "ammo", "held", "uses", "lies", "lit", "burns")}
    return _with_item(state, event.who, event.item, lambda i: replace(i, **facts))


def moved(state: State, event: ev.Moved) -> State:
    """The person or the object stands there."""
    things = tuple(replace(t, position=event.position) if t.id == event.who else t for t in state.objects)
    return replace(_changed(state, event.who, lambda c: replace(c, position=event.position)), objects=things)


def hid(state: State, event: ev.Hid) -> State:
    """Hidden, or no longer."""
    return _changed(state, event.who, lambda c: replace(c, hidden=event.hidden))


def left(state: State, event: ev.Left) -> State:
    """Fled or surrendered."""
    return _changed(state, event.who, lambda c: replace(c, status=event.status))


def failed(state: State, event: ev.Failed) -> State:
    """The failure is remembered; who has failed is no draft any more (BOO-LIV-49)."""
    state = _changed(state, event.failure.who, lambda c: replace(c, used=True))
    return replace(state, failures=(*state.failures, event.failure))


def effect_added(state: State, event: ev.EffectAdded) -> State:
    """The effect is the newest."""
    others = tuple(e for e in state.effects if e.id != event.effect.id)
    return replace(state, effects=(*others, event.effect))


def effect_changed(state: State, event: ev.EffectChanged) -> State:
    """The effect is exchanged in its place."""
    return replace(state, effects=tuple(event.effect if e.id == event.effect.id else e for e in state.effects))


def reacted(state: State, event: ev.Reacted) -> State:
    """What effects did stands at the end of the story; only its last lines are kept."""
    first = state.story[-1].n + 1 if state.story else 1
    lines = tuple(Line(first + place, line) for place, line in enumerate(event.lines))
    return replace(state, story=(*state.story, *lines)[-STORY:])


def effects_ended(state: State, event: ev.EffectsEnded) -> State:
    """The effects are gone."""
    return replace(state, effects=tuple(e for e in state.effects if e.id not in event.ids))


def _refilled(state: State) -> tuple[Character, ...]:
    """Everybody with full AP (BOO-PAP-2)."""
    return tuple(replace(c, ap=c.ap_max, used=c.used or bool(state.clock.order)) for c in state.combatants)


def _sooner(effects: tuple[Effect, ...], rounds: int) -> tuple[Effect, ...]:
    """Effects with so many rounds gone, where they last for rounds: a new count of rounds finds them with what is left."""
    return tuple(
        replace(e, made=e.made - rounds, ends=e.ends - rounds) if e.ends is not None and by_rounds(e) else e
        for e in effects
    )


@rule("BOO-LIV-20")
def _past(state: State) -> State:
    """A state in which nobody is told any more who has won the last fight: play has gone on since."""
    if not state.clock.settled:
        return state
    return replace(state, clock=Clock(), effects=_sooner(state.effects, state.clock.round))


def combat_begun(state: State, event: ev.CombatBegun) -> State:
    """The order is fixed, AP are full; an ambush begins with round 0."""
    clock = Clock(order=event.order, round=0 if event.ambush else 1)
    begun = replace(state, fights=state.fights + 1, clock=clock, effects=_sooner(state.effects, state.clock.round))
    return replace(begun, combatants=_refilled(begun))


def acted(state: State, event: ev.Acted) -> State:
    """Nobody waits any more (BOO-RND-13)."""
    left = max(state.run_left - 1, 0)
    return replace(state, run_left=left, clock=replace(state.clock, passed=(), came_from=event.who))


def passed(state: State, event: ev.Passed) -> State:
    """The passer waits, the last of those who do."""
    waiting = tuple(w for w in state.clock.passed if w != event.who)
    return replace(
        state,
        run_left=max(state.run_left - 1, 0),
        clock=replace(state.clock, passed=(*waiting, event.who), came_from=event.who),
    )


def initiative_moved(state: State, event: ev.InitiativeMoved) -> State:
    """The clock stands as the event says."""
    return replace(state, clock=replace(state.clock, settled=False, **msgspec.structs.asdict(event)))


def round_ended(state: State, event: ev.RoundEnded) -> State:
    """Time has gone by."""
    clock = replace(state.clock, seconds=state.clock.seconds + event.seconds)
    return replace(state, time=state.time + event.seconds, clock=clock)


def round_begun(state: State, event: ev.RoundBegun) -> State:
    """AP are full and nobody waits."""
    return replace(
        state, combatants=_refilled(state), clock=replace(state.clock, round=event.round, passed=(), round_over=False)
    )


def scene_opened(state: State, event: ev.SceneOpened) -> State:
    """The players' people come along off the map, with what of theirs lay on it; what was left in the new scene is there again."""
    stays = {c.id for c in event.old.combatants}
    along = tuple(_off_the_map(c) for c in state.combatants if c.id not in stays)
    kept = tuple(e for e in state.effects if e not in event.old.effects and not any(o.unit == "scene" for o in e.lasts))
    old = replace(event.old, effects=_sooner(event.old.effects, state.clock.round), left=state.time)
    scenes = {name: one for name, one in {**state.scenes, state.scene: old}.items() if name != event.name}
    away = state.time // ROUND_SECONDS - event.new.left // ROUND_SECONDS
    return replace(
        state,
        scene=event.name,
        opened=state.opened + 1,
        scenes=scenes,
        combatants=(*along, *event.new.combatants),
        objects=event.new.objects,
        ground=event.new.ground,
        field=event.new.field,
        laid=event.new.laid,
        effects=(*_sooner(kept, state.clock.round), *_sooner(event.new.effects, away)),
        clock=Clock(),
    )


@rule("BOO-LIV-55")
def _off_the_map(who: Character) -> Character:
    """Somebody who leaves a scene: she and what of hers was thrown or dropped lie on no square of the next one."""
    return replace(who, position=None, hidden=False, items=tuple(replace(i, lies=None) for i in who.items))


def time_passed(state: State, event: ev.TimePassed) -> State:
    """Time has gone by, for what lasts for rounds too; a fight that is over is past."""
    state = _past(state)
    time = state.time + event.seconds
    effects = _sooner(state.effects, time // ROUND_SECONDS - state.time // ROUND_SECONDS)
    return replace(state, time=time, rests=state.rests + event.rest, effects=effects)


def forgotten(state: State, event: ev.Forgotten) -> State:
    """The failures are held against nobody."""
    return replace(state, failures=tuple(f for f in state.failures if f not in event.failures))


def field_sized(state: State, event: ev.FieldSized) -> State:
    """The board has this size."""
    return replace(state, field=(event.width, event.height), laid=True)


def side_dropped(state: State, event: ev.SideDropped) -> State:
    """The side is gone, from the order too."""
    order = tuple(s for s in state.clock.order if s != event.id)
    return replace(
        state, sides=tuple(s for s in state.sides if s.id != event.id), clock=replace(state.clock, order=order)
    )


def ap_refilled(state: State, _event: ev.ApRefilled) -> State:
    """AP are full."""
    return replace(state, combatants=_refilled(state))


def equipped(state: State, event: ev.Equipped) -> State:
    """The things are these, and the money."""
    return _changed(state, event.who, event.upon)


def unveiled(state: State, event: ev.Unveiled) -> State:
    """Known to the players, or a secret again. In a fight it joins with full AP, a new side last (BOO-LIV-46)."""
    late, who = state.clock.running and not event.secret, state.character(event.who)
    shown = replace(who, secret=event.secret, name=event.name or who.name, ap=who.ap_max if late else who.ap)
    return _ranked(_changed(state, who.id, lambda _: shown), who.id)


def library_grown(state: State, event: ev.LibraryGrown) -> State:
    """The table's own content is this."""
    return replace(state, library=event.library)


def run_set(state: State, event: ev.RunSet) -> State:
    """Who plays itself, and for how many deeds."""
    said = {name: getattr(event, name) for name in ("standing", "by_side", "keep", "flee")}
    return replace(
        state, run=event.ids, run_left=event.left, **{name: one for name, one in said.items() if one is not None}
    )


# --- what a table keeps of those who left it and of its fights (BOO-LIV-20, BOO-LIV-58) --------------------------------


def removed(state: State, event: ev.Removed) -> State:
    """With a person go the effects on it; an NPC that players knew of stays in the table's roster."""
    who = state.find(event.id)
    npc = who is not None and not who.secret and not state.is_player(who)
    left = (Gone(who.called, state.scene, who.status),) if who is not None and npc else ()
    state = _past(state) if left else state
    return replace(
        state,
        gone=(*state.gone, *left),
        combatants=tuple(c for c in state.combatants if c.id != event.id),
        objects=tuple(t for t in state.objects if t.id != event.id),
        effects=tuple(e for e in state.effects if e.bearer != event.id),
    )


def fight_settled(state: State, _event: ev.FightSettled) -> State:
    """AP are full, nobody holds or waits; players' characters who fled or surrendered are active again, NPCs who fled are off the map."""

    def back(c: Character) -> Character:
        if c.status not in LEFT:
            return c
        if state.is_player(c):
            return replace(c, status=Status.ACTIVE)
        return replace(c, position=None) if c.status is Status.FLED else c

    people = tuple(replace(back(c), ap=c.ap_max) for c in state.combatants)
    clock = replace(state.clock, holder="", choosing="", passed=(), settled=True)
    fought = (*state.battles, _battle(state))
    return replace(state, combatants=people, clock=clock, run=(), run_left=0, battles=fought)


@rule("BOO-LIV-58")
def _battle(state: State) -> Battle:
    """A fight in short: who fought whom, who won, how long it took, who fell."""
    clock = state.clock
    there = [c for c in state.combatants if c.side in clock.order and not c.secret]
    named = {s.id: s.named for s in state.sides}
    sides = dict.fromkeys(named.get(c.side, c.side) for c in there)
    fallen = tuple(c.called for c in there if c.status not in (Status.ACTIVE, *LEFT))
    return Battle(state.scene, tuple(sides), named.get(clock.winner, clock.winner), clock.round, fallen)


fold: Callable[[State, ev.Event], State] = by_event(*written_in(sys.modules[__name__]))


happen: Callable[[ev.Event], Awaitable[State]] = asks.happen
"""Make an event true and get the state after it."""
