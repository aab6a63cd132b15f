"""What a character remembers, because it goes with her from table to table (BOO-CHL-11, BOO-LIV-52)."""

import msgspec


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A failed challenge that is remembered (BOO-CHL-11)."""

    who: str
    task: str = ""
    conditions: tuple[str, ...] = ()
    scene: str = ""
    thing: str = ""
    attribute: str = ""
