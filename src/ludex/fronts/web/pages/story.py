"""Pages to read and to print: the chronicle of a session, in which the GM writes, or every single thing of it; a published card."""

import asyncio
from functools import partial
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ludex.desk import campaign
from ludex.desk.campaign import Beat
from ludex.desk.cards import published
from ludex.desk.chronicle import chronicle, publish, stroke
from ludex.fronts.connections import Asking
from ludex.fronts.pace import VISITS, Paces, host_of
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.gate.reader import language_of, sit
from ludex.fronts.web.log.sifting import KINDS, Sift, people
from ludex.fronts.web.pages.start import html
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.recapping import is_speech, markdown, moment_text, paragraphs, sentence
from ludex.text.summary import summary
from ludex.text.telling import moved_text
from ludex.text.words import Words


class Stroke(msgspec.Struct, forbid_unknown_fields=True):
    """What the GM writes in a chronicle: of which entry, in which way, which words."""

    way: Literal["said", "added", "chosen", "published"]
    entry: int = 0
    text: str = ""
    on: bool = True


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


@post("/t/{secret:str}/story/{number:int}", status_code=200, include_in_schema=False)
async def written(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Stroke],
) -> Response[str]:
    """The GM writes in a chronicle; it comes back as it reads now."""
    chat = await sit(request, house, paces, secret)
    session = (await chronicle(chat.desk, number)).recap.number
    if data.way == "published":
        await publish(chat.desk, session, on=data.on)
    else:
        await stroke(chat.desk, session, data.way, data.entry, text=data.text, on=data.on)
    return await _page(request, chat, secret, number)


async def _page(request: Asking, chat: Chat, secret: str, number: int) -> Response[str]:
    """A session's chronicle, or every single thing of it (`?all`), or the part of that which is looked for (`?who=…&kind=…&text=…`)."""
    asked = request.query_params
    wanted = Sift(asked.get("text", "")[:200], asked.get("who", "")[:80], asked.get("kind", "")[:10])
    gm = chat.seat.gm and "player" not in asked
    told = await chronicle(chat.desk, number, for_all=chat.seat.gm)
    everything = bool(wanted) or "all" in asked
    sessions = campaign.all_sessions(chat.desk)
    facts: dict[str, Any] = {"told": told, "recap": told.recap, "sessions": sessions, "secret": secret, "gm": gm}
    beats = tuple(beat for beat in told.recap.beats if wanted.told(chat, beat)) if everything else ()
    facts |= {"everything": everything, "beats": _told(beats, _tellers(chat)), "count": len(beats)}
    facts |= {"chat": chat, "wanted": wanted, "kinds": KINDS, "people": people(chat)}
    words, system = chat.words, chat.table.system.sessions
    facts |= {"drawing": Drawing.at(chat), "markdown": partial(markdown, words, unsaid=system.unsaid)}
    facts |= {"sentence": lambda card: sentence(words, card, system.unsaid)}
    facts |= {"text": lambda moment: moment_text(words, moment, system.unsaid)}
    facts |= {"speech": lambda moment: is_speech(words, moment) and moment.beat.who not in _tellers(chat)}
    facts |= {"runs": lambda chapter: list(paragraphs(words, chapter, system.unsaid))}
    facts |= {"moves": lambda card: [moved_text(words, one) for one in summary(card, system).moved]}
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


HANDLERS = (story, story_of, written, page)
