"""The table's state in FET: who is there, what the group has, and how a character stands. What changes it is in `events.py`."""

import msgspec

from ludex.systems.fet.fight import Battle
from ludex.systems.fet.lasting import SCOPES, Buff, Burden, Passing, Shield, Standing, Ward
from ludex.systems.fet.options import Options
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.sheet import Sheet, derive, level_of
from ludex.systems.fet.skill import Skill
from ludex.systems.fet.things import Modifier, Race, Trait, Weapon


class Character(msgspec.Struct, frozen=True):
    """Somebody with a sheet. What is lost of stamina and will is kept as losses (FET-LVL-3); below 0 it is a surplus.

    `wielded`: the weapon in hand, by name.
    """

    sheet: Sheet
    stamina_lost: Number = 0
    will_lost: Number = 0
    side: str = ""
    owner: str = ""
    npc: bool = False
    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()
    passing: tuple[Passing, ...] = ()
    standing: tuple[Standing, ...] = ()
    wielded: str = ""

    @property
    def level(self) -> Number:
        """The level; a blank is what the printed sheet has (FET-SHT-4)."""
        return level_of(self.sheet)

    @property
    def burden(self) -> Burden:
        """What lies on the character for a while."""
        return Burden(self.buffs, self.wards, self.shields, self.passing, self.standing)


class Partner(msgspec.Struct, frozen=True):
    """交涉对象: whom the group negotiates with. `intelligence` is a percentage."""

    level: Number
    intelligence: Number


class Declared(msgspec.Struct, frozen=True):
    """One row of the group's chat timeline (FET-CBA-1). `weapon`, `shots`: what was fired with it."""

    who: str
    name: str = ""
    attribute: str = ""
    impact: Number = 0
    start: Number = 0
    wind_up: Number = 0
    end: Number = 0
    act: str | None = None
    weapon: str | msgspec.UnsetType = msgspec.UNSET
    shots: int | msgspec.UnsetType = msgspec.UNSET


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
    races: dict[str, Race] = {}
    axes: dict[str, Axis] = {}
    axis: str = ""


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


class Bearer(msgspec.Struct, frozen=True):
    """Whoever something can lie on for a while: a character, or a fighter without a sheet."""

    who: str
    name: str
    level: Number
    burden: Burden = Burden()
    npc: bool = True
    nature: tuple[Ward, ...] = ()

    @property
    def wards(self) -> tuple[Ward, ...]:
        """All that softens losses or strengthens gains: by nature (traits), and for a while."""
        return (*self.nature, *self.burden.wards)


def bearer(state: State, who: str) -> Bearer | None:
    """Somebody with a sheet or in the battle."""
    character = state.characters.get(who)
    if character is not None:
        name, nature = character.sheet.name or who, resistances(character.sheet)
        return Bearer(who, name, character.level, character.burden, character.npc, nature)
    fighter = state.battle.find(who) if state.battle else None
    return None if fighter is None else Bearer(who, who, fighter.level, fighter.burden)


def resistances(sheet: Sheet) -> tuple[Ward, ...]:
    """What somebody resists by its traits, each under the trait's name."""
    return tuple(
        msgspec.structs.replace(ward, name=ward.name or trait.name) for trait in sheet.traits for ward in trait.wards
    )


def bearers(state: State) -> dict[str, Bearer]:
    """Everybody on whom something can lie."""
    fighters = state.battle.fighters if state.battle else ()
    people = (*state.characters, *(f.id for f in fighters if f.id not in state.characters))
    return {who: found for who in people if (found := bearer(state, who)) is not None}


def buffing(buffs: tuple[Buff, ...], level: Number) -> tuple[Modifier, ...]:
    """What buffs change at a level."""
    return tuple(
        Modifier(name, buff.kind, buff.amount(level)) for buff in buffs for name in SCOPES.get(buff.of, (buff.of,))
    )


def changes_on(state: State, who: str) -> tuple[Modifier, ...]:
    """What changes a character's values beside its traits: the place, and its buffs."""
    character = state.characters[who]
    return (*state.place, *buffing(character.buffs, character.level))


def pools(state: State, who: str) -> Pools:
    """FET-LVL-3: current = maximum - loss, never below 0; a fighter without a sheet has what it has."""
    fighter = state.battle.find(who) if state.battle else None
    if who not in state.characters and fighter is not None:
        return Pools(fighter.stamina, fighter.maximum("stamina"), fighter.will, fighter.maximum("will"))
    character = state.characters[who]
    found = derive(character.sheet, changes_on(state, who))
    return Pools(
        stamina=max(0, tidy(found.stamina_max - character.stamina_lost)),
        stamina_max=found.stamina_max,
        will=max(0, tidy(found.will_max - character.will_lost)),
        will_max=found.will_max,
    )
