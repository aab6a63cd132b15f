"""The table's state in boon, the events that change it, and the fold.

State changes here and nowhere else. An event says what happened with enough in it to be folded without rules; the fold is total and
never refuses: an event about somebody who is not there changes nothing.
"""

from functools import singledispatch
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.errors import RuleError
from ludex.systems.boon.options import Options
from ludex.systems.boon.sheet import Armor, Character, ClassPack, Item, Number, Position, Spell, Stunt
from ludex.systems.boon.terms import Status


class Side(msgspec.Struct, frozen=True):
    """A party in the fight (阵营). `bonus` is stated only where no leader's sheet is asked."""

    id: str
    player: bool = False
    leader: str = ""
    bonus: int | None = None
    modifiers: tuple[int, ...] = ()
    boons: int = 0
    banes: int = 0
    name: str = ""


class Thing(msgspec.Struct, frozen=True):
    """An unattended object (BOO-POB-1). Without `durability` it cannot be destroyed."""

    id: str = "?"
    durability: int | None = None
    name: str = ""
    position: Position | None = None
    object: bool = True

    @property
    def destroyed(self) -> bool:
        """Whether nothing of it is left."""
        return self.durability == 0


class Effect(msgspec.Struct, frozen=True):
    """Something that lasts on somebody (BOO-PEF-1). Without `rounds` it lasts until it is removed."""

    id: str
    target: str
    creator: str = ""
    made: int = 0
    rounds: int | None = None
    damage: int | None = None
    dice: int | None = None
    die: int | None = None
    heal: int | str | None = None
    boons: int = 0
    banes: int = 0
    name: str = ""

    @property
    def settles(self) -> bool:
        """Whether there is something to settle at the end of a round (BOO-EOR-1)."""
        return any(what is not None for what in (self.damage, self.die, self.heal))

    @property
    def last_round(self) -> int | None:
        """The round at whose end it ends (BOO-EOR-3)."""
        return None if self.rounds is None else self.made + self.rounds


class Failure(msgspec.Struct, frozen=True):
    """A failed challenge that is remembered (BOO-CHL-11)."""

    who: str
    task: str = ""
    conditions: tuple[str, ...] = ()


class Clock(msgspec.Struct, frozen=True):
    """Where the combat stands: at most one of `holder`, `choosing`, `round_over`, `combat_over` is set. No `order`: no combat yet."""

    order: tuple[str, ...] = ()
    round: int = 0
    holder: str = ""
    choosing: str = ""
    round_over: bool = False
    combat_over: bool = False
    winner: str = ""
    passed: tuple[str, ...] = ()
    seconds: int = 0
    came_from: str = ""

    @property
    def running(self) -> bool:
        """Whether a combat has begun and is not over."""
        return bool(self.order) and not self.combat_over

    @property
    def surprise(self) -> bool:
        """Whether this is the surprise round (BOO-RND-4)."""
        return bool(self.order) and self.round == 0


class Terrained(msgspec.Struct, frozen=True):
    """Squares of one kind on the battlefield: difficult ground, walls, fog."""

    kind: str
    cells: tuple[Position, ...] = ()


