"""Content (MIR-LIV-51): records as people write them, with keys and closed words in Chinese or English, as the kinds take them;
then they are checked whole, with every problem named at once (MIR-LIV-52)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.checking import misfits, spelled
from ludex.core.declaring import Meant
from ludex.core.deeds import ITEM, REST, SHELF, Asked, Do, Field
from ludex.core.effects.counting import check_acts
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import split_list
from ludex.core.packs import read_pack
from ludex.core.plain import Plain, Written, list_in, one_or_several, table_in
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content import (
    KINDS,
    Catalogue,
    NpcRecord,
    called,
    kind_named,
    library,
    record_name,
    shown,
)
from ludex.systems.mirror.content.actions import RANGES
from ludex.systems.mirror.content.items import written_out
from ludex.systems.mirror.effects.vocabulary import VOCABULARY
from ludex.systems.mirror.events import (
    CatalogueSet,
    ContentOpened,
)
from ludex.systems.mirror.kinds import GmDeed
from ludex.systems.mirror.kinds.reading import read_data
from ludex.systems.mirror.redact import kept_content
from ludex.systems.mirror.rules.ordering import order, written_orders
from ludex.systems.mirror.sheet import stat_named
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Secondary, Tag, key_of, words_of

WORDED = ("domains", "attributes", "skills", "defenses", "weapons", "magic", "secondary")
"""What is kept by words of the rulebook."""

CLOSED = (
    "type", "mode", "category", "skill", "defense", "types", "effects", "domain", "kind", "base_type", "side", "body",
    "unit", "base_cognition", "part", "senses", "resist", "vuln", "covers", "carries", "fits", "level",
)  # fmt: skip
"""What takes words of closed lists."""

SEVERAL = ("types", "effects", "tags", "covers", "fits", "actions", "abilities")
"""What is a list: one thing may stand for itself."""

INSIDE = ("attack", "parts", "organs", "who", "check", "light")
"""Records inside a record."""

EFFECT = ("effect", "效果")
"""What is read with the vocabulary of effects."""

AREA = re.compile(r"(弥漫|diffuse )?\s*(球形|扇形|矩形|sphere|cone|box)\s*(\d{1,3})(?:\s+(\d{1,3}))?")
CELL = re.compile(r"(-?\d{1,4})\s*[,，]\s*(-?\d{1,4})")
AT_LEAST = re.compile(r"(.+?)\s*(?:>=|≥|=|:|：)?\s*(\d{1,4})")
SENSED = {"暗视": "darkvision"}
"""Words that are on no closed list."""

_KINDS = {kind.name: kind for kind in KINDS}


@rule("MIR-LIV-51")
def written(kind: str, record: Plain, catalogue: Catalogue) -> dict[str, Written]:
    """A record in the kinds' own keys and words; what is no key stays, and is a problem there."""
    effect = next((record[key] for key in EFFECT if key in record), None)
    rest = {key: value for key, value in record.items() if key not in EFFECT}
    rest = {key: _short(key, value) for key, value in (_aimed(rest) if kind == "actions" else rest).items()}
    plain = _words(spelled(rest, _KINDS[kind].shape, _KINDS[kind].keys))
    plain |= {} if effect is None else {"effect": effect}
    return _person(plain, catalogue) if kind == "npcs" else plain


def _short(key: str, value: Written) -> Written:
    """What may be written shorter, in full: a light by its radius, an area as replies write it, conditions by name and number, parts
    and organs by their names alone."""
    if key in ("light", "光") and isinstance(value, int):
        return {"radius": value}
    if key in ("area", "范围") and isinstance(value, str):
        return _area(value)
    if key in ("attack", "攻击") and isinstance(value, Mapping):
        return {name: _short(name, one) for name, one in value.items()}
    if key in ("prerequisite", "前置", "requirement", "需求"):
        return _conditions(value)
    if key in ("cell", "cells", "格"):
        return _cells(value)
    if key == "who" and isinstance(value, list):
        return [{k: _short(k, v) for k, v in one.items()} if isinstance(one, Mapping) else one for one in value]
    if key in ("parts", "部位", "organs", "器官"):
        return [_named(one) for one in value] if isinstance(value, list) else value
    return value


def _cells(value: Written) -> Written:
    """Regions in numbers, or as they are typed («3,2», «1,0;1,1»)."""
    if isinstance(value, list) and any(isinstance(one, str) for one in value):
        return [_cells(one) for one in value]
    found = [[int(n) for n in pair] for pair in CELL.findall(value)] if isinstance(value, str) else []
    return (found[0] if len(found) == 1 else found) if found else value


@rule("MIR-LIV-59", "MIR-ARE-1")
def _area(said: str) -> Written:
    """«弥漫球形 2», «扇形 3 90» (its angle), «矩形 3 2» (its width); any other text stays, and is a problem there."""
    found = AREA.fullmatch(said.strip())
    if found is None:
        return said
    diffuse, shape, size, second = found.groups()
    sizes = {"半径": int(size)} if shape in ("球形", "扇形", "sphere", "cone") else {"长": int(size)}
    other = "角度" if shape in ("扇形", "cone") else "宽"
    return {"shape": shape, **sizes, **({other: int(second)} if second else {}), "diffuse": bool(diffuse)}


