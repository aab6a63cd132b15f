"""Odds under the answers of open questions: worked out once for each question, beside the event loop, and kept while they hold.

The rules are pure, so a thread may run them on the state of the moment while the table goes on. Readers of one question share
the work; chat, page and API share the one cache.
"""

import asyncio
from collections import OrderedDict

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import Viewer, Who
from ludex.lab import preview
from ludex.lab.preview import Preview
from ludex.table.questions import Open
from ludex.table.table import Table

KEPT = 512

Answers = dict[str, list[Preview]]
Key = tuple[str, int, int, int, Who, Viewer]

_found: OrderedDict[Key, Answers] = OrderedDict()
_tasks: dict[Key, "asyncio.Task[Answers]"] = {}


def known(table: Table, asked: Open) -> Answers | None:
    """The odds of each answer, if they have been worked out."""
    return _found.get(_key(table, asked))


async def work_out(table: Table, asked: Open) -> Answers:
    key = _key(table, asked)
    if (found := _found.get(key)) is not None:
        return found
    task = _tasks.get(key)
    if task is None or task.get_loop() is not asyncio.get_running_loop():
        task = _tasks[key] = asyncio.create_task(_think(table, asked, key))
    return await asyncio.shield(task)


async def _think(table: Table, asked: Open, key: Key) -> Answers:
    try:
        found = await asyncio.to_thread(preview.answers, table, asked.act, asked.question)
    except (RuleError, SystemFailed):
        found = {}
    finally:
        _tasks.pop(key, None)
    _found[key] = found
    while len(_found) > KEPT:
        _found.popitem(last=False)
    return found


def _key(table: Table, asked: Open) -> Key:
    """What the odds depend on: the question, the state it stands on, and what the one who is asked may know of that."""
    who, memory = asked.question.who, table.memory
    viewer = preview.asked_viewer(table, who)
    return table.id, asked.act.number, len(asked.act.answers), memory.head, who, viewer
