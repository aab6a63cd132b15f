"""Who perceives whom on the stage: light where the target stands, walls between, and the senses of the observer.

The rules are those of `senses.py`; here they get their inputs from the table instead of from a question.
"""

from ludex.systems.mirror.rules.senses import Perceive, Perceived, Source, acuities, brightest, perceived_light, sensed
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Stage, State, grid_of, in_line
from ludex.systems.mirror.terms import Light, Sense, Status

OPEN_AIR = tuple(Sense)
BEHIND_WALLS = tuple(s for s in Sense if s is not Sense.SIGHT)


def light_at(stage: Stage, cell: Cell) -> Light:
    """How bright it is in a region (MIR-LIT-2)."""
    grid = grid_of(stage.grid)
    sources = tuple(Source(grid.distance(lamp.cell, cell), lamp.radius, lamp.level) for lamp in stage.lamps)
    return brightest(stage.ambient, sources)


def sees(state: State, observer: Character, target: Character) -> Perceived:
    """How one character perceives another where both stand; off the stage, in the surroundings' light."""
    stage = state.stage
    placed = observer.pos is not None and target.pos is not None
    light = light_at(stage, target.pos) if target.pos is not None else Light(stage.ambient)
    clear = not placed or in_line(stage, observer.pos or (0, 0), target.pos or (0, 0))
    given = Perceive(
        light=light,
        detectable=OPEN_AIR if clear else BEHIND_WALLS,
        contact=True,
        temperature=stage.temperature,
    )
    lit = perceived_light(light, observer.senses)
    reached = acuities(observer.senses, lit, given, invisible=Status.INVISIBLE in target.given)
    stealth = max(target.stealth, 1) if Status.STEALTH in target.given else target.stealth
    return sensed(reached, lit, stealth)
