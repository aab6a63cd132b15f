"""What every answer carries and what every request must keep to. Links are secrets: they are never referred nor logged."""

from urllib.parse import urlsplit

from litestar.datastructures import ResponseHeader

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

HEADERS = (
    ResponseHeader(name="content-security-policy", value=POLICY),
    ResponseHeader(name="x-content-type-options", value="nosniff"),
    ResponseHeader(name="x-frame-options", value="DENY"),
    ResponseHeader(name="referrer-policy", value="no-referrer"),
    ResponseHeader(name="cross-origin-opener-policy", value="same-origin"),
    ResponseHeader(name="permissions-policy", value="camera=(), microphone=(), geolocation=()"),
)


def same_origin(connection: Connection) -> bool:
    """Whether a WebSocket comes from our own page, or from a program that is no browser and sends no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
