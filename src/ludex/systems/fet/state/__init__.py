"""The table's state in FET: people, what lies on them for a while, the battle, and what the group has.

Frozen data and lookups: who must declare (FET-TLN-5), how somebody stands (FET-LVL-3). What lasts for a while ends when its
time has passed or its acts are settled, else when it is taken off. Nothing changes here: that is `fold.py`.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.kept import kept_key, known_part
from ludex.core.rule import rule
from ludex.core.visibility import Gm, Private
from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import (
    Buff,
    Burden,
    Extension,
    Ground,
    Item,
    Partner,
    Passing,
    Race,
    Sheet,
    Shield,
    Skill,
    Standing,
    Trait,
    Ward,
    Weapon,
    WrittenModifier,
    level_of,
    wards_by,
)
from ludex.systems.fet.state.battle import (
    Act as Act,
    Barrier as Barrier,
    Battle as Battle,
    Fighter as Fighter,
    Freeze as Freeze,
    Hold as Hold,
    Past as Past,
    Place as Place,
    Scene as Scene,
    Tomb as Tomb,
    Wound as Wound,
)
from ludex.systems.fet.terms import Number, Resource, double_name


class Raised(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the log of levels (FET-LIV-46): from, to, on which day of the campaign and in which session (0: none was open)."""

    before: Number
    after: Number
    day: int = 1
    session: int = 0


class Dealing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A negotiation with an NPC (FET-LIV-56): who spoke, how it was rated, what came of it, on which day."""

    who: str
    rp: Number
    result: str
    day: int = 1


class Built(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that somebody has built and the GM has not taken (FET-LIV-15): it stays in the builder's notes."""

    who: Private
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None

    @property
    def name(self) -> str:
        card = self.skill or self.trait or self.weapon
        return card.name if card else ""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody's player would have and the GM has yet to grant (FET-LIV-3, FET-LIV-44): a level, or a card on the sheet.

    `brought`: the card came along from another table, whose library has it (FET-LIV-49).
    """

    who: Private
    level: Number | None = None
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    brought: bool = False

    @property
    def kind(self) -> str:
        """What sort of thing it is, as the GM's word on it is called."""
        return "level" if self.level is not None else "skill" if self.skill else "trait" if self.trait else "weapon"

    @property
    def card(self) -> Skill | Trait | Weapon | None:
        return self.skill or self.trait or self.weapon


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with a sheet; losses (FET-LVL-3) below 0 are a surplus. `wielded`: the weapon in hand, by name; `hands`: those before
    it, the latest first (FET-LIV-9).

    Scars are losses that nothing restores (FET-TRX-2); action points are the character's own (FET-ACP-3).
    `stage`: `behind` or `hidden` while only the GM knows of it (FET-LIV-40). `draft`: free to its player (FET-LIV-3); `own`: the sheet
    that is one's own while one wears another's (`worn`: whose, FET-TRX-5); `levels`, `dealings`: what the years have brought.
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
    hands: tuple[str, ...] = ()
    stamina_scar: Number = 0
    will_scar: Number = 0
    action_points: Number | None = None
    action_points_max: Number | None = None
    stage: str = ""
    draft: bool = False
    own: Sheet | None = None
    worn: str = ""
    levels: tuple[Raised, ...] = ()
    dealings: tuple[Dealing, ...] = ()

    @property
    def called(self) -> str:
        return self.sheet.name

    @property
    def level(self) -> Number:
        return level_of(self.sheet)

    def lost(self, resource: str) -> Number:
        return self.stamina_lost if resource == Resource.STAMINA else self.will_lost

    def scar(self, resource: str) -> Number:
        return self.stamina_scar if resource == Resource.STAMINA else self.will_scar

    @property
    def burden(self) -> Burden:
        return Burden(self.buffs, self.wards, self.shields, self.passing, self.standing)

    @property
    def nature(self) -> tuple[Ward, ...]:
        return wards_by(self.sheet.traits)


Bearer = Character | Fighter
"""Somebody on whom something can lie for a while: a character, or a fighter without a sheet."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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

    @property
    def called(self) -> str:
        return self.name or self.who


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named timeline: every act on it, in the order of declaration. `decimals`: its own places, else the table's."""

    rows: tuple[Declared, ...] = ()
    decimals: int | None = None


