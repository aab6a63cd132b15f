"""Content: characters, actions, abilities, organs, bodies, gear and NPCs as records; what ships in `data/*.toml`, what a table adds.

Records are checked when they are read. A pack names everything that is wrong at once; a character's record is refused with a
code of its own, missing keys take their default and unknown ones are ignored. No rule: records are inputs of rules.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import record
from ludex.core.errors import RuleError
from ludex.core.names import named
from ludex.core.packs import names_in, read_toml, shape_problem
from ludex.core.say import Say, say
from ludex.systems.mirror.fold import settled
from ludex.systems.mirror.sheet import HEAVY, START, Ability, BodyPart, Character, Organ, TemporaryLife, Wound, Written
from ludex.systems.mirror.state import Action, Duration
from ludex.systems.mirror.terms import (
    DOMAINS,
    PACKAGE,
    ActionType,
    AttackMode,
    AttackType,
    Attribute,
    DamageType,
    Defense,
    Injury,
    Method,
    PartType,
    Skill,
    Status,
    Unit,
    check_known,
    check_word,
)

Catalogue = Mapping[str, Mapping[str, Any]]
"""A table's own records: kind -> id -> record."""

RANKS = ("skills", "defenses", "weapons", "magic", "secondary")
COMPUTED = (Status.TIRED, Status.EXHAUSTED, Status.UNCONSCIOUS, Status.MAD, Status.DEAD, Status.DISSOLVED)
"""Statuses that follow from numbers; the rest are kept as given."""


class LifeGiven(msgspec.Struct, frozen=True):
    """Temporary life on a part. A wound is a bare level, or a wound in full."""

    points: int
    max_level: int = 3
    wounds: tuple[int | Wound, ...] = ()
    until: str = "long_rest"


class PartGiven(msgspec.Struct, frozen=True):
    """A part of a body."""

    id: str
    type: PartType = PartType.CORE
    organs: tuple[Organ, ...] = ()
    wounds: tuple[int | Wound, ...] = ()
    lost: bool = False
    dr: int | None = None
    temp: LifeGiven | None = None
    name: str = ""


class CharacterGiven(Written, frozen=True, kw_only=True):
    """A character as data: what is kept as it is written, and what is worked out from the rest."""

    id: str = ""
    lv: int | None = None
    method: str = Method.POINTS
    attributes: dict[str, int] | None = None
    sp: int | None = None
    gauges: dict[str, int] = msgspec.field(default_factory=dict)
    speed: int | None = None
    body: str = "humanoid"
    parts: tuple[PartGiven, ...] | None = None
    links: tuple[tuple[str, str], ...] | None = None
    statuses: tuple[str, ...] = ()
    invisible: bool = False


class AreaRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The area of an action, before it is set down somewhere."""

    shape: Literal["sphere", "cone", "box"] = "sphere"
    radius: int = 0
    angle: float = 0
    length: int = 0
    width: int = 1
    height: int = 1
    width_direction: str | None = None
    diffuse: bool = False


class AttackRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attack of an action: what it is made with, how far and wide it reaches, and its damage."""

    type: str = AttackType.MELEE
    mode: str = AttackMode.WEAPON
    category: str = ""
    skill: str = ""
    defense: str = Defense.DODGE
    range: str = ""
    close_ok: bool = False
    area: AreaRecord | None = None
    hit: int = 1
    dp: int = 1
    types: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    great: dict[str, Any] | None = None


class EffectRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect that an action leaves on its target."""

    name: str
    duration: Duration
    tags: tuple[str, ...] = ()
    harmful: bool = False
    voluntary: bool = False


class ActionRecord(Action, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action with what it does."""

    title: str = ""
    attack: AttackRecord | None = None
    effect: EffectRecord | None = None
    text: str = ""

    @property
    def called(self) -> str:
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

    actions: dict[str, ActionRecord] = {}
    abilities: dict[str, Ability] = {}
    organs: dict[str, Organ] = {}
    bodies: dict[str, Body] = {}
    gear: dict[str, Gear] = {}
    npcs: dict[str, dict[str, Any]] = {}


KINDS = Pack.__struct_fields__


@lru_cache(maxsize=1)
def plans() -> dict[str, Body]:
    """Bodies that a character's record may name instead of listing its parts (MIR-PRT-2, MIR-PRT-4, MIR-PRT-5, MIR-PRT-7)."""
    return msgspec.convert(read_toml(PACKAGE, "data", "bodies.toml")["bodies"], dict[str, Body])


@lru_cache(maxsize=1)
def shipped() -> Pack:
    """The content that comes with the system."""
    merged: dict[str, dict[str, Any]] = {}
    for name in names_in(PACKAGE, "data"):
        for kind, records in read_toml(PACKAGE, "data", name).items():
            merged.setdefault("npcs" if kind == "characters" else kind, {}).update(records)
    return read_pack(merged)


