"""How a finished procedure is told: a card with its verdict, totals that explain themselves, what happened and what has changed.

Both states are as the viewer knows them; of a result only what everybody may know is told.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Offer, deed
from ludex.core.effects.sentences import name_of
from ludex.core.explain import Term, Total
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, Say, say
from ludex.core.system import Told
from ludex.core.telling import by_result, in_a_sentence
from ludex.core.view import AnyPart, Card, Deeds, EventLine, Fact, Role, Text
from ludex.systems.mist.effects import WORDS, bearers, own_records
from ludex.systems.mist.events import StatusTaken
from ludex.systems.mist.redact import MC_ONLY
from ludex.systems.mist.rules.cases import Closed, Won, Written
from ludex.systems.mist.rules.consequences import Delivered
from ludex.systems.mist.rules.files import Deduced, Tested
from ludex.systems.mist.rules.loop import Begun, Left
from ludex.systems.mist.rules.mitigation import Mitigated
from ludex.systems.mist.rules.pool import pool_text
from ludex.systems.mist.rules.scenes import Ended, Opened
from ludex.systems.mist.rules.statuses import unrelated_statuses
from ludex.systems.mist.sheet import Character, Holder, status_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Result
from ludex.systems.mist.views.deeds import guide, relate
from ludex.systems.mist.views.tell import cases, scenes
from ludex.systems.mist.views.tell.phrases import title_of, told_events
from ludex.systems.mist.views.tell.scenes import mitigated_line
from ludex.systems.mist.views.tell.spoken import SPOKEN

TELLERS = by_result(scenes, cases)
"""How each output is told, by its type; any other by what has changed."""

TELL_TAGS = (Delivered, Opened, Ended, Begun, Left, Written, Deduced, Tested, Closed, Won)
"""Results that name the story tags they made or removed."""

TAG_LINES = frozenset(("told.tag_new", "told.tag_gone"))

TOLD_BETTER = {
    "tag_drop": TAG_LINES,
    "clue_share": frozenset(("told.clue_added",)),
    "status_combine": frozenset(("told.status_rename_line",)),
}
"""Lines of events that the card of a procedure says better."""

FOREMOST = frozenset(
    f"told.{key}"
    for key in (
        "fate_dead",
        "fate_transformed",
        "fate_active",
        "overcome",
        "theme_lost",
        "clue_found",
        "clue_found_said",
        "new_clue",
        "new_clue_said",
        "trait",
        "dropped",
    )
)
"""Lines that are told before all others: somebody who reads one line reads these."""


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of what was done, as this viewer may read it."""
    own = told.procedure == "clue_place" and told.result.holder in viewer.controls  # MST-LIV-39
    if told.procedure in MC_ONLY and not viewer.gm and not own:
        return Card(title_of(told))
    teller = TELLERS.get(type(told.result))
    card = teller(told, viewer, told.result) if teller else Card(title_of(told))
    if viewer.gm:
        card = replace(card, lines=(*card.lines, *_unseen(told)))
    whole = replace(
        card,
        totals=tuple(_totals(told, viewer)),
        lines=tuple(sorted(card.lines, key=lambda line: not (isinstance(line, Say) and line.key in FOREMOST))),
        happened=tuple(_happened(told, card)),
        parts=tuple(_parts(told, viewer)),
    )
    return in_a_sentence(whole, SPOKEN)


def _happened(told: Told, card: Card) -> list[EventLine]:
    """What the events say beside the card's own lines, what people retell first."""
    twice = TAG_LINES if isinstance(told.result, TELL_TAGS) else TOLD_BETTER.get(told.procedure, frozenset())
    lines = (line for line in told_events(told) if line.said not in card.lines)
    others = [line for line in lines if not (isinstance(line.said, Say) and line.said.key in twice)]
    landed = told.result.applied if isinstance(told.result, Delivered) else ()
    lowered = (one for one in landed if one.mitigated and one.result != Result.FAILURE)
    left: dict[tuple[str, Label], Say] = {(one.target, one.name): mitigated_line(one) for one in lowered}
    said = [left.get((line.moved.who, line.moved.what)) if line.moved else None for line in others]
    retold = [replace(line, said=better) if better else line for line, better in zip(others, said, strict=True)]
    return sorted(retold, key=lambda line: line.role is not Role.HEADLINE)


