"""How people perceive one another (MIR-LIT, MIR-SNS, MIR-CNC): light, senses, concealment. What a viewer may know rests on it."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.effects.counting import granted, in_force, shares
from ludex.core.effects.records import Phrase
from ludex.core.hints import once, remembered
from ludex.core.rule import rule
from ludex.systems.mirror.effects.bearing import UNSENSED, belongings, shipped_sources
from ludex.systems.mirror.sheet import Cell, Character, Place, Senses
from ludex.systems.mirror.state import Lamp, State, in_line
from ludex.systems.mirror.terms import Acuity, Light, PartStatus, Sense, Status

LEVELS = tuple(Light)
"""Light from dark to glare (MIR-LIT-1)."""

KEENNESS = tuple(Acuity)
CONCEALMENT = {Acuity.PRECISE: 0, Acuity.IMPRECISE: 1, Acuity.VAGUE: 2, Acuity.NONE: 2}  # MIR-SNS-3
ATK_PENALTY = (0, 5, 10)  # MIR-CNC-3, MIR-CNC-4
UNTRACEABLE = 2
"""The concealment of what is only suspected (MIR-CNC-4)."""
SPECIAL = {1: Acuity.IMPRECISE, 2: Acuity.PRECISE}
"""How keen tremor and heat sense are by level (MIR-SNS-5, MIR-SNS-6)."""

TOO_HOT = 3
"""Heat or cold of this strength stops heat sense (MIR-SNS-6)."""

ALL = tuple(Sense)
BLOCKED = tuple(s for s in Sense if s is not Sense.SIGHT)
"""The senses that reach whom nothing hides, and those that go round a wall."""

CARRIED: dict[str, dict[str, bool | str]] = {
    Sense.SIGHT: {"blind": True},
    Sense.HEARING: {"deaf": True},
    Sense.SMELL: {"smell": Acuity.NONE},
}
"""Senses that organs carry, and what their loss comes to."""


class Surroundings(msgspec.Struct, frozen=True):
    """What lies between an observer and a target: the light there, which senses can reach, contact, heat."""

    light: Light = Light.NORMAL
    detectable: tuple[str, ...] = ALL
    contact: bool = False
    temperature: int = 0


class Perceived(msgspec.Struct, frozen=True):
    perceived_light: str
    acuity: str
    sense: str
    concealment: int
    knows_region: bool
    opening: bool
    atk_penalty: int


@once
def lights(state: State) -> tuple[Lamp, ...]:
    """Everything that gives light: lamps, and what people hold (MIR-LIV-53)."""
    return (*state.stage.lamps, *carried_lights(state))


def light_at(state: State, cell: Cell) -> Light:
    """How bright it is in a region (MIR-LIT-2), by the surroundings and whatever gives light; worked out once for each state."""
    known: dict[Cell, Light] = state.__dict__.setdefault("light", {})
    if cell not in known:
        stage = state.stage
        known[cell] = brightest(
            stage.ambient, ((stage.distance(x.cell, cell), x.radius, x.level) for x in lights(state))
        )
    return known[cell]


def carried_lights(state: State) -> tuple[Lamp, ...]:
    """The lights that people hold or that their effects give, where they stand."""
    held = [
        Lamp(c.pos, item.light.radius, item.light.level, item.called)
        for c in state.characters.values()
        if c.pos is not None
        for item in belongings(c)
        if item.light is not None and item.place is Place.HELD
    ]
    given = [
        Lamp(c.pos, glow.number(), glow.value(1, Light.NORMAL))
        for c in state.characters.values()
        if c.pos is not None and not c.out_of_play
        for glow in granted(UNSENSED, state, c.id, "light")
    ]
    return (*held, *given)


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
    light = light_at(state, target.pos) if target.pos is not None else Light(stage.ambient)
    clear = observer.pos is None or target.pos is None or in_line(stage, observer.pos, target.pos)
    return Surroundings(light, ALL if clear else BLOCKED, True, stage.temperature)


def perceived(state: State, observer: Character, target: Character) -> Perceived:
    """How one character perceives another where both stand; a player's character does not at all whom the GM keeps secret."""
    around = surroundings(state, observer, target)
    swayed = _swayed(state, observer.id)
    if swayed.lost:
        around = replace(around, detectable=tuple(s for s in around.detectable if s not in swayed.lost))
    senses = _keener(senses_of(observer), swayed.senses)
    secret = target.hidden and not observer.gm_played  # MIR-LIV-44
    return sensed(senses, target, around, least=UNTRACEABLE if secret else concealed(state, target))


class _Swayed(msgspec.Struct, frozen=True):
    """What effects make of how somebody perceives and is perceived: senses that she lacks, those that she is granted, her least concealment."""

    lost: frozenset[str]
    senses: tuple[Phrase, ...]
    concealment: int


