"""History as a tree of commits: the state at any of them, from cache, checkpoint or by folding forward."""

from collections import OrderedDict
from typing import Any

from ludex.core.errors import RuleError
from ludex.core.system import System
from ludex.store.port import Store
from ludex.table.entries import Acted, AnyEntry, Opened, read_entry
from ludex.table.memory import fold_events, read_events, read_state, thaw

CACHED = 256


class History:
    """Commits of one table. States are immutable and share structure, so keeping the last few hundred is cheap."""

    def __init__(self, table: str, system: System, store: Store) -> None:
        self.table = table
        self.system = system
        self.store = store
        self._states: OrderedDict[int, Any] = OrderedDict()

    def remember(self, head: int, state: Any) -> None:
        """Keep the state of a commit at hand."""
        self._states[head] = state
        self._states.move_to_end(head)
        while len(self._states) > CACHED:
            self._states.popitem(last=False)

    async def commit(self, n: int) -> AnyEntry:
        """The entry of a commit."""
        stored = await self.store.entry(self.table, n)
        if stored is None:
            raise RuleError("no_such_commit", n=n)
        return read_entry(stored.body)

    async def state_at(self, head: int) -> Any:
        """The state that stands on a commit: walk back to the nearest known state, then fold forward."""
        trail: list[tuple[int, Acted]] = []
        n = head
        while (state := await self._known(n)) is None:
            entry = await self.commit(n)
            if isinstance(entry, Opened):
                state = read_state(self.system, entry.state, entry.system_version)
                break
            if not isinstance(entry, Acted):
                raise RuleError("no_such_commit", n=n)
            trail.append((n, entry))
            n = entry.parent
        for number, entry in reversed(trail):
            state = fold_events(self.system, state, read_events(self.system, entry))
            self.remember(number, state)
        return state

    async def _known(self, n: int) -> Any:
        if n in self._states:
            return self._states[n]
        checkpoint = await self.store.at_head(self.table, n)
        memory = thaw(self.system, checkpoint.body) if checkpoint else None
        return memory.state if memory else None
