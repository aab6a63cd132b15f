"""What may stand in a field of a command: what is offered to the person who types or clicks, and fields that several share."""

from ludex.core.deeds import ACTOR, ITEM, WHOLE, Field, Name, spellings
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, flag
from ludex.core.pairs import Pair
from ludex.core.say import say, term
from ludex.systems.fable.content import (
    AccessoryEntry,
    BlockEntry,
    E,
    FeatEntry,
    ItemEntry,
    SpellEntry,
    WeaponEntry,
    called_of,
    entries_of,
)
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules.arms import arms_of
from ludex.systems.fable.rules.npcs import AT_LARGE
from ludex.systems.fable.rules.property import BARE_HANDS, things_of
from ludex.systems.fable.rules.using import use_of
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry, Thing, known_feats
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Attribute, EffectKind, Kind, Opportunity, Team

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


def armors(state: State, _actor: str) -> dict[str, Name]:
    """Armour by key."""
    return {"none": ("无", "none"), **_names(ArmorEntry, state)}


def shields(state: State, _actor: str) -> dict[str, Name]:
    """Shields by key, and none."""
    return {"none": ("无盾", "no shield"), **_names(ShieldEntry, state)}


def weapons(state: State, _actor: str) -> dict[str, Name]:
    """Weapons by key."""
    return _names(WeaponEntry, state)


def in_off_hand(state: State, actor: str) -> dict[str, Name]:
    """What the off hand may hold: a weapon, a shield, nothing."""
    return {**weapons(state, actor), **shields(state, actor)}


def _owned(kind: type[E], state: State, actor: str) -> dict[str, Name]:
    """Entries of a kind that somebody owns."""
    known = _names(kind, state)
    there = things_of(state.characters[actor].sheet) if actor in state.characters else ()
    return {key: known[key] for key in there if key in known}


def owned_weapons(state: State, actor: str) -> dict[str, Name]:
    """Weapons that somebody owns, by key."""
    return _owned(WeaponEntry, state, actor)


def owned_armors(state: State, actor: str) -> dict[str, Name]:
    """Armour that somebody owns, and none."""
    return {"none": ("无", "none"), **_owned(ArmorEntry, state, actor)}


def owned_shields(state: State, actor: str) -> dict[str, Name]:
    """Shields that somebody owns, and none."""
    return {"none": ("无盾", "no shield"), **_owned(ShieldEntry, state, actor)}


def owned_accessories(state: State, actor: str) -> dict[str, Name]:
    """Accessories that somebody owns, and none."""
    return {"none": ("无", "none"), **_owned(AccessoryEntry, state, actor)}


def off_hand(state: State, actor: str) -> dict[str, Name]:
    """What somebody owns for the off hand."""
    return {**owned_weapons(state, actor), **owned_shields(state, actor)}


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


def spells(state: State, _actor: str) -> dict[str, Name]:
    """Spells by key."""
    return _names(SpellEntry, state)


def lore(state: State, _actor: str) -> dict[str, Name]:
    """Feats and spells by key, as people call them in either language."""
    return {**_names(FeatEntry, state), **_names(SpellEntry, state)}


def items(state: State, _actor: str) -> dict[str, Name]:
    """What inventory points are spent on, by key."""
    return _names(ItemEntry, state)


def blocks(state: State, _actor: str) -> dict[str, Name]:
    """Stat blocks by key."""
    return _names(BlockEntry, state)


def comers(state: State, actor: str) -> dict[str, Name]:
    """Whom `.召来` brings: stat blocks by key, and who left the scene or escaped, by name (FAB-LIV-56)."""
    left = {**state.away, **{who: c for who, c in state.characters.items() if c.fate in AT_LARGE}}
    kinds = blocks(state, actor)
    taken = [word for name in kinds.values() for word in spellings(name)]
    return {**{who: c.called for who, c in left.items() if c.called not in taken}, **kinds}


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
