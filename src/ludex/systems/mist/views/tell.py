"""How a finished procedure is told: a card with its verdict, totals that explain themselves, what happened and what has changed.

Both states are told as `redact` leaves them; nothing here decides what a viewer may know.
"""

from collections.abc import Callable, Iterator

from ludex.core.deeds import Deed, deed
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import AnyPart, Card, Deeds, Fact, Verdict
from ludex.systems.mist.redact import redacted
from ludex.systems.mist.rules.actions import ActionDone
from ludex.systems.mist.rules.consequences import Delivered, Landed
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.files import Backed, Deduced, Tested
from ludex.systems.mist.rules.immersion import DrawnBack, Immersed, Immersing
from ludex.systems.mist.rules.limits import StatusApplied
from ludex.systems.mist.rules.missions import CutIn, MissionDone, SuppressedBy, Writing
from ludex.systems.mist.rules.mitigation import Mitigated
from ludex.systems.mist.rules.pool import Pooled
from ludex.systems.mist.rules.rest import Rested
from ludex.systems.mist.rules.scenes import Acted, Ended, Established, Opened, Turned
from ludex.systems.mist.rules.turns import TurnTaken
from ludex.systems.mist.sheet import Challenge, Character, Holder, Theme
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, Fate, Goal, Result

TELL_TAGS = (Delivered, Opened, Ended, Edited)
"""Results that name the story tags they made or removed."""

