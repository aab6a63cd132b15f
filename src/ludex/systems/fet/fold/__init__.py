"""The fold: the state after an event, one function for each, and the only place where state changes.

Losses are the character's and its fighter's at once (FET-LVL-3); magazines go back to the sheet when a battle ends
(FET-WEP-2). No rule is decided here.
"""

from typing import cast

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.fet.events import Event
from ludex.systems.fet.fold.battle import (
    act_cancelled,
    act_declared,
    auto_set,
    battle_kept,
    combat_ended,
    combat_started,
    fighter_joined,
    fighter_left,
    fighters_changed,
    moment_closed,
    trait_used,
)
from ludex.systems.fet.fold.people import (
    axis_kept,
    axis_picked,
    burden_kept,
    card_refused,
    character_removed,
    content_added,
    content_removed,
    counted,
    darkened,
    day_passed,
    dealt_with,
    draft_ended,
    level_raised,
    losses_kept,
    partner_set,
    place_changed,
    points_kept,
    scars_kept,
    session_begun,
    sheet_worn,
    sheet_written,
    target_set,
    timeline_kept,
    weapon_wielded,
    wish_made,
    wish_settled,
    words_settled,
)
from ludex.systems.fet.state import State


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))


fold = by_event(
    sheet_written,
    draft_ended,
    sheet_worn,
    level_raised,
    dealt_with,
    scars_kept,
    day_passed,
    session_begun,
    darkened,
    card_refused,
    wish_made,
    wish_settled,
    content_removed,
    words_settled,
    weapon_wielded,
    character_removed,
    losses_kept,
    points_kept,
    burden_kept,
    axis_kept,
    axis_picked,
    target_set,
    auto_set,
    battle_kept,
    partner_set,
    timeline_kept,
    place_changed,
    counted,
    content_added,
    combat_started,
    act_declared,
    act_cancelled,
    fighters_changed,
    moment_closed,
    trait_used,
    fighter_joined,
    fighter_left,
    combat_ended,
)
