"""How a finished procedure is told: a card for one viewer, with totals that explain themselves.

Every output type has one teller; what only the GM may know (hidden lengths, why an attack on nothing missed, what happened to
somebody out of sight) is left out for others.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.say import say
from ludex.core.system import Told, Viewer
from ludex.core.view import Card
from ludex.systems.mirror.redact import Perceived
from ludex.systems.mirror.rules import (
    actions,
    aftermath,
    checks,
    clock,
    combat,
    conditions,
    damage,
    dying,
    effects,
    growth,
    guide,
    initiative,
    items,
    movement,
    numbers,
    performing,
    personality,
    relations,
    report,
    rest,
    revising,
    self_play,
    senses,
    setting,
    sheets,
    skills,
    space,
    staging,
    stamina,
    time,
    walking,
    wounds,
)
from ludex.systems.mirror.views.tell import clockwork, harm, people, world
from ludex.systems.mirror.views.tell.phrases import dropped_lines, lapse_lines, reaction_lines, verdict_of


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure."""
    teller = TELLERS.get(type(told.result))
    card = teller(told, viewer) if teller else Card(say(f"told.{told.procedure}"))
    lines = [*reaction_lines(told, viewer), *dropped_lines(told, viewer), *lapse_lines(told, viewer)]
    return replace(card, lines=(*card.lines, *lines)) if lines else card


TELLERS: dict[type, Callable[[Told, Viewer], Card]] = {
    checks.Checked: harm.checked,
    checks.Stacked: harm.stacked,
    skills.SkillChecked: harm.checked,
    combat.Attacked: harm.attacked,
    damage.Damaged: harm.damaged,
    stamina.SpChanged: harm.stamina_changed,
    wounds.Healed: harm.healed,
    wounds.Granted: harm.granted,
    wounds.Expired: harm.expired,
    dying.DyingChecked: harm.dying_checked,
    dying.RoundStarted: harm.round_started,
    actions.ActionDone: clockwork.action_used,
    actions.Continued: clockwork.continued,
    performing.Performed: clockwork.performed,
    conditions.Evaluated: clockwork.conditions_met,
    initiative.ConflictStarted: clockwork.conflict_started,
    initiative.Shifted: clockwork.shifted,
    initiative.ConflictOver: clockwork.conflict_over,
    aftermath.EndSettled: clockwork.end_settled,
    aftermath.FavourShared: clockwork.favour_shared,
    self_play.Playing: clockwork.playing,
    clock.TickReached: clockwork.tick_reached,
    clock.TurnOver: clockwork.turn_over,
    clock.Delayed: clockwork.delayed,
    effects.EffectSettled: clockwork.effect_added,
    effects.EffectsOver: clockwork.effects_over,
    time.TimeAdvanced: clockwork.time_advanced,
    effects.EffectsListed: clockwork.effects_listed,
    effects.Focused: clockwork.focused,
    effects.Removed: clockwork.focused,
    relations.Related: world.related,
    relations.EmotionAdded: world.emotion_added,
    relations.EmotionDropped: world.emotions_left,
    relations.RelationOver: world.relation_over,
    relations.EmotionRolled: verdict_of("emotion"),
    personality.Traumatised: world.personality_now,
    personality.HumanitySpent: world.personality_now,
    personality.PersonalityNow: world.personality_now,
    personality.FavourNow: world.favour_now,
    personality.TraumasNoted: world.traumas,
    movement.MoveDone: world.moved,
    movement.Forced: world.forced,
    walking.Walked: world.walked,
    space.Measured: verdict_of("distance"),
    space.RangeJudged: world.range_judged,
    space.AreaCovered: world.area_covered,
    senses.LightFound: verdict_of("light"),
    Perceived: world.perceived,
    items.ItemsNow: people.items_now,
    revising.RankNow: people.rank_now,
    revising.Forgotten: people.forgotten,
    revising.OrgansNow: people.organs_now,
    rest.Rested: people.rested,
    rest.RestedTogether: people.rested_together,
    growth.LevelledUp: people.levelled,
    guide.LevelPlaced: people.level_placed,
    growth.LevelLost: people.level_lost,
    growth.PointsAllocated: people.allocated,
    growth.AbilityKnown: people.learned,
    growth.AutoLearned: people.auto_learned,
    sheets.CharacterCreated: people.created,
    sheets.SheetDerived: people.derived,
    sheets.AttributeNow: people.attribute_now,
    report.After: people.shown_after,
    setting.CharactersAdded: people.added,
    setting.CharacterRemoved: people.removed,
    setting.Revealed: people.revealed,
    setting.StatusNow: people.status_set,
    setting.ModeNow: people.mode_set,
    staging.StageNow: people.stage_set,
    staging.Placed: people.placed,
    setting.ContentNow: people.content_set,
    setting.PackAdded: people.pack_added,
    numbers.Finished: world.finished,
}
"""How each output is told."""
