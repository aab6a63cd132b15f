"""Cards of minds, space and senses."""

from msgspec.structs import astuple

from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import AnyPart, Area, Card, Fact, Verdict
from ludex.systems.mirror.events import PersonalityChanged
from ludex.systems.mirror.redact import SOMETHING, Perceived, name_of, present
from ludex.systems.mirror.rules import (
    movement,
    numbers,
    personality,
    relations,
    space,
    walking,
)
from ludex.systems.mirror.terms import said
from ludex.systems.mirror.views.look.stage import stage_map
from ludex.systems.mirror.views.tell.harm import action_lines, attack_lines, attack_totals, attack_verdict, is_veiled
from ludex.systems.mirror.views.tell.phrases import Lines, facts, title


def related(told: Told, viewer: Viewer, result: relations.Related) -> Card:
    """Card: related."""
    positive = say("view.attitude", value=result.positive, attitude=term(result.positive_attitude))
    negative = say("view.attitude", value=result.negative, attitude=term(result.negative_attitude))
    rows = (Fact(term("positive"), positive), Fact(term("negative"), negative))
    lines: Lines = [_emotions(result.emotions)] if result.emotions else []
    if isinstance(told.given, relations.ShiftRelation):  # MIR-LIV-59
        lines.insert(0, say(f"answers.{told.given.kind}", amount=told.given.amount))
    return Card(_between(told, viewer), totals=rows, lines=tuple(lines))


def emotion_added(told: Told, viewer: Viewer, result: relations.EmotionAdded) -> Card:
    """A further emotion of a relation."""
    line = say("told.emotion_new" if result.added else "told.emotion_there", emotion=term(result.emotion))
    return Card(_between(told, viewer), lines=(line, _emotions(result.emotions)))


def emotions_left(told: Told, viewer: Viewer, result: relations.EmotionDropped) -> Card:
    """The emotions of a relation after one was let go."""
    return Card(_between(told, viewer), lines=(_emotions(result.emotions),))


def relation_over(told: Told, viewer: Viewer, result: relations.RelationOver) -> Card:
    """The end of a relation."""
    return Card(_between(told, viewer), lines=(say("told.relations_left", count=result.relation_count),))


def _between(told: Told, viewer: Viewer) -> Say:
    return title(told, viewer, told.given.actor, other=name_of(told.after, told.given.target, viewer))


def _emotions(emotions: tuple[str, ...]) -> Say:
    return say("told.emotions", emotions=[term(e) for e in emotions])


def favour_now(told: Told, viewer: Viewer, _result: personality.FavourNow) -> Card:
    """Favour given or spent."""
    amount = f"{told.given.amount:+d}"
    lines = (say("told.favour_for", amount=amount, reason=told.given.reason),) if told.given.reason else ()
    return Card(title(told, viewer, told.given.target), lines=lines)


def personality_now(
    told: Told,
    viewer: Viewer,
    _result: personality.Traumatised | personality.HumanitySpent | personality.PersonalityNow,
) -> Card:
    """A mind that moved, or did not."""
    moved = any(isinstance(e, PersonalityChanged) and e.was != (e.humanity, e.ego, e.madness) for e in told.events)
    still = () if moved or is_veiled(told, told.given.actor) else (say("told.mind_still"),)
    return Card(title(told, viewer, told.given.actor), lines=still)


def traumas(told: Told, viewer: Viewer, result: personality.TraumasNoted) -> Card:
    """Card: traumas."""
    return Card(title(told, viewer, told.given.actor), lines=result.traumas[-1:])


def moved(told: Told, viewer: Viewer, result: movement.MoveDone) -> Card:
    """Card: moved."""
    if not located(told, told.given.actor, result.pos, viewer):
        return Card(title(told, viewer, told.given.actor))
    done = "stands" if result.result == "moved" and told.after.conflict is None else result.result
    lines: Lines = [say(f"told.{done}", pos=cell_text(result.pos), mov=result.mov)]
    lines += [say("told.stopped")] if result.interrupted else []
    lines += [say("told.triggers", count=len(result.triggers))] if result.triggers else []
    lines += [say("told.paused", cells=[cell_text(c) for c in result.paused])] if result.paused else []
    return Card(title(told, viewer, told.given.actor), lines=tuple(lines))


