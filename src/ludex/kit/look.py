"""The table, by default: a sheet for everybody, made of what the fields are called, and one for the scene itself."""

from collections.abc import Container, Sequence

import msgspec

from ludex.core.principals import Viewer
from ludex.core.say import Filling, say
from ludex.core.system import Scene
from ludex.core.view import AnyPart, Empty, Fact, Facts, Section, Tag, Tags, View, Vital, filled
from ludex.kit.called import Column
from ludex.kit.cards import Deck
from ludex.kit.people import is_npc, is_unseen, name_of
from ludex.kit.shape import Shape, Shown, hidden_fields, people_of, shown

MOST = 12
"""A number up to so much is drawn as boxes."""


def look(shape: Shape, more: Scene | None, state: msgspec.Struct, viewer: Viewer) -> View:
    """Everything that this viewer may see: the own characters first, then the others, then the GM's; in the middle the scene, and `more` of it."""
    known = shape.redact(state, viewer)
    shape = shape.at(known)
    everybody = people_of(known)
    order = sorted(everybody, key=lambda who: (who not in viewer.controls, is_npc(everybody[who])))
    scene = parts_of(shape, known, hidden_fields(known, viewer, own=False))
    where: tuple[Section, ...] = (Section("scene", say("kit.scene"), scene),) if scene else ()
    where += more(known, viewer) if more is not None else ()
    nobody = (Section("scene", say("kit.scene"), (Empty(say("kit.nobody")),)),)
    return View(tuple(sheet(shape, viewer, who, everybody[who]) for who in order), where if order or where else nobody)


def sheet(shape: Shape, viewer: Viewer, who: str, one: msgspec.Struct) -> Section:
    """Somebody's sheet, without what the viewer may not know."""
    note = say("kit.npc") if is_npc(one) else ""
    parts = parts_of(shape, one, hidden_fields(one, viewer, own=who in viewer.controls))
    side = "foe" if is_npc(one) else "pc"
    return Section(f"who-{who}", name_of(one), parts, hidden=is_unseen(one), note=note, side=side)


def parts_of(shape: Shape, record: msgspec.Struct, hidden: Container[Column] = ()) -> tuple[AnyPart, ...]:
    """A record as parts: boxes and bars, numbers and words side by side, lists and truths as tags."""
    fields = tuple(field for field in shown(record) if field.column not in hidden and not _is_usual(field))
    bars = tuple(_bar(field) for field in fields if field.called.top)
    rows = tuple(Fact(field.label, shape.label(field.value)) for field in fields if _is_fact(field))
    rows += tuple(Fact(field.label, say("kit.cards", count=deck.count)) for field, deck in _decks(fields))
    shown_cards = tuple(
        Tags(_hand(shape, deck.discards), say("fields.discards")) for _, deck in _decks(fields) if deck.discards
    )
    truths = tuple(Tag(field.label) for field in fields if field.value is True)
    lists = tuple(
        Tags(_hand(shape, field.several) if field.called.deck else tuple(map(Tag, listed)), field.label)
        for field in fields
        if (listed := shape.listed(field))
    )
    return (*bars, *((Facts(rows),) if rows else ()), *((Tags(truths),) if truths else ()), *lists, *shown_cards)


def _decks(fields: Sequence[Shown]) -> list[tuple[Shown, Deck]]:
    held: list[tuple[Shown, Deck | Filling]] = [(field, field.value) for field in fields]
    return [(field, deck) for field, deck in held if isinstance(deck, Deck)]


def _hand(shape: Shape, cards: Sequence[Filling]) -> tuple[Tag, ...]:
    return tuple(Tag(shape.named(card), "card") for card in cards)


def _is_usual(field: Shown) -> bool:
    return field.called.rare and bool(field.value == field.column.default)


def _bar(field: Shown) -> AnyPart:
    if field.called.top <= MOST:
        return filled(field.label, int(field.number), max(field.called.top, int(field.number)))
    return Vital(field.label, field.number, field.called.top)


def _is_fact(field: Shown) -> bool:
    value = field.value
    return not field.called.top and not isinstance(value, bool | tuple | dict | Deck) and value not in (None, "")
