"""A deed declared once: one struct says what a line, a form, the API and help need to know, and is what its procedure gets.

    Theme = Annotated[str, Field("", ITEM, among=themes, refusal="unknown_theme")]      # kinds.py, once per system

    class MarkGrowth(Deed, names=("成长", "grow"), does="mark_growth", group="sheet", example=".成长 夜班编辑"):
        actor: Actor
        theme: Theme

The annotation of a field is its kind: a `Field` that says how it is read, offered, owned and refused (an empty name: that of the
attribute). What the type itself says is not said again: `bool` is a flag, `int` a whole number, a `Term` a word of the rulebook, a tuple
of any length several; without a default it cannot be left out. `Meant` makes of what was read what is meant (`我` -> the acting character); `Implied`
fields (who acts, how the table is paced) are never typed; a field with neither belongs to the procedure alone. Of the struct comes the
`Command`, by which every front knows the deed: what is typed is read field by field, becomes the struct, and the struct is what is done.
"""

import inspect
import types
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import asdict, replace

from ludex.core.deeds import DECIMAL, FLAG, OWN, REST, TERM, TEXT, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.principals import EVERYBODY, Who
from ludex.core.terms import Term

Parts = dict[str, Any]
"""Fields of a deed that are still to be put together."""


class Implied(msgspec.Struct, frozen=True):
    """A field that nobody types: what it is follows from who asks, and where."""

    by: Callable[[Asked], Any]


class Meant(msgspec.Struct, frozen=True):
    """What is meant by what was read: given the whole of what was asked, and the value."""

    by: Callable[[Asked, Any], Any]


Actor = Annotated[str, Implied(lambda asked: asked.actor)]
"""Who acts."""

DECLARED = frozenset(Command.__struct_fields__) - {"run", "args", "word", "foresee"} | {
    "does",
    "shows",
    "said_by",
    "all_said_by",
    "audience",
    "own_first",
}


