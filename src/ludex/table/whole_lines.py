"""A line is one step or nothing: where a part of it is refused, what its other parts did has not happened.

Nothing of it was written yet. Dice that fell are spent all the same, as with every refusal: one entry keeps their faces, and tells nothing
that they came to, so that nobody throws again what she has seen.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ludex.core.driving import Faces
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import EVERYBODY
from ludex.table.entries import Acted, AnyEntry, Cancelled, read_entry
from ludex.table.memory import Memory
from ludex.table.writing import Writing

if TYPE_CHECKING:
    from ludex.table.table import Table

REFUSED = "line_refused"
"""Why dice are spent that fell in a line of which another part was refused."""


@asynccontextmanager
async def together(table: "Table", writing: Writing) -> AsyncIterator[None]:
    """What one task does in here is one step, on disk together, as long as nobody else writes meanwhile; refused, nothing of it has happened."""
    if writing.line is not None:
        yield
        return
    chance = table.chance
    async with writing.together():
        try:
            yield
        except BaseException as error:
            if (gathered := writing.taken_back()) is not None:
                table.chance = chance
                await _take_back(table, *gathered, error)
            raise


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
