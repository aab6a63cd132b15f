"""Pages to read and to print: the story of one session or of everything, told in prose with its dice at the side; a published card."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludex.desk import campaign
from ludex.desk.campaign import Beat
from ludex.desk.publishing import published
from ludex.fronts.connections import Asking
from ludex.fronts.pace import VISITS, Paces, host_of
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.gate.reader import language_of
from ludex.fronts.web.gate.sitting import sit
from ludex.fronts.web.log.evening import sentence, told_session
from ludex.fronts.web.log.sifting import KINDS, Sift, people
from ludex.fronts.web.pages.start import html
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.words import Words

SAID, ACTED, SCENE, NARRATED = "said", "acted", "scene", "narrated"


@get("/t/{secret:str}/story", include_in_schema=False)
async def story(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    """The last session of a table and what was played around it, or everything where no session was opened."""
    return await _page(request, await sit(request, house, paces, secret, "log"), secret, 0)


@get("/t/{secret:str}/story/{number:int}", include_in_schema=False)
async def story_of(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    number: FromPath[int],
) -> Response[str]:
    """One session."""
    return await _page(request, await sit(request, house, paces, secret, "log"), secret, number)


@get("/t/{secret:str}/page", include_in_schema=False)
async def page(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    """A card that the GM has published, for anyone who has its link."""
    await paces.visiting.ask(host_of(request), VISITS["card"])
    table, card = await published(house, secret)
    drawing = Drawing(Words(language_of(request), table.system.package))
    return html(request, "page.html", drawing=drawing, card=card, table=table)


async def _page(request: Asking, chat: Chat, secret: str, number: int) -> Response[str]:
    """A session to read, or the part of it that is looked for (`?who=…&kind=…&text=…`)."""
    asked = request.query_params
    wanted = Sift(asked.get("text", "")[:200], asked.get("who", "")[:80], asked.get("kind", "")[:10])
    sessions = campaign.all_sessions(chat.desk)
    recap = await told_session(chat, number)
    beats = tuple(beat for beat in recap.beats if wanted.told(chat, beat))
    facts: dict[str, Any] = {
        "recap": recap,
        "told": _told(beats, _tellers(chat)),
        "sessions": sessions,
        "secret": secret,
    }
    facts |= {"chat": chat, "wanted": wanted, "kinds": KINDS, "people": people(chat), "count": len(beats)}
    drawing, unsaid = Drawing.at(chat), chat.table.system.sessions.unsaid
    facts |= {"drawing": drawing, "sentence": lambda card: sentence(drawing, card, unsaid)}
    return await asyncio.to_thread(html, request, "story.html", **facts)  # a long evening takes its time


def _tellers(chat: Chat) -> frozenset[str]:
    """Those who tell the story: what the GM says, as nobody else, is not somebody's speech."""
    return frozenset(seat.name for seat in chat.table.memory.seats.values() if seat.gm)


def _told(beats: tuple[Beat, ...], tellers: frozenset[str]) -> list[tuple[str, list[Beat]]]:
    """Beats as paragraphs: what was said by itself, what was done together until somebody speaks; a scene begins with its name."""
    told: list[tuple[str, list[Beat]]] = []
    for beat in beats:
        if beat.card and beat.card.scene:
            told += [(SCENE, [beat]), (ACTED, [beat])]
        elif beat.kind == ACTED and told and told[-1][0] == ACTED and len(told[-1][1]) < 4:
            told[-1][1].append(beat)
        else:
            told.append((NARRATED if beat.kind == SAID and beat.who in tellers else beat.kind, [beat]))
    return told


HANDLERS = (story, story_of, page)
