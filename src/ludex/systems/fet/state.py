"""The table's state in FET, its events and the fold: the only place where state changes. No rule is decided here."""

from typing import cast

import msgspec

from ludex.core import asks
from ludex.systems.fet.fight import Battle, Fighter, Past
from ludex.systems.fet.lasting import SCOPES, Buff, Burden, Shield, Ward
from ludex.systems.fet.options import Options
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.sheet import Modifier, Sheet, Trait, Weapon, derivable, derive, level_of
from ludex.systems.fet.skill import Skill
from ludex.systems.fet.terms import Resource

HISTORY = 60
"""How many past acts a battle remembers for its timeline."""


class Character(msgspec.Struct, frozen=True):
    """Somebody with a sheet. What is lost of stamina and will is kept as losses (FET-LVL-3); below 0 it is a surplus."""

    sheet: Sheet
    stamina_lost: Number = 0
    will_lost: Number = 0
    side: str = ""
    owner: str = ""
    npc: bool = False
    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()

    @property
    def level(self) -> Number:
        """The level; a blank is what the printed sheet has (FET-SHT-4)."""
        return level_of(self.sheet)

    @property
    def burden(self) -> Burden:
        """What lies on the character for a while."""
        return Burden(self.buffs, self.wards, self.shields)


class Partner(msgspec.Struct, frozen=True):
    """交涉对象: whom the group negotiates with. `intelligence` is a percentage."""

    level: Number
    intelligence: Number


class Declared(msgspec.Struct, frozen=True):
    """One row of the group's chat timeline (FET-CBA-1)."""

    who: str
    name: str = ""
    attribute: str = ""
    impact: Number = 0
    start: Number = 0
    wind_up: Number = 0
    end: Number = 0
    act: str | None = None


class Axis(msgspec.Struct, frozen=True):
    """A named timeline: every act on it, in the order of declaration. `decimals`: its own places, else the table's."""

    rows: tuple[Declared, ...] = ()
    decimals: int | None = None


class State(msgspec.Struct, frozen=True):
    """Everything that a FET table keeps. `place`: modifiers on everybody (a swamp); `axis`: the timeline in use."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    target: int | None = None
    partner: Partner | None = None
    timeline: tuple[Declared, ...] = ()
    battle: Battle | None = None
    place: tuple[Modifier, ...] = ()
    skills: dict[str, Skill] = {}
    traits: dict[str, Trait] = {}
    weapons: dict[str, Weapon] = {}
    blocks: dict[str, Sheet] = {}
    axes: dict[str, Axis] = {}
    axis: str = ""


# Events


class SheetWritten(msgspec.Struct, frozen=True, tag="sheet_written"):
    """A character's sheet is now this."""

    who: str
    sheet: Sheet
    npc: bool | None = None
    side: str | None = None
    owner: str | None = None


class CharacterRemoved(msgspec.Struct, frozen=True, tag="character_removed"):
    """A character is gone from the table."""

    who: str


class LossesKept(msgspec.Struct, frozen=True, tag="losses_kept"):
    """What a character now lacks of stamina and will."""

    who: str
    stamina: Number
    will: Number


class BurdenKept(msgspec.Struct, frozen=True, tag="burden_kept"):
    """What now lies on a character for a while: buffs, reductions, shields."""

    who: str
    burden: Burden


class AxisKept(msgspec.Struct, frozen=True, tag="axis_kept"):
    """A named timeline is now this; gone where there is none."""

    name: str
    axis: Axis | None = None


class AxisPicked(msgspec.Struct, frozen=True, tag="axis_picked"):
    """Which named timeline is in use; empty: none."""

    name: str


class TargetSet(msgspec.Struct, frozen=True, tag="target_set"):
    """The group's target value."""

    target: int | None


class PartnerSet(msgspec.Struct, frozen=True, tag="partner_set"):
    """Whom the group negotiates with."""

    partner: Partner | None


class TimelineKept(msgspec.Struct, frozen=True, tag="timeline_kept"):
    """The group's chat timeline."""

    rows: tuple[Declared, ...]


