"""Content (MIR-LIV-51, MIR-LIV-52): records of the table's own are read and checked whole, with every problem named at once."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack
from ludex.core.plain import Plain, Written, list_in
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content import KINDS, NpcRecord, called, library
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.rules.authoring import written
from ludex.systems.mirror.rules.ordering import order, written_orders
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Secondary, words_of

Records = Mapping[str, Mapping[str, Plain]]
"""Records by kind and id, as people write them."""

LEANS = {"weapons": "gear", "magic": "gear", "actions": "actions", "abilities": "abilities"}
"""What an NPC's record names, and the kind of content that must have it."""


def taken_in(state: State, given: Records) -> Mapping[str, Mapping[str, Plain]]:
    """Records in the kinds' own keys and words; if anything is wrong with one of them, all that is wrong is named."""
    pack = {k: {i: written(k, one, state.catalogue) for i, one in records.items()} for k, records in given.items()}
    known = _names(state, pack)
    unknown = [p for k, records in pack.items() for i, one in records.items() for p in _strangers(k, i, one, known)]
    placed = [_in_its_language(given, problem) for problem in unknown]
    shaped = {_as_told(k, given[k]): {i: _shaped(one) for i, one in pack[k].items()} for k in pack}
    for kind, records in read_pack(shaped, KINDS, placed).items():
        for name, made in records.items():
            _check_single(state, kind, name, records)
            _check_orders(state, made)
    return pack


def _as_told(kind: str, records: Mapping[str, Plain]) -> str:
    """What a kind is called where its problems are told: in Chinese to those who write Chinese keys."""
    chinese = any(not key.isascii() for record in records.values() for key in record)
    return next(one.chinese for one in KINDS if one.name == kind) if chinese else kind


def _in_its_language(given: Records, problem: Say) -> Say:
    """A problem with its place as the author of the record reads it."""
    kind, _, rest = str(problem.facts["where"]).partition(".")
    name = _as_told(kind, given[kind])
    there = msgspec.structs.replace(problem, facts={**problem.facts, "where": f"{name}.{rest}"})
    found = next(one for one in KINDS if one.name == kind)
    return msgspec.structs.replace(found, name=name).placed(there)


def _names(state: State, pack: Records) -> dict[str, dict[str, str]]:
    """The ids and names of what the table has of each kind that others lean on, and what it gets now; each with how it is shown."""
    there = library(state.catalogue)
    found: dict[str, dict[str, str]] = {}
    for kind in ("gear", "actions", "abilities", "npcs"):
        records: Mapping[str, msgspec.Struct] = getattr(there, kind)
        own = {i: str(one.get("title") or one.get("name") or i) for i, one in pack.get(kind, {}).items()}
        titles = {**{i: called(i, one) for i, one in records.items()}, **own}
        found[kind] = {word: title for i, title in titles.items() for word in (i, title)}
    return found


@rule("MIR-LIV-52")
def _strangers(kind: str, name: str, record: Plain, known: Mapping[str, Mapping[str, str]]) -> Iterator[Say]:
    """What a record names that nobody has written down."""
    if kind == "encounters":
        for n, one in enumerate(_list(record.get("who"))):
            npc = one.get("npc") if isinstance(one, Mapping) else None
            if isinstance(npc, str) and npc not in known["npcs"]:
                yield _unknown(f"{kind}.{name} who[{n}]", npc, known["npcs"].values())
    if kind != "npcs":
        return
    for field, other in LEANS.items():
        for word in _list(record.get(field)):
            if isinstance(word, str) and word not in known[other]:
                yield _unknown(f"{kind}.{name} {field}", word, known[other].values())
    for word in _list(record.get("secondary")):
        if word not in words_of(Secondary):
            yield _unknown(f"{kind}.{name} secondary", str(word), words_of(Secondary))


def _shaped(record: Plain) -> Plain:
    """A record without the names that the library does not have: they are told as such, not as things of the wrong shape."""
    lists = {k: list_in(record[k]) for k in ("actions", "abilities") if isinstance(record.get(k), list)}
    return {**record, **{k: [one for one in several if not isinstance(one, str)] for k, several in lists.items()}}


def _unknown(where: str, value: str, among: Iterable[str]) -> Say:
    return say("content.not_among", where=where, value=value[:40], among=[shown(one) for one in dict.fromkeys(among)])


def _list(value: Written) -> list[Written]:
    return list(value) if isinstance(value, list | tuple | Mapping) else []


@rule("MIR-LIV-51")
def _check_single(state: State, kind: str, name: str, fresh: Mapping[str, msgspec.Struct]) -> None:
    """A second record of a kind with the same name is refused; the same id corrects it."""
    others: dict[str, msgspec.Struct] = {**getattr(library(state.catalogue), kind), **fresh}
    title = called(name, fresh[name])
    if any(called(i, one) == title for i, one in others.items() if i != name):
        raise RuleError("duplicate_id", clause="MIR-LIV-51", id=title)


@rule("MIR-LIV-30", "MIR-LIV-51")
def _check_orders(state: State, made: msgspec.Struct) -> None:
    """The standing orders of a block are such that can be followed."""
    problems: list[Say] = []
    for one in written_orders(made.orders) if isinstance(made, NpcRecord) else ():
        try:
            order(state, "", one)
        except RuleError as error:
            problems.append(Say(f"errors.{error.code}", {**error.facts}))
    if problems:
        raise RuleError("bad_content", clause="MIR-LIV-51", problems=problems)
