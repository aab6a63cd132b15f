"""The GM's workshop: every kind of content as a form, the table's own things to edit, what ships to start from.

A plain form like creation's: what was filled in comes back with every request, is checked whole, and every problem stands beside its
input. Only what is saved reaches the table, by the same deed as a file would.
"""

from collections.abc import Mapping
from urllib.parse import quote

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from ludex.core.errors import RuleError
from ludex.core.forms import Form, FormField
from ludex.core.packs import Kind, Plain
from ludex.core.say import Say
from ludex.core.view import Card
from ludex.desk import stocking
from ludex.desk.stocking import Shelf
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web import filling
from ludex.fronts.web.draw import Drawing
from ludex.fronts.web.filling import Widget
from ludex.fronts.web.pages import html
from ludex.fronts.web.sitting import sit
from ludex.table.house import House
from ludex.text.chat import Chat

NAME, EFFECT = "name", "effect"
LONGEST = 20_000

Fields = dict[str, list[str]]


class Listed(msgspec.Struct, frozen=True):
    """Something on a shelf: its id, what it is called, whether it is the table's own."""

    id: str
    name: str
    own: bool


class Draft(msgspec.Struct, frozen=True):
    """A record on its way: its id, what it was called before, its inputs, and what is wrong with all of it."""

    name: str
    was: str
    widgets: tuple[Widget, ...]
    wrong: tuple[str, ...]
    count: int


class Workshop:
    """The shelves of one table, as its GM's page shows them."""

    def __init__(self, chat: Chat, kind: str) -> None:
        self.chat, self.drawing = chat, Drawing.at(chat)
        self.shelves = stocking.shelves(chat.desk)
        names = [shelf.form.name for shelf in self.shelves]
        wanted = kind or _first_kind(names)
        found = next((shelf for shelf in self.shelves if shelf.form.name == wanted), None)
        if found is None:
            raise RuleError("unknown_kind", kind=kind[:40], kinds=names)
        self.shelf, self.kind = found, stocking.kind_of(chat.desk, found.form.name)

    def title(self, form: Form) -> str:
        """What a kind is called."""
        chinese = next((one for one in form.also if not one.isascii()), "")
        return (
            chinese if chinese and self.chat.language == "zh" else self.drawing.begun(self.chat.words.field(form.name))
        )

    def listed(self, shelf: Shelf) -> list[Listed]:
        """What there is of a kind, the table's own first."""
        own = [Listed(key, self.called(key, record), own=True) for key, record in shelf.own.items()]
        rest = [(key, record) for key, record in shelf.shipped.items() if key not in shelf.own]
        return [*own, *(Listed(key, self.called(key, record), own=False) for key, record in rest)]

    def called(self, key: str, record: Plain) -> str:
        """What a thing is called."""
        name = (
            record.get("name") or record.get("title") or record.get("theme_tag") if isinstance(record, Mapping) else ""
        )
        return self.chat.words.term(key) if not isinstance(name, str) or not name else name

    def draft(self, name: str, record: Plain, *, was: str, checked: bool, extra: tuple[str, ...] = ()) -> Draft:
        """A record as inputs; once it was worked on, with everything that is wrong with it."""
        form = self.shelf.form
        found = stocking.problems(self.chat.desk, form.name, name or "?", record) if checked else []
        placed = filling.places(found, form.name, name or "?")
        titles = _titles(filling.Filler(self.chat.words, {}).widgets(form.fields, record))
        beside: dict[str, list[str]] = {}
        whole = list(extra)
        for path, problem in placed:
            home = _home(path, titles)
            if home:
                beside.setdefault(path if path in titles else home, []).append(self._told(problem, titles[home]))
            else:
                whole.append(self.chat.words.show(problem))
        widgets = filling.Filler(self.chat.words, beside).widgets(_asked(self.kind, form, record), record)
        return Draft(name, was, widgets, tuple(dict.fromkeys(whole)), len(placed))

    def _told(self, problem: Say, title: str) -> str:
        """A problem beside its input, which is named by its title."""
        inner = problem.facts.get("problem")
        if isinstance(inner, Say):
            return self._told(inner, title)
        facts = {**problem.facts, "where": title, "field": title}
        return self.chat.words.show(Say(problem.key, facts))


