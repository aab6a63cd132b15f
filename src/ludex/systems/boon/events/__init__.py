"""What can become true in boon: plain data with enough in it to be folded without rules. How it changes the state is in `fold`."""

import msgspec
from msgspec.structs import replace

from ludex.core.say import Say
from ludex.systems.boon.sheet import Armor, Character, Item, Position, Spell
from ludex.systems.boon.state import Effect, Failure, Ground, Library, Side, Stage, Thing
from ludex.systems.boon.terms import Status


class Joined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="joined"):
    """Somebody is at the table, new or with a changed sheet."""

    character: Character


class Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="removed"):
    """Somebody or something is gone from the table."""

    id: str


class SideFormed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="side_formed"):
    """A side is there, ranked last if a combat is on."""

    side: Side


class ThingPlaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="thing_placed"):
    """An object stands in the scene."""

    thing: Thing


class ThingDamaged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="thing_damaged"):
    """An object lost durability."""

    id: str
    durability: int


class GroundLaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ground_laid"):
    """The battlefield has these squares of one kind. `apart`: open ones beside those that are a secret."""

    ground: Ground
    apart: bool = False


class ApSpent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ap_spent"):
    """An action or a defence was paid."""

    who: str
    ap: int


class Wounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="wounded"):
    """Damage reached a body: what stands on the sheet afterwards."""

    who: str
    damage: int
    status: Status
    hours: int = 0


class Healed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="healed"):
    """Damage was healed: what stands on the sheet afterwards."""

    who: str
    damage: int
    status: Status


class Fated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fated"):
    """A fate roll was made."""

    who: str
    status: Status
    damage: int
    count: int
    hours: int = 0


class ArmorWorn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="armor_worn"):
    """Somebody's armour has this durability now."""

    who: str
    durability: int


class ItemWorn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="item_worn"):
    """An item has this durability now."""

    who: str
    item: str
    durability: int


class ItemHandled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="item_handled"):
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


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="moved"):
    """Somebody stands somewhere else."""

    who: str
    position: Position | None


class Hid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hid"):
    """Somebody is hidden now, or no longer."""

    who: str
    hidden: bool


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="left"):
    """Somebody fled or surrendered."""

    who: str
    status: Status


class RunSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="run_set"):
    """These play themselves from now on, for so many deeds; nobody: the run is over."""

    ids: tuple[str, ...] = ()
    left: int = 0
    standing: tuple[str, ...] | None = None
    by_side: tuple[str, ...] | None = None
    keep: int | None = None
    flee: int | None = None


class Failed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="failed"):
    """A challenge failed and is remembered."""

    failure: Failure


class EffectAdded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_added"):
    """An effect begins; one with its id is replaced."""

    effect: Effect


class EffectChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_changed"):
    """An effect is like this now: fewer uses, a limit drawn on."""

    effect: Effect


class Reacted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reacted"):
    """Effects acted by themselves, or by their bearer's word: what is to be told of it."""

    lines: tuple[Say, ...]


class EffectsEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effects_ended"):
    """Effects ran out or were removed."""

    ids: tuple[str, ...]


class CombatBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="combat_begun"):
    """The sides are ranked; everybody's AP are full."""

    order: tuple[str, ...]
    ambush: bool


class Acted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="acted"):
    """The holder took an action: all waiting ends (BOO-RND-13)."""

    who: str
    action: str = ""


class Passed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="passed"):
    """The holder passed, and waits."""

    who: str


class InitiativeMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="initiative_moved"):
    """The initiative is somewhere else, or the round or the combat is over."""

    holder: str = ""
    choosing: str = ""
    round_over: bool = False
    combat_over: bool = False
    winner: str = ""
    reason: str = ""


class RoundEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="round_ended"):
    """So many seconds have gone by."""

    seconds: int


class RoundBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="round_begun"):
    """A new round: everybody's AP are full, nobody waits."""

    round: int


class FightSettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fight_settled"):
    """A fight is over and done with: AP are full, nobody waits, players' characters who left it are back."""


class SceneOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_opened"):
    """Another scene is played: what belongs to the old one is put away, what was left here is there again."""

    name: str
    old: Stage
    new: Stage


class TimePassed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="time_passed"):
    """So many seconds went by; with `rest` they were a rest."""

    seconds: int
    rest: bool = False


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="forgotten"):
    """Failures that are held against nobody any more."""

    failures: tuple[Failure, ...]


class FieldSized(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="field_sized"):
    """The board has this size."""

    width: int
    height: int


class SideDropped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="side_dropped"):
    """A side without members is gone."""

    id: str


class ApRefilled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ap_refilled"):
    """Outside combat there is time to breathe: everybody's AP are full."""


class Equipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="equipped"):
    """Somebody has these things now."""

    who: str
    items: tuple[Item, ...]
    spells: tuple[Spell, ...]
    armor: Armor | None
    money: int | None = None

    def upon(self, who: Character) -> Character:
        """Somebody with these things; her money stays where nothing is said of it."""
        money = who.money if self.money is None else self.money
        return replace(who, items=self.items, spells=self.spells, armor=self.armor, money=money)


class Unveiled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unveiled"):
    """Somebody is known to the players now, by this name if it has a new one, or kept from them again."""

    who: str
    secret: bool
    name: str = ""


class LibraryGrown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="library_grown"):
    """The table has content of its own."""

    library: Library


Event = (
    Joined
    | Removed
    | SideFormed
    | ThingPlaced
    | ThingDamaged
    | GroundLaid
    | ApSpent
    | Wounded
    | Healed
    | Fated
    | ArmorWorn
    | ItemWorn
    | ItemHandled
    | Moved
    | Hid
    | Left
    | Failed
    | EffectAdded
    | EffectChanged
    | Reacted
    | EffectsEnded
    | CombatBegun
    | Acted
    | Passed
    | InitiativeMoved
    | RoundEnded
    | RoundBegun
    | RunSet
    | ApRefilled
    | FightSettled
    | SceneOpened
    | TimePassed
    | Forgotten
    | FieldSized
    | SideDropped
    | Equipped
    | Unveiled
    | LibraryGrown
)