KINDS = {Result.SUCCESS: "good", Result.MIXED: "mixed", Result.FAILURE: "bad", Result.DESCRIBED: "plain"}


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of what was done, as this viewer may read it."""
    teller = next((t for kind, t in TELLERS if isinstance(told.result, kind)), None)
    lines = tuple(teller(told)) if teller else ()
    before, after = redacted(told.before, viewer), redacted(told.after, viewer)
    return Card(
        _title(told),
        _verdict(told),
        tuple(_totals(told)),
        (*lines, *changes(before, after, tags=not isinstance(told.result, TELL_TAGS))),
        tuple(_parts(told, viewer)),
    )


def _title(told: Told) -> Label:
    who = getattr(told.given, "actor", "")
    text = getattr(told.given, "text", "") if isinstance(told.result, TurnTaken) else ""
    title = say(f"told.{told.procedure}", who=who)
    return say("told.with_text", title=title, text=text) if text else title


def _verdict(told: Told) -> Verdict | None:
    """Success and failure with their colours; a settled conclusion by what it was shown to be."""
    result = told.result
    if isinstance(result, Deduced | Tested):
        kind = KINDS[Result(result.result)]
        return Verdict(kind, say(f"told.verdict_{result.verdict}", result=term(result.result)))
    if isinstance(result, Pooled):
        return Verdict(KINDS[Result(result.result)], term(result.result))
    return None


def _totals(told: Told) -> Iterator[Fact]:
    """Power and total, each with its terms."""
    result = told.result
    why = getattr(result, "why", None) or {}
    for name in ("power", "total"):
        value = getattr(result, name, None)
        if value is not None:
            yield Fact(say(f"view.{name}"), value, why.get(name))


def _parts(told: Told, viewer: Viewer) -> Iterator[AnyPart]:
    """What the table does next: clues into the file (the MC), growth onto the themes (their player)."""
    result = told.result
    if isinstance(result, ActionDone | Mitigated) and result.growth_due:
        who = told.given.actor
        if viewer.gm or who in viewer.controls:
            yield Deeds(tuple(_grow(who, theme) for theme in result.growth_due))
    if isinstance(result, ActionDone) and result.clues and viewer.gm:
        yield Deeds(tuple(_keep(clue) for clue in result.clues))


def _grow(who: str, theme: str) -> Deed:
    return deed("grow", say("view.do_grow", theme=theme), of=actor(who), given={"theme": theme})


def _keep(clue: str) -> Deed:
    return deed("clue", say("view.do_keep_clue", clue=clue), given={"id": clue})


# --- lines of each kind of result ----------------------------------------------------------------------------------


def _action(told: Told) -> Iterator[Label]:
    result: ActionDone = told.result
    yield from _used(result)
    if result.available:
        yield say("told.spent", spent=result.spent, available=result.available)
    yield from (say("told.clue_found", clue=clue) for clue in result.clues)
    yield from (say("told.feat", feat=feat) for feat in result.feats)
    if isinstance(result, TurnTaken):
        if result.action_due:
            yield say("told.action_due")
        if result.due_threats:
            yield say("told.due_threats", threats=list(result.due_threats))


def _used(result: ActionDone | Mitigated) -> Iterator[Label]:
    if result.burnt:
        yield say("told.burnt", tags=list(result.burnt))
    if result.flipped:
        yield say("told.flipped", tags=list(result.flipped))
    if result.growth_due:
        yield say("told.growth_due", themes=list(result.growth_due))


def _mitigated(told: Told) -> Iterator[Label]:
    result: Mitigated = told.result
    yield from _used(result)
    was = {status.name: status.tier for status in told.given.incoming}
    for status in result.incoming:
        yield say("told.warded", name=status.name, before=was.get(status.name, 0), after=status.tier)
    if result.created:
        yield say("told.created", holder=result.created.holder, name=result.created.name)


def _immersed(told: Told) -> Iterator[Label]:
    result: Immersed = told.result
    if isinstance(result, Immersing):
        yield say("told.depth", depth=term(result.depth), goal=result.aim)
    yield say("told.goal_achieved" if result.goal == Goal.ACHIEVED else "told.out_of_control")
    if result.burnt:
        yield say("told.burnt", tags=list(result.burnt))


def _drawn_back(told: Told) -> Iterator[Label]:
    yield say("told.drawn_back", depth=term(told.result.depth))


def _status(told: Told) -> Iterator[Label]:
    result: StatusApplied = told.result
    if result.leftover:
        yield say("told.leftover", name=told.given.status.name, tier=result.leftover)


def _delivered(told: Told) -> Iterator[Label]:
    result: Delivered = told.result
    for landed in result.applied:
        yield _landed(landed)
        if landed.burnt:
            yield say("told.burnt", tags=list(landed.burnt))
        if landed.growth_due:
            yield say("told.growth_due", themes=list(landed.growth_due))
        if landed.created:
            yield say("told.created", holder=landed.created.holder, name=landed.created.name)


def _landed(landed: Landed) -> Say:
    if landed.kind == ConsequenceKind.STATUS:
        key = "told.landed_mitigated" if landed.mitigated else "told.landed_status"
        result = term(landed.result) if landed.result else ""
        return say(key, who=landed.target, name=landed.name, tier=landed.tier, now=landed.now, result=result)
    return say(f"told.landed_{landed.kind}", who=landed.target, name=landed.name, text=landed.text or "")


def _turned(told: Told) -> Iterator[Label]:
    result: Turned = told.result
    yield say("told.phase", phase=term(result.phase))
    if result.unresolved:
        yield say("told.unresolved", names=list(result.unresolved))
    if result.dropped:
        yield say("told.dropped")


def _established(told: Told) -> Iterator[Label]:
    result: Established = told.result
    yield say("told.round", round=result.round)
    yield from (say("told.threat", threat=t.id, text=t.text) for t in told.given.threats)


def _opened(told: Told) -> Iterator[Label]:
    result: Opened = told.result
    if result.expired:
        yield say("told.expired", tags=list(result.expired))
    if result.scene.text:
        yield result.scene.text
    if result.scene.past:
        yield say("told.past", when=result.scene.when)


def _acted(told: Told) -> Iterator[Label]:
    result: Acted = told.result
    if result.due_threats:
        yield say("told.due_threats", threats=list(result.due_threats))


def _ended(told: Told) -> Iterator[Label]:
    result: Ended = told.result
    yield say("told.expired", tags=list(result.expired)) if result.expired else say("told.nothing_expired")


def _cut_in(told: Told) -> Iterator[Label]:
    result: CutIn = told.result
    yield result.mission.summary
    if result.known_clues:
        yield say("told.known_clues", clues=list(result.known_clues))


def _writing(told: Told) -> Iterator[Label]:
    yield say("told.file", file=told.result.file)


def _deduced(told: Told) -> Iterator[Label]:
    result: Deduced = told.result
    yield say("told.conclusion", conclusion=told.given.conclusion, mystery=told.given.mystery)
    text = next((clue.text for clue in result.mission.clues if clue.id == result.new_clue), "")
    yield say("told.new_clue_said" if text else "told.new_clue", clue=result.new_clue, text=text)
    yield say("told.phase", phase=term(result.phase))


def _tested(told: Told) -> Iterator[Label]:
    result: Tested = told.result
    yield say("told.conclusion", conclusion=told.given.conclusion, mystery=told.given.mystery)
    if result.opportunity:
        yield say("told.opportunity")
    yield say("told.phase", phase=term(result.phase))


def _backed(told: Told) -> Iterator[Label]:
    result: Backed = told.result
    yield say("told.allowed") if result.allowed else say("told.short_by", n=result.short_by)


def _suppressed(told: Told) -> Iterator[Label]:
    yield say("told.suppressed", reached=list(told.result.reached))


def _closed(told: Told) -> Iterator[Label]:
    yield say("told.case_closed", outcome=term(told.result.outcome))
    if told.given.note:
        yield told.given.note


def _edited(told: Told) -> Iterator[Label]:
    result: Edited = told.result
    shown = [term(v) if v in tuple(Fate) else v for v in (result.before, result.after)]
    yield say(f"told.{told.procedure}_line", holder=result.holder, before=shown[0], after=shown[1])


def _recovered(told: Told) -> Iterator[Label]:
    result: Rested = told.result
    if result.recovered is not None and not result.recovered:
        yield say("told.nothing_burnt")


Teller = Callable[[Told], Iterator[Label]]

TELLERS: tuple[tuple[type, Teller], ...] = (
    (ActionDone, _action),
    (Mitigated, _mitigated),
    (Immersed, _immersed),
    (DrawnBack, _drawn_back),
    (StatusApplied, _status),
    (Delivered, _delivered),
    (Turned, _turned),
    (Established, _established),
    (Acted, _acted),
    (Ended, _ended),
    (CutIn, _cut_in),
    (Writing, _writing),
    (Deduced, _deduced),
    (Tested, _tested),
    (Backed, _backed),
    (SuppressedBy, _suppressed),
    (MissionDone, _closed),
    (Edited, _edited),
    (Rested, _recovered),
    (Opened, _opened),
)
"""Who tells what, the more particular kind first."""


# --- what has changed between two states -----------------------------------------------------------------------------


def changes(before: State, after: State, *, tags: bool) -> Iterator[Label]:
    """What is different now, in people, scene (its story tags, if asked) and case. Both states are as the viewer knows them."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is not None:
            yield from _status_changes(was, now)
            yield from _holder_changes(was, now)
    if tags:
        yield from _tag_changes(before, after)
    yield from _case_changes(before, after)


