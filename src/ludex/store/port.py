"""What a store is: an append-only log per table, what was worked out from it kept beside it, and the way from a secret link to a seat.

When `append` returns, the entries are on disk. Entries are numbered from 1 without gaps: appending anywhere but behind the last
one is `Conflict`. So two writers can never both believe they were first, and nothing is ever written that rests on an entry
which was not: of one table, a write that fails fails everything that was sent behind it.

Checkpoints, states and pieces can be made again from the log. Losing them costs time and nothing else.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec


class Conflict(Exception):
    """The entry does not follow the last one that is written."""


class UnknownTable(Exception):
    """There is no table of that id."""


class Failed(Exception):
    """The disk or the file failed. What was to be written is not there."""


def told(error: BaseException) -> str:
    """What went wrong, in the words of those who noticed it first."""
    return str(error) if isinstance(error, Failed) else f"{type(error).__name__}: {error}"


class Unusable(Exception):
    """A store that cannot be opened: missing, damaged, in use, or of a newer Ludex. The text is one sentence for the person who runs it."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as the store lists it. `secret` is the current dice seed and never leaves the server."""

    id: str
    system: str
    name: str
    created: str
    secret: bytes


class Stored(msgspec.Struct, frozen=True):
    """One entry of a log: its number and its JSON."""

    n: int
    body: bytes


def hash_of(body: bytes) -> str:
    """What the next entry says of this one."""
    return hashlib.blake2b(body, digest_size=16).hexdigest()


def as_stored(n: int, body: bytes | str) -> Stored:
    """A row of a log, whether its body was kept as bytes or as text."""
    return Stored(n, body if isinstance(body, bytes) else str(body).encode())


class Checkpoint(msgspec.Struct, frozen=True):
    """The memory after entry `n`. Its `pieces` never change once they are there: only new ones are written with it."""

    n: int
    body: bytes
    pieces: Mapping[str, bytes] = {}


class State(msgspec.Struct, frozen=True):
    """The state that stands on commit `head`."""

    head: int
    body: bytes


class Batch(msgspec.Struct, frozen=True):
    """What is written together: entries from number `first` on, links (hash -> seat id) that come alive or (empty seat) die with them, a new dice seed.

    `past` is the hash of the entry that they rest on; where it is said, they follow that very one and no other.
    With `put_away` the seed so far is kept until it is revealed; else it has been. `pictures` (by hash) are kept beside the log.
    """

    table: str
    first: int
    entries: tuple[bytes, ...]
    links: dict[str, str] = {}
    secret: bytes | None = None
    put_away: bool = False
    pictures: Mapping[str, bytes] = {}
    past: str = ""

    @property
    def alone(self) -> bool:
        """Whether these are entries and nothing else."""
        return bool(self.entries) and not self.links and self.secret is None and not self.pictures

    @property
    def last(self) -> Stored:
        return Stored(self.first + len(self.entries) - 1, self.entries[-1])

    def follows(self, last: Stored | None) -> bool:
        """Whether these entries follow this last one: by number, and by what they rest on."""
        if last is None:
            return self.first == 1
        return self.first == last.n + 1 and self.past in ("", hash_of(last.body))


class Store(Protocol):
    """A place where tables live."""

    async def create(self, row: TableRow, batch: Batch) -> None:
        """Add a table with its first entries."""
        ...

    def append(self, batch: Batch) -> Awaitable[None]:
        """Write entries; they are durable when this returns. `Conflict` if they do not follow the last one."""
        ...

    async def read(self, table: str, *, after: int = 0, limit: int | None = None) -> Sequence[Stored]:
        """Entries with a number above `after`, in order."""
        ...

    async def tail(self, table: str, count: int, *, before: int | None = None) -> Sequence[Stored]:
        """The last `count` entries (with numbers below `before`), in order."""
        ...

    async def entry(self, table: str, n: int) -> Stored | None: ...

    async def row(self, table: str) -> TableRow:
        """A table, or `UnknownTable`."""
        ...

    async def rows(self) -> Sequence[TableRow]: ...

    async def seeds(self, table: str) -> Sequence[bytes]:
        """Dice seeds that were put away and never revealed, oldest first."""
        ...

    async def seat(self, link: str) -> tuple[str, str] | None:
        """The table and seat that a link's hash opens."""
        ...

    async def picture(self, table: str, name: str) -> bytes | None:
        """A picture of a table by its hash."""
        ...

    async def pictures(self, table: str) -> Sequence[str]:
        """The hashes of all pictures of a table."""
        ...

    async def save(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the one before."""
        ...

    async def latest(self, table: str) -> Checkpoint | None:
        """The checkpoint, with all its pieces."""
        ...

    async def keep(self, table: str, states: Sequence[State]) -> None:
        """Keep states of commits."""
        ...

    async def nearest(self, table: str, head: int) -> State | None:
        """The kept state whose commit has the greatest number up to `head`."""
        ...

    async def forget(self, table: str) -> None:
        """Drop checkpoint, pieces and states: another version made them."""
        ...

    def takes(self, table: str) -> bool:
        """Whether a new table of this id would live here."""
        ...

    def holds(self, table: str) -> bool:
        """Whether a table may be written from here, as far as this node knows. A store of one machine holds all."""
        ...

    async def claim(self, table: str) -> None:
        """Take a table for this node before it is loaded; `Elsewhere` if another node holds it."""
        ...

    async def release(self, table: str) -> None:
        """Let a table go, so that another node may take it."""
        ...

    def watch(self, lost: Callable[[str], None]) -> None:
        """Say whom to tell when a table is held no longer."""
        ...

    async def backup(self, path: str) -> None:
        """Write a consistent copy while play goes on."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the disk."""
        ...