class Library(msgspec.Struct, frozen=True):
    """Content of this table's own, beside what ships."""

    items: tuple[Item, ...] = ()
    armors: dict[str, Armor] = {}
    spells: tuple[Spell, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    classes: tuple[ClassPack, ...] = ()
    creatures: dict[str, dict[str, Any]] = {}


class State(msgspec.Struct, frozen=True):
    """Everything that boon keeps about a table."""

    options: Options = Options()
    sides: tuple[Side, ...] = ()
    combatants: tuple[Character, ...] = ()
    objects: tuple[Thing, ...] = ()
    effects: tuple[Effect, ...] = ()
    failures: tuple[Failure, ...] = ()
    clock: Clock = Clock()
    library: Library = Library()
    ground: tuple[Terrained, ...] = ()
    field: Position = (12, 8)

    def find(self, who: str) -> Character | None:
        """That character, if it is there."""
        return next((c for c in self.combatants if c.id == who), None)

    def character(self, who: str) -> Character:
        """That character, or a refusal."""
        if (found := self.find(who)) is None:
            raise RuleError("unknown_id", id=who, ids=[c.id for c in self.combatants])
        return found

    def thing(self, what: str) -> Thing | None:
        """That object, if it is there."""
        return next((t for t in self.objects if t.id == what), None)

    def target(self, what: str) -> Character | Thing:
        """Whoever or whatever has that id."""
        return self.thing(what) or self.character(what)

    def side(self, side: str) -> Side | None:
        """That side, if it is there."""
        return next((s for s in self.sides if s.id == side), None)

    def is_player(self, character: Character) -> bool:
        """Whether it is a player's character: by its own record or by its side."""
        side = self.side(character.side)
        return character.player or (side is not None and side.player)

    def members(self, side: str) -> tuple[Character, ...]:
        """Who belongs to a side, in the order of the combatant list."""
        return tuple(c for c in self.combatants if c.side == side)

    def upon(self, who: str) -> tuple[Effect, ...]:
        """The effects on somebody, in the order of creation."""
        return tuple(e for e in self.effects if e.target == who)


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """Somebody is at the table, new or with a changed sheet."""

    character: Character


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """Somebody or something is gone from the table."""

    id: str


class SideFormed(msgspec.Struct, frozen=True, tag="side_formed"):
    """A side is there, ranked last if a combat is on."""

    side: Side


class ThingPlaced(msgspec.Struct, frozen=True, tag="thing_placed"):
    """An object stands in the scene."""

    thing: Thing


class ThingDamaged(msgspec.Struct, frozen=True, tag="thing_damaged"):
    """An object lost durability."""

    id: str
    durability: int


class GroundLaid(msgspec.Struct, frozen=True, tag="ground_laid"):
    """The battlefield has these squares of one kind."""

    ground: Terrained


class ApSpent(msgspec.Struct, frozen=True, tag="ap_spent"):
    """An action or a defence was paid."""

    who: str
    ap: int


class Wounded(msgspec.Struct, frozen=True, tag="wounded"):
    """Damage reached a body: what stands on the sheet afterwards."""

    who: str
    damage: int
    status: Status
    hours: int = 0


class Healed(msgspec.Struct, frozen=True, tag="healed"):
    """Damage was healed: what stands on the sheet afterwards."""

    who: str
    damage: int
    status: Status


class Fated(msgspec.Struct, frozen=True, tag="fated"):
    """A fate roll was made."""

    who: str
    status: Status
    damage: int
    count: int
    hours: int = 0


class ArmorWorn(msgspec.Struct, frozen=True, tag="armor_worn"):
    """Somebody's armour has this durability now."""

    who: str
    durability: int


class ItemWorn(msgspec.Struct, frozen=True, tag="item_worn"):
    """An item has this durability now."""

    who: str
    item: str
    durability: int


class ItemHandled(msgspec.Struct, frozen=True, tag="item_handled"):
    """An item was shot, thrown, reloaded, taken in hand or used: what is true of it now."""

    who: str
    item: str
    loaded: bool = True
    ammo: int | None = None
    held: bool | None = None
    uses: int | None = None


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """Somebody stands somewhere else."""

    who: str
    position: Position | None


class Hid(msgspec.Struct, frozen=True, tag="hid"):
    """Somebody is hidden now, or no longer."""

    who: str
    hidden: bool


class Left(msgspec.Struct, frozen=True, tag="left"):
    """Somebody fled or surrendered."""

    who: str
    status: Status


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A challenge failed and is remembered."""

    failure: Failure


class EffectAdded(msgspec.Struct, frozen=True, tag="effect_added"):
    """An effect begins; one with its id is replaced."""

    effect: Effect


class EffectsEnded(msgspec.Struct, frozen=True, tag="effects_ended"):
    """Effects ran out or were removed."""

    ids: tuple[str, ...]


class CombatBegun(msgspec.Struct, frozen=True, tag="combat_begun"):
    """The sides are ranked; everybody's AP are full."""

    order: tuple[str, ...]
    ambush: bool


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """The holder took an action: all waiting ends (BOO-RND-13)."""

    who: str
    action: str = ""


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """The holder passed, and waits."""

    who: str


class InitiativeMoved(msgspec.Struct, frozen=True, tag="initiative_moved"):
    """The initiative is somewhere else, or the round or the combat is over."""

    holder: str = ""
    choosing: str = ""
    round_over: bool = False
    combat_over: bool = False
    winner: str = ""


class RoundEnded(msgspec.Struct, frozen=True, tag="round_ended"):
    """So many seconds have gone by."""

    seconds: Number


class RoundBegun(msgspec.Struct, frozen=True, tag="round_begun"):
    """A new round: everybody's AP are full, nobody waits."""

    round: int


class LibraryGrown(msgspec.Struct, frozen=True, tag="library_grown"):
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
    | EffectsEnded
    | CombatBegun
    | Acted
    | Passed
    | InitiativeMoved
    | RoundEnded
    | RoundBegun
    | LibraryGrown
)


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    return _fold(event, state)


@singledispatch
def _fold(event: Event, state: State) -> State:
    raise TypeError(f"not an event of boon: {event!r}")


def _changed(state: State, who: str, **values: Any) -> State:
    """The state with some values of one character changed."""
    return replace(state, combatants=tuple(replace(c, **values) if c.id == who else c for c in state.combatants))


def _with_item(state: State, who: str, item: str, **values: Any) -> State:
    """The state with some values of one item changed."""
    holder = state.find(who)
    if holder is None:
        return state
    return _changed(state, who, items=tuple(replace(i, **values) if i.id == item else i for i in holder.items))


