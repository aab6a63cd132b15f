"""What may stand in a field: what is offered to the person who types or clicks, and how typed words become what procedures take."""

import json
from collections.abc import Callable, Iterable, Sequence

from ludex.core.bounds import whole
from ludex.core.deeds import Asked, Name
from ludex.core.errors import RuleError
from ludex.core.names import folded, named
from ludex.core.packs import pasted_json, pasted_toml, unreadable
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.say import Label, say, term
from ludex.systems.fable.content import E, called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import visible
from ludex.systems.fable.sheet import BARE_HANDS, things_of
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
from ludex.systems.fable.state import State, character_of, groups, team_of
from ludex.systems.fable.terms import (
    COMBAT_OPPORTUNITIES,
    Attribute,
    Domain,
    EffectKind,
    Kind,
    Opportunity,
    TableName,
    Team,
)

CHECKS = {f"{a}+{b}": say("can.pair", a=term(a), b=term(b)) for a in Attribute for b in Attribute if a <= b}
DLS = ("7", "10", "13", "16")
DETAILED = (Opportunity.ADVANTAGE, Opportunity.AFFLICTION, Opportunity.BONDING, Opportunity.PROGRESS)
STORIES = tuple(o for o in Opportunity if o not in (*DETAILED, *COMBAT_OPPORTUNITIES))
"""Uses of an opportunity that the table tells in words."""


def open_clocks(state: State, _actor: str = "") -> tuple[str, ...]:
    return tuple(clock.name for clock in state.clocks if not clock.hidden)


def names_of(kind: type[E], state: State) -> dict[str, Name]:
    """Entries by key: what comes with the system in both languages, the table's own as it is called."""
    return {key: name_of(key, entry) for key, entry in entries_of(kind, state.things).items()}


def name_of(key: str, entry: Thing) -> Name:
    if isinstance(entry, BlockEntry):
        return (entry.name, entry.en.name) if entry.en.name else entry.name or key
    return (entry.name, key.replace("_", " ")) if called_of(entry.name) != entry.name else entry.name or key


def people(state: State, _actor: str) -> dict[str, str]:
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
    known = (*who.sheet.learned, *who.sheet.spells) if who else ()
    return {key: name for key, name in lore(state, actor).items() if key in known}


def outside(state: State, _actor: str) -> dict[str, str]:
    on = {c.id for c in state.conflict.combatants} if state.conflict else set()
    return {who: c.called for who, c in state.characters.items() if who not in on and not c.out}


def players_of_themselves(state: State, _actor: str) -> dict[str, Name]:
    """Who may play by itself: the sides that have NPCs, and each of these."""
    npcs = [c for c in state.characters.values() if c.kind is not Kind.PC and not c.out]
    teams = {c.team for c in npcs}
    sides: dict[str, Name] = {team.value: (team.zh, team.en) for team in Team if team in teams}
    return {**sides, **{c.called: c.called for c in npcs}}


def wares(state: State, _actor: str) -> dict[str, Name]:
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
    return {bond.target: bond.target for bond in state.characters[actor].bonds} if actor in state.characters else {}


def known_people(state: State, _actor: str) -> dict[str, str]:
    return {who: c.called for who, c in {**state.characters, **state.away}.items()}


def durations(_state: State, _actor: str) -> dict[str, Pair]:
    """How long something may last; what counts, with how many behind it (FAB-LIV-37)."""
    return {kind.value: (kind.zh, kind.en) for kind in EffectKind}


def tables(_state: State, _actor: str) -> dict[str, Pair]:
    return {table.value: (table.zh, table.en) for table in TableName}


def paired(_state: State, _actor: str) -> dict[str, Pair]:
    """Two attributes together, as a check takes them, in the order in which they are named."""
    return {f"{a}+{b}": (f"{a.zh}+{b.zh}", f"{a.en}+{b.en}") for a in Attribute for b in Attribute}