@rule("MIR-CND-1", "MIR-LIV-51")
def _conditions(value: Written) -> Written:
    """«力量 12», several of them, a table of names and numbers, or records of both."""
    if isinstance(value, Mapping) and not {"stat", "项"} & value.keys():
        return [{"stat": stat_named(str(name)) or name, "value": n} for name, n in value.items()]
    several = split_list(value) if isinstance(value, str) else one_or_several(value)
    return [_condition(one) for one in several]


def _condition(one: Written) -> Written:
    if isinstance(one, Mapping):
        return {k: (stat_named(str(v)) or v) if k in ("stat", "项") else v for k, v in one.items()}
    found = AT_LEAST.fullmatch(str(one).strip())
    return {"stat": stat_named(found[1]) or found[1], "value": int(found[2])} if found else one


def _named(one: Written) -> Written:
    if isinstance(one, str):
        return {"name": one}
    if not isinstance(one, Mapping):
        return one
    return {"name" if key in ("名称", "名字") else key: _short(key, value) for key, value in one.items()}


def _words(record: Plain) -> dict[str, Written]:
    return {name: _value(name, value) for name, value in record.items()}


def _value(name: str, value: Written) -> Written:
    if name in WORDED and isinstance(value, Mapping):
        return {key_of(str(word)): n for word, n in value.items()}
    if name in INSIDE and isinstance(value, Mapping):
        return _words(value)
    if name in INSIDE and isinstance(value, list):
        return [_words(one) if isinstance(one, Mapping) else one for one in value]
    if name == "range" and isinstance(value, str):
        return RANGES.get(value.strip(), value)
    if name == "senses" and isinstance(value, Mapping):
        value = {SENSED.get(str(sense), sense): keen for sense, keen in value.items()}
    if name in SEVERAL and isinstance(value, str):
        value = split_list(value)
    if name == "tags":
        return [tag_of(one) if isinstance(one, str) else one for one in value] if isinstance(value, list) else value
    return _worded(value) if name in CLOSED else value


def _worded(value: Written) -> Written:
    if isinstance(value, str):
        return key_of(value)
    if isinstance(value, list):
        return [_worded(one) for one in value]
    if isinstance(value, Mapping):
        return {key_of(str(k)): _worded(v) for k, v in value.items()}
    return value


def _aimed(record: Plain) -> Plain:
    key = next((key for key in ("attack", "攻击") if isinstance(record.get(key), Mapping)), "")
    beside = {key: record[key] for key in ("range", "射程", "area", "范围") if key in record}
    if not beside or not key:
        return record
    return {**{k: v for k, v in record.items() if k not in beside}, key: {**table_in(record[key]), **beside}}


def _person(plain: Plain, catalogue: Catalogue) -> dict[str, Written]:
    """A block: attributes may stand at the top by name; actions, abilities and things by the names that the library has."""
    top = {key_of(k): v for k, v in plain.items() if key_of(k) in words_of(Attribute)}
    rest = _shaped({k: v for k, v in plain.items() if key_of(k) not in words_of(Attribute)}, catalogue)
    if top:
        rest["attributes"] = {**table_in(rest.get("attributes")), **top}
    for field, value in rest.items():
        rest[field] = _of_person(field, value, catalogue)
    return rest


def _of_person(field: str, value: Written, catalogue: Catalogue) -> Written:
    """One field of a block, with what it only names, or says in short."""
    there = library(catalogue)
    match field, value:
        case "orders", Mapping():
            return [f"{name}={one}" for name, one in value.items()]
        case "orders", str():
            return split_list(value)
        case "resist" | "vuln", Mapping():
            return [{"type": what, "value": n} for what, n in value.items()]
        case "items", list():
            return written_out(value, there.items)
        case "abilities", list():
            return [_record(one, there.abilities) for one in value]
        case "actions", list():
            return [_own_action(_record(one, there.actions), catalogue) for one in value]
    return value


def _shaped(plain: dict[str, Written], catalogue: Catalogue) -> dict[str, Written]:
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
    plain = written("actions", one, catalogue)
    return plain if plain.get("name") or not plain.get("title") else {**plain, "name": plain["title"]}


def _record(one: Written, records: Mapping[str, msgspec.Struct]) -> Written:
    return next((msgspec.to_builtins(r) for i, r in records.items() if one in (i, called(i, r))), one)


@rule("MIR-LIV-38")
def tag_of(text: str) -> str:
    """The tag that a word means where tags are written, also one that is a mode or an action elsewhere."""
    return Tag.EXPLORE if text == "探索" else Tag.read(text) if Tag.holds(text) else key_of(text)


