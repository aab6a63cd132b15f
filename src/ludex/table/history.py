"""History as a tree of commits: the state at any of them, from cache, from the nearest that was kept, or by folding forward.

Kept states lie at most `SPAN` commits apart along every way that was ever gone, so finding one costs the same however long
the history is. Where they lie further apart (another version kept them), a walk that way keeps some.

Checkpoints of the memory and states of commits are kept beside the log so that nobody has to read all of it. They can be made again
from the log at any time; what another version made is not read, and neither is what cannot be.
"""

import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.system import System
from ludex.store.port import Checkpoint, State, Store, Stored
from ludex.table.entries import Acted, AnyEntry, Opened, read_entry, recent_entry
from ludex.table.memory import Memory, Rising, fold_events, read_events, read_state

CACHED = 256
SPAN = 200
"""States are kept so many commits apart."""

PAGE = 50
"""So many entries are read at once on the way back."""

NEAR = 64
"""So many entries are kept at hand, the newest to begin with: going back step by step does not ask the disk for each."""

Trail = list[tuple[int, Acted]]


class History:
    """Commits of one table. States are immutable and share structure, so keeping the last few hundred at hand is cheap."""

    def __init__(self, table: str, system: System, store: Store) -> None:
        self.table = table
        self.system = system
        self.store = store
        self._states: OrderedDict[int, Any] = OrderedDict()
        self._near: OrderedDict[int, bytes] = OrderedDict()

    def remember(self, head: int, state: Any) -> None:
        """Keep the state of a commit at hand."""
        self._states[head] = state
        self._states.move_to_end(head)
        while len(self._states) > CACHED:
            self._states.popitem(last=False)

    def has(self, n: int, body: bytes) -> None:
        """Keep an entry at hand, as it is written."""
        self._near[n] = body
        self._near.move_to_end(n)
        while len(self._near) > NEAR:
            self._near.popitem(last=False)

    def forget(self, n: int) -> None:
        """Entries after this one were never written: they did not happen."""
        for kept in (self._near, self._states):
            for number in [one for one in kept if one > n]:
                del kept[number]

    async def commit(self, n: int) -> AnyEntry:
        """The entry of a commit. Those before it are read with it: entries never change, and steps lie close together."""
        if n not in self._near:
            for stored in await self._page(n, 0):
                self.has(stored.n, stored.body)
        if n not in self._near:
            raise RuleError("no_such_commit", n=n)
        return recent_entry(self._near[n])

    async def state_at(self, head: int) -> Any:
        """The state that stands on a commit: walk back to the nearest known state, then fold forward."""
        trail: Trail = []
        n = head
        while n not in self._states:
            kept = await self._nearest(n)
            n = await self._walk(n, kept, trail)
        return await self._fold(self._states[n], trail)

    async def _nearest(self, n: int) -> int:
        """The nearest commit up to `n` whose state is kept, now at hand; 0 if there is none. Not every one lies on the way."""
        limit = n
        while kept := await self.store.nearest(self.table, limit):
            state = thaw_state(self.system, kept) if kept.head not in self._states else self._states[kept.head]
            if state is not None:
                self.remember(kept.head, state)
                return kept.head
            limit = kept.head - 1
        return 0

    async def _walk(self, n: int, floor: int, trail: Trail) -> int:
        """Follow parents from `n` down to a commit whose state is at hand, or past the floor."""
        page: dict[int, Stored] = {}
        while n > floor and n not in self._states:
            if n not in page:
                page = {one.n: one for one in await self._page(n, floor)}
            if n not in page:
                raise RuleError("no_such_commit", n=n)
            entry = read_entry(page[n].body)
            if isinstance(entry, Opened):
                self.remember(n, read_state(self.system, entry.state, entry.system_version))
            elif isinstance(entry, Acted) and entry.commits:
                trail.append((n, entry))
                n = entry.parent
            else:
                raise RuleError("no_such_commit", n=n)
        return n

    async def _page(self, n: int, floor: int) -> Sequence[Stored]:
        """The entries up to `n`, a page of them."""
        after = max(floor, n - PAGE)
        return await self.store.read(self.table, after=after, limit=n - after)

    async def _fold(self, state: Any, trail: Trail) -> Any:
        """Fold a way forward again. A long one leaves states behind, so that the next is short."""
        kept: list[State] = []
        for step, (number, entry) in enumerate(reversed(trail), 1):
            state = fold_events(self.system, state, read_events(self.system, entry))
            self.remember(number, state)
            if step % SPAN == 0:
                kept.append(freeze_state(self.system, number, state))
        await self.keep(kept)
        return state

    async def keep(self, states: Sequence[State]) -> None:
        """Keep states for the next time. That it fails harms nothing but the time it takes."""
        if not states:
            return
        try:
            await self.store.keep(self.table, states)
        except Exception as error:  # noqa: BLE001  # whatever it is, the state was found
            problem = f"{type(error).__name__}: {error}"
            structlog.get_logger().warning("states_not_kept", table=self.table, problem=problem)


