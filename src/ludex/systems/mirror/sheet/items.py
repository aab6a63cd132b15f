"""Things that somebody has: instances with an id of their own, held, worn or packed (MIR-LIV-49). No rule decides anything here."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.terms import Term

HANDS = 2
"""So many things are held at once (MIR-LIV-49, ours)."""


class Place(Term):
    """Where a thing is."""

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
    """What is done with a thing."""

    TAKE = "take", "拿", "take", "持", "hold", "拾"
    WEAR = "wear", "穿", "wear"
    STOW = "stow", "卸", "stow", "收起", "脱"
    DROP = "drop", "丢", "drop", "扔"
    HAND = "hand", "交", "hand", "递"
    GIVE = "give", "给", "give"
    REMOVE = "seize", "收", "remove", "没收"


class Fitting(Term):
    """What is done with an organ."""

    INSTALL = "install", "装", "install"
    REMOVE = "remove", "卸", "remove", "取"


class Glow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The light that a thing gives while it is held."""

    radius: int
    level: str = "normal"


class Ware(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a thing is, no matter who has it."""

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
        """What people call it."""
        return self.name or self.id

    @property
    def used(self) -> bool:
        """Whether it is held or worn, so that it grants what it grants."""
        return self.place is not Place.PACKED


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that lies somewhere; without a region it was dropped off the stage."""

    item: Item
    cell: tuple[int, int] | None = None
