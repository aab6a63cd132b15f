"""What was done as somebody tells it who was there, besides blows, checks and damage: one sentence for each kind of output.

A sentence tells nothing that its card does not: whom the viewer cannot locate, and whose numbers she may not know, is left out of it.
"""

from functools import reduce

from ludex.core.say import Say, keys_in, say, term
from ludex.core.system import Told, Viewer
from ludex.core.telling import Spoken
from ludex.core.view import Label
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.events import PersonalityChanged, StaminaChanged, WoundHealed
from ludex.systems.mirror.rules import (
    authoring,
    clock,
    combat,
    dying,
    effects,
    growth,
    initiative,
    items,
    movement,
    ordering,
    performing,
    relations,
    rest,
    setting,
    sheets,
    stamina,
    walking,
    wounds,
)
from ludex.systems.mirror.state import FRESH
from ludex.systems.mirror.terms import Grade, Status, said
from ludex.systems.mirror.views.tell.harm import came_of, is_veiled
from ludex.systems.mirror.views.tell.people import cell_text, located
from ludex.systems.mirror.views.tell.phrases import named, part_said

TITLES = (
    "give_item take_item drop_item hand_item set_rank organ_in organ_out delay_turn continue_total_action "
    "drop_total_action join_conflict leave_conflict shift_initiative remove_effect focus_effect advance_time "
    "allocate_points place_point place_ability remove_character reveal_character set_mode place_character "
    "use_action grant_temporary_life expire_temporary_life end_turn next_tick"
)
LINES = (
    "delayed in_progress completed over_broken total_broken level_point level_ability level_later kept_new "
    "kept_old transferred acting acting_then turn_passed nobody_acts round_start_of expired time_now "
    "no_ap_left"
)
UNSAID = (
    "effect_hurt reacted_often dying_begins number_moved used initiative_now still_concealed in_hand sp_spent "
    "statuses rest_gauges rest_life rest_wounds status_begun boost_gauge past_limit past_emotion dying_eased "
    "transferred_none"
)
SPOKEN = Spoken(
    {f"told.{name}": f"sentences.{name}" for name in TITLES.split()},
    {f"told.{name}": f"sentences.of_{name}" for name in LINES.split()},
    unsaid=("effects.reacted", "effects.bound", *keys_in("told", UNSAID)),
)
"""Cards without a sentence of their own: their titles and lines as parts of one, and lines that need not be in it."""

FALLS = (Status.DEAD, Status.DISSOLVED, Status.UNCONSCIOUS, Status.MAD)


# --- where people are ----------------------------------------------------------------------------------------------


def walked(told: Told, viewer: Viewer, result: walking.WalkDone) -> Say | None:
    who = told.given.actor
    if not result.entered or not located(told, who, result.pos, viewer):
        return None
    facts = {"who": named(told, who, viewer), "pos": cell_text(result.pos)}
    walk = say("sentences.walked", **facts)
    if result.blocked_by:
        walk = say("sentences.blocked", by=named(told, result.blocked_by, viewer), **facts)
    return reduce(_and_then, (_caught(told, viewer, by, blow) for by, blow in result.blows.items()), walk)


def _caught(told: Told, viewer: Viewer, by: str, blow: combat.Attacked) -> Say:
    name, done = named(told, by, viewer), blow.damage
    if done is None:
        return say("sentences.escaped", by=name)
    part = part_said(told, told.given.actor, done.part) if done.part is not None else ""
    return say("sentences.caught", by=name, part=part, came=came_of(done, part))


def _and_then(first: Say, then: Say) -> Say:
    return say("sentences.and_then", first=first, then=then)


def moved(told: Told, viewer: Viewer, result: movement.MoveDone) -> Say | None:
    if not result.entered or not located(told, told.given.actor, result.pos, viewer):
        return None
    return say("sentences.walked", who=named(told, told.given.actor, viewer), pos=cell_text(result.pos))


def forced(told: Told, viewer: Viewer, result: movement.Forced) -> Say | None:
    if not result.entered or not located(told, told.given.target, result.pos, viewer):
        return None
    return say("sentences.pushed", whom=named(told, told.given.target, viewer), pos=cell_text(result.pos))


def added(told: Told, _viewer: Viewer, result: setting.CharactersAdded) -> Say | None:
    names = [told.after.characters[i].called for i in result.added if i in told.after.characters]
    return say("sentences.came", who=names) if names else None


