"""How actions, immersions, consequences, scenes and rests are told: a card for each kind of result. What has changed is told beside it."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.systems.mist.rules.actions import ActionDone
from ludex.systems.mist.rules.consequences import Delivered
from ludex.systems.mist.rules.delivery import Coming
from ludex.systems.mist.rules.immersion import DrawnBack, Immersed, Immersing
from ludex.systems.mist.rules.landing import Landed
from ludex.systems.mist.rules.limits import StatusApplied
from ludex.systems.mist.rules.loop import Begun, Left
from ludex.systems.mist.rules.mitigation import Mitigated
from ludex.systems.mist.rules.pool import PoolRolled
from ludex.systems.mist.rules.rest import Granted, Rested
from ludex.systems.mist.rules.scenes import Acted, Ended, Established, Opened, Turned
from ludex.systems.mist.rules.turns import Called, TurnTaken
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.terms import ConsequenceKind, Goal
from ludex.systems.mist.views.tell.phrases import (
    card_of,
    cleared_lines,
    clue_line,
    expired_line,
    opening_lines,
    rests_line,
    scene_name,
    stage_lines,
    threat_lines,
    title_of,
    told_events,
    unresolved_line,
    verdict_of,
)
from ludex.systems.mist.views.tell.sentences import (
    immersion_sentence,
    landing_sentence,
    scene_sentence,
    turn_sentence,
)

# --- rolls -----------------------------------------------------------------------------------------------------------


def pool(told: Told, _viewer: Viewer, result: PoolRolled) -> Card:
    return Card(title_of(told), verdict_of(result.result))


def action(told: Told, _viewer: Viewer, result: ActionDone) -> Card:
    """An action by itself, and what it bought."""
    found = (say("told.clue_found", clue=as_shelved(clue)) for clue in result.clues)
    return Card(title_of(told), verdict_of(result.result), lines=(*_action_lines(result), *found, *_feats(result)))


def turn(told: Told, _viewer: Viewer, result: TurnTaken) -> Card:
    """An action in the scene: what it bought, what is owed, and what still hangs over it."""
    title, text = title_of(told), told.given.text
    found = (clue_line("clue_found", clue.id, clue.text) for clue in result.found)
    lines = (*_lit_lines(result), *_action_lines(result), *found, *_feats(result), *_after_turn(told, result))
    whole = say("told.with_text", title=title, text=text) if text else title
    return Card(whole, verdict_of(result.result), lines=lines, sentence=turn_sentence(told, result) or "")


def _lit_lines(result: TurnTaken) -> Iterator[Label]:
    """Tags that counted because the words say so (MST-LIV-18)."""
    if result.lit:
        yield say("told.lit", tags=list(result.lit))
    if result.lit_burning:
        yield say("told.lit_burning", tags=list(result.lit_burning))


def _action_lines(result: ActionDone) -> Iterator[Label]:
    yield from _used_lines(result)
    if result.available:
        yield say("told.spent", spent=result.spent, available=result.available)


def _feats(result: ActionDone) -> Iterator[Label]:
    return (say("told.feat", feat=feat) for feat in result.feats)


def _after_turn(told: Told, result: TurnTaken) -> Iterator[Label]:
    if result.loose:
        yield say("told.clue_kept")
    if result.action_due:
        yield say("told.action_due")
    elif told.given.aside and result.consequences:
        yield say("told.owed_aside")  # MST-LIV-5
    yield from _threats_due(result.due_threats)


def _threats_due(threats: tuple[str, ...]) -> Iterator[Label]:
    if threats:
        yield say("told.due_threats", threats=list(threats))


def _used_lines(result: ActionDone | Mitigated) -> Iterator[Label]:
    if result.burnt:
        yield say("told.burnt", tags=list(result.burnt))
    if result.flipped:
        yield say("told.flipped", tags=list(result.flipped))
    if result.growth_due and not isinstance(result, TurnTaken):  # at the table the mark is made, and told as a change
        yield say("told.growth_due", themes=list(result.growth_due))


def called(told: Told, _viewer: Viewer, result: Called) -> Card:
    key = "told.called" if result.text else "told.called_bare"
    return card_of(told, *([say(key, people=list(result.people), text=result.text)] if result.people else ()))


def mitigated(told: Told, _viewer: Viewer, result: Mitigated) -> Card:
    was = {status.name: status.tier for status in told.given.incoming}
    left = (say("told.warded", name=s.name, before=was.get(s.name, 0), after=s.tier) for s in result.incoming)
    made = [say("told.created", holder=result.created.holder, name=result.created.name)] if result.created else ()
    return Card(title_of(told), verdict_of(result.result), lines=(*_used_lines(result), *left, *made))


def immersed(told: Told, _viewer: Viewer, result: Immersed | Immersing) -> Card:
    """What an immersion came to; its price is told as what has changed."""
    sentence = immersion_sentence(told, result) or ""
    return Card(title_of(told), verdict_of(result.result), lines=tuple(_immersed_lines(result)), sentence=sentence)


def _immersed_lines(result: Immersed) -> Iterator[Label]:
    if isinstance(result, Immersing):
        yield say("told.depth", depth=term(result.depth), goal=result.aim)
    yield say("told.goal_achieved" if result.goal == Goal.ACHIEVED else "told.out_of_control")
    if result.burnt:
        yield say("told.burnt", tags=list(result.burnt))


def drawn_back(told: Told, _viewer: Viewer, result: DrawnBack) -> Card:
    return card_of(told, say("told.drawn_back", depth=term(result.depth)))


# --- statuses and consequences ---------------------------------------------------------------------------------------


def applied(told: Told, _viewer: Viewer, result: StatusApplied) -> Card:
    left = [say("told.leftover", name=told.given.status.name, tier=result.leftover)] if result.leftover else ()
    return card_of(told, *left)


def delivered(told: Told, _viewer: Viewer, result: Delivered) -> Card:
    """What has landed; of a mitigation how it came out too."""
    rolled = verdict_of(result.result) if told.procedure == "ward_off" and result.result else None
    lines = tuple(_all_landed(told, result.applied))
    return Card(title_of(told), rolled, lines=lines, sentence=landing_sentence(told, result.applied) or "")


def coming(told: Told, _viewer: Viewer, result: Coming) -> Card:
    """What has landed, and what is about to."""
    about = (say("told.coming", who=who, incoming=list(names)) for who, names in result.coming.items())
    if not result.applied:
        return Card(say("told.deliver_coming"), lines=tuple(about))
    return card_of(told, *_all_landed(told, result.applied), *about)


def _all_landed(told: Told, applied: tuple[Landed, ...]) -> Iterator[Label]:
    """What landed: of a status that its event tells only what is not said there."""
    moved = {(line.moved.who, line.moved.what) for line in told_events(told) if line.moved}
    for one in applied:
        if not (one.kind == ConsequenceKind.STATUS and one.tier and (one.target, one.name) in moved):
            yield _landed(one)
        yield from _beside_landed(one)


def _beside_landed(landed: Landed) -> Iterator[Label]:
    if landed.denied:
        yield say("told.mitigation_denied", who=landed.target, by=landed.denied)
    elif landed.auto:
        yield say("told.auto_taken", who=landed.target)
    if landed.burnt:
        yield say("told.burnt", tags=list(landed.burnt))
    if landed.created:
        yield say("told.created", holder=landed.created.holder, name=landed.created.name)


def mitigated_line(landed: Landed) -> Say:
    key = "told.landed_mitigated" if landed.tier else "told.landed_averted"
    result = term(landed.result) if landed.result else ""
    return say(key, who=landed.target, name=landed.name, tier=landed.tier, now=landed.now, result=result)


def _landed(landed: Landed) -> Say:
    if landed.kind == ConsequenceKind.STATUS:
        taken = say("told.landed_status", who=landed.target, name=landed.name, tier=landed.tier, now=landed.now)
        return mitigated_line(landed) if landed.mitigated else taken
    return say(f"told.landed_{landed.kind}", who=landed.target, name=landed.name, text=landed.text or "")


# --- scenes ----------------------------------------------------------------------------------------------------------


def begun(told: Told, _viewer: Viewer, result: Begun) -> Card:
    """A scene with everything in it, and what the last one took with it."""
    before = (*unresolved_line(told, result.left), *expired_line(result.expired))
    lines, said = (*before, *stage_lines(told, result.scene)), scene_sentence(told, result.scene) or ""
    return Card(title_of(told), lines=lines, scene=scene_name(result.scene), sentence=said)


def opened(told: Told, _viewer: Viewer, result: Opened) -> Card:
    lines = (*expired_line(result.expired), *opening_lines(result.scene))
    return Card(title_of(told), lines=lines, scene=scene_name(result.scene))


def established(told: Told, _viewer: Viewer, result: Established) -> Card:
    """The next round, and what is announced in it."""
    return card_of(told, say("told.round", round=result.round), *threat_lines(told.given.threats))


def acted(told: Told, _viewer: Viewer, result: Acted) -> Card:
    return card_of(told, *_threats_due(result.due_threats))


def turned(told: Told, _viewer: Viewer, result: Turned) -> Card:
    """Where play goes, and what is left over."""
    dropped = [say("told.dropped")] if result.dropped else ()
    return card_of(
        told, say("told.phase", phase=term(result.phase)), *unresolved_line(told, result.unresolved), *dropped
    )


def left(told: Told, _viewer: Viewer, result: Left) -> Card:
    """The end of a scene in the MC's words, what it leaves, and the writing that play is back in."""
    text = getattr(told.given, "text", "")
    back = [say("told.back_to_file", file=result.file)] if result.back else ()
    card = card_of(told, *([text] if text else ()), *cleared_lines(told, result), *back)
    over = f"sentences.scene_over{'_words' if text else ''}{'_back' if back else ''}"
    return replace(card, sentence=say(over, text=text.rstrip("。. "), file=result.file))


def ended(told: Told, _viewer: Viewer, result: Ended) -> Card:
    return card_of(told, *(tuple(expired_line(result.expired)) or (say("told.nothing_expired"),)))


# --- rests -----------------------------------------------------------------------------------------------------------


def granted(told: Told, _viewer: Viewer, result: Granted) -> Card:
    return card_of(told, *rests_line(result.rests))


def rested(told: Told, _viewer: Viewer, result: Rested) -> Card:
    """A rest that had nothing to mend says so; what it mended is told as what has changed."""
    if result.recovered is not None:
        return card_of(told, *([] if result.recovered else [say("told.nothing_burnt")]))
    ails = any(not status.beneficial for status in told.before.character(told.given.actor).statuses)
    return card_of(told, *([] if ails or result.growth is not None else [say("told.nothing_to_heal")]))
