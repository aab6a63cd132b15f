"""Odds under the answers of open questions, worked out beside the event loop and kept while they hold.

The rules are pure, so a thread may run them on the state of the moment while the table goes on.
"""

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.lab import preview
from ludex.lab.preview import Preview
from ludex.table.memory import Act
from ludex.table.table import Table

KEPT = 256

Answers = dict[str, list[Preview]]


class _Known(msgspec.Struct):
    """What is known of one question: the state that it was worked out on, and the task or its result."""

    state: Any
    task: "asyncio.Task[Answers] | None" = None
    found: Answers | None = None


class Foresight:
    """Chances of answers, by table, act and how far the act has come."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int, int], _Known] = OrderedDict()

    def known(self, table: Table, act: Act) -> Answers | None:
        """The odds if they have been worked out on the present state."""
        found = self._known.get(_key(table, act))
        return found.found if found is not None and found.state is table.memory.state else None

    async def work_out(self, table: Table, act: Act) -> Answers:
        """The odds; several readers of one question share the work."""
        found = self._known.get(_key(table, act))
        if found is None or found.state is not table.memory.state:
            found = _Known(table.memory.state)
            found.task = asyncio.create_task(self._think(table, act, found))
            self._keep(_key(table, act), found)
        if found.found is None and found.task is not None:
            return await asyncio.shield(found.task)
        return found.found or {}

    async def _think(self, table: Table, act: Act, known: _Known) -> Answers:
        try:
            known.found = await asyncio.to_thread(preview.answers, table, act)
        except RuleError:
            known.found = {}
        known.task = None
        return known.found

    def _keep(self, key: tuple[str, int, int], known: _Known) -> None:
        self._known[key] = known
        while len(self._known) > KEPT:
            self._known.popitem(last=False)


def _key(table: Table, act: Act) -> tuple[str, int, int]:
    return table.id, act.number, len(act.answers)
