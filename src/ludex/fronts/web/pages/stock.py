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
from ludex.fronts.web.forms import effectread, filling, wording
from ludex.fronts.web.forms.workshop import Draft, Workshop
from ludex.fronts.web.gate.reader import sit
from ludex.fronts.web.live import rehearsals
from ludex.fronts.web.pages.start import html
from ludex.lab.report import can_face, facing
from ludex.table.house import House
from ludex.text import lines

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
        own
        if own is not None
        else page.copied(name, shipped)
        if shipped is not None
        else page.stock.fresh.get(page.shelf.form.name, {})
    )
    fresh = (
        name
        if own is not None
        else chat.words("web.own_copy", name=page.called(name, shipped, own=False))
        if shipped is not None
        else ""
    )
    effects = page.held(name, record)
    record = record if effects is None or page.plainly(record) else page.beside(name, record)
    draft = page.draft(fresh, record, was=name if own is not None else "", checked=False, effects=effects)
    card = _weighed(page, name, record) or await stocking.read_draft(
        chat.desk, page.shelf.form.name, fresh, page.named(fresh, record)
    )
    return _drawn(request, page, secret, draft, card, record)


@post("/t/{secret:str}/workshop", status_code=200, include_in_schema=False)
async def worked(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str] | Redirect:
    """What was filled in, checked; saved or taken out where that was wanted."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    filled = wording.meant({name: [str(value)[:LONGEST] for value in given.getall(name)] for name in given})
    page = Workshop(chat, filling.first_of(filled, "kind"))
    kind, was, name = page.shelf.form.name, filling.first_of(filled, "was"), filling.first_of(filled, NAME)
    for wish, change in (("more", filling.grown), ("less", filling.shrunk)):
        if wish in filled:
            filled = change(filled, filling.first_of(filled, wish))
    record, effects, told = _filled(page, name, filled)
    record = _turned(page, record, filled)
    card = (
        None
        if filled.keys() & WISHES
        else _weighed(page, name, record) or await stocking.read_draft(chat.desk, kind, name, record)
    )
    typed = filling.unnamed(page.shelf.form.fields, filled)
    stopped = bool(typed) and bool(filled.keys() & {"save", "bring"})
    try:
        if stopped:
            pass  # what names nothing is said beside its input, and nothing is saved without it
        elif "publish" in filled:
            await stocking.publish(chat.desk, filling.first_of(filled, "publish"))
            return Redirect(_address(secret, kind, was), status_code=303)
        elif "bring" in filled:
            await stocking.save(chat.desk, kind, name, record, was=was)
            count = int(filling.first_of(filled, "count") or 1) if filling.first_of(filled, "count").isdigit() else 1
            await stocking.bring(chat.desk, kind, name, count, lambda deed: lines.write(chat.desk, chat.words, deed))
            return Redirect(f"/t/{secret}?prepare=1", status_code=303)
        elif "drop" in filled:
            await stocking.drop(chat.desk, kind, was)
            return Redirect(f"/t/{secret}/workshop?kind={kind}", status_code=303)
        elif "save" in filled:
            await stocking.save(chat.desk, kind, name, record, was=was)
            to = _address(secret, kind, name) if chat.seat.gm else f"/t/{secret}"  # a player's waits for the GM's word
            return Redirect(to, status_code=303)
    except RuleError as error:
        told = (
            ()
            if error.code == "bad_content" and _shown(page, name, record)
            else (page.drawing.by_hand(chat.words.error(error)),)
        )
    draft = page.draft(name, record, was=was, checked=True, extra=told, effects=effects, typed=typed, stopped=stopped)
    return _drawn(request, page, secret, draft, card, record)


@post("/t/{secret:str}/workshop/against", status_code=200, include_in_schema=False)
async def against(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> dict[str, Written]:
    """How the party would fare against somebody who is being written, as she stands in the form: a card that grows with every asking."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    filled = wording.meant({name: [str(value)[:LONGEST] for value in given.getall(name)] for name in given})
    page = Workshop(chat, filling.first_of(filled, "kind"))
    kind, name = page.shelf.form.name, filling.first_of(filled, NAME)
    record, _, _ = _filled(page, name, filled)
    trial = stocking.tried(chat.desk, kind, name, _turned(page, record, filled)) if name else None
    if trial is None:
        return {"html": "", "done": True}
    count = filling.first_of(filled, "count")
    try:
        state = facing(
            chat.table.system, trial.state, name, int(count) if count.isdigit() and 0 < int(count) <= MOST else 1
        )
        return await rehearsals.against_party(chat, state)
    except RuleError as error:
        return {"html": page.drawing.page("refused.html", why=chat.words.error(error)), "done": True}


MOST = 12
"""So many of somebody stand against the party at most."""

WISHES = {"save", "drop", "publish", "bring"}
"""What is done with a draft, and not only looked at."""


def _turned(page: Workshop, record: dict[str, Written], filled: Fields) -> dict[str, Written]:
    """A record with the dials where somebody has turned them."""
    for n, dial in enumerate(page.dials):
        said = filling.first_of(filled, f"dial/{n}")
        if filling.first_of(filled, "turned") == str(n) and said.lstrip("-").isdigit():
            record = dial.put(record, int(said))
    return record


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


def _drawn(
    request: Asking, page: Workshop, secret: str, draft: Draft, card: Card | None, record: Plain
) -> Response[str]:
    place = 1 if page.chat.language == "en" else 0
    brings = page.stock.comes is not None and bool(page.dials)
    return html(
        request,
        "workshop.html",
        drawing=page.drawing,
        chat=page.chat,
        secret=secret,
        page=page,
        draft=draft,
        card=card,
        dials=[
            (n, one.called[place], one.at(record), one.low, one.high, [end[place] for end in one.ends])
            for n, one in enumerate(page.dials)
        ],
        kept=page.kept(draft.was),
        brings=brings,
        faces=brings and page.chat.seat.gm and can_face(page.chat.table.system),
        worded=bool(draft.name)
        and not draft.count
        and (not draft.reads and bool(record.get("text")) if page.home else page.idle(record)),
        saved="saved" in request.query_params,
    )


@get("/t/{secret:str}/pack", include_in_schema=False)
async def packed(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    chat = await sit(request, house, paces, secret)
    name = quote(f"{chat.table.memory.name}.toml")
    kept = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(stocking.pack_of(chat.desk), media_type="application/toml; charset=utf-8", headers=kept)


@post("/t/{secret:str}/pack", status_code=200, include_in_schema=False)
async def brought(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str] | Redirect:
    """A file that somebody brings: what it holds and what is wrong with it; taken in where that was wanted."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    text = str(given.get("pack", ""))[:LONGEST_PACK]
    if given.get("take"):
        await stocking.take_in(chat.desk, text)
        return Redirect(f"/t/{secret}/workshop", status_code=303)
    wrong, rows = "", list[stocking.Packed]()
    try:
        rows = stocking.unpacked(chat.desk, text)
    except RuleError as error:
        wrong = chat.words.error(error)
    page = Workshop(chat, "")
    benches = {kind: Workshop(chat, kind) for kind in dict.fromkeys(one.kind for one in rows)}
    told = [
        (benches[one.kind], one, *benches[one.kind].gist(page.called(one.name, one.record), one.record)) for one in rows
    ]
    return html(request, "pack.html", drawing=page.drawing, chat=chat, secret=secret, text=text, rows=told, wrong=wrong)


LONGEST_PACK = 400_000

HANDLERS = (workshop, worked, against, packed, brought)
