"""A table's memory: the fold of its log. Live play and loading from disk use this one fold, so they cannot differ."""

from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.driving import Answer, Faces
from ludex.core.system import System
from ludex.table.amend import Amended, amend
from ludex.table.entries import (
    Acted,
    AnyEntry,
    Asked,
    Cancelled,
    Left,
    Moved,
    Opened,
    Question,
    Revealed,
    Seated,
    Settled,
)
from ludex.table.seats import Seat

BRANCHES = 50
"""How many tips of abandoned branches are listed (the branches themselves are all kept)."""


class Act(msgspec.Struct, frozen=True):
    """A parked act: what was asked, and every answer so far. Playing it again with them brings it back."""

    number: int
    seat: str
    asked: Asked
    answers: tuple[Answer, ...]
    question: Question


class Memory(msgspec.Struct, frozen=True):
    """Everything the table knows.

    `n` counts entries, `head` is the commit that `state` stands on, `roll` the next roll. `gone` are seats that were taken
    away: their ids are never used again, so that an old link cannot open somebody else's seat.
    """

    n: int = 0
    name: str = ""
    state: Any = None
    head: int = 0
    redo: tuple[int, ...] = ()
    branches: tuple[int, ...] = ()
    seats: dict[str, Seat] = {}
    parked: dict[int, Act] = {}
    settings: dict[str, Any] = {}
    roll: int = 0
    seal: str = ""
    gone: tuple[str, ...] = ()


def fold_events(system: System, state: Any, events: tuple[Any, ...]) -> Any:
    """The state after these events, the system's own and the GM's amendments."""
    for event in events:
        state = fold(system, state, event)
    return state


def fold(system: System, state: Any, event: Any) -> Any:
    """One event; one that the GM's hand gave comes as plain data."""
    if isinstance(event, dict):
        event = msgspec.convert(event, system.event)
    return amend(system, state, event) if isinstance(event, Amended) else system.fold(state, event)


@lru_cache(maxsize=64)
def _decoder(system_event: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    return msgspec.json.Decoder(tuple[system_event | Amended, ...])


def read_events(system: System, raw: bytes | msgspec.Raw) -> tuple[Any, ...]:
    """Events as the log keeps them."""
    return () if bytes(raw) == b"[]" else _decoder(system.event).decode(raw)


def admit(system: System, memory: Memory, entry: AnyEntry, *, moved_to: Any = None) -> Memory:
    """The memory after one more entry. For `Moved`, `moved_to` is the state of the commit it moves to."""
    n = memory.n + 1
    match entry:
        case Opened():
            state = msgspec.json.decode(entry.state, type=system.state)
            changed = _with(memory, name=entry.name, state=state, head=n, seal=entry.seal)
        case Seated():
            seat = Seat(entry.who, entry.role, entry.name, entry.controls)
            changed = _with(memory, seats={**memory.seats, entry.who: seat})
        case Left():
            seats = {k: v for k, v in memory.seats.items() if k != entry.who}
            changed = _with(memory, seats=seats, gone=(*memory.gone, entry.who))
        case Acted():
            changed = _acted(system, memory, entry, n)
        case Cancelled():
            changed = _with(memory, parked=_without(memory.parked, entry.act))
        case Moved():
            changed = _moved(memory, entry, moved_to)
        case Settled():
            changed = _with(memory, settings={**memory.settings, entry.key: entry.value})
        case Revealed():
            changed = _with(memory, seal=entry.seal, roll=0)
        case _:
            changed = memory
    return _with(changed, n=n)


def _acted(system: System, memory: Memory, entry: Acted, n: int) -> Memory:
    number = entry.act or n
    before = memory.parked.get(number)
    answers = ((before.answers if before else ())[: entry.kept]) + entry.answers
    memory = _with(memory, roll=entry.first + rolls_in(entry.answers))
    if entry.question is not None:
        act = Act(number, before.seat if before else entry.seat, entry.asked, answers, entry.question)
        return _with(memory, parked={**memory.parked, number: act})
    memory = _with(memory, parked=_without(memory.parked, number))
    events = read_events(system, entry.events)
    if not events:
        return memory
    branches = (*memory.branches, *memory.redo[-1:])[-BRANCHES:]
    return _with(memory, state=fold_events(system, memory.state, events), head=n, redo=(), branches=branches)


def rolls_in(answers: tuple[Answer, ...]) -> int:
    """How many throws of the table's own dice are among these answers."""
    return sum(isinstance(a, Faces) and not a.typed for a in answers)


def _moved(memory: Memory, entry: Moved, state: Any) -> Memory:
    redo = memory.redo
    if entry.way == "undo":
        redo = (memory.head, *redo)
    elif entry.way == "redo":
        redo = redo[redo.index(entry.head) + 1 :] if entry.head in redo else ()
    else:
        redo = ()
    return _with(memory, head=entry.head, state=state, redo=redo)


def _without(parked: dict[int, Act], number: int) -> dict[int, Act]:
    return {k: v for k, v in parked.items() if k != number}


def _with(memory: Memory, **changes: Any) -> Memory:
    return msgspec.structs.replace(memory, **changes)


def freeze(memory: Memory) -> bytes:
    """A checkpoint of the memory."""
    return msgspec.json.encode(memory)


def thaw(system: System, body: bytes) -> Memory:
    """The memory out of a checkpoint."""
    frozen = msgspec.json.decode(body, type=Memory)
    return _with(frozen, state=msgspec.convert(frozen.state, system.state))
