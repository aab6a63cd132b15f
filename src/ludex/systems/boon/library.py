"""The things of boon: what ships in `content/`, and what a table has added, under one roof.

Content is data. Whatever is read, shipped or a GM's own, is checked whole, and all its problems are named at once.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.content import read_toml
from ludex.core.errors import RuleError
from ludex.systems.boon.sheet import Armor, ClassPack, Item, Spell, Stunt, yards
from ludex.systems.boon.state import Library
from ludex.systems.boon.terms import Attribute

PACKAGE = "ludex.systems.boon"
KINDS: dict[str, type[Item] | type[Spell] | type[Stunt] | type[ClassPack] | type[Armor]] = {
    "items": Item,
    "armors": Armor,
    "spells": Spell,
    "stunts": Stunt,
    "classes": ClassPack,
}


def problems_of(kind: str, name: str, record: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with one record, each as «kind.name.field: problem»."""
    place = f"{kind}.{name}"
    shape = KINDS[kind]
    known = {f.encode_name for f in msgspec.structs.fields(shape)}
    found = [f"{place}.{field}: unknown_field" for field in record if field not in known]
    try:
        thing = msgspec.convert(dict(record), shape)
    except msgspec.ValidationError as error:
        return [*found, f"{place}: {error}"]
    return [*found, *(f"{place}.{problem}" for problem in _wrong(thing))]


def _wrong(thing: Item | Spell | Stunt | ClassPack | Armor) -> list[str]:
    """What the rulebook does not allow in a record of the right shape."""
    if isinstance(thing, ClassPack):
        return _wrong_class(thing)
    if isinstance(thing, Armor):
        return [*(["value: bad_armor"] if thing.value < 0 else []), *_wrong_durability(thing)]
    found = _wrong_numbers(thing)
    if isinstance(thing.range, str):
        try:
            yards(thing.range)
        except RuleError as error:
            found.append(f"range: {error.code}")
    return found


def _wrong_numbers(thing: Item | Spell | Stunt) -> list[str]:
    counts = [f"{name}: bad_count" for name in ("boons", "banes") if getattr(thing, name, 0) < 0]
    if isinstance(thing, Item):
        return [*counts, *_wrong_dice(thing), *_wrong_durability(thing), *_wrong_words(thing.resist, field="resist")]
    cost = ["ap: bad_ap"] if thing.ap < 1 else []
    if isinstance(thing, Spell):
        needs = thing.attack and thing.die is None and thing.amount is None
        missing = ["die: bad_die"] if needs else []
        return [*counts, *cost, *missing, *_wrong_dice(thing), *_wrong_words(thing.resist, field="resist")]
    return [*cost, *_wrong_words(thing.attribute, field="attribute"), *_wrong_words(thing.against, field="against")]


def _wrong_dice(thing: Item | Spell) -> list[str]:
    die = ["die: bad_die"] if thing.die is not None and thing.die < 2 else []
    return [*die, *(["dice: bad_force"] if thing.dice is not None and thing.dice < 1 else [])]


def _wrong_durability(thing: Item | Armor) -> list[str]:
    if thing.durability is None:
        return []
    top = thing.durability if thing.durability_max is None else thing.durability_max
    return [] if 0 <= thing.durability <= top else ["durability: bad_durability"]


def _wrong_words(word: str, *, field: str) -> list[str]:
    return [] if word in ("", "none", "tn", *Attribute) else [f"{field}: bad_attribute"]


def _wrong_class(pack: ClassPack) -> list[str]:
    found = [] if pack.levels else ["levels: bad_class"]
    found += [f"levels[{n}].level: bad_level" for n, row in enumerate(pack.levels) if row.level < 0]
    found += [f"levels[{n}].force: bad_force" for n, row in enumerate(pack.levels) if row.force < 1]
    return found


def read_pack(kind: str, pack: Mapping[str, Any]) -> dict[str, Any]:
    """A pack of one kind, name -> thing; all problems of all records are named in one refusal."""
    if kind not in KINDS:
        raise RuleError("bad_content", problems=[f"{kind}: unknown_kind"], kinds=list(KINDS))
    wrong = [p for name, record in pack.items() for p in _record_problems(kind, name, record)]
    if wrong:
        raise RuleError("bad_content", problems=wrong)
    return {name: _made(kind, name, record) for name, record in pack.items()}