def _replaced(many: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """The same tuple with the element of that id exchanged, or added at the end."""
    if any(m.id == one.id for m in many):
        return tuple(one if m.id == one.id else m for m in many)
    return (*many, one)


@_fold.register
def _joined(event: Joined, state: State) -> State:
    return replace(state, combatants=_replaced(state.combatants, event.character))


@_fold.register
def _removed(event: Removed, state: State) -> State:
    return replace(
        state,
        combatants=tuple(c for c in state.combatants if c.id != event.id),
        objects=tuple(t for t in state.objects if t.id != event.id),
        effects=tuple(e for e in state.effects if e.target != event.id),
    )


@_fold.register
def _side_formed(event: SideFormed, state: State) -> State:
    order = state.clock.order
    ranked = (*order, event.side.id) if order and event.side.id not in order else order
    return replace(state, sides=_replaced(state.sides, event.side), clock=replace(state.clock, order=ranked))


@_fold.register
def _thing_placed(event: ThingPlaced, state: State) -> State:
    return replace(state, objects=_replaced(state.objects, event.thing))


@_fold.register
def _thing_damaged(event: ThingDamaged, state: State) -> State:
    return replace(
        state,
        objects=tuple(replace(t, durability=event.durability) if t.id == event.id else t for t in state.objects),
    )


@_fold.register
def _ground_laid(event: GroundLaid, state: State) -> State:
    others = tuple(g for g in state.ground if g.kind != event.ground.kind)
    return replace(state, ground=(*others, event.ground) if event.ground.cells else others)


@_fold.register
def _ap_spent(event: ApSpent, state: State) -> State:
    spender = state.find(event.who)
    return _changed(state, event.who, ap=spender.ap - event.ap) if spender else state


@_fold.register
def _wounded(event: Wounded, state: State) -> State:
    before = state.find(event.who)
    disabled = before is not None and event.status is Status.DISABLED and before.status is not Status.DISABLED
    fates = 0 if disabled or before is None else before.fates
    return _changed(state, event.who, damage=event.damage, status=event.status, hours=event.hours, fates=fates)


@_fold.register
def _healed(event: Healed, state: State) -> State:
    healed = state.find(event.who)
    asleep = healed is not None and event.status is Status.UNCONSCIOUS
    hours = healed.hours if healed and asleep else 0
    return _changed(state, event.who, damage=event.damage, status=event.status, hours=hours)


@_fold.register
def _fated(event: Fated, state: State) -> State:
    return _changed(state, event.who, status=event.status, damage=event.damage, fates=event.count, hours=event.hours)


@_fold.register
def _armor_worn(event: ArmorWorn, state: State) -> State:
    wearer = state.find(event.who)
    if wearer is None or wearer.armor is None:
        return state
    return _changed(state, event.who, armor=replace(wearer.armor, durability=event.durability))


@_fold.register
def _item_worn(event: ItemWorn, state: State) -> State:
    return _with_item(state, event.who, event.item, durability=event.durability)


@_fold.register
def _item_handled(event: ItemHandled, state: State) -> State:
    return _with_item(
        state, event.who, event.item, loaded=event.loaded, ammo=event.ammo, held=event.held, uses=event.uses
    )


@_fold.register
def _moved(event: Moved, state: State) -> State:
    return _changed(state, event.who, position=event.position)


@_fold.register
def _hid(event: Hid, state: State) -> State:
    return _changed(state, event.who, hidden=event.hidden)


@_fold.register
def _left(event: Left, state: State) -> State:
    return _changed(state, event.who, status=event.status)


@_fold.register
def _failed(event: Failed, state: State) -> State:
    return replace(state, failures=(*state.failures, event.failure))


@_fold.register
def _effect_added(event: EffectAdded, state: State) -> State:
    others = tuple(e for e in state.effects if e.id != event.effect.id)
    return replace(state, effects=(*others, event.effect))


@_fold.register
def _effects_ended(event: EffectsEnded, state: State) -> State:
    return replace(state, effects=tuple(e for e in state.effects if e.id not in event.ids))


def _refilled(state: State) -> tuple[Character, ...]:
    """Everybody with full AP (BOO-PAP-2)."""
    return tuple(replace(c, ap=c.ap_max) for c in state.combatants)


@_fold.register
def _combat_begun(event: CombatBegun, state: State) -> State:
    return replace(state, combatants=_refilled(state), clock=Clock(order=event.order, round=0 if event.ambush else 1))


@_fold.register
def _acted(event: Acted, state: State) -> State:
    return replace(state, clock=replace(state.clock, passed=(), came_from=event.who))


@_fold.register
def _passed(event: Passed, state: State) -> State:
    waiting = tuple(w for w in state.clock.passed if w != event.who)
    return replace(state, clock=replace(state.clock, passed=(*waiting, event.who), came_from=event.who))


@_fold.register
def _initiative_moved(event: InitiativeMoved, state: State) -> State:
    return replace(state, clock=replace(state.clock, **msgspec.structs.asdict(event)))


@_fold.register
def _round_ended(event: RoundEnded, state: State) -> State:
    return replace(state, clock=replace(state.clock, seconds=state.clock.seconds + int(event.seconds)))


@_fold.register
def _round_begun(event: RoundBegun, state: State) -> State:
    return replace(
        state,
        combatants=_refilled(state),
        clock=replace(state.clock, round=event.round, passed=(), round_over=False),
    )


@_fold.register
def _library_grown(event: LibraryGrown, state: State) -> State:
    return replace(state, library=event.library)
