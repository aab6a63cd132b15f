"""Named table options of mist with their defaults: where the rulebook can be read in two ways, the table decides."""

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may decide differently. The first value of each is the default."""

    status_marking: Literal["fill", "single"] = "fill"  # MST-STA-10
    status_reduction: Literal["erase", "shift"] = "erase"  # MST-STA-10; counts under `single` only
    raise_effect: Literal["each", "stack"] = "each"  # MST-EFF-1
    cancel_leftover: Literal["keep", "lose"] = "keep"  # MST-STA-9
    status_power: Literal["per_side", "highest"] = "per_side"  # MST-ACT-4
    negative_power: Literal["floor", "subtract"] = "floor"  # MST-ACT-8
    max_burns_per_roll: Annotated[int, msgspec.Meta(ge=0)] = 0  # MST-PBU-1; 0 means no cap
    minimum_one: bool = False  # MST-PMN-1
    theme_count: Annotated[int, msgspec.Meta(ge=0)] = 0  # MST-PTH-2; 0 means any number
    recover_effect: bool = False  # MST-PBU-4
    growth: bool = True  # MST-PGR-5
    similar: Literal["tell", "ask", "names"] = "tell"  # MST-LIV-34
