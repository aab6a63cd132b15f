"""What a finished procedure did, line by line: one teller for each kind of result. Nothing here looks at who reads it."""

from collections.abc import Callable, Iterator

from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.systems.mist.content import content_of
from ludex.systems.mist.rules.actions import ActionDone
from ludex.systems.mist.rules.cases import Closed, DeducedAtTable, NotPut, TestedAtTable, Won, Written
from ludex.systems.mist.rules.casework import Revealed
from ludex.systems.mist.rules.consequences import Delivered
from ludex.systems.mist.rules.delivery import Coming
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.files import Backed, Deduced, Tested
from ludex.systems.mist.rules.immersion import DrawnBack, Immersed, Immersing
from ludex.systems.mist.rules.landing import Landed
from ludex.systems.mist.rules.limits import StatusApplied
from ludex.systems.mist.rules.loop import Begun, Left
from ludex.systems.mist.rules.missions import CutIn, MissionDone, SuppressedBy, Writing
from ludex.systems.mist.rules.mitigation import Mitigated
from ludex.systems.mist.rules.rest import Granted, Rested
from ludex.systems.mist.rules.scenes import Acted, Ended, Established, Opened, Turned
from ludex.systems.mist.rules.solving import solve
from ludex.systems.mist.rules.turns import Called, TurnTaken
from ludex.systems.mist.sheet import Threat
from ludex.systems.mist.state import Scene
from ludex.systems.mist.terms import ConsequenceKind, Fate, Goal
from ludex.systems.mist.views.cards import solvable


def _action(told: Told) -> Iterator[Label]:
    result: ActionDone = told.result
    yield from _used(result)
    if result.available:
        yield say("told.spent", spent=result.spent, available=result.available)
    found = [clue.id for clue in result.found] if isinstance(result, TurnTaken) else list(result.clues)
    yield from (say("told.clue_found", clue=clue) for clue in found)
    yield from (say("told.feat", feat=feat) for feat in result.feats)
    if isinstance(result, TurnTaken):
        if result.loose:
            yield say("told.clue_kept")
        if result.action_due:
            yield say("told.action_due")
        elif told.given.aside and result.consequences:
            yield say("told.owed_aside")  # MST-LIV-5
        if result.due_threats:
            yield say("told.due_threats", threats=list(result.due_threats))


def _used(result: ActionDone | Mitigated) -> Iterator[Label]:
    if result.burnt:
        yield say("told.burnt", tags=list(result.burnt))
    if result.flipped:
        yield say("told.flipped", tags=list(result.flipped))
    if result.growth_due and not isinstance(result, TurnTaken):  # at the table the mark is made, and told as a change
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
        if landed.auto:
            yield say("told.auto_taken", who=landed.target)
        if landed.burnt:
            yield say("told.burnt", tags=list(landed.burnt))
        if landed.created:
            yield say("told.created", holder=landed.created.holder, name=landed.created.name)

    if isinstance(result, Coming):
        yield from (say("told.coming", who=who, incoming=list(names)) for who, names in result.coming.items())


def _called(told: Told) -> Iterator[Label]:
    result: Called = told.result
    if result.people:
        yield say("told.called", people=list(result.people), text=result.text)


def _landed(landed: Landed) -> Say:
    if landed.kind == ConsequenceKind.STATUS:
        left = "told.landed_mitigated" if landed.tier else "told.landed_averted"
        key = left if landed.mitigated else "told.landed_status"
        result = term(landed.result) if landed.result else ""
        return say(key, who=landed.target, name=landed.name, tier=landed.tier, now=landed.now, result=result)
    return say(f"told.landed_{landed.kind}", who=landed.target, name=landed.name, text=landed.text or "")


def _begun(told: Told) -> Iterator[Label]:
    result: Begun = told.result
    yield from _unresolved(told, result.left)
    if result.expired:
        yield say("told.expired", tags=list(result.expired))
    yield from _stage(told, result.scene)


def _stage(told: Told, scene: Scene) -> Iterator[Label]:
    """A scene that has opened: its words, and everything that stands in it as the reader knows it."""
    if scene.text:
        yield scene.text
    if scene.past:
        yield say("told.past", when=scene.when)
    if scene.story_tags:
        yield say("told.scene_tags", tags=[tag.name for tag in scene.story_tags])
    if facing := [challenge.called for challenge in told.after.challenges]:
        yield say("told.scene_challenges", names=facing)
    yield from _announced(scene.threats)


def _announced(threats: tuple[Threat, ...]) -> Iterator[Label]:
    yield from (say("told.threat", threat=t.id, text=t.text) for t in threats)


def _left(told: Told) -> Iterator[Label]:
    result: Left = told.result
    if words := getattr(told.given, "text", ""):
        yield words
    yield from _cleared(told, result)
    if result.back:
        yield say("told.back_to_file", file=result.file)


def _unresolved(told: Told, names: tuple[str, ...]) -> Iterator[Label]:
    """What stays unresolved, as far as the reader knows of it: not what is on stage unseen (MST-LIV-41)."""
    known = [*(c.id for c in told.before.challenges), *(t.id for t in told.before.scene_now.threats)]
    if shown := [name for name in names if name in known]:
        yield say("told.unresolved", names=shown)


def _cleared(told: Told, result: Left | Closed) -> Iterator[Label]:
    """What stays unresolved in a scene that is over, an owed consequence that falls away, what is gone (MST-LIV-15)."""
    yield from _unresolved(told, result.unresolved)
    if result.dropped:
        yield say("told.dropped")
    if result.expired:
        yield say("told.expired", tags=list(result.expired))


