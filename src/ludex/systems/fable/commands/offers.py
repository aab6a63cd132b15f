"""What may stand in a field of a command: what is offered to the person who types or clicks, and fields that several share."""

from collections.abc import Callable

from ludex.core.deeds import ACTOR, ITEM, WHOLE, Field, Name, spellings
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, flag
from ludex.core.pairs import Pair
from ludex.core.say import say, term
from ludex.systems.fable.content import E, called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules.arms import arms_of
from ludex.systems.fable.rules.npcs import AT_LARGE
from ludex.systems.fable.rules.property import BARE_HANDS, things_of
from ludex.systems.fable.rules.using import use_of
from ludex.systems.fable.sheet import known_feats
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


# ---------------------------------------------------------------------- offers
def open_clocks(state: State) -> tuple[str, ...]:
    """The names of the clocks that all may see."""
    return tuple(clock.name for clock in state.clocks if not clock.hidden)


def clock_names(state: State, _actor: str) -> tuple[str, ...]:
    """The same, as a field offers them."""
    return open_clocks(state)


def _names(kind: type[E], state: State) -> dict[str, Name]:
    """Entries by key: what comes with the system in both languages, the table's own as it is called."""
    return {key: _name(key, entry) for key, entry in entries_of(kind, state.things).items()}


def _name(key: str, entry: Thing) -> Name:
    if isinstance(entry, BlockEntry):
        return (entry.name, entry.en.name) if entry.en.name else entry.name or key
    return (entry.name, key.replace("_", " ")) if called_of(entry.name) != entry.name else entry.name or key


def people(state: State, _actor: str) -> dict[str, str]:
    """Everybody whom all may see."""
    return visible(state)


Named = Callable[[State, str], dict[str, Name]]
"""What is offered by key, with what it is called."""


def _all(kind: type[E], **none: Name) -> Named:
    """Every entry of a kind by key, and what having none of it is called."""
    return lambda state, _actor: {**none, **_names(kind, state)}


def _own(kind: type[E], **none: Name) -> Named:
    """The entries of a kind that somebody owns, and what having none of it is called."""

    def offered(state: State, actor: str) -> dict[str, Name]:
        there = things_of(state.characters[actor].sheet) if actor in state.characters else ()
        known = _names(kind, state)
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


def usable_feats(state: State, actor: str) -> dict[str, Name]:
    """The feats of somebody that are used, not those that simply count."""
    entries, who = entries_of(FeatEntry, state.things), state.characters.get(actor)
    known = [key for key in known_feats(who) if key in entries and use_of(entries[key])] if who else []
    return {key: _name(key, entries[key]) for key in dict.fromkeys(known)}


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
    return {k: n for kind in kinds for k, n in _names(kind, state).items() if k not in ("none", BARE_HANDS)}


def comers(state: State, actor: str) -> dict[str, Name]:
    """Whom `.召来` brings: stat blocks by key, and who left the scene or escaped, by name (FAB-LIV-56)."""
    left = {**state.away, **{who: c for who, c in state.characters.items() if c.fate in AT_LARGE}}
    kinds = blocks(state, actor)
    taken = [word for name in kinds.values() for word in spellings(name)]
    return {**{who: c.called for who, c in left.items() if c.called not in taken}, **kinds}


def bearers(state: State, _actor: str) -> dict[str, str]:
    """Everybody, and the sides: who may bear an effect (FAB-LIV-31)."""
    return {**{who: c.called for who, c in state.characters.items()}, **{name: name for name in groups(state)}}


def known_people(state: State, _actor: str) -> dict[str, str]:
    """Everybody at the table and on the roster."""
    return {who: c.called for who, c in {**state.characters, **state.away}.items()}


def arms(state: State, actor: str) -> dict[str, Name]:
    """What somebody can attack with, by key, in either language."""
    known: dict[str, Name] = {**_names(WeaponEntry, state), **_names(SpellEntry, state)}
    there = arms_of(state, actor) if actor in state.characters else {}
    return {key: known.get(key, strike.name) for key, strike in there.items()}


def durations(_state: State, _actor: str) -> dict[str, Pair]:
    """How long something may last; what counts, with how many behind it (FAB-LIV-37)."""
    return {kind.value: (kind.zh, kind.en) for kind in EffectKind}


def tables(_state: State, _actor: str) -> dict[str, Pair]:
    """The tables that can be looked up."""
    return {table.value: (table.zh, table.en) for table in TableName}


def paired(_state: State, _actor: str) -> dict[str, Pair]:
    """Two attributes together, as a check takes them."""
    return {f"{a}+{b}": (f"{a.zh}+{b.zh}", f"{a.en}+{b.en}") for a in Attribute for b in Attribute if a <= b}


# ---------------------------------------------------------------------- fields
MOD = Field("mod", WHOLE, required=False, keys=("修正",), default=0, owner=CIRCUMSTANCE, signed=True)
DL = Field("dl", WHOLE, required=False, keys=("难度",), owner=DIFFICULTY, among=DLS)
ERASE = flag("erase", "擦", "擦除")
ATTRIBUTES = Field("attributes", keys=("属性",), spans=Attribute.holds, among=paired)
OTHER_ATTRIBUTES = Field("attributes", required=False, keys=("属性",), owner=CIRCUMSTANCE, among=paired)
TARGET = Field("target", ACTOR, keys=("目标",), among=people, refusal="unknown_character")
ANY_TARGET = Field("target", ACTOR, required=False, keys=("目标",), among=people, refusal="unknown_character")
ON_ROSTER = Field("target", ITEM, keys=("目标",), among=known_people, refusal="unknown_character")
TARGETS = Field("targets", ACTOR, several=True, keys=("目标",), among=people, refusal="unknown_character")
