"""Leases: at which node a table lives. One holder at a time, by a number that grows with every holder and fences the ones before.

A store of one machine holds everything. A store that several nodes share gives a table to the node that asks first, for a while that the
holder prolongs; when that while is over another node may take it. What a node writes after that is refused by the fence, however
long it slept.
"""

import msgspec

from ludex.store.port import Failed


class Node(msgspec.Struct, frozen=True):
    """A server among several: a name of its own, and where the others reach it."""

    name: str
    address: str = ""


class Fenced(Failed):
    """The table lives at another node by now. Nothing was written."""


class Elsewhere(Failed):
    """The table lives at another node, and is served there."""

    def __init__(self, holder: Node) -> None:
        super().__init__(f"the table is served by {holder.name}")
        self.holder = holder
