"""A seat at a running server, reached over its API: everything that the tools do goes through here and through nothing else."""

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from ludex.core.plain import Plain

PATIENCE = 30
T = TypeVar("T")


class Refused(Exception):
    """The server refused, in its own words."""


class _Stays(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: a seat's secret is for the server that its link names."""

    def redirect_request(self, *_asked: object) -> None:
        """No other address is asked."""


OPENER = urllib.request.build_opener(_Stays)


class SeatOverApi:
    """The holder of a seat's secret link."""

    def __init__(self, link: str, language: str = "zh") -> None:
        parts = urlsplit(link)
        where, _, secret = parts.path.rpartition("/t/")
        if not parts.scheme or not secret:
            raise ValueError("a seat's link looks like http://127.0.0.1:8000/t/SECRET")
        self._base = f"{parts.scheme}://{parts.netloc}{where}/api"
        self._headers = {
            "authorization": f"Bearer {secret.strip('/')}",
            "content-type": "application/json",
            "accept-language": language,
        }

    async def get(self, path: str, kind: type[T]) -> T:
        return msgspec.json.decode(await asyncio.to_thread(self._call, "GET", path, None), type=kind)

    async def post(self, path: str, body: Plain, kind: type[T]) -> T:
        """Do something, once: a repetition of the same call on a bad line is not done again."""
        return msgspec.json.decode(await asyncio.to_thread(self._call, "POST", path, body), type=kind)

    def _call(self, method: str, path: str, body: Plain | None) -> bytes:
        headers = {**self._headers, "idempotency-key": secrets.token_hex(12)}
        data = None if body is None else msgspec.json.encode(body)
        for last in (False, True):
            request = urllib.request.Request(self._base + path, data, headers, method=method)
            try:
                with OPENER.open(request, timeout=PATIENCE) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                raise Refused(_sentence(error)) from None
            except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
                if last:
                    raise Refused(f"the server does not answer: {error}") from None
        raise AssertionError("the last try answers or refuses")


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        told = json.loads(error.read())
    except ValueError:
        return f"{error.code}"
    words = told.get("message") or told.get("detail") or told.get("text") or told
    return f"{told.get('code', error.code)}: {words}"