# --- bodies ----------------------------------------------------------------------------------------------------------


def performed(told: Told, viewer: Viewer, result: performing.Performed) -> Say | None:
    """A deed that is no single blow: an area with those whom it struck, a check, an effect, a wound that was treated."""
    said_ = {"who": named(told, told.given.actor, viewer), "what": shown(result.action)}
    if result.attacks:
        there = told.after.characters
        struck = [there[t].called for t, one in result.attacks.items() if t in there and one.result == Grade.SUCCESS]
        if not result.wide and len(result.attacks) == 1:
            return None
        return say("sentences.area", whom=struck, **said_) if struck else say("sentences.area_nobody", **said_)
    if result.used.result == "in_progress":
        return say("sentences.begun", remaining=result.used.remaining, **said_)
    grade = next((one.grade for one in result.checks.values()), None)
    others = [who for who in (*result.effects, *result.healed) if who != told.given.actor]
    whom = [named(told, who, viewer) for who in dict.fromkeys(others) if who in told.after.characters]
    if grade is not None:
        return say(f"sentences.did_{grade}", who=said_["who"], skill=said_["what"])
    return say("sentences.done_for", whom=whom, **said_) if whom else say("sentences.done", **said_)


def healed(told: Told, viewer: Viewer, _result: wounds.WoundTreated) -> Say | None:
    done = next((e for e in told.events if isinstance(e, WoundHealed) and e.was), None)
    if done is None or done.who not in told.after.characters:
        return None
    key = "sentences.wound_gone" if done.level <= 0 else "sentences.wound_less"
    levels = {"was": term(f"wound_{done.was}"), "now": term(f"wound_{max(done.level, 1)}")}
    return say(key, whom=named(told, done.who, viewer), part=part_said(told, done.who, done.part), **levels)


def stamina_changed(told: Told, viewer: Viewer, result: stamina.SpChanged) -> Say | None:
    """How much stamina came or went, of somebody whose numbers are known."""
    who = told.given.target
    was = next((e.was for e in told.events if isinstance(e, StaminaChanged) and e.who == who), None)
    if is_veiled(told, who) or result.reason:
        return None
    if was is None or was == result.sp:
        return say("sentences.sp_still", whom=named(told, who, viewer))
    key = "sentences.sp_lost" if result.sp < was else "sentences.sp_gained"
    return say(key, whom=named(told, who, viewer), n=abs(result.sp - was))


def dying_checked(told: Told, viewer: Viewer, result: dying.DyingChecked) -> Say | None:
    return _bears_up(told, viewer, told.given.target, (result,))


def round_started(told: Told, viewer: Viewer, result: dying.RoundStarted) -> Say | None:
    return _bears_up(told, viewer, told.given.target, result.dying)


def _bears_up(told: Told, viewer: Viewer, who: str, made: tuple[dying.DyingChecked, ...]) -> Say | None:
    grade = next((one.grade for one in made if one.grade), None)
    return say(f"sentences.dying_{grade}", whom=named(told, who, viewer)) if grade else None


def rested(told: Told, viewer: Viewer, result: rest.RestDone) -> Say | None:
    who = named(told, told.given.target, viewer)
    if not result.sp_gained or is_veiled(told, told.given.target):
        return say("sentences.rested", who=who, kind=term(result.completed))
    return say("sentences.rested_well", who=who, kind=term(result.completed), n=result.sp_gained)


def rested_together(told: Told, viewer: Viewer, result: rest.RestedTogether) -> Say | None:
    kinds: dict[str, list[Label]] = {}
    for one, done in result.rested.items():
        if one in told.after.characters:
            kinds.setdefault(done.completed, []).append(named(told, one, viewer))
    said_ = [say("sentences.rested_together", who=names, kind=term(kind)) for kind, names in kinds.items()]
    return reduce(_and_then, said_) if said_ else None


def status_set(told: Told, viewer: Viewer, _result: setting.StatusNow) -> Say | None:
    """A status that the GM put on or took off; a fall is told by its own words."""
    if told.given.on and told.given.status in FALLS:
        return say(f"sentences.set_{told.given.status}", whom=named(told, told.given.target, viewer))
    key = "sentences.status_on" if told.given.on else "sentences.status_off"
    return say(key, whom=named(told, told.given.target, viewer), status=said(told.given.status))


