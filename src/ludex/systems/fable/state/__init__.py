"""The state of a fable table: frozen data and lookups. How events change it is said by each of them."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.errors import RuleError
from ludex.core.kept import known_part
from ludex.core.plain import Plain
from ludex.core.visibility import Gm, Secret
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.terms import EffectKind, Kind, Team

ROUND_TICKS = 20
"""Ticks in a round (FAB-CLK-1)."""


class TimedEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lasts: who made it, how its time is counted, by whose turns, and how much is left."""

    id: str
    kind: EffectKind
    source: str = ""
    anchor: str = ""
    left: int = 0
    do: tuple[str, ...] = ()
    """What it did each time that it passed, as earlier versions wrote it."""
    record: Record | None = None
    """What it changes for its anchor while it lasts, and does each time that it passes (FAB-LIV-37)."""


class Combatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody on the clock. `place` is her place in the list, the last tie-breaker."""

    id: str
    team: str = ""
    kind: Kind = Kind.PC
    gm: bool = False
    level: int = 5
    modifier: int = 6
    initiative: int = 0
    spd: int = 0
    place: int = 0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock of the story with 4-12 sections (FAB-PCL-1)."""

    name: str
    size: int
    filled: int = 0
    hidden: Secret = False


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A conflict scene: the clock, who is on it, and the turn that is open.

    `order` is everybody's action order as it stood when the tick started, `acted` who has had a turn in this tick.
    """

    round: int = 1
    tick: int = ROUND_TICKS
    started: bool = False
    combatants: tuple[Combatant, ...] = ()
    points: dict[str, int] = {}
    effects: tuple[TimedEffect, ...] = ()
    order: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    turn: str = ""
    actions_left: int = 0
    bought: bool = False
    guard_used: bool = False
    asked: bool = False
    """Whether the one who acts was asked about a superiority point in this turn (FAB-LIV-21)."""
    offered: bool = False
    """Whether the GM was offered the end of the conflict (FAB-LIV-20)."""
    over: bool = False
    """Whether the GM took it: it ends next, and everybody hears of it."""
    parted: tuple[str, ...] = ()
    """Who was on the clock and is no longer."""
    agreed: tuple[tuple[str, ...], ...] = ()
    """Orders that tied allies have agreed on (Ruling FAB-E-34)."""
    quiet: tuple[tuple[str, str], ...] = ()
    """Who is not asked about what any more in this conflict: an effect by its id, or `point`."""

    def of(self, who: str) -> Combatant | None:
        """The combatant of that id, if she is in the conflict."""
        return next((c for c in self.combatants if c.id == who), None)

    @property
    def initiatives(self) -> dict[str, int]:
        return {c.id: c.initiative for c in self.combatants}


BY_USE = -1


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feat that may strike back, once the attack has been told (FAB-LIV-35)."""

    who: str
    feat: str
    target: str
    ranged: bool = False
    place: int = 0
    """Which of its triggers; `BY_USE`: it was used, or its time has passed, and nothing is paid for any more."""
    blow: tuple[str, ...] = ()
    """How it strikes then: what its step says beside whom."""


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opportunity that waits for the GM's words (FAB-LIV-27)."""

    who: str
    option: str
    target: str = ""
    text: str = ""


