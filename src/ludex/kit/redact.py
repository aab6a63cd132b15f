"""What a viewer may know, by default: people who are unseen are not there, and what is hidden stands at its default.

So the default of a hidden field is what the one who does not know it takes for granted; odds are worked out on it and say so.
"""

import msgspec

from ludex.core.principals import Viewer
from ludex.core.say import Say
from ludex.kit.cards import heaped
from ludex.kit.people import is_unseen, name_of
from ludex.kit.shape import Shape, hidden_fields, people_of, titled


def redact(state: msgspec.Struct, viewer: Viewer) -> msgspec.Struct:
    """The state as a viewer may know it, by what is `hidden` and `unseen`; a `redact` of one's own begins with it, and hides nothing from the GM."""
    if viewer.gm:
        return state
    known = msgspec.structs.replace(_blanked(state, viewer, own=False), **heaped(state, viewer))
    if not hasattr(state, "people"):
        return known
    people = {
        who: _blanked(one, viewer, own=who in viewer.controls)
        for who, one in state.people.items()
        if who in viewer.controls or not is_unseen(one)
    }
    return msgspec.structs.replace(known, people=people)


def _blanked(record: msgspec.Struct, viewer: Viewer, *, own: bool) -> msgspec.Struct:
    hidden = {column.name: column.default for column in hidden_fields(record, viewer, own=own)}
    return msgspec.structs.replace(record, **hidden) if hidden else record


def knows(shape: Shape, state: msgspec.Struct, viewer: Viewer) -> tuple[str, ...]:
    """The ids of everybody whom a viewer may know of."""
    return tuple(people_of(shape.redact(state, viewer)))


def assumed(shape: Shape, state: msgspec.Struct, viewer: Viewer) -> dict[str, Say]:
    """About whom something is taken for granted in a viewer's odds: everybody of whom something is hidden from her."""
    there = people_of(shape.redact(state, viewer))
    return {who: titled("assumed", name_of(one)) for who, one in there.items() if _hides(who, one, viewer)}


def _hides(who: str, one: msgspec.Struct, viewer: Viewer) -> bool:
    return bool(hidden_fields(one, viewer, own=who in viewer.controls))
