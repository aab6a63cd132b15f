"""Connections that give nothing: anyone who begins a request ends it within some seconds, and no address keeps many waiting at once.

uvicorn waits for ever for the end of a header. A guarded connection is closed if a request is not whole in time or its header has no
end. Of an address that has too many unfinished ones the oldest is closed, so that an honest request from there still comes through. A
proxy that is trusted to tell addresses speaks for many and may have as many as it likes. All of them together have their room (`room.py`).
"""

import asyncio
from collections.abc import Collection

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludex.fronts.connections import KNOWN
from ludex.fronts.web.gate.handing import Doors
from ludex.fronts.web.gate.room import UNBOUNDED, Room, address_of

WHOLE = 15.0
"""Seconds in which a request must have come whole."""

HEADER = 32 * 1024
"""The largest header in bytes."""

MOST = 256
"""Unfinished requests of one address at once."""


class Guarded(HttpToolsProtocol):
    """An HTTP connection that is not waited for without end."""

    waiting: dict[str, dict["Guarded", None]]
    room: Room
    doors: Doors | None = None
    brought = b""
    """What another worker has read of it already."""
    trusted: Collection[str] = ()
    most = MOST
    whole = WHOLE
    _late: asyncio.TimerHandle | None = None
    _header = 0
    _heading = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.room.enter(self)
        self._wait()
        if self.brought:
            self.data_received(self.brought)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._goes_elsewhere(data):
            return
        if self._late is None:
            self._wait()
        self.room.stir(self)
        self._header += len(data)
        super().data_received(data)
        if self._heading and self._header > HEADER:
            self.transport.abort()

    def _goes_elsewhere(self, data: bytes) -> bool:
        """Whether a request begins here that is another worker's: the connection went there."""
        begins = not self._header and self._heading and (self.cycle is None or self.cycle.response_complete)
        return self.doors is not None and begins and self.doors.handed_over(self.transport, data)

    def on_headers_complete(self) -> None:
        self._heading = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request has come whole; another one may follow."""
        self._come()
        self._header, self._heading = 0, True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._come()
        self.room.leave(self)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        self.room.leave(self)
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Whether no whole request of it is being answered."""
        return self._late is not None or self.cycle is None or self.cycle.response_complete

    @property
    def known(self) -> bool:
        """Whether the last request had a seat's link."""
        return self.cycle is not None and KNOWN in self.cycle.scope.get("state", {})

    def _wait(self) -> None:
        """From now on a whole request is waited for; the oldest that waits goes, where there are too many."""
        self._late = self.loop.call_later(self.whole, self.transport.abort)
        if not {address_of(self), "*"} & set(self.trusted):
            own = self.waiting.setdefault(address_of(self), {})
            own[self] = None
            if len(own) > self.most:
                next(iter(own)).transport.abort()

    def _come(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        own = self.waiting.get(address_of(self), {})
        own.pop(self, None)
        if not own:
            self.waiting.pop(address_of(self), None)


def guarded(
    trusted: Collection[str] = (),
    *,
    most: int = MOST,
    whole: float = WHOLE,
    room: Room | None = None,
    doors: Doors | None = None,
) -> type[Guarded]:
    """The connections of one server, how many there is room for, and the doors to its other workers."""
    own = {"waiting": {}, "trusted": frozenset(trusted), "most": most, "whole": whole, "doors": doors}
    return type("Guarded", (Guarded,), {**own, "room": room or Room(UNBOUNDED)})
