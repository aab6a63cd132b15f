"""What every answer carries and what every request must keep to. Links are secrets: they are never referred nor logged."""

from urllib.parse import urlsplit

from litestar.types import Message, Scope

from ludex.fronts.web.reader import Connection

BODY = 64 * 1024
"""The largest request body in bytes."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def add_headers(message: Message, _scope: Scope) -> None:
    """Give every answer its headers: pages, refusals, failures and files alike."""
    if message["type"] == "http.response.start":
        given = {name.lower() for name, _ in message["headers"]}
        fresh = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in given]
        message["headers"] = [*message["headers"], *fresh]


def same_origin(connection: Connection) -> bool:
    """Whether a WebSocket comes from our own page, or from a program that is no browser and sends no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
