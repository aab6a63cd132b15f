"""Who may know what. Every view, card and sheet asks here; nothing else decides what is hidden."""

from collections.abc import Sequence

import msgspec

from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.core.system import Belief, Viewer
from ludex.core.view import Gauge
from ludex.systems.fable.sheet import Character, Dice, Sheet, Steps
from ludex.systems.fable.state import Clock, State
from ludex.systems.fable.terms import Kind

EVERYTHING = 3
NUMBERS, TRAITS, ATTACKS = 1, 2, 3
"""What the tiers of a study reveal, one after the other (FAB-PAC-6)."""


def sees(viewer: Viewer, who: str, character: Character) -> bool:
    """Whether a viewer may know that somebody is there at all."""
    return viewer.gm or not character.hidden or who in viewer.controls


def known(state: State, viewer: Viewer) -> tuple[str, ...]:
    """The ids of everybody a viewer may know of."""
    return tuple(seen(state, viewer))


def knows(viewer: Viewer, who: str, character: Character) -> int:
    """How much of somebody a viewer may know: all of PCs and her own, of others what was studied."""
    if viewer.gm or who in viewer.controls or character.kind is Kind.PC:
        return EVERYTHING
    return character.studied


def seen(state: State, viewer: Viewer) -> dict[str, Character]:
    """Everybody a viewer may know of."""
    return {who: c for who, c in state.characters.items() if sees(viewer, who, c)}


@rule("FAB-PAC-6")
def believed(state: State, viewer: Viewer) -> Belief:
    """The table as a viewer knows it: somebody who has not been studied far enough is taken for an ordinary character."""
    strangers = {who: c for who, c in seen(state, viewer).items() if knows(viewer, who, c) < TRAITS}
    if not strangers:
        return Belief(state)
    ordinary = {who: _ordinary(c) for who, c in strangers.items()}
    assumed = {who: say("told.assumed", who=c.called, size=Dice().dex) for who, c in strangers.items()}
    return Belief(msgspec.structs.replace(state, characters={**state.characters, **ordinary}), assumed)


def _ordinary(character: Character) -> Character:
    """Somebody of whom only what everybody can see is known: no dice, defences, affinities or equipment of her own."""
    return msgspec.structs.replace(
        character,
        base=Dice(),
        up=Steps(),
        down=Steps(),
        stated_def=None,
        stated_mdef=None,
        reduction=0,
        affinities={},
        sheet=Sheet(),
    )


def clocks(state: State, viewer: Viewer) -> tuple[Clock, ...]:
    """The clocks of the story that a viewer may see."""
    return tuple(c for c in state.clocks if viewer.gm or not c.hidden)


def segments(now: Sequence[int], cap: Sequence[int], *, numbers: bool) -> tuple[Gauge, ...]:
    """Gauges as they may be seen: with numbers, or only whether each is broken."""
    if numbers:
        return tuple(Gauge(float(n), float(c), broken=n <= 0) for n, c in zip(now, cap, strict=True))
    return tuple(Gauge(float(n > 0), 1.0, broken=n <= 0) for n in now)


def hidden_clock(state: State, name: str) -> bool:
    """Whether the players do not see that clock."""
    return any(c.hidden and c.name == name for c in state.clocks)


def heard(state: State, *people: str) -> tuple[Who, ...]:
    """Who hears of something that these people do: the GM alone, as long as one of them is hidden."""
    hidden = any(who in state.characters and state.characters[who].hidden for who in people)
    return (GM,) if hidden else (EVERYBODY,)


def visible(state: State) -> dict[str, str]:
    """Everybody whom all may see, by id with what each is called."""
    return {who: c.called for who, c in state.characters.items() if not c.hidden}
