"""The story as a file to keep: a page by itself, a document, plain text as painters of logs read it, and the log that Ludex reads again."""

import asyncio
import io
import zipfile
from collections.abc import Iterator
from xml.sax.saxutils import escape

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ludex.desk import campaign
from ludex.desk.chronicle import SessionChronicle, chronicle
from ludex.fronts.api.routes import whole_export
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.gate.reader import sit
from ludex.fronts.web.pages.story import ACTED, SCENE
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.commands.log import painted
from ludex.text.recapping import is_speech, markdown, moment_text, paragraphs as told_in
from ludex.text.words import Words

DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = (
    f'<?xml version="1.0" encoding="UTF-8"?><Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{DOCUMENT}.main+xml"/></Types>'
)
RELATED = (
    f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)


@get("/t/{secret:str}/story/{number:int}/as/{form:str}", include_in_schema=False)
async def story_file(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    number: FromPath[int],
    form: FromPath[str],
) -> Response[bytes]:
    """One session (0: everything) as `md`, `html`, `docx`, `txt`; the whole log as `jsonl`."""
    chat = await sit(request, house, paces, secret, "log")
    kind, body = await _written(chat, house, number, form)
    headers = {"content-disposition": f'attachment; filename="story-{number}.{form}"', "cache-control": "no-store"}
    return Response(body, media_type=kind, headers=headers)


async def _written(chat: Chat, house: House, number: int, form: str) -> tuple[str, bytes]:
    match form:
        case "jsonl":
            return "application/x-ndjson", await whole_export(chat, house)
        case "txt":
            alone = len(campaign.all_sessions(chat.desk)) < 2  # the only evening is everything
            return f"{MediaType.TEXT}; charset=utf-8", (
                await painted(chat, "" if alone else str(number or ""))
            ).encode()
        case "md":
            told = await chronicle(chat.desk, number, for_all=chat.seat.gm)
            return "text/markdown; charset=utf-8", markdown(
                chat.words, told, chat.table.system.sessions.unsaid
            ).encode()
        case "html" | "docx":
            told = await chronicle(chat.desk, number, for_all=chat.seat.gm)
            return await asyncio.to_thread(_drawn, chat, told, form)
    raise NotFoundException


def _drawn(chat: Chat, chronicle: SessionChronicle, form: str) -> tuple[str, bytes]:
    """A session as a page or a document; a long one takes its time."""
    recap = chronicle.recap
    title = recap.title or chat.table.memory.name
    told = list(paragraphs(chat.words, chronicle, chat.table.system.sessions.unsaid))
    if form == "docx":
        return DOCUMENT, document(title, recap.opened[:10], told)
    drawing = Drawing.at(chat)
    page = drawing.page("story_file.html", title=title, day=recap.opened[:10], told=told, language=chat.language)
    return f"{MediaType.HTML}; charset=utf-8", page.encode()


def paragraphs(words: Words, chronicle: SessionChronicle, unsaid: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """What is told: a scene's name, what was said and by whom, what was done."""
    for chapter in chronicle.chapters:
        if chapter.name:
            yield SCENE, "", words.say(chapter.name)
        for run in told_in(words, chapter, unsaid):
            text = words("web.story_beside").join(moment_text(words, one, unsaid) for one in run)
            yield ACTED, (run[0].beat.who if is_speech(words, run[0]) else ""), text
            yield from ((ACTED, "", one.added) for one in run if one.added)


def document(title: str, day: str, told: list[tuple[str, str, str]]) -> bytes:
    """A document that word processors open: a heading, then a paragraph for each."""
    lines = [_paragraph(title, size=36, bold=True), _paragraph(day, size=20)]
    for kind, who, text in told:
        lines.append(
            _paragraph(text, size=28, bold=True) if kind == SCENE else _paragraph(f"{who}: {text}" if who else text)
        )
    body = f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{WORD}"><w:body>{"".join(lines)}</w:body></w:document>'
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("[Content_Types].xml", TYPES)
        pack.writestr("_rels/.rels", RELATED)
        pack.writestr("word/document.xml", body)
    return written.getvalue()


def _paragraph(text: str, *, size: int = 24, bold: bool = False) -> str:
    weight = "<w:b/>" if bold else ""
    clean = escape("".join(letter for letter in text if letter >= " " or letter in "\t\n"))
    broken = '</w:t><w:br/><w:t xml:space="preserve">'.join(clean.split("\n"))
    return (
        f'<w:p><w:r><w:rPr>{weight}<w:sz w:val="{size}"/></w:rPr><w:t xml:space="preserve">{broken}</w:t></w:r></w:p>'
    )


HANDLERS = (story_file,)
