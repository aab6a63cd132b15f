"""Kinds of content whose entries act: keys and words in either language, the record of FAB-LIV-31 read into one effect (FAB-LIV-51)."""

from collections.abc import Iterator, Mapping

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.packs import Kind, Plain, Written, shape_problem
from ludex.core.say import Say, say
from ludex.core.terms import Term
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.keys import CHINESE, OLD_USE, RECORD, english_keys, in_chinese
from ludex.systems.fable.effects.writing import read_record
from ludex.systems.fable.terms import (
    Affinity,
    Attribute,
    CharacterClass,
    DamageType,
    Domain,
    LifeCategory,
    Pool,
    Rank,
    Species,
    Status,
    WeaponCategory,
)

VALUES: Mapping[str, type[Term]] = {
    "type": DamageType, "attributes": Attribute, "category": WeaponCategory, "domain": Domain, "needs_domain": Domain,
    "class": CharacterClass, "rank": Rank, "immune": Status, "pool": Pool, "life": LifeCategory, "species": Species,
}  # fmt: skip
"""Fields whose values are words of the rulebook."""
PLAIN = {"通用": "general", "反派": "villain", "NPC": "npc", "小": "minor", "大": "major", "终": "supreme", "场景": "scene", "瞬间": "instant",
         "防御": "def", "魔防": "mdef"}  # fmt: skip
SPELLED = {**PLAIN, **{domain.zh: domain.value for domain in Domain}}
"""Chinese words of closed lists that are no terms."""
LISTED = {word.zh: word.key for word in known.LISTS}


def _keyed(value: Written, kind: type[Term]) -> Written:
    """A word of a closed list by its key; what it does not have stays, to be named as a problem."""
    if isinstance(value, list | tuple):
        return [_keyed(one, kind) for one in value]
    if isinstance(value, str) and kind.holds(value):
        return kind.read(value).value
    return PLAIN.get(value, value) if isinstance(value, str) else value


def in_english(plain: Mapping[str, Written]) -> dict[str, Written]:
    """An entry with its keys, and the words of its own fields, in English; its record stays as it was written."""
    found: dict[str, Written] = {}
    for key, value in english_keys(plain).items():
        if key in VALUES:
            found[key] = _keyed(value, VALUES[key])
        elif key == "life" or (key == "category" and "骰" in plain):
            found[key] = _keyed(value, LifeCategory)
        elif key == "affinities" and isinstance(value, Mapping):
            found[key] = {_keyed(t, DamageType): _keyed(a, Affinity) for t, a in value.items()}
        elif key == "base" and isinstance(value, Mapping):
            found[key] = {_keyed(a, Attribute): n for a, n in value.items()}
        elif key == "strikes" and isinstance(value, list | tuple):
            found[key] = [in_english(one) if isinstance(one, Mapping) else one for one in value]
        elif key == "teaches" and isinstance(value, Mapping):
            found[key] = {k: LISTED.get(v, v) if isinstance(v, str) else v for k, v in english_keys(value).items()}
        elif key == "list":
            found[key] = LISTED.get(value, value)
        elif isinstance(value, str) and key in ("kind", "tier", "duration", "versus"):
            found[key] = PLAIN.get(value, value)
        else:
            found[key] = value
    return found


class Complete(Kind, frozen=True):
    """A kind of which every missing field is named at once, not the first alone."""

    @property
    def beside(self) -> tuple[str, ...]:
        """What is written of its effect."""
        return tuple(key for key in RECORD if key not in self.fields) if "effect" in self.fields else ()

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        """Everything that is wrong with one record."""
        if not isinstance(record, Mapping):
            yield shape_problem("Expected `object`, got `str`", where=f"{self.name}.{name}")
            return
        entry, wrong = self.split(name, record)
        needed = [f.encode_name for f in msgspec.structs.fields(self.shape) if f.required]
        missing = [field for field in needed if field not in entry]
        found = list(super().problems(name, entry))
        found += self._known(found)
        yield from (one for one in found if one.key != "content.missing_field" or not missing)
        yield from (say("content.missing_field", where=f"{self.name}.{name}", field=field) for field in missing)
        yield from wrong

    def placed(self, problem: Say) -> Say:
        """A problem with its place in Chinese keys, where its author writes Chinese."""
        where = problem.facts.get("where")
        if self.name.isascii() or not isinstance(where, str):
            return problem
        head, _, path = where.partition(" ")
        return msgspec.structs.replace(problem, facts={**problem.facts, "where": f"{head} {in_chinese(path)}".strip()})

    def _known(self, found: list[Say]) -> list[Say]:
        """Which keys there are, once, where one of these problems is a key that there is not."""
        if all(one.key != "content.unknown_field" for one in found):
            return []
        keys = [*(key for key in self.fields if key != "effect" or not self.beside), *self.beside]
        return [say("content.known_fields", where=self.name, fields=[CHINESE.get(key, key) for key in sorted(keys)])]

    def make(self, name: str, record: Plain) -> Written:
        """A record as the thing that it describes."""
        return super().make(name, self.split(name, record)[0])

    def split(self, name: str, record: Plain) -> tuple[dict[str, Written], tuple[Say, ...]]:
        """The entry as its schema wants it, with its record read, and what is wrong with the record."""
        plain = in_english(record)
        if "effect" not in self.fields or isinstance(plain.get("effect"), Mapping | Effect):
            return _spans(self, plain), ()
        own = (*RECORD, *(() if "heal" in self.fields or "damage" in self.fields else OLD_USE))
        said = {key: plain.pop(key) for key in own if key in plain and key not in self.fields}
        effect, picks, wrong = read_record(said, f"{self.name}.{name}", name=str(plain.get("name", "")) or name)
        plain |= {"effect": msgspec.to_builtins(effect)} if said else {}
        plain |= {"picks": list(picks)} if picks and "picks" in self.fields else {}
        return _spans(self, plain), wrong


def _spans(kind: Kind, plain: dict[str, Written]) -> dict[str, Written]:
    """期限 of a spell is how long it lasts; an entry that does not have the field keeps it in its record."""
    if "lasts" in plain and "duration" in kind.fields:
        plain["duration"] = PLAIN.get(str(plain.pop("lasts")), "scene")
    return plain


class Same:
    """A value that equals itself alone: what was worked out for a frozen thing is found again without comparing it."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value
