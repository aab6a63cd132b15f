"""The table's state in Mirror: people, the stage (舞台), effects and the conflict, as frozen data with lookups. Nothing here changes or decides."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.visibility import Gm
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.sheet import HEAVY, MADNESS_GAP, BodyPart, Character, Condition, Lying, TotalAction
from ludex.systems.mirror.sheet.body import Lasting as Lasting
from ludex.systems.mirror.state.ground import (
    GRIDS as GRIDS,
    HEX as HEX,
    REACH as REACH,
    SQUARE as SQUARE,
    Cost as Cost,
    Grid as Grid,
    Lamp as Lamp,
    Point as Point,
    Scenery as Scenery,
    Stage as Stage,
    grid_of as grid_of,
    in_line as in_line,
    on_stage as on_stage,
    passes_through as passes_through,
    reachable as reachable,
    read_range as read_range,
    spot as spot,
    way_to as way_to,
)
from ludex.systems.mirror.terms import Attribute, Mode

PC = "pc"
"""The side of the players' characters."""


class AreaRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The area of an action, before it is set down somewhere."""

    shape: Literal["sphere", "cone", "box"] = "sphere"
    radius: int = 0
    angle: float = 0
    length: int = 0
    width: int = 1
    height: int = 1
    width_direction: str | None = None
    diffuse: bool = False


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action as data. `base_type` is its own type where it is used as another; `variable_ap`: its user sets the AP."""

    name: str
    type: str
    base_type: str | None = None
    ap: int = 0
    sp: int = 0
    tags: tuple[str, ...] = ()
    part: str | None = None
    trigger: bool = False
    requirement: tuple[Condition, ...] = ()
    variable_ap: bool = False

    @property
    def called(self) -> str:
        return self.name


class Duration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A length (`n` or rolled passings of `unit`), whose turns count, and what ends it early."""

    unit: str
    n: int = 1
    roll: str | None = None
    who: str = ""
    ends_on: tuple[str, ...] = ()


class Fighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participant on the clock: full initiative, the one that decides the tick, and her check's modifier and face."""

    id: str
    primary: int
    current: int
    modifier: int = 0
    face: int = 10


FRESH = 21
"""Where the clock stands before the first tick (20) of a round."""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody had before her turn opened; `counts` are the passings left of what counts her turn starts."""

    id: str
    ap: int
    mov: int
    ra_used: bool
    minor_used: bool
    total_action: TotalAction | None = None
    counts: dict[str, int] = {}


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running conflict: the clock, who is on it, whose turns are on, and how ties were arranged."""

    fighters: tuple[Fighter, ...]
    round: int = 1
    tick: int = FRESH
    acting: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    later: dict[str, tuple[Plain, ...]] = {}
    fresh: tuple[Opened, ...] = ()
    moving: str = ""
    offered: bool = False
    over: bool = False
    """Whether the GM was offered the end of the conflict, and took it: it ends next, and everybody hears of it (MIR-LIV-22)."""
    moved: tuple[str, ...] = ()
    stood: dict[str, tuple[int, int]] = {}
    """Round and tick of everybody's last turn."""
    opened: tuple[str, ...] = ()
    """For whom a round has begun that stands before its first tick."""
    gone: tuple[str, ...] = ()
    """The sides of those who have left it."""

    def standing(self, acting: tuple[str, ...]) -> dict[str, tuple[int, int]]:
        return {**self.stood, **dict.fromkeys(acting, (self.round, self.tick))}

    def fighter(self, who: str) -> Fighter | None:
        return next((f for f in self.fighters if f.id == who), None)

    @property
    def turn(self) -> str | None:
        """Whose turn it is: of those on the tick only the first who has not ended hers has it (MIR-TCK-5)."""
        return next((i for i in self.acting if i not in self.ended), None)

    @property
    def ranked(self) -> tuple[Fighter, ...]:
        """The participants from high to low: by current, then by primary (MIR-INI-2)."""
        return tuple(sorted(self.fighters, key=lambda f: (-f.current, -f.primary)))


