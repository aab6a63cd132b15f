"""The table's state in boon: people, sides, objects, effects, the memory of failures and the clock, all frozen.

What changes it is in `events`, how it changes in `fold`.
"""

from functools import reduce

import msgspec

from ludex.core.effects.records import Effect as Effect
from ludex.core.errors import RuleError
from ludex.core.hints import once, once_each
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.visibility import Gm, Secret
from ludex.systems.boon.options import Options
from ludex.systems.boon.sheet import (
    Armor,
    Character,
    ClassPack,
    Defense,
    Failure as Failure,
    Item,
    Position,
    Record,
    Spell,
    Stunt,
    thing_name,
)
from ludex.systems.boon.terms import UNKNOWN, Party, Status


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A party in the fight (阵营). `bonus` is stated only where no leader's sheet is asked."""

    id: str
    player: bool = False
    leader: str = ""
    bonus: int | None = None
    modifiers: tuple[int, ...] = ()
    boons: int = 0
    banes: int = 0
    name: str = ""

    @property
    def named(self) -> str:
        """Its name, or its id where it has none, as it was given."""
        return self.name or self.id

    @property
    def called(self) -> Label:
        return side_name(self.named)

    @property
    def words(self) -> tuple[str, ...]:
        party = party_named(self.named)
        return tuple(dict.fromkeys((self.id, self.named, *((party.zh, party.en) if party else ()))))


def party_named(side: str) -> Party | None:
    """The side of the book that goes by this name in either language, if there is one."""
    return next((party for party in Party if side in (party.zh, party.en)), None)


@rule("BOO-LIV-21", "BOO-LIV-59")
def side_name(side: str) -> Label:
    """A side that nobody has named is called in every reader's language, any other as it was given."""
    party = party_named(side)
    return term(party) if party else side


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unattended object (BOO-POB-1). Without `durability` it cannot be destroyed."""

    id: str = "?"
    durability: int | None = None
    name: str = ""
    position: Position | None = None
    object: bool = True
    cover: str = "none"
    secret: Secret = False

    @property
    def called(self) -> str:
        """Its name, or its id where it has none."""
        return self.name or self.id

    @property
    def destroyed(self) -> bool:
        return self.durability == 0


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    said: Say


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the combat stands: at most one of `holder`, `choosing`, `round_over`, `combat_over` is set. No `order`: no combat yet.

    Of those who have `passed`, the `resting` wait for the rest of the round.
    """

    order: tuple[str, ...] = ()
    round: int = 0
    holder: str = ""
    choosing: str = ""
    round_over: bool = False
    combat_over: bool = False
    winner: str = ""
    passed: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    seconds: int = 0
    came_from: str = ""
    reason: str = ""
    settled: bool = False

    @property
    def running(self) -> bool:
        return bool(self.order) and not self.combat_over

    @property
    def surprise(self) -> bool:
        """Whether this is the surprise round (BOO-RND-4)."""
        return self.running and self.round == 0


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Squares of one kind on the battlefield: difficult ground, walls, fog."""

    kind: str
    cells: tuple[Position, ...] = ()
    secret: Secret = False


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stays with a scene, and when it was left: its people, things, ground and effects (BOO-LIV-55)."""

    combatants: tuple[Character, ...] = ()
    objects: tuple[Thing, ...] = ()
    ground: tuple[Ground, ...] = ()
    effects: tuple[Effect, ...] = ()
    field: Position = (12, 8)
    laid: bool = False
    left: int = 0


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An NPC who left the table: in which scene, and how it was with her (BOO-LIV-58)."""

    name: str
    scene: str
    status: Status


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fight that is over, in short (BOO-LIV-58)."""

    scene: str
    sides: tuple[str, ...]
    winner: str = ""
    rounds: int = 0
    fallen: tuple[str, ...] = ()


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Creatures of one kind in an encounter: how many, where, on which side, seen or not."""

    name: str
    count: int = 1
    at: Position | None = None
    side: str = ""
    secret: bool = False


class Encounter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a GM has prepared to come on with one word (BOO-LIV-53)."""

    creatures: tuple[Placed, ...]
    id: str = ""
    name: str = ""
    map: str = ""
    text: str = ""
    shelf: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)


class Landmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    at: Position | None = None
    durability: int | None = None
    cover: str = "none"
    secret: bool = False


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battlefield that is laid out with one word: its size, its ground by kind («3x4-5x6»), its objects (BOO-LIV-53)."""

    id: str = ""
    name: str = ""
    size: Position = (12, 8)
    ground: dict[str, tuple[str, ...]] = {}
    objects: tuple[Landmark, ...] = ()
    text: str = ""
    shelf: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)


class Library(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of this table's own, beside what ships. `kept` (`kind/id`): what the GM has written and not opened."""

    items: tuple[Item, ...] = ()
    armors: dict[str, Armor] = {}
    spells: tuple[Spell, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    classes: tuple[ClassPack, ...] = ()
    creatures: dict[str, Record] = {}
    states: tuple[Effect, ...] = ()
    encounters: tuple[Encounter, ...] = ()
    maps: tuple[Chart, ...] = ()
    defenses: tuple[Defense, ...] = ()
    kept: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything that boon keeps about a table.

    `veiled` is never set but by `redact`: whose whereabouts the one who looks may not know. `standing` play themselves from now on, and
    so does everybody who comes to a side that is named in `by_side` (BOO-LIV-23). `laid`: the board was given a size, so
    that it is there before anybody stands on it.
    """

    options: Options = Options()
    sides: tuple[Side, ...] = ()
    combatants: tuple[Character, ...] = ()
    objects: tuple[Thing, ...] = ()
    effects: tuple[Effect, ...] = ()
    failures: tuple[Failure, ...] = ()
    clock: Clock = Clock()
    library: Library = Library()
    ground: tuple[Ground, ...] = ()
    field: Position = (12, 8)
    laid: bool = False
    veiled: tuple[str, ...] = ()
    run: Gm[tuple[str, ...]] = ()
    run_left: Gm[int] = 0
    standing: Gm[tuple[str, ...]] = ()
    by_side: Gm[tuple[str, ...]] = ()
    keep: Gm[int] = 0
    flee: Gm[int] = 0
    story: tuple[Line, ...] = ()
    time: int = 0
    fights: int = 0
    rests: int = 0
    scene: str = ""
    scenes: dict[str, Stage] = {}
    opened: int = 0
    gone: tuple[Gone, ...] = ()
    battles: tuple[Battle, ...] = ()

    @property
    @once
    def swayed(self) -> bool:
        """Whether anything bears upon anybody: effects, or what people bring."""
        return bool(self.effects) or any(c.brings for c in self.combatants)

    @property
    @once
    def awaited(self) -> frozenset[str]:
        """The events to which anything listens: effects, or what people bring."""
        brought = (effect for one in self.combatants for effect in one.brings)
        return frozenset(trigger.on for effect in (*self.effects, *brought) for trigger in effect.triggers)

    @property
    @once
    def radiating(self) -> tuple[Character, ...]:
        """Those of whose nature, class or gear something reaches others."""
        return tuple(c for c in self.combatants if c.radiates)

    def on_board(self, at: Position) -> bool:
        return 0 <= at[0] < self.field[0] and 0 <= at[1] < self.field[1]

    def find(self, who: str) -> Character | None:
        """That character, if it is there."""
        for character in self.combatants:
            if character.id == who:
                return character
        return None

    def character(self, who: str) -> Character:
        """That character, or a refusal."""
        if (found := self.find(who)) is None:
            raise RuleError("unknown_id", id=who)  # who is there may be a secret: nobody is listed
        return found

    def thing(self, what: str) -> Thing | None:
        """That object, if it is there."""
        return next((t for t in self.objects if t.id == what), None)

    def target(self, what: str) -> Character | Thing:
        return self.thing(what) or self.character(what)

    def side(self, side: str) -> Side | None:
        """That side, if it is there."""
        return next((s for s in self.sides if s.id == side), None)

    def called(self, who: str) -> str | Say:
        """How somebody, something or a square is called; who is not there, or may not be known, is a stranger."""
        if who.startswith("@"):
            return who[1:]
        found = self.find(who) or self.thing(who)
        return found.called if found else say("view.stranger") if who else ""

    def side_called(self, side: str) -> Label:
        found = self.side(side)
        return found.called if found else say("view.stranger") if side == UNKNOWN else side_name(side)

    @property
    def order_called(self) -> Label:
        """The sides in order, by their names; one that may not be known is left out."""
        names = [self.side_called(side) for side in self.clock.order if side != UNKNOWN]
        return reduce(lambda first, after: say("view.before", first=first, after=after), names) if names else ""

    def is_player(self, character: Character) -> bool:
        """Whether it is a player's character: by its own record or by its side."""
        side = self.side(character.side)
        return character.player or (side is not None and side.player)

    @once_each
    def members(self, side: str) -> tuple[Character, ...]:
        """Who belongs to a side, in the order of the combatant list."""
        return tuple(c for c in self.combatants if c.side == side)

    def upon(self, who: str) -> tuple[Effect, ...]:
        """The effects on somebody, in the order of creation."""
        return tuple(e for e in self.effects if e.bearer == who)


def yards_between(a: Position, b: Position) -> int:
    """Yards between two squares, diagonals counting one (BOO-LIV-29)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def within_arm(actor: Character, at: Position) -> bool:
    """Whether a square is within somebody's reach; off the map everything is."""
    return actor.position is None or yards_between(actor.position, at) <= actor.reach


def square_of(bearer: str) -> Position:
    """The square that bears an effect (`@5,4`)."""
    x, _, y = bearer[1:].partition(",")
    return int(x), int(y)


def by_rounds(effect: Effect) -> bool:
    """Whether it lasts for rounds, which a fight counts for itself."""
    return any(one.unit in ("rounds", "round") for one in effect.lasts)


def actors(state: State) -> dict[str, str]:
    """Id -> name of everybody who can be controlled or asked."""
    return {c.id: c.called for c in state.combatants}


def groups(state: State) -> dict[str, tuple[str, ...]]:
    """The sides by their names, with everybody on them (BOO-LIV-5, BOO-LIV-7)."""
    return {name: tuple(c.id for c in state.members(s.id)) for s in state.sides for name in s.words}


def scope(state: State) -> str:
    """Stays the same until the fight, or outside fights the scene, ends: so long lasts what the GM allowed (BOO-LIV-2, BOO-LIV-55)."""
    return f"fight {state.fights}" if state.clock.running else f"scene {state.opened}"
