"""What all cards share: names as a viewer may say them, titles, verdicts, and lines of things that happen inside others."""

from collections.abc import Callable, Sequence

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.redact import name_of
from ludex.systems.mirror.rules.windows import MOST
from ludex.systems.mirror.sheet import BodyPart
from ludex.systems.mirror.terms import said

VERDICTS = {
    "great_success": "great",
    "success": "good",
    "failure": "bad",
    "great_failure": "terrible",
    "none": "plain",
}

Lines = list[Label]


def title(told: Told, viewer: Viewer, who: str = "", **facts: Label | int | Sequence[Label]) -> Say:
    """A card's title: the procedure, and whom it is about."""
    return say(f"told.{told.procedure}", who=named(told, who, viewer) if who else "", **facts)


def named(told: Told, who: str, viewer: Viewer) -> Label:
    """Somebody's name: as the viewer knows it after what happened, else as she knew it before."""
    return name_of(told.after if who in told.after.characters else told.before, who, viewer)


def part_said(told: Told, who: str, part: str | None) -> Label:
    """What a part of somebody's is called: by its own name, else by the rulebook's word."""
    for state in (told.after, told.before):
        found: BodyPart | None = state.characters[who].part(part or "") if who in state.characters else None
        if found is not None:
            return found.called
    return said(part or "")


def verdict(grade: str) -> Verdict:
    """A grade as a verdict."""
    return Verdict(VERDICTS.get(grade, "plain"), term(grade))


def facts(*pairs: tuple[str, Label | int | None, Total | None]) -> tuple[Fact, ...]:
    """Labelled values that are there."""
    return tuple(Fact(say(f"told.{name}"), value, total) for name, value, total in pairs if value is not None)


def verdict_of(output: str) -> Callable[[Told, Viewer], Card]:
    """The teller of a result that is one word or number."""

    def teller(told: Told, viewer: Viewer) -> Card:
        found: str | int = getattr(told.result, output)
        return Card(title(told, viewer), Verdict("plain", said(str(found))))

    return teller


@rule("MIR-LIV-34")
def reaction_lines(told: Told, viewer: Viewer) -> Lines:
    """Effects that acted by themselves meanwhile, of those whom the viewer can locate."""
    known = told.before.reactions[-1].number if told.before.reactions else 0
    fresh = [r for r in told.after.reactions if r.number > known]
    return [
        say("effects.reacted", who=name_of(told.after, r.who, viewer), effect=shown(r.effect))
        if r.effect
        else say("effects.bound", most=MOST)
        for r in fresh
        if not r.who or viewer.gm or r.who in told.after.characters
    ]
