"""Content: actions, abilities, organs, bodies and NPC blocks, shipped in `content/*.toml` or added at the table.

Everything is validated when it is read, with all problems named at once. Nothing here is a rule: records are inputs of rules.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from ludex.core.content import names_in, read_toml, shape_problem
from ludex.core.errors import RuleError
from ludex.core.say import Say, say
from ludex.core.view import Label
from ludex.systems.mirror.record import PartGiven, read_character
from ludex.systems.mirror.rules.actions import Action
from ludex.systems.mirror.rules.damage import Blow, check_blow
from ludex.systems.mirror.rules.effects import Duration
from ludex.systems.mirror.rules.growth import check_any_domain
from ludex.systems.mirror.sheet import Ability, Organ
from ludex.systems.mirror.terms import ActionType, AttackMode, AttackType, Defense, Skill, Unit, check_known, check_word

PACKAGE = "ludex.systems.mirror"


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The area of an action, before it is set down somewhere."""

    shape: Literal["sphere", "cone", "box"] = "sphere"
    radius: int = 0
    angle: float = 0
    length: int = 0
    width: int = 1
    height: int = 1
    width_direction: str | None = None
    diffuse: bool = False


class Onslaught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attack of an action: what it is made with, how far and wide it reaches, and its damage."""

    type: str = "melee"
    mode: str = "weapon"
    category: str = ""
    skill: str = ""
    defense: str = Defense.DODGE
    range: str = ""
    close_ok: bool = False
    area: Shape | None = None
    hit: int = 1
    dp: int = 1
    types: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    great: dict[str, Any] | None = None

    @property
    def blow(self) -> Blow:
        """Its damage."""
        return Blow(hit=self.hit, dp=self.dp, types=self.types, effects=self.effects, tags=self.tags)


class Lasting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect that an action leaves on its target."""

    name: str
    duration: Duration
    tags: tuple[str, ...] = ()
    harmful: bool = False
    voluntary: bool = False


class Deed(Action, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action of the library: its cost and limits, and what it does."""

    title: str = ""
    attack: Onslaught | None = None
    effect: Lasting | None = None
    text: str = ""

    @property
    def shown(self) -> str:
        """What people call it."""
        return self.title or self.name


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body plan."""

    parts: tuple[PartGiven, ...]
    links: tuple[tuple[str, str], ...] | None = None
    title: str = ""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon category or a magic source that ranks can be held in."""

    kind: str
    title: str = ""
    text: str = ""


class Pack(msgspec.Struct, frozen=True):
    """Content by kind and id."""

    actions: dict[str, Deed] = {}
    abilities: dict[str, Ability] = {}
    organs: dict[str, Organ] = {}
    bodies: dict[str, Body] = {}
    gear: dict[str, Gear] = {}
    npcs: dict[str, dict[str, Any]] = {}


KINDS = ("actions", "abilities", "organs", "bodies", "gear", "npcs")


@lru_cache(maxsize=1)
def shipped() -> Pack:
    """The content that comes with the system."""
    merged: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for name in names_in(PACKAGE, "content"):
        for kind, records in read_toml(PACKAGE, "content", name).items():
            merged.setdefault("npcs" if kind == "characters" else kind, {}).update(records)
    return read_pack(merged)


def library(catalogue: Mapping[str, Mapping[str, Any]]) -> Pack:
    """What the table can use: shipped content, and its own over it."""
    own = read_pack(catalogue)
    base = shipped()
    return Pack(*({**getattr(base, kind), **getattr(own, kind)} for kind in KINDS))


def read_pack(raw: Mapping[str, Mapping[str, Any]]) -> Pack:
    """Records as content; refused as a whole with everything that is wrong with them."""
    problems = [say("content.unknown_kind", where=kind, kinds=KINDS) for kind in raw if kind not in KINDS]
    found: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind in KINDS:
        for name, record in raw.get(kind, {}).items():
            try:
                found[kind][name] = read_record(kind, name, record)
            except RuleError as error:
                problems.append(_problem(kind, name, error))
    if problems:
        raise RuleError("bad_content", problems=problems)
    return Pack(**found)


def _problem(kind: str, name: str, error: RuleError) -> Say:
    """What is wrong with a record of a pack: a mismatch of shapes says itself where it is, any other refusal is placed."""
    found = error.facts.get("problem")
    if isinstance(found, Say):
        return found
    return say("content.other", where=f"{kind} {name}", problem=Say(f"errors.{error.code}", dict(error.facts)))


def read_record(kind: str, name: str, record: Mapping[str, Any]) -> Any:
    """One record of a kind, or what is wrong with it."""
    check_known("unknown_content", kind, KINDS, clause="MIR-STS-1")
    if kind == "npcs":
        read_character(record, name)
        return dict(record)
    types = {"actions": Deed, "abilities": Ability, "organs": Organ, "bodies": Body, "gear": Gear}
    named = {"actions": {"name": name}, "abilities": {"id": name}, "organs": {"name": name}}.get(kind, {})
    try:
        found = msgspec.convert({**named, **record}, types[kind])
    except msgspec.ValidationError as error:
        raise RuleError("bad_record", record=name, problem=shape_problem(error, where=name)) from None
    _check_words(found)
    return found


def _check_words(record: Any) -> None:
    """Refuse words in a record that no rule knows."""
    if isinstance(record, Ability):
        check_any_domain(record.domain)
    if isinstance(record, Deed):
        check_word(ActionType, record.type)
        if record.attack is not None:
            _check_attack(record.attack)
        if record.effect is not None:
            check_word(Unit, record.effect.duration.unit)


def _check_attack(attack: Onslaught) -> None:
    check_word(AttackType, attack.type)
    check_word(AttackMode, attack.mode)
    check_word(Defense, attack.defense)
    if attack.skill:
        check_word(Skill, attack.skill)
    check_blow(attack.blow)


def find(records: Mapping[str, Any], wanted: str, *, code: str) -> str:
    """The id of a record by its id, its title or name, or the unique beginning of either."""
    word = wanted.strip().lower()
    exact = [i for i, r in records.items() if word in (i.lower(), title_of(i, r).lower())]
    near = [i for i, r in records.items() if i.lower().startswith(word) or title_of(i, r).lower().startswith(word)]
    if len(exact) == 1 or (not exact and len(near) == 1):
        return (exact or near)[0]
    raise RuleError(code, given=wanted, known=titles(records))


def title_of(name: str, record: Any) -> str:
    """What people call a record."""
    if isinstance(record, Mapping):
        return str(record.get("name") or name)
    return str(getattr(record, "title", "") or getattr(record, "name", "") or name)


def titles(records: Mapping[str, Any]) -> list[str]:
    """The names of records, for lists."""
    return [title_of(i, r) for i, r in records.items()]


def labels(kind: str, catalogue: Mapping[str, Mapping[str, Any]]) -> tuple[Label, ...]:
    """The names of everything of a kind: of shipped things in the reader's language, of the table's own as they were given."""
    base, own = getattr(shipped(), kind), catalogue.get(kind, {})
    return tuple(
        say(f"things.{name}") if name in base and name not in own else title_of(name, record)
        for name, record in getattr(library(catalogue), kind).items()
    )


def deeds_of(actions: Iterable[Mapping[str, Any]]) -> dict[str, Deed]:
    """The actions written on a sheet."""
    return {str(a.get("name", "")): read_record("actions", str(a.get("name", "")), a) for a in actions}