# ---------------------------------------------------------------------- words as they are typed
def own(asked: Asked) -> str:
    """The id of the character a deed is about; a GM who names none is told whose turn it is, which is not the GM's to take."""
    conflict = asked.state.conflict
    if not asked.actor and asked.gm and conflict is not None and conflict.turn in asked.state.characters:
        raise RuleError("players_turn", who=asked.state.characters[conflict.turn].called)
    if not asked.actor:
        raise RuleError("nobody")
    return character_of(asked.state, asked.actor).id


def each_once(people: Iterable[str]) -> tuple[str, ...]:
    """Those who are named, each once: nobody is two targets or two helpers."""
    return tuple(dict.fromkeys(people))


def two_attributes(said: str) -> tuple[Attribute, Attribute]:
    """`灵巧+洞察`, `dex/ins`, `力量` (twice): the two attributes of a check, by key, name or abbreviation (FAB-LIV-28)."""
    parts = [part for part in said.replace("＋", "+").replace("/", "+").replace(",", "+").split("+") if part.strip()]
    try:
        first, second = [Attribute.read(part) for part in (parts * 2 if len(parts) == 1 else parts)]
    except (RuleError, ValueError):
        raise RuleError("bad_attributes", said=said, attributes=[a.value for a in Attribute]) from None
    return first, second


def actor_named(asked: Asked, said: str) -> str:
    """A character's id by the id, the name, or the unique beginning of either, among those whom the asker may know of."""
    state: State = asked.state
    known = {who: (who, c.called) for who, c in state.characters.items()}
    people = [called for _, called in known.values()]
    return named(said, known, unknown="unknown_character", who=said, characters=people)


def everybody_named(asked: Asked, said: Sequence[str]) -> tuple[str, ...]:
    """Those whom names mean: one by name, of a side those who can be seen and are still up."""
    state: State = asked.state
    up = {who for who, c in state.characters.items() if not c.fate and not c.hidden}
    sides = {folded(name): [who for who in members if who in up] for name, members in groups(state).items()}
    return each_once(who for name in said for who in sides.get(folded(name), ()) or (actor_named(asked, name),))


def only_foe(asked: Asked) -> tuple[str, ...]:
    """Whom an attack means that names nobody: the only enemy there is to see, else `no_target` (FAB-LIV-26)."""
    state: State = asked.state
    side = team_of(state, asked.actor)
    fought = {c.id for c in state.conflict.combatants} if state.conflict else set(state.characters)
    foes = [
        who
        for who in visible(state)
        if who in fought and team_of(state, who) != side and not state.characters[who].fate
    ]
    if len(foes) != 1:
        raise RuleError("no_target", clause="FAB-PCK-9", targets=[state.characters[who].called for who in foes])
    return (foes[0],)


def story_clock(asked: Asked, said: str) -> str:
    """The name of a clock that the asker may know of; the unique beginning of one is enough."""
    state: State = asked.state
    known = {clock.name: (clock.name,) for clock in state.clocks}
    return named(said, known, unknown="unknown_clock", clause="FAB-PCL-1", clock=said, clocks=list(known))


def domain_levels(words: Iterable[str]) -> dict[str, int]:
    """`武者3,参谋2` or `warrior:3`; a domain that there is none is left to the rule."""
    found: dict[str, int] = {}
    for word in words:
        name = word.rstrip("0123456789")
        said = name.rstrip(":：")
        found[Domain.said(said)] = whole(word[len(name) :] or "0") or 0
    return found


def read_pasted(text: str, *, example: Label) -> Plain:
    """Content as it was pasted: JSON if it begins like it, else TOML; where it cannot be read, the place is told."""
    try:
        found = pasted_json(text) if text.startswith("{") else pasted_toml(text)
    except json.JSONDecodeError as error:
        wrong = say("content.not_json_at", line=error.lineno, column=error.colno)
    except ValueError as error:
        wrong = unreadable(error)
    else:
        return found if isinstance(found, dict) else {}
    raise RuleError("bad_content", problems=[wrong, say("content.example", example=example)])
