"""The routes under /api. Each does one thing at the desk of the seat whose secret is the bearer token."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex import __version__
from ludex.core.errors import RuleError
from ludex.core.view import View
from ludex.fronts.api import shapes
from ludex.fronts.api.errors import Problem, language_of
from ludex.fronts.chat.answers import options_of
from ludex.fronts.chat.desk import Desk
from ludex.fronts.chat.reply import Reply
from ludex.fronts.chat.rolling import foresee
from ludex.fronts.pace import Paces, host_of
from ludex.fronts.words import Words
from ludex.lab import preview
from ludex.lab.preview import Preview
from ludex.table.audience import Seen
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.registry import systems
from ludex.table.seats import Seat

Asking = Request[Any, Any, Any]

PAGE = 200
"""Entries of one page of the log."""

REFUSED = {
    status: ResponseSpec(Problem, description=told, generate_examples=False)
    for status, told in ((401, "The link opens no seat."), (403, "Not this seat's to do."), (422, "The rules refuse."))
}
SEAT: list[dict[str, list[str]]] = [{"seat": []}]


async def desk_of(request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces]) -> Desk:
    """The desk of the seat whose secret is the bearer token."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise RuleError("dead_link")
    table, seat = await house.enter(secret.strip())
    paces.sending.take(f"{table.id}/{seat.id}")
    desk = Desk(table, seat.id, language_of(request))
    request.state.words = desk.words
    return desk


# --- before there is a table ---------------------------------------------------------------------------------------


@get("/systems", summary="Rule systems installed here")
async def list_systems(request: Asking) -> list[shapes.SystemInfo]:
    """Every rule system, with its options and their defaults."""
    found = []
    for system in systems().values():
        words = Words(language_of(request), system.package)
        defaults = msgspec.to_builtins(system.options())
        title = words("system.title")
        found.append(shapes.SystemInfo(system.id, title, system.demo is not None, defaults, sorted(system.procedures)))
    return found


@post("/tables", summary="Make a table", responses={422: REFUSED[422]})
async def create_table(
    request: Asking, data: JSONBody[shapes.NewTable], house: NamedDependency[House], paces: NamedDependency[Paces]
) -> shapes.Links:
    """Make a table. The GM's secret comes back once."""
    paces.opening.take(host_of(request))
    table, secret = await house.create(data.system, name=data.name, gm=data.gm, options=data.options)
    return shapes.Links(table.id, {"gm": secret})


@post("/demos", summary="Make a demo table", responses={422: REFUSED[422]})
async def create_demo(
    request: Asking, data: JSONBody[shapes.NewDemo], house: NamedDependency[House], paces: NamedDependency[Paces]
) -> shapes.Links:
    """Make a table to play at once: a seat for the GM and for everybody in it."""
    paces.opening.take(host_of(request))
    table, secrets = await house.demo(data.system, name=data.name[:40], language=data.language)
    return shapes.Links(table.id, secrets)


# --- at a table ----------------------------------------------------------------------------------------------------


@get("/seat", summary="This seat and its table", security=SEAT, responses=REFUSED)
async def here(desk: NamedDependency[Desk]) -> shapes.HereInfo:
    """Who you are and who else sits here."""
    table = desk.table
    seats = tuple(_seat(s) for s in table.memory.seats.values())
    return shapes.HereInfo(table.id, table.memory.name, table.system.id, _seat(desk.seat), seats, table.memory.n)


def _seat(seat: Seat) -> shapes.SeatInfo:
    return shapes.SeatInfo(seat.id, seat.role, seat.name, seat.controls)


@post("/line", status_code=200, summary="Send a line", security=SEAT, responses=REFUSED)
async def line(data: JSONBody[shapes.NewLine], desk: NamedDependency[Desk]) -> Reply:
    """Send a line as it would be typed in chat: a command, an answer or words. It is on disk when the reply comes."""
    return await desk.take(data.text)


@get("/questions", summary="Open questions", security=SEAT, responses=REFUSED)
async def questions(desk: NamedDependency[Desk]) -> list[shapes.OpenQuestion]:
    """The questions that this seat may answer, oldest first."""
    return [
        shapes.OpenQuestion(
            a.number, a.question.who, desk.words.show(a.question.what), desk.line_of(a), tuple(options_of(a))
        )
        for a in desk.table.questions(desk.seat)
    ]


