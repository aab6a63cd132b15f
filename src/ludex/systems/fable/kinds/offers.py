"""What may stand in a field: what is offered to the person who types or clicks."""

from collections.abc import Callable

from ludex.core.deeds import Name
from ludex.core.pairs import Pair
from ludex.core.say import say, term
from ludex.systems.fable.content import E, called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import visible
from ludex.systems.fable.sheet import BARE_HANDS, known_feats, things_of
from ludex.systems.fable.sheet.entries import (
    AccessoryEntry,
    ArmorEntry,
    BlockEntry,
    FeatEntry,
    ItemEntry,
    ShieldEntry,
    SpellEntry,
    Thing,
    WeaponEntry,
)
from ludex.systems.fable.state import State, groups
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Attribute, EffectKind, Kind, Opportunity, TableName, Team

CHECKS = {f"{a}+{b}": say("can.pair", a=term(a), b=term(b)) for a in Attribute for b in Attribute if a <= b}
DLS = ("7", "10", "13", "16")
DETAILED = (Opportunity.ADVANTAGE, Opportunity.AFFLICTION, Opportunity.BONDING, Opportunity.PROGRESS)
STORIES = tuple(o for o in Opportunity if o not in (*DETAILED, *COMBAT_OPPORTUNITIES))
"""Uses of an opportunity that the table tells in words."""


def open_clocks(state: State, _actor: str = "") -> tuple[str, ...]:
    """The names of the clocks that all may see."""
    return tuple(clock.name for clock in state.clocks if not clock.hidden)


def names_of(kind: type[E], state: State) -> dict[str, Name]:
    """Entries by key: what comes with the system in both languages, the table's own as it is called."""
    return {key: name_of(key, entry) for key, entry in entries_of(kind, state.things).items()}


def name_of(key: str, entry: Thing) -> Name:
    """What an entry is called."""
    if isinstance(entry, BlockEntry):
        return (entry.name, entry.en.name) if entry.en.name else entry.name or key
    return (entry.name, key.replace("_", " ")) if called_of(entry.name) != entry.name else entry.name or key


def people(state: State, _actor: str) -> dict[str, str]:
    """Everybody whom all may see."""
    return visible(state)


def others(state: State, actor: str) -> tuple[str, ...]:
    """What everybody else is called whom all may see."""
    return tuple(name for who, name in visible(state).items() if who != actor)


Named = Callable[[State, str], dict[str, Name]]
"""What is offered by key, with what it is called."""


def _all(kind: type[E], **none: Name) -> Named:
    """Every entry of a kind by key, and what having none of it is called."""
    return lambda state, _actor: {**none, **names_of(kind, state)}


def _own(kind: type[E], **none: Name) -> Named:
    """The entries of a kind that somebody owns, and what having none of it is called."""

    def offered(state: State, actor: str) -> dict[str, Name]:
        there = things_of(state.characters[actor].sheet) if actor in state.characters else ()
        known = names_of(kind, state)
        return {**none, **{key: known[key] for key in there if key in known}}

    return offered


def both(*several: Named) -> Named:
    """What several offer, one after another."""
    return lambda state, actor: {key: name for offers in several for key, name in offers(state, actor).items()}


NONE, NO_SHIELD = ("无", "none"), ("无盾", "no shield")
armors, owned_armors = _all(ArmorEntry, none=NONE), _own(ArmorEntry, none=NONE)
shields, owned_shields = _all(ShieldEntry, none=NO_SHIELD), _own(ShieldEntry, none=NO_SHIELD)
weapons, owned_weapons = _all(WeaponEntry, none=NONE), _own(WeaponEntry)
in_off_hand, off_hand = both(weapons, shields), both(owned_weapons, owned_shields)
owned_accessories = _own(AccessoryEntry, none=NONE)
spells, items, blocks = _all(SpellEntry), _all(ItemEntry), _all(BlockEntry)
lore = both(_all(FeatEntry), spells)
"""Feats and spells, as people call them in either language."""


def owned(state: State, actor: str) -> dict[str, Name]:
    """Everything that somebody owns by key; where nobody in particular acts, everything there is."""
    if actor not in state.characters:
        return wares(state, actor)
    return {k: n for k, n in wares(state, actor).items() if k in things_of(state.characters[actor].sheet)}


def in_hand(state: State, actor: str) -> dict[str, Name]:
    """The weapons that somebody holds, and bare hands."""
    held = (*state.characters[actor].sheet.weapons, BARE_HANDS) if actor in state.characters else ()
    return {key: name for key, name in weapons(state, actor).items() if key in held}


def known_lore(state: State, actor: str) -> dict[str, Name]:
    """The feats and spells that somebody has learned."""
    who = state.characters.get(actor)
    known = (*known_feats(who), *who.sheet.spells) if who else ()
    return {key: name for key, name in lore(state, actor).items() if key in known}


def outside(state: State, _actor: str) -> dict[str, str]:
    """Who may still join the running conflict."""
    on = {c.id for c in state.conflict.combatants} if state.conflict else set()
    return {who: c.called for who, c in state.characters.items() if who not in on and not c.out}


def players_of_themselves(state: State, _actor: str) -> dict[str, Name]:
    """Who may play by itself: the sides that have NPCs, and each of these."""
    npcs = [c for c in state.characters.values() if c.kind is not Kind.PC and not c.out]
    teams = {c.team for c in npcs}
    sides: dict[str, Name] = {team.value: (team.zh, team.en) for team in Team if team in teams}
    return {**sides, **{c.called: c.called for c in npcs}}


def wares(state: State, _actor: str) -> dict[str, Name]:
    """Everything that can be bought, by key."""
    kinds = (WeaponEntry, ArmorEntry, ShieldEntry, AccessoryEntry)
    return {k: n for kind in kinds for k, n in names_of(kind, state).items() if k not in ("none", BARE_HANDS)}


def bearers(state: State, _actor: str) -> dict[str, str]:
    """Everybody, and the sides: who may bear an effect (FAB-LIV-31)."""
    return {**{who: c.called for who, c in state.characters.items()}, **{name: name for name in groups(state)}}


def sides(state: State, _actor: str) -> dict[str, Name]:
    """The usual sides, and those that the table named itself."""
    usual: dict[str, Name] = {team.value: (team.zh, team.en) for team in Team}
    return {**usual, **{c.team: c.team for c in state.characters.values() if c.team and c.team not in usual}}


def bonded(state: State, actor: str) -> dict[str, str]:
    """Those to whom somebody has a bond."""
    return {bond.target: bond.target for bond in state.characters[actor].bonds} if actor in state.characters else {}


def known_people(state: State, _actor: str) -> dict[str, str]:
    """Everybody at the table and on the roster."""
    return {who: c.called for who, c in {**state.characters, **state.away}.items()}


def durations(_state: State, _actor: str) -> dict[str, Pair]:
    """How long something may last; what counts, with how many behind it (FAB-LIV-37)."""
    return {kind.value: (kind.zh, kind.en) for kind in EffectKind}


def tables(_state: State, _actor: str) -> dict[str, Pair]:
    """The tables that can be looked up."""
    return {table.value: (table.zh, table.en) for table in TableName}


def paired(_state: State, _actor: str) -> dict[str, Pair]:
    """Two attributes together, as a check takes them, in the order in which they are named."""
    return {f"{a}+{b}": (f"{a.zh}+{b.zh}", f"{a.en}+{b.en}") for a in Attribute for b in Attribute}
