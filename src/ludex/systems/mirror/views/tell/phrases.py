"""What all cards share: names as a viewer may say them, titles, verdicts, and lines of things that happen inside others."""

from collections.abc import Sequence

from msgspec.structs import replace

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Fact, Label, Verdict
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.events import Reacted
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
    return Verdict(VERDICTS.get(grade, "plain"), term(grade))


def facts(*pairs: tuple[str, Label | int | None, Total | None]) -> tuple[Fact, ...]:
    return tuple(Fact(say(f"told.{name}"), value, total) for name, value, total in pairs if value is not None)


def fresh_reactions(told: Told) -> list[Reacted]:
    """What acted by itself in what is told, of those who are there for the viewer."""
    there = {"", *told.after.characters}
    return [event for event in told.events if isinstance(event, Reacted) and event.who in there]


@rule("MIR-LIV-34")
def reaction_lines(told: Told, viewer: Viewer) -> Lines:
    """Effects that acted by themselves meanwhile, of those whom the viewer can locate."""
    fresh = fresh_reactions(told)
    done = {r.effect for r in fresh if r.whom and not r.grade and _harm(told, r)}
    fresh = [r for r in fresh if r.whom or r.effect not in done]  # what it did says that it acted
    return [
        line
        for r, times in _summed(fresh)
        if not r.who or viewer.gm or r.who in told.after.characters
        for line in _reacted(told, viewer, r, times)
    ]


def _summed(reactions: list[Reacted]) -> list[tuple[Reacted, int]]:
    """Each effect once with all that it did to one in an act, and how often it acted: five ticks of a poison are one loss."""
    found: dict[tuple[str | int, ...], tuple[Reacted, int]] = {}
    for place, one in enumerate(reactions):
        key = (place,) if one.grade else (one.who, one.effect, one.whom, one.part, one.level)
        known, times = found.get(key, (replace(one, count=0, sp=0), 0))
        found[key] = replace(known, count=known.count + one.count, sp=known.sp + one.sp), times + 1
    return list(found.values())


def _reacted(told: Told, viewer: Viewer, one: Reacted, times: int) -> Lines:
    """One of them: an effect that acted (so many times), or an action with how it came out."""
    if not one.effect:
        return [say("effects.bound", most=MOST)]
    who = name_of(told.after, one.who, viewer)
    if not one.whom and times > 1:
        return [say("told.reacted_often", who=who, effect=shown(one.effect), times=times)]
    if not one.whom:
        return [say("effects.reacted", who=who, effect=shown(one.effect))]
    whom = name_of(told.after, one.whom, viewer)
    if not one.grade:
        what = _harm(told, one)
        return [say("told.effect_hurt", effect=shown(one.effect), who=whom, what=what)] if what else []
    lines: Lines = [say("told.reaction", who=who, action=shown(one.effect), whom=whom, grade=term(one.grade))]
    if one.count:
        part = part_said(told, one.whom, one.part)
        lines.append(say("told.wounds", part=part, count=one.count, level=term(f"wound_{one.level}")))
    return lines


def _harm(told: Told, one: Reacted) -> Lines:
    """What a step did to somebody: wounds where she is seen, SP where her numbers are known (MIR-LIV-40)."""
    c = told.after.characters.get(one.whom)
    if c is None:
        return []
    part, level = part_said(told, one.whom, one.part), term(f"wound_{one.level}")
    lines: Lines = [say("told.wounds", part=part, count=one.count, level=level)] if one.count else []
    return [*lines, say("told.sp_by", n=f"{one.sp:+}", sp=c.sp)] if one.sp and c.veiled is None else lines
