"""What a field is called, in both languages, and how it is filled in and shown: said once, where the field is declared.

    class Check(Record):
        who: Me
        attribute: Annotated[Attribute, called("属性", "attribute")]
        difficulty: Annotated[int, called("难度", "difficulty", owner=by_gm("difficulty"))] = 1

From that come the deed's fields and lines, the sheet, and the labels of what came out. A field without `called` is kept and
never shown.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.deeds import ACTOR, CELL, DECIMAL, FLAG, ITEM, OWN, REST, TERM, TEXT, WHOLE, Among, Offers
from ludex.core.pairs import Pair
from ludex.core.principals import Who
from ludex.core.terms import Term
from ludex.kit.content import Named, Shelf, offered, stocked
from ludex.kit.outcomes import KINDS

FEW = 12
"""Numbers from a range up to so long are offered one by one."""

ME, ASKER, LANGUAGE = UNASKED = "me", "asker", "language"
"""Kinds that nobody fills in: the acting character, the seat that asks, and the language in which it asks."""

VERDICTS = ("great", "good", "mixed", "bad", "terrible", "plain")
"""How a verdict may be drawn."""

SECRET, OTHERS, NPCS = "secret", "others", "npcs"
"""From whom a field is hidden: from all but the GM; from all but the GM and the one who holds it; only that of an NPC, from players
(unless the table shows NPCs' numbers: `.设置 数值 开放`)."""


class Kind(msgspec.Struct, frozen=True):
    """How a field is filled in, where its type does not say so."""

    name: str


Me = Annotated[str, Kind(ME)]
"""The acting character."""

Asker = Annotated[Who, Kind(ASKER)]
"""The seat that asks: somebody without a character can be asked questions by it."""

Language = Annotated[str, Kind(LANGUAGE)]
"""The language in which the seat asks (`zh`, `en`): for names that the rules give to what has none of its own."""

Actor = Annotated[str, Kind(ACTOR)]
"""Somebody at the table, by id."""

Cell = Annotated[tuple[int, int], Kind(CELL)]
"""A square of a map."""

Rest = Annotated[str, Kind(REST)]
"""All that is left of a line."""


Hint = Any
"""A type as Python writes it, or what is annotated to one; `typing` itself says no more."""

Choices = tuple[str, ...] | Mapping[str, Named] | Among
"""What may stand in a field: words, things off a shelf, or what a function offers somebody in a state."""


class Called(msgspec.Struct, frozen=True):
    """A field's name in both languages, and what else there is to know about it. See `called`."""

    zh: str
    en: str = ""
    keys: tuple[str, ...] = ()
    keyed: bool = False
    among: Choices = ()
    low: int | None = None
    high: int | None = None
    owner: str = OWN
    refusal: str = ""
    top: int = 0
    rare: bool = False
    hidden: str = ""
    deck: str = ""
    bounded: bool = False
    verdicts: Mapping[str, str] = {}

    @property
    def pair(self) -> Pair:
        """The name in both languages; without an English one it is the Chinese."""
        return self.zh, self.en or self.zh


def called(
    zh: str,
    en: str = "",
    *,
    keys: tuple[str, ...] = (),
    keyed: bool = False,
    among: Choices = (),
    low: int | None = None,
    high: int | None = None,
    owner: str = OWN,
    refusal: str = "",
    top: int = 0,
    rare: bool = False,
    hidden: str = "",
    deck: str = "",
) -> Called:
    """A field's name.

    Of what is given: `keys` are further names by which a line gives it (`难=2`), `keyed` says that it is given by name alone. It must be
    one of `among` (words, a shelf of things, or a function of the state and the acting character), a number from `low` to
    `high`. `owner` is whose word it is, `refusal` the code for what cannot be read. Of what is shown: `top` draws a number as
    so many boxes, `rare` shows it only where it is not at its default, `hidden` says from whom it is hidden (it then stands at its default).
    `deck`: it is a hand of cards of that deck of the state, which others do not see.
    """
    if hidden not in ("", SECRET, OTHERS, NPCS):
        raise ValueError(f"{en or zh}: hidden={hidden!r} is none of kit.SECRET, kit.OTHERS and kit.NPCS")
    return Called(
        zh, en, keys, keyed, among, low, high, owner, refusal, top, rare, hidden or (OTHERS if deck else ""), deck
    )


def track(zh: str, en: str, boxes: int, *, rare: bool = False, hidden: str = "") -> Called:
    """A number from 0 to `boxes`, whatever moves it: a clock that fills, a pool that is spent, a row of wounds."""
    return Called(zh, en, top=boxes, rare=rare, hidden=hidden, bounded=True)


def verdict(zh: str, en: str = "", **kinds: str) -> Called:
    """The output that says how a deed came out: `verdict("胜负", "the fight", won="good", lost="bad")`.

    Keys are the words of its terms (`yes` and `no` for a truth), values `great`, `good`, `mixed`, `bad`, `terrible` or `plain`.
    Without any the output is one of the kit's own `Outcome`.
    """
    if wrong := [kind for kind in kinds.values() if kind not in VERDICTS]:
        raise ValueError(f"{en or zh}: a verdict is drawn as one of {', '.join(VERDICTS)}, not {wrong[0]!r}")
    return Called(zh, en, verdicts=kinds or KINDS)


def lawful(field: Called, state: msgspec.Struct | None, who: str) -> Offers:
    """What may stand in a field now; nothing where anything may."""
    if callable(field.among):
        return field.among(state, who)
    if isinstance(field.among, Shelf):
        return offered(stocked(state, field.among))
    if isinstance(field.among, Mapping):
        return offered(field.among)
    if field.low is not None and field.high is not None and field.high - field.low < FEW:
        return tuple(map(str, range(field.low, field.high + 1)))
    return field.among


class Column(msgspec.Struct, frozen=True):
    """A field of a record, or a property that is called something, as the kit reads it."""

    name: str
    kind: str
    called: Called | None = None
    several: bool = False
    required: bool = False
    terms: type[Term] | None = None
    words: tuple[type[Term], ...] = ()
    default: Any = None
    derived: bool = False


_KINDS = {bool: FLAG, int: WHOLE, float: DECIMAL, str: TEXT}


def columns(record: type[msgspec.Struct]) -> tuple[Column, ...]:
    """Every field of a record in order, then its properties that are called something."""
    return _columns(record)


@lru_cache(maxsize=256)
def _columns(record: type[msgspec.Struct]) -> tuple[Column, ...]:
    hints = get_type_hints(record, include_extras=True)
    own = tuple(_column(field, hints[field.name]) for field in msgspec.structs.fields(record))
    return own + tuple(_derived(record))


def _column(field: msgspec.structs.FieldInfo, hint: Hint) -> Column:
    bare, marks = _opened(hint)
    several = get_origin(bare) is tuple and get_args(bare)[1:] == (...,)
    if several:
        bare, more = _opened(get_args(bare)[0])
        marks = (*more, *marks)
    name = next((m for m in reversed(marks) if isinstance(m, Called)), None)
    terms = bare if isinstance(bare, type) and issubclass(bare, Term) else None
    return Column(
        field.name,
        _kind(bare, marks, name),
        called=name,
        several=several,
        required=field.required,
        terms=terms,
        words=_terms_in(hint),
        default=None if field.required else _default(field),
    )


def inner(record: type[msgspec.Struct]) -> tuple[type[msgspec.Struct], ...]:
    """The records that stand in fields of a record that are called something."""
    hints = get_type_hints(record, include_extras=True)
    named = (column.name for column in columns(record) if column.called is not None and not column.derived)
    return tuple(found for name in named for found in _records_in(hints[name]))


def _records_in(hint: Hint) -> tuple[type[msgspec.Struct], ...]:
    """Every record that a type speaks of, however deep."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return (hint, *inner(hint))
    return tuple(found for part in get_args(hint) for found in _records_in(part))


def _terms_in(hint: Hint) -> tuple[type[Term], ...]:
    """Every list of words that a type speaks of, however deep."""
    if isinstance(hint, type) and issubclass(hint, Term):
        return (hint,)
    return tuple(found for inner in get_args(hint) for found in _terms_in(inner))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _kind(bare: Hint, marks: tuple[Hint, ...], name: Called | None) -> str:
    if mark := next((m for m in reversed(marks) if isinstance(m, Kind)), None):
        return mark.name
    if isinstance(bare, type) and issubclass(bare, Term):
        return TERM
    if bare is str and name is not None and name.among:
        return ITEM
    return _KINDS.get(bare, "")


def _opened(hint: Any) -> tuple[Any, tuple[Hint, ...]]:
    """A type without its annotations and without «or nothing», and the annotations."""
    if get_origin(hint) is Annotated:
        bare, marks = _opened(get_args(hint)[0])
        return bare, (*marks, *hint.__metadata__)
    if get_origin(hint) in (Union, UnionType):
        others = [one for one in get_args(hint) if one is not NoneType]
        return _opened(others[0]) if len(others) == 1 else (hint, ())
    return hint, ()


def _derived(record: type[msgspec.Struct]) -> list[Column]:
    found = []
    for name in dir(record):
        held = getattr(record, name, None)
        if isinstance(held, property) and held.fget is not None:
            bare, marks = _opened(get_type_hints(held.fget, include_extras=True).get("return"))
            if name_of := next((m for m in marks if isinstance(m, Called)), None):
                found.append(Column(name, _kind(bare, marks, name_of), called=name_of, derived=True))
    return found
