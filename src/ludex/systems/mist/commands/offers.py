"""What may stand in an argument, offered while people type.

Everybody reads what the commands of everybody offer, so nothing of the MC's is among it; what the MC has prepared is offered
by the MC's own commands alone.
"""

from ludex.systems.mist.content import content_of
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.state import State


def tags(state: State) -> tuple[str, ...]:
    """Every tag and status that somebody could name: on the sheets, in the scene, on challenges."""
    own = (tag for c in state.characters for tag in tags_on(c))
    statuses = (status.name for holder in state.holders for status in holder.statuses)
    return tuple(dict.fromkeys((*own, *state.around, *statuses)))


def holders(state: State) -> tuple[str, ...]:
    """Everybody and everything that can hold a status."""
    return tuple(holder.id for holder in state.holders)


def challenges(state: State) -> tuple[str, ...]:
    """The challenges of the scene."""
    return tuple(challenge.id for challenge in state.challenges)


def threats(state: State) -> tuple[str, ...]:
    """The announced threats that may still come true."""
    return state.scene.open_threats if state.scene else ()


def themes(state: State) -> tuple[str, ...]:
    """The themes of everybody, by their theme tags."""
    return tuple(theme.theme_tag for character in state.characters for theme in character.themes)


def mysteries(state: State) -> tuple[str, ...]:
    """The questions of the case."""
    return tuple(mystery.id for mystery in state.mission.mysteries) if state.mission else ()


def clues(state: State) -> tuple[str, ...]:
    """The clues of the case, and the conclusions that count as clues."""
    return tuple(clue.id for clue in state.mission.clues) if state.mission else ()


# --- the MC's ------------------------------------------------------------------------------------------------------


def new_characters(state: State) -> tuple[str, ...]:
    """The prepared characters who are not at the table yet."""
    return tuple(name for name in content_of(state.packs).characters if state.holder(name) is None)


def missions(state: State) -> tuple[str, ...]:
    """The prepared missions."""
    return tuple(content_of(state.packs).missions)


def scenes(state: State) -> tuple[str, ...]:
    """The prepared scenes of all missions."""
    return tuple(content_of(state.packs).scenes)


def prepared_challenges(state: State) -> tuple[str, ...]:
    """The challenges that are ready: the MC's own, and those of the content."""
    return (*(c.id for c in state.prepared), *content_of(state.packs).challenges)


def prepared_threats(state: State) -> tuple[str, ...]:
    """The threats that the challenges of the scene have in store."""
    return tuple(threat.id for challenge in state.challenges for threat in challenge.threats)
