"""A fable table as one viewer sees it: characters, the clock, the story. It is drawn from what that viewer may know (redact)."""

from ludex.core.principals import Viewer
from ludex.core.view import Section, View
from ludex.systems.fable.state import State
from ludex.systems.fable.views.look.clock import conflict_section, story_section
from ludex.systems.fable.views.look.people import background_section, character_section


def look(state: State, viewer: Viewer) -> View:
    """Who on the left, the clock and the story in the middle, and what can be done now."""
    people = tuple(character_section(state, viewer, who) for who in _order(state, viewer))
    where = (conflict_section(state, viewer), story_section(state, viewer), *_backgrounds(state, viewer))
    return View(people, where)


def _backgrounds(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """The background of the viewer's own characters."""
    return tuple(background_section(state, who) for who in viewer.controls if who in state.characters)


def _order(state: State, viewer: Viewer) -> list[str]:
    """The viewer's own first, then the others as they came."""
    known = list(state.characters)
    return [who for who in known if who in viewer.controls] + [who for who in known if who not in viewer.controls]