def attribute_now(told: Told, viewer: Viewer, result: sheets.AttributeNow) -> Say | None:
    """An attribute that moved, of somebody whose numbers are known."""
    who = told.given.target
    if is_veiled(told, who):
        return None
    return say(
        "sentences.attribute", whom=named(told, who, viewer), what=term(told.given.attribute), value=result.value
    )


def effect_added(told: Told, viewer: Viewer, result: effects.EffectSettled) -> Say | None:
    effect = told.given.effect
    if result.result != "applied":
        return None
    return say("sentences.effect", whom=named(told, effect.target, viewer), what=shown(effect.name))


# --- minds -----------------------------------------------------------------------------------------------------------


def related(told: Told, viewer: Viewer, result: relations.RelationNow) -> Say | None:
    facts = _between(told, viewer)
    if isinstance(told.given, relations.ShiftRelation):
        return say(f"sentences.relation_{told.given.kind}", **facts)
    return say("sentences.relation_new", emotions=[term(e) for e in result.emotions], **facts)


def emotion_added(told: Told, viewer: Viewer, result: relations.EmotionAdded) -> Say | None:
    if not result.added:
        return None
    return say("sentences.emotion", emotion=term(result.emotion), **_between(told, viewer))


def emotions_left(told: Told, viewer: Viewer, _result: relations.EmotionDropped) -> Say | None:
    return say("sentences.emotion_gone", emotion=term(told.given.emotion), **_between(told, viewer))


def relation_over(told: Told, viewer: Viewer, _result: relations.RelationOver) -> Say | None:
    return say("sentences.relation_over", **_between(told, viewer))


def _between(told: Told, viewer: Viewer) -> dict[str, Label]:
    return {"who": named(told, told.given.actor, viewer), "whom": named(told, told.given.target, viewer)}


def traumatised(told: Told, viewer: Viewer, result: relations.Traumatised) -> Say | None:
    who = told.given.actor
    return None if is_veiled(told, who) else say("sentences.trauma", whom=named(told, who, viewer), n=result.madness)


def humanity_spent(told: Told, viewer: Viewer, result: relations.HumanitySpent) -> Say | None:
    who = told.given.actor
    if is_veiled(told, who):
        return None
    return say("sentences.humanity", who=named(told, who, viewer), n=told.given.amount, left=result.madness)


def mind_moved(told: Told, viewer: Viewer, _result: relations.PersonalityNow) -> Say | None:
    """A mind that moved, or did not, of somebody whose mind is known."""
    who = told.given.actor
    moved = any(isinstance(e, PersonalityChanged) and e.was != (e.humanity, e.ego, e.madness) for e in told.events)
    key = "sentences.mind_moved" if moved else "sentences.mind_still"
    return None if is_veiled(told, who) else say(key, whom=named(told, who, viewer))


def scarred(told: Told, viewer: Viewer, _result: relations.TraumasNoted) -> Say:
    return say("sentences.scar", whom=named(told, told.given.actor, viewer), text=told.given.text)


def placed_item(told: Told, viewer: Viewer, result: items.ItemsNow) -> Say | None:
    """A thing that was taken in hand, put on or put away."""
    if not isinstance(told.given, items.PlaceItem):
        return None
    who = named(told, told.given.actor, viewer)
    return say(f"sentences.item_{told.given.place}", who=who, item=shown(result.item))


def favour_now(told: Told, viewer: Viewer, _result: relations.FavourNow) -> Say | None:
    given = told.given
    key = f"sentences.favour_{'given' if given.amount > 0 else 'spent'}{'_for' if given.reason else ''}"
    return say(key, whom=named(told, given.target, viewer), n=abs(given.amount), reason=given.reason)


def made(told: Told, _viewer: Viewer, _result: sheets.CharacterCreated) -> Say | None:
    return say("sentences.made", who=told.given.name or told.given.id)


# --- growth ----------------------------------------------------------------------------------------------------------


def levelled(told: Told, viewer: Viewer, result: growth.LevelledUp) -> Say | None:
    return say("sentences.level", who=named(told, told.given.actor, viewer), lv=result.lv)


def level_lost(told: Told, viewer: Viewer, result: growth.LevelLost) -> Say | None:
    return say("sentences.level_lost", who=named(told, told.given.actor, viewer), lv=result.lv)