# --- records of the table's own are checked whole (MIR-LIV-51, MIR-LIV-52) -------------------------------------------

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
    shaped = {_as_told(k, given[k]): {i: _in_shape(one) for i, one in pack[k].items()} for k in pack}
    read = read_pack(shaped, KINDS, placed)
    check_acts(VOCABULARY, read, KINDS)
    for kind, records in read.items():
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


def _in_shape(record: Plain) -> Plain:
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


# --- deeds: a record, a pack, what is opened to players ---------------------------------------------------------------

NAMING = ("title", "名称", "名字", "name", "名")
"""Under what a record says what it is called."""


def _is_data(said: str) -> bool:
    return said.startswith("{")


def _written_record(asked: Asked, said: str | None) -> Plain | None:
    """A record as it is written; one that stands where its name would begins there."""
    begun = asked["id"] if _is_data(asked["id"]) else ""
    text = " ".join(one for one in (begun, said) if one)
    return read_data(text) if text else None


class AddContent(
    GmDeed,
    names=("添加", "add"),
    group="people",
    beside=SHELF,
    example='.添加 动作 高踢 {"类型": "SA", "AP": 2, "标签": ["攻击"]}',
):
    """`.添加 动作 踢 {"类型": "SA", …}`: a record of the table's own content; without one it is taken out."""

    kind: Annotated[str, Field()]
    id: Annotated[str, Field()]
    record: Annotated[Plain | None, Field(kind=REST), Meant(_written_record)] = None

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """The record, under the name that it gives itself where the line gives none (`.添加 动作 {"名称": "灭镜", …}`)."""
        if not _is_data(self.id):
            return Do("add_content", self, (GM,))
        known_as = next((str(self.record[key]) for key in NAMING if self.record and self.record.get(key)), "")
        if not known_as:
            raise RuleError("unnamed_content", clause="MIR-LIV-51", kind=say(f"view.{kind_named(self.kind)}"))
        return Do("add_content", replace(self, id=known_as), (GM,))


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack of the table's own content: kind -> id -> record."""

    pack: dict[str, dict[str, Plain]]


class PackLine(
    GmDeed,
    names=("内容包", "pack", "收录"),
    group="people",
    beside=SHELF,
    example='.内容包 {"武器种类": {"鞭": {"类别": "武器"}}}',
):
    """`.内容包 …`: a whole pack as TOML or JSON, kind by kind."""

    record: Annotated[str, Field(kind=REST)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        pack = read_data(self.record)
        if problems := [one for kind, records in pack.items() for one in misfits(records, dict[str, Plain], kind)]:
            raise RuleError("bad_content", clause="MIR-LIV-51", problems=problems)
        return Do("add_pack", {"pack": pack}, (GM,))


class PackAdded(msgspec.Struct, frozen=True):
    added: dict[str, tuple[str, ...]]


class ContentNow(msgspec.Struct, frozen=True):
    kind: str
    id: str
    removed: bool


async def add_content(state: State, given: AddContent) -> ContentNow:
    """A record of the table's own content, validated as shipped content is."""
    kind = kind_named(given.kind)
    if given.record is None:
        own = {i: record_name(record, i) for i, record in state.catalogue.get(kind, {}).items()}
        there = next((i for i, name in own.items() if given.id in (i, name)), None)
        if there is None:
            named = say(f"view.{kind}")
            raise RuleError(
                "not_own_content",
                clause="MIR-LIV-51",
                name=given.id,
                kind=named,
                own=list(own.values()) or [say("told.none_yet")],
            )
        await happen(CatalogueSet(kind, there, None))
        return ContentNow(kind, there, removed=True)
    (record,) = taken_in(state, {kind: {given.id: given.record}})[kind].values()
    await happen(CatalogueSet(kind, given.id, record, kept=not record.get("basic")))  # what is basic everybody knows
    return ContentNow(kind, given.id, removed=False)


def _kept(state: State, _actor: str) -> dict[str, str]:
    return kept_content(state)


class OpenContent(GmDeed, names=("公开", "publish"), does="open_content", group="people", example=".公开 灭镜"):
    """`.公开 灭镜、黑刀`: things of the table's own, as `kind/id`, that players know of from now on."""

    things: Annotated[tuple[str, ...], Field(kind=ITEM, among=_kept, refusal="unknown_content")]


class ContentShown(msgspec.Struct, frozen=True):
    """What everybody knows of from now on, by name."""

    names: tuple[str, ...]


async def open_content(state: State, given: OpenContent) -> ContentShown:
    """What the GM has kept is known from now on."""
    found = [tuple(thing.split("/", 1)) for thing in given.things if thing in state.kept]
    for kind, name in found:
        await happen(ContentOpened(kind, name))
    return ContentShown(tuple(record_name(state.catalogue[kind][name], name) for kind, name in found))


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """A whole pack at once; if anything in it is wrong, nothing comes in and everything wrong is named."""
    pack = taken_in(state, {kind_named(kind): records for kind, records in given.pack.items()})
    for kind, records in pack.items():
        for name, record in records.items():
            await happen(CatalogueSet(kind, name, record, kept=True))
    return PackAdded({kind: tuple(records) for kind, records in pack.items()})
