"""Live pages that say too much: what a socket sends is read a little at a time, and frames that say nothing are not endless.

uvicorn reads everything that has come before anybody else is served, and answers every ping: a socket that pings without end, or sends
ten thousand tiny messages at once, would hold up every table. Here one piece is read at a time, nothing more while a message waits for
the application, and a client that sends far more pings, pongs and pieces of messages than any browser does is cut off.
"""

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludex.fronts.connections import KNOWN
from ludex.fronts.web.gate.room import UNBOUNDED, Room

if TYPE_CHECKING:
    from asyncio import BaseTransport

    from uvicorn._types import ASGIReceiveEvent
    from websockets.frames import Frame

PIECE = 2048
"""Bytes that are read at once."""

ENTERING = 5.0
"""Seconds in which a page has shown whose it is."""

IDLE = 200
"""So many frames that carry no message of their own a connection may send at once."""

PER_SECOND = 20
"""So many of them come to be free again each second."""


class Listening(WebSocketsSansIOProtocol):
    """A live page's connection that is read piece by piece."""

    room = Room(UNBOUNDED)
    _held = b""
    _came = 0.0
    _idle = 0.0
    _since = 0.0

    def connection_made(self, transport: "BaseTransport") -> None:
        super().connection_made(transport)
        self._came = self.loop.time()
        self.room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone, and what was still to be read with it."""
        self.room.leave(self)
        self._held = b""
        self.frames.clear()
        super().connection_lost(exc)

    @property
    def known(self) -> bool:
        """Whether it has shown a seat's link."""
        return self.handshake_initiated and KNOWN in self.scope.get("state", {})

    @property
    def waits(self) -> bool:
        """Whether it is nobody's page: turned away, or without a seat after some seconds."""
        return not self.known and (self.close_sent or self.loop.time() - self._came > ENTERING)

    def data_received(self, data: bytes) -> None:
        self.room.stir(self)
        self._held += data
        self._read()

    def _read(self) -> None:
        """Read on, until a message waits for the application or the connection ends."""
        while self._held and not self.read_paused and not self.transport.is_closing():
            piece, self._held = self._held[:PIECE], self._held[PIECE:]
            super().data_received(piece)
        if self.transport.is_closing():  # whatever comes behind is nobody's to read
            self._held = b""

    async def receive(self) -> "ASGIReceiveEvent":
        """The next message for the application; what came behind it is read afterwards."""
        message = await super().receive()
        if self._held and not self.read_paused:
            self.loop.call_soon(self._read)
        return message

    def send_receive_event_to_app(self) -> None:
        """A message has come whole; one that is no text ends the connection."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.transport.abort()
        else:
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        self._bear()
        super().handle_ping()

    def handle_pong(self, event: "Frame") -> None:
        self._bear()
        super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        self._bear()
        super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        """What came makes no sense: it is told so, if it is a live page already."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def _bear(self) -> None:
        """One more frame that says nothing; too many of them end the connection."""
        now = self.loop.time()
        self._idle = max(0.0, self._idle - (now - self._since) * PER_SECOND) + 1
        self._since = now
        if self._idle > IDLE:
            self.transport.abort()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def listening(room: Room) -> type[Listening]:
    """The live pages of one server."""
    return type("Listening", (Listening,), {"room": room})
