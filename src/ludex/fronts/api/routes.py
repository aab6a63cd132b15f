"""The routes under /api. Each does one thing at the chat of the seat whose secret is the bearer token."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex import __version__
from ludex.core.deeds import Filled, Offer
from ludex.core.errors import RuleError
from ludex.core.system import System
from ludex.core.view import View
from ludex.fronts.api import evenings, people, props, rehearsals, shapes
from ludex.fronts.api.errors import Unclear, language_of
from ludex.fronts.api.told import ANYBODY, LOOKING, OPENING, SEAT, SENDING
from ludex.fronts.connections import Asking
from ludex.fronts.entering import entered
from ludex.fronts.offered import Playable, offered, titled
from ludex.fronts.pace import ENTRIES, MOST_WRITTEN, WRITTEN, Paces, Payer, cost_of, host_of, payer_of, pays
from ludex.lab.preview import Preview
from ludex.store.port import Stored
from ludex.table.audience import Seen
from ludex.table.audit import read_log, written
from ludex.table.entries import Acted
from ludex.table.exporting import exported
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.memory import Memory
from ludex.table.playing import Outcome
from ludex.table.questions import to_answer
from ludex.table.requests import acted, asked_as, once
from ludex.table.seats import Seat
from ludex.text.chat import Chat
from ludex.text.commands.dice import foresee
from ludex.text.reply import Reply

OUTCOMES = 1000
"""So many outcomes of odds are told, the likeliest."""

LARGE = 10**30
"""A fraction with a denominator beyond this is told as a decimal."""

PAGE = 200
"""Entries of one page of the log."""


def paid_by(request: Asking) -> Payer:
    """Who pays for this request."""
    payer: Payer = request.scope["state"]["payer"][1]
    return payer


async def entered_chat(request: Asking) -> Chat:
    """The chat of the seat that has come in, and paid, before anything was read."""
    chat: Chat = request.state.chat
    return chat


async def desk_of(request: Asking, house: House, paces: Paces) -> Chat:
    """The chat of the seat whose secret is the bearer token; it pays for the request."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    table, seat = await entered(request, house, paces, secret.strip() if scheme.lower() == "bearer" else "")
    payer = payer_of(request, table.id, seat.id)
    await paces.ask(payer, cost_of(request.url.path.rstrip("/").rpartition("/")[2]))
    pays(request, paces, payer)
    sent = await request.body()
    paces.charge(payer, min(len(sent), MOST_WRITTEN) / WRITTEN)
    chat = Chat(table, seat.id, language_of(request))
    chat.request = request.headers.get("idempotency-key", "")
    chat.asked = request.method.encode() + request.url.path.encode() + sent
    request.state.words = chat.words
    return chat


# --- before there is a table ---------------------------------------------------------------------------------------


@get("/systems", summary="Rule systems installed here", responses=ANYBODY)
async def list_systems(request: Asking) -> list[shapes.SystemInfo]:
    """Every rule system, with its options and their defaults; one that could not be loaded says why."""
    found, broken = offered(language_of(request))
    told = [_system(offer) for offer in found]
    return told + [
        shapes.SystemInfo(b.system, b.system, demo=False, options={}, procedures=[], not_loaded=str(b)) for b in broken
    ]


def _system(offer: Playable) -> shapes.SystemInfo:
    system = offer.system
    title = offer.words("system.title")
    return shapes.SystemInfo(system.id, title, system.demo is not None, offer.defaults, sorted(system.procedures))


@post("/tables", summary="Make a table", responses=OPENING)
async def create_table(
    request: Asking, data: JSONBody[shapes.NewTable], house: NamedDependency[House], paces: NamedDependency[Paces]
) -> shapes.Links:
    """Make a table. The GM's secret comes back once."""
    await paces.opening.ask(host_of(request))
    table, secret = await house.create(data.system, name=data.name, gm=data.gm, options=data.options)
    return shapes.Links(table.id, {"gm": secret})


@post("/demos", summary="Make a demo table", responses=OPENING)
async def create_demo(
    request: Asking, data: JSONBody[shapes.NewDemo], house: NamedDependency[House], paces: NamedDependency[Paces]
) -> shapes.Links:
    """Make a table to play at once: a seat for the GM and for everybody in it."""
    await paces.opening.ask(host_of(request))
    name = data.name[:40] or titled(data.system, data.language)
    table, secrets = await house.demo(data.system, name=name, language=data.language)
    return shapes.Links(table.id, secrets)


# --- at a table ----------------------------------------------------------------------------------------------------


