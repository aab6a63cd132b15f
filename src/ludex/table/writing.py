"""The way of one table's entries to disk: in order, and nothing passes a failure.

Entries are folded into the memory before they are written, so whatever is decided while one is under way rests on it. If it
fails, everything behind it fails with it (the store takes no entry that does not follow the last one), and the table itself
is of no use any more: it is loaded again from what was really written by the next one who asks for it. That holds also if nobody
waits for the write: the person who asked may have gone.

Those who watch a table are told when something has come to disk, or could not. A watcher that fails takes nothing back.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
import structlog

from ludex.core.driving import Faces
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import EVERYBODY
from ludex.store.port import Batch, Store, Stored
from ludex.table.entries import Acted, AnyEntry, Cancelled, read_entry
from ludex.table.memory import Memory


class Broken(Exception):
    """A write failed, or the table was put away: nothing was changed, and the table must be loaded again."""


RECENT = 64
"""So many of the newest entries are kept at hand: everybody who is told of them reads the same ones."""


class Gathered:
    """What one task writes as one; `root` is that of the first step in it, to which all others belong, `stood` the memory
    before it."""

    def __init__(self) -> None:
        self.task = asyncio.current_task()
        self.root, self.stood = 0, Memory()
        self.batch: Batch | None = None
        self.sent = 0
        """The last entry of it, once it is on its way."""

    def take(self, batch: Batch, stood: Memory) -> None:
        """Take a batch of entries behind those that there are."""
        self.stood = self.stood if self.batch else stood
        entries = (*self.batch.entries, *batch.entries) if self.batch else batch.entries
        self.batch = msgspec.structs.replace(self.batch or batch, entries=entries)


class Writing:
    """What is on its way, and how far the disk has come. `landed` is called when the disk has moved or failed, never later than anybody hears of it."""

    def __init__(self, store: Store, table: str, *, durable: int, landed: Callable[[], None]) -> None:
        self.store = store
        self.table = table
        self.durable = durable
        self.broken = False
        self._landed = landed
        self._under_way: dict[int, asyncio.Future[None]] = {}
        self._waiting: dict[int, list[asyncio.Future[None]]] = {}
        self._recent: deque[Stored] = deque(maxlen=RECENT)
        self._lines: dict[asyncio.Task[object] | None, Gathered] = {}
        self._gathered: Gathered | None = None

    @property
    def quiet(self) -> bool:
        """Whether nothing is under way."""
        return not self._under_way

    async def write(self, batch: Batch, stood: Memory) -> int:
        """Put entries on disk that follow a memory; the number of the last, or `Broken`."""
        if self.broken:
            raise Broken(self.table)
        last, line = batch.first + len(batch.entries) - 1, self.line
        if self._gathered is not None and self._gathered is not line:
            self._send_gathered()
            line = self.line
        if line is not None and batch.alone:
            line.take(batch, stood)
            self._gathered = line
        else:
            self._send_gathered()
            await self._await(self._send(batch))
        return last

    def _send(self, batch: Batch) -> int:
        last = batch.first + len(batch.entries) - 1
        writing = asyncio.ensure_future(self.store.append(batch))
        self._under_way[last] = writing
        writing.add_done_callback(partial(self._done, batch, last))
        return last

    @property
    def line(self) -> Gathered | None:
        """What the present task is writing as one, if it is."""
        return self._lines.get(asyncio.current_task())

    @property
    def root(self) -> int:
        """The first step of what the present task is writing as one; 0 if there is none yet."""
        return line.root if (line := self.line) else 0

    def belongs(self, root: int) -> None:
        """Whatever the present task writes as one from now on belongs to this step, if it has none yet."""
        if (line := self.line) is not None:
            line.root = line.root or root

    def taken_back(self) -> tuple[tuple[bytes, ...], Memory] | None:
        """What the present task has gathered is not to be written: it comes back with the memory before it; None where there is nothing,
        or it is on its way already."""
        if (line := self.line) is None or line.batch is None:
            return None
        entries, line.batch, self._gathered = line.batch.entries, None, None
        return entries, line.stood

    def gather(self) -> Gathered:
        """What the present task writes from now on is gathered, until it is sent as one."""
        gathered = Gathered()
        self._lines[gathered.task] = gathered
        return gathered

    async def send(self, gathered: Gathered) -> None:
        """Put what the present task has gathered on disk as one."""
        if self._gathered is gathered:
            self._send_gathered()
        self._lines.pop(gathered.task, None)
        if gathered.sent:
            await self._await(gathered.sent)

    def _send_gathered(self) -> None:
        """Send what was gathered. It is one no longer: what its task writes from now on goes by itself."""
        gathered, self._gathered = self._gathered, None
        if gathered is not None:
            self._lines.pop(gathered.task, None)
            gathered.sent = self._send(gathered.batch) if gathered.batch is not None else 0

    async def until(self, n: int) -> None:
        """Wait until an entry that was sent is on disk, or `Broken`."""
        if n <= self.durable:
            return
        if self.broken:
            raise Broken(self.table)
        self._send_gathered()
        await self._await(next(last for last in self._under_way if last >= n))

    def after(self, n: int) -> list[Stored] | None:
        """The entries on disk after this one, if they are so new that the disk need not be asked."""
        if n >= self.durable:
            return []
        if not self._recent or self._recent[0].n > n + 1:
            return None
        found = list(takewhile(lambda stored: stored.n > n, reversed(self._recent)))
        found.reverse()
        return found

    async def settle(self) -> None:
        """Wait until nothing is under way, however it ends."""
        if self._under_way:
            await asyncio.wait(tuple(self._under_way.values()))

    async def _await(self, last: int) -> None:
        """Wait for what is under way up to an entry. If the person who asked goes meanwhile, it is on its way to disk all the same."""
        if last in self._under_way:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(last, []).append(waiter)
            await waiter
        elif last > self.durable:
            raise Broken(self.table)

    def _done(self, batch: Batch, last: int, done: "asyncio.Future[None]") -> None:
        del self._under_way[last]
        error = asyncio.CancelledError() if done.cancelled() else done.exception()
        try:
            if error is None:
                self.durable = max(self.durable, last)
                self._recent.extend(map(Stored, range(batch.first, last + 1), batch.entries))
            else:
                self._fail(last, error)
            self._landed()
        finally:  # whatever fails in telling of it, nobody waits for ever
            for waiter in self._waiting.pop(last, ()):
                self._resolve(waiter, error)

    def _resolve(self, waiter: "asyncio.Future[None]", error: BaseException | None) -> None:
        if waiter.done():
            return
        if error is None:
            waiter.set_result(None)
            return
        broken = Broken(self.table)
        broken.__cause__ = error
        waiter.set_exception(broken)

    def _fail(self, last: int, error: BaseException) -> None:
        first, self.broken = not self.broken, True
        if first:
            problem = f"{type(error).__name__}: {error}"
            structlog.get_logger().error(
                "table_stopped", table=self.table, entry=last, on_disk=self.durable, problem=problem
            )


Watcher = Callable[[], None]


def tell(table: str, watchers: Sequence[Watcher]) -> None:
    """Tell everybody; one who falls over is named in the server's log and keeps nobody from hearing."""
    for watcher in tuple(watchers):
        try:
            watcher()
        except Exception as error:  # noqa: BLE001
            problem = f"{type(error).__name__}: {error}"
            structlog.get_logger().error("watcher_failed", table=table, problem=problem)


