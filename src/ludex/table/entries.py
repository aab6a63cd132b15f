"""The log's entries: everything that was ever accepted at a table, as frozen facts.

One accepted command is one entry. The table's memory is the fold of its entries (`memory.py`); nothing else is true.
"""

from typing import Any

import msgspec

from ludex.core.driving import Answer
from ludex.core.view import Card

EVERYBODY = ("all",)


class Entry(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all entries. `at` is the table's clock, `seat` whoever asked."""

    at: str
    seat: str


class Opened(Entry, frozen=True, tag="opened"):
    """The table was opened: the first entry. `state` is the starting state, `seal` the hash of the secret dice seed."""

    system: str
    name: str
    state: msgspec.Raw
    seal: str
    version: str


class Seated(Entry, frozen=True, tag="seated"):
    """Somebody got a seat, or a seat changed: its role, name and the actors it controls. `link` is the hash of its secret."""

    who: str
    role: str
    name: str
    controls: tuple[str, ...] = ()
    link: str = ""


class Left(Entry, frozen=True, tag="left"):
    """A seat was taken away; its link is dead."""

    who: str


class Asked(msgspec.Struct, frozen=True):
    """What a procedure was called with."""

    procedure: str
    given: msgspec.Raw
    line: str
    audience: tuple[str, ...] = EVERYBODY


class Question(msgspec.Struct, frozen=True):
    """An open question as the log keeps it, for display: the procedure itself asks it again when it is re-run."""

    who: str
    what: Any
    options: tuple[Any, ...]


class Acted(Entry, frozen=True, tag="acted"):
    """A procedure ran, from its start or from an answer, until it parked or ended.

    `act` is the number of the entry that began it (0: this one). `answers` are those new in this entry; `kept` how many
    of the earlier ones still hold (fewer than all if the state under a parked act changed). `first` is the number of the
    first die roll in it. If it parked, `question` is what it waits for. If it ended, `events` are what happened and `parent`
    is the commit it stands on; `cards` tell it, `seen` says who gets which card.
    """

    act: int
    asked: Asked
    answers: tuple[Answer, ...]
    kept: int
    first: int
    question: Question | None = None
    done: bool = False
    parent: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    cards: tuple[Card, ...] = ()
    seen: dict[str, int] = {}

    @property
    def commits(self) -> bool:
        """Whether it changed the state: history moves from one such entry to another."""
        return self.done and bytes(self.events) != b"[]"


class Cancelled(Entry, frozen=True, tag="cancelled"):
    """A parked act was given up."""

    act: int


class Moved(Entry, frozen=True, tag="moved"):
    """History was moved to another commit: an undo, a redo or a jump. Nothing is lost; every branch stays."""

    head: int
    way: str


class Said(Entry, frozen=True, tag="said"):
    """Words at the table."""

    text: str
    audience: tuple[str, ...] = EVERYBODY


class Settled(Entry, frozen=True, tag="settled"):
    """A table setting was changed: `auto:<actor>` (its questions are answered by the default policy), `words:<key>`, `name`."""

    key: str
    value: Any


class Revealed(Entry, frozen=True, tag="revealed"):
    """The dice seed so far is shown, so that every roll can be checked; a new one is sealed."""

    seed: str
    seal: str


AnyEntry = Opened | Seated | Left | Acted | Cancelled | Moved | Said | Settled | Revealed

_READ: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def read_entry(body: bytes) -> AnyEntry:
    """An entry as the store keeps it."""
    return _READ.decode(body)


def kind_of(entry: AnyEntry) -> str:
    """The entry's kind as the log writes it."""
    return str(entry.__struct_config__.tag)