@get("/seat", summary="This seat and its table", security=SEAT, responses=LOOKING)
async def here(chat: NamedDependency[Chat]) -> shapes.HereInfo:
    """Who you are and who else sits here."""
    table = chat.table
    seats = tuple(_seat(chat, s) for s in table.memory.seats.values())
    return shapes.HereInfo(table.id, table.memory.name, table.system.id, _seat(chat, chat.seat), seats, chat.desk.last)


def _seat(chat: Chat, seat: Seat) -> shapes.SeatInfo:
    """A seat with those of its characters of whom the reader may know."""
    known = chat.table.knows(chat.seat)
    own = seat.id == chat.seat.id
    return shapes.SeatInfo(
        seat.id, seat.role, seat.name, tuple(one for one in seat.controls if own or known is None or one in known)
    )


@post("/line", status_code=200, summary="Send a line", security=SEAT, responses=SENDING)
async def line(
    request: Asking, data: JSONBody[shapes.NewLine], chat: NamedDependency[Chat], paces: NamedDependency[Paces]
) -> Reply:
    """Send a line as it would be typed in chat: a command, an answer or words. It is on disk when the reply comes.

    A line that may mean several things does none of them: it is refused, and `facts.choices` are the lines to choose from.
    """
    paces.charge(paid_by(request), cost_of("line", data.text, asked=bool(chat.desk.questions())) - 1)
    reply = await chat.once(data.request or chat.request, lambda: chat.take(data.text), chat.asked)
    if reply.choices:
        raise Unclear(reply)
    return reply


@get("/deeds", summary="What can be done", security=SEAT, responses=LOOKING)
async def deeds(chat: NamedDependency[Chat]) -> list[Offer]:
    """What this seat can do now: what is decided already, what is to be filled in, with what is offered for it."""
    return list(chat.desk.deeds())


@post("/deeds", status_code=200, summary="Do a deed", security=SEAT, responses=SENDING)
async def do_deed(data: JSONBody[shapes.NewDeed], chat: NamedDependency[Chat]) -> Reply:
    """Do a deed by its name, with its fields filled in. It is on disk when the reply comes."""
    filled = Filled(data.deed, data.args, data.actor)
    doing = partial(chat.do, filled, faces=data.dice)
    return await chat.once(data.request or chat.request, doing, chat.asked)


@get("/questions", summary="Open questions", security=SEAT, responses=LOOKING)
async def questions(chat: NamedDependency[Chat]) -> list[shapes.OpenQuestion]:
    """The questions that this seat may answer, oldest first."""
    await chat.table.on_disk()
    return [
        shapes.OpenQuestion(
            chat.desk.act_number(one.act.number),
            one.question.who,
            chat.words.show(one.question.what),
            chat.desk.line_of(one.act),
            one.question.options,
        )
        for one in chat.desk.answerable()
    ]


@post("/answer", status_code=200, summary="Answer a question", security=SEAT, responses=SENDING)
async def answer(data: JSONBody[shapes.NewAnswer], chat: NamedDependency[Chat]) -> Reply:
    """Answer with an option's `answer`, its gaps filled in."""

    async def run() -> Reply:
        return await chat.answer(chat.of_act(chat.desk.act(data.act)), data.answer, faces=data.dice)

    return await chat.once(data.request or chat.request, run, chat.asked)


@get("/questions/{act:int}/odds", summary="Odds of each answer", security=SEAT, responses=LOOKING)
async def answer_odds(act: FromPath[int], chat: NamedDependency[Chat]) -> dict[str, list[shapes.Odds]]:
    """What each closed answer may lead to, exactly where that can be worked out."""
    parked = chat.table.parked(chat.desk.act(act))
    found = await chat.desk.answer_odds(parked, to_answer(chat.table.memory, chat.seat, parked))
    return {given: [_odds(p) for p in previews] for given, previews in found.items()}


@post("/odds", status_code=200, summary="Odds of a line", security=SEAT, responses=SENDING)
async def odds(data: JSONBody[shapes.AskOdds], chat: NamedDependency[Chat]) -> list[shapes.Odds]:
    """The exact odds of a command before it is given, or of dice."""
    return [_odds(p) for p in await foresee(chat, data.line)]


def _odds(found: Preview) -> shapes.Odds:
    likely = sorted(found.odds.chances.items(), key=lambda one: -one[1])[:OUTCOMES]
    told = dict(likely)
    chances = {str(o): _written(chance) for o, chance in found.odds.chances.items() if o in told}
    left_out = len(found.odds.chances) - len(chances) + (found.beyond.count if found.beyond else 0)
    return shapes.Odds(found.output, chances, found.odds.exact, found.odds.error, bool(found.assumed), left_out)


