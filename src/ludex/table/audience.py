"""Who sees what of the log. One module decides: whatever is not passed on here never leaves the server for that seat."""

from collections.abc import Collection
from typing import Any

import msgspec

from ludex.core.deeds import Filled
from ludex.core.driving import Choice, Faces
from ludex.core.principals import EVERYBODY, GM, HOST, OBSERVER, Viewer, actors_of
from ludex.core.principals import seat as seat_principal
from ludex.core.system import System
from ludex.core.view import Card
from ludex.table.entries import (
    Acted,
    AnyEntry,
    Arrived,
    Cancelled,
    Framed,
    Handed,
    Moved,
    Noted,
    Question,
    Readied,
    Resealed,
    Said,
    Seated,
    Settled,
    kind_of,
)
from ludex.table.memory import Memory
from ludex.table.numbering import own_number
from ludex.table.seats import Seat, hears, reads

PUBLIC = ""
"""The key of the card that observers and later seats get."""


class Seen(msgspec.Struct, frozen=True):
    """One log entry as one seat may see it, by that seat's own numbers. `kind` is the entry's; what is not for it is left out."""

    n: int
    at: str
    kind: str
    seat: str
    name: str
    line: str = ""
    text: str = ""
    act: int = 0
    dice: tuple[Faces, ...] = ()
    answers: tuple[Choice, ...] = ()
    card: Card | None = None
    questions: tuple[Question, ...] = ()
    hidden: bool = False
    undone: bool = False
    refused: str = ""
    own_word: bool = False
    deed: Filled | None = None


def viewers(memory: Memory) -> dict[str, Viewer]:
    """Every distinct pair of eyes at the table: the GM's, the public's, and each player's."""
    eyes = {HOST: Viewer(), PUBLIC: Viewer(OBSERVER, numbers=memory.settings.numbers)}
    numbers = memory.settings.numbers
    eyes.update({s.id: s.viewer(numbers) for s in memory.seats.values() if not s.gm and s.controls})
    return eyes


class Redactions:
    """States as viewers may know them: each worked out once for a state, and shared by all seats that know the same."""

    def __init__(self) -> None:
        self._of: tuple[System, Any] | None = None
        self._known: dict[Viewer, Any] = {}

    def known_to(self, system: System, state: Any, viewer: Viewer) -> Any:
        """A state as a viewer may know it."""
        if self._of is None or self._of[0] is not system or self._of[1] is not state:
            self._of, self._known = (system, state), {}
        if viewer not in self._known:
            self._known[viewer] = system.known_to(state, viewer)
        return self._known[viewer]


def knows(system: System, memory: Memory, seat: Seat, shared: Redactions | None = None) -> frozenset[str] | None:
    """The actors that a seat may know of; None where it may know of everybody."""
    if seat.gm:
        return None
    viewer = seat.viewer(memory.settings.numbers)
    if system.redact is not None:
        return frozenset(system.actors((shared or Redactions()).known_to(system, memory.state, viewer)))
    return None if system.knows is None else frozenset(system.knows(memory.state, viewer))


def unnamed(system: System, memory: Memory, seat: Seat, shared: Redactions | None = None) -> tuple[str, ...]:
    """The ids and names of everybody of whom a seat must not know."""
    known = knows(system, memory, seat, shared)
    hidden = {} if known is None else system.actors(memory.state)
    return tuple(word for actor, name in hidden.items() if actor not in (known or ()) for word in (actor, name))


def key_of(seat: Seat, seen: dict[str, int]) -> str:
    """Which card of an entry is this seat's."""
    if seat.gm:
        return HOST
    return seat.id if seat.id in seen else PUBLIC


def told_line(line: str, unnamed: Collection[str]) -> str:
    """A typed line as it may be read; nothing of one that names somebody of whom the reader may not know."""
    return "" if any(name in line for name in unnamed) else line


