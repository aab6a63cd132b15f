"""Leases: at which node a table lives. One holder at a time, by a number that grows with every holder and fences the ones before.

A store of one machine holds everything. A store that several nodes share gives a table to the node that asks first, for a while that the
holder prolongs; when that while is over another node may take it. What a node writes after that is refused by the fence, however
long it slept.
"""

from typing import Protocol

import msgspec

from ludex.store.port import Failed


class Node(msgspec.Struct, frozen=True):
    """A server among several: a name of its own, and where the others reach it."""

    name: str
    address: str = ""


class Shared(Protocol):
    """A store that several servers share, each of them with tables of its own: what they need to know of one another."""

    node: Node
    """The server that asks."""
    lease: float
    """Seconds after which the tables of a server that has died are served again."""

    async def seat(self, link: str) -> tuple[str, str] | None:
        """The table and seat that a link's hash opens."""
        ...

    async def holder(self, table: str) -> Node | None:
        """The server at which a table lives now."""
        ...

    async def neighbours(self) -> list[Node]:
        """The other servers at which tables live now."""
        ...

    async def key(self) -> str:
        """What they know one another by."""
        ...


class Fenced(Failed):
    """The table lives at another node by now. Nothing was written."""


class Elsewhere(Failed):
    """The table lives at another node, and is served there."""

    def __init__(self, holder: Node) -> None:
        super().__init__(f"the table is served by {holder.name}")
        self.holder = holder
