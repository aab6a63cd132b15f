"""Who sees what of the log. One module decides: whatever is not passed on here never leaves the server for that seat."""

from collections.abc import Collection

import msgspec

from ludex.core.asks import GM
from ludex.core.driving import Choice, Faces
from ludex.core.system import Viewer
from ludex.core.view import Card
from ludex.table.entries import Acted, AnyEntry, Moved, Question, Said, Seated, Settled, kind_of
from ludex.table.memory import Memory
from ludex.table.seats import Seat

PUBLIC = ""
"""The key of the card that observers and later seats get."""


class Seen(msgspec.Struct, frozen=True):
    """One log entry as one seat may see it. `kind` is the entry's; what is None is not for these eyes (or not there)."""

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
    question: Question | None = None
    hidden: bool = False
    undone: bool = False


def hears(seat: Seat, audience: tuple[str, ...], speaker: str) -> bool:
    """Whether a seat belongs to an audience (`all`, `gm`, seats' or actors' ids); the GM and the speaker always do."""
    if "all" in audience or seat.gm or seat.id == speaker:
        return True
    return seat.id in audience or any(actor in audience for actor in seat.controls)


def viewers(memory: Memory) -> dict[str, Viewer]:
    """Every distinct pair of eyes at the table: the GM's, the public's, and each player's."""
    eyes = {GM: Viewer(GM), PUBLIC: Viewer("observer")}
    eyes.update({s.id: s.viewer() for s in memory.seats.values() if not s.gm and s.controls})
    return eyes


def key_of(seat: Seat, seen: dict[str, int]) -> str:
    """Which card of an entry is this seat's."""
    if seat.gm:
        return GM
    return seat.id if seat.id in seen else PUBLIC


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
    base = Seen(n, entry.at, kind_of(entry), entry.seat, speaker.name if speaker else entry.seat)
    match entry:
        case Acted():
            return _acted(seat, base, entry, known=known, unnamed=unnamed)
        case Said():
            if not hears(seat, entry.audience, entry.seat):
                return None
            return _with(base, text=entry.text, hidden="all" not in entry.audience)
        case Seated():
            return _with(base, kind="seated" if entry.link else "reseated", text=entry.name, line=entry.role)
        case Settled():
            return base if seat.gm else None
        case Moved():
            return _with(base, line=entry.way)
    return base


def _acted(seat: Seat, base: Seen, entry: Acted, *, known: Collection[str] | None, unnamed: tuple[str, ...]) -> Seen:
    """An act. Whoever is told less than the GM does not read what the GM typed either: it may name what the card leaves out."""
    hidden = "all" not in entry.asked.audience
    if hidden and not hears(seat, entry.asked.audience, entry.seat):
        return _with(base, act=entry.act or base.n, hidden=True)
    question = entry.question if entry.question and _may_read(seat, entry.question, known) else None
    mine = entry.seen[key_of(seat, entry.seen)] if entry.cards else 0
    card = entry.cards[mine] if entry.cards else None
    names_hidden = any(name in entry.asked.line for name in unnamed)
    told_less = bool(entry.cards) and mine != entry.seen.get(GM, mine)
    return _with(
        base,
        act=entry.act or base.n,
        line="" if names_hidden or (told_less and entry.seat == GM) else entry.asked.line,
        dice=tuple(a for a in entry.answers if isinstance(a, Faces) and (seat.gm or not a.secret)),
        answers=tuple(a for a in entry.answers if isinstance(a, Choice) and _may_read(seat, a, known)),
        card=card,
        question=question,
        hidden=hidden,
    )


def _may_read(seat: Seat, question: Question | Choice, known: Collection[str] | None) -> bool:
    """Whether a seat may read whom an act waits for, and for what: not the GM's questions, nor a stranger's."""
    return seat.gm or (question.who != GM and (known is None or question.who in known))


def _with(seen: Seen, **changes: object) -> Seen:
    return msgspec.structs.replace(seen, **changes)
