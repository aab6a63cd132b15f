"""Table options of FET and their defaults: the named house rules."""

from typing import Annotated, Literal

import msgspec

Positive = Annotated[int, msgspec.Meta(gt=0)] | Annotated[float, msgspec.Meta(gt=0)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table plays."""

    wind_up_factor: Positive = 20  # FET-WUP-1
    time_decimals: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0  # FET-NUM-2
    interaction_impact: Literal["full", "accrued"] = "full"  # Ruling E-15
    shield_lasts: bool = True  # Ruling E-16
    cap_resources: bool = False  # FET-STA-2
    stamina_recovery: Literal["treatment", "after_battle"] = "treatment"  # FET-REC-1
    basics_assignment: Literal["before", "after"] = "before"  # FET-ROL-4
    domain_attributes: bool = False  # FET-DOM-1
    diceless: bool = False  # FET-INT-3
    standing_effects: Literal["noted", "settled"] = "noted"  # FET-SKX-3: who applies what stands
    acts_shown: Literal["together", "open", "secret"] = "together"  # FET-TLN-1: when others see what was declared
