"""A desk's verbs about a table's own content, one record at a time: what there is, what is wrong with a draft, put it in, take it out."""

from collections.abc import Callable, Mapping
from copy import copy

import msgspec
import structlog

from ludex.core.deeds import Do, Filled, Show
from ludex.core.driving import settle
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.forms import Form, form_of, template
from ludex.core.names import folded
from ludex.core.packs import ContentKind, names_in, pasted_json, pasted_toml, read_toml, records_in, unreadable
from ludex.core.plain import Plain, Written
from ludex.core.principals import PLAYER
from ludex.core.say import Say, say
from ludex.core.stock import Stock, pack_text
from ludex.core.view import Card, Deeds
from ludex.desk import handing
from ludex.desk.desk import Desk
from ludex.lab.preview import decider
from ludex.table.naming import clean_name
from ludex.table.seats import check_gm
from ludex.table.shelter import in_time
from ludex.table.sights import Redactions


class Shelf(msgspec.Struct, frozen=True):
    """A kind of content: its form, what the table has of its own, and what ships with the system, each as plain records by id."""

    form: Form
    own: Mapping[str, Plain]
    shipped: Mapping[str, Plain]


def stock_of(desk: Desk) -> Stock:
    """How this table keeps content of its own: for the GM, and for players where there is something that anybody builds."""
    found = desk.table.system.stock
    if found is None or not found.builds or desk.seat.role != PLAYER:
        check_gm(desk.seat)
    if found is None:
        raise RuleError("no_stock")
    return found


def kind_of(desk: Desk, name: str) -> ContentKind:
    kinds = desk.table.system.kinds
    found = next((kind for kind in kinds if kind.name == name), None)
    if found is None:
        raise RuleError("unknown_kind", kind=name[:40], kinds=[next(iter(k.also), k.name) for k in kinds])
    return found


def shelves(desk: Desk) -> list[Shelf]:
    """Every kind of content with what there is of it; a player's are those that anybody builds."""
    builds, package = stock_of(desk).builds, desk.table.system.package
    kinds = [kind for kind in desk.table.system.kinds if desk.seat.gm or kind.name in builds]
    return [Shelf(form_of(kind), own_records(desk, kind), shipped(package, kind)) for kind in kinds]


def own_records(desk: Desk, kind: ContentKind) -> dict[str, Plain]:
    """What the table has of a kind, as somebody would write it."""
    found = stock_of(desk).records(desk.state).get(kind.name, {})
    return {name: _written(kind, record) for name, record in found.items() if isinstance(record, Mapping)}


def _written(kind: ContentKind, record: Plain) -> Plain:
    """A record without what is only a default."""
    defaults = {field.name: field.default for field in form_of(kind).fields}
    return {k: v for k, v in record.items() if v not in (None, "", [], {}) and v != defaults.get(k)}


def shipped(package: str, kind: ContentKind) -> dict[str, Plain]:
    """What ships of a kind, as it is written."""
    file = f"{kind.name}.toml"
    if file not in names_in(package, "data"):
        return {}
    found = read_toml(package, "data", file)
    return {key: record for key, record in found.items() if isinstance(record, Mapping)}


def problems(desk: Desk, kind: str, name: str, record: Plain) -> list[Say]:
    stock_of(desk)
    return list(kind_of(desk, kind).problems(name or "?", record))


async def save(desk: Desk, kind: str, name: str, record: Plain, *, was: str = "") -> None:
    """Put a record on the table's shelf, in the place of the one that it was before (GM). A player builds it: that is a deed."""
    stock, called = stock_of(desk), clean_name(name)
    if wrong := problems(desk, kind, called, record):
        raise RuleError("bad_content", problems=wrong, kinds=[kind])
    if not desk.seat.gm:
        deed, field = stock.builds[kind]
        await desk.do(Filled(deed, {field: msgspec.json.encode(record).decode()}, desk.own()))
        return
    there = own_records(desk, kind_of(desk, kind))
    before = {key: there[key] for key in {was, called} if key in there and (key != called or not stock.replaces)}
    async with desk.table.together():
        for key in before:
            await desk.do(stock.drops(kind, key))
        await desk.do(stock.adds(pack_text(kind, called, record)))


# --- a whole shelf as one file ---------------------------------------------------------------------------------------------


class Packed(msgspec.Struct, frozen=True):
    """A record of a file that somebody brings: of which kind, under which name, whether it takes another's place, and what is wrong with it."""

    kind: str
    name: str
    record: Plain
    there: bool
    problems: tuple[Say, ...] = ()


def pack_of(desk: Desk) -> str:
    """Everything that the table has of its own, as one file (GM)."""
    check_gm(desk.seat)
    kinds = [(kind.name, own_records(desk, kind)) for kind in desk.table.system.kinds]
    return "\n".join(pack_text(kind, name, record) for kind, held in kinds for name, record in held.items())


def unpacked(desk: Desk, text: str) -> list[Packed]:
    """What a file holds, record by record, with everything that is wrong with each (GM). Nothing becomes true."""
    check_gm(desk.seat)
    try:
        plain = pasted_json(text) if text.lstrip().startswith("{") else pasted_toml(text)
    except ValueError as error:
        raise RuleError("bad_content", problems=[unreadable(error)], kinds=[]) from None
    if not isinstance(plain, Mapping) or not (found := records_in(plain, desk.table.system.kinds)):
        raise RuleError("bad_content", problems=[say("content.not_toml")], kinds=[])
    return [_packed(desk, kind, name, record) for kind, held in found.items() for name, record in held.items()]


