"""The pages: the start page, a table's page for one seat, the rulebook in our own words, and what to say when a link is dead."""

from typing import Any
from urllib.parse import quote

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response import Redirect

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.scenery import GROUNDS, STAMPS
from ludex.fronts.api.errors import STATUS
from ludex.fronts.connections import Asking
from ludex.fronts.offered import offered
from ludex.fronts.pace import Paces, host_of
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.forms import options
from ludex.fronts.web.gate import assets
from ludex.fronts.web.gate.reader import language_of, sit, theme_of
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.log.logged import Scroll
from ludex.table.house import House, past_of
from ludex.table.registry import system as find_system
from ludex.text.past import live_through
from ludex.text.words import Words, chapters, clauses

FIRST = 60
"""So many log entries come with the page."""


def html(
    request: Asking, template: str, /, *, drawing: Drawing | None = None, status: int = 200, **facts: Any
) -> Response[str]:
    """A page in the reader's language and theme."""
    language = language_of(request)
    drawn = drawing or Drawing(Words(language))
    body = drawn.page(
        template, language=language, theme=theme_of(request), phrases=_phrases(drawn), static=assets.root(), **facts
    )
    headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
    return Response(body, media_type=MediaType.HTML, status_code=status, headers=headers)


def _phrases(drawing: Drawing) -> str:
    """The words that the page's script says itself."""
    return msgspec.json.encode(drawing.words.under("web.script.")).decode()


@get("/", include_in_schema=False)
async def start(request: Asking) -> Response[str]:
    return _start(request)


def _start(request: Asking, *, problem: str = "", status: int = 200) -> Response[str]:
    found, broken = offered(language_of(request))
    cards = [{"system": o.system, "words": o.words, "fields": options.fields(o.system, o.words)} for o in found]
    return html(request, "start.html", offered=cards, broken=broken, problem=problem, status=status)


@post("/tables", include_in_schema=False)
async def create(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces]
) -> Response[str] | Redirect:
    """Make a table from the start page's form, and sit down as its GM."""
    form = await request.form()
    words = Words(language_of(request))
    try:
        await paces.opening.ask(host_of(request))
        system = find_system(str(form.get("system", "")))
        words = Words(language_of(request), system.package)
        name = str(form.get("name") or "").strip() or words("system.title")
        gm = str(form.get("gm") or "").strip() or words("roles.gm")
        _, secret = await house.create(system.id, name=name, gm=gm, options=options.read(system, form))
    except SystemFailed as error:
        return _start(request, problem=Words(language_of(request)).error(error.refusal()), status=503)
    except RuleError as error:
        return _start(request, problem=words.error(error), status=429 if error.code == "too_fast" else 400)
    return Redirect(f"/t/{secret}", status_code=303)


@post("/demo/{system_id:str}", include_in_schema=False)
async def demo(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], system_id: FromPath[str]
) -> Response[str] | Redirect:
    """Make a demo table, in the middle of its third evening; with `?at=start` before anything has happened. The other seats' links travel
    behind the hash: they reach the browser and no server log."""
    words = Words(language_of(request))
    try:
        await paces.opening.ask(host_of(request))
        system = find_system(system_id)
        words = Words(language_of(request), system.package)
        name = words("web.demo_name", system=words("system.title"))
        past = past_of(system, words.language) if request.query_params.get("at") != "start" else None
        seed = past.seed.to_bytes(32, "big") if past else b""
        made, links = await house.demo(system_id, name=name, gm=words("roles.gm"), language=words.language, seed=seed)
        if past:
            await live_through(made, past, words.language)
    except SystemFailed as error:
        return _start(request, problem=Words(language_of(request)).error(error.refusal()), status=503)
    except RuleError as error:
        return _start(request, problem=words.error(error), status=429 if error.code == "too_fast" else 404)
    secret = links.pop("gm")
    others = "&".join(f"{quote(name, safe='')}={link}" for name, link in links.items())
    return Redirect(f"/t/{secret}#{others}", status_code=303)


@get("/t/{secret:str}", include_in_schema=False)
async def table(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    painter: NamedDependency[Painter],
    secret: FromPath[str],
) -> Response[str]:
    chat = await sit(request, house, paces, secret)
    drawing = Drawing.at(chat)
    picture = await painter.picture(chat)
    scroll = Scroll(chat)
    entries = await scroll.latest(FIRST)
    return html(
        request,
        "table.html",
        drawing=drawing,
        chat=chat,
        picture=picture,
        entries=entries,
        secret=secret,
        scroll=scroll,
        stamps=STAMPS,
        grounds=GROUNDS,
    )


@get("/rules/{system_id:str}", include_in_schema=False)
async def rulebook(request: Asking, system_id: FromPath[str]) -> Response[str]:
    system = find_system(system_id)
    words = Words(language_of(request), system.package)
    found = chapters(system.package, words.language)
    return html(request, "rules.html", drawing=Drawing(words, system_id), chapters=found)


@get("/rules/{system_id:str}/{clause:str}", include_in_schema=False)
async def clause_text(request: Asking, system_id: FromPath[str], clause: FromPath[str]) -> Response[str]:
    system = find_system(system_id)
    known = clauses(system.package, language_of(request))
    found = known.get(clause)
    if found is None:
        raise RuleError("unknown_clause", wanted=clause[:40], example=next(iter(known), ""))
    drawing = Drawing(Words(language_of(request), system.package), system_id)
    return Response(drawing.page("clause_text.html", id=clause, clause=found), media_type=MediaType.HTML)


@get("/credits", include_in_schema=False)
async def credits_page(request: Asking) -> Response[str]:
    found, _ = offered(language_of(request))
    return html(request, "credits.html", sources=[offer.words for offer in found])


def dead(request: Asking, error: RuleError) -> Response[str]:
    """What to say where a link opens nothing, or nothing for now: a table that cannot be read is not gone."""
    words = Words(language_of(request))
    for_now = STATUS.get(error.code) == 503
    title, status = (words("web.broken_title"), 503) if for_now else (words("web.dead_title"), 404)
    return html(request, "dead.html", title=title, problem=words.error(error), status=status)


AGAIN = 4
"""Seconds after which a page whose system is broken looks whether it is mended."""


def failed(request: Asking, error: SystemFailed) -> Response[str]:
    """What to say at a table whose system is broken."""
    words = Words(language_of(request))
    problem = words.error(error.refusal())
    return html(request, "dead.html", title=words("web.broken_title"), problem=problem, status=503, again=AGAIN)


def astray(request: Asking, error: HTTPException) -> Response[str]:
    """What to say to a request that leads nowhere or is not readable."""
    words = Words(language_of(request))
    key = f"web.status.{error.status_code}"
    problem = words(key) if words.has(key) else words("web.status.other", status=error.status_code)
    return html(request, "dead.html", title=words("web.astray_title"), problem=problem, status=error.status_code)


def broken(request: Asking) -> Response[str]:
    words = Words(language_of(request))
    return html(request, "dead.html", title=words("web.broken_title"), problem=words("web.status.500"), status=500)


HANDLERS = (start, create, demo, table, rulebook, clause_text, credits_page)
