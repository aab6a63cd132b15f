"""Armour as data (BOO-PAR)."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.say import Say, term
from ludex.systems.boon.sheet.names import thing_name


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Worn armour (BOO-PAR-1). Without `durability` it never wears (BOO-PAR-3)."""

    value: int = 0
    durability: int | None = None
    durability_max: int | None = None
    dodge: int = 0
    block: int = 0
    name: str = ""
    shelf: str = ""
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""

    @property
    def called(self) -> str | Say:
        """What people call it."""
        return thing_name(self.shelf, self.name) or term("worn_armor")

    @property
    def broken(self) -> bool:
        """Whether its durability is used up."""
        return self.durability == 0

    @property
    def protects(self) -> int:
        """Its value in force: 0 once broken (BOO-PAR-2)."""
        return 0 if self.broken else self.value
