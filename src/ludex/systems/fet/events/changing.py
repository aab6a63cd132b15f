"""How events change the state: a character, a fighter or the battle in its place, with what belongs to both."""

import msgspec
from msgspec.structs import replace

from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import Extension, hindrance
from ludex.systems.fet.state import Battle, Character, Fighter, State, Tomb
from ludex.systems.fet.terms import Number, Resource, tidy

HISTORY = 60
"""How many levels and dealings a character remembers, and how many past acts a battle."""

CLOSED = 20
"""How many battles that are over stay readable (FET-LIV-19)."""

OWN_KINDS = ("skills", "traits", "weapons", "blocks", "races", "items", "builders", "places", "extensions")
"""What a table may have of its own."""


def with_character(state: State, who: str, character: Character) -> State:
    """The state with a character in its place."""
    return replace(state, characters={**state.characters, who: character})


def with_changes(state: State, who: str, **fields: object) -> State:
    """A character with other fields; nobody where there is none."""
    found = state.characters.get(who)
    return state if found is None else with_character(state, who, replace(found, **fields))


def with_fighter_changes(state: State, who: str, **fields: object) -> State:
    """A fighter with other fields; nobody where there is none, or no battle."""
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=with_fighters(state.battle, (replace(fighter, **fields),)))


def with_fighters(battle: Battle, changed: tuple[Fighter, ...]) -> Battle:
    """The battle with these fighters in their places."""
    now = {f.id: f for f in changed}
    return replace(battle, fighters=tuple(now.get(f.id, f) for f in battle.fighters))


def with_battle(state: State, battle: Battle) -> State:
    """The battle is so; fighters with a sheet keep their losses on it, and the rounds of their weapons (FET-LIV-9)."""
    return with_magazines(with_losses(replace(state, battle=battle), battle.fighters), battle.fighters)


def with_losses(state: State, fighters: tuple[Fighter, ...]) -> State:
    """What fighters have lost is their characters'."""
    characters = dict(state.characters)
    for fighter in fighters:
        found = characters.get(fighter.id)
        if found is None or hindrance(found.sheet):
            continue
        characters[fighter.id] = replace(
            found,
            stamina_lost=tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina),
            will_lost=tidy(fighter.maximum(Resource.WILL) - fighter.will),
            stamina_scar=fighter.stamina_scar,
            will_scar=fighter.will_scar,
            action_points=fighter.action_points,
            action_points_max=most_points(found, fighter.action_points),
        )
    return replace(state, characters=characters)


def with_magazines(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Magazines are as the battle has left them."""
    characters = dict(state.characters)
    for fighter in (f for f in fighters if f.id in characters):
        sheet = characters[fighter.id].sheet
        arms = tuple(
            replace(w, loaded=fighter.weapons[w.name].loaded) if w.magazine and w.name in fighter.weapons else w
            for w in sheet.weapons
        )
        characters[fighter.id] = replace(characters[fighter.id], sheet=replace(sheet, weapons=arms))
    return replace(state, characters=characters)


def most_points(character: Character, points: Number | None) -> Number | None:
    """The most action points that the GM has given."""
    return character.action_points_max if points is None else max(points, character.action_points_max or 0)


def passive_start_of(battle: Battle, found: Number | None) -> Number | None:
    """When the passive side starts is fixed once."""
    return found if battle.passive_start is None else battle.passive_start


def new_tombs(battle: Battle, fighters: tuple[Fighter, ...], time: Number) -> list[Tomb]:
    """Who lies entombed from now on (FET-LIV-41)."""
    before = {f.id: f.under("entombed", battle.time) for f in battle.fighters}
    now = [(f.id, f.under("entombed", time)) for f in fighters]
    return [Tomb(who, time, hold.until) for who, hold in now if hold is not None and hold != before.get(who)]


def extended(options: Options, extension: Extension) -> Options:
    """The table's options with those that an extension sets."""
    return msgspec.convert({**msgspec.to_builtins(options), **extension.options}, Options)
