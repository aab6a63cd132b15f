"""What every answer carries and what every request must keep to. Links are secrets: they are never referred nor logged."""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from ludex.fronts.connections import Asking, Connection

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


async def add_headers(message: Message, scope: Scope) -> None:
    """Give every answer its headers: pages, refusals, failures and files alike. What a seat reads is nobody's to keep."""
    if message["type"] == "http.response.start":
        given = {name.lower() for name, _ in message["headers"]}
        wanted = HEADERS | ({"cache-control": "no-store"} if scope["path"].startswith("/api") else {})
        if message["status"] == 405:
            wanted |= {"allow": ", ".join(allowed(scope))}
        fresh = [(n.encode(), v.encode()) for n, v in wanted.items() if n.encode() not in given]
        message["headers"] = [*message["headers"], *fresh]


def allowed(scope: Scope) -> list[str]:
    """The methods that an address takes."""
    methods = {
        method
        for route in scope["litestar_app"].routes
        if isinstance(route, HTTPRoute) and _pattern(route.path_format).fullmatch(scope["path"].rstrip("/") or "/")
        for method in route.methods
    }
    return sorted(methods)


@lru_cache(maxsize=256)
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)))


async def check_request(request: Asking) -> None:
    """Refuse before anything else: an address that no file or table can have, forms that another site sends, parameters that nobody reads."""
    if "\x00" in request.url.path or "%00" in str(request.url):
        raise NotFoundException
    if request.url.path.startswith("/api"):
        check_query(request)
    shown = (
        request.url.path.startswith("/api") and "authorization" in request.headers
    )  # no other site knows a seat's link
    if request.method == "POST" and not shown and not from_here(request):
        raise PermissionDeniedException


def check_query(request: Asking) -> None:
    """Refuse a parameter that this address does not have: what is misspelt is not silently left out."""
    known = request.route_handler.parsed_fn_signature.parameters
    if unknown := sorted(name for name in request.query_params if name not in known):
        raise HTTPException(detail=f"unknown parameters: {', '.join(unknown)}"[:200], status_code=400)


def from_here(connection: Connection) -> bool:
    """Whether a form comes from our own page: what the browser says of the site, or else the origin (our pages send none of it)."""
    site = connection.headers.get("sec-fetch-site")
    return site in ("same-origin", "none") if site is not None else same_origin(connection)


def same_origin(connection: Connection) -> bool:
    """Whether a WebSocket comes from our own page, or from a program that is no browser and sends no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
