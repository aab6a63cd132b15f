"""What a viewer may know in boon: the one place that decides. Rules, commands and views are given what is left and ask nothing.

The GM knows everything. From everybody else are kept: secret characters, with the sides that nobody but they belong to
and every effect on them; where a hidden one, or one in unlit darkness, stands, but for its own side; notes and remembered failures, but for their owner; the
spells of an NPC, but for its own side; the GM's own stat blocks, and of the table's own content what is neither opened nor borne by
somebody whose sheet may be read. AP and who waits are open: who kept a dodge in hand is part of
the game. The numbers of NPCs are as open as the table's `numbers` say. Who stands in unlit darkness is seen by
nobody but her own side (BOO-LIV-30, BOO-LIV-31).
"""

from collections.abc import Collection, Iterable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.effects.counting import granted, joined, shares
from ludex.core.effects.sentences import is_secret
from ludex.core.explain import because
from ludex.core.packs import texts_in
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.visibility import masked
from ludex.systems.boon.content import known_library
from ludex.systems.boon.effects import WORDS, square
from ludex.systems.boon.sheet import Armor, Character, Item, Position
from ludex.systems.boon.state import Clock, Effect, Line, Side, State, yards_between
from ludex.systems.boon.terms import UNKNOWN, Earth


def redact(state: State, viewer: Viewer) -> State:
    """The state as this viewer may know it; where a reference must stay, `UNKNOWN` stands for those who are not there."""
    if viewer.gm:
        return state
    marked, allies = masked(state, viewer), _allies(state, viewer)
    unlit = {c.id for c in state.combatants if c.id not in allies and in_the_dark(state, c.position)}
    seen = (replace(c, hidden=True) if c.id in unlit else c for c in marked.combatants)
    people = tuple(_character(c, viewer, ally=c.id in allies, npc=not state.is_player(c)) for c in seen)
    there = {c.id for c in people}
    things = {t.id for t in marked.objects}
    sides = {c.side for c in people} | {s.id for s in state.sides if s.player}
    shown = tuple(_effect(e, there) for e in marked.effects if e.bearer in there | things or e.bearer.startswith("@"))
    return replace(
        marked,
        sides=tuple(_side(s, there) for s in state.sides if s.id in sides),
        combatants=people,
        effects=shown,
        clock=_clock(state.clock, there, sides),
        library=known_library(state.library, _known(people, shown) if state.library.kept else ()),
        story=tuple(line for line in state.story if _told_of(line, there)),
        veiled=tuple(c.id for c in people if c.hidden and c.id not in allies),
    )


def _known(people: Iterable[Character], effects: Iterable[Effect]) -> set[str]:
    """What of the GM's own content is known all the same, by name: what somebody bears whose sheet may be read, and what lasts before all eyes."""
    sheets = [replace(c, name="", notes="") for c in people if not c.veil]
    return {text for one in (*sheets, *effects) for text in texts_in(msgspec.to_builtins(one, enc_hook=str))}


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What a viewer's odds take for granted: nothing of where somebody hidden stands."""
    known = redact(state, viewer)
    numbers = {c.id: say("told.assumed_numbers", who=c.called) for c in known.combatants if c.veil}
    return numbers | {who: say("told.assumed", who=known.called(who)) for who in known.veiled}


def _allies(state: State, viewer: Viewer) -> frozenset[str]:
    """The viewer's own characters, and all of their sides."""
    own = {c.side for c in state.combatants if c.id in viewer.controls and c.side}
    return frozenset(c.id for c in state.combatants if c.id in viewer.controls or c.side in own)


def _character(character: Character, viewer: Viewer, *, ally: bool, npc: bool) -> Character:
    if npc and not ally and viewer.numbers != "open" and not character.veil:
        character = _veiled(character, bands=viewer.numbers == "bands")
    return replace(
        character,
        position=None if character.hidden and not ally else character.position,
        spells=() if npc and not ally else character.spells,
    )


def _veiled(npc: Character, *, bands: bool) -> Character:
    """An NPC without its numbers: AP, status, whether it is injured, what it holds and wears by name (BOO-LIV-44)."""
    left, kept = npc.health - npc.damage, ("id", "name", "side", "player", "ap", "ap_max", "hands", "size", "status")
    worn = npc.armor and _worn(Armor(name=npc.armor.name, shelf=npc.armor.shelf), npc.armor, bands=bands)
    degree = (0 if not npc.damage else 1) if bands else 0
    degree = 7 if bands and 4 * left < npc.health else 4 if npc.injured else degree
    return Character(
        **{name: getattr(npc, name) for name in kept},
        health=8,
        damage=8 if npc.damage >= npc.health else degree,
        armor=worn or None,
        items=tuple(_bare(item, bands=bands) for item in npc.items),
        spells=npc.spells,
        hidden=npc.hidden,
        position=npc.position,
        secret=npc.secret,
        used=npc.used,
        notes=npc.notes,
        veil="bands" if bands else "hidden",
    )


def _bare(item: Item, *, bands: bool) -> Item:
    """A thing by its name: what it is, where it is, and whether it is broken."""
    kept = ("id", "name", "shelf", "kind", "held", "lies", "lit", "hands", "reach", "range", "thrown")
    return _worn(Item(**{name: getattr(item, name) for name in kept}), item, bands=bands)


Wearing = TypeVar("Wearing", Item, Armor)


def _worn(seen: Wearing, thing: Wearing, *, bands: bool) -> Wearing:
    """What is seen of a thing's wear: that it is broken; with bands also whether it is worn."""
    if thing.durability is None or not (bands or thing.durability == 0):
        return seen
    left = 0 if thing.durability == 0 else 2 if thing.durability == thing.durability_max else 1
    return replace(seen, durability=left, durability_max=2)


def _side(side: Side, there: Collection[str]) -> Side:
    """Who leads it may be a secret."""
    return replace(side, leader="") if side.leader and side.leader not in there else side


def _effect(effect: Effect, there: Collection[str]) -> Effect:
    """Who made it may be a secret."""
    return replace(effect, by=_or_unknown(effect.by, there))


def _told_of(line: Line, there: Collection[str]) -> bool:
    """Whether a line of what effects did is about somebody known, and of nothing that was laid in secret."""
    who = str(line.said.facts.get("who", ""))
    return not is_secret(line.said) and (not who.startswith("@") or who[1:] in there)


def _clock(clock: Clock, there: Collection[str], sides: Collection[str]) -> Clock:
    """Who takes part unseen is ranked nowhere; only who leads an ambush keeps its place, because nobody else may act."""
    ambushers = clock.order[:1] if clock.surprise else ()
    order = (_or_unknown(s, sides) for s in clock.order if s in sides or s in ambushers)
    return replace(
        clock,
        order=tuple(order),
        holder=_or_unknown(clock.holder, there),
        choosing=_or_unknown(clock.choosing, sides),
        winner=_or_unknown(clock.winner, sides),
        passed=tuple(who for who in clock.passed if who in there),
        resting=tuple(who for who in clock.resting if who in there),
        came_from=_or_unknown(clock.came_from, there),
    )


def _or_unknown(who: str, known: Collection[str]) -> str:
    return who if not who or who in known else UNKNOWN


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