class PlaceChanged(msgspec.Struct, frozen=True, tag="place_changed"):
    """What the place does to everybody's values."""

    modifiers: tuple[Modifier, ...]


class ContentAdded(msgspec.Struct, frozen=True, tag="content_added"):
    """The table has a skill, trait, weapon or stat block of its own."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    block: Sheet | None = None


class CombatStarted(msgspec.Struct, frozen=True, tag="combat_started"):
    """A battle begins."""

    battle: Battle


class ActDeclared(msgspec.Struct, frozen=True, tag="act_declared"):
    """A fighter has begun an act (it is in the fighter, with the magazines as they are now)."""

    fighter: Fighter
    openings: dict[str, Number]
    passive_start: Number | None


class ActCancelled(msgspec.Struct, frozen=True, tag="act_cancelled"):
    """A fighter has dropped its act."""

    fighter: Fighter
    past: Past


class FightersChanged(msgspec.Struct, frozen=True, tag="fighters_changed"):
    """Time has come to `time`; these fighters are now so; these acts are over."""

    time: Number
    fighters: tuple[Fighter, ...]
    past: tuple[Past, ...] = ()
    passive_start: Number | None = None


class FighterJoined(msgspec.Struct, frozen=True, tag="fighter_joined"):
    """A fighter has come into the battle."""

    fighter: Fighter


class FighterLeft(msgspec.Struct, frozen=True, tag="fighter_left"):
    """A fighter is out of the battle."""

    who: str
    passive_start: Number | None = None


class CombatEnded(msgspec.Struct, frozen=True, tag="combat_ended"):
    """The battle is over; these are the fighters as they leave it."""

    fighters: tuple[Fighter, ...]


Event = (
    SheetWritten
    | CharacterRemoved
    | LossesKept
    | BurdenKept
    | AxisKept
    | AxisPicked
    | TargetSet
    | PartnerSet
    | TimelineKept
    | PlaceChanged
    | ContentAdded
    | CombatStarted
    | ActDeclared
    | ActCancelled
    | FightersChanged
    | FighterJoined
    | FighterLeft
    | CombatEnded
)


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    replace = msgspec.structs.replace
    match event:
        case SheetWritten():
            return _written(state, event)
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
            return replace(_kept(state, fighters), battle=None)
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
    found = state.characters.get(event.who)
    if found is None:
        return state
    lies = event.burden
    new = msgspec.structs.replace(found, buffs=lies.buffs, wards=lies.wards, shields=lies.shields)
    return msgspec.structs.replace(state, characters={**state.characters, event.who: new})


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
    fighter = state.battle.find(event.who) if state.battle else None
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
        if found is None or not derivable(found.sheet):
            continue
        characters[fighter.id] = msgspec.structs.replace(
            found,
            stamina_lost=tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina),
            will_lost=tidy(fighter.maximum(Resource.WILL) - fighter.will),
        )
    return msgspec.structs.replace(state, characters=characters)


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
    return state


class Pools(msgspec.Struct, frozen=True):
    """A character's resources as they stand."""

    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number

    @property
    def dead(self) -> bool:
        """FET-DTH-1."""
        return self.stamina <= 0 or self.will <= 0


def changes_on(state: State, who: str) -> tuple[Modifier, ...]:
    """What changes a character's values beside its traits: the place, and its buffs."""
    character = state.characters[who]
    return (
        *state.place,
        *(
            Modifier(name, buff.kind, buff.amount(character.level))
            for buff in character.buffs
            for name in SCOPES.get(buff.of, (buff.of,))
        ),
    )


def pools(state: State, who: str) -> Pools:
    """FET-LVL-3: current = maximum - loss, never below 0."""
    character = state.characters[who]
    found = derive(character.sheet, changes_on(state, who))
    return Pools(
        stamina=max(0, tidy(found.stamina_max - character.stamina_lost)),
        stamina_max=found.stamina_max,
        will=max(0, tidy(found.will_max - character.will_lost)),
        will_max=found.will_max,
    )


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))
