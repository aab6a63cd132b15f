"""The office: an admin's page on the machine that the bot runs on, locked by a secret of its own; and the links to logs, for everybody.

An ASGI application without a script: which bots are connected, which groups play where, who is linked, what could not be sent, how it is
set up, and a backup at a press.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from html import escape
from http.cookies import SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs

import msgspec
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from ludex import __version__
from ludex.core.errors import RuleError, SystemFailed
from ludex.fronts.asgi import answer, whole
from ludex.fronts.bots import records
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import Place
from ludex.fronts.bots.riding import Rider
from ludex.fronts.bots.settings import Settings, reachable
from ludex.store.leases import Elsewhere
from ludex.store.port import Failed
from ludex.text.words import Words

ADMIN = "/bots/admin"
COOKIE = "ludex-admin"
KEY_FILE = "admin.key"
LARGEST = 4096
"""Bytes of a form."""

LOCAL = ("localhost", "127.0.0.1", "[::1]")
HTML = (b"content-type", b"text/html; charset=utf-8")
PLAIN = (b"content-type", b"text/plain; charset=utf-8")
SAFE = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    ),
)
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;background:#faf8f4;color:#26221c}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #e3ddd2;vertical-align:top}"
    "h2{margin-top:2rem}button{font:inherit}form{display:inline}.warn{color:#a3302a}"
)


def secret_of(settings: Settings, data: Path) -> str:
    """The secret of the admin's page: what the settings say, else one that is made once and lies beside the tables."""
    if settings.admin:
        return settings.admin
    file = data / KEY_FILE
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(18), "utf-8")
    return file.read_text("utf-8").strip()


def _mark(secret: str, what: str) -> str:
    """What a browser keeps or sends back in place of the secret."""
    return hmac.new(secret.encode(), what.encode(), hashlib.sha256).hexdigest()


class Office:
    """The admin's page and the links to logs."""

    def __init__(self, hall: Hall, rider: Rider, secret: str, data: Path | None) -> None:
        self.hall, self.rider, self.secret, self.data = hall, rider, secret, data
        self.wrong = 0

    def takes(self, path: str) -> bool:
        return path == ADMIN or path.startswith(records.PATH)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        if scope["type"] != ScopeType.HTTP:
            return
        if path.startswith(records.PATH):
            await self._log(path.removeprefix(records.PATH).removesuffix(".txt"), send)
        elif not _local(scope):
            await answer(send, 404, (PLAIN,), b"")
        elif scope["method"] == "POST":
            await self._posted(scope, await whole(receive, LARGEST), send)
        else:
            await self._shown(scope, send)

    async def _log(self, key: str, send: Send) -> None:
        """A record by its link, as everybody may read it."""
        try:
            text = await records.opened(self.hall, key[:64])
        except (RuleError, SystemFailed, Elsewhere, Failed):
            text = None
        found = (text or self.hall.words("bots.log_gone")).encode()
        await answer(send, 200 if text is not None else 404, (PLAIN, *SAFE), found)

    # --- the admin's page --------------------------------------------------------------------------------------------

    async def _shown(self, scope: Scope, send: Send, told: str = "") -> None:
        words = Words(_language(scope, self.hall.settings.language))
        body = await self._page(words, told) if self._let_in(scope) else _entrance(words, told)
        await answer(send, 200, (HTML, *SAFE), _framed(words, body))

    async def _posted(self, scope: Scope, body: bytes, send: Send) -> None:
        form = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        words = Words(_language(scope, self.hall.settings.language))
        if "key" in form:
            if self.wrong < MOST_WRONG and hmac.compare_digest(form["key"].strip(), self.secret):
                self.wrong = 0
                kept = f"{COOKIE}={_mark(self.secret, 'cookie')}; Path={ADMIN}; HttpOnly; SameSite=Strict"
                there = (b"location", ADMIN.encode())
                await answer(send, 303, (there, (b"set-cookie", kept.encode()), *SAFE), b"")
                return
            self.wrong += 1
            await answer(send, 403, (HTML, *SAFE), _framed(words, _entrance(words, words("admin.wrong"))))
            return
        if not self._let_in(scope) or not hmac.compare_digest(form.get("token", ""), _mark(self.secret, "form")):
            await answer(send, 403, (PLAIN,), b"")
            return
        await self._shown(scope, send, await self._done(words, form))

    def _let_in(self, scope: Scope) -> bool:
        jar = SimpleCookie(_header(scope, b"cookie"))
        kept = jar[COOKIE].value if COOKIE in jar else ""
        return hmac.compare_digest(kept, _mark(self.secret, "cookie"))

    async def _done(self, words: Words, form: dict[str, str]) -> str:
        """Do what a button says; what came of it."""
        place = Place(form.get("platform", ""), form.get("place", ""), form.get("kind", "group"))
        match form.get("do", ""):
            case "silence" | "wake":
                await self.hall.ledger.silence(place, silent=form["do"] == "silence")
                return words("admin.done")
            case "unlink":
                await self.hall.ledger.unlink(place)
                return words("admin.done")
            case "backup" if self.data is not None:
                folder = self.data / "backups"
                folder.mkdir(exist_ok=True)
                file = folder / f"ludex-{self.hall.now():%Y%m%d-%H%M%S}.db"
                await self.hall.house.store.backup(str(file))
                return words("admin.backed_up", file=str(file))
        return ""

    async def _page(self, words: Words, told: str) -> str:
        parts = [f"<p><strong>{escape(told)}</strong></p>" if told else "", f"<p>Ludex {escape(__version__)}</p>"]
        parts.append(self._warnings(words))
        parts.append(_table(words, "bots", ("platform", "account"), self.rider.accounts()))
        parts.append(await self._groups(words))
        people = [(p.platform, p.id, p.name, tab, seat) for p, tab, seat in await self.hall.ledger.everybody()]
        parts.append(_table(words, "people", ("platform", "account", "name", "table", "seat"), people))
        parts.append(_table(words, "unsent", ("when", "place", "problem"), list(reversed(self.hall.unsent))))
        parts.append(_table(words, "settings", ("name", "value"), _settings(self.hall.settings)))
        if self.data is not None:
            parts.append(f"<p>{self._button(words, 'backup')}</p>")
        return "".join(parts)

    def _warnings(self, words: Words) -> str:
        if reachable(self.hall.settings.page):
            return ""
        return f'<p class="warn">{escape(words("bots.loopback"))}</p>'

    async def _groups(self, words: Words) -> str:
        rows = []
        for place, linked in await self.hall.ledger.places():
            try:
                row = await self.hall.house.store.row(linked.table)
                name, system = row.name, row.system
            except Failed:
                name, system = linked.table, "—"
            named = (place.platform, place.id, name, system, words("admin.silent" if linked.silent else "admin.awake"))
            buttons = "".join(
                self._button(words, do, place) for do in ("wake" if linked.silent else "silence", "unlink")
            )
            cells = "".join(f"<td>{escape(one)}</td>" for one in named)
            rows.append(f"<tr>{cells}<td>{buttons}</td></tr>")
        return _laid_out(words, "groups", ("platform", "place", "table", "system", "state", "do"), rows)

    def _button(self, words: Words, do: str, place: Place | None = None) -> str:
        where = {} if place is None else {"platform": place.platform, "place": place.id, "kind": place.kind}
        hidden = {"token": _mark(self.secret, "form"), "do": do, **where}
        fields = "".join(f'<input type="hidden" name="{k}" value="{escape(v)}">' for k, v in hidden.items())
        return f'<form method="post" action="{ADMIN}">{fields}<button>{escape(words(f"admin.{do}"))}</button></form> '


