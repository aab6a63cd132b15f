"""A desk's verbs about pictures of people and of the ground under the map, and about what is painted on it."""

import asyncio
import re
from collections.abc import Collection, Sequence

from ludex.core.errors import RuleError
from ludex.core.principals import Who, actor, actor_of
from ludex.core.scenery import STAMPS
from ludex.desk.desk import Desk
from ludex.table.handouts import EDGE, read_picture
from ludex.table.seats import check_acts_for, check_gm
from ludex.table.settings import GROUND, Pictured, Stamped

_HASH = re.compile(r"[0-9a-f]{40}")

MOST = 400
"""Squares that are painted at once."""

FACE = 320
"""The longer edge of somebody's portrait."""


def _subject(desk: Desk, of: str) -> Who:
    """Whose picture is meant: the ground is the GM's, somebody's her own seat's and the GM's."""
    if of == GROUND:
        check_gm(desk.seat)
        return Who(GROUND)
    who = desk.actor(of)
    check_acts_for(desk.seat, who)
    return actor(who)


async def picture(desk: Desk, of: str, data: bytes) -> str:
    """Give somebody, or the ground, a picture out of a file; its name."""
    subject = _subject(desk, of)
    found = await asyncio.to_thread(read_picture, data, EDGE if subject == GROUND else FACE)
    await desk.table.settle(desk.seat, Pictured(subject, found.name), pictures={found.name: found.body})
    return found.name


async def unpicture(desk: Desk, of: str) -> None:
    """Take a picture away: initials are drawn again, the ground is paper."""
    await desk.table.settle(desk.seat, Pictured(_subject(desk, of)))


async def stamp(desk: Desk, kind: str, cells: Sequence[tuple[int, int]]) -> None:
    """Paint something on squares of the map, for the eye alone (GM); no kind: take it away, without squares everywhere."""
    if kind and kind not in STAMPS:
        raise RuleError("not_among", arg="kind", value=kind[:40], among=list(STAMPS))
    if len(cells) > MOST or (kind and not cells):
        raise RuleError("line_too_long", length=len(cells), limit=MOST)
    await desk.table.settle(desk.seat, Stamped(kind, tuple(cells)))


def pictures(desk: Desk) -> dict[str, str]:
    """The pictures that this seat may see: the ground's, and by actor those of everybody it knows of."""
    known = desk.actors()
    found = desk.table.memory.settings.pictures.items()
    return {actor_of(of) or of: name for of, name in found if of == GROUND or actor_of(of) in known}


async def bytes_of(desk: Desk, name: str) -> bytes:
    """A picture that this seat may see; to anybody else there is none."""
    return await kept(desk, name, pictures(desk).values())


async def kept(desk: Desk, name: str, among: Collection[str]) -> bytes:
    """A picture of the table, if it is one of those that may be seen."""
    found = await desk.table.store.picture(desk.table.id, name) if _HASH.fullmatch(name) and name in among else None
    if found is None:
        raise RuleError("unknown_picture")
    return found
