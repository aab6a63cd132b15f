"""What a viewer may know: the state without the rest, and the perception (感知) that decides it (MIR-LIT, MIR-SNS, MIR-CNC, MIR-LIV-40).

The GM knows everything. A player knows her own characters in full, of other players' all but the notes, and of the GM's what her
characters perceive: somebody visible by sight, of somebody hidden (匿迹) only that something is in that region, of somebody
untraceable (无踪) or secretly entered nothing. Observers know what the player characters together perceive. Nothing here draws,
tells or changes anything.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.principals import EVERYBODY, GM, Viewer, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.view import Label
from ludex.systems.mirror.content import read_character, shipped
from ludex.systems.mirror.content.items import belongings
from ludex.systems.mirror.sheet import BodyPart, Cell, Character, Item, Place, Senses
from ludex.systems.mirror.state import Conflict, Effect, Fighter, Lamp, State, grid_of, in_line
from ludex.systems.mirror.terms import Acuity, Attribute, Defense, Light, Method, Sense, Skill, Status, words_of

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


SOMETHING = "@?"
"""Ids that begin so stand for somebody of whom only the region is known; by itself, for nobody in particular."""


class Veiled(Character, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Somebody whose numbers a viewer may not know: those of an assumed opponent stand in their place (MIR-LIV-43). Never stored."""


class Present(msgspec.Struct, frozen=True):
    """Who is there in a state, sorted for one viewer: own characters, others by name, and those of whom only the region is known."""

    own: tuple[Character, ...]
    seen: tuple[Character, ...]
    guessed: tuple[Character, ...]

    @property
    def named(self) -> tuple[Character, ...]:
        """Everybody who has a name."""
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


def present(state: State, viewer: Viewer) -> Present:
    """Who is there, sorted for a viewer: nothing is decided, the state is the one that she knows."""
    people = [c for i, c in state.characters.items() if not i.startswith("@")]
    own = tuple(c for c in people if viewer.gm or c.id in viewer.controls)
    seen = () if viewer.gm else tuple(c for c in people if c.id not in viewer.controls)
    return Present(own, seen, tuple(c for i, c in state.characters.items() if i.startswith(SOMETHING)))


def redact(state: State, viewer: Viewer) -> State:
    """The state as a viewer may know it (MIR-LIV-40)."""
    if viewer.gm:
        return state
    own = tuple(c for i, c in state.characters.items() if i in viewer.controls)
    observers = own or player_characters(state)
    kept: dict[str, Character] = {}
    for i, c in state.characters.items():
        level = 0 if i in viewer.controls else 1 if i.startswith(SOMETHING) else concealment(state, observers, c)
        if level == 0:
            kept[i] = c if i in viewer.controls else _from_outside(c, viewer)
        elif level == 1:
            something = f"{SOMETHING}{sum(known.startswith(SOMETHING) for known in kept) + 1}"
            kept[something] = replace(_stranger(), id=something, pos=c.pos)
    names = {i: c.called for i, c in state.characters.items() if i not in kept and not i.startswith(SOMETHING)}
    kept = {i: _estranged(c, names) if names and c.relations else c for i, c in kept.items()}
    return replace(
        state,
        characters=kept,
        effects=tuple(_effect(x, kept) for x in state.effects if _shows(state, x, kept)),
        conflict=_clock(state.conflict, kept) if state.conflict is not None else None,
        catalogue={kind: records for kind, records in state.catalogue.items() if kind != "npcs"},
    )


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What a viewer's odds take for granted: that strangers are ordinary opponents (MIR-LIV-43)."""
    known = redact(state, viewer).characters
    return {i: say("told.assumed", who=c.called) for i, c in known.items() if isinstance(c, Veiled)}


def player_characters(state: State) -> tuple[Character, ...]:
    """The characters that players play."""
    return tuple(c for c in state.characters.values() if c.side == PC and not c.gm_played)


def concealment(state: State, observers: Collection[Character], target: Character) -> int:
    """How concealed somebody is from these observers together; companions and the GM's hidden ones aside."""
    if target.hidden:
        return 2
    if any(observer.side == target.side for observer in observers):
        return 0
    return min((perceived(state, observer, target).concealment for observer in observers), default=2)


def _from_outside(c: Character, viewer: Viewer) -> Character:
    """Another's character: a player's without its notes, one of the GM's as far as this table shows numbers."""
    if isinstance(c, Veiled):
        return c
    if not c.gm_played:
        return replace(c, notes="") if c.notes else c
    if viewer.numbers == "open":
        return replace(c, notes="", exempt=False, ra_used=False, minor_used=False, total_action=None)
    return _veiled(c)


@lru_cache(maxsize=1)
def _stranger() -> Character:
    """The assumed opponent (MIR-LIV-43: ours): LV 1, attributes 10, ranks 1, no DR, whole; one who is not clearly perceived."""
    ranks = {"skills": dict.fromkeys(words_of(Skill), 1), "defenses": dict.fromkeys(words_of(Defense), 1)}
    even = dict.fromkeys(words_of(Attribute), 10)
    made = {"name": "?", "lv": 1, "attributes": even, "gm_played": True, "side": "", "stealth": 1, **ranks}
    return read_character(made, SOMETHING)


def _veiled(c: Character) -> Veiled:
    """What others see of her: who and where she is, her body with its wounds, and whether she is down."""
    stranger = _stranger()
    return Veiled(
        id=c.id,
        name=c.name,
        side=c.side,
        gm_played=c.gm_played,
        minion=c.minion,
        pos=c.pos,
        reach=c.reach,
        unplaced=1,
        method=Method.POINTS,
        base=stranger.base,
        skills=stranger.skills,
        defenses=stranger.defenses,
        sp=stranger.sp,
        parts=tuple(map(_outline, c.parts)),
        links=c.links,
        out_cold=("veiled",) if c.unconscious else (),
        dead=c.dead,
        dissolved=c.dissolved,
        items=tuple(_shown(item) for item in belongings(c) if item.used),
    )


