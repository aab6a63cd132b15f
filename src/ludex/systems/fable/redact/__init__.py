"""What a viewer may know: the state without what is the GM's alone. Everything that a viewer gets is made of it.

The GM's alone are: hidden characters with every trace of them, hidden clocks, notes, Ultima Points and the table's own stat
blocks. Of NPCs that can be seen a viewer knows what was studied (FAB-PAC-6, FAB-LIV-39); the rest of the record is that of an
ordinary character, and `shown` says how far it can be trusted. Also here: who hears of a deed.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.principals import EVERYBODY, GM, Viewer, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.visibility import masked
from ludex.systems.fable.sheet import (
    BASE_CRISIS_VALUE,
    BASE_IP,
    Character,
    Dice,
    Five,
    Gauge,
    Sheet,
    Slot,
    Steps,
    five,
    things_of,
)
from ludex.systems.fable.state import Combatant, Conflict, State, TimedEffect
from ludex.systems.fable.terms import Kind, Rank

EVERYTHING = 3
NUMBERS, TRAITS, ATTACKS = 1, 2, 3
"""What the tiers of a study reveal, one after the other (FAB-PAC-6)."""

UNSEEN = "?"
"""Stands where somebody is meant of whom the viewer may not know."""

_ORDINARY = Gauge()
_DIE = Dice().dex


@rule("FAB-PAC-6")
def redact(state: State, viewer: Viewer) -> State:
    """The state as a viewer may know it (FAB-LIV-39, FAB-LIV-41)."""
    if viewer.gm:
        return state
    marked = masked(state, viewer)
    characters = {who: _known(c, viewer) for who, c in marked.characters.items()}
    gone = {who for who in state.characters if who not in characters}
    return replace(
        marked,
        characters={who: _without(c, gone) for who, c in characters.items()} if gone else characters,
        conflict=_conflict(state.conflict, characters, gone) if state.conflict else None,
        away={who: _without(_known(c, viewer), gone) for who, c in marked.away.items()},
        pending=tuple(one for one in state.pending if one.who in characters and one.target in characters),
        entered=tuple(who for who in state.entered if who in characters),
        effects=tuple(replace(e, by=UNSEEN) if e.by in gone else e for e in marked.effects if e.bearer not in gone),
        bonding=tuple(who for who in state.bonding if who in characters),
        things=state.opened(_read(characters.values()) if state.kept else ()).things,
    )


def open_table(state: State) -> State:
    """The table with what of its own content players choose among: what is open, and what stands on a player's sheet."""
    return state.opened(_read(c for c in state.characters.values() if c.kind is Kind.PC)) if state.kept else state


def _read(people: Iterable[Character]) -> set[str]:
    """What of the GM's own things is known all the same, by its key: what stands on a sheet as far as it may be read, and what lasts on somebody."""
    return {key for c in people for key in (*things_of(c.sheet), *c.sheet.learned, *c.sheet.spells, *c.spells_on)}


@rule("FAB-PAC-6")
def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What the odds take for granted: somebody who has not been studied far enough counts as ordinary (FAB-LIV-42)."""
    if viewer.gm:
        return {}
    known = {who: _known(c, viewer) for who, c in masked(state, viewer).characters.items()}
    return {who: say("told.assumed", who=c.called, size=_DIE) for who, c in known.items() if c.shown < TRAITS}


def knows_defences(state: State, roller: str, targets: tuple[str, ...]) -> bool:
    """Whether who rolls against defences knows them: an NPC's player does, a PC those of PCs and of whom she has studied (FAB-LIV-39)."""
    aimed = [state.characters[who] for who in targets]
    return state.characters[roller].kind is not Kind.PC or all(t.kind is Kind.PC or t.studied >= TRAITS for t in aimed)


# ---------------------------------------------------------------------- a character
def _known(character: Character, viewer: Viewer) -> Character:
    """Somebody as far as a viewer knows her: all of PCs, of others what was studied."""
    if character.id in viewer.controls or character.kind is Kind.PC:
        return character
    tier = EVERYTHING if viewer.numbers == "open" else character.studied
    tier = min(character.shown, max(tier, 0))
    known = replace(character, ultima=0, tier="", shown=tier, opportunities=())
    if not character.unmasked:
        known = replace(known, sheet=replace(known.sheet, goal=""))
    if tier < ATTACKS:
        known = replace(known, sheet=_defences(known.sheet), fp=0, ip=BASE_IP, used={})
    if tier < TRAITS:
        known = _ordinary(known)
    if tier >= NUMBERS:
        return known
    return _unmeasured(known, bands=viewer.numbers == "bands")


def _defences(sheet: Sheet) -> Sheet:
    return Sheet(
        items=tuple(replace(one, note="") for one in sheet.items if one.slot in (Slot.ARMOR, Slot.SHIELD)),
        worn=sheet.worn,
        held=sheet.held,
        init_mod=sheet.init_mod,
        spd=sheet.spd,
        replaces=sheet.replaces,
        life=sheet.life,
        species=sheet.species,
        goal=sheet.goal,
    )


