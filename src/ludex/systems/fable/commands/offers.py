"""What may stand in a field of a command: what is offered to the person who types or clicks, and fields that several share."""

from ludex.core.deeds import ACTOR, FLAG, ITEM, WHOLE, Field, Name, by_gm, spellings
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
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry, Thing
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Attribute, Opportunity

CHECKS = {f"{a}+{b}": say("can.pair", a=term(a), b=term(b)) for a in Attribute for b in Attribute if a <= b}
DLS = ("7", "10", "13", "16")
DETAILED = (Opportunity.ADVANTAGE, Opportunity.AFFLICTION, Opportunity.BONDING, Opportunity.PROGRESS)
STORIES = tuple(o for o in Opportunity if o not in (*DETAILED, *COMBAT_OPPORTUNITIES))
"""Uses of an opportunity that the table tells in words."""

DIFFICULTY, CIRCUMSTANCE, SHEET, STORY = (by_gm(kind) for kind in ("difficulty", "circumstance", "sheet", "story"))
"""Whose word an input is, where it is the GM's: a player who types it proposes (FAB-LIV-1, FAB-LIV-3)."""


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


def owned_weapons(state: State, actor: str) -> dict[str, Name]:
    """Weapons that somebody owns, by key."""
    if actor not in state.characters:
        return {}
    known = _names(WeaponEntry, state)
    return {key: known[key] for key in things_of(state.characters[actor].sheet) if key in known}


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


def arms(state: State, actor: str) -> dict[str, str]:
    """What somebody can attack with, by key."""
    return {key: strike.name for key, strike in arms_of(state, actor).items()} if actor in state.characters else {}


def paired(_state: State, _actor: str) -> dict[str, Pair]:
    """Two attributes together, as a check takes them."""
    return {f"{a}+{b}": (f"{a.zh}+{b.zh}", f"{a.en}+{b.en}") for a in Attribute for b in Attribute if a <= b}


# ---------------------------------------------------------------------- fields
MOD = Field("mod", WHOLE, required=False, keys=("修正",), default=0, owner=CIRCUMSTANCE, signed=True)
DL = Field("dl", WHOLE, required=False, keys=("难度",), owner=DIFFICULTY, among=DLS)
ERASE = Field("erase", FLAG, required=False, keys=("擦", "擦除"))
ATTRIBUTES = Field("attributes", keys=("属性",), spans=Attribute.holds, among=paired)
OTHER_ATTRIBUTES = Field("attributes", required=False, keys=("属性",), owner=CIRCUMSTANCE, among=paired)
TARGET = Field("target", ACTOR, keys=("目标",), among=people, refusal="unknown_character")
ANY_TARGET = Field("target", ACTOR, required=False, keys=("目标",), among=people, refusal="unknown_character")
ON_ROSTER = Field("target", ITEM, keys=("目标",), among=known_people, refusal="unknown_character")
TARGETS = Field("targets", ACTOR, several=True, keys=("目标",), among=people, refusal="unknown_character")
