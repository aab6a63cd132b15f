"""One act, one sentence: who, with what, did what to whom, and what came of it, as somebody tells it who was there (FET-LIV-57)."""

from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.content.english import own_name
from ludex.systems.fet.events.rows import Row
from ludex.systems.fet.events.telling import Settled
from ludex.systems.fet.terms import Kind, Outcome, Resource, readable, written
from ludex.systems.fet.views.tell.reasons import used_up
from ludex.systems.fet.views.tell.witness import Onlooker

BETWEEN_TWO = (Outcome.BLOCKED, Outcome.INTERRUPTED, Outcome.CONTROLLED, Outcome.DEBUFFED, Outcome.HEALED)
"""Outcomes of which one tells whom they befell."""


def row_sentence(seen: Onlooker, row: Row, moment: Settled, *, kills: bool = False) -> Say:
    """What one act came to; `kills`: its target has died of it."""
    other = row.target and row.target != row.who
    if row.outcome == Outcome.HIT and other:
        return _hit(seen, row, moment, kills=kills)
    met = {"whom": seen.aimed(row.target)} if row.target and other and row.outcome in BETWEEN_TWO else {}
    word = used_up(row) or (f"{row.outcome}_at" if met else row.outcome)
    final = readable(seen.came_of(row, moment))
    return say(
        f"sentences.{word}", who=seen.doer(row.who), what=_tool(seen, row), final=final, until=row.until or 0, **met
    )


def _hit(seen: Onlooker, row: Row, moment: Settled, *, kills: bool) -> Say:
    """A blow: what it was done with, how hard it was and what made it harder, and whether it killed."""
    key = "shot" if row.kind == Kind.SHOOT else "hit"
    return say(
        f"sentences.{key}_dead" if kills else f"sentences.{key}",
        who=seen.doer(row.who),
        what=_tool(seen, row),
        whom=seen.aimed(row.target or ""),
        final=readable(seen.came_of(row, moment)),
        more=_made_of(seen, row),
    )


def _tool(seen: Onlooker, row: Row) -> Label:
    """What an act is called by: the weapon, the skill, or its kind."""
    if row.named and seen.knows_card(row):
        return own_name(row.named)
    return (
        own_name(row.tool)
        if row.tool and row.kind in (Kind.ATTACK, Kind.SHOOT)
        else term(row.of or row.effect or row.kind)
    )


def _made_of(seen: Onlooker, row: Row) -> Say | str:
    """In brackets: what a blow is made of, that it went to the will, what a shield took of it."""
    notes: list[Label] = []
    if row.swayed:
        base = written(readable(row.final - sum(way.by for way in row.swayed)))
        ways = [written(readable(way.by), signed=True) for way in row.swayed]
        named = [
            by if way.who in seen.after.veiled or way.name == row.tool else say("told.sum_part", by=by, name=way.name)
            for by, way in zip(ways, row.swayed, strict=True)
        ]
        notes.append(say("sentences.sum", base=base, parts=named))
    if row.resource == Resource.WILL:
        notes.append(term(row.resource))
    if row.absorbed:
        notes.append(say("told.absorbed", amount=readable(row.absorbed)))
    return say("told.more", notes=notes) if notes else ""
