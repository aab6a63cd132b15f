"""Requests and answers below any framework: what relays of requests and doors between nodes are made of."""

from collections.abc import Iterable

from litestar.types import Receive, Send


async def whole(receive: Receive, most: int) -> bytes:
    """The body of a request; a longer one than `most`, or one whose sender went away, is cut and fails where it is read."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body += message.get("body", b"")
        if not message.get("more_body") or len(body) > most:
            return body


async def answer(send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> None:
    """An answer in one piece."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
