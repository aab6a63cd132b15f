"""What goes in and out of the API, as typed structs: the same that the OpenAPI document describes."""

from typing import Literal

import msgspec

from ludex.core.asks import Option
from ludex.core.plain import Written


class SystemInfo(msgspec.Struct, frozen=True):
    """A rule system that is installed here. `not_loaded`: why it cannot be used, with the file and line that is to be mended."""

    id: str
    title: str
    demo: bool
    options: dict[str, Written]
    procedures: list[str]
    not_loaded: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is made of. `options` are the system's, by name."""

    system: str
    name: str
    gm: str = "GM"
    options: dict[str, Written] = {}


class NewDemo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A demo to be made."""

    system: str
    name: str = ""
    language: Literal["zh", "en"] = "zh"


class Links(msgspec.Struct, frozen=True):
    """A new table and the secrets of its seats, by name. They are told once: the server keeps only their hashes."""

    table: str
    seats: dict[str, str]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where."""

    id: str
    role: str
    name: str
    controls: tuple[str, ...]


class HereInfo(msgspec.Struct, frozen=True):
    """The seat that the bearer token opens, and its table."""

    table: str
    name: str
    system: str
    seat: SeatInfo
    seats: tuple[SeatInfo, ...]
    entries: int


class NewLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line as it would be typed in chat. `request` is the client's own number for it: sent again, it is not done again."""

    text: str
    request: str = ""


class NewDeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deed with its fields filled in. `dice` are real dice, typed in."""

    deed: str
    args: dict[str, Written] = {}
    actor: str = ""
    dice: tuple[int, ...] = ()
    request: str = ""


class NewAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question that an act waits for."""

    act: int
    answer: str
    dice: tuple[int, ...] = ()
    request: str = ""


class NewCharacter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character's file, as text or as the object that it is, and the name that she is to have here (empty: her own)."""

    file: str | dict[str, Written]
    name: str = ""
    request: str = ""


class NewPortrait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A portrait: on the way in its bytes (base64), on the way out the name of the picture; empty: none."""

    picture: str = ""


class EditedField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a sheet, by its key or name in either language, and its new value."""

    entry: str
    value: int | str | bool | list[str]
    request: str = ""


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session to be opened."""

    title: str = ""
    request: str = ""


class NewNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be written down. `of`: an own note that it replaces, by this seat's number of its entry."""

    text: str
    audience: Literal["all", "own", "gm"] = "own"
    of: int = 0


class NewHandout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be shown: words, a picture (base64), or both, to all or to the seats and characters named."""

    title: str
    text: str = ""
    picture: str = ""
    to: tuple[str, ...] = ()


class NewReady(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to have ready: lines that bring an encounter, or a handout."""

    title: str
    lines: tuple[str, ...] = ()
    text: str = ""
    picture: str = ""


class Unveiling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom it is for; nobody named: all."""

    to: tuple[str, ...] = ()


class Steps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many steps of history."""

    steps: int = 1


class Moves(msgspec.Struct, frozen=True):
    """What was taken back or brought back, newest first."""

    lines: tuple[str, ...]
    entries: int
    waits: bool = False


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question that this seat may answer."""

    act: int
    who: str
    what: str
    line: str
    options: tuple[Option, ...]


class Odds(msgspec.Struct, frozen=True):
    """The chances of one output: outcomes as text with exact fractions; `error` is 0 where they are exact."""

    output: str
    chances: dict[str, str]
    exact: bool
    error: float
    assumed: bool = False
    """Whether something that the seat does not know was taken for granted."""
    left_out: int = 0


class AskOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose odds: a command line that could be given, or dice."""

    line: str


class AskRehearsal(msgspec.Struct, frozen=True):
    """What is rehearsed: something that is ready by its name, a line that brings somebody on, or nothing: the scene that runs; who stays
    away as `-name`. `runs`: of each way to play."""

    scene: str = ""
    runs: int = 100
    seed: int = 1


class Fallen(msgspec.Struct, frozen=True):
    """How often somebody falls, and in which rounds mostly."""

    who: str
    share: float
    early: int
    late: int


class RehearsedWay(msgspec.Struct, frozen=True):
    """What came of one way to play: the chance to win with its 95 % interval, stalemates, the middle length, who falls."""

    runs: int
    win: float
    low: float
    high: float
    stalemate: float
    length: float
    unit: str
    winner: str
    falls: list[Fallen]


class RehearsedScene(msgspec.Struct, frozen=True):
    """Every way to play by its name. `agree`: whether they are near enough for one number; `assumed`: what was taken for granted; `case`:
    whether the questions of an open case can be proven."""

    ways: dict[str, RehearsedWay]
    agree: bool
    assumed: list[str]
    case: list[str] = []
