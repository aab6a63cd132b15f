"""A desk's verbs about a table's own content, one record at a time: what there is, what is wrong with a draft, put it in, take it out."""

from collections.abc import Mapping

import msgspec

from ludex.core.deeds import Filled, Show
from ludex.core.errors import RuleError
from ludex.core.forms import Form, form_of
from ludex.core.packs import Kind, names_in, read_toml
from ludex.core.plain import Plain
from ludex.core.principals import PLAYER
from ludex.core.say import Say
from ludex.core.stock import Stock, pack_text
from ludex.core.view import Card
from ludex.desk.desk import Desk
from ludex.table.naming import clean_name
from ludex.table.seats import check_gm


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


def kind_of(desk: Desk, name: str) -> Kind:
    """A kind of content by its name."""
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


def own_records(desk: Desk, kind: Kind) -> dict[str, Plain]:
    """What the table has of a kind, as somebody would write it."""
    found = stock_of(desk).records(desk.state).get(kind.name, {})
    return {name: _written(kind, record) for name, record in found.items() if isinstance(record, Mapping)}


def _written(kind: Kind, record: Plain) -> Plain:
    """A record without what is only a default."""
    defaults = {field.name: field.default for field in form_of(kind).fields}
    return {k: v for k, v in record.items() if v not in (None, "", [], {}) and v != defaults.get(k)}


def shipped(package: str, kind: Kind) -> dict[str, Plain]:
    """What ships of a kind, as it is written."""
    file = f"{kind.name}.toml"
    if file not in names_in(package, "data"):
        return {}
    found = read_toml(package, "data", file)
    return {key: record for key, record in found.items() if isinstance(record, Mapping)}


def problems(desk: Desk, kind: str, name: str, record: Plain) -> list[Say]:
    """Everything that is wrong with a draft."""
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
        try:
            await desk.do(stock.adds(pack_text(kind, called, record)))
        except RuleError:
            for key, old in before.items():
                await desk.do(stock.adds(pack_text(kind, key, old)))
            raise


def weighed(desk: Desk, kind: str, name: str, record: Plain) -> Card | None:
    """What a draft costs and how it stands; None where the system has no word for that, or the draft cannot be read."""
    weighs = stock_of(desk).weighs.get(kind)
    return weighs(desk.state, record) if weighs and not problems(desk, kind, name, record) else None


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