def learned(told: Told, viewer: Viewer, _result: growth.AbilityKnown) -> Say | None:
    what = shown(told.given.ability.called)
    return say("sentences.learned", who=named(told, told.given.actor, viewer), what=what)


def forgotten(told: Told, viewer: Viewer, result: growth.AbilityForgotten) -> Say | None:
    return say("sentences.forgot", who=named(told, told.given.target, viewer), what=shown(result.ability))


# --- the table -------------------------------------------------------------------------------------------------------


def conflict_started(told: Told, _viewer: Viewer, result: initiative.ConflictStarted) -> Say | None:
    seen = told.after.characters
    first = next((seen[i].called for i in result.order if i in seen), None)
    return say("sentences.conflict", who=first) if first is not None else None


def tick_reached(told: Told, _viewer: Viewer, result: clock.TickReached) -> Say | None:
    """A round that begins out of sight (MIR-LIV-41); a tick is told by its title."""
    there = told.after.characters
    unseen = bool(result.acting) and not any(i in there for i in result.acting)
    return say("sentences.round_of", round=result.round) if unseen or result.tick == FRESH else None


def end_settled(_told: Told, _viewer: Viewer, result: initiative.EndSettled) -> Say | None:
    return say("sentences.end_over" if result.over else "sentences.end_not_over")


def favour_shared(told: Told, viewer: Viewer, result: initiative.FavourShared) -> Say | None:
    """Favour after a conflict: the same for several in one breath."""
    if not result.given:
        return say("sentences.favour_nobody")
    shares = {
        n: [named(told, who, viewer) for who, much in result.given.items() if much == n] for n in result.given.values()
    }
    return say(
        "sentences.favour_shared", shares=[say("sentences.favour_share", who=who, n=n) for n, who in shares.items()]
    )


def playing(told: Told, viewer: Viewer, result: ordering.LetPlay) -> Say | None:
    names = [named(told, who, viewer) for who in result.ids]
    return say("sentences.playing", who=names) if names else say("sentences.playing_nobody")


def throwing(told: Told, viewer: Viewer, result: ordering.SetThrowing) -> Say | None:
    return say("sentences.throws" if result.on else "sentences.throws_not", who=named(told, result.actor, viewer))


def auto_learned(told: Told, viewer: Viewer, result: growth.AutoLearned) -> Say | None:
    there = told.after.characters.get(told.given.actor)
    names = [shown(a.called) for a in there.abilities if a.id in result.learned] if there is not None else []
    return say("sentences.learned", who=named(told, told.given.actor, viewer), what=names) if names else None


def stage_set(told: Told, _viewer: Viewer, result: setting.StageNow) -> Say | None:
    if isinstance(told.given, setting.EditStage):
        return say("sentences.edit_stage")
    return say("sentences.set_stage", width=result.stage.width, height=result.stage.height)


def content_set(_told: Told, _viewer: Viewer, result: authoring.ContentNow) -> Say | None:
    """Something of the table's own that is there now, or no longer."""
    key = "sentences.content_gone" if result.removed else "sentences.content"
    return say(key, kind=say(f"view.{result.kind}"), id=result.id)


def content_shown(_told: Told, _viewer: Viewer, result: authoring.ContentShown) -> Say | None:
    return say("sentences.content_open", names=list(result.names))


def pack_added(_told: Told, _viewer: Viewer, _result: authoring.PackAdded) -> Say | None:
    return say("sentences.pack")


def event_raised(told: Told, _viewer: Viewer, _result: effects.EffectsOver) -> Say | None:
    """Something that happened by name, and may have set off something."""
    return say("sentences.raised", what=told.given.event)


def conflict_over(told: Told, _viewer: Viewer, result: initiative.ConflictOver) -> Say | None:
    """How long it was, who of those in sight still stands, and what became of who does not."""
    fought = told.before.conflict.fighters if told.before.conflict is not None else ()
    people = [told.after.characters[f.id] for f in fought if f.id in told.after.characters]
    came: dict[str, list[Label]] = {"stand": []}
    for c in people:
        came.setdefault(next((f"lie_{s}" for s in DOWN if s in c.statuses), "stand"), []).append(c.called)
    said_ = [say(f"sentences.{how}", who=names) for how, names in came.items() if names]
    return reduce(_and_then, said_, say("sentences.conflict_over", rounds=result.rounds))


DOWN = (Status.DEAD, Status.DISSOLVED, Status.UNCONSCIOUS)
"""The gravest first."""
