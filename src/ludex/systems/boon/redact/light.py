"""Light and dark on the board (BOO-LIV-30, BOO-LIV-31): who stands in unlit darkness is seen by nobody but her own side (BOO-LIV-44)."""

from ludex.core.effects.counting import granted, joined, shares
from ludex.core.explain import because
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS, square
from ludex.systems.boon.sheet import Position
from ludex.systems.boon.state import State, yards_between
from ludex.systems.boon.terms import Earth

LIGHT_YARDS = 5
"""How far a square with a light shines (BOO-LIV-30)."""


@rule("BOO-LIV-30", "BOO-LIV-44")
def in_the_dark(state: State, at: Position | None) -> bool:
    """Whether a square lies in darkness that no light reaches."""
    dark = any(g.kind == Earth.DARK and at in g.cells and not g.secret for g in state.ground) if at else False
    return at is not None and dark and not lit(state, at)


@rule("BOO-LIV-31")
def lit(state: State, at: Position) -> bool:
    """Whether a light reaches a square: of somebody who holds one, of an effect, of a square."""
    return any(yards_between(at, light) <= reach for light, reach in lights(state))


def lights(state: State) -> list[tuple[Position, int]]:
    """Every light on the map with its reach in yards."""
    found = [
        (c.position, i.light)
        for c in state.combatants
        if c.position
        for i in c.items
        if i.lit and i.in_hand and i.light
    ]
    found += [(c.position, reach) for c in state.combatants if c.position and (reach := _light(state, c.id))]
    lying = [(i.lies, i.light) for c in state.combatants for i in c.items if i.lit and i.lies and i.light]
    people = {c.id for c in state.combatants}
    there = ((square(state, e.bearer), e) for e in state.effects if e.bearer not in people)
    laid = [(at, g.number()) for at, e in there if at for g in e.grants if g.word == "light"]
    lit = [(cell, LIGHT_YARDS) for g in state.ground if g.kind == Earth.LIGHT and not g.secret for cell in g.cells]
    return [*found, *lying, *laid, *lit]


def _light(state: State, who: str) -> int:
    """The light that effects give somebody: as a grant, or as a number."""
    if not state.swayed:
        return 0
    mine = shares(WORDS, state, who, ("light",))
    number = int(joined(WORDS, "light", (because(0, "why.bonus"),), mine).value) if mine else 0
    return max((number, *(g.number() for g in granted(WORDS, state, who, "light"))))
