"""Who may know what, and the perception (感知) that decides it (MIR-LIT, MIR-SNS, MIR-CNC). What is not passed on here reaches no viewer.

The GM knows everything. A player knows her own characters in full, and of others what her characters perceive: somebody
visible by sight, somebody hidden only by her region, somebody untraceable not at all. Observers see what the player
characters together perceive. Nothing here draws, tells or changes anything.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.view import Label
from ludex.systems.mirror.sheet import Cell, Character, Senses
from ludex.systems.mirror.state import Effect, Stage, State, grid_of, in_line
from ludex.systems.mirror.terms import Acuity, Light, Sense, Status

PC = "pc"
LEVELS = tuple(Light)
"""Light from dark to glare (MIR-LIT-1)."""

KEENNESS = tuple(Acuity)
CONCEALMENT = {Acuity.PRECISE: 0, Acuity.IMPRECISE: 1, Acuity.VAGUE: 2, Acuity.NONE: 2}  # MIR-SNS-3
ATK_PENALTY = (0, 5, 10)  # MIR-CNC-3, MIR-CNC-4
SPECIAL = {1: Acuity.IMPRECISE, 2: Acuity.PRECISE}
"""How keen tremor and heat sense are by level (MIR-SNS-5, MIR-SNS-6)."""

TOO_HOT = 3
"""Heat or cold of this strength stops heat sense (MIR-SNS-6)."""


class Known(msgspec.Struct, frozen=True):
    """What a viewer knows: own characters, others in sight, and those of whom only the region is known."""

    own: tuple[Character, ...]
    seen: tuple[Character, ...]
    guessed: tuple[Character, ...]
    effects: tuple[Effect, ...]

    @property
    def named(self) -> tuple[Character, ...]:
        """Everybody whose name may be said."""
        return (*self.own, *self.seen)

    @property
    def ids(self) -> frozenset[str]:
        """Their ids."""
        return frozenset(c.id for c in self.named)


class Surroundings(msgspec.Struct, frozen=True):
    """What lies between an observer and a target: the light there, which senses can reach, contact, heat."""

    light: Light = Light.NORMAL
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


def known(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The ids of those whom this viewer may know of."""
    return tuple(sorted(knowledge(state, viewer).ids))


def knowledge(state: State, viewer: Viewer) -> Known:
    """What this viewer knows of the table."""
    people = [c for i, c in state.characters.items() if not i.startswith("@")]
    if viewer.gm:
        return Known(tuple(people), (), (), state.effects)
    own = tuple(c for c in people if c.id in viewer.controls)
    observers = own or tuple(c for c in people if c.side == PC)
    levels = {c.id: concealment(state, observers, c) for c in people if c not in own}
    seen = tuple(c for c in people if levels.get(c.id) == 0)
    guessed = tuple(c for c in people if levels.get(c.id) == 1)
    mine = {c.id for c in (*own, *seen)}
    effects = tuple(_unhidden(x) for x in state.effects if x.target in mine)
    return Known(own, seen, guessed, effects)


def _unhidden(effect: Effect) -> Effect:
    """An effect without the length that only the GM knows (MIR-DUR-2)."""
    return replace(effect, remaining=None) if effect.hidden else effect


def concealment(state: State, observers: tuple[Character, ...], target: Character) -> int:
    """How concealed somebody is from these observers together; companions and the GM's hidden ones aside."""
    if target.hidden:
        return 2
    if any(observer.side == target.side for observer in observers):
        return 0
    return min((perceived(state, observer, target).concealment for observer in observers), default=2)


def name_of(state: State, who: str, viewer: Viewer) -> Label:
    """What somebody is called by this viewer; one out of sight has no name."""
    character = state.characters.get(who)
    if character is None:
        return who
    return character.called if viewer.gm or who in knowledge(state, viewer).ids else say("told.somebody")


def from_outside(c: Character) -> Character:
    """Only what others can see of her: no limits spent, no total action, no exemption."""
    return replace(c, exempt=False, ra_used=False, minor_used=False, total_action=None)


def overlooks(state: State, seen: Known, cell: Cell) -> bool:
    """Whether one of the viewer's characters has this region in her line of sight."""
    places = [c.pos for c in seen.own if c.pos is not None and not c.senses.blind]
    return not places or any(in_line(state.stage, place, cell) for place in places)


def in_the_dark(cause_disclosed: bool | None, viewer: Viewer) -> bool:
    """Whether an attack was aimed at something untraceable, of which this viewer learns only whether it hit (MIR-CNC-4)."""
    return cause_disclosed is False and not viewer.gm


