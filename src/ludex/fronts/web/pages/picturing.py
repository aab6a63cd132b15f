"""Pictures of handouts, of people and of the ground under the map: brought by a page, shown to those who may see them."""

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from ludex.core.errors import RuleError
from ludex.desk import handing, picturing
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.gate.reader import sit
from ludex.table.handouts import KIND, LONGEST
from ludex.table.house import House


def _shown(content: bytes) -> Response[bytes]:
    """A picture as pages are given it: it never changes under its name."""
    return Response(content, media_type=KIND, headers={"cache-control": "private, max-age=31536000, immutable"})


@get("/t/{secret:str}/pictures/{name:str}", include_in_schema=False)
async def picture(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    name: FromPath[str],
) -> Response[bytes]:
    """A picture of a handout that this seat may see."""
    chat = await sit(request, house, paces, secret, "view")
    return _shown(await handing.bytes_of(chat.desk, name))


@get("/t/{secret:str}/faces/{name:str}", include_in_schema=False)
async def face(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    name: FromPath[str],
) -> Response[bytes]:
    chat = await sit(request, house, paces, secret, "view")
    return _shown(await picturing.bytes_of(chat.desk, name))


@post(
    "/t/{secret:str}/faces/{of:str}", include_in_schema=False, status_code=200, request_max_body_size=LONGEST + 100_000
)
async def bring(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    of: FromPath[str],
) -> Response[str]:
    """A file becomes somebody's portrait, or the ground under the map; what is wrong with it is said in words."""
    chat = await sit(request, house, paces, secret, "picture")
    try:
        await picturing.picture(chat.desk, of, await request.body())
    except RuleError as error:
        return Response(chat.words.error(error), media_type=MediaType.TEXT, status_code=400)
    return Response("", media_type=MediaType.TEXT)


@delete("/t/{secret:str}/faces/{of:str}", include_in_schema=False, status_code=200)
async def take_away(
    request: Asking,
    house: NamedDependency[House],
    paces: NamedDependency[Paces],
    secret: FromPath[str],
    of: FromPath[str],
) -> Response[str]:
    chat = await sit(request, house, paces, secret, "view")
    await picturing.unpicture(chat.desk, of)
    return Response("", media_type=MediaType.TEXT)


HANDLERS = (picture, face, bring, take_away)
