"""Perception (感知): light, senses and concealment, always for one observer and one target (MIR-LIT, MIR-SNS, MIR-CNC)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.mirror.sheet import Senses
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Acuity, Light, Sense, Status, check_word

LEVELS = tuple(Light)
"""Light from dark to glare (MIR-LIT-1)."""

KEENNESS = tuple(Acuity)
CONCEALMENT = {Acuity.PRECISE: 0, Acuity.IMPRECISE: 1, Acuity.VAGUE: 2, Acuity.NONE: 2}  # MIR-SNS-3
ATK_PENALTY = (0, 5, 10)  # MIR-CNC-3, MIR-CNC-4
SPECIAL = {1: Acuity.IMPRECISE, 2: Acuity.PRECISE}
"""How keen tremor and heat sense are by level (MIR-SNS-5, MIR-SNS-6)."""

TOO_HOT = 3
"""Heat or cold of this strength stops heat sense (MIR-SNS-6)."""


class Source(msgspec.Struct, frozen=True):
    """A light source as far away as it is."""

    distance: int
    radius: int
    level: str = "normal"


class LightLevel(msgspec.Struct, frozen=True):
    """The light in a region."""

    ambient: str = "dark"
    sources: tuple[Source, ...] = ()


class LightFound(msgspec.Struct, frozen=True):
    """How bright it is."""

    light: str


class Perceive(msgspec.Struct, frozen=True, kw_only=True):
    """One observer (senses, or a character's id) and one target."""

    light: str = Light.NORMAL
    observer: Senses | str = Senses()
    target: str | None = None
    detectable: tuple[str, ...] = tuple(Sense)
    contact: bool = False
    temperature: int = 0


class Perceived(msgspec.Struct, frozen=True):
    """How the target is perceived, and what follows for attacks."""

    perceived_light: str
    acuity: str
    sense: str
    concealment: int
    knows_region: bool
    opening: bool
    atk_penalty: int


@rule("MIR-LIT-1", "MIR-LIT-2")
async def light_level(_state: State, given: LightLevel) -> LightFound:
    """The brightest of the surroundings and all sources."""
    for level in (given.ambient, *(s.level for s in given.sources)):
        check_word(Light, level)
    return LightFound(brightest(given.ambient, given.sources))


@rule("MIR-LIT-2")
def brightest(ambient: str, sources: tuple[Source, ...]) -> Light:
    """A source lights its radius at its level, and double that radius one level less."""
    found = LEVELS.index(Light(ambient))
    for source in sources:
        level = LEVELS.index(Light(source.level))
        if source.distance <= source.radius:
            found = max(found, level)
        elif source.distance <= 2 * source.radius:
            found = max(found, level - 1)
    return LEVELS[found]


@rule("MIR-SNS-2", "MIR-SNS-3", "MIR-CNC-1", "MIR-CNC-2", "MIR-CNC-3", "MIR-CNC-4")
async def perceive(state: State, given: Perceive) -> Perceived:
    """The keenest sense that reaches the target, and the concealment that leaves it."""
    check_word(Light, given.light)
    observer = state.who(given.observer).senses if isinstance(given.observer, str) else given.observer
    _check_senses(observer, given.detectable)
    target = state.who(given.target) if given.target is not None else None
    invisible = target is not None and Status.INVISIBLE in target.given
    stealth = target.stealth if target is not None else 0
    if target is not None and Status.STEALTH in target.given:
        stealth = max(1, stealth)  # Ruling E-32
    light = perceived_light(Light(given.light), observer)
    return sensed(acuities(observer, light, given, invisible=invisible), light, stealth)


def _check_senses(observer: Senses, detectable: tuple[str, ...]) -> None:
    for acuity in (observer.sight, observer.hearing, observer.smell):
        check_word(Acuity, acuity)
    for sense in detectable:
        check_word(Sense, sense)


@rule("MIR-SNS-4")
def perceived_light(light: Light, observer: Senses) -> Light:
    """Darkvision adds its level to the light, up to normal; it depends on sight."""
    if observer.blind or light is Light.GLARE:
        return light
    return LEVELS[min(LEVELS.index(Light.NORMAL), LEVELS.index(light) + max(0, observer.darkvision))]


@rule("MIR-LIT-3", "MIR-SNS-1", "MIR-SNS-5", "MIR-SNS-6", "MIR-CNC-2")
def acuities(observer: Senses, light: Light, given: Perceive, *, invisible: bool) -> dict[Sense, Acuity]:
    """How keenly each sense reaches the target; those that do not are left out."""
    dimmed = {Light.DIM: Acuity.IMPRECISE, Light.DARK: Acuity.VAGUE}.get(light, Acuity.PRECISE)
    found = {
        Sense.SIGHT: Acuity.NONE if observer.blind or invisible else _duller(Acuity(observer.sight), dimmed),
        Sense.HEARING: Acuity.NONE if observer.deaf else Acuity(observer.hearing),
        Sense.TREMOR: _special(observer.tremor, usable=given.contact and not observer.deaf),
        Sense.SMELL: Acuity(observer.smell),
        Sense.HEAT: _special(observer.heat, usable=abs(given.temperature) < TOO_HOT and not observer.numb),
    }
    return {s: a for s, a in found.items() if s in given.detectable and a is not Acuity.NONE}


def _duller(a: Acuity, b: Acuity) -> Acuity:
    return min(a, b, key=KEENNESS.index)


def _special(level: int, *, usable: bool) -> Acuity:
    return SPECIAL[min(level, 2)] if usable and level >= 1 else Acuity.NONE


def sensed(reached: dict[Sense, Acuity], light: Light, stealth: int) -> Perceived:
    """What the keenest sense gives; stealth raises concealment to its level at least."""
    sense = max(reached, key=lambda s: KEENNESS.index(reached[s]), default=None)
    acuity = Acuity.NONE if sense is None else reached[sense]
    concealment = max(CONCEALMENT[acuity], min(2, stealth))
    return Perceived(
        perceived_light=light,
        acuity=acuity,
        sense="none" if sense is None else sense,
        concealment=concealment,
        knows_region=concealment < 2,
        opening=concealment >= 1,
        atk_penalty=ATK_PENALTY[concealment],
    )