def walked(told: Told, viewer: Viewer, result: walking.Walked) -> Card:
    """A movement in a conflict: who reacted and what came of it, where she stands when it is over, and what it cost."""
    mover = told.given.actor
    lines: Lines = []
    for who, blow in result.blows.items():
        name, veiled = name_of(told.after, who, viewer), is_veiled(told, who) or is_veiled(told, mover)
        lead = say("told.intercepted", who=name, grade=attack_verdict(blow, mover, viewer).say)
        lines += attack_lines(told, mover, blow, viewer, veiled=veiled, lead=lead)
    lines += [say("told.blocked", who=name_of(told.after, result.blocked_by, viewer))] if result.blocked_by else []
    if result.entered and located(told, mover, result.pos, viewer):
        there = cell_text(result.pos)
        lines.append(
            say("told.moved", pos=there, mov=result.mov)
            if told.after.conflict is not None and not is_veiled(told, mover)
            else say("told.stands", pos=there)
        )
    lines += action_lines(told, mover, result.used) if result.used is not None else []
    rows = tuple(
        row
        for who, blow in result.blows.items()
        for row in attack_totals(blow, mover, viewer, veiled=is_veiled(told, mover), stranger=is_veiled(told, who))
    )
    return Card(title(told, viewer, mover), None, rows, tuple(lines))


def located(told: Told, who: str, pos: tuple[int, int] | None, viewer: Viewer) -> bool:
    """Whether a viewer may know where somebody is: one in sight, or something in that region (MIR-LIV-41)."""
    there = told.after.characters
    guessed = any(i.startswith(SOMETHING) and c.pos == pos for i, c in there.items())
    return viewer.gm or who in there or guessed


def cell_text(cell: tuple[int, int] | None) -> str:
    """A region in words."""
    return "" if cell is None else f"({cell[0]}, {cell[1]})"


def forced(told: Told, viewer: Viewer, result: movement.Forced) -> Card:
    """Card: forced."""
    if not located(told, told.given.target, result.pos, viewer):
        return Card(title(told, viewer, told.given.target))
    lines = [say("told.pushed", pos=cell_text(result.pos), left=result.distance_left)]
    lines += [say(f"told.stopped_{result.stopped_by}")] if result.stopped_by != "none" else []
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def range_judged(told: Told, viewer: Viewer, result: space.RangeJudged) -> Card:
    """Card: range judged."""
    line = say("told.in_reach") if result.ok else say(f"told.{result.reason}")
    return Card(title(told, viewer), totals=facts(("distance", result.distance, None)), lines=(line,))


def area_covered(told: Told, viewer: Viewer, result: space.AreaCovered) -> Card:
    """Card: area covered."""
    inside = [c.called for c in told.after.characters.values() if c.pos in result.cells and not c.id.startswith("@")]
    lines: Lines = [say("told.cells", cells=" ".join(f"{x},{y}" for x, y in result.cells))]
    lines += [say("told.inside", who=inside)] if inside else []
    parts: tuple[AnyPart, ...] = ()
    if told.after.stage.width:
        wash = Area(result.cells, "area", say("view.area"))
        parts = (stage_map(told.after, present(told.after, viewer), viewer, wash),)
    return Card(title(told, viewer), Verdict("plain", str(result.count)), lines=tuple(lines), parts=parts)


def perceived(told: Told, viewer: Viewer, result: Perceived) -> Card:
    """What is perceived of somebody; the untraceable are not even confirmed to be there."""
    lines: Lines = []
    if result.concealment < 2 or viewer.gm:
        sense = term(result.sense)
        lines = [say("told.perceived", sense=sense, acuity=term(result.acuity))]
        lines += [say("told.atk_penalty", penalty=result.atk_penalty)] if result.atk_penalty else []
    return Card(title(told, viewer), Verdict("plain", term(f"concealment_{result.concealment}")), lines=tuple(lines))


def found(told: Told, viewer: Viewer, result: relations.EmotionRolled | space.Measured | space.LightFound) -> Card:
    """A result that is one word or number."""
    (one,) = astuple(result)
    return Card(title(told, viewer), Verdict("plain", said(str(one))))


def finished(told: Told, viewer: Viewer, result: numbers.Finished) -> Card:
    """A number as it counts; a percentage with its sign (MIR-RND-5)."""
    sign = "%" if told.given.form == "percent" else ""
    return Card(title(told, viewer), Verdict("plain", f"{result.value}{sign}"))
