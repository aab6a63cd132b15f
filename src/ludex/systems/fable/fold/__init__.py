"""State and event make state: one function for each event. No rule is decided here: an event says what is now true."""

from typing import cast

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.fable.events import Event
from ludex.systems.fable.fold import clock, lasting, people
from ludex.systems.fable.fold.evening import counted
from ludex.systems.fable.fold.lasting import MATERIAL as MATERIAL
from ludex.systems.fable.state import State


async def happen(event: Event) -> State:
    """Make an event true; the state after it."""
    return cast("State", await asks.happen(event))


_folded = by_event(
    people.character_written,
    people.character_gone,
    people.character_away,
    people.character_back,
    people.placed,
    people.gauges_moved,
    people.points_moved,
    people.copied,
    people.fate_sealed,
    people.started,
    people.point_asked,
    people.end_offered,
    people.touched,
    people.type_shown,
    people.pending_set,
    people.session_opened,
    people.session_closed,
    people.break_point_taken,
    people.feat_used,
    people.studied,
    people.villain_entered,
    people.spell_lasting,
    people.scene_begun,
    people.clock_set,
    people.clock_gone,
    people.thing_added,
    people.thing_gone,
    clock.conflict_started,
    clock.combatant_joined,
    clock.combatant_left,
    clock.tick_started,
    lasting.effect_added,
    lasting.effect_begun,
    lasting.effect_changed,
    lasting.effect_over,
    clock.action_granted,
    clock.playing_set,
    clock.goal_shown,
    clock.tellings_set,
    clock.levels_offered,
    clock.trait_shown,
    clock.bonds_open,
    lasting.effects_passed,
    clock.turn_started,
    clock.action_taken,
    clock.action_bought,
    clock.turn_ended,
    clock.initiative_set,
    clock.spd_set,
    clock.tick_ended,
    clock.superiority_moved,
    clock.conflict_ended,
)


def fold(state: State, event: Event) -> State:
    """State and event make state; an open session counts what happens in it."""
    return counted(state, _folded(state, event), event)
