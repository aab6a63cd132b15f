"""What lies on somebody for a while: buffs, reductions, shields, passing changes, and effects that stand."""

import msgspec

from ludex.systems.fet.terms import (
    EVERY,
    SCOPES,
    BuffKind,
    Number,
    WardKind,
)

BATTLE, NIGHT = "battle", "night"
"""FET-LIV-29: `until` the battle ends, or the next night."""


class Ward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reduction of losses, or (`gains`) a bonus on gains, of a resource; `type` limits it to one kind of change."""

    name: str = ""
    resource: str = EVERY
    gains: bool = False
    kind: str = str(WardKind.PERCENT)
    value: Number = 0
    type: str = ""
    time: Number | None = None
    acts: int | None = None
    until: str = ""


class Buff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of values. `value`: points, or percent for the multiplying kinds; `scaled`: percent of level x 10."""

    name: str
    of: str
    kind: str = str(BuffKind.DIRECT_ADD)
    value: Number = 0
    scaled: bool = False
    time: Number | None = None
    acts: int | None = None
    until: str = ""

    def on(self, attribute: str) -> bool:
        """Whether it changes this attribute."""
        return attribute in SCOPES.get(self.of, (self.of,))

    def amount(self, level: Number) -> Number:
        """Points or percent at a level."""
        if not self.scaled:
            return self.value
        return self.value * 100 / (level * 10) if level > 0 else 0


class Shield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So much of a loss is taken by it first."""

    left: Number
    resource: str = EVERY
    time: Number | None = None
    acts: int | None = None
    until: str = ""

    def covers(self, resource: str) -> bool:
        """Whether it stands before this resource."""
        return self.resource in (EVERY, resource)


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gain (below 0: a loss) that goes again when its time is over."""

    by: Number
    resource: str
    time: Number | None = None
    acts: int | None = None
    until: str = ""


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect of a skill that stands: so much, so many times (None: as often as it comes); `at`: against whom.

    `against`: only with an opponent of a `higher` level, or of none higher (`lower`); it counts for acts settled after `since`.
    """

    name: str
    kind: str
    amount: Number = 0
    uses: int | None = 1
    resource: str = "stamina"
    at: str = ""
    time: Number | None = None
    acts: int | None = None
    until: str = ""
    against: str = ""
    since: Number | None = None


Thing = Buff | Ward | Shield | Passing | Standing


class Burden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that lies on one character (or fighter) for a while."""

    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()
    passing: tuple[Passing, ...] = ()
    standing: tuple[Standing, ...] = ()
