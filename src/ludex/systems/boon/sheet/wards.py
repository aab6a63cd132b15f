"""A defence of a table's own (防御, BOO-LIV-53) as data: its cost and training, against what it helps, its test, and what success does."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.say import Say
from ludex.systems.boon.sheet import Resisted, thing_name
from ludex.systems.boon.terms import Kind


class Defense(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special defence. Without `training` it is open to everybody; `attribute` may also be dodge, block or throw.

    What success leaves of the damage says `resisted`; its effects are laid upon the attacker, but those that hear of `defended` are done at once.
    """

    id: str = "?"
    name: str = ""
    ap: int = 1
    training: str = ""
    against: tuple[str, ...] = tuple(Kind)
    attribute: str = "agility"
    bonus: int = 0
    boons: int = 0
    banes: int = 0
    resisted: Resisted = "none"
    effects: tuple[Effect, ...] = ()
    text: str = ""
    shelf: str = ""

    @property
    def called(self) -> str | Say:
        """What people call it."""
        return thing_name(self.shelf, self.name or self.id)