def _asked(kind: Kind, form: Form, record: Plain) -> list[FormField]:
    """The fields that are asked for: an effect is written key by key, or stands there whole, never both."""
    held = bool(record.get(EFFECT))
    left_out = kind.beside if held else (EFFECT,) if kind.beside else ()
    return [field for field in form.fields if field.name not in left_out]


def _first_kind(names: list[str]) -> str:
    """Where the workshop opens: at whoever can be met."""
    usual = ("creatures", "npcs", "missions", "people")
    return next((one for one in usual if one in names), names[0] if names else "")


def _titles(widgets: tuple[Widget, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for widget in widgets:
        found[widget.path] = widget.title
        found |= _titles(widget.inside)
    return found


def _home(path: str, titles: Mapping[str, str]) -> str:
    """The nearest input that a problem can stand beside."""
    while path and path not in titles:
        path = path.rpartition("/")[0]
    return path


# --- requests ------------------------------------------------------------------------------------------------------------------


@get("/t/{secret:str}/workshop", include_in_schema=False)
async def workshop(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    """A kind of content, and one thing of it (`?kind=…&name=…`)."""
    chat = await sit(request, house, paces, secret)
    page = Workshop(chat, request.query_params.get("kind", ""))
    name = request.query_params.get("name", "")
    own, shipped = page.shelf.own.get(name), page.shelf.shipped.get(name)
    record = own if own is not None else shipped if shipped is not None else {}
    fresh = (
        name
        if own is not None
        else chat.words("web.own_copy", name=page.called(name, shipped))
        if shipped is not None
        else ""
    )
    draft = page.draft(fresh, record, was=name if own is not None else "", checked=False)
    card = await _told(page, name) if own is not None else None
    return _drawn(request, page, secret, draft, card)


@post("/t/{secret:str}/workshop", status_code=200, include_in_schema=False)
async def worked(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str] | Redirect:
    """What was filled in, checked; saved or taken out where that was wanted."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    filled = {name: [str(value)[:LONGEST] for value in given.getall(name)] for name in given}
    page = Workshop(chat, _one(filled, "kind"))
    kind, was, name = page.shelf.form.name, _one(filled, "was"), _one(filled, NAME)
    for wish, change in (("more", filling.grown), ("less", filling.shrunk)):
        if wish in filled:
            filled = change(filled, _one(filled, wish))
    record = filling.read(page.shelf.form, filled)
    try:
        if "drop" in filled:
            await stocking.drop(chat.desk, kind, was)
            return Redirect(f"/t/{secret}/workshop?kind={kind}", status_code=303)
        if "save" in filled:
            await stocking.save(chat.desk, kind, name, record, was=was)
            return Redirect(_address(secret, kind, name), status_code=303)
    except RuleError as error:
        told = () if error.code == "bad_content" and _shown(page, name, record) else (chat.words.error(error),)
        return _drawn(request, page, secret, page.draft(name, record, was=was, checked=True, extra=told), None)
    return _drawn(request, page, secret, page.draft(name, record, was=was, checked=True), None)


def _shown(page: Workshop, name: str, record: Plain) -> bool:
    """Whether the schema itself finds what is wrong."""
    return bool(stocking.problems(page.chat.desk, page.shelf.form.name, name or "?", record))


def _address(secret: str, kind: str, name: str) -> str:
    return f"/t/{secret}/workshop?kind={kind}&name={quote(name)}&saved=1"


def _one(filled: Fields, name: str) -> str:
    return next((value.strip() for value in filled.get(name, ())), "")


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
