"""Named table options with their defaults. A house rule is an option, never an inline constant; unknown ones are refused."""

from typing import Literal

import msgspec


class ModifierGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier as people write it: a kind, exactly one of `value`, `bonus`, `penalty`, and a name for show."""

    kind: str = "general"
    value: int | None = None
    bonus: int | None = None
    penalty: int | None = None
    name: str = ""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    defense_mode: Literal["active", "passive"] = "active"  # MIR-DFN-4
    level_bonus: Literal["floor", "signed"] = "floor"  # MIR-SKC-3
    fast_initiative: Literal["carry", "reset"] = "carry"  # MIR-FST-5
    exhaustion_check_on_entry: bool = False  # MIR-STA-7
    settle_initiative: bool = False  # MIR-SET-1
    long_rest_sp: Literal["amount", "full"] = "amount"  # MIR-STA-2
    status_effects: dict[str, tuple[ModifierGiven, ...]] = msgspec.field(  # MIR-STS-1, MIR-STS-4
        default_factory=dict
    )
    default_reach: int = 1  # MIR-ATK-5
    segments_per_unit: int = 12  # MIR-TIM-2
    rounds_per_segment: int = 120  # MIR-DUR-6
    level_price: int = 0  # MIR-IMP-1
