"""A deed in one sentence: who did what, and what came of it. Numbers come last, and nobody is named who is not there for the viewer."""

from collections.abc import Iterator

from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.systems.mist.rules.files import Settled
from ludex.systems.mist.rules.immersion import Immersed
from ludex.systems.mist.rules.landing import Landed
from ludex.systems.mist.rules.turns import TurnTaken
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.terms import ConsequenceKind, Goal
from ludex.systems.mist.views.tell.witness import Onlooker, happened

LONGEST = 24
"""So many letters of somebody's own words are told."""


def turn_sentence(told: Told, result: TurnTaken) -> Say | None:
    """An action: what it was, how it came out, what it bought."""
    doer = told.after.holder(told.given.actor)
    if doer is None:
        return None
    gains: list[Label] = [*_moved(told), *(say("sentences.clue", clue=as_shelved(clue.id)) for clue in result.found)]
    words = told.given.text.strip().removeprefix("我").strip(" ，,。.")
    what = f"{words[:LONGEST]}…" if len(words) > LONGEST else words
    key = f"sentences.acted_{result.result}{'' if what else '_bare'}{'_gain' if gains else ''}"
    return say(key, who=doer.called, what=what, gains=gains)


def _moved(told: Told) -> Iterator[Say]:
    """Statuses that moved, on whom the viewer knows of; one's own without one's name."""
    seen = Onlooker(told.before, told.after)
    for moved in (line.moved for line in happened(told) if line.moved is not None and line.moved.now is not None):
        holder = seen.holder(moved.who)
        if holder is None:
            continue
        own = "_own" if moved.who == told.given.actor else ""
        ended = "_ended" if not moved.now else ""
        yield say(f"sentences.status{own}{ended}", whom=holder.called, name=moved.what, tier=moved.now)


def immersion_sentence(told: Told, result: Immersed) -> Say | None:
    """How an immersion came out: what it was for was reached, or the power is beyond control (MST-IMM-5)."""
    had = told.before.character(told.given.actor)
    theme = next((theme for theme in had.themes if theme.id == told.given.theme), None) if had else None
    if had is None or theme is None:
        return None
    key = "sentences.immersed" if result.goal == Goal.ACHIEVED else "sentences.immersed_lost"
    return say(key, who=had.called, theme=theme.called)


def conclusion_sentence(told: Told, result: Settled) -> Say:
    """What a conclusion was shown to be."""
    opened = "_opportunity" if result.opportunity else ""
    return say(f"sentences.concluded_{result.verdict}{opened}", conclusion=told.given.conclusion)


def landing_sentence(told: Told, applied: tuple[Landed, ...]) -> Say | None:
    """One consequence that landed, or one status that landed on several; of more there is none."""
    first = applied[0] if applied else None
    if first is None or any((one.kind, one.name, one.tier) != (first.kind, first.name, first.tier) for one in applied):
        return None
    names = [holder.called for one in applied if (holder := told.after.holder(one.target)) is not None]
    if first.kind != ConsequenceKind.STATUS:
        who = names[0] if names else ""
        return say(f"sentences.landed_{first.kind}", who=who, name=first.name or first.id or "", text=first.text or "")
    if len(names) != len(applied):
        return None
    if len(names) > 1:
        return say("sentences.landed_on_all", names=list(names), name=first.name, tier=first.tier)
    how = "status" if not first.mitigated else "part" if first.tier else "averted"
    return say(f"sentences.landed_{how}", who=names[0], name=first.name, tier=first.tier)


def suppression_sentence(told: Told) -> Say | None:
    """That the anomaly is put down."""
    anomaly = told.before.holder(told.given.anomaly)
    return say("sentences.suppressed", whom=anomaly.called) if anomaly is not None else None


def ending_sentence(told: Told, case: Label, outcome: str) -> Say:
    """How a case ended, with the MC's word on it."""
    key = "sentences.closed_note" if told.given.note else "sentences.closed"
    return say(key, case=case, outcome=term(outcome), note=told.given.note)
