"""Plain data -> Character: the record that vectors, imports, content packs and the API write (the rulebook's data shapes).

Missing keys take their default, unknown keys are ignored, what cannot be is refused with its own code.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import msgspec

from ludex.core.content import shape_problem
from ludex.core.errors import RuleError
from ludex.core.numerals import record
from ludex.systems.mirror.fold import settled
from ludex.systems.mirror.sheet import HEAVY, START, BodyPart, Character, Organ, TemporaryLife, Wound, Written
from ludex.systems.mirror.terms import Attribute, Injury, Method, PartType, Status, check_known, check_word

COMPUTED = (Status.TIRED, Status.EXHAUSTED, Status.UNCONSCIOUS, Status.MAD, Status.DEAD, Status.DISSOLVED)
"""Statuses that follow from numbers; the rest are kept as given."""

RANKS = ("skills", "defenses", "weapons", "magic", "secondary")


HUMANOID = (  # MIR-PRT-2, MIR-PRT-4
    BodyPart("head", PartType.CORE),
    BodyPart("arm", PartType.UPPER),
    BodyPart("torso", PartType.MIDDLE),
    BodyPart("leg", PartType.LOWER),
)

QUADRUPED = (  # MIR-PRT-5
    BodyPart("head", PartType.CORE),
    BodyPart("fore", PartType.LOWER),
    BodyPart("torso", PartType.MIDDLE),
    BodyPart("hind", PartType.LOWER),
)


BODIES = {"humanoid": HUMANOID, "quadruped": QUADRUPED}
"""Body plans that a record may name instead of listing its parts."""


def chain(parts: tuple[BodyPart, ...]) -> tuple[tuple[str, str], ...]:
    """The default joining: one after another, in the order listed (MIR-PRT-3)."""
    return tuple((a.id, b.id) for a, b in pairwise(parts))


class WoundGiven(msgspec.Struct, frozen=True):
    """A wound in full; a bare number is one without types and effects."""

    level: int
    types: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    erosion_types: tuple[str, ...] = ()


class LifeGiven(msgspec.Struct, frozen=True):
    """Temporary life on a part."""

    points: int
    max_level: int = 3
    wounds: tuple[int | WoundGiven, ...] = ()
    until: str = "long_rest"


class PartGiven(msgspec.Struct, frozen=True):
    """A part of a body."""

    id: str
    type: PartType = PartType.CORE
    organs: tuple[Organ, ...] = ()
    wounds: tuple[int | WoundGiven, ...] = ()
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


def read_character(data: Mapping[str, Any], known_as: str) -> Character:
    """A record as a character, or the first thing that is wrong with it."""
    try:
        given = msgspec.convert(record(data, known_as, code="bad_character"), CharacterGiven)
    except msgspec.ValidationError as error:
        raise RuleError("bad_character", who=known_as, problem=shape_problem(error, where=known_as)) from None
    _check_level(given)
    _check_words(given)
    _check_ranks(given)
    return _with_stamina(_character(given, known_as), given)


def _check_level(given: CharacterGiven) -> None:
    total = sum(given.domains.values())
    if given.domains and given.lv is not None and given.lv != total:
        raise RuleError("lv_mismatch", clause="MIR-LVL-1", lv=given.lv, domains=total)


def _check_words(given: CharacterGiven) -> None:
    check_method(given.method)
    check_attributes({**(given.attributes or {}), **(given.points or {}), **given.gauges})


def check_method(method: str) -> None:
    """Refuse a way of building attributes that does not exist."""
    check_word(Method, method)


def check_attributes(named: Mapping[str, int]) -> None:
    """Refuse a word that is no attribute."""
    for attribute in named:
        check_attribute(attribute)


def check_attribute(attribute: str) -> None:
    """Refuse a word that is no attribute."""
    check_word(Attribute, attribute)


def _check_ranks(given: CharacterGiven) -> None:
    for kind in RANKS:
        for name, rank in getattr(given, kind).items():
            if rank < 0:
                raise RuleError("bad_rank", clause="MIR-USE-3", name=name, rank=rank)


def _character(given: CharacterGiven, known_as: str) -> Character:
    """The record with every default filled in, but for stamina."""
    check_known("unknown_body", given.body, BODIES, clause="MIR-PRT-4")
    parts = BODIES[given.body] if given.parts is None else read_parts(given.parts)
    kept: dict[str, Any] = {name: getattr(given, name) for name in Written.__struct_fields__}
    worked_out: dict[str, Any] = {
        "id": known_as,
        "unplaced": 0 if given.domains else (1 if given.lv is None else given.lv),
        "first_domain": given.first_domain or next(iter(given.domains), ""),
        "method": Method(given.method),
        "base": _base(given),
        "points": _points(given),
        "madness": max(0, given.madness),
        "humanity": max(0, given.humanity),
        "base_speed": given.speed,
        "parts": parts,
        "links": given.links if given.links is not None else chain(parts),
        "given": _given_statuses(given),
        "out_cold": ("effect",) if Status.UNCONSCIOUS in given.statuses else (),
        **{flag: flag in given.statuses for flag in ("mad", "dead", "dissolved")},
    }
    return Character(**{**kept, **worked_out})


def _base(given: CharacterGiven) -> dict[str, int] | None:
    """Final values, an omitted one 6; 6 + points; nothing where potential makes them."""
    if given.attributes is not None:
        return {a.value: given.attributes.get(a, START) for a in Attribute}
    if given.method == Method.POTENTIAL:
        return None
    return {a.value: START + (given.points or {}).get(a, 0) for a in Attribute}


def _points(given: CharacterGiven) -> dict[str, int] | None:
    if given.points is None:
        return None if given.attributes is not None else {}
    return dict(given.points)


def _given_statuses(given: CharacterGiven) -> tuple[str, ...]:
    extra = [Status.INVISIBLE] if given.invisible else []
    hiding = [Status.STEALTH] if given.stealth else []
    named = [s for s in given.statuses if s not in COMPUTED]
    return tuple(dict.fromkeys([*named, *(s.value for s in (*extra, *hiding))]))


def _with_stamina(character: Character, given: CharacterGiven) -> Character:
    """Stamina (the maximum unless given) and what is spent of the gauges, which need the attributes first."""
    sp = character.sp_max if given.sp is None else given.sp
    if not character.sp_min <= sp <= character.sp_max:
        raise RuleError("sp_out_of_range", clause="MIR-STA-1", sp=sp, low=character.sp_min, high=character.sp_max)
    spent = {a: max(0, character.gauge_max(a) - max(0, left)) for a, left in given.gauges.items()}
    return settled(msgspec.structs.replace(character, sp=sp, spent={a: n for a, n in spent.items() if n}))


def read_parts(given: tuple[PartGiven, ...]) -> tuple[BodyPart, ...]:
    """Parts as given."""
    return tuple(
        BodyPart(p.id, p.type, p.organs, read_wounds(p.wounds), p.lost, p.dr, _life(p.temp), p.name) for p in given
    )


def _life(given: LifeGiven | None) -> TemporaryLife | None:
    if given is None:
        return None
    return TemporaryLife(given.points, given.max_level, read_wounds(given.wounds), given.until)


def read_wounds(given: tuple[int | WoundGiven, ...]) -> tuple[Wound, ...]:
    """Wounds in the order in which they came; one below a scratch is none (MIR-WND-1)."""
    wounds = tuple(Wound(w) if isinstance(w, int) else _wound(w) for w in given)
    for wound in wounds:
        if wound.level < 1:
            raise RuleError("bad_wound", clause="MIR-WND-1", level=wound.level, heavy=HEAVY)
    return wounds


def _wound(given: WoundGiven) -> Wound:
    """An eroding wound without types of its own erodes with the types it came from."""
    eroding = Injury.EROSION in given.effects
    erosion = given.erosion_types or (given.types if eroding else ())
    return Wound(given.level, given.types, tuple(sorted(set(given.effects))), erosion)
