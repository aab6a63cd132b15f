"""What a viewer may know in boon: the one place that decides; rules, commands and views ask here.

The GM knows everything. Players and observers do not know of secret characters, and do not see where a hidden one stands unless it
is their own or on the side of one of their own. AP, armour and wounds are open: who kept a dodge in hand is part of the game.
"""

from ludex.core.principals import OBSERVER, Viewer
from ludex.core.say import Say, say
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State

ONLOOKER = Viewer(OBSERVER)
"""What this viewer may know, everybody may."""


def knows(viewer: Viewer, character: Character) -> bool:
    """Whether the viewer knows that somebody is there at all."""
    return viewer.gm or not character.secret or character.id in viewer.controls


def people(state: State, viewer: Viewer = ONLOOKER) -> tuple[Character, ...]:
    """Everybody that the viewer knows of, in the order of the combatant list."""
    return tuple(c for c in state.combatants if knows(viewer, c))


def known(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The ids of everybody that the viewer knows of."""
    return tuple(c.id for c in people(state, viewer))


def mine(state: State, viewer: Viewer) -> tuple[Character, ...]:
    """The viewer's own characters."""
    return tuple(c for c in state.combatants if c.id in viewer.controls)


def sees_place(state: State, viewer: Viewer, character: Character) -> bool:
    """Whether the viewer knows where somebody stands."""
    friend = any(own.side and own.side == character.side for own in mine(state, viewer))
    return knows(viewer, character) and (viewer.gm or not character.hidden or friend or character.id in viewer.controls)


def sees_notes(viewer: Viewer, who: str) -> bool:
    """Whether the viewer may read somebody's notes and remembered failures."""
    return viewer.gm or who in viewer.controls


def name_of(state: State, viewer: Viewer, who: str) -> str | Say:
    """How the viewer calls somebody or something; a secret one is a stranger."""
    thing = None if state.find(who) else state.thing(who)
    return thing.called if thing else _person(state, viewer, who)


def openly(state: State, who: str) -> str | Say:
    """How somebody may be called before everybody."""
    return _person(state, ONLOOKER, who)


def _person(state: State, viewer: Viewer, who: str) -> str | Say:
    found = state.find(who)
    if found is None:
        return who
    return found.called if knows(viewer, found) else say("view.stranger")
