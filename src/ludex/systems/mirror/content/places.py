"""Scenery and encounters as content (MIR-LIV-51): what is set down on a stage."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.packs import Kind
from ludex.core.plain import Plain
from ludex.systems.mirror.effects.kinds import Bearing
from ludex.systems.mirror.sheet import Cell, Glow


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


SCENERY = Bearing("scenery", SceneryRecord, ("物景",))
ENCOUNTERS = Kind("encounters", EncounterRecord, ("encounter", "遭遇"))
