"""What a viewer may know: the state without the rest, and the perception (感知) that decides it (MIR-LIT, MIR-SNS, MIR-CNC, MIR-LIV-40).

The GM knows everything. A player knows her own characters in full, of other players' all but the notes, and of the GM's what her
characters perceive: somebody visible by sight, of somebody hidden (匿迹) only that something is in that region, of somebody
untraceable (无踪) or secretly entered nothing. Observers know what the player characters together perceive. Nothing here draws,
tells or changes anything.
"""

from collections.abc import Collection
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.kept import kept_things, known_part, texts_of
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM, Viewer, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.view import Label
from ludex.core.visibility import masked
from ludex.systems.mirror.content import CharacterGiven, character_of
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.effects.sensing import (
    Perceived as Perceived,
    Surroundings as Surroundings,
    acuities as acuities,
    brightest as brightest,
    concealed as concealed,
    light_at as light_at,
    lights as lights,
    perceived as perceived,
    perceived_light as perceived_light,
    sensed as sensed,
    senses_of as senses_of,
    surroundings as surroundings,
)
from ludex.systems.mirror.sheet import BodyPart, Cell, Character, Item
from ludex.systems.mirror.state import FRESH, PC, Conflict, Fighter, Lasting, State, in_line
from ludex.systems.mirror.terms import Attribute, Defense, Method, Skill, words_of

SOMETHING = "@?"
"""Ids that begin so stand for somebody of whom only the region is known; by itself, for nobody in particular."""


class InView(msgspec.Struct, frozen=True):
    """Who is there in a state, sorted for one viewer: own characters, others by name, and those of whom only the region is known."""

    own: tuple[Character, ...]
    seen: tuple[Character, ...]
    guessed: tuple[Character, ...]

    @property
    def named(self) -> tuple[Character, ...]:
        return (*self.own, *self.seen)

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(c.id for c in self.named)


def present(state: State, viewer: Viewer) -> InView:
    """Who is there, sorted for a viewer: nothing is decided, the state is the one that she knows."""
    people = [c for i, c in state.characters.items() if not i.startswith("@")]
    own = tuple(c for c in people if viewer.gm or c.id in viewer.controls)
    seen = () if viewer.gm else tuple(c for c in people if c.id not in viewer.controls)
    return InView(own, seen, tuple(c for i, c in state.characters.items() if i.startswith(SOMETHING)))


SECRET = ("npcs", "encounters")
"""Kinds of content that are the GM's."""


def redact(state: State, viewer: Viewer) -> State:
    """The state as a viewer may know it (MIR-LIV-40)."""
    if viewer.gm:
        return state
    marked = masked(state, viewer)
    own = tuple(c for i, c in state.characters.items() if i in viewer.controls)
    observers = own or player_characters(state)
    kept: dict[str, Character] = {}
    lost: set[str] = set()
    for i, c in state.characters.items():
        level = 0 if i in viewer.controls else 1 if i.startswith(SOMETHING) else concealment(state, observers, c)
        if level == 0:
            known = marked.characters[i]
            kept[i] = known if i in viewer.controls else _from_outside(known, viewer)
        elif level == 1:
            something = f"{SOMETHING}{sum(known.startswith(SOMETHING) for known in kept) + 1}"
            kept[something] = replace(_stranger(), id=something, pos=c.pos)
        else:
            lost.add(i)
    people = {**state.away, **state.characters}
    names = {i: c.called for i, c in people.items() if i not in kept and not i.startswith(SOMETHING)}
    kept = {i: _estranged(c, names) if names and c.relations else c for i, c in kept.items()}
    shown = tuple(_effect(x, kept) for x in state.effects if _shows(state, x, kept))
    return replace(
        marked,
        characters=kept,
        effects=shown,
        conflict=_clock(state.conflict, kept, lost) if state.conflict is not None else None,
        catalogue=_library(
            state, [*map(_sheet_alone, (c for c in kept.values() if c.veiled is None)), *shown, state.stage]
        ),
        throwing=tuple(i for i in state.throwing if i in kept),
        declined={key: until for key, until in state.declined.items() if key.partition(" ")[0] in viewer.controls},
        reactions=tuple(r for r in state.reactions if not r.who or r.who in kept),
    )


def opened(state: State) -> State:
    return replace(state, catalogue=_library(state, ()), kept=()) if state.kept else state


def _library(state: State, known: Collection[msgspec.Struct]) -> dict[str, dict[str, Plain]]:
    """The table's own content without what the GM keeps, but for what stands in records that are known, and what that leans on."""
    open_kinds = {kind: records for kind, records in state.catalogue.items() if kind not in SECRET}
    return known_part(open_kinds, state.kept, texts_of(*known) if state.kept else ())


