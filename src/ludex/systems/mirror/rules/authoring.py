"""Content (MIR-LIV-51): records as people write them, with keys and closed words in Chinese or English, as the kinds take them. Nothing is checked here."""

from collections.abc import Mapping

import msgspec

from ludex.core.names import split_list
from ludex.core.packs import Written
from ludex.core.rule import rule
from ludex.systems.mirror.content import Catalogue, called, library
from ludex.systems.mirror.content.items import written_out
from ludex.systems.mirror.content.keys import GLOW, INSIDE, KEYS
from ludex.systems.mirror.sheet import Plain
from ludex.systems.mirror.terms import Attribute, Tag, key_of, words_of

WORDED = ("attributes", "skills", "defenses", "weapons", "magic", "secondary")
"""What is kept by words of the rulebook."""

CLOSED = (
    "type", "mode", "category", "skill", "defense", "types", "effects", "tags", "domain", "kind", "base_type", "side", "body",
    "unit", "base_cognition", "part", "senses", "resist", "vuln", "covers", "carries", "fits", "level",
)  # fmt: skip
"""What takes words of closed lists."""


SEVERAL = ("types", "effects", "tags", "covers", "fits", "actions", "abilities")
"""What is a list: one thing may stand for itself."""


@rule("MIR-LIV-51")
def written(kind: str, record: Plain, catalogue: Catalogue) -> Plain:
    """A record in the kinds' own keys and words; what is no key stays, and is a problem there."""
    plain = _keys(record, KEYS.get(kind, {}))
    if kind == "npcs":
        plain = _person(plain, catalogue)
    if kind == "actions":
        plain = _aimed(plain)
    if isinstance(plain.get("light"), int):
        plain["light"] = {"radius": plain["light"]}
    elif isinstance(plain.get("light"), Mapping):
        plain["light"] = _keys(plain["light"], GLOW)
    return plain


def _aimed(plain: Plain) -> Plain:
    """An action whose range and area stand beside its attack."""
    attack = plain.get("attack")
    beside = {key: plain[key] for key in ("range", "area") if key in plain}
    if not beside or not isinstance(attack, Mapping):
        return plain
    return {**{k: v for k, v in plain.items() if k not in beside}, "attack": {**attack, **beside}}


def _keys(record: Mapping[str, Written], keys: Mapping[str, str]) -> Plain:
    found: Plain = {}
    for key, value in record.items():
        name = keys.get(key, key)
        found[name] = _value(name, value)
    return found


def _value(name: str, value: Written) -> Written:
    if name in WORDED and isinstance(value, Mapping):
        return {key_of(str(word)): n for word, n in value.items()}
    if name in INSIDE and isinstance(value, Mapping):
        return _keys(value, INSIDE[name])
    if name in INSIDE and isinstance(value, list):
        return [_keys(one, INSIDE[name]) if isinstance(one, Mapping) else _named(one) for one in value]
    if name == "tags":
        several = split_list(value) if isinstance(value, str) else value
        return [tag_of(one) if isinstance(one, str) else one for one in several] if isinstance(several, list) else value
    if name in SEVERAL and isinstance(value, str):
        return _worded(split_list(value))
    if name in CLOSED:
        return _worded(value)
    return value


def _named(one: Written) -> Written:
    """A part or organ by its name alone."""
    return {"name": one} if isinstance(one, str) else one


def _worded(value: Written) -> Written:
    if isinstance(value, str):
        return key_of(value)
    if isinstance(value, list):
        return [_worded(one) for one in value]
    if isinstance(value, Mapping):
        return {key_of(str(k)): _worded(v) for k, v in value.items()}
    return value


def _person(plain: Plain, catalogue: Catalogue) -> Plain:
    """A block: attributes may stand at the top by name; actions and abilities by the names that the library has."""
    top = {key_of(k): v for k, v in plain.items() if key_of(k) in words_of(Attribute)}
    rest = {k: v for k, v in plain.items() if key_of(k) not in words_of(Attribute)}
    if top:
        rest["attributes"] = {**(rest.get("attributes") or {}), **top}
    if isinstance(rest.get("orders"), Mapping):
        rest["orders"] = [f"{name}={value}" for name, value in rest["orders"].items()]
    elif isinstance(rest.get("orders"), str):
        rest["orders"] = split_list(rest["orders"])
    there = library(catalogue)
    for kind, records in (("actions", there.actions), ("abilities", there.abilities)):
        if isinstance(rest.get(kind), list):
            rest[kind] = [_record(one, records) for one in rest[kind]]
    if isinstance(rest.get("items"), list):
        rest["items"] = written_out(rest["items"], there.items)
    if isinstance(rest.get("actions"), list):
        rest["actions"] = [_own_action(one, catalogue) for one in rest["actions"]]
    rest = _shaped(rest, catalogue)
    for ward in ("resist", "vuln"):
        if isinstance(rest.get(ward), Mapping):
            rest[ward] = [{"type": what, "value": n} for what, n in rest[ward].items()]
    return rest


def _shaped(plain: Plain, catalogue: Catalogue) -> Plain:
    """A block that names a body of the table's own, with its parts instead."""
    own, body = catalogue.get("bodies", {}), plain.get("body")
    key = next((i for i in own if body in (i, own[i].get("title"))), None)
    if key is None or plain.get("parts") is not None:
        return plain
    joined = {k: v for k, v in own[key].items() if k in ("parts", "links")}
    return {**{k: v for k, v in plain.items() if k != "body"}, **joined}


def _own_action(one: Written, catalogue: Catalogue) -> Written:
    """An action of her own, written as one of the library; known by what it is called."""
    if not isinstance(one, Mapping):
        return one
    plain = written("actions", dict(one), catalogue)
    return plain if plain.get("name") or not plain.get("title") else {**plain, "name": plain["title"]}


def _record(one: Written, records: Mapping[str, msgspec.Struct]) -> Written:
    if not isinstance(one, str):
        return one
    return next((msgspec.to_builtins(r) for i, r in records.items() if one in (i, called(i, r))), one)


@rule("MIR-LIV-38")
def tag_of(text: str) -> str:
    """The tag that a word means where tags are written, also one that is a mode or an action elsewhere."""
    return Tag.EXPLORE if text == "探索" else Tag.read(text) if Tag.holds(text) else key_of(text)
