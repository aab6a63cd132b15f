"""A skill as data (FET-LAW-6): what it costs, what it does, in shares of the impact. Its legality is `rules/law.py`."""

import msgspec

from ludex.systems.fet.rounding import Number

DEBUFFED = ("attack", "move")
"""FET-DBF-1: what a debuff cuts unless it says otherwise."""


class Loss(msgspec.Struct, frozen=True):
    """What the user pays, as a share of the declared impact. `resource`: stamina, will or either."""

    resource: str = "stamina"
    share: Number = 1


class SkillEffect(msgspec.Struct, frozen=True):
    """One effect. `target`: one, self, source, attacker, all. Fields beyond the share belong to some kinds only."""

    kind: str
    share: Number = 1
    times: Number = 1
    target: str = ""
    resource: str = "stamina"
    resist: str | None = None
    duration: Number | None = None
    denies_action: bool = True
    applies_to: tuple[str, ...] = DEBUFFED
    drawn_from: str = msgspec.field(name="from", default="")
    of: str = ""
    points: Number = 0
    sort: str = ""


class Skill(msgspec.Struct, frozen=True):
    """技能. `wind_up` is the share of the rules' wind-up; `against` limits the effects (`higher_level`), else the drawbacks come."""

    name: str = ""
    attribute: str | tuple[str, ...] | None = None
    trigger: str = "active"
    condition: str = ""
    wind_up: Number = 1
    losses: tuple[Loss, ...] = ()
    effects: tuple[SkillEffect, ...] = ()
    drawbacks: tuple[SkillEffect, ...] = ()
    against: str = ""
    text: str = ""

    @property
    def instant(self) -> bool:
        """FET-SKX-4: takes no time."""
        return self.wind_up == 0