MOST_WRONG = 20
"""After so many wrong secrets none is taken until the bot is started again."""


def _settings(settings: Settings) -> list[tuple[str, str]]:
    """How the bot is set up; secrets are not shown."""
    shown = msgspec.structs.asdict(settings)
    return [
        (name, "…" if name == "admin" and value else repr(value)) for name, value in shown.items() if name != "extra"
    ]


def _local(scope: Scope) -> bool:
    """Whether a request comes from this machine, by its address and by the name that it asks for."""
    client, host = scope.get("client"), _header(scope, b"host")
    try:
        near = client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        near = False
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    forwarded = _header(scope, b"x-forwarded-for") or _header(scope, b"forwarded")
    return near and name.lower() in LOCAL and not forwarded


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key.lower() == name), "")


def _language(scope: Scope, usual: str) -> str:
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return asked if asked in ("zh", "en") else usual


def _entrance(words: Words, told: str) -> str:
    said = f'<p class="warn">{escape(told)}</p>' if told else ""
    label = escape(words("admin.key", file=KEY_FILE))
    return (
        f'{said}<form method="post" action="{ADMIN}"><label>{label}<br><input type="password" name="key" autofocus></label> '
        f"<button>{escape(words('admin.enter'))}</button></form>"
    )


def _table(words: Words, title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    laid = ["<tr>" + "".join(f"<td>{escape(str(one))}</td>" for one in row) + "</tr>" for row in rows]
    return _laid_out(words, title, heads, laid)


def _laid_out(words: Words, title: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(words(f'admin.{one}'))}</th>" for one in heads)
    body = "".join(rows) or f'<tr><td colspan="{len(heads)}">—</td></tr>'
    return f"<h2>{escape(words(f'admin.{title}'))}</h2><table><tr>{head}</tr>{body}</table>"


def _framed(words: Words, body: str) -> bytes:
    other = "en" if words.language == "zh" else "zh"
    switch = f'<p><a href="{ADMIN}?lang={other}">{"English" if other == "en" else "中文"}</a></p>'
    title = escape(words("admin.title"))
    page = f'<!doctype html><html lang="{words.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return f"{page}<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{switch}{body}</html>".encode()
