"""The web application: pages, live tables and the JSON API over one house of tables."""

import asyncio
import traceback
from functools import partial

import structlog
from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from ludex.core.errors import RuleError, SystemFailed
from ludex.fronts.api.errors import Unclear, failed, refused, turned_away, unclear
from ludex.fronts.api.routes import API, DESCRIPTION, desk_of
from ludex.fronts.connections import Answered, Asking
from ludex.fronts.entering import visit
from ludex.fronts.pace import Paces, charge_sent, usual
from ludex.fronts.web.drawing.draw import prepare
from ludex.fronts.web.gate import assets
from ludex.fronts.web.gate.bundle import bundle
from ludex.fronts.web.gate.security import BODY, add_headers, check_request
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.live.socket import live
from ludex.fronts.web.pages import creating, helping, picturing, sheet, start, stock, story, story_files
from ludex.store.port import Failed
from ludex.table.house import House
from ludex.table.writing import Broken

PAGES = (start, picturing, story, story_files, creating, stock, sheet, helping)

log = structlog.get_logger()

KEPT = CacheControlHeader(max_age=31_536_000, immutable=True, public=True)
"""Browsers may keep what lies under a path that changes with its content."""

SETTLED = 1.0
"""Seconds after its start from which a server does what nobody waits for."""

BUNDLED = ("table",)
"""Pages whose scripts come as one."""


@get(f"{assets.root()}/whole/{{name:str}}", include_in_schema=False, cache_control=KEPT, media_type="text/javascript")
async def whole(name: FromPath[str]) -> str:
    """All scripts of a page as one."""
    page = name.removesuffix(".js")
    if page not in BUNDLED:
        raise NotFoundException
    return bundle(page)


@get(f"{assets.root()}/style/{{name:str}}", include_in_schema=False, cache_control=KEPT, media_type="text/css")
async def style(name: FromPath[str]) -> str:
    """A style sheet without what is written in it for its readers."""
    if name not in assets.sheets():
        raise NotFoundException
    return assets.style(name)


def create_app(house: House, paces: Paces | None = None) -> Litestar:
    """The application over this house. The caller who opened the house closes it."""
    allowed = paces or usual()
    painter = Painter()
    static = create_static_files_router(
        path=assets.root(),
        directories=[assets.FOLDER],
        cache_control=KEPT,
    )
    return Litestar(
        route_handlers=[
            *(handler for page in PAGES for handler in page.HANDLERS),
            live,
            API,
            whole,
            style,
            static,
        ],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "paces": Provide(lambda: allowed, sync_to_thread=False),
            "painter": Provide(lambda: painter, sync_to_thread=False),
        },
        exception_handlers={
            RuleError: _refused,
            Unclear: unclear,
            SystemFailed: _broken,
            Broken: _lost,
            Failed: _unreadable,
            UnicodeDecodeError: _garbled,
            RecursionError: _nested,
            HTTPException: _turned_away,
            Exception: _failed,
        },
        before_request=partial(_check, house, allowed),
        before_send=[add_headers, charge_sent],
        on_startup=[_warm],
        openapi_config=DESCRIPTION,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude=["^/api/export$"]
        ),
        request_max_body_size=BODY,
        debug=False,
    )


async def _check(house: House, paces: Paces, request: Asking) -> None:
    """What every request must keep to, and who pays for it: before its body is read, so that nonsense costs as much as anything else."""
    await check_request(request)
    await visit(request, paces)
    if "chat" in request.route_handler.parsed_fn_signature.parameters and _for_api(request):
        request.state.chat = await desk_of(request, house, paces)


async def _warm(app: Litestar) -> None:
    """Compile the templates beside the first requests, which do not wait for it, and not before the first of them."""

    async def later() -> None:
        await asyncio.sleep(SETTLED)
        await asyncio.to_thread(prepare)

    app.state.warming = asyncio.create_task(later())


def _for_api(request: Asking) -> bool:
    return request.url.path.startswith("/api")


def _refused(request: Asking, error: RuleError) -> Answered:
    """A rule, a link or a name that does not hold."""
    return refused(request, error) if _for_api(request) else _not_now(start.dead(request, error), error)


def _not_now(page: Response[str], error: RuleError) -> Response[str]:
    """The same page for somebody who was too fast: the link is good, later."""
    if error.code == "too_fast":
        page.status_code = 429
        page.headers["retry-after"] = str(error.facts["seconds"])
    return page


def _broken(request: Asking, error: SystemFailed) -> Answered:
    """A system that does not load, or whose own code fails: its tables alone are concerned."""
    return refused(request, error.refusal()) if _for_api(request) else start.failed(request, error)


def _lost(request: Asking, _: Broken) -> Answered:
    """The disk failed: nothing happened."""
    return _refused(request, RuleError("store_failed"))


def _unreadable(request: Asking, _: Failed) -> Answered:
    """The disk could not be read; whether anything happened, the log says."""
    return _refused(request, RuleError("store_unreadable"))


def _garbled(request: Asking, error: UnicodeDecodeError) -> Answered:
    """Bytes that are no text."""
    return _turned_away(request, HTTPException(detail=str(error)[:200], status_code=400))


def _nested(request: Asking, error: RecursionError) -> Answered:
    """A body whose lists lie too deep in one another; any other depth is our own fault."""
    if "deserializing" not in str(error):
        return _failed(request, error)
    return _turned_away(request, HTTPException(detail="nested too deeply", status_code=400))


def _turned_away(request: Asking, error: HTTPException) -> Answered:
    """A request that the server cannot take: unknown address, wrong method, too large, not readable."""
    return turned_away(request, error) if _for_api(request) else start.astray(request, error)


def _failed(request: Asking, error: Exception) -> Answered:
    """Our own fault. Neither the address nor any local value is logged: they may hold a secret."""
    log.error("request_failed", method=request.method, trace="".join(traceback.format_exception(error)))
    return failed(request) if _for_api(request) else start.broken(request)