class _Declared(msgspec.StructMeta):
    """The type of deeds: what a class says of itself as a deed is kept beside its fields."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **said: Any) -> Any:
        own = {key: said.pop(key) for key in tuple(said) if key in DECLARED}
        made: Any = super().__new__(cls, name, bases, body, **{"frozen": True, "kw_only": True, **said})
        above = (getattr(base, "declared", {}) for base in reversed(bases))
        made.declared = {key: value for said_above in (*above, own) for key, value in said_above.items()}
        return made


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Deed(msgspec.Struct, metaclass=_Declared, frozen=True, kw_only=True):
    """A deed: its fields are its line and its procedure's input, what the class is given is how it is called and who may do it.

    `names`, `group`, `who`, `example`, `alone`, `owner`, `many`, `aims` …: as in `Command`. `does`: the procedure; `shows`: a card instead.
    `said_by`: whose word each field is that says nothing else; `all_said_by`: every field. `audience`: who may know of it, where that is not
    everybody. `own_first`: what a class says itself stands on a line before the fields of those above it. A class below has what those above
    say. A method is written only where a deed does more: `do` (another call, a card), `heard` (who may know), `word` (which kinds of the GM's
    word it really needs), `foresee` (what its odds are of).
    """

    declared: ClassVar[dict[str, Any]] = {}
    word: ClassVar[Any] = None
    foresee: ClassVar[Any] = None

    if TYPE_CHECKING:

        def __init_subclass__(cls, **said: Any) -> None: ...

    def do(self, asked: Asked) -> Do | Show:
        """What the deed comes to: its procedure, given the deed itself; or the card that it shows, of what it names."""
        if card := self.declared.get("shows"):
            return Show(card, asdict(self))
        return Do(self.declared["does"], self, self.heard(asked))

    def heard(self, asked: Asked) -> tuple[Who, ...]:  # noqa: ARG002  # a deed that is heard of by fewer asks
        """Who may know of it: everybody, unless the class says `audience`."""
        heard: tuple[Who, ...] = self.declared.get("audience", (EVERYBODY,))
        return heard


def command_of(deed: type[Deed]) -> Command:
    """The command that a deed is for everybody who types, clicks or calls it."""
    typed = fields_of(deed)
    said = {key: value for key, value in deed.declared.items() if key in Command.__struct_fields__}
    foresee = deed.foresee
    return Command(
        run=lambda asked: as_asked(deed, asked).do(asked),
        args=tuple(typed.values()),
        word=deed.word,
        foresee=(lambda asked: foresee(as_asked(deed, asked), asked)) if foresee else None,
        **said,
    )


def as_asked(deed: type[Deed], asked: Asked) -> Any:
    """A deed with what was asked: what was typed as it is meant, what is implied, and defaults."""
    given: dict[str, Any] = {}
    for name, read, optional in _readers(deed):
        if (value := read(asked)) is not None or optional:
            given[name] = tuple(value) if isinstance(value, list) else value
    return deed(**given)


@cache
def _readers(deed: type[Deed]) -> tuple[tuple[str, Callable[[Asked], Any], bool], ...]:
    """How each field of a deed is read from what was asked, and whether nothing is a value of its own there."""
    typed = {name: _reader(field.name, _said_of(deed, name, Meant)) for name, field in fields_of(deed).items()}
    implied = {name: one.by for name in deed.__struct_fields__ if (one := _said_of(deed, name, Implied)) is not None}
    return tuple(
        (name, read, type(None) in get_args(_bare(_hints(deed)[name]))) for name, read in (typed | implied).items()
    )


def _reader(field: str, meant: Meant | None) -> Callable[[Asked], Any]:
    """What was typed into a field, as it is meant."""
    return itemgetter(field) if meant is None else lambda asked: meant.by(asked, asked[field])


@cache
def fields_of(deed: type[Deed]) -> dict[str, Field]:
    """The fields of a deed that are typed, by the attributes that they fill: what deeds say before what their input shares with others."""
    typed = {one.name: one for one in msgspec.structs.fields(deed) if _said_of(deed, one.name, Field) is not None}
    classes = deed.__mro__ if deed.declared.get("own_first") else reversed(deed.__mro__)
    said = [name for one in classes if issubclass(one, Deed) for name in inspect.get_annotations(one)]
    return {name: _field(deed, typed[name]) for name in dict.fromkeys((*said, *typed)) if name in typed}


@cache
def _hints(deed: type[Deed]) -> dict[str, Any]:
    return get_type_hints(deed, include_extras=True)


def _said_of(deed: type[Deed], name: str, sort: type[Any]) -> Any:
    """What the annotation of a field says of a sort; the outermost counts."""
    hint = _hints(deed)[name]
    said = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, sort)]
    return said[-1] if said else None


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _field(deed: type[Deed], one: msgspec.structs.FieldInfo) -> Field:
    said: Field = _said_of(deed, one.name, Field)
    several, kind, terms = _shape(_hints(deed)[one.name], said)
    open_ = one.default is not NODEFAULT or one.default_factory is not NODEFAULT
    nothing = kind == FLAG or several or not open_ or one.default is NODEFAULT
    return replace(
        said,
        name=said.name or one.name,
        kind=kind,
        terms=terms,
        several=several,
        required=said.required and not open_ and kind != FLAG,
        default=said.default if said.default is not None else None if nothing else one.default,
        owner=deed.declared.get("all_said_by")
        or (said.owner if said.owner != OWN else deed.declared.get("said_by", OWN)),
    )


def _shape(hint: Any, said: Field) -> tuple[bool, str, type[Term] | None]:
    """Whether several, of which kind, and which words: what the type says, where the field does not say more."""
    bare = _bare(hint)
    if get_origin(bare) in (Union, types.UnionType):
        bare = next(one for one in get_args(bare) if one is not type(None))
    several = get_origin(bare) is tuple and get_args(bare)[-1] is ... and said.kind != REST  # a square is one thing
    single = get_args(bare)[0] if several else bare
    if isinstance(single, type) and issubclass(single, Term):
        return several, TERM, single
    kinds = {bool: FLAG, int: WHOLE, float: DECIMAL}
    kind = said.kind if said.kind != TEXT else kinds.get(cast("type", single), TEXT)
    return several or said.several, kind, said.terms
