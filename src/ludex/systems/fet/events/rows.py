"""What events of a battle hold: how each act was settled, which numbers moved, what flowed, whom nothing holds any longer."""

import msgspec

from ludex.systems.fet.terms import Number


class Sway(msgspec.Struct, frozen=True):
    """What changed a blow or a healing: whose it is, what it is called, by how much."""

    who: str
    name: str
    by: Number


class Row(msgspec.Struct, frozen=True):
    """How one act (or one effect of a skill, or one of its targets) was settled.

    `named`: the skill behind it; `cut`: what debuffs took of it; `tool`: the weapon that it was done with.
    """

    who: str
    kind: str
    outcome: str
    impact: Number = 0
    target: str | None = None
    contested: Number = 0
    final: Number = 0
    added: Number | None = None
    reduced: Number | None = None
    absorbed: Number | None = None
    duration: Number | None = None
    until: Number | None = None
    effect: str | None = None
    resource: str | None = None
    times: int | None = None
    swayed: tuple[Sway, ...] = ()
    of: str | None = None
    named: str | None = None
    cut: Number | None = None
    tool: str | None = None


class Moved(msgspec.Struct, frozen=True):
    """A number of somebody's that was another one before: stamina, will or the standing shield (`what`); `top`: the most it can be."""

    who: str
    what: str
    was: Number
    now: Number
    top: Number | None = None


class Flow(msgspec.Struct, frozen=True):
    """What has flowed from one will to another in a barrier (FET-SKX-12)."""

    target: str
    user: str
    amount: Number


class Release(msgspec.Struct, frozen=True):
    """Whom a control, a freeze or a barrier (`kind`) holds no longer (FET-LIV-20)."""

    kind: str
    who: str
