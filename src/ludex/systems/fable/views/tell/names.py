"""What the tellers of cards share: titles, names as far as a viewer may know them, gauges."""

from collections.abc import Callable, Sequence

from ludex.core.say import Say, say
from ludex.core.system import Told, Viewer
from ludex.core.view import AnyPart, Card, Label, Text
from ludex.systems.fable.redact import knows, sees
from ludex.systems.fable.state import State
from ludex.systems.fable.views.look import gauge_parts

Known = Label | int | list[Label]
"""What fills a gap of a title."""
Teller = Callable[[Told, Viewer], Card]


def title_of(told: Told, **facts: Known) -> Say:
    """The title of a procedure's card."""
    return say(f"told.{told.procedure}", **facts)


def name_of(state: State, viewer: Viewer, who: str) -> Label:
    """What somebody is called, if the viewer may know of her."""
    character = state.characters.get(who)
    if character is None:
        return who
    return character.called if sees(viewer, who, character) else say("view.somebody")


def names_of(state: State, viewer: Viewer, people: Sequence[str]) -> list[Label]:
    """What several people are called."""
    return [name_of(state, viewer, who) for who in people]


def bars_of(state: State, viewer: Viewer, who: str, *, titled: bool = False) -> tuple[AnyPart, ...]:
    """Somebody's gauges, under her name where there are several people's."""
    character = state.characters.get(who)
    if character is None or not sees(viewer, who, character):
        return ()
    title = (Text(character.called),) if titled else ()
    return (*title, *gauge_parts(character, knows(viewer, who, character)))


def whom(told: Told, viewer: Viewer) -> Label:
    """Whom a procedure was about, by whichever name its input has for her."""
    given = told.given
    who = next((w for n in ("character", "actor", "owner", "caster") if (w := getattr(given, n, ""))), "")
    who = who or getattr(getattr(given, "combatant", None), "id", "")
    return name_of(told.after, viewer, who)
