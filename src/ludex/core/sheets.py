"""How a system keeps its characters, said once: what travels in a character's file, and what of a sheet is edited by hand.

Everything here works on the record of one character in the state. A system declares little (`Sheets`); one that declares nothing
has what follows from its own structs. Recomputing, limits and drafts are the system's; reading, checking all at once, names in
both languages, proposals and the log are the kernel's.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.checking import fields_of, misfits, shape_problem, slim
from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.names import folded, split_list
from ludex.core.packs import texts_in
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.say import Label, Say, say
from ludex.core.terms import Term

WHOLE, TEXT, FLAG, TERM, LIST = "whole", "text", "flag", "term", "list"
"""Kinds of values in a sheet."""


class Entry(msgspec.Struct, frozen=True):
    """A field of a sheet that is edited by hand: its key, what it is called, where it stands in the record (`sheet.level`) and what it takes.

    `terms`: the words of a closed list; of a field that is a list, those that it knows beside others. `also`: other names that people type. `limits`: the least and the greatest number.
    `get(record)` and `set(record, value)`: where it is no value that simply stands there. `shows(value)`: how it is told, where it is not told as it stands.
    `own`: it is for the eyes of the player who holds the character (notes), and the GM's. `now(state, actor)` and `deed(actor, value)`: of what
    does not stand in the record but follows from it (what is left of a resource), how much it is, and the system's own deed that sets it
    (a value with a sign changes it).
    """

    name: str
    called: Pair
    at: str = ""
    kind: str = WHOLE
    terms: type[Term] | None = None
    also: tuple[str, ...] = ()
    limits: tuple[int | None, int | None] = (None, None)
    get: Callable[[Any], Any] | None = None
    set: Callable[[Any, Any], Any] | None = None
    shows: Callable[[Any], Any] | None = None
    own: bool = False
    now: Callable[[Any, str], Any] | None = None
    deed: Callable[[str, str], Filled] | None = None

    def of(self, record: Any) -> Any:
        """What stands in it; nothing where it does not stand in the record."""
        if self.deed is not None:
            return None
        return self.get(record) if self.get else at(record, self.path)

    def put(self, record: Any, value: Any) -> Any:
        """The record with another value in it."""
        return self.set(record, value) if self.set else put(record, self.path, value)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple((self.at or self.name).split("."))

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to type it."""
        return (self.name, *self.called, *self.also)

    def read(self, said: Any) -> Any:
        """What somebody typed, as the value that it means."""
        if self.kind == LIST:
            listed = [str(one) for one in said] if isinstance(said, list | tuple) else split_list(str(said))
            return [self.terms.said(one) for one in listed] if self.terms else listed
        if self.kind == FLAG:
            return _flag(self, said)
        if self.kind == TERM and self.terms is not None:
            return _word(self, self.terms, str(said))
        return _number(self, said) if self.kind == WHOLE else str(said)


def _number(entry: Entry, said: Any) -> int:
    number = said if isinstance(said, int) and not isinstance(said, bool) else whole(str(said))
    if number is None:
        raise RuleError("bad_argument", arg=entry.name, value=str(said)[:40], kind="int")
    return number


def _flag(entry: Entry, said: Any) -> bool:
    known = {"true": True, "是": True, "有": True, "1": True, "yes": True, "false": False, "否": False, "无": False}
    found = known.get(folded(str(said)), {"0": False, "no": False}.get(folded(str(said))))
    if found is None:
        raise RuleError("not_among", arg=entry.name, value=str(said)[:40], among=["是", "否"])
    return found


def _word(entry: Entry, terms: type[Term], said: str) -> str:
    found = next((one for one in terms if folded(said) in map(folded, one.spellings)), None)
    if found is None:
        raise RuleError("not_among", arg=entry.name, value=said[:40], among=[one.zh for one in terms])
    return found.value


Record = Any
"""A character of a system: one of its frozen structs."""


