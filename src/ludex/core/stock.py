"""How a table keeps content of its own, said once for forms: what it has, and the deeds by which something is put in, taken out and read.

A form writes one record (`Kind`); what is put in is a pack as everybody writes it, so form and file come by the same way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.checking import slim
from ludex.core.deeds import Filled
from ludex.core.effects.records import Effect
from ludex.core.effects.rewriting import written
from ludex.core.plain import Plain
from ludex.core.view import Card

Things = Mapping[str, Mapping[str, Any]]
"""Things or plain records, by kind and id."""


BORNE = frozenset({"modifiers", "triggers", "lasts", "spent", "bearer"})
"""Keys by which an effect is known that is kept as plain data, whole."""


class Stock(msgspec.Struct, frozen=True):
    """A table's own content.

    `own(state)`: what there is, by kind and id. `adds(text)`: the deed that puts a pack in. `drops(kind, id)`: the one that takes a
    thing out. `tells`: by kind, the deed that shows how a thing reads, or what is wrong with it as a whole. `replaces`: whether
    what is put in under a known id takes the other's place; else that is taken out first. `effects`: how an effect is written back, where
    that is not the common way. `builds`: by kind, the deed by which anybody builds a thing, and its field that takes the record (as
    JSON); what becomes of a player's is that deed's to say. `weighs(state, record)`: by kind, what a draft costs and how it stands.
    `among`: by kind and key, at any depth, the words that a form offers where the schema takes any text. `brought`: the kinds that a GM
    brings into play (people, places, cases): nobody chooses among them for a character.
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
