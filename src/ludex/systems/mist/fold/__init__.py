"""What each event makes of a state: one function for each, and `happen`, by which a rule makes one true.

The fold is total and refuses nothing: an event has enough in it to be folded without rules, and what is not there stays as it is.
"""

from typing import cast

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.mist import events as ev
from ludex.systems.mist.fold.cases import (
    archive_revealed,
    clue_changed,
    clue_found,
    clue_kept,
    conclusion_settled,
    file_opened,
    handout_shown,
    mission_closed,
    mission_opened,
    mystery_dropped,
    mystery_posed,
    series_named,
    suppressed,
    trait_changed,
    trait_hidden,
    trait_revealed,
)
from ludex.systems.mist.fold.people import (
    character_joined,
    character_left,
    character_used,
    fate_met,
    growth_marked,
    immersion_made,
    improvement_owed,
    indulgence_marked,
    note_written,
    rest_used,
    rests_granted,
    status_rewritten,
    status_taken,
    status_tracked,
    statuses_related,
    story_tag_gone,
    story_tag_made,
    tag_burnt,
    tags_recovered,
    theme_improved,
    theme_lost,
    theme_replaced,
    theme_rewritten,
)
from ludex.systems.mist.fold.scenes import (
    call_dropped,
    challenge_changed,
    challenge_prepared,
    consequences_coming,
    consequences_delivered,
    effect_drawn,
    effects_acted,
    incoming_met,
    pack_shelved,
    packs_changed,
    pool_thrown,
    scene_acted,
    scene_established,
    scene_furnished,
    scene_opened,
    scene_turned,
    scene_wrapped,
    threat_announced,
    threats_met,
    turns_called,
)
from ludex.systems.mist.state import State

fold = by_event(
    *(status_taken, status_tracked, status_rewritten),
    *(tag_burnt, tags_recovered, story_tag_made, story_tag_gone),
    *(indulgence_marked, immersion_made, theme_lost, theme_replaced, growth_marked, theme_improved),
    *(fate_met, character_joined, character_left, character_used, theme_rewritten, improvement_owed),
    *(statuses_related, rests_granted, rest_used, note_written),
    *(scene_opened, scene_established, challenge_changed, challenge_prepared, pack_shelved, packs_changed),
    *(scene_acted, consequences_delivered, threat_announced, scene_turned, scene_wrapped, scene_furnished),
    *(clue_kept, clue_changed, trait_hidden, trait_changed, mystery_dropped, series_named, handout_shown),
    *(mission_opened, clue_found, mystery_posed, file_opened, conclusion_settled, trait_revealed, suppressed),
    *(effect_drawn, effects_acted, threats_met),
    *(mission_closed, archive_revealed, pool_thrown, turns_called, call_dropped, consequences_coming, incoming_met),
)
"""The state after one more event."""


async def happen(event: ev.Event) -> State:
    """Make an event true and go on with the state after it."""
    return cast("State", await asks.happen(event))