def _unseen(told: Told) -> Iterator[Say]:
    """What brought nothing because something unseen denies it: the MC alone is told (MST-LIV-32)."""
    yield from getattr(told.result, "unseen", ())
    for landed in getattr(told.result, "applied", ()):
        yield from getattr(landed, "unseen", ())


def _totals(told: Told, viewer: Viewer) -> Iterator[Fact]:
    """Total, which decides, and power, each with its terms; a record that the viewer does not know of is not named (MST-LIV-35, -41)."""
    result = told.result
    why = getattr(result, "why", None) or {}
    for name in ("total", "power"):
        value = getattr(result, name, None)
        if value is not None:
            reasons = why.get(name)
            yield Fact(say(f"view.{name}"), value, reasons if viewer.gm else _without_unseen(told, reasons))
    if getattr(result, "n_d4", None) is not None:
        yield Fact(say("view.pool"), pool_text(result.power, result.n_d4))


def _without_unseen(told: Told, total: Total | None) -> Total | None:
    """A number with its reasons, as somebody may read them who knows these states."""
    return replace(total, terms=tuple(_unnamed(told, one) for one in total.terms)) if total else None


def _unnamed(told: Told, reason: Term) -> Term:
    """A reason without the name of a record, a tag or a status that is in neither state."""
    reason = replace(reason, terms=tuple(_unnamed(told, one) for one in reason.terms))
    known = any(_knows(state, reason) for state in (told.before, told.after))
    return reason if known else replace(reason, label=say("effects.unseen"))


def _knows(state: State, reason: Term) -> bool:
    if reason.clause == WORDS.clause:
        records = (record for one in bearers(state) for record in own_records(state, one))
        return reason.label.facts.get("effect") in [name_of(record) for record in records]
    named = reason.label.facts.get("tag") or reason.label.facts.get("name")
    return not isinstance(named, str) or state.named(named)


def _parts(told: Told, viewer: Viewer) -> Iterator[AnyPart]:
    """What the table does next: clues into the file (the MC), growth onto the themes (their player)."""
    result = told.result
    if told.procedure in ("character_join", "character_make", "theme_write"):
        yield from guide(told.after, result.holder)
    if isinstance(result, Mitigated) and result.growth_due:
        who = told.given.actor
        if viewer.gm or who in viewer.controls:
            yield Deeds(tuple(_grow(who, theme) for theme in result.growth_due))
    if viewer.gm and told.after.options.similar == "tell" and told.procedure != "status_rename":
        for holder, name, others in _beside(told):
            yield Text(say("told.beside", who=holder.called, name=name, others=list(others)), "quiet")
            yield Deeds(tuple(button for other in others for button in relate(holder, name, other)))


def _beside(told: Told) -> Iterator[tuple[Holder, str, tuple[str, ...]]]:
    """Statuses that have just landed beside others of which nothing says what they are to them."""
    landed = {(one.holder, one.status.name): one.status for one in told.events if isinstance(one, StatusTaken)}
    for (who, name), status in landed.items():
        now = told.after.holder(who)
        if now is None or (isinstance(now, Character) and not now.active) or status_of(now, name) is None:
            continue
        there = replace(now, statuses=tuple(s for s in now.statuses if s.name != name))
        if others := unrelated_statuses(there, status, told.after.related):
            yield now, name, others


def _grow(who: str, theme: str) -> Offer:
    return deed("grow", say("view.do_grow", theme=theme), of=actor(who), given={"theme": theme})
