"""How events of boon are told: what a viewer knows of an act (`Witness`), and the lines that several events share."""

from typing import Protocol

from msgspec.structs import replace

from ludex.core.events import Lines, books, change, effect, headline
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.core.view import EventLine, Role
from ludex.systems.boon.sheet import Armor, Character, Item
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status

FATED = (Status.DISABLED, Status.DYING)
"""Those whose fate is rolled when time moves."""

PEAKS = {
    Status.DEAD: 5,
    Status.DISABLED: 4,
    Status.DYING: 4,
    Status.UNCONSCIOUS: 3,
    Status.FLED: 2,
    Status.SURRENDERED: 2,
}
"""How much it matters to who was not there that somebody is so."""

IMPAIRED = "impaired"
"""The effect of who has just come round (BOO-PHL-10)."""


class Witness(Protocol):
    """What one viewer knows of an act, and of those whom its events name."""

    @property
    def before(self) -> State:
        """The state before it, as she may know it."""

    @property
    def after(self) -> State:
        """The state after it, as she may know it."""

    def name(self, who: str) -> Label:
        """How she calls somebody or something; a stranger if it is not there for her."""

    def body(self, who: str) -> Character | None:
        """Somebody with the health that effects leave it; None if it is not there for her."""


def appearance(who: Character) -> Lines:
    """That somebody is here, if she is for all to see."""
    return () if who.secret else (effect("told.appears", who=who.called),)


@rule("BOO-LIV-46")
def new_name(had: Character, now: Character) -> Lines:
    """Another name than before, told to those who knew the old one: so nobody else reads the line that names it."""
    return () if had.called == now.called else (effect("told.goes_by", who=had.called, now=now.called),)


def life_line(body: Character, was: int, why: Total | None = None) -> EventLine:
    """What is left of somebody's life, as a number that moved from what it `was`."""
    left = body.health - body.damage
    moved = change(body.id, say("view.life_label"), left - was, now=left, top=body.health, why=why)
    return effect("told.wounds", who=body.called, was=was, now=left, top=body.health, moved=moved)


def body_lines(seen: Witness, who: str, was: int, damage: int, why: Total | None) -> Lines:
    """What moved on somebody's body; of one whose numbers are hidden only that she is injured now (BOO-LIV-44)."""
    body = seen.body(who)
    if body is None or was == damage:
        return
    if not body.veil:
        yield life_line(replace(body, damage=damage), body.health - was, why)
        return
    had = seen.before.find(who)
    if body.injured and had is not None and not had.injured:
        yield effect("told.injured", who=body.called)


def status_lines(seen: Witness, who: str, status: Status, held: Status | None) -> Lines:
    """How somebody is now, where that is another thing than before, and that her fate waits (BOO-LIV-18)."""
    one = seen.after.find(who)
    if one is None or status is held:
        return
    if status in FATED and seen.after.is_player(one):
        yield effect("told.fate_comes" if seen.after.clock.running else "told.fate_waits", who=one.called)
    yield headline("told.status", who=one.called, status=term(status), peak=PEAKS.get(status, 1))


def hours_lines(seen: Witness, who: str, hours: int) -> Lines:
    """How long somebody will lie there, as far as that is known (BOO-PHL-12)."""
    one = seen.after.find(who)
    return (effect("told.hours", who=one.called, hours=hours),) if hours and one is not None and not one.veil else ()


def wear_line(owner: Character, thing: Item | Armor, *, was: int | None, now: int) -> EventLine:
    """What became of a thing; of somebody whose numbers are hidden only that it broke or is worn."""
    word = "told.breaks" if now <= 0 else "told.wears"
    if owner.veil or was is None:
        return effect(f"{word}_unseen", who=owner.called, item=thing.called)
    return effect(
        word,
        who=owner.called,
        item=thing.called,
        was=was,
        now=now,
        moved=change(owner.id, thing.called, now - was, now=now),
    )


def initiative_lines(state: State) -> Lines:
    """Where the initiative is, or that a round or a fight is over."""
    clock = state.clock
    if not clock.order:
        return
    if clock.combat_over:
        won = say("view.won", side=state.side_called(clock.winner)) if clock.winner else say("view.nobody_won")
        yield EventLine(won, Role.HEADLINE, peak=3)
    elif clock.round_over:
        yield books("told.round_over")
    elif clock.choosing:
        yield books("told.chooses", side=state.side_called(clock.choosing))
    else:
        holder, giver = state.called(clock.holder), state.called(clock.came_from)
        yield books(f"view.holds_{clock.reason or 'next_side'}", who=holder, giver=giver)
