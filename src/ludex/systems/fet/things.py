"""What stands on a sheet, as data: changes of values, traits, things and weapons carried, entries of the bill; and races.

No rule is decided here.
"""

import msgspec

from ludex.systems.fet.lasting import Ward
from ludex.systems.fet.rounding import Number


class Race(msgspec.Struct, frozen=True):
    """种族 (FET-RAC-1): a name and two numbers; blank where a race has none of it."""

    name: str = ""
    adult_age: Number | None = None
    standard_size: Number | None = None
    text: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """FET-TRT-2: a change by a trait, a place or a situation. `kind`: points, multiply, add; or that of a buff."""

    of: str = ""
    kind: str = ""
    value: Number = 0


class Trait(msgspec.Struct, frozen=True):
    """特质: always on. `event`, `grants`: what the example traits do (FET-TRX-1); `wards`: what its bearer resists."""

    name: str = ""
    text: str = ""
    modifiers: tuple[Modifier, ...] = ()
    event: str = ""
    grants: tuple[str, ...] = ()
    wards: tuple[Ward, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """随身物品. `load` is that of one; `count` unset: one."""

    name: str = ""
    load: Number = 0
    place: str = ""
    count: Number | msgspec.UnsetType = msgspec.UNSET  # unset is not written, so that old logs stay as they are

    @property
    def pieces(self) -> Number:
        """How many there are."""
        return 1 if isinstance(self.count, msgspec.UnsetType) else self.count


class Weapon(msgspec.Struct, frozen=True):
    """武器 (FET-WPB-1). `loaded` None: a full magazine; `sort`: of its damage (火焰); `attribute`: used with it."""

    name: str = ""
    type: str = ""
    damage: Number = 0
    wind_up: Number = 0
    range: Number | None = None
    magazine: int | None = None
    loaded: int | None = None
    reload: Number = 0
    load: Number = 0
    place: str = ""
    note: str = ""
    sort: str = ""
    attribute: str = ""

    @property
    def rounds(self) -> int:
        """What is in the magazine: full unless it says otherwise."""
        return (self.magazine or 0) if self.loaded is None else self.loaded


class Entry(msgspec.Struct, frozen=True):
    """One line of the bill (账单)."""

    amount: Number = 0
    purpose: str = ""
    time: str = ""
    place: str = ""
