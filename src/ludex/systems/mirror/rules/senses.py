"""Perception (感知): what can be asked about light and senses (MIR-LIT, MIR-SNS). How it is worked out stands in `redact`."""

from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, SCENE, Asked, Field, Show
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.kinds.reading import perceived_at, query
from ludex.systems.mirror.redact import (
    SOMETHING,
    Perceived,
    Surroundings,
    brightest,
    concealed,
    light_at,
    perceived,
    sensed,
    senses_of,
    surroundings,
)
from ludex.systems.mirror.rules.movement import spot_of
from ludex.systems.mirror.sheet import Cell, Senses
from ludex.systems.mirror.state import State, spot
from ludex.systems.mirror.terms import Acuity, Light, Sense, check_word


class Source(msgspec.Struct, frozen=True):
    """A light source as far away as it is."""

    distance: int
    radius: int
    level: str = "normal"


class LightLevel(msgspec.Struct, frozen=True):
    """The light in a region."""

    ambient: str = "dark"
    sources: tuple[Source, ...] = ()


class LightLine(Deed, names=("光照", "light"), group="stage", who=ANYONE, beside=SCENE, example=".光照 3,3"):
    """`.光照 3,4`: how bright it is there."""

    region: Annotated[Cell, Field(required=False), Meant(spot_of)]

    def do(self, asked: Asked) -> Show:
        """The light of a region, or of where one stands."""
        return query("light_level", LightLevel(light_at(asked.state, self.region)))


class LightFound(msgspec.Struct, frozen=True):
    """How bright it is."""

    light: str


class Perceive(msgspec.Struct, frozen=True, kw_only=True):
    """One observer (senses, or a character's id) and one target: by its id, or whatever can be located in a region."""

    light: str = Light.NORMAL
    observer: Senses | str = Senses()
    target: str | None = None
    cell: Cell | None = None
    detectable: tuple[str, ...] = tuple(Sense)
    contact: bool = False
    temperature: int = 0


class PerceiveLine(Deed, names=("感知", "sense", "perceive"), group="stage", picture="eye", example=".感知 8,3"):
    """`.感知 山贼1`, `.感知 8,3`: how one's character perceives somebody, or whatever is in a region."""

    whom: Annotated[str, Field(), Meant(perceived_at)]

    def do(self, asked: Asked) -> Show:
        """The keenest sense that reaches there."""
        state: State = asked.state
        target = state.who(self.whom)
        if target.id.startswith(SOMETHING):
            return query("perceive", Perceive(observer=asked.actor, cell=target.pos))
        around = msgspec.structs.asdict(surroundings(state, state.who(asked.actor), target))
        return query("perceive", Perceive(observer=asked.actor, target=target.id, **around))


@rule("MIR-LIT-1", "MIR-LIT-2")
async def light_level(_state: State, given: LightLevel) -> LightFound:
    """The brightest of the surroundings and all sources."""
    for level in (given.ambient, *(s.level for s in given.sources)):
        check_word(Light, level)
    return LightFound(brightest(given.ambient, ((s.distance, s.radius, s.level) for s in given.sources)))


@rule("MIR-SNS-2", "MIR-SNS-3", "MIR-CNC-1", "MIR-CNC-2", "MIR-CNC-3", "MIR-CNC-4")
async def perceive(state: State, given: Perceive) -> Perceived:
    """The keenest sense that reaches the target, and the concealment that leaves it."""
    check_word(Light, given.light)
    observer = senses_of(state.who(given.observer)) if isinstance(given.observer, str) else given.observer
    for acuity in (observer.sight, observer.hearing, observer.smell):
        check_word(Acuity, acuity)
    for sense in given.detectable:
        check_word(Sense, sense)
    if given.cell is not None and isinstance(given.observer, str):
        return _at(state, given.observer, given.cell)
    target = state.who(given.target) if given.target is not None else None
    around = Surroundings(Light(given.light), given.detectable, given.contact, given.temperature)
    return sensed(observer, target, around, least=concealed(state, target) if target is not None else 0)


def _at(state: State, observer: str, cell: Cell) -> Perceived:
    """How the observer perceives what she can locate in a region."""
    me = state.who(observer)
    found = (
        perceived(state, me, c) for c in state.characters.values() if c.pos == cell and c.id != me.id and not c.hidden
    )
    seen = next((one for one in found if one.knows_region), None)
    if seen is None:
        raise RuleError("nobody_perceived", cell=spot(cell))
    return seen