def kept_content(state: State) -> dict[str, str]:
    """What the GM has written and not opened, by its key, with what it is called; people and encounters come by their own deeds."""
    return kept_things({kind: held for kind, held in state.catalogue.items() if kind not in SECRET}, state.kept)


def _sheet_alone(c: Character) -> Character:
    return replace(c, name="", notes="", traumas=(), relations={}, favours=())


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What a viewer's odds take for granted: that strangers are ordinary opponents (MIR-LIV-43)."""
    known = redact(state, viewer).characters
    strange = {i: c for i, c in known.items() if c.veiled is not None or i.startswith(SOMETHING)}
    return {i: say("told.assumed", who=c.called) for i, c in strange.items()}


def player_characters(state: State) -> tuple[Character, ...]:
    return tuple(c for c in state.characters.values() if c.side == PC and not c.gm_played)


def concealment(state: State, observers: Collection[Character], target: Character) -> int:
    """How concealed somebody is from these observers together; companions and the GM's hidden ones aside."""
    if target.hidden:
        return 2
    if any(observer.side == target.side for observer in observers):
        return 0
    return min((concealed_from(state, observer, target) for observer in observers), default=2)


def concealed_from(state: State, observer: Character, target: Character) -> int:
    """How concealed one is from another. Of those who stand there it is worked out once for each state (a state never changes), for the
    many who look at it; who would stand somewhere else is another.
    """
    people = state.characters
    if people.get(observer.id) is not observer or people.get(target.id) is not target:
        return perceived(state, observer, target).concealment
    known: dict[tuple[str, str], int] = state.__dict__.setdefault("concealed", {})
    if (observer.id, target.id) not in known:
        known[observer.id, target.id] = perceived(state, observer, target).concealment
    return known[observer.id, target.id]


def _from_outside(c: Character, viewer: Viewer) -> Character:
    """Another's character: a player's, or one of the GM's as far as this table shows numbers."""
    if c.veiled is not None:
        return c
    if not c.gm_played:
        running = c.total_action and replace(c.total_action, begun={})  # on whom it will be done is not said yet
        return replace(c, total_action=running) if running else c
    banded = viewer.numbers == "bands"
    if viewer.numbers == "open":
        return replace(c, exempt=False, ra_used=False, minor_used=False, total_action=None)
    veiled = _veiled(c)
    return replace(veiled, veiled={"sp": _band(c.sp, c.sp_max), "ap": _band(c.ap, c.ap_most)}) if banded else veiled


@rule("MIR-LIV-40")
def _band(value: int, top: int) -> str:
    """How full something is: full, more than half, half or less, nothing left."""
    if value <= 0:
        return "empty"
    return "full" if value >= top else "ample" if 2 * value > top else "low"


@lru_cache(maxsize=1)
def _stranger() -> Character:
    """The assumed opponent (MIR-LIV-43: ours): LV 1, attributes 10, ranks 1, no DR, whole; one who is not clearly perceived."""
    made = CharacterGiven(
        name="?",
        lv=1,
        attributes=dict.fromkeys(words_of(Attribute), 10),
        skills=dict.fromkeys(words_of(Skill), 1),
        defenses=dict.fromkeys(words_of(Defense), 1),
        gm_played=True,
        side="",
        stealth=1,
    )
    return character_of(made, SOMETHING)


