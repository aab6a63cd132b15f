"""Data shapes: the after-view, a character as procedures report her when they are done."""

import msgspec

from ludex.core.hints import once
from ludex.systems.mirror.sheet import BodyPart, Cell, Character, Relation, TotalAction, Wound
from ludex.systems.mirror.state import State


class ActorGiven(msgspec.Struct, frozen=True):
    """A character."""

    actor: str


class LifeSeen(msgspec.Struct, frozen=True):
    """Temporary life on a part: its slots and the levels it bears."""

    points: int
    wounds: tuple[int, ...]


class PartSeen(msgspec.Struct, frozen=True):
    """A part: wound levels in the order they came, its status, and the wounds in full."""

    wounds: tuple[int, ...]
    status: str
    details: tuple[Wound, ...]
    temp: LifeSeen | None = None


class After(msgspec.Struct, frozen=True):
    """What can change about a character, as it stands."""

    sp: int
    sp_max: int
    ap: int
    mov: int
    ego: int
    madness: int
    humanity: int
    gauges: dict[str, int]
    attributes: dict[str, int]
    cognition: str
    statuses: tuple[str, ...]
    exempt: bool
    ra_used: bool
    minor_used: bool
    favour: int
    abilities: tuple[str, ...]
    relations: dict[str, Relation]
    parts: dict[str, PartSeen]
    pos: Cell | None = None
    total_action: TotalAction | None = None


def after(state: State, who: str) -> After:
    """A character of the table as she stands."""
    return seen(state.who(who))


@once
def seen(character: Character) -> After:
    """The after-view of a character."""
    return After(
        sp=character.sp,
        sp_max=character.sp_max,
        ap=character.ap,
        mov=character.mov,
        ego=character.ego,
        madness=character.madness,
        humanity=character.humanity,
        gauges=character.gauges,
        attributes=character.attributes,
        cognition=character.cognition,
        statuses=character.statuses,
        exempt=character.exempt,
        ra_used=character.ra_used,
        minor_used=character.minor_used,
        favour=character.favour,
        abilities=tuple(a.id for a in character.abilities),
        relations=character.relations,
        parts={p.id: part_seen(p) for p in character.parts},
        pos=character.pos,
        total_action=character.total_action,
    )


def part_seen(part: BodyPart) -> PartSeen:
    """A part with its wounds."""
    temp = LifeSeen(part.temp.points, tuple(w.level for w in part.temp.wounds)) if part.temp else None
    return PartSeen(tuple(w.level for w in part.wounds), part.status, part.wounds, temp)