def library(catalogue: Catalogue) -> Pack:
    """What the table can use: shipped content, and its own over it."""
    own, base = read_pack(catalogue), shipped()
    return Pack(*({**getattr(base, kind), **getattr(own, kind)} for kind in KINDS))


def read_pack(raw: Catalogue) -> Pack:
    """Records as content; refused as a whole with everything that is wrong with them."""
    problems = [say("content.unknown_kind", where=kind, kinds=KINDS) for kind in raw if kind not in KINDS]
    found: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind in KINDS:
        for name, given in raw.get(kind, {}).items():
            try:
                found[kind][name] = read_record(kind, name, given)
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


def read_record(kind: str, name: str, given: Mapping[str, Any]) -> Any:
    """One record of a kind, or what is wrong with it."""
    check_known("unknown_content", kind, KINDS, clause="MIR-STS-1")
    if kind == "npcs":
        read_character(given, name)
        return dict(given)
    types = {"actions": ActionRecord, "abilities": Ability, "organs": Organ, "bodies": Body, "gear": Gear}
    own = {"actions": {"name": name}, "abilities": {"id": name}, "organs": {"name": name}}.get(kind, {})
    try:
        found = msgspec.convert({**own, **given}, types[kind])
    except msgspec.ValidationError as error:
        raise RuleError("bad_record", record=name, problem=shape_problem(error, where=name)) from None
    if isinstance(found, Ability):
        check_known("unknown_domain", found.domain, DOMAINS, clause="MIR-DOM-1")
    if isinstance(found, ActionRecord):
        _check_action(found)
    return found


def _check_action(action: ActionRecord) -> None:
    check_word(ActionType, action.type)
    if attack := action.attack:
        for closed, word in ((AttackType, attack.type), (AttackMode, attack.mode), (Defense, attack.defense)):
            check_word(closed, word)
        if attack.skill:
            check_word(Skill, attack.skill)
        check_damage(attack.types, attack.effects, attack.dp)
    if action.effect is not None:
        check_word(Unit, action.effect.duration.unit)


def check_damage(types: tuple[str, ...], effects: tuple[str, ...], dp: int) -> None:
    """Refuse damage types, injury effects and numbers that do not exist."""
    for damage_type in types or (None,):
        check_word(DamageType, damage_type)
    for effect in effects:
        check_word(Injury, effect)
    if dp < 0:
        raise RuleError("bad_dp", clause="MIR-WND-3", dp=dp)


def _id_of(records: Mapping[str, Any], wanted: str, *, code: str) -> str:
    """The id of a record by its id, its name, or the unique beginning of either."""
    names = {i: called(i, r) for i, r in records.items()}
    return named(
        wanted, {i: (i, name) for i, name in names.items()}, unknown=code, value=wanted, among=list(names.values())
    )


def called(name: str, record: Any) -> str:
    """What people call a record."""
    if isinstance(record, Mapping):
        return str(record.get("name") or name)
    return str(getattr(record, "title", "") or getattr(record, "name", "") or name)


def action_named(name: str, catalogue: Catalogue, character: Character) -> ActionRecord:
    """An action by name: of her own sheet first (read once for each record, which never changes), then of the library."""
    known = character.__dict__
    if "own_actions" not in known:
        listed = [(str(a.get("name", "")), a) for a in character.actions]
        known["own_actions"] = {i: read_record("actions", i, a) for i, a in listed}
    own: dict[str, ActionRecord] = known["own_actions"]
    try:
        return own[_id_of(own, name, code="unknown_deed")]
    except RuleError:
        actions = library(catalogue).actions
        return actions[_id_of(actions, name, code="unknown_deed")]


def ability_named(name: str, catalogue: Catalogue) -> Ability:
    """An ability by its id or name."""
    abilities = library(catalogue).abilities
    return abilities[_id_of(abilities, name, code="unknown_ability")]


def body_named(name: str, catalogue: Catalogue) -> Body:
    """A body plan by its id or name."""
    bodies = library(catalogue).bodies
    return bodies[_id_of(bodies, name, code="unknown_body")]


def gear_named(name: str, catalogue: Catalogue) -> str:
    """The id of a weapon category or magic source by its id or name; any other word stands."""
    try:
        return _id_of(library(catalogue).gear, name, code="unknown_gear")
    except RuleError:
        return name


def npc_named(name: str, catalogue: Catalogue) -> tuple[str, dict[str, Any]]:
    """An NPC's id and record by either of its names."""
    npcs = library(catalogue).npcs
    found = _id_of(npcs, name, code="unknown_npc")
    return found, npcs[found]