class Reaction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect that acted by itself or an action used on an event, numbered: whose, which, on whom, how it came out.

    Without a name: that no more was let follow. On whom without a grade: what a step of an effect did to her.
    """

    number: int
    who: str = ""
    effect: str = ""
    whom: str = ""
    grade: str = ""
    part: str = ""
    count: int = 0
    level: int = 0
    sp: int = 0


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the table stands in time (时刻表): a segment of a unit (MIR-TIM-2)."""

    unit: int = 1
    segment: int = 1


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything the table knows. `catalogue` is its own content: kind -> id -> record.

    A state never changes: what bears upon whom is worked out once for it (`effects/bearing.py`).
    """

    options: Options = Options()
    characters: dict[str, Character] = {}
    stage: Stage = Stage()
    mode: str = ""
    effects: tuple[Lasting, ...] = ()
    conflict: Conflict | None = None
    catalogue: dict[str, dict[str, Plain]] = {}
    time: Time = Time()
    lying: tuple[Lying, ...] = ()
    favour_due: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    throwing: tuple[str, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    away: Gm[dict[str, Character]] = {}
    growing: tuple[str, ...] = ()
    learning: tuple[str, ...] = ()
    fights: int = 0
    scenes: int = 0
    declined: dict[str, str] = {}
    """Kinds of boosts that are not asked for, by whose they are, and until what is over (`scope`)."""

    kept: Gm[tuple[str, ...]] = ()
    """What the GM has written and not opened, as `kind/id` (LIVE L5)."""

    def has_turn(self, who: str) -> bool:
        return self.conflict is not None and self.conflict.turn == who

    def who(self, name: str) -> Character:
        if name not in self.characters:
            raise RuleError("unknown_id", id=name, ids=[i for i in self.characters if not i.startswith("@")])
        return self.characters[name]

    def in_play(self, name: str) -> Character:
        """The same of one who does something herself: the dead and dissolved do nothing (MIR-STS-3)."""
        found = self.who(name)
        if found.out_of_play:
            raise RuleError("out_of_play", clause="MIR-STS-3", who=found.called)
        return found


def opened(options: Options) -> State:
    """A table at which nothing has happened: exploration (MIR-MDE-1)."""
    return State(options, mode=Mode.EXPLORATION)


def group_key(ids: tuple[str, ...]) -> str:
    return ",".join(sorted(ids))


def settled(character: Character) -> Character:
    """Bring everything that follows a number back in line with it."""
    parts = tuple(_settled_part(p) for p in character.parts)
    sp = min(max(character.sp, character.sp_min), character.sp_max)  # MIR-STA-5
    ego = min(max(character.ego, 0), character.ego_max)  # MIR-PER-2
    gap = character.madness - ego
    return replace(
        character,
        parts=parts,
        sp=sp,
        ego=ego,
        dead=character.dead or sp <= character.sp_min,  # MIR-STA-5
        dissolved=character.dissolved or _dissolves(character, parts),
        mad=gap >= MADNESS_GAP or (character.mad and gap > 0),  # MIR-PER-5: in between as it was
        out_cold=tuple(c for c in character.out_cold if _keeps_out(c, sp, parts)),
    )


def _settled_part(part: BodyPart) -> BodyPart:
    """A part full of heavy wounds is lost, and stays so (MIR-PST-3)."""
    if part.lost or not part.full or any(w.level < HEAVY for w in part.wounds):
        return part
    return replace(part, lost=True)


def _dissolves(character: Character, parts: tuple[BodyPart, ...]) -> bool:
    """Constitution at 0 (MIR-ATT-4), a vital part lost (MIR-DYI-4), or all parts lost (MIR-PST-4)."""
    lost = [p for p in parts if p.lost]
    return character.value(Attribute.CON) == 0 or any(p.vital for p in lost) or (bool(lost) and len(lost) == len(parts))


def _keeps_out(cause: str, sp: int, parts: tuple[BodyPart, ...]) -> bool:
    """Whether a cause of unconsciousness still holds (MIR-STA-9, MIR-DYI-6)."""
    if cause == "sp":
        return sp < 1
    name = cause.removeprefix("part:")
    return name == cause or any(p.id == name and p.full for p in parts)


def actors(state: State) -> dict[str, str]:
    """Everybody at the table by id, with what each is called; who is given for one procedure alone is not there."""
    return {i: c.called for i, c in state.characters.items() if not i.startswith("@")}


def turn(state: State) -> str:
    """Who has the turn of those whom the GM plays; empty: nobody of them."""
    who = state.conflict.turn if state.conflict is not None else None
    return who if who in state.characters and state.characters[who].gm_played else ""


def scope(state: State) -> str:
    """A text that stays the same until the scene ends; in a conflict, until that very one ends."""
    return f"conflict-{state.fights}" if state.conflict else f"{state.mode}-{state.time.unit}-{state.scenes}"


def groups(state: State) -> dict[str, tuple[str, ...]]:
    """The sides: ours and the others, and all whom the GM plays; those out of play left out (MIR-LIV-3, MIR-LIV-7)."""
    people = [c for i, c in state.characters.items() if not i.startswith("@") and not c.out_of_play]
    ours, foes = tuple(c.id for c in people if c.side == PC), tuple(c.id for c in people if c.side != PC)
    return {"我方": ours, "敌方": foes, "NPC": tuple(c.id for c in people if c.gm_played), "ours": ours, "foes": foes}
