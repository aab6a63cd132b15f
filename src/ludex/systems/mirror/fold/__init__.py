"""How every event changes the state: one function per event, total and pure. What fits nobody and nothing changes nothing.

After each event about a character `settled` brings what follows her numbers "at all times" (bounds, lost parts, statuses)
back in line, so that no rule has to remember it. Nothing here asks, rolls or refuses.
"""

import sys
from collections.abc import Awaitable, Callable

from msgspec.structs import asdict, replace

from ludex.core import asks
from ludex.core.fold import by_event, written_in
from ludex.systems.mirror import events as e
from ludex.systems.mirror.fold import living
from ludex.systems.mirror.fold.changing import changed, on_clock, with_part
from ludex.systems.mirror.sheet import Character, Relation, Wound
from ludex.systems.mirror.state import FRESH, Conflict, Fighter, Opened, State, group_key, settled
from ludex.systems.mirror.terms import Attribute, Mode, Status, Unit

Wounds = tuple[Wound, ...]


def character_joined(state: State, event: e.CharacterJoined) -> State:
    """A newcomer comes last; a known one is exchanged."""
    return replace(state, characters={**state.characters, event.character.id: settled(event.character)})


def left(state: State, event: e.CharacterLeft | e.FighterLeft) -> State:
    """Who leaves the table leaves the conflict too."""
    gone = state.characters.get(event.who)
    if isinstance(event, e.CharacterLeft):
        away = {**state.away, event.who: gone} if gone is not None else state.away
        left_there = {i: c for i, c in state.characters.items() if i != event.who}
        state = replace(state, characters=left_there, away=away)

    def change(conflict: Conflict) -> Conflict:
        return replace(
            conflict,
            fighters=tuple(f for f in conflict.fighters if f.id != event.who),
            acting=tuple(i for i in conflict.acting if i != event.who),
            ended=tuple(i for i in conflict.ended if i != event.who),
            gone=(*conflict.gone, gone.side) if gone is not None and conflict.fighter(event.who) else conflict.gone,
        )

    return on_clock(state, change)


Values = e.StaminaChanged | e.ApChanged | e.Moved | e.Refreshed | e.PersonalityChanged | e.ItemsSet


def values_changed(state: State, event: Values) -> State:
    """The values that the event names are now these."""
    values = {name: getattr(event, name) for name in event.__struct_fields__ if name != "who"}
    return changed(state, event.who, lambda c: replace(c, **values))


def knocked_out(state: State, event: e.KnockedOut) -> State:
    """A cause of unconsciousness counts once."""
    return changed(state, event.who, lambda c: replace(c, out_cold=tuple(dict.fromkeys((*c.out_cold, event.cause)))))


def status_set(state: State, event: e.StatusSet) -> State:
    """A status comes or goes; unconscious, mad, dead and dissolved have places of their own."""

    def change(c: Character) -> Character:
        if event.status == Status.UNCONSCIOUS:
            return replace(c, out_cold=("effect",) if event.on else ())
        if event.status in (Status.MAD, Status.DEAD, Status.DISSOLVED):
            return replace(c, **{event.status: event.on})
        given = tuple(s for s in c.given if s != event.status)
        stealth = (event.level or 1) * event.on if event.status == Status.STEALTH else c.stealth
        return replace(c, given=(*given, event.status) if event.on else given, stealth=stealth)

    return changed(state, event.who, change)


def attribute_changed(state: State, event: e.AttributeChanged) -> State:
    """Changes of an attribute add up beside its value."""
    name, amount = event.attribute, event.amount
    return changed(state, event.who, lambda c: replace(c, shifts={**c.shifts, name: c.shifts.get(name, 0) + amount}))


def trauma_noted(state: State, event: e.TraumaNoted) -> State:
    """Traumas stand in the order in which they were written."""
    return changed(state, event.who, lambda c: replace(c, traumas=(*c.traumas, event.text)))


def relation_changed(state: State, event: e.RelationChanged | e.RelationEnded) -> State:
    """One relation, or one less."""

    def change(c: Character) -> Character:
        if isinstance(event, e.RelationEnded):
            return replace(c, relations={i: r for i, r in c.relations.items() if i != event.other})
        relation = Relation(event.positive, event.negative, event.emotions)
        return replace(c, relations={**c.relations, event.other: relation})

    return changed(state, event.who, change)


