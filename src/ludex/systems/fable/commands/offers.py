"""What may stand in an argument of a command, to be offered to the person who types."""

from ludex.systems.fable.state import State


def visible(state: State) -> tuple[str, ...]:
    """The names of everybody whom all may see, to offer when somebody is to be named."""
    return tuple(c.called for c in state.characters.values() if not c.hidden)