def _shelved(kind: str) -> dict[str, Any]:
    """A pack of `content/`; its things are named in every language."""
    pack = read_pack(kind, read_toml(PACKAGE, "content", f"{kind}.toml"))
    return {name: replace(thing, shelf=name) for name, thing in pack.items()}


def _record_problems(kind: str, name: str, record: Any) -> list[str]:
    return problems_of(kind, name, record) if isinstance(record, Mapping) else [f"{kind}.{name}: not_a_table"]


def _made(kind: str, name: str, record: Mapping[str, Any]) -> Any:
    """One record as a thing that carries its id; a full durability is also its maximum."""
    facts = {**record, **({} if kind == "armors" else {"id": name})}
    if "durability" in facts:
        facts.setdefault("durability_max", facts["durability"])
    return msgspec.convert(facts, KINDS[kind])


@lru_cache(maxsize=1)
def shipped() -> Library:
    """Everything in `content/`."""
    packs = {kind: _shelved(kind) for kind in KINDS}
    return Library(
        items=tuple(packs["items"].values()),
        armors=packs["armors"],
        spells=tuple(packs["spells"].values()),
        stunts=tuple(packs["stunts"].values()),
        classes=tuple(packs["classes"].values()),
        creatures=read_toml(PACKAGE, "content", "creatures.toml"),
    )


def class_named(name: str, own: Library) -> ClassPack | None:
    """A class pack by its id or its name, the table's own first."""
    return next((c for c in (*own.classes, *shipped().classes) if name in (c.id, c.name)), None)


def item_named(name: str, own: Library) -> Item | None:
    """An item by its id or its name, the table's own first."""
    return next((i for i in (*own.items, *shipped().items) if name in (i.id, i.name)), None)


def spell_named(name: str, own: Library) -> Spell | None:
    """A spell by its id or its name, the table's own first."""
    return next((s for s in (*own.spells, *shipped().spells) if name in (s.id, s.name)), None)


def stunt_named(name: str, own: Library) -> Stunt | None:
    """A stunt by its id or its name, the table's own first."""
    return next((s for s in (*own.stunts, *shipped().stunts) if name in (s.id, s.name)), None)


def armor_named(name: str, own: Library) -> Armor | None:
    """An armour by its id or its name, the table's own first."""
    known = {**shipped().armors, **own.armors}
    return next((a for key, a in known.items() if name in (key, a.name)), None)


def creature_named(name: str, own: Library) -> tuple[str, dict[str, Any]] | None:
    """A stat block by its id or its name, the table's own first."""
    known = {**shipped().creatures, **own.creatures}
    return next(((key, c) for key, c in known.items() if name in (key, c.get("name"))), None)


def thing_named(name: str, own: Library) -> Item | Spell | Armor | Stunt | None:
    """Anything of the catalogue by its id or its name."""
    return item_named(name, own) or spell_named(name, own) or armor_named(name, own) or stunt_named(name, own)


def record_of(name: str, own: Library) -> dict[str, Any] | None:
    """A shipped or own thing as plain data: its kind and the fields that are stated, ranges in yards (BOO-PCL-5)."""
    thing = thing_named(name, own)
    if thing is None:
        return None
    stated = {f: v for f, v in msgspec.structs.asdict(thing).items() if v != _default(type(thing), f)}
    for own_business in ("durability_max", "shelf"):
        stated.pop(own_business, None)
    if isinstance(thing, Item | Spell | Stunt) and thing.range is not None:
        stated["range"] = yards(thing.range)
    kind = thing.kind.value if isinstance(thing, Item) else type(thing).__name__.lower()
    return {**_always(thing), **stated, "kind": kind}


def _always(thing: Item | Spell | Armor | Stunt) -> dict[str, Any]:
    """What a record states even where it is the default: a spell's cost."""
    return {"ap": thing.ap} if isinstance(thing, Spell | Stunt) else {}


def _default(shape: type[Any], field: str) -> Any:
    return next(f.default for f in msgspec.structs.fields(shape) if f.name == field)
