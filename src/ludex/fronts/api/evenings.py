"""The routes under /api for the campaign: sessions, recaps, notes, the log as a text."""

import asyncio
from functools import partial

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ludex.desk import campaign
from ludex.desk.chronicle import chronicle
from ludex.fronts.api.repeating import done_once
from ludex.fronts.api.shapes import NewNote, NewSession
from ludex.fronts.api.told import LOOKING, SEAT, SENDING
from ludex.table.sessions import Session
from ludex.text.chat import Chat
from ludex.text.recapping import log_markdown, markdown
from ludex.text.reply import Reply

MARKDOWN = "text/markdown"


@get("/sessions", summary="Sessions", security=SEAT, responses=LOOKING)
async def sessions(chat: NamedDependency[Chat]) -> list[Session]:
    """Every session of the table, in order; the last may be running. Entry numbers are this seat's own."""
    return [campaign.as_own(chat.desk, one) for one in campaign.all_sessions(chat.desk)]


@post("/sessions", status_code=200, summary="Open a session", security=SEAT, responses=SENDING)
async def open_session(data: JSONBody[NewSession], chat: NamedDependency[Chat]) -> Reply:
    """Open a session (GM)."""

    async def run() -> Reply:
        return await chat.told(await campaign.open_session(chat.desk, data.title))

    return await chat.once(data.request or chat.request, run, chat.asked)


@post("/sessions/close", status_code=200, summary="Close the session", security=SEAT, responses=SENDING)
async def close_session(chat: NamedDependency[Chat]) -> Reply:
    """Close the session that is open (GM); what it came to is a question to be answered."""

    async def run() -> Reply:
        return await chat.told(await campaign.close_session(chat.desk))

    return await chat.once(chat.request, run, chat.asked)


@get("/sessions/{number:int}/recap", summary="A session told again", security=SEAT, responses=LOOKING)
async def recap(number: FromPath[int], chat: NamedDependency[Chat]) -> campaign.Recap:
    """A session as this seat may tell it, as data. 0: the last one."""
    await chat.table.on_disk()
    return await campaign.recap(chat.desk, number)


@get(
    "/sessions/{number:int}/recap.md",
    summary="A session as a story",
    security=SEAT,
    responses=LOOKING,
    media_type=MARKDOWN,
)
async def recap_text(number: FromPath[int], chat: NamedDependency[Chat]) -> Response[str]:
    """A session as this seat may tell it, as Markdown."""
    await chat.table.on_disk()
    return Response(
        markdown(chat.words, await chronicle(chat.desk, number), chat.table.system.sessions.unsaid),
        media_type=MARKDOWN,
    )


@get("/log.md", summary="The log as a text", security=SEAT, responses=LOOKING, media_type=MARKDOWN)
async def log_text(chat: NamedDependency[Chat]) -> Response[str]:
    """The whole log as this seat may see it, as Markdown."""
    await chat.table.on_disk()
    log = await campaign.whole_log(chat.desk)
    text = await asyncio.to_thread(log_markdown, chat.words, chat.table.memory.name, log)
    return Response(text, media_type=MARKDOWN)


@get("/notes", summary="Notes", security=SEAT, responses=LOOKING)
async def notes(chat: NamedDependency[Chat]) -> list[campaign.Written]:
    """What was written down and this seat may read: for all, its own, and for the GM."""
    return campaign.notes(chat.desk)


@post("/notes", status_code=200, summary="Write something down", security=SEAT, responses=SENDING)
async def note(data: JSONBody[NewNote], chat: NamedDependency[Chat]) -> list[campaign.Written]:
    """A note for all, for oneself or for the GM; with `of` other words for an own one, without text it is gone."""
    write = partial(campaign.note, chat.desk, data.text, data.audience, of=data.of)
    return await done_once(chat, write, partial(campaign.notes, chat.desk))


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    *(sessions, open_session, close_session, recap, recap_text),
    *(log_text, notes, note),
)
