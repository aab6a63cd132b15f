"""Bodies as content: plans, parts and organs as they are written, and what a record's part becomes (MIR-PRT, MIR-WND, MIR-LIV-37)."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.packs import ContentKind, shipped_pack
from ludex.core.rule import rule
from ludex.systems.mirror.content.checking import english, listed
from ludex.systems.mirror.effects.vocabulary import Bearing
from ludex.systems.mirror.sheet import HEAVY, BodyPart, Organ, TemporaryLife, Wound
from ludex.systems.mirror.terms import PACKAGE, Injury, PartType


class LifeGiven(msgspec.Struct, frozen=True):
    """Temporary life on a part. A wound is a bare level, or a wound in full."""

    points: int
    max_level: int = 3
    wounds: tuple[int | Wound, ...] = ()
    until: str = "long_rest"


class PartGiven(msgspec.Struct, frozen=True):
    id: str
    type: PartType = PartType.CORE
    organs: tuple[Organ, ...] = ()
    wounds: tuple[int | Wound, ...] = ()
    lost: bool = False
    dr: int | None = None
    temp: LifeGiven | None = None
    name: str = ""


class BodyPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parts: tuple[PartGiven, ...]
    links: tuple[tuple[str, str], ...] | None = None
    title: str = ""


class OrganRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    tags: tuple[str, ...] = ()
    fits: tuple[str, ...] = ()
    carries: str = ""
    while_disabled: bool = False
    effect: Effect = Effect()
    text: str = ""


ORGANS = Bearing("organs", OrganRecord, ("organ", "器官"))
BODIES = ContentKind("bodies", BodyPlan, ("body", "身体"))


@lru_cache(maxsize=1)
def plans() -> dict[str, BodyPlan]:
    """Bodies that a character's record may name instead of listing its parts (MIR-PRT-2, MIR-PRT-4, MIR-PRT-5, MIR-PRT-7)."""
    return shipped_pack(PACKAGE, (BODIES,))["bodies"]


@rule("MIR-PRT-7", "MIR-LIV-51")
def plan_named(said: str) -> BodyPlan:
    """The body plan that a record names by its id or by what it is called, or a refusal."""
    found = next((plan for i, plan in plans().items() if said in (i, plan.title, english().get(i))), None)
    if found is None:
        raise RuleError("unknown_body", clause="MIR-PRT-4", value=said, among=[listed(one) for one in plans()])
    return found


def plan_of(parts: tuple[BodyPart, ...]) -> str | None:
    """What the plan is called that a body is built by, if it is one of those that ship."""
    shape = [(p.id, p.type) for p in parts]
    return next((plan.title for plan in plans().values() if [(p.id, p.type) for p in plan.parts] == shape), None)


@lru_cache(maxsize=1)
def organs() -> dict[str, OrganRecord]:
    found: dict[str, OrganRecord] = shipped_pack(PACKAGE, (ORGANS,))["organs"]
    return {record.name or i: record for i, record in found.items()}


def organ_of(organ: Organ) -> Organ:
    """An organ with what one of its name does (MIR-LIV-37)."""
    known = organs().get(organ.name)
    if known is None:
        return organ
    tags = tuple(dict.fromkeys((*known.tags, *organ.tags)))
    return replace(organ, tags=tags, carries=known.carries, effect=known.effect, while_disabled=known.while_disabled)


def part_of(given: PartGiven) -> BodyPart:
    wounds, life = read_wounds(given.wounds), given.temp
    temp = TemporaryLife(life.points, life.max_level, read_wounds(life.wounds), life.until) if life else None
    mine = tuple(map(organ_of, given.organs))
    return BodyPart(given.id, given.type, mine, wounds, given.lost, given.dr, temp, given.name)


def read_wounds(given: tuple[int | Wound, ...]) -> tuple[Wound, ...]:
    """Wounds in the order in which they came; one below a scratch is none (MIR-WND-1)."""
    wounds = tuple(Wound(w) if isinstance(w, int) else read_wound(w) for w in given)
    for wound in wounds:
        if wound.level < 1:
            raise RuleError("bad_wound", clause="MIR-WND-1", level=wound.level, heavy=HEAVY)
    return wounds


def read_wound(given: Wound) -> Wound:
    """An eroding wound without types of its own erodes with the types it came from."""
    erosion = given.erosion_types or (given.types if Injury.EROSION in given.effects else ())
    return replace(given, effects=tuple(sorted(set(given.effects))), erosion_types=erosion)
