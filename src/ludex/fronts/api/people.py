"""The routes under /api/characters: a character as a file, and her sheet field by field."""

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from ludex.desk import picturing, roster
from ludex.fronts.api.props import LARGEST_BODY, decoded
from ludex.fronts.api.shapes import EditedField, NewCharacter, NewPortrait
from ludex.fronts.api.told import LOOKING, SEAT, SENDING
from ludex.table.characters import written
from ludex.text.chat import Chat
from ludex.text.reply import Reply


@get("/characters", summary="Own characters", security=SEAT, responses=LOOKING)
async def characters(chat: NamedDependency[Chat]) -> dict[str, str]:
    """The characters whose files this seat may take along, by id: the GM everybody's, a player her own."""
    known = chat.desk.actors()
    return dict(known) if chat.seat.gm else {one: known[one] for one in chat.seat.controls if one in known}


@get("/characters/{actor:str}", summary="A character's file", security=SEAT, responses=LOOKING)
async def character(actor: FromPath[str], chat: NamedDependency[Chat]) -> Response[bytes]:
    """A character with everything as one file, to be brought to another table."""
    file = await roster.export(chat.desk, chat.desk.actor(actor))
    headers = {"content-disposition": 'attachment; filename="character.json"'}
    return Response(written(file).encode(), media_type="application/json", headers=headers)


@post("/characters", status_code=200, summary="Bring a character", security=SEAT, responses=SENDING)
async def bring(data: JSONBody[NewCharacter], chat: NamedDependency[Chat]) -> Reply:
    """Bring a character from her file; a player's is a proposal. Everything that is wrong with it is named at once."""
    text = data.file if isinstance(data.file, str) else msgspec.json.encode(data.file)

    async def run() -> Reply:
        return await chat.told(await roster.adopt(chat.desk, text, name=data.name))

    return await chat.once(data.request or chat.request, run, chat.asked)


@get("/characters/{actor:str}/sheet", summary="A sheet to edit", security=SEAT, responses=LOOKING)
async def sheet(actor: FromPath[str], chat: NamedDependency[Chat]) -> roster.SheetForm:
    """The fields of a sheet with their names, kinds and values, and whose word an edit is."""
    return roster.form(chat.desk, chat.desk.actor(actor))


@post("/characters/{actor:str}/sheet", status_code=200, summary="Edit a sheet", security=SEAT, responses=SENDING)
async def edit(actor: FromPath[str], data: JSONBody[EditedField], chat: NamedDependency[Chat]) -> Reply:
    """Set one field; what follows from it is worked out. A player's edit is a proposal once the character was used."""

    async def run() -> Reply:
        return await chat.told(await roster.edit(chat.desk, chat.desk.actor(actor), data.entry, data.value))

    return await chat.once(data.request or chat.request, run, chat.asked)


@post(
    "/characters/{actor:str}/portrait",
    status_code=200,
    summary="A portrait",
    security=SEAT,
    responses=SENDING,
    request_max_body_size=LARGEST_BODY,
)
async def portrait(actor: FromPath[str], data: JSONBody[NewPortrait], chat: NamedDependency[Chat]) -> NewPortrait:
    """Give a character a portrait (base64); without one it is taken away. The name of the picture comes back."""
    if data.picture:
        return NewPortrait(await picturing.picture(chat.desk, actor, decoded(data.picture)))
    await picturing.unpicture(chat.desk, actor)
    return NewPortrait("")


HANDLERS: tuple[HTTPRouteHandler, ...] = (characters, character, bring, sheet, edit, portrait)
