"""Who asks and what is answered, as the web's library has them: one name each, for every front."""

from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection

Connection = ASGIConnection[Any, Any, Any, Any]
"""A request or a live page."""

KNOWN = "known"
"""In a connection's state: it has shown a seat's link, so that strangers have to make room for it."""

Asking = Request[Any, Any, Any]
Answered = Response[Any]