def light_at(stage: Stage, cell: Cell) -> Light:
    """How bright it is in a region (MIR-LIT-2)."""
    grid = grid_of(stage.grid)
    return brightest(stage.ambient, ((grid.distance(x.cell, cell), x.radius, x.level) for x in stage.lamps))


@rule("MIR-LIT-2")
def brightest(ambient: str, sources: Iterable[tuple[int, int, str]]) -> Light:
    """The brightest of the surroundings and all sources; one lights its radius at its level, double that one level less."""
    found = LEVELS.index(Light(ambient))
    for distance, radius, light in sources:
        level = LEVELS.index(Light(light))
        if distance <= radius:
            found = max(found, level)
        elif distance <= 2 * radius:
            found = max(found, level - 1)
    return LEVELS[found]


def surroundings(state: State, observer: Character, target: Character) -> Surroundings:
    """What lies between two where they stand; off the stage there is the surroundings' light and nothing between."""
    stage = state.stage
    light = light_at(stage, target.pos) if target.pos is not None else Light(stage.ambient)
    clear = observer.pos is None or target.pos is None or in_line(stage, observer.pos, target.pos)
    detectable = tuple(s for s in Sense if clear or s is not Sense.SIGHT)
    return Surroundings(light, detectable, True, stage.temperature)


def perceived(state: State, observer: Character, target: Character) -> Perceived:
    """How one character perceives another where both stand."""
    return sensed(observer.senses, target, surroundings(state, observer, target))


@rule("MIR-SNS-2", "MIR-SNS-3", "MIR-CNC-1", "MIR-CNC-2", "MIR-CNC-3", "MIR-CNC-4")
def sensed(observer: Senses, target: Character | None, around: Surroundings) -> Perceived:
    """What the keenest sense that reaches the target gives; stealth raises concealment to its level at least."""
    given = target.given if target is not None else ()
    stealth = target.stealth if target is not None else 0
    if Status.STEALTH in given:
        stealth = max(1, stealth)  # Ruling MIR-E-32: at least hidden
    light = perceived_light(around.light, observer)
    reached = acuities(observer, light, around, invisible=Status.INVISIBLE in given)
    sense = max(reached, key=lambda s: KEENNESS.index(reached[s]), default=None)
    acuity = Acuity.NONE if sense is None else reached[sense]
    level = max(CONCEALMENT[acuity], min(2, stealth))
    return Perceived(
        perceived_light=light,
        acuity=acuity,
        sense="none" if sense is None else sense,
        concealment=level,
        knows_region=level < 2,
        opening=level >= 1,
        atk_penalty=ATK_PENALTY[level],
    )


@rule("MIR-SNS-4")
def perceived_light(light: Light, observer: Senses) -> Light:
    """Darkvision adds its level to the light, up to normal; it depends on sight."""
    if observer.blind or light is Light.GLARE:
        return light
    return LEVELS[min(LEVELS.index(Light.NORMAL), LEVELS.index(light) + max(0, observer.darkvision))]


@rule("MIR-LIT-3", "MIR-SNS-1", "MIR-SNS-5", "MIR-SNS-6", "MIR-CNC-2")
def acuities(observer: Senses, light: Light, around: Surroundings, *, invisible: bool) -> dict[Sense, Acuity]:
    """How keenly each sense reaches the target; those that do not are left out."""
    dimmed = {Light.DIM: Acuity.IMPRECISE, Light.DARK: Acuity.VAGUE}.get(light, Acuity.PRECISE)
    found = {
        Sense.SIGHT: Acuity.NONE if observer.blind or invisible else _duller(Acuity(observer.sight), dimmed),
        Sense.HEARING: Acuity.NONE if observer.deaf else Acuity(observer.hearing),
        Sense.TREMOR: _special(observer.tremor, usable=around.contact and not observer.deaf),
        Sense.SMELL: Acuity(observer.smell),
        Sense.HEAT: _special(observer.heat, usable=abs(around.temperature) < TOO_HOT and not observer.numb),
    }
    return {s: a for s, a in found.items() if s in around.detectable and a is not Acuity.NONE}


def _duller(a: Acuity, b: Acuity) -> Acuity:
    return min(a, b, key=KEENNESS.index)


def _special(level: int, *, usable: bool) -> Acuity:
    return SPECIAL[min(level, 2)] if usable and level >= 1 else Acuity.NONE