def _status_changes(was: Holder, now: Holder) -> Iterator[Label]:
    old = {s.name: s for s in was.statuses}
    new = {s.name: s for s in now.statuses}
    for name, status in new.items():
        if name not in old:
            yield say("told.status_new", who=now.called, name=name, tier=status.tier)
        elif status.boxes != old[name].boxes:
            yield say("told.status_moved", who=now.called, name=name, before=old[name].tier, after=status.tier)
    yield from (say("told.status_gone", who=now.called, name=name) for name in old if name not in new)


def _holder_changes(was: Holder, now: Holder) -> Iterator[Label]:
    if isinstance(now, Challenge) and isinstance(was, Challenge) and now.overcome and not was.overcome:
        yield say("told.overcome", who=now.called)
    if isinstance(now, Character) and isinstance(was, Character):
        if now.fate != was.fate:
            yield say("told.fate", who=now.called, fate=term(now.fate))
        yield from _theme_changes(was, now)


def _theme_changes(was: Character, now: Character) -> Iterator[Label]:
    old = {t.id: t for t in was.themes}
    new = {t.id: t for t in now.themes}
    yield from (say("told.theme_lost", who=now.called, theme=old[i].called) for i in old if i not in new)
    yield from (say("told.theme_new", who=now.called, theme=new[i].called) for i in new if i not in old)
    for name, theme in new.items():
        if name in old:
            yield from _mark_changes(now.called, old[name], theme)


def _mark_changes(who: str, was: Theme, now: Theme) -> Iterator[Label]:
    back = [tag for tag in was.burnt if tag not in now.burnt]
    if back:
        yield say("told.recovered", who=who, tags=back)
    if now.indulgence != was.indulgence:
        yield say("told.indulgence", theme=now.called, marks=now.indulgence)
    if now.growth != was.growth:
        yield say("told.growth", theme=now.called, marks=now.growth)
    yield from (say("told.improved", theme=now.called, tag=tag) for tag in now.tags if tag not in was.tags)


def _tag_changes(before: State, after: State) -> Iterator[Label]:
    old = [tag.name for tag in before.scene_tags]
    new = [tag.name for tag in after.scene_tags]
    yield from (say("told.tag_new", tag=tag) for tag in new if tag not in old)
    yield from (say("told.tag_gone", tag=tag) for tag in old if tag not in new)


def _case_changes(before: State, after: State) -> Iterator[Label]:
    if before.mission is None or after.mission is None:
        return
    known_ids = [clue.id for clue in before.mission.clues]
    for clue in after.mission.clues:
        if clue.id not in known_ids and clue.source == "mc":
            yield say("told.clue_added", clue=clue.id, text=clue.text)
    for trait in after.mission.traits[len(before.mission.traits) :]:
        yield say("told.trait", trait=trait)
