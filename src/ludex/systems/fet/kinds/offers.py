"""What may stand in a field: suggestions that both typed lines and buttons make. Anything else that can be read may be typed as well."""

from collections.abc import Mapping

from ludex.core.deeds import Name, spellings
from ludex.systems.fet.content import english_names, people, races, skills, traits, weapons
from ludex.systems.fet.sheet import Race, Skill, Trait, Weapon
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, SIX, Attribute, Resource, WeaponType, Zone


def six(_state: State, _actor: str) -> dict[str, Name]:
    return {name: (Attribute(name).zh, Attribute(name).en) for name in SIX}


def eleven(_state: State, _actor: str) -> dict[str, Name]:
    return {name: (Attribute(name).zh, Attribute(name).en) for name in ELEVEN}


def fighters(state: State, _actor: str) -> dict[str, str]:
    return {f.id: state.called(f.id) for f in state.battle.fighters} if state.battle else {}


def everybody(state: State, _actor: str) -> dict[str, str]:
    return {who: state.called(who) for who in state.people}


def own_weapons(state: State, actor: str) -> tuple[str, ...]:
    """The weapons that somebody carries; of nobody in particular, all that are carried in the battle."""
    return tuple(_arms(state, actor))


def _arms(state: State, actor: str) -> dict[str, Weapon]:
    fighter, character = state.fighter(actor), state.characters.get(actor)
    if fighter is not None:
        return dict(fighter.weapons)
    if not actor and state.battle is not None:
        return {name: arm for one in state.battle.fighters for name, arm in one.weapons.items()}
    return {weapon.name: weapon for weapon in character.sheet.weapons} if character else {}


def own_blades(state: State, actor: str) -> tuple[str, ...]:
    """What somebody may strike with: all but guns."""
    return tuple(name for name, arm in _arms(state, actor).items() if arm.type != WeaponType.RANGED)


def own_guns(state: State, actor: str) -> tuple[str, ...]:
    return tuple(name for name, arm in _arms(state, actor).items() if arm.type == WeaponType.RANGED)


def zones(_state: State, _actor: str) -> dict[str, Name]:
    return {str(zone): (zone.zh, zone.en) for zone in Zone}


def resources(_state: State, _actor: str) -> dict[str, Name]:
    return {str(one): (one.zh, one.en) for one in Resource}


def things(state: State, actor: str) -> dict[str, str]:
    own = state.characters[actor].sheet.items if actor in state.characters else ()
    everything = [item for one in state.characters.values() for item in one.sheet.items] if not actor else own
    return {item.name: item.name for item in (*everything, *state.items.values())}


def own_things(state: State, actor: str) -> dict[str, str]:
    """What somebody carries: things and weapons."""
    sheet = state.characters[actor].sheet if actor in state.characters else None
    if sheet is None:
        return {}
    names = (*(one.name for one in sheet.items if not one.down), *(one.name for one in sheet.weapons if not one.down))
    return {name: name for name in names}


def all_weapons(state: State, actor: str) -> dict[str, Name]:
    own = {name: name for name in own_weapons(state, actor)}
    table = {one.name: one.name for one in weapons(state).values()}
    return {**own, **table}


def _names(cards: Mapping[str, Skill] | Mapping[str, Trait] | Mapping[str, Race]) -> dict[str, Name]:
    return {
        key: (card.name, english_names()[key]) if key in english_names() else card.name for key, card in cards.items()
    }


def all_skills(state: State, _actor: str) -> dict[str, Name]:
    return _names(skills(state))


def all_traits(state: State, _actor: str) -> dict[str, Name]:
    return _names(traits(state))


def all_races(state: State, _actor: str) -> dict[str, Name]:
    return _names(races(state))


def all_cards(state: State, actor: str) -> dict[str, Name]:
    return {**all_skills(state, actor), **all_traits(state, actor)}


def kept_cards(state: State, _actor: str) -> dict[str, str]:
    return state.kept_cards


def castable(state: State, actor: str) -> dict[str, Name]:
    """One's own skills, then those of the table; what is on the sheet in either language is offered once."""
    own = state.characters[actor].sheet.skills if actor in state.characters else ()
    mine: dict[str, Name] = {skill.name: skill.name for skill in own}
    table = {key: name for key, name in all_skills(state, actor).items() if not mine.keys() & {key, *spellings(name)}}
    return {**mine, **table}


def comers(state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """Everybody who can be put on the table by name: stat blocks, in both languages."""
    return {key: (one.name, english_names().get(key, one.name)) for key, one in people(state).items()}
