"""Bots at several nodes: what is said goes out where its platform is connected, and orders of other nodes are done here."""

import secrets
from collections.abc import Iterable

import msgspec
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from ludex.fronts.asgi import answer, whole
from ludex.fronts.bots.corridor import KEY, Card, Change, Code, Done, Order, Out, SharedCorridor, Take, Tell
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.messages import Place, Say, Unsent
from ludex.fronts.bots.riding import Rider
from ludex.store.port import Failed

LARGEST = 8 * 1024 * 1024
"""Bytes of an order: a picture has room in it."""


class Carrier:
    """Says things on platforms, through the node to which they are connected."""

    def __init__(self, rider: Rider, ledger: Ledger, corridor: SharedCorridor) -> None:
        self.rider, self.ledger, self.corridor = rider, ledger, corridor

    async def connected(self, platform: str) -> None:
        """A platform has connected to this node: the others reach it here."""
        await self.ledger.reach(platform, self.corridor.store.node.address)

    async def send(self, say: Say) -> str:
        """Say something; the id of the message comes back."""
        if self.rider.reaches(say.place.platform):
            return await self.rider.send(say)
        return await self._by(say.place.platform, Out(say))

    async def rename(self, place: Place, person: str, card: str) -> None:
        if self.rider.reaches(place.platform):
            await self.rider.rename(place, person, card)
        else:
            await self._by(place.platform, Card(place, person, card))

    async def _by(self, platform: str, order: Order) -> str:
        address = await self.ledger.way(platform)
        if not address or address == self.corridor.store.node.address:
            raise Unsent("not connected", later=True)
        done = await self.corridor.carry(address, order)
        if not done.ok:
            raise Unsent(done.problem, later=done.later)
        return done.sent


class Inside:
    """The door for the other nodes, an ASGI application: anyone who has the key gives orders."""

    def __init__(self, hall: Hall, rider: Rider, key: str) -> None:
        self.hall, self.rider, self.key = hall, rider, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not self._known(scope["headers"]):
            return await _answer(send, 404, Done(ok=False, problem="unknown"))
        try:
            order = msgspec.json.decode(await whole(receive, LARGEST), type=Order)
        except (msgspec.DecodeError, ValueError) as error:
            return await _answer(send, 400, Done(ok=False, problem=str(error)))
        return await _answer(send, 200, await self.done(order))

    def _known(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        given = next((value for name, value in headers if name == KEY.encode()), b"")
        return secrets.compare_digest(given, self.key.encode())

    async def done(self, order: Order) -> Done:
        try:
            return await self._done(order)
        except Unsent as error:
            return Done(ok=False, later=error.later, problem=str(error))
        except Failed as error:
            return Done(ok=False, later=True, problem=str(error))

    async def _done(self, order: Order) -> Done:
        match order:
            case Take(message):
                await self.hall.take_over(message)
            case Change(change):
                await self.hall.reworded(change)
            case Tell(place):
                await self.hall.tell(place, passed=True)
            case Out(say):
                return Done(ok=True, sent=await self.rider.send(say))
            case Card(place, person, card):
                await self.rider.rename(place, person, card)
            case Code(code):
                return Done(ok=self.hall.house.knows(code))
        return Done(ok=True)


async def _answer(send: Send, status: int, done: Done) -> None:
    await answer(send, status, [(b"content-type", b"application/json")], msgspec.json.encode(done))