def gauge_spent(state: State, event: e.GaugeSpent) -> State:
    """A point less, and in conflict the RA."""

    def change(c: Character) -> Character:
        spent = {**c.spent, event.attribute: c.spent.get(event.attribute, 0) + 1}
        return replace(c, spent=spent, ra_used=c.ra_used or event.reaction)

    return changed(state, event.who, change)


def wound_taken(state: State, event: e.WoundTaken) -> State:
    """A new wound on a part ends the freedom from dying checks; one on temporary life does not (MIR-DYI-5)."""

    def placed(wounds: Wounds) -> Wounds:
        if event.place is None:
            return (*wounds, event.wound)
        return tuple(event.wound if i == event.place else w for i, w in enumerate(wounds))

    def change(c: Character) -> Character:
        return replace(_with_wounds(c, event, placed), exempt=c.exempt and event.temporary)

    return changed(state, event.who, change)


def wound_healed(state: State, event: e.WoundHealed) -> State:
    """A wound at a lower level; one at 0 or less is gone (MIR-WND-1)."""

    def lessened(wounds: Wounds) -> Wounds:
        changed = (replace(w, level=event.level) if i == event.place else w for i, w in enumerate(wounds))
        return tuple(w for w in changed if w.level > 0)

    return changed(state, event.who, lambda c: _with_wounds(c, event, lessened))


def _with_wounds(c: Character, event: e.WoundTaken | e.WoundHealed, change: Callable[[Wounds], Wounds]) -> Character:
    """The wounds of a part changed, or those that its temporary life bears, if it has any."""
    if not event.temporary:
        return with_part(c, event.part, lambda p: replace(p, wounds=change(p.wounds)))
    return with_part(c, event.part, lambda p: replace(p, temp=p.temp and replace(p.temp, wounds=change(p.temp.wounds))))


def part_lost(state: State, event: e.PartLost | e.PartRestored) -> State:
    """A part is lost, or given back."""
    lost = isinstance(event, e.PartLost)
    return changed(state, event.who, lambda c: with_part(c, event.part, lambda p: replace(p, lost=lost)))


def temporary_life_set(state: State, event: e.TemporaryLifeSet) -> State:
    """Temporary life of a part."""
    return changed(state, event.who, lambda c: with_part(c, event.part, lambda p: replace(p, temp=event.life)))


FLAGS = {
    e.Dissolved: ("dissolved", True),
    e.DyingEased: ("exempt", True),
    e.Begun: ("draft", False),
    e.Drafted: ("draft", True),
}
"""What each of these makes of a mark on the sheet."""


def flagged(state: State, event: e.Dissolved | e.DyingEased | e.Begun | e.Drafted) -> State:
    """Dissolved for good, free of dying checks, in play, or a draft."""
    mark, on = FLAGS[type(event)]
    return changed(state, event.who, lambda c: replace(c, **{mark: on}))


def action_used(state: State, event: e.ActionUsed) -> State:
    """The limits and the occurrence that an action took."""

    def change(c: Character) -> Character:
        triggered = c.triggered if event.trigger is None else (*c.triggered, event.trigger)
        minor, reaction = c.minor_used or event.minor, c.ra_used or event.reaction
        return replace(c, minor_used=minor, ra_used=reaction, triggered=triggered)

    return changed(state, event.who, change)


def total_action_set(state: State, event: e.TotalActionSet) -> State:
    """The total action under way."""
    return changed(state, event.who, lambda c: replace(c, total_action=event.action))


def domain_changed(state: State, event: e.DomainChanged) -> State:
    """A domain at level 0 is gone; the first domain stays the first."""

    def change(c: Character) -> Character:
        domains = {d: n for d, n in {**c.domains, event.domain: event.level}.items() if n > 0}
        return replace(c, domains=domains, first_domain=c.first_domain or event.domain)

    return changed(state, event.who, change)


def points_spent(state: State, event: e.PointsSpent) -> State:
    """Points raise the values that are made of them."""

    def change(c: Character) -> Character:
        points = {a.value: (c.points or {}).get(a, 0) + event.points.get(a, 0) for a in Attribute}
        base = c.base and {a: n + event.points.get(a, 0) for a, n in c.base.items()}
        return replace(c, points={a: n for a, n in points.items() if n}, base=base)

    return changed(state, event.who, change)


