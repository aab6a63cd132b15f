"""How the case and what is done by hand are told: the cut-in, conclusions, the end, and what was edited, prepared or shelved."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.say import Label, say, term
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.systems.mist.content import content_of
from ludex.systems.mist.rules.cases import CaseOpened, Closed, DeducedAtTable, NotPut, TestedAtTable, Won, Written
from ludex.systems.mist.rules.casework import Revealed
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.files import Backed, Deduced, Settled, Tested
from ludex.systems.mist.rules.missions import CutIn, MissionDone, SuppressedBy, Writing
from ludex.systems.mist.rules.preparing import Benched
from ludex.systems.mist.rules.workbench import solve
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import asked_as
from ludex.systems.mist.views.cards import solvable
from ludex.systems.mist.views.tell.phrases import (
    card_of,
    challenge_words,
    cleared_lines,
    clue_line,
    expired_line,
    rests_line,
    scene_name,
    stage_lines,
    title_of,
    verdict_of,
)
from ludex.systems.mist.views.tell.sentences import (
    case_sentence,
    conclusion_sentence,
    ending_sentence,
    suppression_sentence,
)

# --- the case --------------------------------------------------------------------------------------------------------


def cut_in(told: Told, _viewer: Viewer, result: CutIn) -> Card:
    said = case_sentence(result.mission, result.known_clues)
    return replace(card_of(told, *_cut_in_lines(result)), sentence=said)


def case_opened(told: Told, _viewer: Viewer, result: CaseOpened) -> Card:
    """The same, and what went with a scene that was still open."""
    card = card_of(told, *cleared_lines(told, result), *_cut_in_lines(result))
    return replace(card, sentence=case_sentence(result.mission, result.known_clues))


def _cut_in_lines(result: CutIn) -> Iterator[Label]:
    yield from map(as_shelved, result.mission.heading)
    if result.known_clues:
        yield say("told.known_clues", clues=list(map(as_shelved, result.known_clues)))
    if result.mission.mysteries:
        yield say("told.asked_now", names=[m.called for m in result.mission.mysteries])


def writing(told: Told, _viewer: Viewer, result: Writing) -> Card:
    return card_of(told, say("told.file", file=result.file))


def written(told: Told, _viewer: Viewer, result: Written) -> Card:
    """The same, and what went with a scene that had nothing left in it."""
    return card_of(told, *expired_line(result.expired), say("told.file", file=result.file))


def backed(told: Told, _viewer: Viewer, result: Backed) -> Card:
    return card_of(told, say("told.allowed") if result.allowed else say("told.short_by", n=result.short_by))


def not_put(told: Told, _viewer: Viewer, _result: NotPut) -> Card:
    """The MC weighed the clues otherwise, and they are too few."""
    return card_of(told, say("told.not_put"))


def deduced(told: Told, _viewer: Viewer, result: Deduced | DeducedAtTable) -> Card:
    """What a deduction has shown, the clue that it brings, and the past scene that it opens."""
    text = next((clue.text for clue in told.after.mission.clues if clue.id == result.new_clue), "")
    return _settled(told, result, clue_line("new_clue", result.new_clue, text))


def tested(told: Told, _viewer: Viewer, result: Tested | TestedAtTable) -> Card:
    """What a test has shown, and the scene that it opens."""
    return _settled(told, result, *([say("told.opportunity")] if result.opportunity else ()))


def _settled(told: Told, result: Settled, *brought: Label) -> Card:
    put = say("told.conclusion", conclusion=told.given.conclusion, mystery=asked_as(told.given.mystery))
    shown = verdict_of(result.result, say(f"told.verdict_{result.verdict}", result=term(result.result)))
    lines = (put, *brought, say("told.phase", phase=term(result.phase)), *_led_to(told, result))
    opened = result.scene if isinstance(result, DeducedAtTable | TestedAtTable) else None
    said = conclusion_sentence(told, result)
    return Card(title_of(told), shown, lines=lines, sentence=said, scene=scene_name(opened) if opened else "")


def _led_to(told: Told, result: Settled) -> Iterator[Label]:
    if isinstance(result, DeducedAtTable | TestedAtTable) and result.scene is not None:
        yield from stage_lines(told, result.scene)
        if result.scene.action_due:
            yield say("told.action_due")


def suppressed(told: Told, _viewer: Viewer, result: SuppressedBy) -> Card:
    return card_of(told, say("told.suppressed", reached=list(result.reached)))


def won(told: Told, _viewer: Viewer, result: Won) -> Card:
    """The same, what its last scene leaves, and who has time off for it."""
    put_down = say("told.suppressed", reached=list(result.reached))
    card = card_of(told, put_down, *cleared_lines(told, result), *rests_line(result.rests))
    return replace(card, sentence=suppression_sentence(told) or "")


def done(told: Told, _viewer: Viewer, result: MissionDone) -> Card:
    return card_of(told, *_ending(told, result))


def closed(told: Told, _viewer: Viewer, result: Closed) -> Card:
    """The same, what its last scene leaves, and who has time off."""
    card = card_of(told, *_ending(told, result), *cleared_lines(told, result), *rests_line(result.rests))
    return replace(card, sentence=ending_sentence(told, result.mission.called, result.outcome))


def _ending(told: Told, result: MissionDone) -> Iterator[Label]:
    yield say("told.case_closed", case=result.mission.called, outcome=term(result.outcome))
    if told.given.note:
        yield told.given.note


def revealed(told: Told, _viewer: Viewer, result: Revealed) -> Card:
    """Something hidden is public: told as what has changed is, where a reader knew nothing of it."""
    name, text = as_shelved(result.name), as_shelved(result.text)
    match result.kind:
        case "clue":
            return card_of(told, say("told.clue_added", clue=name, text=text))
        case "trait":
            return card_of(told, say("told.trait", trait=name))
        case "challenge":
            return card_of(told, say("told.revealed_challenge", name=name), *challenge_words(name, text))
    name = asked_as(result.name) if result.kind == "answer" else name
    return card_of(told, say(f"told.revealed_{result.kind}", name=name, text=text))


# --- by hand ---------------------------------------------------------------------------------------------------------

TELL_THEMSELVES = frozenset(
    {
        *("theme_write", "status_rename", "status_regroup", "status_clear", "fate_set"),
        *("tag_recover", "trait_add", "clue_change"),
    }
)
"""Procedures of which their events say everything."""


def _theme_card(told: Told, result: Edited) -> Card:
    """What was rewritten of a theme, and by whom."""
    renamed = result.before not in ("", result.after)
    line = say("told.theme_edit_line_moved", holder=result.holder, before=result.before, after=result.after)
    card = card_of(told, *([line] if renamed else []))
    return replace(card, sentence=say("sentences.theme_edited", who=result.holder, theme=result.after))


def edited(told: Told, _viewer: Viewer, result: Edited) -> Card:
    """What was changed by hand, in one line; where its events tell it, in none."""
    match told.procedure:
        case procedure if procedure in TELL_THEMSELVES:
            return card_of(told)
        case "theme_edit":
            return _theme_card(told, result)
        case "tag_make" if not result.holder:
            return card_of(told)
        case "character_remove" if result.after:
            return card_of(told, say("told.character_remove_kept_line", after=result.after))
        case "clue_place" if result.holder:  # in the file of those who may read this
            return card_of(told)
        case "pack_shelve":
            return card_of(told, *_shelved(told, result))
        case "challenge_set" | "mystery_pose" | "mystery_change":
            return card_of(told, _edited_line(told, result), *_counted(told, result.after))
        case "mission_amend":
            return card_of(told, _edited_line(told, result), *_solved(told, result.holder))
    return card_of(told, _edited_line(told, result))


def benched(told: Told, _viewer: Viewer, result: Benched) -> Card:
    """Who waits off the stage, and what nobody waits for any more (MST-LIV-61)."""
    fell = [say("told.fell_away", what=list(result.dropped))] if result.dropped else []
    return card_of(told, _edited_line(told, result), *fell)


def _counted(told: Told, name: str) -> Iterator[Label]:
    """The numbers of what is there now, for those who may know them: who is told less does not read the line either (MST-LIV-35)."""
    if told.procedure == "challenge_set":
        limits = [limit for one in told.after.challenges if one.id == name for limit in one.limits]
        yield from [say("told.limits", limits=[f"{one.status} {one.limit}" for one in limits])] if limits else ()
    else:
        asked = (one for one in told.after.mission_now.mysteries if one.id == name and not one.veiled)
        yield from (say("view.complexity_only", n=one.complexity) for one in asked)


def _edited_line(told: Told, result: Edited) -> Label:
    gone = "_gone" if told.procedure in ("trait_change", "mission_amend") and not result.after else ""
    moved = "_moved" if told.procedure == "mission_amend" and result.before not in ("", result.after) else ""
    facts = {"holder": result.holder, "before": result.before, "after": result.after}
    return say(f"told.{told.procedure}_line{gone or moved}", **facts)


def _solved(told: Told, mission: str) -> Iterator[Label]:
    """Whether a case on the shelf can be solved as it is now (MST-LIV-51)."""
    block = content_of(told.after.packs).missions.get(mission)
    found = solve(block.mysteries, block.clues) if block else ()
    if open_ := [one.mystery.called for one in found if one.missing]:
        yield say("view.shelf_open", names=open_)
    elif found:
        yield say("view.shelf_solved", n=len(found))


def _shelved(told: Told, result: Edited) -> Iterator[Label]:
    """What was taken in, what it replaced, and whether its cases can be solved (MST-LIV-50, -51)."""
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
