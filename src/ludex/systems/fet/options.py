"""Table options of FET and their defaults: the named house rules."""

from typing import Annotated, Literal

import msgspec

Positive = Annotated[int, msgspec.Meta(gt=0)] | Annotated[float, msgspec.Meta(gt=0)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wind_up_factor: Positive = 20  # FET-WUP-1
    time_decimals: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0  # FET-NUM-2
    interaction_impact: Literal["full", "accrued"] = "full"  # Ruling FET-E-15
    shield_lasts: bool = True  # Ruling FET-E-16
    cap_resources: Literal["restoring", "all", "none"] | bool = "restoring"  # FET-STA-2, Ruling FET-E-45
    load_written: Literal["beside", "instead"] = "beside"  # FET-LOD-2, Ruling FET-E-43
    several_targets: Literal["one", "full", "split"] = "one"  # FET-ACT-1, Ruling FET-E-44
    stamina_recovery: Literal["treatment", "after_battle"] = "treatment"  # FET-REC-1
    basics_assignment: Literal["before", "after"] = "before"  # FET-ROL-4
    domain_attributes: bool = False  # FET-DOM-1
    diceless: bool = False  # FET-INT-3
    standing_effects: Literal["settled", "noted"] = "settled"  # FET-SKX-5, Ruling FET-E-49: who applies what stands
    doubles: Literal["shown", "real"] = "shown"  # FET-SKX-11, Ruling FET-E-50
    rest_restores_points: bool = True  # FET-ACP-3
    start_level: Positive = 10  # of a sheet that says nothing else
    acts_shown: Literal["together", "open", "secret"] = (
        "together"  # FET-TLN-1, Ruling FET-E-53: when others see what was declared
    )

    @property
    def caps(self) -> str:
        """What stops at the maximum: `restoring`, `all` or `none`."""
        if isinstance(self.cap_resources, bool):
            return "all" if self.cap_resources else "none"
        return self.cap_resources