def ability_learned(state: State, event: e.AbilityLearned) -> State:
    """One ability more."""
    return changed(state, event.who, lambda c: replace(c, abilities=(*c.abilities, event.ability)))


def abilities_lost(state: State, event: e.AbilitiesLost) -> State:
    """Some abilities less."""
    return changed(
        state, event.who, lambda c: replace(c, abilities=tuple(a for a in c.abilities if a.id not in event.ids))
    )


def long_rested(state: State, event: e.LongRested) -> State:
    """Gauges are full."""
    return changed(state, event.who, lambda c: replace(c, spent={}, long_rest_done=True))


def limits_lifted(state: State, event: e.LimitsLifted) -> State:
    """MA and RA are free, and this turn of a total action is not yet paid for."""

    def change(c: Character) -> Character:
        action = c.total_action and replace(c.total_action, paid_now=False)
        return replace(c, minor_used=False, ra_used=False, total_action=action)

    return changed(state, event.who, change)


def time_passed(state: State, event: e.TimePassed) -> State:
    """A segment clears what trauma gave, a unit also the long rest, a scene's end the freedom from dying checks."""

    def pass_by(c: Character) -> Character:
        if event.unit == "scene":
            return replace(c, exempt=False)
        return replace(c, ego_gained=0, long_rest_done=c.long_rest_done and event.unit != "unit")

    people = {i: pass_by(c) for i, c in state.characters.items()}
    scenes = state.scenes + (event.unit == "scene")
    return replace(state, characters=people, time=event.time or state.time, scenes=scenes)


def effect_added(state: State, event: e.EffectAdded) -> State:
    """One effect more."""
    return replace(state, effects=(*state.effects, event.effect))


def effects_counted(state: State, event: e.EffectsCounted) -> State:
    """Some passings less; at 0 an effect is over."""
    passed = (
        replace(x, remaining=x.remaining - event.passings) if x.id in event.ids and x.remaining is not None else x
        for x in state.effects
    )
    return replace(state, effects=tuple(x for x in passed if x.remaining is None or x.remaining > 0))


def effect_extended(state: State, event: e.EffectExtended) -> State:
    """Passings left of an effect."""
    effects = tuple(replace(x, remaining=event.remaining) if x.id == event.id else x for x in state.effects)
    return replace(state, effects=effects)


def effects_ended(state: State, event: e.EffectsEnded) -> State:
    """Some effects less."""
    return replace(state, effects=tuple(x for x in state.effects if x.id not in event.ids))


def conflict_begun(state: State, event: e.ConflictBegun) -> State:
    """AP as given, no Mov, no limits (MIR-APV-1, MIR-MOV-4)."""
    fresh = {
        f.id: replace(c, ap=event.ap.get(f.id, 0), mov=0, minor_used=False, ra_used=False)
        for f in event.fighters
        if (c := state.characters.get(f.id))
    }
    people = {**state.characters, **fresh}
    return replace(
        state, characters=people, conflict=Conflict(event.fighters), mode=Mode.CONFLICT, fights=state.fights + 1
    )


def conflict_ended(state: State, _event: e.ConflictEnded) -> State:
    """Running total actions break, the limits of MA and RA are lifted."""
    ids = tuple(f.id for f in state.conflict.fighters) if state.conflict else ()
    characters = {
        i: replace(c, total_action=None, minor_used=False, ra_used=False) if i in ids else c
        for i, c in state.characters.items()
    }
    due = tuple(i for i in ids if i in characters and not characters[i].gm_played)  # MIR-LIV-23
    return replace(state, characters=characters, conflict=None, mode=Mode.EXPLORATION, favour_due=due, played=())


def fighter_joined(state: State, event: e.FighterJoined) -> State:
    """A late joiner stands last."""
    new = event.fighter
    return on_clock(state, lambda c: replace(c, fighters=(*(f for f in c.fighters if f.id != new.id), new)))


def order_arranged(state: State, event: e.OrderArranged) -> State:
    """The order of those who tie."""
    key = group_key(event.order)
    return on_clock(state, lambda c: replace(c, orders={**c.orders, key: event.order}))