SHELVES = ("skills", "traits", "weapons", "items", "races", "places")
"""What of the table's own the GM may keep to himself."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a FET table keeps. `place`: modifiers on everybody (a swamp); `axis`: the timeline in use.

    `target_by`: `gm` or `secret`, where the GM has set the target; `auto`: who is declared for (`*`: every NPC, FET-LIV-18).
    `veiled`: whose numbers a reader does not know (never stored: only what `redact` leaves has any). `day`: of the campaign; `closed`:
    battles that are over; `builders`: who built which card of the table; `refused`: cards that the GM has not taken; `items`: the table's
    own things; `dark`: nobody sees anybody (FET-TRX-7); `place_name`: where everybody is; `words_due`: whose act in words the GM has yet to settle (FET-LIV-17);
    `wishes`: what waits for the GM's word; `numbers`: how much a reader knows of the veiled (never stored); `kept`: keys of what the GM has built
    and not opened (FET-LIV-15).
    """

    options: Options = Options()
    characters: dict[str, Character] = {}
    target: int | None = None
    partner: Partner | None = None
    timeline: tuple[Declared, ...] = ()
    battle: Battle | None = None
    place: tuple[WrittenModifier, ...] = ()
    skills: dict[str, Skill] = {}
    traits: dict[str, Trait] = {}
    weapons: dict[str, Weapon] = {}
    blocks: Gm[dict[str, Sheet]] = {}
    races: dict[str, Race] = {}
    axes: dict[str, Axis] = {}
    axis: str = ""
    target_by: str = ""
    auto: Gm[tuple[str, ...]] = ()
    veiled: tuple[str, ...] = ()
    day: int = 1
    session: int = 0
    closed: tuple[Battle, ...] = ()
    builders: dict[str, str] = {}
    refused: tuple[Built, ...] = ()
    items: dict[str, Item] = {}
    dark: bool = False
    place_name: str = ""
    places: dict[str, Ground] = {}
    extensions: dict[str, Extension] = {}
    words_due: Gm[tuple[str, ...]] = ()
    wishes: tuple[Wish, ...] = ()
    numbers: str = ""
    kept: tuple[str, ...] = ()

    def fighter(self, who: str) -> Fighter | None:
        return self.battle.find(who) if self.battle else None

    def bearer(self, who: str) -> Bearer | None:
        return self.characters.get(who) or self.fighter(who)

    @property
    def people(self) -> dict[str, Bearer]:
        fighters = {f.id: f for f in self.battle.fighters} if self.battle else {}
        return {**self.characters, **{who: f for who, f in fighters.items() if who not in self.characters}}

    @rule("FET-LIV-15")
    def opened(self, seen: Collection[str] = ()) -> "State":
        """The library without what the GM keeps to himself, but for what was seen elsewhere, by name."""
        if not self.kept:
            return self
        kept = [kept_key(kind, key) for kind in SHELVES for key in self.kept]
        return replace(self, **known_part(self.shelves, kept, seen), kept=())

    @property
    def shelves(self) -> dict[str, Mapping[str, Any]]:
        """What the table has of its own that the GM may keep to himself, kind by kind."""
        return {kind: getattr(self, kind) for kind in SHELVES}

    @property
    def kept_cards(self) -> dict[str, str]:
        return {key: one.name for held in self.shelves.values() for key, one in held.items() if key in self.kept}

    def called(self, who: str) -> str:
        """How somebody is shown: by the sheet's name, else by id (FET-LIV-50)."""
        if (fighter := self.fighter(who)) is not None and fighter.shown:  # FET-LIV-41
            return fighter.shown
        if fighter is not None and fighter.double_of:  # FET-SKX-11
            return double_name(self.called(fighter.double_of))
        return (self.characters[who].called if who in self.characters else "") or who


def check_battle(state: State) -> Battle:
    if state.battle is None:
        raise RuleError("no_combat", clause="FET-TLN-1")
    return state.battle


def check_fighter(battle: Battle, who: str) -> Fighter:
    found = battle.find(who)
    if found is None:
        raise RuleError("unknown_fighter", clause="FET-TLN-1", who=who)  # who is there may be a secret
    return found


def actors(state: State) -> dict[str, str]:
    """Everybody in the battle, then everybody else with a sheet, and how they are called."""
    fighters = state.battle.fighters if state.battle else ()
    return {who: state.called(who) for who in (*(f.id for f in fighters), *state.characters)}


def groups(state: State) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for who, character in state.characters.items():
        if character.side:
            found[character.side] = (*found.get(character.side, ()), who)
    return found


def scope(state: State) -> str:
    """Stays the same until the battle ends; where there is none the session counts."""
    if state.battle is None:
        return ""
    over = state.closed[-1].time if state.closed else 0  # only so many battles are kept
    return f"battle:{len(state.closed)}:{over}"
