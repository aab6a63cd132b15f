"""The short form of an effect (BOO-PEF-1), as the document writes it."""

import msgspec

from ludex.core.effects.records import Effect, Give, Lasts, Modifier, Phrase, Trigger
from ludex.systems.boon.sheet import Healing


class ShortEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect as the document knows it: boons and banes on every d20, and damage or healing at the end of each round."""

    id: str
    target: str
    creator: str = ""
    rounds: int | None = None
    damage: int | None = None
    dice: int | None = None
    die: int | None = None
    heal: Healing | None = None
    boons: int = 0
    banes: int = 0
    name: str = ""

    @property
    def plain(self) -> Effect:
        """What it does."""
        gives = tuple(Give(how, n) for how, n in (("boons", self.boons), ("banes", self.banes)) if n)
        steps: list[Phrase] = []
        if self.die is not None:
            steps.append(Phrase("damage", (f"{1 if self.dice is None else self.dice}d{self.die}", "")))
        elif self.damage is not None:
            steps.append(Phrase("damage", (str(self.damage), "")))
        if self.heal is not None:
            steps.append(Phrase("heal", (str(self.heal),)))
        return Effect(
            modifiers=(Modifier("d20", gives),) if gives else (),
            triggers=(Trigger("round_end", whose="target", do=tuple(steps)),) if steps else (),
            lasts=() if self.rounds is None else (Lasts("rounds", self.rounds),),
        )
