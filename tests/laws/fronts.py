"""What a seat gets over the wire: the bytes of its pages and of the API, for the law on two worlds."""

import re
import weakref
from urllib.parse import quote

import httpx
from litestar import Litestar

from ludex.fronts.pace import usual
from ludex.fronts.web.app import create_app
from ludex.fronts.web.log.logged import Scroll
from ludex.fronts.web.log.sifting import Sift
from ludex.table.house import House
from ludex.testing.worlds import masked

APPS: weakref.WeakKeyDictionary[House, Litestar] = weakref.WeakKeyDictionary()
"""The application over each house, made once."""

PAGES = ("", "/story", "/help")
API = (
    "seat",
    "deeds",
    "questions",
    "log",
    "export",
    "view",
    "sessions",
    "sessions/0/recap",
    "sessions/0/recap.md",
    "log.md",
    "notes",
    "handouts",
    "ready",
    "kinds",
    "characters",
)


async def over_the_wire(world):
    """The pages of a watcher, and what the API answers her, by their paths."""
    chat, secret = world.watcher, world.secret
    app = APPS.get(world.house) or APPS.setdefault(world.house, create_app(world.house, usual()))
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
    bearer = {"authorization": f"Bearer {secret}"}
    own = [f"characters/{quote(one)}{more}" for one in chat.seat.controls for more in ("", "/sheet")]
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        got = {path: await client.get(f"/t/{secret}{path}") for path in PAGES}
        got |= {path: await client.get(f"/api/{path}", headers=bearer) for path in (*API, *own)}
    assert got[""].status_code == 200
    found = {path: _plain(reply.text, secret) for path, reply in got.items()}
    found["search"] = [one.html for one in await Scroll(chat).search(Sift(text="密"))]
    return found


def _plain(text, secret):
    """An answer without what differs at any two tables: links, hashes, and what is bound to a page that was opened."""
    return re.sub(r'nonce-?[=\w"+/-]*', "", masked(text.replace(secret, "…")))
