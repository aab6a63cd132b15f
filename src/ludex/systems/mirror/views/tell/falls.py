"""Who falls: dead, dissolved, unconscious, mad or dying by what a card tells. It stands first on the card, wherever it happened."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Verdict
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.redact import name_of
from ludex.systems.mirror.rules.dying import dying_parts, dying_target
from ludex.systems.mirror.sheet import BodyPart, Character
from ludex.systems.mirror.terms import Status, Tag
from ludex.systems.mirror.views.tell.phrases import Lines

FALLS = (Status.DEAD, Status.DISSOLVED, Status.UNCONSCIOUS, Status.MAD, Status.EXHAUSTED)
"""The gravest first: of one who falls twice at once it alone is told."""

LIGHT = FALLS[-1:]
"""What is told, but is no verdict."""


@rule("MIR-LIV-22", "MIR-LIV-35")
def with_falls(told: Told, viewer: Viewer, card: Card) -> Card:
    """A card that says first who fell by it, and who is dying now; one without a verdict has the gravest of these as its verdict."""
    falls = list(_falls(told))
    lines: Lines = [
        say(f"told.fell_{status}", who=name_of(told.after, who, viewer), status=_status(status))
        for who, status in falls
    ]
    begun = list(_dying(told))
    lines += [_dying_line(told, viewer, who, parts) for who, parts in begun]
    if not lines:
        return card
    worst = min((FALLS.index(status) for _, status in falls if status not in LIGHT), default=None)
    grave = Verdict("terrible", term("dying") if worst is None else _status(FALLS[worst]))
    verdict = card.verdict or (grave if begun or worst is not None else None)
    return replace(card, verdict=verdict, lines=(*lines, *card.lines))


def _status(status: Status) -> Say:
    return say("view.of_status", status=term(status))


def _changed(told: Told) -> Iterator[tuple[str, Character, Character]]:
    """Everybody who was known before and is another now."""
    for who, now in told.after.characters.items():
        before: Character | None = told.before.characters.get(who)
        if before is not None and now is not before:
            yield who, before, now


def _falls(told: Told) -> Iterator[tuple[str, Status]]:
    """Who fell, and what is the gravest of what she is now; one who was down in that way, or is out of play since, fell before."""
    for who, before, now in _changed(told):
        status = next((s for s in FALLS if s in now.statuses and s not in before.statuses), None)
        if status is not None and not before.out_of_play:
            yield who, status


@rule("MIR-DYI-1")
def _dying(told: Told) -> Iterator[tuple[str, list[BodyPart]]]:
    """Who has dying checks to make from now on, and for which parts."""
    for who, before, now in _changed(told):
        known = {p.id for p in dying_parts(before)} if not before.exempt else set()
        parts = [p for p in dying_parts(now) if p.id not in known]
        if parts and not now.exempt:
            yield who, parts


def _dying_line(told: Told, viewer: Viewer, who: str, parts: list[BodyPart]) -> Say:
    """That somebody is dying, and what comes of it: which check, when, against what."""
    return say(
        "told.dying_begins",
        who=name_of(told.after, who, viewer),
        parts=[part.called for part in parts],
        target=max(map(dying_target, parts)),
    )


@rule("MIR-LIV-22")
def dropped_lines(told: Told, viewer: Viewer) -> Lines:
    """Effects on which somebody who fell concentrates no longer."""
    lines: Lines = []
    for who, before, now in _changed(told):
        if not (now.unconscious or now.out_of_play) or before.unconscious or before.out_of_play:
            continue
        left = {x.id for x in told.after.effects}
        gone = [x for x in told.before.effects if x.id not in left and Tag.CONCENTRATE in x.tags]
        names = [shown(x.name) for x in gone if (x.by or x.target) == who]
        lines += [say("told.dropped", who=name_of(told.after, who, viewer), what=names)] if names else []
    return lines