def _shown(item: Item) -> Item:
    """A thing that is held or worn, as it is seen: what it is, not what it is good for."""
    return replace(item, dr=0, grants=(), text="")


def _outline(part: BodyPart) -> BodyPart:
    return replace(part, organs=(), dr=None) if part.organs or part.dr is not None else part


def _estranged(c: Character, names: dict[str, str]) -> Character:
    """Her relations to people out of sight stay as names."""
    return replace(c, relations={names.get(other, other): relation for other, relation in c.relations.items()})


def _shows(state: State, effect: Effect, kept: dict[str, Character]) -> bool:
    """Whether an effect is known: one on a person in sight, on a stranger only if her own side made it."""
    target = kept.get(effect.target)
    by = state.characters.get(effect.by)
    return target is not None and (not isinstance(target, Veiled) or (by is not None and by.side == PC))


def _effect(effect: Effect, kept: dict[str, Character]) -> Effect:
    """An effect without the length that only the GM knows (MIR-DUR-2), and without names out of sight."""
    remaining = None if effect.hidden else effect.remaining
    by = effect.by if effect.by in kept else ""
    return replace(effect, remaining=remaining, by=by, who=effect.who if effect.who in kept else "")


def _clock(conflict: Conflict, kept: dict[str, Character]) -> Conflict:
    """The clock with those in sight; that somebody else has the turn stays, not who."""
    return replace(
        conflict,
        fighters=tuple(_fighter(f, kept[f.id]) for f in conflict.fighters if f.id in kept),
        acting=tuple(i if i in kept else SOMETHING for i in conflict.acting if i not in conflict.ended or i in kept),
        ended=tuple(i for i in conflict.ended if i in kept),
        orders={key: order for key, order in conflict.orders.items() if all(i in kept for i in order)},
        fresh=tuple(one for one in conflict.fresh if one.id in kept),
        moving=conflict.moving if conflict.moving in kept else "",
        later={i: actions for i, actions in conflict.later.items() if i in kept and not isinstance(kept[i], Veiled)},
    )


def _fighter(fighter: Fighter, c: Character) -> Fighter:
    return replace(fighter, modifier=0, face=10) if isinstance(c, Veiled) else fighter


def heard(state: State, *people: str, goal: Cell | None = None) -> tuple[Who, ...]:
    """Who hears of something that happens to these people: those who can locate one of them, before or where they go (MIR-LIV-41)."""
    there = [state.characters[i] for i in people if i in state.characters]
    involved = [*there, *(replace(c, pos=tuple(goal)) for c in there if goal is not None)]
    players = player_characters(state)
    if not any(_lost(state, one, c) for c in involved for one in players):
        return (EVERYBODY,)
    return (GM, *(actor(one.id) for one in players if any(not _lost(state, one, c) for c in involved)))


def _lost(state: State, observer: Character, c: Character) -> bool:
    """Whether an observer cannot locate somebody."""
    return c.id != observer.id and (c.hidden or concealment(state, (observer,), c) > 1)


def name_of(state: State, who: str, viewer: Viewer) -> Label:
    """What somebody is called in a state; one out of sight has no name."""
    character = state.characters.get(who)
    return character.called if character is not None else who if viewer.gm else say("told.somebody")


def overlooks(state: State, seen: Present, cell: Cell) -> bool:
    """Whether one of the viewer's characters has this region in her line of sight."""
    places = [c.pos for c in seen.own if c.pos is not None and not c.senses.blind]
    return not places or any(in_line(state.stage, place, cell) for place in places)


def in_the_dark(cause_disclosed: bool | None, viewer: Viewer) -> bool:
    """Whether an attack was aimed at something untraceable, of which this viewer learns only whether it hit (MIR-CNC-4)."""
    return cause_disclosed is not None and not cause_disclosed and not viewer.gm


def light_at(state: State, cell: Cell) -> Light:
    """How bright it is in a region (MIR-LIT-2): by the surroundings, lamps, and what people hold (MIR-LIV-53)."""
    stage = state.stage
    grid = grid_of(stage.grid)
    lamps = (*stage.lamps, *carried_lights(state))
    return brightest(stage.ambient, ((grid.distance(x.cell, cell), x.radius, x.level) for x in lamps))


def carried_lights(state: State) -> tuple[Lamp, ...]:
    """The lights that people hold, where they stand."""
    return tuple(
        Lamp(c.pos, item.light.radius, item.light.level, item.called)
        for c in state.characters.values()
        if c.pos is not None
        for item in belongings(c)
        if item.light is not None and item.place is Place.HELD
    )


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
    detectable = tuple(s for s in Sense if clear or s is not Sense.SIGHT)
    return Surroundings(light, detectable, True, stage.temperature)


def perceived(state: State, observer: Character, target: Character) -> Perceived:
    """How one character perceives another where both stand."""
    return sensed(senses_of(observer), target, surroundings(state, observer, target))


@rule("MIR-LIV-36", "MIR-SNS-1")
def senses_of(c: Character) -> Senses:
    """Her senses with what her abilities make of them: the keenest counts."""
    senses = c.senses
    for ability in c.abilities:
        found = shipped().abilities.get(ability.id, ability).senses
        keener = {s: a for s, a in found.items() if KEENNESS.index(Acuity(a)) > KEENNESS.index(getattr(senses, s))}
        senses = replace(senses, **keener) if keener else senses
    return senses


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
