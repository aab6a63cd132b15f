"""How a finished procedure is told: a card with its verdict, totals that explain themselves, what happened and what has changed.

Both states are as the viewer knows them; of a result only what everybody may know is told.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Deed, deed
from ludex.core.effects.sentences import name_of
from ludex.core.explain import Term, Total
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import AnyPart, Card, Deeds, Fact, Text, Verdict
from ludex.systems.mist.effects import WORDS, bearers, own_records
from ludex.systems.mist.redact import MC_ONLY
from ludex.systems.mist.rules.cases import Closed
from ludex.systems.mist.rules.consequences import Delivered
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.files import Deduced, Tested
from ludex.systems.mist.rules.loop import Begun, Left
from ludex.systems.mist.rules.mitigation import Mitigated
from ludex.systems.mist.rules.pool import Pooled, pool_text
from ludex.systems.mist.rules.scenes import Ended, Opened
from ludex.systems.mist.rules.statuses import unrelated
from ludex.systems.mist.rules.turns import TurnTaken
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Result
from ludex.systems.mist.views.deeds import guide, relate
from ludex.systems.mist.views.tell.changes import changes
from ludex.systems.mist.views.tell.lines import TELLERS

TELL_TAGS = (Delivered, Opened, Ended, Edited, Begun, Left, Deduced, Tested, Closed)
"""Results that name the story tags they made or removed."""

FOREMOST = frozenset(
    f"told.{key}"
    for key in ("fate", "overcome", "theme_lost", "clue_found", "new_clue", "new_clue_said", "trait", "dropped")
)
"""Lines that are told before all others: whoever reads one line reads these."""

KINDS = {Result.SUCCESS: "good", Result.MIXED: "mixed", Result.FAILURE: "bad", Result.DESCRIBED: "plain"}


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of what was done, as this viewer may read it."""
    if told.procedure in MC_ONLY and not viewer.gm:
        return Card(_title(told))
    teller = next((t for kind, t in TELLERS if isinstance(told.result, kind)), None)
    lines = tuple(teller(told)) if teller else ()
    every = (*lines, *changes(told.before, told.after, tags=not isinstance(told.result, TELL_TAGS)))
    return Card(
        _title(told),
        _verdict(told),
        tuple(_totals(told, viewer)),
        tuple(sorted(every, key=lambda line: not (isinstance(line, Say) and line.key in FOREMOST))),
        tuple(_parts(told, viewer)),
        told.result.scene.name if isinstance(told.result, Begun | Opened) else "",
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
    if isinstance(result, Delivered) and told.procedure == "ward_off" and result.result:
        return Verdict(KINDS[Result(result.result)], term(result.result))
    return None


def _totals(told: Told, viewer: Viewer) -> Iterator[Fact]:
    """Power and total, each with its terms; a record that the viewer does not know of is not named (MST-LIV-35, -41)."""
    result = told.result
    why = getattr(result, "why", None) or {}
    if getattr(result, "n_d4", None) is not None:
        yield Fact(say("view.pool"), pool_text(result.power, result.n_d4))
    for name in ("power", "total"):
        value = getattr(result, name, None)
        if value is not None:
            reasons = why.get(name)
            yield Fact(say(f"view.{name}"), value, reasons if viewer.gm else _without_unseen(told, reasons))


def _without_unseen(told: Told, total: Total | None) -> Total | None:
    """A number with its reasons, as somebody may read them who knows these states."""
    if total is None:
        return None
    known = [
        name_of(record)
        for state in (told.before, told.after)
        for one in bearers(state)
        for record in own_records(state, one)
    ]
    return replace(total, terms=tuple(_unnamed(known, one) for one in total.terms))


def _unnamed(known: list[Label], reason: Term) -> Term:
    """A reason without the name of a record that is not among those known."""
    reason = replace(reason, terms=tuple(_unnamed(known, one) for one in reason.terms))
    unseen = reason.clause == WORDS.clause and reason.label.facts.get("effect") not in known
    return replace(reason, label=say("why.unseen")) if unseen else reason


def _parts(told: Told, viewer: Viewer) -> Iterator[AnyPart]:
    """What the table does next: clues into the file (the MC), growth onto the themes (their player)."""
    result = told.result
    if told.procedure in ("character_join", "character_make", "theme_write"):
        yield from guide(told.after, result.holder)
    if isinstance(result, Mitigated) and result.growth_due:
        who = told.given.actor
        if viewer.gm or who in viewer.controls:
            yield Deeds(tuple(_grow(who, theme) for theme in result.growth_due))
    if viewer.gm and told.after.options.similar == "tell":
        for holder, name, others in beside(told.before, told.after):
            yield Text(say("told.beside", who=holder, name=name, others=list(others)), "quiet")
            yield Deeds(tuple(button for other in others for button in relate(holder, name, other)))


def beside(before: State, after: State) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Statuses that have just landed beside others of which nothing says what they are to them."""
    for now in after.holders:
        was = before.holder(now.id)
        old = [s.name for s in was.statuses] if was else [s.name for s in now.statuses]
        for status in now.statuses:
            there = replace(now, statuses=tuple(s for s in now.statuses if s.name != status.name))
            if status.name not in old and (others := unrelated(there, status, after.related)):
                yield now.id, status.name, others


def _grow(who: str, theme: str) -> Deed:
    return deed("grow", say("view.do_grow", theme=theme), of=actor(who), given={"theme": theme})