@post("/answer", status_code=200, summary="Answer a question", security=SEAT, responses=REFUSED)
async def answer(data: JSONBody[shapes.NewAnswer], desk: NamedDependency[Desk]) -> Reply:
    """Answer with an option's `answer`, its gaps filled in."""
    return await desk.answer(desk.table.parked(data.act), data.answer)


@get("/questions/{act:int}/odds", summary="Odds of each answer", security=SEAT, responses=REFUSED)
async def answer_odds(act: FromPath[int], desk: NamedDependency[Desk]) -> dict[str, list[shapes.Odds]]:
    """What each closed answer may lead to, exactly where that can be worked out."""
    asked = desk.table.parked(act)
    if asked not in desk.table.questions(desk.seat):
        raise RuleError("not_your_question", who=asked.question.who)
    found = await asyncio.to_thread(preview.answers, desk.table, asked)
    return {given: [_odds(p) for p in previews] for given, previews in found.items()}


@post("/odds", status_code=200, summary="Odds of a line", security=SEAT, responses=REFUSED)
async def odds(data: JSONBody[shapes.AskOdds], desk: NamedDependency[Desk]) -> list[shapes.Odds]:
    """The exact odds of a command before it is given, or of dice."""
    return [_odds(p) for p in await foresee(desk, data.line)]


def _odds(found: Preview) -> shapes.Odds:
    chances = {str(outcome): str(chance) for outcome, chance in found.odds.chances.items()}
    return shapes.Odds(found.output, chances, found.odds.exact, found.odds.error, bool(found.assumed))


@get("/log", summary="The log", security=SEAT, responses=REFUSED)
async def log(
    desk: NamedDependency[Desk],
    after: Annotated[int, QueryParameter(ge=0, description="Entries with a number above this.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="At most so many entries.")] = PAGE,
) -> list[Seen]:
    """Entries as this seat may see them, in order; go on with `after` the last one's `n`. An empty list is the end."""
    book = Logbook(desk.table)
    while after < desk.table.memory.n:
        entries = await book.after(desk.seat, after, limit)
        if entries:
            return entries
        after += limit
    return []


@get("/view", summary="The table as data", security=SEAT, responses=REFUSED)
async def view(desk: NamedDependency[Desk]) -> View:
    """What this seat sees, as plain parts."""
    look = desk.table.system.look
    if look is None:
        raise RuleError("no_view")
    return look(desk.table.memory.state, desk.seat.viewer())


@post("/undo", status_code=200, summary="Undo", security=SEAT, responses=REFUSED)
async def undo(data: JSONBody[shapes.Steps], desk: NamedDependency[Desk]) -> shapes.Moves:
    """Take steps back: a player her own last ones, the GM any."""
    undone = await desk.table.undo(desk.seat, _bounded(data.steps))
    return shapes.Moves(tuple(e.asked.line or e.asked.procedure for e in undone), desk.table.memory.n)


@post("/redo", status_code=200, summary="Redo", security=SEAT, responses=REFUSED)
async def redo(data: JSONBody[shapes.Steps], desk: NamedDependency[Desk]) -> shapes.Moves:
    """Bring undone steps back."""
    redone = await desk.table.redo(desk.seat, _bounded(data.steps))
    return shapes.Moves(tuple(e.asked.line or e.asked.procedure for e in redone), desk.table.memory.n)


def _bounded(steps: int) -> int:
    if not 1 <= steps <= 1000:
        raise RuleError("bad_argument", arg="steps", value=steps, kind="int")
    return steps


API = Router(
    path="/api",
    dependencies={"desk": Provide(desk_of)},
    route_handlers=[
        list_systems,
        create_table,
        create_demo,
        here,
        line,
        questions,
        answer,
        answer_odds,
        odds,
        log,
        view,
        undo,
        redo,
    ],
    tags=["table"],
)

DESCRIPTION = OpenAPIConfig(
    title="Ludex",
    version=__version__,
    description="The table that knows the rules. A seat's secret, the last part of its link, is its bearer token.",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin(path="/")],
    use_handler_docstrings=True,
    components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
)