def _written(chance: Fraction) -> str:
    """A chance as an exact fraction, or, where that would fill a page, as a decimal."""
    return str(chance) if chance.denominator < LARGE else f"{float(chance):.12g}"


@get("/log", summary="The log", security=SEAT, responses=LOOKING)
async def log(
    chat: NamedDependency[Chat],
    after: Annotated[int, QueryParameter(ge=0, description="Entries with a number above this.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="At most so many entries.")] = PAGE,
) -> list[Seen]:
    """Entries as this seat may see them, in order; go on with `after` the last one's `n`. An empty list is the end."""
    return list(map(chat.desk.with_line, await Logbook(chat.table).after(chat.seat, after, limit)))


@get("/export", summary="The log as a file", security=SEAT, responses=LOOKING, media_type="application/x-ndjson")
async def export(
    request: Asking, chat: NamedDependency[Chat], house: NamedDependency[House], paces: NamedDependency[Paces]
) -> Response[bytes]:
    """The whole log for the GM; for others what they may see, as a chain over their own numbers. `ludex verify` checks either."""
    paces.charge(paid_by(request), chat.table.memory.n / ENTRIES)
    return Response(await whole_export(chat, house), media_type="application/x-ndjson")


async def whole_export(chat: Chat, house: House) -> bytes:
    """A seat's export as a file."""
    table, seat = chat.table, chat.seat
    await table.on_disk()
    stored = await house.store.read(table.id)
    return await asyncio.to_thread(_as_file, table.system, table.memory, seat, stored)


def _as_file(system: System, memory: Memory, seat: Seat, stored: Sequence[Stored]) -> bytes:
    """Entries as a file for a seat; many take their time."""
    lines: Iterable[bytes] = [written(one.n, one.body) for one in stored]
    return b"".join(line + b"\n" for line in (lines if seat.gm else exported(system, memory, seat, read_log(lines))))


@get("/view", summary="The table as data", security=SEAT, responses=LOOKING)
async def view(chat: NamedDependency[Chat]) -> View:
    """What this seat sees, as plain parts."""
    await chat.table.on_disk()
    return chat.desk.look()


@post("/undo", status_code=200, summary="Undo", security=SEAT, responses=SENDING)
async def undo(data: JSONBody[shapes.Steps], chat: NamedDependency[Chat]) -> shapes.Moves:
    """Take steps back: a player her own last ones, the GM any."""
    return await _moved(chat, chat.desk.undo, data.steps)


@post("/redo", status_code=200, summary="Redo", security=SEAT, responses=SENDING)
async def redo(data: JSONBody[shapes.Steps], chat: NamedDependency[Chat]) -> shapes.Moves:
    """Bring undone steps back."""
    return await _moved(chat, chat.desk.redo, data.steps)


async def _moved(chat: Chat, move: Callable[[int], Awaitable[list[Acted] | Outcome]], steps: int) -> shapes.Moves:
    """Move through history, once however often it is asked for under the same number."""

    async def run() -> shapes.Moves:
        return _told(chat, await move(_bounded(steps)))

    async def again(n: int) -> shapes.Moves:
        outcome = await chat.table.outcome(n)
        return _told(chat, await acted(chat.table, n) if outcome is None else outcome)

    with asked_as(chat.request, chat.asked):
        return await once(chat.table, chat.seat, run, again)


def _told(chat: Chat, moved: list[Acted] | Outcome) -> shapes.Moves:
    if isinstance(moved, Outcome):
        return shapes.Moves((), chat.desk.number(moved.n), waits=True)
    return shapes.Moves(tuple(map(chat.desk.line, moved)), chat.desk.last)


def _bounded(steps: int) -> int:
    if not 1 <= steps <= 1000:
        raise RuleError("bad_argument", arg="steps", value=steps, kind="int")
    return steps


API = Router(
    path="/api",
    dependencies={"chat": Provide(entered_chat)},
    route_handlers=[
        list_systems,
        create_table,
        create_demo,
        here,
        line,
        deeds,
        do_deed,
        questions,
        answer,
        answer_odds,
        odds,
        log,
        export,
        view,
        undo,
        redo,
        *people.HANDLERS,
        *evenings.HANDLERS,
        *props.HANDLERS,
        *rehearsals.HANDLERS,
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
