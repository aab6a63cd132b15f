"""Events of effects that act by themselves, of their limits, and of aims (live play)."""

import msgspec


class Of(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of events about one character."""

    who: str


class Reacted(Of, frozen=True, tag="reacted"):
    """An effect of hers acted by itself, or an action that waited for an event was used (on whom, and how it came out).

    Without a name: no more was let follow. On whom without a grade: what a step of an effect did to her.
    """

    effect: str = ""
    whom: str = ""
    grade: str = ""
    part: str = ""
    count: int = 0
    level: int = 0
    sp: int = 0


class LimitDrawn(Of, frozen=True, tag="limit_drawn"):
    """What was drawn on of the limits of an effect: a running one by its id, another by its source."""

    source: str
    spent: tuple[str, ...]


class LimitsRestored(Of, frozen=True, tag="limits_restored"):
    """Her limits that count until a rest of these kinds are whole again."""

    pers: tuple[str, ...]


class Begun(Of, frozen=True, tag="begun"):
    """A new sheet is in play: it is no draft any more."""


class Drafted(Of, frozen=True, tag="drafted"):
    """A new sheet is a draft, until something comes of it."""


class Grown(Of, frozen=True, tag="grown"):
    """A level came whose point, or ability, is still to be placed; without `open` that is settled."""

    ability: bool = False
    open: bool = True


class RoundOpened(Of, frozen=True, tag="round_opened"):
    """What the start of the round brought her is done."""


class FavourChanged(Of, frozen=True, tag="favour_changed"):
    """Favour is now this much; `reason`: what it was given or spent for."""

    favour: int
    reason: str = ""


class Aimed(Of, frozen=True, tag="aimed"):
    """She aimed at a part of somebody's."""

    target: str
    part: str


class ThrowingSet(Of, frozen=True, tag="throwing_set"):
    """Whether somebody's player throws her dice where the table would (MIR-LIV-4)."""

    on: bool
