"""A character's sheet as a page of its own, to be read and printed on one sheet of paper."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludex.core.errors import RuleError
from ludex.desk import picturing
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.drawing import qr
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.forms import editing
from ludex.fronts.web.gate.reader import sit
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.pages.start import html
from ludex.table.house import House


@get("/t/{secret:str}/sheet/{actor:str}", include_in_schema=False)
async def sheet(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    painter: NamedDependency[Painter],
    secret: FromPath[str],
    actor: FromPath[str],
) -> Response[str]:
    """Somebody's sheet as far as this seat may see it."""
    chat = await sit(request, house, paces, secret)
    scene = painter.scene(chat)
    chip = next((one for one in scene.people if one.id == actor), None)
    section = next((one for one in scene.sheets if chip and one.id == chip.sheet), None)
    if chip is None or section is None:
        raise RuleError("no_sheet", actor=actor[:40])
    drawing = Drawing.at(chat)
    drawing.pens = editing.pens(chat, drawing, actor, section)
    face = picturing.pictures(chat.desk).get(actor, "")
    return html(
        request,
        "sheet.html",
        drawing=drawing,
        chat=chat,
        secret=secret,
        chip=chip,
        section=section,
        face=face,
        code=qr.drawn(str(request.url)),
    )


HANDLERS = (sheet,)