T = TypeVar("T")
QUICK = 1
"""Compress quickly: a state is a few times smaller at once, and hardly smaller with patience."""


Known = Mapping[str, int]
"""How many pieces of each name are kept already."""


class _Kept(msgspec.Struct, frozen=True):
    """Something that was kept, and the version of the system that it is of."""

    version: int
    content: msgspec.Raw


def _pack(system: System, content: Any) -> bytes:
    kept = _Kept(system.version, msgspec.Raw(msgspec.json.encode(content)))
    return zlib.compress(msgspec.json.encode(kept), QUICK)


def _unpack(system: System, body: bytes, kind: type[T]) -> T | None:
    """None if another version kept it."""
    kept = msgspec.json.decode(zlib.decompress(body), type=_Kept)
    return msgspec.json.decode(kept.content, type=kind) if kept.version == system.version else None


def freeze(system: System, memory: Memory, known: Known) -> Checkpoint:
    """A checkpoint of the memory, without the pieces that are kept already."""
    heard = {seat: numbers.bare() for seat, numbers in memory.heard.items()}
    bare = replace(memory, veiled=memory.veiled.bare(), heard=heard)
    fresh: dict[str, bytes] = {}
    for name, numbers in _named(memory).items():
        fresh |= numbers.pieces(name, known.get(name, 0))
    return Checkpoint(memory.n, _pack(system, bare), fresh)


def pieces_of(memory: Memory) -> dict[str, int]:
    """How many pieces a checkpoint of this memory has, by name."""
    return {name: len(numbers.full) for name, numbers in _named(memory).items()}


def _named(memory: Memory) -> dict[str, Rising]:
    return {"veiled": memory.veiled, **{f"heard/{seat}": numbers for seat, numbers in memory.heard.items()}}


def thaw(system: System, checkpoint: Checkpoint) -> Memory | None:
    """The memory out of a checkpoint; None out of one that another version made, or that is damaged."""
    try:
        bare = _unpack(system, checkpoint.body, Memory)
        if bare is None:
            return None
        return replace(
            bare,
            state=msgspec.convert(bare.state, system.state),
            veiled=bare.veiled.whole("veiled", checkpoint.pieces),
            heard=_heard(bare, checkpoint.pieces),
        )
    except (msgspec.MsgspecError, zlib.error, KeyError):
        return None


def _heard(bare: Memory, pieces: Mapping[str, bytes]) -> dict[str, Rising]:
    return {seat: numbers.whole(f"heard/{seat}", pieces) for seat, numbers in bare.heard.items()}


def freeze_state(system: System, head: int, state: Any) -> State:
    """The state of a commit, to be kept."""
    return State(head, _pack(system, state))


def thaw_state(system: System, kept: State) -> Any | None:
    """The state that was kept; None if another version kept it, or if it is damaged."""
    try:
        return _unpack(system, kept.body, system.state)
    except (msgspec.MsgspecError, zlib.error):
        return None
