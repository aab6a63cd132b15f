"""What lasts on somebody for a while: an effect with its duration (时效, MIR-DUR). Plain data; the clock and the chapters count it down."""

import msgspec

from ludex.core.effects.records import Effect as Record


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    record: Record = Record()
    level: int = 0