def show(
    memory: Memory,
    seat: Seat,
    n: int,
    entry: AnyEntry,
    *,
    known: Collection[str] | None,
    unnamed: tuple[str, ...] = (),
) -> Seen | None:
    """An entry as this seat may see it; None if it may not know of it.

    `known` are the actors it may know of (None: all). A typed line that holds one of the `unnamed` is not passed on.
    """
    speaker = memory.seats.get(entry.seat)
    number = own_number(memory, seat, n)
    base = Seen(number, entry.at, kind_of(entry), entry.seat, speaker.name if speaker else entry.seat)
    match entry:
        case Acted():
            act = own_number(memory, seat, entry.act) if entry.act else number
            return _acted(seat, _with(base, act=act), entry, known=known, unnamed=unnamed)
        case Said():
            if not hears(seat, entry.audience, entry.seat):
                return None
            return _with(base, text=entry.text, hidden=EVERYBODY not in entry.audience)
        case Seated():
            return _with(base, kind="seated" if entry.link else "reseated", text=entry.name, line=entry.role)
        case Settled():
            return base if seat.gm or entry.seat == seat.id else None
        case Moved():
            return _with(base, line=entry.way) if hears(seat, entry.audience, entry.seat) else None
        case Arrived():
            return _with(base, text=entry.name) if hears(seat, entry.audience, entry.seat) else None
        case Framed():
            return _with(base, line=entry.way, text=entry.title)
        case Noted():
            if not reads(seat, entry.audience):
                return None
            return _with(base, text=entry.text, hidden=EVERYBODY not in entry.audience)
        case Handed():
            if not hears(seat, entry.audience, entry.seat):
                return None
            return _with(base, text=entry.handout.title, hidden=EVERYBODY not in entry.audience)
        case Readied():
            return _with(base, text=entry.name) if seat.gm else None
        case Cancelled():
            return base if hears(seat, entry.audience, entry.seat) else None
        case Resealed():
            return _with(base, line=entry.why)
    return base


def _acted(
    seat: Seat, base: Seen, entry: Acted, *, known: Collection[str] | None, unnamed: tuple[str, ...]
) -> Seen | None:
    """An act. Whoever is told less than the GM does not read what the GM typed either: it may name what the card leaves out."""
    hidden = EVERYBODY not in entry.audience
    if hidden and not hears(seat, entry.audience, "" if entry.blind else entry.seat):
        return _with(base, hidden=True) if entry.announced else None
    mine = entry.seen[key_of(seat, entry.seen)] if entry.cards else 0
    typed = told_line(entry.asked.line, unnamed) if entry.asked else ""
    told_less = bool(entry.cards) and mine != entry.seen.get(HOST, mine)
    line = "" if told_less and entry.seat == HOST else typed
    return _with(
        base,
        line=line,
        deed=_told_deed(entry.asked.filled, unnamed) if line and entry.asked else None,
        dice=tuple(a for a in entry.answers if isinstance(a, Faces) and (seat.gm or not a.secret)),
        answers=tuple(_read(seat, a) for a in entry.answers if isinstance(a, Choice) and _may_read(seat, a, known))
        + tuple(a for a in entry.opened if _may_read(seat, a, known)),
        card=entry.cards[mine] if entry.cards else None,
        questions=tuple(q for q in entry.questions if _may_read(seat, q, known)),
        hidden=hidden,
        refused=entry.refused,
        own_word=bool(entry.asked and entry.asked.own_word),
    )


def _told_deed(filled: Filled | None, unnamed: Collection[str]) -> Filled | None:
    """The deed behind a line, under the same condition as the line."""
    return None if filled is None or any(name in str((filled.actor, filled.args)) for name in unnamed) else filled


def _read(seat: Seat, choice: Choice) -> Choice:
    """An answer as it may be read where it was given: of a sealed one only that it was given, for ever.

    How the table found it is for those whose question it was: what it says may hold numbers of theirs.
    """
    if choice.sealed:
        choice = msgspec.structs.replace(choice, answer="", says=None)
    mine = any(one in seat.controls for one in actors_of(choice.who))
    own = seat.gm or mine or choice.who == seat_principal(seat.id)
    return choice if own else msgspec.structs.replace(choice, how="", says=None)


def _may_read(seat: Seat, question: Question | Choice, known: Collection[str] | None) -> bool:
    """Whether a seat may read whom an act waits for, and for what: not the GM's questions, nor a stranger's."""
    if seat.gm or question.who == seat_principal(seat.id):
        return True
    return question.who != GM and (known is None or any(one in known for one in actors_of(question.who)))


def _with(seen: Seen, **changes: object) -> Seen:
    return msgspec.structs.replace(seen, **changes)