class Session(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """开团: what has been spent since it was opened (FAB-LIV-54)."""

    title: str = ""
    fp: int = 0
    ultima: Gm[int] = 0
    counts: Gm[dict[str, int]] = {}
    """What the evening held: scenes, fights, broken gauges, opportunities, emotions felt, levels."""
    villains: Gm[tuple[str, ...]] = ()
    """Villains who were met."""


class Playing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """代行: who plays by itself, and how everybody stood when it began: (hit points, unbroken gauges), (mind points, Ultima Points)."""

    people: tuple[str, ...]
    before: dict[str, tuple[int, int]] = {}
    points: dict[str, tuple[int, int]] = {}


PREPARED = ("npcs",)
"""Tables that are the GM's preparations: they come into play by deeds of their own."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything a table of fable tracks."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    conflict: Conflict | None = None
    clocks: tuple[Clock, ...] = ()
    scene: str = ""
    entered: tuple[str, ...] = ()
    """Villains whose entrance has counted (FAB-PFP-5)."""
    entrance_fp: int = 0
    """Fabula Points that entrances have brought each PC in this scene."""
    live: bool = False
    """Whether a table drives it: then what cannot change anything is not asked (FAB-LIV-23, FAB-LIV-26)."""
    settlement: bool = False
    """Whether the scene is a settlement, where things are bought and sold (FAB-LIV-11)."""
    session: Session | None = None
    pending: tuple[Pending, ...] = ()
    effects: tuple[Record, ...] = ()
    """What lasts and is not counted by the clock: until a check, an attack, the scene, a rest, for good (FAB-LIV-37)."""
    playing: Gm[Playing | None] = None
    """Who plays by itself until a player must decide (FAB-LIV-30)."""
    tellings: Gm[tuple[Telling, ...]] = ()
    """Opportunities that wait for the GM's words."""
    rising: tuple[str, ...] = ()
    """Who is offered a level at the end of a session (FAB-LIV-54)."""
    bonding: tuple[str, ...] = ()
    """Who may change one bond, at the end of a rest (FAB-PBO-2, FAB-LIV-55)."""
    away: dict[str, Character] = {}
    """The roster: who has left the scene, each as she was then (FAB-LIV-57)."""
    things: dict[str, dict[str, Plain]] = {}
    """Content of this table's own, laid over the rulebook's: table -> key -> entry."""
    kept: Gm[tuple[str, ...]] = ()
    """What of it the GM has not opened, as `table/key`; nobody but the GM ever knows of stat blocks."""

    def opened(self, said: Iterable[str] = ()) -> "State":
        """The table with what of its own content players know: what is open, and what they have read of elsewhere (`said`)."""
        shelves = {table: entries for table, entries in self.things.items() if table not in PREPARED}
        return replace(self, things=known_part(shelves, self.kept, said), kept=())


# ---------------------------------------------------------------------- lookups
PCS = "玩家角色"
"""The players' characters, whichever side they are on."""
EVERYBODY_HERE = ("全体", "全场", "所有人", "all", "everybody", "everyone")
"""Words for both sides (FAB-LIV-4)."""


def groups(state: State) -> dict[str, tuple[str, ...]]:
    """The sides by their words, with everybody on them."""
    sides: dict[str, tuple[str, ...]] = {}
    for who, character in state.characters.items():
        names = Team(character.team).spellings if character.team in set(Team) else (character.team,)
        for name in dict.fromkeys(filter(None, names)):
            sides[name] = (*sides.get(name, ()), who)
    pcs = tuple(who for who, c in state.characters.items() if c.kind is Kind.PC)
    return {**sides, PCS: pcs, **dict.fromkeys(EVERYBODY_HERE, tuple(state.characters))}


def scope(state: State) -> str:
    """Stays the same until the scene, or the running fight, ends."""
    return f"{state.scene}|{'fight' if state.conflict else ''}"


def start(options: Options) -> State:
    return State(options, live=True)


def actors(state: State) -> dict[str, str]:
    """Everybody at the table by id, with what each is called."""
    return {who: character.called for who, character in state.characters.items()}


def character_of(state: State, who: str) -> Character:
    """The character under that id, or `unknown_character`."""
    found = state.characters.get(who)
    if found is None:
        raise RuleError("unknown_character", who=who, characters=list(state.characters))
    return found


def conflict_of(state: State) -> Conflict:
    """The running conflict, or `no_conflict`."""
    if state.conflict is None:
        raise RuleError("no_conflict")
    return state.conflict


def team_of(state: State, who: str) -> str:
    """The side somebody is on: in a conflict the one she fights on there, else the one on her sheet."""
    combatant = state.conflict.of(who) if state.conflict else None
    if combatant is not None:
        return combatant.team
    character = state.characters.get(who)
    return character.team if character else ""