class Sheets(msgspec.Struct, frozen=True):
    """How a system keeps its characters.

    `shelf`: the field of the state that holds them, by id or as a list with `id` in each. `record`: their type. `stays`: fields
    that belong to the table and not to the character (side, square, whose turn): they do not travel, and come back as defaults.
    `entries`: what is edited by hand. `derive(state, before, after)`: what follows from an edit; wounds and spent points stay.
    `wrong(state, record)`: refusals that the rulebook has for it, all of them. `draft(state, before, after)`:
    whether her player still changes her freely, so far. `leans(state, record)`: own content of the table that she uses, kind by kind; `takes(state, content)`:
    the events by which another table gets what it lacks of it; `puts(state, content, id)`: those by which its GM is asked about it
    instead, where her coming is the GM's word as well and she is there. `travels(state, record)`: her record with what the table keeps elsewhere of
    her (lasting effects, what she remembers); `joins` lays it down again. `joins(state, record, id)`: the events that bring her to the table, where more is needed than her record on the shelf; `sides(state)`: ids and names of the parties that
    she may come to, of which the one meant is her `side` then. `rename`: the field of her name. `follows(before, after, id)`: what else happens
    when her record was edited (a battle that has her numbers, a death); what is to be told of it comes back. `shown(state, record)`: what her
    GM reads of her, beside `entries`, when she asks to come: all of her sheet, and what no creation here would give.
    """

    shelf: str
    record: type[msgspec.Struct]
    stays: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    derive: Callable[[Any, Record, Record], Record] = lambda _state, _before, after: after
    wrong: Callable[[Any, Record], Iterable[RuleError]] = lambda _state, _record: ()
    draft: Callable[[Any, Record, Record], bool] = lambda _state, _before, _after: False
    leans: Callable[[Any, Record], Mapping[str, Plain]] = lambda _state, _record: {}
    travels: Callable[[Any, Record], Record] = lambda _state, record: record
    takes: Callable[[Any, Mapping[str, Any]], tuple[Any, ...]] = lambda _state, _content: ()
    puts: Callable[[Any, Mapping[str, Any], str], tuple[Any, ...]] | None = None
    joins: Callable[[Any, Record, str], tuple[Any, ...]] | None = None
    sides: Callable[[Any], tuple[tuple[str, str], ...]] = lambda _state: ()
    rename: str = "name"
    follows: Callable[[Any, Any, str], Awaitable[tuple[Say, ...]]] | None = None
    shown: Callable[[Any, Record], Iterable[Label]] = lambda _state, _record: ()

    def of(self, state: Any, actor: str) -> Record:
        shelf = getattr(state, self.shelf)
        if isinstance(shelf, Mapping):
            found = shelf.get(actor)
        else:
            found = next((one for one in shelf if one.id == actor), None)
        if not isinstance(found, self.record):
            raise RuleError("no_sheet", actor=actor)
        return found

    def path(self, actor: str) -> str:
        """Where an actor's record stands, as the GM's hand writes it."""
        return f"{self.shelf}[{actor}]"

    # --- travelling ------------------------------------------------------------------------------------------------

    def packed(self, record: Record) -> Plain:
        """What travels of a character."""
        return {key: value for key, value in slim(record).items() if key not in self.stays and key != "id"}

    def problems(self, plain: Any) -> list[Say]:
        """Everything that is wrong with the shape of a record that came from elsewhere."""
        if not isinstance(plain, Mapping):
            return misfits(plain, self.record, "record")
        own = [say("content.unknown_field", where="record", field=key) for key in plain if key in (*self.stays, "id")]
        rest = {key: value for key, value in plain.items() if key not in (*self.stays, "id")}
        return [*own, *misfits({**rest, **self._identity("?")}, self.record, "record")]

    def unpacked(self, plain: Plain, actor: str, name: str) -> Record:
        """A record that came from elsewhere as a character of this table, under an id and a name of her own."""
        record = msgspec.convert({**plain, **self._identity(actor)}, self.record)
        return self.renamed(record, name) if name else record

    def renamed(self, record: Record, name: str) -> Record:
        """The same character under another name."""
        return put(record, tuple(self.rename.split(".")), name) if self.rename else record

    def _identity(self, actor: str) -> Plain:
        return {"id": actor} if "id" in self.record.__struct_fields__ else {}

    # --- editing ---------------------------------------------------------------------------------------------------

    def entry(self, said: str) -> Entry:
        """A field by any of its names, or by a beginning that no other has."""
        wanted = folded(said)
        exact = [one for one in self.entries if wanted in map(folded, one.names)]
        found = exact or [one for one in self.entries if any(folded(n).startswith(wanted) for n in one.names if wanted)]
        if len(found) != 1:
            raise RuleError("unknown_entry", entry=said[:40], entries=[say_entry(one) for one in self.entries])
        return found[0]

    def edited(self, state: Any, actor: str, entry: Entry, said: Any) -> Record:
        """The record with one field changed and everything that follows from it; wounds and spent points stay."""
        before, value = self.of(state, actor), entry.read(said)
        try:
            after = entry.put(before, value)
        except msgspec.ValidationError as error:
            raise RuleError(
                "misfit", path=entry.name, value=said, problem=shape_problem(error, where=entry.name)
            ) from None
        return self.derive(state, before, after)

    def refusals(self, state: Any, entry: Entry, record: Record) -> list[RuleError]:
        """Why the rulebook does not allow a record with this field changed."""
        value, (low, high) = entry.of(record), entry.limits
        beyond = isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high))
        limits = [RuleError("beyond_limits", entry=say_entry(entry), value=value, low=low, high=high)] if beyond else []
        return [*limits, *self.wrong(state, record)]


