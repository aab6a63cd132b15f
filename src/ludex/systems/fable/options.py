"""Table options: house rules with names. The defaults are the rulebook's rulings."""

from typing import Annotated, Literal

import msgspec

from ludex.core.bounds import converted, record
from ludex.core.errors import RuleError
from ludex.core.plain import Written

HIGHEST_CAP = 200
USUAL_START = 5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may decide for itself."""

    doubles_decide_result: Literal["no", "parent"] = "no"
    doubles_over_12: Literal["none", "opportunity"] = "none"
    superiority_parent_sources: bool = True
    overdraft_limit: Literal["capacity", "hp"] = "capacity"
    rank_turns: Literal["spd", "none"] = "spd"
    die_floor: Annotated[int, msgspec.Meta(ge=2)] = 2
    starting_level: Annotated[int, msgspec.Meta(ge=1)] = USUAL_START
    level_cap: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_CAP)] = HIGHEST_CAP
    starting_leftover: Literal["keep", "lose"] = "keep"
    study_steps: Literal["revised", "core"] = "revised"
    surrender_recovery: Literal["gauges", "half"] = "gauges"
    invoke_on_double_one: bool = True
    exotic_pairs: Literal["same", "never"] = "same"

    def __post_init__(self) -> None:
        if self.starting_level > self.level_cap:
            raise ValueError("starting_level is above level_cap")


def read_options(given: Written) -> Options:
    """Options from plain data. An unknown name or a value that the option does not have is refused."""
    plain = record(given, "options", code="bad_option")
    for name in plain:
        if name not in Options.__struct_fields__:
            raise RuleError("unknown_option", option=name, options=list(Options.__struct_fields__))
    cap = plain.get("level_cap")
    if isinstance(cap, int) and cap < USUAL_START:  # FAB-PLV-1: nobody said where to start, so not above the cap
        plain.setdefault("starting_level", cap)
    return converted(plain, Options, "options", code="bad_option")
