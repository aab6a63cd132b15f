"""What may stand in a field: suggestions that both typed lines and buttons make, and whose word each kind of field is.

Labels only, said in the reader's language at the edge; anything else that can be read may be typed as well.
"""

from ludex.core.deeds import by_gm
from ludex.core.say import Label, say, term
from ludex.systems.fet.content import people, shipped, skills, traits
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, GROUPS, RESOURCES, SIX, Aim, BuffKind, Effect, Event

DIFFICULTY, CIRCUMSTANCE, STORY = (by_gm(k) for k in ("difficulty.target", "circumstance", "story"))
LEVEL, TRAIT, SKILL, WEAPON, SHEET = (by_gm(f"sheet.{k}") for k in ("level", "trait", "skill", "weapon", "sheet"))
GAIN, THING, MONEY, TIME, JOIN = (by_gm(f"story.{k}") for k in ("gain", "thing", "money", "time", "join"))
REACH = by_gm("circumstance.reach")
"""The GM's words, by their kinds, as FET-LIV-2 has them: each is allowed for itself."""

Labels = tuple[Label, ...]

ATTRIBUTES: Labels = tuple(map(term, SIX))
VALUES: Labels = tuple(map(term, ELEVEN))
IMPACTS: Labels = ("20", "50", "100")
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
EFFECTS: Labels = tuple(map(term, Effect))
AIMS: dict[str, Label] = {aim.value: say(f"view.aim_{aim.value}") for aim in Aim}
EVENTS: dict[str, Label] = {event.value: say(f"effects.occasions.{event.value}") for event in Event}
STANDING: Labels = tuple(
    map(term, (Effect.RETALIATE, Effect.REDUCE, Effect.GUARD, Effect.EMPOWER, Effect.SUMMON)),
)


def fighters(state: State, _actor: str) -> dict[str, str]:
    """Everybody in the battle, by id."""
    return {f.id: state.called(f.id) for f in state.battle.fighters} if state.battle else {}


def own_weapons(state: State, actor: str) -> tuple[str, ...]:
    """The weapons that somebody carries."""
    fighter, character = state.fighter(actor), state.characters.get(actor)
    if fighter is not None:
        return tuple(fighter.weapons)
    return tuple(weapon.name for weapon in character.sheet.weapons) if character else ()


def all_skills(state: State, _actor: str) -> dict[str, str]:
    """The skills that the table has, by key."""
    return {key: skill.name for key, skill in skills(state).items()}


def all_traits(state: State, _actor: str) -> dict[str, str]:
    """The traits that the table has, by key."""
    return {key: trait.name for key, trait in traits(state).items()}


def all_cards(state: State, actor: str) -> dict[str, str]:
    """Traits and skills, by key."""
    return {**all_skills(state, actor), **all_traits(state, actor)}


def castable(state: State, actor: str) -> tuple[str, ...]:
    """One's own skills, then those of the table."""
    own = state.characters[actor].sheet.skills if actor in state.characters else ()
    return tuple(dict.fromkeys((*(skill.name for skill in own), *all_skills(state, actor).values())))


def comers(state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """Whoever can be put on the table by name: stat blocks, in both languages."""
    return {key: (one.name, key if key in shipped().people else one.name) for key, one in people(state).items()}


def npcs() -> Labels:
    """The stat blocks that come with the system."""
    return tuple(say(f"things.{block}") for block in shipped().people)
