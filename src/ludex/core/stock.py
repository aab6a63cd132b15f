"""How a table keeps content of its own, said once for forms: what it has, and the deeds by which something is put in, taken out and read.

A form writes one record (`Kind`); what is put in is a pack as everybody writes it, so form and file come by the same way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.checking import slim
from ludex.core.deeds import Filled
from ludex.core.effects.records import Effect
from ludex.core.effects.rewriting import written
from ludex.core.events import Event
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.view import Card

Things = Mapping[str, Mapping[str, Any]]
"""Things or plain records, by kind and id."""


BORNE = frozenset({"modifiers", "triggers", "lasts", "spent", "bearer"})
"""Keys by which an effect is known that is kept as plain data, whole."""


class Dial(msgspec.Struct, frozen=True):
    """A number of a record that is turned with one hand: how much somebody takes, how hard she strikes.

    `path`: where it stands (`health`, `strikes/*/damage`: of all in a list alike; the first is shown). `ends`: what the least and the
    greatest are like. `usual`: what it is where nothing is written.
    """

    called: Pair
    path: str
    low: int
    high: int
    ends: tuple[Pair, Pair] = (("低", "low"), ("高", "high"))
    usual: int = 0

    def at(self, record: Plain) -> int:
        """Where it stands."""
        return next(iter(_numbers_at(record, self.path.split("/"))), self.usual)

    def put(self, record: Plain, to: int) -> dict[str, Any]:
        """The record with it turned; of several numbers each by as much."""
        by = min(max(to, self.low), self.high) - self.at(record)
        return dict(_turned(record, self.path.split("/"), by, self.usual)) if by else dict(record)


def _numbers_at(value: Any, steps: Sequence[str]) -> Iterator[int]:
    if not steps:
        if isinstance(value, int) and not isinstance(value, bool):
            yield value
    elif steps[0] == "*":
        inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
        for one in inside:
            yield from _numbers_at(one, steps[1:])
    elif isinstance(value, Mapping):
        yield from _numbers_at(value.get(steps[0]), steps[1:])


def _turned(value: Any, steps: Sequence[str], by: int, usual: int) -> Any:
    if not steps:
        return (value if isinstance(value, int) and not isinstance(value, bool) else usual) + by
    if steps[0] == "*":
        if isinstance(value, Mapping):
            return {key: _turned(one, steps[1:], by, usual) for key, one in value.items()}
        return [_turned(one, steps[1:], by, usual) for one in value] if isinstance(value, list | tuple) else value
    held = value if isinstance(value, Mapping) else {}
    if "*" in steps[1:] and not held.get(steps[0]):
        return dict(held)
    return {**held, steps[0]: _turned(held.get(steps[0]), steps[1:], by, usual)}


class Stock(msgspec.Struct, frozen=True):
    """A table's own content.

    `own(state)`: what there is, by kind and id. `adds(text)`: the deed that puts a pack in. `drops(kind, id)`: the one that takes a
    thing out. `tells`: by kind, the deed that shows how a thing reads, or what is wrong with it as a whole. `replaces`: whether
    what is put in under a known id takes the other's place; else that is taken out first. `effects`: how an effect is written back, where
    that is not the common way. `builds`: by kind, the deed by which anybody builds a thing, and its field that takes the record (as
    JSON); what becomes of a player's is that deed's to say. `weighs(state, record)`: by kind, what a draft costs and how it stands.
    `among`: by kind and key, at any depth, the words that a form offers where the schema takes any text. `brought`: the kinds that a GM
    brings into play (people, places, cases): nobody chooses among them for a character. `open`: the kinds that act upon everybody, and are known, as soon as they are written. `kept(state)`: what the GM has written and not
    opened, by its key (`kind/id`), with what it is called; `opens(keys)`: the deed that opens it; `used(key)`: what is true when
    an act that everybody hears of has used it. `first`: by kind, the fields that matter most, in order. `dials`: by kind, what is turned with one
    hand. `fresh`: by kind, what a new one begins with where nothing would not do. `refers`: by kind and field, the shelf that a field names things of, where it is not called like that. `worded(record)`: a record that ships as somebody would write it. `comes(name, count)`: the deed by which so many of somebody who was written come in.
    """

    own: Callable[[Any], Things]
    adds: Callable[[str], Filled]
    drops: Callable[[str, str], Filled]
    tells: Mapping[str, Callable[[str], Filled]] = {}
    replaces: bool = True
    effects: Callable[[Effect], Plain] = written
    builds: Mapping[str, tuple[str, str]] = {}
    weighs: Mapping[str, Callable[[Any, Plain], Card]] = {}
    among: Mapping[str, Mapping[str, Sequence[str]]] = {}
    brought: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    kept: Callable[[Any], Mapping[str, str]] = lambda _state: {}
    opens: Callable[[Sequence[str]], Filled] | None = None
    used: Callable[[str], Event[Any]] | None = None
    first: Mapping[str, Sequence[str]] = {}
    dials: Mapping[str, Sequence[Dial]] = {}
    fresh: Mapping[str, Plain] = {}
    refers: Mapping[str, Mapping[str, str]] = {}
    worded: Callable[[Plain], Plain] = lambda record: record
    comes: Callable[[str, int], Filled] | None = None

    def records(self, state: Any) -> dict[str, dict[str, Plain]]:
        """What there is as plain records, without what is only a default."""
        return {
            kind: {key: self._plain(one) for key, one in things.items()} for kind, things in self.own(state).items()
        }

    def _plain(self, thing: Any) -> Plain:
        """A thing as somebody would write it."""
        found = self._rewritten(slim(thing, lambda one: self.effects(one) if isinstance(one, Effect) else None))
        return {key: value for key, value in found.items() if key != "id" and value is not None}

    def _rewritten(self, plain: Any) -> Any:
        if isinstance(plain, Mapping):
            if set(plain) >= BORNE:
                return self.effects(msgspec.convert(plain, Effect))
            return {key: self._rewritten(value) for key, value in plain.items()}
        return [self._rewritten(one) for one in plain] if isinstance(plain, list | tuple) else plain


def pack_text(kind: str, name: str, record: Plain) -> str:
    """One record as the text of a pack."""
    return f"[{_quoted(kind)}.{_quoted(name)}]\n" + "".join(
        f"{_quoted(k)} = {toml_value(v)}\n" for k, v in record.items() if v is not None
    )


def _quoted(text: str) -> str:
    return text if text.isascii() and text.replace("_", "").replace("-", "").isalnum() else toml_value(text)


def toml_value(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(str(k))} = {toml_value(v)}" for k, v in value.items() if v is not None) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(one) for one in value) + "]"
    text = msgspec.json.encode(value).decode()
    return (
        text.replace("\\n", "\\u000a").replace("；", "\\uff1b") if isinstance(value, str) else text
    )  # as lines are read
