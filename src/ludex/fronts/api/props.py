"""The routes under /api for handouts and for what the GM has ready."""

import base64
import binascii
from functools import partial

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ludex.core.errors import RuleError
from ludex.core.forms import Form
from ludex.desk import handing, stocking
from ludex.fronts.api.repeating import done_once
from ludex.fronts.api.shapes import NewHandout, NewReady, Unveiling
from ludex.fronts.api.told import LOOKING, SEAT, SENDING
from ludex.table.handouts import KIND, LONGEST, Handout
from ludex.text.chat import Chat
from ludex.text.reply import Reply

LARGEST_BODY = LONGEST * 4 // 3 + 100_000
"""Bytes of a request that brings a picture."""


def decoded(picture: str) -> bytes:
    if len(picture) > LARGEST_BODY:
        raise RuleError("picture_too_large", size=len(picture), limit=LONGEST)
    try:
        return base64.b64decode(picture, validate=True)
    except (binascii.Error, ValueError):
        raise RuleError("bad_picture", formats=["base64"]) from None


async def _made(chat: Chat, data: NewHandout | NewReady) -> tuple[Handout, dict[str, bytes]]:
    name, kept = await handing.picture(chat.desk, decoded(data.picture)) if data.picture else ("", {})
    return handing.handout(data.title, data.text, name), kept


@get("/handouts", summary="Handouts", security=SEAT, responses=LOOKING)
async def handouts(chat: NamedDependency[Chat]) -> list[handing.Shown]:
    """The handouts that this seat was given."""
    return handing.handouts(chat.desk)


@post(
    "/handouts",
    status_code=200,
    summary="Show a handout",
    security=SEAT,
    responses=SENDING,
    request_max_body_size=LARGEST_BODY,
)
async def hand_out(data: JSONBody[NewHandout], chat: NamedDependency[Chat]) -> list[handing.Shown]:
    """Show words, a picture (base64), or both, to all or to some (GM)."""
    one, kept = await _made(chat, data)
    show = partial(handing.hand_out, chat.desk, one, data.to, pictures=kept)
    return await done_once(chat, show, partial(handing.handouts, chat.desk))


@delete("/handouts/{number:int}", status_code=200, summary="Take a handout back", security=SEAT, responses=SENDING)
async def take_back(number: FromPath[int], chat: NamedDependency[Chat]) -> list[handing.Shown]:
    """Take a handout back (GM)."""
    take = partial(handing.take_back, chat.desk, number)
    return await done_once(chat, take, partial(handing.handouts, chat.desk))


@get("/pictures/{name:str}", summary="A picture", security=SEAT, responses=LOOKING, media_type=KIND)
async def picture(name: FromPath[str], chat: NamedDependency[Chat]) -> Response[bytes]:
    """A picture of a handout that this seat was given."""
    headers = {"cache-control": "private, max-age=31536000, immutable", "x-content-type-options": "nosniff"}
    return Response(await handing.bytes_of(chat.desk, name), media_type=KIND, headers=headers)


@get("/kinds", summary="Kinds of content", security=SEAT, responses=LOOKING)
async def kinds(chat: NamedDependency[Chat]) -> list[Form]:
    """Every kind of content that a GM may add to, as a form: fields, kinds, closed lists, in both languages."""
    return stocking.forms(chat.desk)


@get("/ready", summary="What is ready", security=SEAT, responses=LOOKING)
async def ready(chat: NamedDependency[Chat]) -> list[handing.Ready]:
    """Encounters and handouts that the GM has ready (GM)."""
    return handing.ready(chat.desk)


@post(
    "/ready", status_code=200, summary="Prepare", security=SEAT, responses=SENDING, request_max_body_size=LARGEST_BODY
)
async def prepare(data: JSONBody[NewReady], chat: NamedDependency[Chat]) -> list[handing.Ready]:
    """Have lines (an encounter) or a handout ready under a name (GM). The same name again corrects it."""
    if data.lines:
        prepared = partial(handing.prepare, chat.desk, data.title, lines=data.lines)
    else:
        one, kept = await _made(chat, data)
        prepared = partial(handing.prepare, chat.desk, data.title, handout=one, pictures=kept)
    return await done_once(chat, prepared, partial(handing.ready, chat.desk))


@delete("/ready/{name:str}", status_code=200, summary="Put away", security=SEAT, responses=SENDING)
async def put_away(name: FromPath[str], chat: NamedDependency[Chat]) -> list[handing.Ready]:
    """Put something away that was ready (GM)."""
    away = partial(handing.put_away, chat.desk, name)
    return await done_once(chat, away, partial(handing.ready, chat.desk))


@post("/ready/{name:str}", status_code=200, summary="Bring on", security=SEAT, responses=SENDING)
async def unveil(name: FromPath[str], data: JSONBody[Unveiling], chat: NamedDependency[Chat]) -> Reply:
    """What is ready under a name comes on: the lines are done, the handout is shown (GM)."""

    async def run() -> Reply:
        called = handing.ready_named(chat.desk, name)
        return await chat.take(".揭示 " + " ".join([called, *(f"@{one}" for one in data.to)]))

    return await chat.once(chat.request, run, chat.asked)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    handouts,
    hand_out,
    take_back,
    picture,
    kinds,
    ready,
    prepare,
    put_away,
    unveil,
)