def _packed(desk: Desk, kind: str, name: str, record: Written) -> Packed:
    plain = record if isinstance(record, Mapping) else {}
    wrong = () if plain else (say("content.no_record", kind=kind),)
    there = name in own_records(desk, kind_of(desk, kind))
    return Packed(kind, name, plain, there, (*wrong, *(problems(desk, kind, name, plain) if plain else ())))


async def take_in(desk: Desk, text: str) -> list[Packed]:
    """Everything of a file with which nothing is wrong comes onto the shelf in one step, a secret as what the GM writes is; it comes back."""
    taken = [one for one in unpacked(desk, text) if not one.problems]
    order = [kind.name for kind in desk.table.system.kinds if kind.name not in stock_of(desk).brought]
    async with desk.table.together():
        for one in sorted(taken, key=lambda one: one.kind not in order):  # people name things
            await save(desk, one.kind, one.name, one.record, was=one.name if one.there else "")
    return taken


def weighed(desk: Desk, kind: str, name: str, record: Plain) -> Card | None:
    """What a draft costs and how it stands; None where the system has no word for that, or the draft cannot be read."""
    weighs = stock_of(desk).weighs.get(kind)
    return weighs(desk.state, record) if weighs and not problems(desk, kind, name, record) else None


def tried(desk: Desk, kind: str, name: str, record: Plain) -> Desk | None:
    """A desk at the table as it would be with a draft on its shelf; None where the draft is refused. Nothing becomes true."""
    stock, table = stock_of(desk), desk.table
    if problems(desk, kind, name, record):
        return None
    try:
        there = own_records(desk, kind_of(desk, kind))
        trial = _after(desk, stock.drops(kind, name)) if name in there and not stock.replaces else desk
        return _after(trial, stock.adds(pack_text(kind, name, record)))
    except (RuleError, SystemFailed):
        structlog.get_logger().debug("draft_unread", table=table.id, kind=kind)
        return None


def _after(desk: Desk, filled: Filled) -> Desk:
    """A desk at the table as it would be after a deed that asks nobody."""
    table = copy(desk.table)
    todo = desk.prepare(filled)
    if not isinstance(todo, Do):
        return desk
    procedure, given = table.starting(todo.procedure, todo.given)
    state, system = table.memory.state, table.system
    throw = lambda ask: tuple((sides + 1) // 2 for sides in ask.pool.sides)  # noqa: E731  # as it usually falls
    done = in_time(
        system,
        lambda: settle(lambda: procedure.run(state, given), state, system.fold, throw=throw, decide=decider(system)),
    )
    table.memory, table.sights = msgspec.structs.replace(table.memory, state=done.state), Redactions()
    return Desk(table, desk.seat_id, desk.language)


async def read_draft(desk: Desk, kind: str, name: str, record: Plain) -> Card | None:
    """How a draft would read: its own card, or the sheet of somebody who would come of it; None where it is refused or has no card."""
    if not name or not desk.seat.gm or (trial := tried(desk, kind, name, record)) is None:
        return None
    try:
        return _comer(trial, kind, name) or await told(trial, kind, name)
    except (RuleError, SystemFailed):
        return None


def _comer(trial: Desk, kind: str, name: str) -> Card | None:
    """The sheet of somebody who would come in."""
    stock = stock_of(trial)
    if stock.comes is None or kind not in stock.brought or not stock.dials.get(kind):
        return None
    before = trial.table.actors()
    after = _after(trial, stock.comes(name, 1))
    fresh = next((one for one in after.table.actors() if one not in before), "")
    called = after.table.actors().get(fresh, name)
    sections = [one for part in (after.look().who, after.look().where) for one in part]
    found = next((one for one in sections if one.title == called or (fresh and one.id.endswith(fresh))), None)
    parts = tuple(one for one in found.parts if not isinstance(one, Deeds)) if found else ()
    return Card(found.title, parts=parts) if found else None


async def bring(desk: Desk, kind: str, name: str, count: int, write: Callable[[Filled], str]) -> None:
    """Have so many of somebody wait off stage, known to nobody, until the GM reveals them with one word."""
    stock = stock_of(desk)
    if stock.comes is None or kind not in stock.brought:
        raise RuleError("unknown_kind", kind=kind, kinds=list(stock.brought))
    await handing.prepare(desk, name, lines=(write(stock.comes(name, max(1, count))),))


async def publish(desk: Desk, key: str) -> None:
    """Players know of a kept thing from now on (GM)."""
    stock = stock_of(desk)
    if stock.opens is None or key not in stock.kept(desk.state):
        raise RuleError("unknown_id", id=key)
    await desk.do(stock.opens([key]))


async def drop(desk: Desk, kind: str, name: str) -> None:
    """Take a record off the table's shelf (GM)."""
    await desk.do(stock_of(desk).drops(kind_of(desk, kind).name, name))


async def told(desk: Desk, kind: str, name: str) -> Card | None:
    """How a thing reads, or what is to be said of it as a whole; None where the system has no word for that."""
    tells = stock_of(desk).tells.get(kind)
    if tells is None:
        return None
    todo = desk.prepare(tells(name))
    return await desk.show(todo) if isinstance(todo, Show) else None


def forms(desk: Desk) -> list[Form]:
    """Every kind of content as a form."""
    return [form_of(kind) for kind in desk.table.system.kinds]


def form_named(desk: Desk, name: str) -> Form:
    kinds = desk.table.system.kinds
    found = next((kind for kind in kinds if folded(name) in map(folded, (kind.name, *kind.also))), None)
    if found is None:
        raise RuleError("unknown_kind", kind=name[:40], kinds=[next(iter(k.also), k.name) for k in kinds])
    return form_of(found)


def template_of(desk: Desk, name: str, language: str) -> str:
    """A file with every key of a kind, that is read as it is."""
    return template(form_named(desk, name), language)
