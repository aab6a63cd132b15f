"""Table options: house rules with names. The defaults are the rulebook's rulings."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ludex.core.errors import RuleError


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may decide for itself."""

    doubles_decide_result: Literal["no", "parent"] = "no"
    doubles_over_12: Literal["none", "opportunity"] = "none"
    superiority_parent_sources: bool = True
    overdraft_limit: Literal["capacity", "hp"] = "capacity"
    rank_turns: Literal["spd", "none"] = "spd"
    die_floor: int = 5
    starting_level: int = 5
    level_cap: int = 50
    starting_leftover: Literal["keep", "lose"] = "keep"
    study_steps: Literal["revised", "core"] = "revised"
    surrender_recovery: Literal["gauges", "half"] = "gauges"


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from plain data. An unknown name or a value that the option does not have is refused."""
    for name in given:
        if name not in Options.__struct_fields__:
            raise RuleError("unknown_option", option=name, options=list(Options.__struct_fields__))
    try:
        options = msgspec.convert(dict(given), Options)
    except msgspec.ValidationError as error:
        raise RuleError("bad_option", problem=str(error)) from None
    _check_ranges(options)
    return options


def _check_ranges(options: Options) -> None:
    """The numbers keep to what the table of options allows."""
    if options.die_floor < 2:
        raise RuleError("bad_option", option="die_floor", value=options.die_floor, low=2)
    if not 1 <= options.level_cap <= 200:
        raise RuleError("bad_option", option="level_cap", value=options.level_cap, low=1, high=200)
    if not 1 <= options.starting_level <= options.level_cap:
        raise RuleError(
            "bad_option", option="starting_level", value=options.starting_level, low=1, high=options.level_cap
        )
