"""Statuses, scenery and encounters as content (MIR-LIV-35, MIR-LIV-51): what bears a name, and what is set down on a stage."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.systems.mirror.content.records import Authored, Bearing
from ludex.systems.mirror.sheet import Cell, Glow, Plain


class StatusRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A status: what it does is an effect record."""

    name: str = ""
    text: str = ""
    tags: tuple[str, ...] = ()
    level: int = 0
    harmful: bool = False
    voluntary: bool = False
    effect: Effect = Effect()


class SceneryRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scenery (物景) that can be set down: what entering it costs, its light, and what happens to who enters (an effect record)."""

    name: str = ""
    kind: str = "terrain"
    cells: tuple[Cell, ...] = ()
    cost: int = 1
    light: Glow | None = None
    text: str = ""
    effect: Effect = Effect()


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes in an encounter: an NPC, how many, where, in secret or not."""

    npc: str
    count: int = 1
    cell: Cell | None = None
    hidden: bool = False


class EncounterRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prepared encounter: who comes, and on which stage."""

    name: str = ""
    who: tuple[Entrant, ...] = ()
    stage: Plain | None = None
    text: str = ""


STATUSES = Bearing("statuses", StatusRecord, ("status", "状态"))
SCENERY = Bearing("scenery", SceneryRecord, ("物景",))
ENCOUNTERS = Authored("encounters", EncounterRecord, ("encounter", "遭遇"))