def _ordinary(character: Character) -> Character:
    """Somebody of whom no dice, defences, affinities and traits are known."""
    sheet = character.sheet
    return replace(
        character,
        base=Dice(),
        up=Steps(),
        down=Steps(),
        stated_def=None,
        stated_mdef=None,
        reduction=0,
        affinities={t: a for t, a in character.affinities.items() if t in character.shown_types},
        immune=(),
        traits=character.shown_traits,
        bonds=(),
        sheet=Sheet(spd=sheet.spd, replaces=sheet.replaces, life=sheet.life, species=sheet.species, goal=sheet.goal),
    )


def _unmeasured(character: Character, *, bands: bool = False) -> Character:
    """Somebody of whom only what everybody can see is known: which gauges are broken, and whether she is in Crisis."""
    crisis, unbroken = character.crisis, character.unbroken
    usual = crisis == (unbroken <= BASE_CRISIS_VALUE)
    return replace(
        character,
        rank=Rank.SOLDIER,
        level=Character().level,
        hg=_broken_only(character.hg_now, character.hg_cap if bands else ()),
        mg=_broken_only(character.mg_now, character.mg.cap if bands else ()),
        banded=bands,
        lent={},
        crisis_value=BASE_CRISIS_VALUE if usual else unbroken if crisis else unbroken - 1,
        sheet=Sheet(goal=character.sheet.goal),
    )


def _broken_only(now: Five, top: tuple[int, ...]) -> Gauge:
    """Ordinary gauges, each full or broken; in bands one that is hurt has lost half."""

    def lost(place: int, cap: int) -> int:
        if now[place] <= 0:
            return cap
        return cap // 2 if top and now[place] < top[place] else 0

    return Gauge(lost=five(lost(place, cap) for place, cap in enumerate(_ORDINARY.cap)))


def _without(character: Character, gone: set[str]) -> Character:
    covering = "" if character.covering in gone else character.covering
    spells = {spell: UNSEEN if by in gone else by for spell, by in character.spells_on.items()}
    by = "" if character.downed_by in gone else character.downed_by
    return replace(character, covering=covering, spells_on=spells, downed_by=by)


# ---------------------------------------------------------------------- the clock
def _conflict(conflict: Conflict, known: dict[str, Character], gone: set[str]) -> Conflict:
    """The clock without those of whom the viewer may not know; SPD only of those whose numbers are known (FAB-LIV-39)."""
    return replace(
        conflict,
        tick=_seen_tick(conflict, gone),
        combatants=tuple(_combatant(c, known.get(c.id)) for c in conflict.combatants if c.id not in gone),
        order=tuple(who for who in conflict.order if who not in gone),
        acted=tuple(who for who in conflict.acted if who not in gone),
        parted=tuple(who for who in conflict.parted if who not in gone),
        turn="" if conflict.turn in gone else conflict.turn,
        actions_left=0 if conflict.turn in gone else conflict.actions_left,
        bought=conflict.bought and conflict.turn not in gone,
        guard_used=conflict.guard_used and conflict.turn not in gone,
        effects=tuple(_effect(e, gone) for e in conflict.effects if e.anchor not in gone),
    )


def _seen_tick(conflict: Conflict, gone: set[str]) -> int:
    """Where the clock stands for somebody who may not know of these: their ticks pass without a word (FAB-LIV-41)."""
    acting = [c.id for c in conflict.combatants if c.initiative >= conflict.tick]
    if not acting or any(who not in gone for who in acting):
        return conflict.tick
    coming = [c.initiative for c in conflict.combatants if c.id not in gone and c.initiative < conflict.tick]
    return max(1, max(coming, default=1))


def _combatant(combatant: Combatant, character: Character | None) -> Combatant:
    if character is None or character.shown >= NUMBERS:
        return combatant
    return replace(combatant, spd=0)


def _effect(effect: TimedEffect, gone: set[str]) -> TimedEffect:
    if effect.source not in gone:
        return effect
    return replace(effect, source=UNSEEN, record=effect.record and replace(effect.record, by=UNSEEN))


# ---------------------------------------------------------------------- who hears of a deed
def hidden_clock(state: State, name: str) -> bool:
    return any(c.hidden and c.name == name for c in state.clocks)


def heard(state: State, *people: str) -> tuple[Who, ...]:
    """Who hears of something that these people do: the GM alone, as long as one of them is hidden."""
    hidden = any(who in state.characters and state.characters[who].hidden for who in people)
    return (GM,) if hidden else (EVERYBODY,)


def visible(state: State) -> dict[str, str]:
    """Everybody whom all may see, by id with what each is called."""
    return {who: c.called for who, c in state.characters.items() if not c.hidden}
