"""Whom a line means: somebody by name, as far as whoever types may know of her, or whoever is perceived in a region."""

from ludex.core.asks import GM
from ludex.core.command import Asked
from ludex.core.errors import RuleError
from ludex.core.system import Viewer
from ludex.systems.mirror.commands.reading import cell
from ludex.systems.mirror.redact import concealment, known
from ludex.systems.mirror.state import State


def viewer_of(asked: Asked) -> Viewer:
    """The eyes of whoever typed the line."""
    return Viewer(GM) if asked.gm else Viewer("player", asked.controls)


def actor_named(asked: Asked, text: str) -> str:
    """Somebody by id, name, or the unique beginning of either, among those whose name may be said."""
    wanted = text.strip().lower()
    state: State = asked.state
    ids = known(state, viewer_of(asked))
    people = {i: c.called for i, c in state.characters.items() if i in ids}
    exact = [i for i, name in people.items() if wanted in (i.lower(), name.lower())]
    near = [i for i, name in people.items() if name.lower().startswith(wanted) or i.lower().startswith(wanted)]
    if len(exact) == 1 or (not exact and len(near) == 1):
        return (exact or near)[0]
    raise RuleError("unknown_id", id=text, ids=list(people.values()))


def is_cell(text: str) -> bool:
    """Whether a word is a region, not a name."""
    return bool(text) and (text[0].isdecimal() or text[0] in "-(（")


def perceived_at(asked: Asked, text: str) -> str:
    """Somebody by name, or whoever the asking character perceives in a region; the untraceable are not there for her."""
    if not is_cell(text):
        return actor_named(asked, text)
    state: State = asked.state
    place, me = cell(text), state.who(asked.actor)
    for name, c in state.characters.items():
        if c.pos == place and name != me.id and (asked.gm or concealment(state, (me,), c) < 2):
            return name
    raise RuleError("nobody_perceived", cell=text)
