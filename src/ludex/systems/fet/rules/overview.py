"""The timeline as a table (FET-TLN-1): who does what until when, in the order in which it ends; doubles show what their owners do."""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.state import Battle, Fighter, State, check_battle
from ludex.systems.fet.terms import Number


class CombatView(msgspec.Struct, frozen=True):
    """`combat_view` is given nothing."""


class ViewRow(msgspec.Struct, frozen=True):
    """One fighter on the timeline."""

    id: str
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    dead: bool
    kind: str | None = None
    impact: Number | None = None
    start: Number | None = None
    end: Number | None = None
    action_points: Number | None = None


class CombatViewed(msgspec.Struct, frozen=True):
    """The timeline as a table."""

    time: Number
    rows: tuple[ViewRow, ...]


@rule("FET-TLN-1")
async def combat_view(state: State, _given: CombatView) -> CombatViewed:
    """The timeline: by end of act, equal ends in listed order, those without an act last."""
    battle = check_battle(state)
    return CombatViewed(battle.time, tuple(_viewed(f) for f in in_order(battle)))


@rule("FET-SKX-11")
def with_doubles(battle: Battle) -> tuple[Fighter, ...]:
    """Everybody, doubles with what their owners do."""
    acts = {f.id: f.act for f in battle.fighters}
    return tuple(replace(f, act=acts.get(f.double_of)) if f.double_of else f for f in battle.fighters)


def in_order(battle: Battle) -> list[Fighter]:
    """Fighters by the end of their act, those without one last."""
    return sorted(with_doubles(battle), key=lambda f: (f.act is None, f.act.end if f.act else 0))


def _viewed(fighter: Fighter) -> ViewRow:
    act = fighter.act
    return ViewRow(
        id=fighter.id,
        stamina=fighter.stamina,
        stamina_max=fighter.maximum("stamina"),
        will=fighter.will,
        will_max=fighter.maximum("will"),
        dead=fighter.dead,
        kind=act.kind if act else None,
        impact=act.left if act else None,
        start=act.start if act else None,
        end=act.end if act else None,
        action_points=fighter.action_points,
    )