def _veiled(c: Character) -> Character:
    """What others see of her: who and where she is, her body with its wounds, and whether she is down; the assumed opponent's
    numbers stand in the place of hers (MIR-LIV-43)."""
    stranger = _stranger()
    return Character(
        id=c.id,
        veiled={},
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
        ap=stranger.ap_most,
        mov=stranger.ap_most,
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
    return replace(part, organs=(), taken=(), dr=None) if part.organs or part.taken or part.dr is not None else part


def _estranged(c: Character, names: dict[str, str]) -> Character:
    return replace(c, relations={names.get(other, other): relation for other, relation in c.relations.items()})


def _shows(state: State, effect: Lasting, kept: dict[str, Character]) -> bool:
    """Whether an effect is known: one on a person in sight, on a stranger only if her own side made it."""
    target = kept.get(effect.target)
    by = state.characters.get(effect.by)
    return target is not None and (target.veiled is None or (by is not None and by.side == PC))


def _effect(effect: Lasting, kept: dict[str, Character]) -> Lasting:
    """An effect without the length that only the GM knows (MIR-DUR-2), and without names out of sight."""
    remaining = None if effect.hidden else effect.remaining
    by = effect.by if effect.by in kept else ""
    return replace(effect, remaining=remaining, by=by, who=effect.who if effect.who in kept else "")


@rule("MIR-LIV-40", "MIR-LIV-41")
def _clock(conflict: Conflict, kept: dict[str, Character], lost: Collection[str]) -> Conflict:
    """The clock with those in sight. That somebody who is only noticed has the turn stays, not who nor when; while one has it who is
    not in sight, nobody has it and the clock stands as if she were not on it."""
    there = [i for i in conflict.acting if i not in lost and (i not in conflict.ended or i in kept)]
    unseen = conflict.turn in lost
    noticed = conflict.turn in there and conflict.turn not in kept
    return replace(
        conflict,
        tick=_next_in_sight(conflict, kept) if unseen or noticed else conflict.tick,
        stood={i: moment for i, moment in conflict.stood.items() if i in kept},
        fighters=tuple(_fighter(f, kept[f.id]) for f in conflict.fighters if f.id in kept),
        acting=() if unseen else tuple(i if i in kept else SOMETHING for i in there),
        ended=() if unseen else tuple(i for i in conflict.ended if i in kept),
        orders={key: order for key, order in conflict.orders.items() if all(i in kept for i in order)},
        fresh=tuple(replace(one, counts={}) for one in conflict.fresh if one.id in kept),
        moving=conflict.moving if conflict.moving in kept else "",
        moved=tuple(i for i in conflict.moved if i in kept),
        opened=tuple(i for i in conflict.opened if i in kept),
        later={i: actions for i, actions in conflict.later.items() if i in kept and kept[i].veiled is None},
    )


def _next_in_sight(conflict: Conflict, kept: dict[str, Character]) -> int:
    """The tick of this round on which one of those in sight is up next; with none left, where the last of them stood."""
    seen = [f for f in conflict.fighters if f.id in kept and not kept[f.id].out_of_play]
    coming = [min(f.current, conflict.tick) for f in seen if f.current >= 1]
    stood = [tick for i, (round_, tick) in conflict.stood.items() if i in kept and round_ == conflict.round]
    return max(coming, default=min(stood, default=FRESH))


def _fighter(fighter: Fighter, c: Character) -> Fighter:
    return replace(fighter, modifier=0, face=10) if c.veiled is not None else fighter


def heard(state: State, *people: str, goal: Cell | None = None) -> tuple[Who, ...]:
    """Who hears of something that happens to these people: those who can locate one of them, before or where they go (MIR-LIV-41).

    The first of several is whose deed it is: of one whom nobody can locate only those hear on whose side it falls."""
    there = [state.characters[i] for i in people if i in state.characters]
    involved = [*there, *(replace(c, pos=goal) for c in there if goal is not None)]
    players = player_characters(state)
    if not any(_lost(state, one, c) for c in involved for one in players):
        return (EVERYBODY,)
    return (GM, *(actor(one.id) for one in players if _learns(state, one, involved)))


@rule("MIR-LIV-41")
def in_sight(state: State) -> tuple[str, ...]:
    people = state.conflict.fighters if state.conflict is not None else ()
    return tuple(f.id for f in people if heard(state, f.id) == (EVERYBODY,))


def _learns(state: State, one: Character, involved: list[Character]) -> bool:
    """Whether an observer learns of what the first of these does, or what happens to her alone."""
    maker, found = involved[0], [c for c in involved if not _lost(state, one, c)]
    aside = any(c.id != maker.id for c in involved) and maker not in found
    return any(c.side == PC for c in found) if aside else bool(found)


def _lost(state: State, observer: Character, c: Character) -> bool:
    return c.id != observer.id and (c.hidden or concealment(state, (observer,), c) > 1)


def name_of(state: State, who: str, viewer: Viewer) -> Label:
    """What somebody is called in a state; one out of sight has no name."""
    character = state.characters.get(who)
    return character.called if character is not None else who if viewer.gm else say("told.somebody")


def overlooks(state: State, seen: InView, cell: Cell) -> bool:
    """Whether one of the viewer's characters has this region in her line of sight."""
    places = [c.pos for c in seen.own if c.pos is not None and not c.senses.blind]
    return not places or any(in_line(state.stage, place, cell) for place in places)


def in_the_dark(cause_disclosed: bool | None, target: str, viewer: Viewer) -> bool:
    """Whether an attack was aimed at something untraceable, of which this viewer learns only whether it hit (MIR-CNC-4); who is hit knows."""
    return cause_disclosed is not None and not cause_disclosed and not viewer.gm and target not in viewer.controls