@rule("MIR-LIV-31", "MIR-LIV-32")
def _swayed(state: State, who: str) -> _Swayed:
    """Worked out once for each state, for the many who look at one another."""
    known: dict[str, _Swayed] = state.__dict__.setdefault("swayed", {})
    if who not in known:
        mine = in_force(UNSENSED, state, who)
        known[who] = _Swayed(
            frozenset(word for e in mine for word in e.denies),
            tuple(g for e in mine for g in e.grants if g.word == "sense"),
            max((s.value for s in shares(UNSENSED, state, who, ("concealment",))), default=0),
        )
    return known[who]


@rule("MIR-LIV-31", "MIR-LIV-39")
def _keener(senses: Senses, granted: tuple[Phrase, ...]) -> Senses:
    """Senses with those that effects grant: the keenest counts."""
    for phrase in granted:
        sense, keen = phrase.value(), phrase.value(1)
        if sense in (Sense.TREMOR, Sense.HEAT, "darkvision"):
            level = int(keen) if keen.isdigit() else 1
            senses = replace(senses, **{sense: max(getattr(senses, sense), level)})
        elif keen in KEENNESS and KEENNESS.index(Acuity(keen)) > KEENNESS.index(Acuity(getattr(senses, sense))):
            senses = replace(senses, **{sense: keen})
    return senses


@rule("MIR-LIV-32")
def concealed(state: State, target: Character) -> int:
    return _swayed(state, target.id).concealment


@once
@rule("MIR-LIV-36", "MIR-SNS-1")
def senses_of(c: Character) -> Senses:
    """Her senses with what her abilities make of them: the keenest counts."""
    senses = c.senses
    for ability in c.abilities:
        found = shipped_sources().abilities.get(ability.id, ability).senses
        keener = {s: a for s, a in found.items() if KEENNESS.index(Acuity(a)) > KEENNESS.index(getattr(senses, s))}
        senses = replace(senses, **keener) if keener else senses
    return carried(c, senses)


@rule("MIR-LIV-37")
def carried(c: Character, senses: Senses) -> Senses:
    """Her senses as far as organs carry them: gone with the last carrier, sight imprecise with a disabled one.

    Who is out of play does nothing with them; her player goes on watching as if they were whole (MIR-LIV-40).
    """
    if c.out_of_play:
        return senses
    for sense, lost in CARRIED.items():
        there = [(p, o) for p in c.parts for o in (*p.organs, *p.taken) if o.carries == sense]
        left = [p for p, o in there if not p.lost and o not in p.taken]
        if there and not left:
            senses = replace(senses, **lost)
        elif left and sense == Sense.SIGHT and all(p.status is PartStatus.DISABLED for p in left):
            dimmed = min(senses.sight, Acuity.IMPRECISE, key=lambda keen: KEENNESS.index(Acuity(keen)))
            senses = replace(senses, sight=dimmed)
    return senses


@rule("MIR-SNS-2", "MIR-SNS-3", "MIR-CNC-1", "MIR-CNC-2", "MIR-CNC-3", "MIR-CNC-4")
def sensed(observer: Senses, target: Character | None, around: Surroundings, *, least: int = 0) -> Perceived:
    """What the keenest sense that reaches the target gives; `least`: what stealth and effects raise concealment to (Ruling MIR-E-32)."""
    return _sensed(observer, around, target is not None and Status.INVISIBLE in target.given, least)


@remembered(4096)
def _sensed(observer: Senses, around: Surroundings, invisible: bool, least: int) -> Perceived:
    light = perceived_light(around.light, observer)
    reached = acuities(observer, light, around, invisible=invisible)
    sense = max(reached, key=lambda s: KEENNESS.index(reached[s]), default=None)
    acuity = Acuity.NONE if sense is None else reached[sense]
    level = max(CONCEALMENT[acuity], min(2, least))
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
        Sense.SIGHT: Acuity.NONE
        if observer.blind or invisible
        else min(Acuity(observer.sight), dimmed, key=KEENNESS.index),
        Sense.HEARING: Acuity.NONE if observer.deaf else Acuity(observer.hearing),
        Sense.TREMOR: _special(observer.tremor, usable=around.contact and not observer.deaf),
        Sense.SMELL: Acuity(observer.smell),
        Sense.HEAT: _special(observer.heat, usable=abs(around.temperature) < TOO_HOT and not observer.numb),
    }
    return {s: a for s, a in found.items() if s in around.detectable and a is not Acuity.NONE}


def _special(level: int, *, usable: bool) -> Acuity:
    return SPECIAL[min(level, 2)] if usable and level >= 1 else Acuity.NONE
