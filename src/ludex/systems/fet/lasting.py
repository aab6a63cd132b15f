"""What lies on somebody for a while, as data: buffs, reductions and bonuses, shields, passing changes, standing effects.

The author's newer bot has them; the rulebook has no clause for them. Each ends when its battle time has passed or its acts
are settled; with neither it stays until it is taken off. No rule is decided here.
"""

from typing import TypeVar

import msgspec

from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.terms import DOMAINS, ELEVEN, MENTAL, PHYSICAL, RESOURCES, BuffKind, WardKind

SCOPES: dict[str, tuple[str, ...]] = {
    "physical": PHYSICAL,
    "mental": (*MENTAL, *DOMAINS),
    "domains": DOMAINS,
    "all": ELEVEN,
}
"""What a buff on several attributes means: thinking takes the domains with it."""

EVERY = "all"
"""Both resources."""


class Buff(msgspec.Struct, frozen=True):
    """A change of values. `value`: points, or percent for the multiplying kinds; `scaled`: percent of level x 10."""

    name: str
    of: str
    kind: str = str(BuffKind.DIRECT_ADD)
    value: Number = 0
    scaled: bool = False
    time: Number | None = None
    acts: int | None = None

    def on(self, attribute: str) -> bool:
        """Whether it changes this attribute."""
        return attribute in SCOPES.get(self.of, (self.of,))

    def amount(self, level: Number) -> Number:
        """Points or percent at a level."""
        if not self.scaled:
            return self.value
        return self.value * 100 / (level * 10) if level > 0 else 0


class Ward(msgspec.Struct, frozen=True):
    """A reduction of losses, or (`gains`) a bonus on gains, of a resource; `type` limits it to one kind of change."""

    name: str = ""
    resource: str = EVERY
    gains: bool = False
    kind: str = str(WardKind.PERCENT)
    value: Number = 0
    type: str = ""
    time: Number | None = None
    acts: int | None = None

    @property
    def sound(self) -> bool:
        """Whether its kind and resource are known and its size makes sense."""
        known = self.kind in tuple(WardKind) and self.resource in (*RESOURCES, EVERY)
        return known and not (self.kind == WardKind.DEFENCE and self.value < 0)

    def counts(self, resource: str, *, gains: bool, sort: str) -> bool:
        """Whether it has to do with such a change."""
        return self.gains == gains and self.resource in (EVERY, resource) and self.type in ("", sort)


class Shield(msgspec.Struct, frozen=True):
    """So much of a loss is taken by it first."""

    left: Number
    resource: str = EVERY
    time: Number | None = None
    acts: int | None = None

    def covers(self, resource: str) -> bool:
        """Whether it stands before this resource."""
        return self.resource in (EVERY, resource)


class Passing(msgspec.Struct, frozen=True):
    """A gain (below 0: a loss) that goes again when its time is over."""

    by: Number
    resource: str
    time: Number | None = None
    acts: int | None = None


class Standing(msgspec.Struct, frozen=True):
    """An effect of a skill that the table applies: so much, so many times (None: as often as it comes); `at`: against whom."""

    name: str
    kind: str
    amount: Number = 0
    uses: int | None = 1
    resource: str = "stamina"
    at: str = ""
    time: Number | None = None
    acts: int | None = None


Thing = Buff | Ward | Shield | Passing | Standing
L = TypeVar("L", Buff, Ward, Shield, Passing, Standing)


class Burden(msgspec.Struct, frozen=True):
    """Everything that lies on one character (or fighter) for a while."""

    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()
    passing: tuple[Passing, ...] = ()
    standing: tuple[Standing, ...] = ()


def rested(thing: L, *, time: Number, acts: int) -> L | None:
    """The same after so much time and so many acts; None if that ends it."""
    left = None if thing.time is None else tidy(thing.time - time)
    turns = None if thing.acts is None else thing.acts - acts
    if (left is not None and left <= 0) or (turns is not None and turns <= 0):
        return None
    return msgspec.structs.replace(thing, time=left, acts=turns)