def say_entry(entry: Entry) -> Say:
    """A field's name, to be said in either language."""
    same = entry.called[0] == entry.called[1]  # nobody has said what it is called
    return say("sheets.plain", name=entry.name) if same else say(f"sheets.{entry.name}")


def at(record: Any, path: tuple[str, ...]) -> Any:
    """The value at a path in a record; a name that a table does not hold is nothing."""
    for step in path:
        record = record.get(step) if isinstance(record, Mapping) else getattr(record, _field(record, step))
    return record


def put(record: Any, path: tuple[str, ...], value: Any) -> Any:
    """The record with a value at a path, of the type that belongs there."""
    step, rest = path[0], path[1:]
    if isinstance(record, Mapping):
        return {**record, step: put(record[step], rest, value) if rest else value}
    name = _field(record, step)
    if rest:
        return replace(record, **{name: put(getattr(record, name), rest, value)})
    kind = next(f.type for f in fields_of(record.__class__) if f.name == name)
    return replace(record, **{name: msgspec.convert(value, kind)})


def _field(record: Any, step: str) -> str:
    return next(f.name for f in fields_of(record.__class__) if step in (f.name, f.encode_name))


def leaning(own: Mapping[str, Mapping[str, Any]], record: Record) -> dict[str, Plain]:
    """Of a table's own content, kind by kind and id by id, what a record names."""
    named = set(texts_in(msgspec.to_builtins(record, enc_hook=str)))
    return {kind: {key: body for key, body in things.items() if key in named} for kind, things in own.items()}


# --- what follows from the structs alone -----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def plain_sheets(state: Any) -> Sheets | None:
    """How a system that says nothing of it keeps its characters: the first shelf of records with names, their plain fields edited."""
    shelves = ("people", "characters", "combatants")
    fields = {field.name: field.type for field in inspect.type_info(state).fields}  # type: ignore[attr-defined]
    for name in sorted(fields, key=lambda one: one not in shelves):
        kind = _held(fields[name])
        if kind is not None and {"id", "name"} & set(kind.cls.__struct_fields__):
            called = "name" if "name" in kind.cls.__struct_fields__ else ""
            return Sheets(name, kind.cls, entries=tuple(_entries(kind)), rename=called)
    return None


def _held(kind: inspect.Type) -> inspect.StructType | None:
    match kind:
        case inspect.DictType(value_type=inspect.StructType() as held):
            return held
        case inspect.VarTupleType(item_type=inspect.StructType() as held) if "id" in held.cls.__struct_fields__:
            return held
    return None


def _entries(kind: inspect.StructType) -> Iterator[Entry]:
    for field in kind.fields:
        name = field.encode_name
        match field.type:
            case inspect.IntType():
                yield Entry(name, (name, name))
            case inspect.StrType() if name != "id":
                yield Entry(name, (name, name), kind=TEXT)
            case inspect.BoolType():
                yield Entry(name, (name, name), kind=FLAG)
            case inspect.VarTupleType(item_type=inspect.StrType()):
                yield Entry(name, (name, name), kind=LIST)