def _revealed(told: Told) -> Iterator[Label]:
    result: Revealed = told.result
    yield say(f"told.revealed_{result.kind}", name=result.name, text=result.text)


def _turned(told: Told) -> Iterator[Label]:
    result: Turned = told.result
    yield say("told.phase", phase=term(result.phase))
    yield from _unresolved(told, result.unresolved)
    if result.dropped:
        yield say("told.dropped")


def _established(told: Told) -> Iterator[Label]:
    result: Established = told.result
    yield say("told.round", round=result.round)
    yield from _announced(told.given.threats)


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
    if result.mission.mysteries:
        yield say("told.asked_now", names=[m.called for m in result.mission.mysteries])


def _writing(told: Told) -> Iterator[Label]:
    if isinstance(told.result, Written) and told.result.expired:
        yield say("told.expired", tags=list(told.result.expired))
    yield say("told.file", file=told.result.file)


def _deduced(told: Told) -> Iterator[Label]:
    result: Deduced = told.result
    yield say("told.conclusion", conclusion=told.given.conclusion, mystery=told.given.mystery)
    text = next((clue.text for clue in told.after.mission.clues if clue.id == result.new_clue), "")
    yield say("told.new_clue_said" if text else "told.new_clue", clue=result.new_clue, text=text)
    yield say("told.phase", phase=term(result.phase))
    yield from _led_to(told)


def _not_put(_told: Told) -> Iterator[Label]:
    yield say("told.not_put")


def _led_to(told: Told) -> Iterator[Label]:
    """The scene that a conclusion has opened."""
    if isinstance(told.result, DeducedAtTable | TestedAtTable) and told.result.scene is not None:
        yield from _stage(told, told.result.scene)
        if told.result.scene.action_due:
            yield say("told.action_due")


def _tested(told: Told) -> Iterator[Label]:
    result: Tested = told.result
    yield say("told.conclusion", conclusion=told.given.conclusion, mystery=told.given.mystery)
    if result.opportunity:
        yield say("told.opportunity")
    yield say("told.phase", phase=term(result.phase))
    yield from _led_to(told)


def _backed(told: Told) -> Iterator[Label]:
    result: Backed = told.result
    yield say("told.allowed") if result.allowed else say("told.short_by", n=result.short_by)


def _granted(told: Told) -> Iterator[Label]:
    yield say("told.rests", people=list(told.result.rests))


def _suppressed(told: Told) -> Iterator[Label]:
    yield say("told.suppressed", reached=list(told.result.reached))
    if isinstance(told.result, Won) and told.result.rests:
        yield from _granted(told)


def _closed(told: Told) -> Iterator[Label]:
    result: Closed | MissionDone = told.result
    yield say("told.case_closed", case=result.mission.called, outcome=term(result.outcome))
    if told.given.note:
        yield told.given.note
    if isinstance(result, Closed):
        yield from _cleared(told, result)
        yield from _granted(told) if result.rests else ()


def _edited(told: Told) -> Iterator[Label]:
    result: Edited = told.result
    shown = [term(v) if v in tuple(Fate) else v for v in (result.before, result.after)]
    if told.procedure == "pack_shelve":
        yield from _shelved(told)
    if told.procedure in ("pack_shelve", "theme_write"):  # what has changed tells it
        return
    gone = "_gone" if told.procedure in ("trait_change", "mission_amend") and not result.after else ""
    moved = "_moved" if told.procedure == "mission_amend" and result.before not in ("", result.after) else ""
    yield say(f"told.{told.procedure}_line{gone or moved}", holder=result.holder, before=shown[0], after=shown[1])
    if told.procedure == "mission_amend":
        block = content_of(told.after.packs).missions.get(result.holder)
        found = solve(block.mysteries, block.clues) if block else ()
        if open_ := [one.mystery.called for one in found if one.missing]:
            yield say("view.shelf_open", names=open_)
        elif found:
            yield say("view.shelf_solved", n=len(found))


def _shelved(told: Told) -> Iterator[Label]:
    """What was taken in, what it replaced, and whether its cases can be solved (MST-LIV-50, -51)."""
    result: Edited = told.result
    before, after = (names.split("、") if names else [] for names in (result.before, result.after))
    if before:
        yield say("told.pack_updated_line", before=before)
    if new := [name for name in after if name not in before]:
        yield say("told.pack_shelve_line", after=new)
    missions = content_of(told.after.packs).missions
    for name in after:
        if name in missions:
            yield say("told.check_case", name=name)
            yield from solvable(missions[name].mysteries, missions[name].clues)


def _recovered(told: Told) -> Iterator[Label]:
    result: Rested = told.result
    if result.recovered is not None and not result.recovered:
        yield say("told.nothing_burnt")
    elif result.recovered is None and result.growth is None and not told.before.character(told.given.actor).statuses:
        yield say("told.nothing_to_heal")


Teller = Callable[[Told], Iterator[Label]]

TELLERS: tuple[tuple[type, Teller], ...] = (
    (ActionDone, _action),
    (Mitigated, _mitigated),
    (Immersed, _immersed),
    (DrawnBack, _drawn_back),
    (StatusApplied, _status),
    (Called, _called),
    (NotPut, _not_put),
    (Delivered, _delivered),
    (Begun, _begun),
    (Left, _left),
    (Revealed, _revealed),
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
    (Granted, _granted),
    (Opened, _opened),
)
"""Who tells what, the more particular kind first."""
