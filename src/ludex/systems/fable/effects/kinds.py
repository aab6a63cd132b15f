"""Kinds of things that act: keys and words in either language, the record of FAB-LIV-31 read into one effect (FAB-LIV-51).

What comes with the system of each kind is read here, with a table's own laid over it, because what bears upon somebody is asked of it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from ludex.core.checking import spelled
from ludex.core.effects.records import Effect
from ludex.core.hints import Same
from ludex.core.packs import ContentKind, Pack, shape_problem, shipped_pack
from ludex.core.plain import Plain, Written
from ludex.core.say import Say, say
from ludex.core.terms import Term
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.words import CHINESE, KEYS, OLD_USE, RECORD
from ludex.systems.fable.effects.writing import read_record
from ludex.systems.fable.events.changing import CAPACITY
from ludex.systems.fable.sheet.entries import SHAPES, AccessoryEntry, ArmorEntry, ShieldEntry, Thing, WeaponEntry
from ludex.systems.fable.terms import CharacterClass, Domain, LifeCategory, Species, TableName

PACKAGE = "ludex.systems.fable"

E = TypeVar("E", bound=Thing)

SPELLED = {
    "通用": "general", "反派": "villain", "NPC": "npc", "小": "minor", "大": "major", "终": "supreme", "场景": "scene", "瞬间": "instant",
    **{domain.zh: domain.value for domain in Domain},
}  # fmt: skip
"""Chinese words of closed lists that are no terms."""
OWN_KEYS = {
    "npcs": {"类别": "life", "防御": "def", "魔防": "mdef"},
    "spells": {"期限": "duration"},
}
"""What a word means in the entries of one kind alone (FAB-LIV-49, FAB-LIV-50)."""
LISTED = {word.zh: word.key for word in known.LISTS}
CLOSED: Mapping[str, type[Term]] = {"life": LifeCategory, "species": Species, "class": CharacterClass}
"""Fields that may be empty, and else hold a word of the rulebook."""


def keys_of(kind: str) -> Mapping[str, str]:
    """The Chinese keys of one kind of content, and the words of its closed lists."""
    return {**SPELLED, **KEYS, **OWN_KEYS.get(kind, {})}


def _worded(plain: Mapping[str, Written]) -> dict[str, Written]:
    """An entry, and what it teaches, with the words of such fields and the lists of spells by their keys."""
    found = dict(plain)
    for key, value in plain.items():
        if isinstance(value, str) and (key in CLOSED or key == "list"):
            found[key] = CLOSED[key].said(value) if key in CLOSED else LISTED.get(value, value)
        elif isinstance(value, Mapping) and key == "teaches":
            found[key] = _worded(value)
    return found


class Acting(ContentKind, frozen=True):
    """A kind whose entries hold the record of an effect beside their own fields."""

    @property
    def beside(self) -> tuple[str, ...]:
        return tuple(key for key in RECORD if key not in self.fields) if "effect" in self.fields else ()

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        if not isinstance(record, Mapping):
            yield shape_problem("Expected `object`, got `str`", where=f"{self.name}.{name}")
            return
        entry, wrong = self.split(name, record)
        found = list(super().problems(name, entry))
        strange = [problem for problem in found if problem.key == "content.unknown_field"]
        yield from (*strange, *self._known(strange), *(one for one in found if one not in strange), *wrong)
        for field, terms in CLOSED.items():
            if isinstance(said := entry.get(field, ""), str) and said and said not in set(terms):
                yield say("content.not_among", where=f"{self.name}.{name} {field}", value=said, among=list(terms))

    def _known(self, strange: list[Say]) -> list[Say]:
        if not strange:
            return []
        keys = [*(key for key in self.fields if key != "effect" or not self.beside), *self.beside]
        return [say("content.known_fields", where=self.name, fields=[CHINESE.get(key, key) for key in sorted(keys)])]

    def make(self, name: str, record: Plain) -> msgspec.Struct:
        return msgspec.convert(self.split(name, record)[0], self.shape)

    def split(self, name: str, record: Plain) -> tuple[dict[str, Written], tuple[Say, ...]]:
        """The entry as its schema wants it, with its record read, and what is wrong with the record."""
        plain = _worded(spelled(record, self.shape, self.keys))
        if "effect" not in self.fields or isinstance(plain.get("effect"), Mapping | Effect):
            return plain, ()
        own = (*RECORD, *(() if "heal" in self.fields or "damage" in self.fields else OLD_USE))
        said = {key: plain.pop(key) for key in own if key in plain and key not in self.fields}
        effect, picks, wrong = read_record(said, f"{self.name}.{name}", name=str(plain.get("name", "")) or name)
        plain |= {"effect": msgspec.to_builtins(effect)} if said else {}
        plain |= {"picks": list(picks)} if picks and "picks" in self.fields else {}
        return plain, wrong


WORN = ("weapons", "armors", "shields", "accessories")


def _worn_wrong(thing: WeaponEntry | ArmorEntry | ShieldEntry | AccessoryEntry) -> Iterator[Say]:
    """Capacity is spread when it comes (FAB-LIV-37): nobody is asked about what she puts on."""
    if any(modifier.of in CAPACITY for modifier in thing.effect.modifiers):
        yield say("content.no_room_worn")


def _fine(_thing: Thing) -> tuple[Say, ...]:
    return ()


KINDS = tuple(
    Acting(
        name,
        shape,
        (TableName(name).zh, *TableName(name).also),
        _worn_wrong if name in WORN else _fine,
        keys_of(name),
    )
    for name, shape in SHAPES.items()
)
"""What a GM may add to, by file or at the table."""


_BY_SHAPE: Mapping[type[Thing], Acting] = {SHAPES[kind.name]: kind for kind in KINDS}

Things = Mapping[str, Mapping[str, Plain]]
"""A table's own content (state.things), laid over what comes with the system: kind -> key -> entry."""


@lru_cache(maxsize=1)
def shipped_things() -> Pack:
    return shipped_pack(PACKAGE, KINDS)


def entries_of(shape: type[E], things: Things) -> dict[str, E]:
    """Every entry of one kind: those that come with the system, with the table's own laid over them."""
    return _laid_over(shape, Same(things.get(_BY_SHAPE[shape].name, {})))


@lru_cache(maxsize=512)
def _laid_over(shape: type[E], own: Same[Mapping[str, Plain]]) -> dict[str, E]:
    kind = _BY_SHAPE[shape]
    made = {key: msgspec.convert(kind.split(key, body)[0], shape) for key, body in own.value.items()}
    return {**shipped_things().get(kind.name, {}), **made}