def tick_begun(state: State, event: e.TickBegun) -> State:
    """A tick begins with nobody's turn."""
    return on_clock(
        state, lambda c: replace(c, tick=event.tick, acting=(), ended=(), later={}, moving="", fresh=(), opened=())
    )


def turns_begun(state: State, event: e.TurnsBegun) -> State:
    """Who has her turn on this tick, and what she had before it."""
    people = [state.characters[i] for i in event.acting if i in state.characters]
    fresh = tuple(
        Opened(c.id, c.ap, c.mov, c.ra_used, c.minor_used, c.total_action, _turn_counts(state, c.id)) for c in people
    )
    return on_clock(state, lambda c: replace(c, acting=event.acting, fresh=fresh, stood=c.standing(event.acting)))


def _turn_counts(state: State, who: str) -> dict[str, int]:
    """What is left of the effects that count her turn starts."""
    return {x.id: x.remaining for x in state.effects if (x.unit, x.who) == (Unit.TURN_START, who) and x.remaining}


def turn_delayed(state: State, event: e.TurnDelayed) -> State:
    """A turn that counts as not begun: AP, Mov, limits and counts as before (MIR-LIV-20)."""
    before = next((one for one in state.conflict.fresh if one.id == event.who), None) if state.conflict else None
    if before is not None:
        kept = {name: getattr(before, name) for name in ("ap", "mov", "ra_used", "minor_used", "total_action")}
        state = changed(state, event.who, lambda c: replace(c, **kept))
        counts = before.counts
        effects = (replace(x, remaining=counts[x.id]) if x.id in counts else x for x in state.effects)
        state = replace(state, effects=tuple(effects))
    return on_clock(state, lambda c: replace(c, acting=tuple(i for i in c.acting if i != event.who)))


def movement_used(state: State, event: e.MovementUsed) -> State:
    """The action that she goes on with as long as she does nothing else (MIR-LIV-26)."""
    return on_clock(state, lambda c: replace(c, moving=event.who, moved=tuple(dict.fromkeys((*c.moved, event.who)))))


def initiative_set(state: State, event: e.InitiativeSet) -> State:
    """A place on the clock."""

    def placed(f: Fighter) -> Fighter:
        return replace(f, primary=event.primary, current=event.current, face=event.face) if f.id == event.who else f

    return on_clock(state, lambda c: replace(c, fighters=tuple(map(placed, c.fighters))))


def turn_ended(state: State, event: e.TurnEnded) -> State:
    """A turn is over; its last actions wait for the end of the tick."""
    later = {event.who: event.later} if event.later else {}
    return on_clock(state, lambda c: replace(c, ended=(*c.ended, event.who), later={**c.later, **later}))


def round_begun(state: State, event: e.RoundBegun) -> State:
    """A round begins before its first tick."""
    return on_clock(state, lambda c: replace(c, round=event.round, tick=FRESH, acting=(), ended=(), later={}, moved=()))


def scene_set(state: State, event: e.ModeSet | e.StageSet | e.ThingsLie) -> State:
    """The mode of play, the stage, or what lies about."""
    return replace(state, **asdict(event))


def catalogue_set(state: State, event: e.CatalogueSet) -> State:
    """A record of the table's own content comes, is exchanged (and then stands last) or goes."""
    others = {i: r for i, r in state.catalogue.get(event.kind, {}).items() if i != event.id}
    kind = others if event.record is None else {**others, event.id: event.record}
    return replace(state, catalogue={**state.catalogue, event.kind: kind})


by_kind = by_event(*written_in(sys.modules[__name__], living))

ACTS = (e.ApChanged, e.ActionUsed, e.GaugeSpent, e.TotalActionSet, e.Moved)
"""What one does in a turn: after any of them it has begun (MIR-LIV-20)."""


def fold(state: State, event: e.Event) -> State:
    """The state after an event."""
    state = living.in_play(by_kind(state, event), event)
    if state.conflict is None or not isinstance(event, ACTS):
        return state
    conflict, goes_on = state.conflict, isinstance(event, e.Moved) or state.conflict.moving != event.who
    fresh = tuple(one for one in conflict.fresh if one.id != event.who)
    return replace(state, conflict=replace(conflict, fresh=fresh, moving=conflict.moving if goes_on else ""))


happen: Callable[[e.Event], Awaitable[State]] = asks.happen
"""Make an event true and get the state after it."""
