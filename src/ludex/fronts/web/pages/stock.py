"""The GM's workshop: every kind of content as a form, the table's own things to edit, what ships to start from.

A plain form like creation's: what was filled in comes back with every request, is checked whole, and every problem stands beside its
input. Only what is saved reaches the table, by the same deed as a file would.
"""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.plain import Plain, Written
from ludex.core.view import Card
from ludex.desk import stocking
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.forms import effectread, filling
from ludex.fronts.web.forms.workshop import Draft, Workshop
from ludex.fronts.web.gate.sitting import sit
from ludex.fronts.web.pages.start import html
from ludex.table.house import House

NAME = "name"
FORM, AS = "form", "as"
LONGEST = 20_000

Fields = dict[str, list[str]]


@get("/t/{secret:str}/workshop", include_in_schema=False)
async def workshop(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    """A kind of content, and one thing of it (`?kind=…&name=…`)."""
    chat = await sit(request, house, paces, secret)
    page = Workshop(chat, request.query_params.get("kind", ""))
    name = request.query_params.get("name", "")
    own, shipped = page.shelf.own.get(name), page.shelf.shipped.get(name)
    record = (
        own if own is not None else page.unnamed(str(shipped.get(NAME, "")), shipped) if shipped is not None else {}
    )
    fresh = (
        name
        if own is not None
        else chat.words("web.own_copy", name=page.called(name, shipped, own=False))
        if shipped is not None
        else ""
    )
    effects = page.held(name, record) if page.plainly(record) else None
    draft = page.draft(fresh, record, was=name if own is not None else "", checked=False, effects=effects)
    card = _weighed(page, name, record) or (await _told(page, name) if own is not None else None)
    return _drawn(request, page, secret, draft, card)


@post("/t/{secret:str}/workshop", status_code=200, include_in_schema=False)
async def worked(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str] | Redirect:
    """What was filled in, checked; saved or taken out where that was wanted."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    filled = {name: [str(value)[:LONGEST] for value in given.getall(name)] for name in given}
    page = Workshop(chat, filling.first_of(filled, "kind"))
    kind, was, name = page.shelf.form.name, filling.first_of(filled, "was"), filling.first_of(filled, NAME)
    for wish, change in (("more", filling.grown), ("less", filling.shrunk)):
        if wish in filled:
            filled = change(filled, filling.first_of(filled, wish))
    record, effects, told = _filled(page, name, filled)
    card = _weighed(page, name, record)
    try:
        if "drop" in filled:
            await stocking.drop(chat.desk, kind, was)
            return Redirect(f"/t/{secret}/workshop?kind={kind}", status_code=303)
        if "save" in filled:
            await stocking.save(chat.desk, kind, name, record, was=was)
            to = _address(secret, kind, name) if chat.seat.gm else f"/t/{secret}"  # a player's waits for the GM's word
            return Redirect(to, status_code=303)
    except RuleError as error:
        told = (
            ()
            if error.code == "bad_content" and _shown(page, name, record)
            else (page.drawing.by_hand(chat.words.error(error)),)
        )
    draft = page.draft(name, record, was=was, checked=True, extra=told, effects=effects)
    return _drawn(request, page, secret, draft, card)


def _filled(
    page: Workshop, name: str, filled: Fields
) -> tuple[dict[str, Written], list[Effect] | None, tuple[str, ...]]:
    """The record that was filled in, its effects where they stand in a form, and why not where they should and cannot."""
    record = page.named(name, filling.read(page.shelf.form, filling.keyed(filled, page.tables)))
    wanted = filling.first_of(filled, AS)
    if page.known is None or page.home is None:
        return record, None, ()
    if FORM in filled:
        effects = effectread.effects(page.known, filled)
        record = page.with_effects(record, effects)
        return record, None if wanted == "text" else effects, ()
    if wanted != FORM:
        return record, None, ()
    held = page.held(name, record)
    if held is not None:
        record = page.beside(name, record)
    return record, held, () if held is not None else (page.chat.words("web.effect_unread"),)


def _weighed(page: Workshop, name: str, record: Plain) -> Card | None:
    """What a draft costs, while it is written."""
    try:
        return stocking.weighed(page.chat.desk, page.shelf.form.name, name or "?", record) if record else None
    except RuleError:
        return None  # what is wrong with it is said beside its input


def _shown(page: Workshop, name: str, record: Plain) -> bool:
    """Whether the schema itself finds what is wrong."""
    return bool(stocking.problems(page.chat.desk, page.shelf.form.name, name or "?", record))


def _address(secret: str, kind: str, name: str) -> str:
    return f"/t/{secret}/workshop?kind={kind}&name={quote(name)}&saved=1"


async def _told(page: Workshop, name: str) -> Card | None:
    """How a thing reads; what has no card has none."""
    try:
        return await stocking.told(page.chat.desk, page.shelf.form.name, name)
    except RuleError:
        return None


def _drawn(request: Asking, page: Workshop, secret: str, draft: Draft, card: Card | None) -> Response[str]:
    return html(
        request,
        "workshop.html",
        drawing=page.drawing,
        chat=page.chat,
        secret=secret,
        page=page,
        draft=draft,
        card=card,
        saved="saved" in request.query_params,
    )


HANDLERS = (workshop, worked)