def read_character(data: Mapping[str, Any], known_as: str) -> Character:
    """A record as a character, or the first thing that is wrong with it."""
    try:
        given = msgspec.convert(record(data, known_as, code="bad_character"), CharacterGiven)
    except msgspec.ValidationError as error:
        raise RuleError("bad_character", who=known_as, problem=shape_problem(error, where=known_as)) from None
    _check_character(given)
    return _with_stamina(_character(given, known_as), given)


def _check_character(given: CharacterGiven) -> None:
    total = sum(given.domains.values())
    if given.domains and given.lv is not None and given.lv != total:
        raise RuleError("lv_mismatch", clause="MIR-LVL-1", lv=given.lv, domains=total)
    check_word(Method, given.method)
    for attribute in {**(given.attributes or {}), **(given.points or {}), **given.gauges}:
        check_word(Attribute, attribute)
    for name, rank in (pair for kind in RANKS for pair in getattr(given, kind).items()):
        if rank < 0:
            raise RuleError("bad_rank", clause="MIR-USE-3", name=name, rank=rank)
    check_known("unknown_body", given.body, plans(), clause="MIR-PRT-4")


def _character(given: CharacterGiven, known_as: str) -> Character:
    """The record with every default filled in, but for stamina."""
    plan = plans()[given.body]
    parts = tuple(map(_part, plan.parts if given.parts is None else given.parts))
    chain = tuple((a.id, b.id) for a, b in pairwise(parts))  # MIR-PRT-3
    links = given.links if given.links is not None else (plan.links if given.parts is None else None) or chain
    hiding = [s.value for s, on in ((Status.INVISIBLE, given.invisible), (Status.STEALTH, given.stealth)) if on]
    kept: dict[str, Any] = {name: getattr(given, name) for name in Written.__struct_fields__}
    worked_out: dict[str, Any] = {
        "id": known_as,
        "unplaced": 0 if given.domains else (1 if given.lv is None else given.lv),
        "first_domain": given.first_domain or next(iter(given.domains), ""),
        "method": Method(given.method),
        "base": _base(given),
        "points": {} if given.points is None and given.attributes is None else given.points,
        "madness": max(0, given.madness),
        "humanity": max(0, given.humanity),
        "base_speed": given.speed,
        "parts": parts,
        "links": links,
        "given": tuple(dict.fromkeys([*(s for s in given.statuses if s not in COMPUTED), *hiding])),
        "out_cold": ("effect",) if Status.UNCONSCIOUS in given.statuses else (),
        **{flag: flag in given.statuses for flag in ("mad", "dead", "dissolved")},
    }
    return Character(**{**kept, **worked_out})


def _base(given: CharacterGiven) -> dict[str, int] | None:
    """Final values, an omitted one 6; 6 + points; nothing where potential makes them."""
    if given.attributes is None and given.method == Method.POTENTIAL:
        return None
    made = given.attributes if given.attributes is not None else {a: START + n for a, n in (given.points or {}).items()}
    return {a.value: made.get(a, START) for a in Attribute}


def _with_stamina(character: Character, given: CharacterGiven) -> Character:
    """Stamina (the maximum unless given) and what is spent of the gauges, which need the attributes first."""
    sp = character.sp_max if given.sp is None else given.sp
    if not character.sp_min <= sp <= character.sp_max:
        raise RuleError("sp_out_of_range", clause="MIR-STA-1", sp=sp, low=character.sp_min, high=character.sp_max)
    spent = {a: max(0, character.gauge_max(a) - max(0, left)) for a, left in given.gauges.items()}
    return settled(replace(character, sp=sp, spent={a: n for a, n in spent.items() if n}))


def _part(given: PartGiven) -> BodyPart:
    wounds, life = _wounds(given.wounds), given.temp
    temp = TemporaryLife(life.points, life.max_level, _wounds(life.wounds), life.until) if life else None
    return BodyPart(given.id, given.type, given.organs, wounds, given.lost, given.dr, temp, given.name)


def _wounds(given: tuple[int | Wound, ...]) -> tuple[Wound, ...]:
    """Wounds in the order in which they came; one below a scratch is none (MIR-WND-1)."""
    wounds = tuple(Wound(w) if isinstance(w, int) else _wound(w) for w in given)
    for wound in wounds:
        if wound.level < 1:
            raise RuleError("bad_wound", clause="MIR-WND-1", level=wound.level, heavy=HEAVY)
    return wounds


def _wound(given: Wound) -> Wound:
    """An eroding wound without types of its own erodes with the types it came from."""
    erosion = given.erosion_types or (given.types if Injury.EROSION in given.effects else ())
    return replace(given, effects=tuple(sorted(set(given.effects))), erosion_types=erosion)
