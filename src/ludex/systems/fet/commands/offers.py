"""What may stand in a field: suggestions that both typed lines and buttons make, and whose word each kind of field is.

Labels only, said in the reader's language at the edge; anything else that can be read may be typed as well.
"""

from collections.abc import Mapping

from ludex.core.deeds import Name, by_gm, spellings
from ludex.core.say import Label, say, term
from ludex.systems.fet.content import english_names, people, races, shipped, skills, traits
from ludex.systems.fet.sheet import Race, Skill, Trait
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, GROUPS, RESOURCES, SIX, Attribute, BuffKind, Effect

DIFFICULTY, CIRCUMSTANCE, STORY = (by_gm(k) for k in ("difficulty.target", "circumstance", "story"))
LEVEL, TRAIT, SKILL, WEAPON, SHEET = (by_gm(f"sheet.{k}") for k in ("level", "trait", "skill", "weapon", "sheet"))
GAIN, THING, MONEY, TIME, JOIN = (by_gm(f"story.{k}") for k in ("gain", "thing", "money", "time", "join"))
REACH = by_gm("circumstance.reach")
"""The GM's words, by their kinds, as FET-LIV-2 has them: each is allowed for itself."""

Labels = tuple[Label, ...]

ATTRIBUTES: Labels = tuple(map(term, SIX))
VALUES: Labels = tuple(map(term, ELEVEN))
FIGURES = (20, 50, 100)
IMPACTS: Labels = tuple(map(str, FIGURES))
TIMES: Labels = ("+1", "+5", "+10")
SHOTS: Labels = ("1", "2", "3")
LASTS: dict[str, Label] = {"10t": "10t", "3次": say("view.for_acts", n=3)}
CHANGED: Labels = (*VALUES, *map(term, (*GROUPS, "all")))
BUFF_KINDS: Labels = tuple(map(term, BuffKind))
SCOPES: dict[str, Label] = {
    f"{sign}{of}": say(f"view.{way}_scope", of=term(of))
    for sign, way in (("-", "less"), ("+", "more"))
    for of in (*RESOURCES, "all")
}
POOLS: Labels = tuple(map(term, RESOURCES))
SHIELDED: Labels = (*POOLS, term("all"))
STANDING: Labels = tuple(
    map(term, (Effect.RETALIATE, Effect.REDUCE, Effect.GUARD, Effect.EMPOWER, Effect.SUMMON)),
)


def six(_state: State, _actor: str) -> dict[str, Name]:
    """The attributes of acts, by key."""
    return {name: (Attribute(name).zh, Attribute(name).en) for name in SIX}


def eleven(_state: State, _actor: str) -> dict[str, Name]:
    """What is checked with, by key."""
    return {name: (Attribute(name).zh, Attribute(name).en) for name in ELEVEN}


def fighters(state: State, _actor: str) -> dict[str, str]:
    """Everybody in the battle, by id."""
    return {f.id: state.called(f.id) for f in state.battle.fighters} if state.battle else {}


def everybody(state: State, _actor: str) -> dict[str, str]:
    """Everybody with a sheet or in the battle, by id."""
    return {who: state.called(who) for who in state.people}


def own_weapons(state: State, actor: str) -> tuple[str, ...]:
    """The weapons that somebody carries."""
    fighter, character = state.fighter(actor), state.characters.get(actor)
    if fighter is not None:
        return tuple(fighter.weapons)
    return tuple(weapon.name for weapon in character.sheet.weapons) if character else ()


def _names(cards: Mapping[str, Skill] | Mapping[str, Trait] | Mapping[str, Race]) -> dict[str, Name]:
    """Cards by key, in both languages where they ship."""
    return {
        key: (card.name, english_names()[key]) if key in english_names() else card.name for key, card in cards.items()
    }


def all_skills(state: State, _actor: str) -> dict[str, Name]:
    """The skills that the table has, by key."""
    return _names(skills(state))


def all_traits(state: State, _actor: str) -> dict[str, Name]:
    """The traits that the table has, by key."""
    return _names(traits(state))


def all_races(state: State, _actor: str) -> dict[str, Name]:
    """The races that the table has, by key."""
    return _names(races(state))


def all_cards(state: State, actor: str) -> dict[str, Name]:
    """Traits and skills, by key."""
    return {**all_skills(state, actor), **all_traits(state, actor)}


def castable(state: State, actor: str) -> dict[str, Name]:
    """One's own skills, then those of the table; what is on the sheet in either language is offered once."""
    own = state.characters[actor].sheet.skills if actor in state.characters else ()
    mine: dict[str, Name] = {skill.name: skill.name for skill in own}
    table = {key: name for key, name in all_skills(state, actor).items() if not mine.keys() & {key, *spellings(name)}}
    return {**mine, **table}


def comers(state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """Everybody who can be put on the table by name: stat blocks, in both languages."""
    return {key: (one.name, english_names().get(key, one.name)) for key, one in people(state).items()}


def npcs() -> Labels:
    """The stat blocks that come with the system."""
    return tuple(say(f"things.{block}") for block in shipped().people)
