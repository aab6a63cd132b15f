"""The way between the halls of several nodes: a message that is about a table elsewhere goes there, and what is said comes back.

A platform is connected to one node, or to several; a table lives at one. What came to another node is passed on whole, and is taken there
as if it had come there. A node that does not answer is waited for as long as its lease lasts: then the table is taken over here.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx
import msgspec
import structlog

from ludex.fronts.bots.messages import Changed, Message, Place, Say
from ludex.store.leases import Elsewhere, Node, Shared
from ludex.store.port import Failed

PATH = "/bots/inside"
KEY = "x-ludex-cluster"

PAUSE = 0.25
"""Seconds between two tries."""

T = TypeVar("T")


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take a message."""

    message: Message


class Change(msgspec.Struct, frozen=True, tag="change"):
    """A message was edited or withdrawn."""

    change: Changed


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """Tell a place what is new."""

    place: Place


class Out(msgspec.Struct, frozen=True, tag="out"):
    """Say something on a platform that is connected there."""

    say: Say


class Card(msgspec.Struct, frozen=True, tag="card"):
    """Set somebody's card on a platform that is connected there."""

    place: Place
    person: str
    card: str


class Code(msgspec.Struct, frozen=True, tag="code"):
    """Whether a code was made there."""

    code: str


Order = Take | Change | Tell | Out | Card | Code


class Done(msgspec.Struct, frozen=True):
    """What came of an order. Not `ok`: nothing was done; `later`: it may be tried again."""

    ok: bool
    sent: str = ""
    later: bool = False
    problem: str = ""


class Corridor:
    """There is one node, and everything lives here."""

    async def where(self, action: Callable[[], Awaitable[T]], order: Order | None = None) -> T | bool | None:
        """Do something where its table lives: here, or by an order there (whether it was done). None: nowhere."""
        del order
        return await action()

    async def passed(self, node: Node, order: Order) -> bool:
        """Whether another node has done what was ordered."""
        del node, order
        return False

    async def maker(self, code: str) -> Node | None:
        """The other node at which a code was made."""
        del code
        return None

    async def close(self) -> None:
        """Nothing is held."""


class SharedCorridor(Corridor):
    """Several servers with one store: nodes, or workers of one. They know one another by a key."""

    def __init__(self, store: Shared, key: str) -> None:
        self.store, self.key = store, key
        self._client = httpx.AsyncClient(timeout=httpx.Timeout(60, connect=1), headers={KEY: key})

    async def where(self, action: Callable[[], Awaitable[T]], order: Order | None = None) -> T | bool | None:
        """Do something where its table lives: here, or by an order there (whether it was done). None: nowhere in time."""
        for _ in range(int(self.store.lease / PAUSE) + 40):
            try:
                return await action()
            except Elsewhere as error:
                if order is not None and await self.passed(error.holder, order):
                    return True
            except Failed as error:
                structlog.get_logger().warning("bots_wait", problem=str(error))
            await asyncio.sleep(PAUSE)
        structlog.get_logger().error("not_taken", order=type(order).__name__)
        return None

    async def passed(self, node: Node, order: Order) -> bool:
        """Whether another node has done what was ordered."""
        return (await self.carry(node.address, order)).ok

    async def carry(self, address: str, order: Order) -> Done:
        """Give an order to the node at an address; what came of it."""
        try:
            answer = await self._client.post(f"{address}{PATH}", content=msgspec.json.encode(order))
            return msgspec.json.decode(answer.content, type=Done)
        except (httpx.HTTPError, msgspec.DecodeError) as error:
            structlog.get_logger().warning("not_passed", node=address, problem=f"{type(error).__name__}: {error}")
            return Done(ok=False, later=True, problem=type(error).__name__)

    async def maker(self, code: str) -> Node | None:
        """The other node at which a code was made."""
        for node in await self.store.neighbours():
            if await self.passed(node, Code(code)):
                return node
        return None

    async def close(self) -> None:
        await self._client.aclose()
