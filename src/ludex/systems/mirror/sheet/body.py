"""A body and what somebody has: its parts (部位) with their organs, wounds and temporary life, what wounds do to a part (MIR-PRT, MIR-WND, MIR-PST); things
with an id of their own, held, worn or packed (MIR-LIV-49); and what lasts on her for a while, with its duration (时效, MIR-DUR). No rule decides anything here."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.say import Say
from ludex.core.terms import Term
from ludex.systems.mirror.terms import PartStatus, PartType, Tag, said

CAP = 4
"""Wounds that a part holds (MIR-WOR-1)."""

HEAVY = 3
"""The highest wound level: 1 scratch (擦伤), 2 light (轻伤), 3 heavy (重伤) (MIR-WND-1)."""


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wound (伤势): its level, the damage types it came from, and the injury effects it carries."""

    level: int
    types: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    erosion_types: tuple[str, ...] = ()

    def alike(self, other: "Wound") -> bool:
        return (self.types, self.effects, self.erosion_types) == (other.types, other.effects, other.erosion_types)


class TemporaryLife(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Temporary life (临时生命): extra slots that take wounds instead of the part (MIR-TMP-1)."""

    points: int
    max_level: int = HEAVY
    wounds: tuple[Wound, ...] = ()
    until: str = "long_rest"


class Organ(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An organ (器官) installed in a part; the tag with rules is `vital` (MIR-PRT-6).

    `carries` is the sense that it bears; `while_disabled`: what it does, it does while its part is disabled (MIR-LIV-37).
    """

    name: str
    tags: tuple[str, ...] = ()
    carries: str = ""
    effect: Effect = Effect()
    while_disabled: bool = False


class BodyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part (部位) with its organs and wounds. `dr` of its own goes before the character's."""

    id: str
    type: PartType = PartType.CORE
    organs: tuple[Organ, ...] = ()
    wounds: tuple[Wound, ...] = ()
    lost: bool = False
    dr: int | None = None
    temp: TemporaryLife | None = None
    name: str = ""
    taken: tuple[Organ, ...] = ()
    """Organs that were taken out of it."""
    cap: int = CAP
    """Wounds that it holds now, with what effects make of that (MIR-LIV-32)."""

    @property
    def called(self) -> Say | str:
        return self.name or said(self.id)

    @property
    def vital(self) -> bool:
        """Whether a vital organ (要害) is in it."""
        return any(Tag.VITAL in organ.tags for organ in self.organs)

    @property
    def full(self) -> bool:
        return len(self.wounds) >= self.cap

    @property
    def status(self) -> PartStatus:
        """What its wounds do to it (MIR-PST-1, MIR-PST-2, MIR-PST-3, MIR-PST-5)."""
        if self.lost:
            return PartStatus.LOST
        if not self.full:
            return PartStatus.NONE
        lowest = min(w.level for w in self.wounds)
        return (PartStatus.INJURED, PartStatus.DISABLED, PartStatus.LOST)[min(lowest, HEAVY) - 1]

    @property
    def carried(self) -> tuple[Wound, ...]:
        """Its own wounds, then those its temporary life bears; none once it is lost (MIR-INJ-9)."""
        if self.lost:
            return ()
        return self.wounds + (self.temp.wounds if self.temp else ())


# --- things that somebody has (MIR-LIV-49) ----------------------------------------------------------------------------

HANDS = 2
"""So many things are held at once (MIR-LIV-49, ours)."""


class Place(Term):
    HELD = "held", "持", "held"
    WORN = "worn", "穿", "worn"
    PACKED = "packed", "收着", "packed"


class Goods(Term):
    """Kinds of things (类别)."""

    WEAPON = "weapon", "武器", "weapon"
    ARMOUR = "armour", "护具", "armour"
    TOOL = "tool", "工具", "tool"
    CONSUMABLE = "consumable", "消耗品", "consumable"


class Dealing(Term):
    TAKE = "take", "拿", "take", "持", "hold", "拾"
    WEAR = "wear", "穿", "wear"
    STOW = "stow", "卸", "stow", "收起", "脱"
    DROP = "drop", "丢", "drop", "扔"
    HAND = "hand", "交", "hand", "递"
    GIVE = "give", "给", "give"
    REMOVE = "seize", "收", "remove", "没收"


class Fitting(Term):
    INSTALL = "install", "装", "install"
    REMOVE = "remove", "卸", "remove", "取"


class Glow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    radius: int
    level: str = "normal"


class Ware(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str = ""
    kind: Goods = Goods.TOOL
    category: str = ""
    covers: tuple[str, ...] = ()
    dr: int = 0
    light: Glow | None = None
    grants: tuple[str, ...] = ()
    quantity: int = 1
    text: str = ""
    effect: Effect = Effect()


class Item(Ware, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that somebody has, under an id of its own: how many, and where it is."""

    id: str
    place: Place = Place.PACKED

    @property
    def called(self) -> str:
        return self.name or self.id

    @property
    def used(self) -> bool:
        """Whether it is held or worn, so that it grants what it grants."""
        return self.place is not Place.PACKED


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that lies somewhere; without a region it was dropped off the stage."""

    item: Item
    cell: tuple[int, int] | None = None


# --- what lasts for a while (MIR-DUR) ---------------------------------------------------------------------------------


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect with a duration (时效): what it counts, how often still, whose turns count, what ends it, who keeps it up."""

    id: str
    name: str
    target: str
    unit: str
    tags: tuple[str, ...] = ()
    harmful: bool = False
    remaining: int | None = None
    who: str = ""
    ends_on: tuple[str, ...] = ()
    hidden: bool = False
    by: str = ""
    record: Effect = Effect()
    level: int = 0