if TYPE_CHECKING:
    from ludex.table.table import Table

REFUSED = "line_refused"
"""Why dice are spent that fell in a line of which another part was refused."""


class Together:
    """What one task does in here is one step, on disk together, as long as nobody else writes meanwhile; refused, nothing of it has happened.
    Inside of another one it is a part of that."""

    def __init__(self, table: "Table", writing: Writing) -> None:
        self._table, self._writing, self._chance = table, writing, table.chance
        self._own: Gathered | None = None

    async def __aenter__(self) -> None:
        if self._writing.line is None:
            self._own = self._writing.gather()

    async def __aexit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._own is None:
            return
        try:
            if error is not None and (gathered := self._writing.taken_back()) is not None:
                self._table.chance = self._chance
                await _take_back(self._table, *gathered, error)
        finally:
            await self._writing.send(self._own)


async def _take_back(table: "Table", bodies: Sequence[bytes], before: Memory, error: BaseException) -> None:
    """Let a table stand where it stood before a line that is refused; `bodies` are the line's entries, of which none is on its way to disk."""
    entries = [read_entry(body) for body in bodies]
    table.memory = before
    table.history.forget(before.n)
    if all(isinstance(one, Cancelled) or (isinstance(one, Acted) and one.refused) for one in entries):
        kept = entries  # nothing has stood: what was refused says so itself, and what fell away is away
    else:
        kept = [one for one in (_spent(entries, before),) if one is not None]
        if kept and isinstance(error, RuleError | SystemFailed):
            error.hush()
    if kept:
        await table.write(*kept)


def _spent(entries: Sequence[AnyEntry], before: Memory) -> Acted | None:
    """One refused act with all dice that fell in a line, for those alone who may know of each of its acts; None where none fell."""
    acts = [one for one in entries if isinstance(one, Acted)]
    faces = tuple(answer for one in acts for answer in one.answers if isinstance(answer, Faces))
    if not faces:
        return None
    begun = next(one for one in acts if one.asked is not None or one.act in before.parked)
    heard = next((one for one in acts if EVERYBODY not in one.audience), begun)
    return Acted(
        at=begun.at,
        seat=begun.seat,
        act=begun.act,
        asked=begun.asked,
        audience=heard.audience,
        announced=heard.announced,
        blind=heard.blind,
        answers=faces,
        kept=len(before.parked[begun.act].answers) if begun.act else 0,
        first=next(one.first for one in acts if any(isinstance(answer, Faces) for answer in one.answers)),
        refused=REFUSED,
        system_version=begun.system_version,
        made=begun.made,
    )
