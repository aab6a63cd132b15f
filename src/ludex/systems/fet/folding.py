"""The fold: the state after an event, and the only place where state changes. No rule is decided here."""

import msgspec

from ludex.systems.fet.events import (
    ActCancelled,
    ActDeclared,
    AxisKept,
    AxisPicked,
    BurdenKept,
    CharacterRemoved,
    CombatEnded,
    CombatStarted,
    ContentAdded,
    Event,
    FighterJoined,
    FighterLeft,
    FightersChanged,
    LossesKept,
    PartnerSet,
    PlaceChanged,
    SheetWritten,
    TargetSet,
    TimelineKept,
    WeaponWielded,
)
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import Battle, Character, Fighter, State
from ludex.systems.fet.terms import Number, Resource, tidy

HISTORY = 60
"""How many past acts a battle remembers for its timeline."""


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    replace = msgspec.structs.replace
    match event:
        case SheetWritten():
            return _written(state, event)
        case WeaponWielded(who=who, weapon=weapon) if who in state.characters:
            new = replace(state.characters[who], wielded=weapon)
            return replace(state, characters={**state.characters, who: new})
        case CharacterRemoved(who=who):
            return replace(state, characters={k: v for k, v in state.characters.items() if k != who})
        case LossesKept():
            return _losses(state, event)
        case BurdenKept():
            return _burdened(state, event)
        case AxisKept():
            return _axis(state, event)
        case AxisPicked(name=name):
            return replace(state, axis=name)
        case TargetSet(target=target):
            return replace(state, target=target)
        case PartnerSet(partner=partner):
            return replace(state, partner=partner)
        case TimelineKept(rows=rows):
            return replace(state, timeline=rows)
        case PlaceChanged(modifiers=modifiers):
            return replace(state, place=modifiers)
        case ContentAdded():
            return _added(state, event)
        case _:
            return _fought(state, event)


def _fought(state: State, event: Event) -> State:
    """The state after something happened in the battle; fighters with a sheet keep their losses on it."""
    replace = msgspec.structs.replace
    if isinstance(event, CombatStarted):
        return replace(state, battle=event.battle)
    battle = state.battle
    if battle is None:
        return state
    match event:
        case ActDeclared(fighter=fighter):
            after = replace(
                _with(battle, (fighter,)), openings=event.openings, passive_start=_start(battle, event.passive_start)
            )
        case ActCancelled(fighter=fighter, past=past):
            after = replace(_with(battle, (fighter,)), past=(*battle.past, past)[-HISTORY:])
        case FightersChanged(time=time, fighters=fighters, past=past):
            after = replace(
                _with(battle, fighters),
                time=time,
                past=(*battle.past, *past)[-HISTORY:],
                passive_start=_start(battle, event.passive_start),
            )
        case FighterJoined(fighter=fighter):
            after = replace(battle, fighters=(*battle.fighters, fighter))
        case FighterLeft(who=who):
            after = replace(
                battle,
                fighters=tuple(f for f in battle.fighters if f.id != who),
                passive_start=_start(battle, event.passive_start),
            )
        case CombatEnded(fighters=fighters):
            return replace(_unloaded(_kept(state, fighters), fighters), battle=None)
        case _:
            return state
    return _kept(replace(state, battle=after), after.fighters)


def _start(battle: Battle, found: Number | None) -> Number | None:
    """When the passive side starts is fixed once."""
    return found if battle.passive_start is None else battle.passive_start


def _with(battle: Battle, changed: tuple[Fighter, ...]) -> Battle:
    now = {f.id: f for f in changed}
    return msgspec.structs.replace(battle, fighters=tuple(now.get(f.id, f) for f in battle.fighters))


def _written(state: State, event: SheetWritten) -> State:
    old = state.characters.get(event.who) or Character(event.sheet)
    new = msgspec.structs.replace(
        old,
        sheet=event.sheet,
        npc=old.npc if event.npc is None else event.npc,
        side=old.side if event.side is None else event.side,
        owner=old.owner if event.owner is None else event.owner,
    )
    return msgspec.structs.replace(state, characters={**state.characters, event.who: new})


def _burdened(state: State, event: BurdenKept) -> State:
    """What lies on a character is its own; on somebody without a sheet, the fighter's."""
    replace = msgspec.structs.replace
    found = state.characters.get(event.who)
    if found is not None:
        new = replace(found, **msgspec.structs.asdict(event.burden))
        return replace(state, characters={**state.characters, event.who: new})
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=_with(state.battle, (replace(fighter, burden=event.burden),)))


def _axis(state: State, event: AxisKept) -> State:
    axes = {name: axis for name, axis in state.axes.items() if name != event.name or event.axis is not None}
    if event.axis is not None:
        axes[event.name] = event.axis
    return msgspec.structs.replace(state, axes=axes, axis=state.axis if state.axis in axes else "")


def _losses(state: State, event: LossesKept) -> State:
    """Losses are the character's, and its fighter's too."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    new = msgspec.structs.replace(found, stamina_lost=event.stamina, will_lost=event.will)
    state = msgspec.structs.replace(state, characters={**state.characters, event.who: new})
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    fighter = msgspec.structs.replace(
        fighter,
        stamina=max(0, tidy(fighter.maximum(Resource.STAMINA) - event.stamina)),
        will=max(0, tidy(fighter.maximum(Resource.WILL) - event.will)),
    )
    return msgspec.structs.replace(state, battle=_with(state.battle, (fighter,)))


def _kept(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Carry what fighters have lost over to their characters."""
    characters = dict(state.characters)
    for fighter in fighters:
        found = characters.get(fighter.id)
        if found is None or hindrance(found.sheet):
            continue
        characters[fighter.id] = msgspec.structs.replace(
            found,
            stamina_lost=tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina),
            will_lost=tidy(fighter.maximum(Resource.WILL) - fighter.will),
        )
    return msgspec.structs.replace(state, characters=characters)


def _unloaded(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Magazines are as the battle has left them (FET-WEP-2)."""
    replace = msgspec.structs.replace
    characters = dict(state.characters)
    for fighter in (f for f in fighters if f.id in characters):
        sheet = characters[fighter.id].sheet
        arms = tuple(
            replace(w, loaded=fighter.weapons[w.name].loaded) if w.magazine and w.name in fighter.weapons else w
            for w in sheet.weapons
        )
        characters[fighter.id] = replace(characters[fighter.id], sheet=replace(sheet, weapons=arms))
    return replace(state, characters=characters)


def _added(state: State, event: ContentAdded) -> State:
    replace = msgspec.structs.replace
    if event.skill is not None:
        state = replace(state, skills={**state.skills, event.key: event.skill})
    if event.trait is not None:
        state = replace(state, traits={**state.traits, event.key: event.trait})
    if event.weapon is not None:
        state = replace(state, weapons={**state.weapons, event.key: event.weapon})
    if event.block is not None:
        state = replace(state, blocks={**state.blocks, event.key: event.block})
    if event.race is not None:
        state = replace(state, races={**state.races, event.key: event.race})
    return state
