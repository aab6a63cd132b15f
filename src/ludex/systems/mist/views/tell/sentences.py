"""A deed in one sentence: who did what, and what came of it. Numbers come last, and nobody is named who is not there for the viewer."""

from collections.abc import Iterator, Sequence
from functools import reduce

from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.system import Told
from ludex.systems.mist.rules.files import Settled
from ludex.systems.mist.rules.immersion import Immersed
from ludex.systems.mist.rules.landing import ACTION, Landed
from ludex.systems.mist.rules.turns import TurnTaken
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Beat, Mission, Scene
from ludex.systems.mist.terms import ConsequenceKind, Goal, Result
from ludex.systems.mist.views.tell.phrases import Onlooker, told_events

LONGEST = 24
"""So many letters of somebody's own words are told."""


def turn_sentence(told: Told, result: TurnTaken) -> Say | None:
    """An action: what it was, how it came out, what it bought."""
    doer = told.after.holder(told.given.actor)
    if doer is None:
        return None
    gains: list[Label] = [*_moved(told), *(say("sentences.clue", clue=as_shelved(clue.id)) for clue in result.found)]
    what = in_short(told.given.text)
    key = f"sentences.acted_{result.result}{'' if what else '_bare'}{'_gain' if gains else ''}"
    return say(key, who=doer.called, what=what, gains=gains)


def _moved(told: Told) -> Iterator[Say]:
    """Statuses that moved, on whom the viewer knows of; one's own without one's name."""
    seen, lines = Onlooker(told.before, told.after), told_events(told)
    overcame = [one.said.facts["who"] for one in lines if isinstance(one.said, Say) and one.said.key == "told.overcome"]
    for moved in (line.moved for line in lines if line.moved is not None and line.moved.now is not None):
        holder = seen.holder(moved.who)
        if holder is None:
            continue
        own = "_own" if moved.who == told.given.actor else ""
        came = "_ended" if not moved.now else "_overcome" if holder.called in overcame else ""
        yield say(f"sentences.status{own}{came}", whom=holder.called, name=moved.what, tier=moved.now)


def immersion_sentence(told: Told, result: Immersed) -> Say | None:
    """How an immersion came out: what it was for was reached, or the power is beyond control (MST-IMM-5)."""
    had = told.before.character(told.given.actor)
    theme = next((theme for theme in had.themes if theme.id == told.given.theme), None) if had else None
    if had is None or theme is None:
        return None
    key = "sentences.immersed" if result.goal == Goal.ACHIEVED else "sentences.immersed_lost"
    return say(key, who=had.called, theme=theme.called)


def conclusion_sentence(told: Told, result: Settled) -> Say:
    opened = "_opportunity" if result.opportunity else ""
    return say(f"sentences.concluded_{result.verdict}{opened}", conclusion=told.given.conclusion)


def landing_sentence(told: Told, applied: tuple[Landed, ...]) -> Say | None:
    """Statuses that landed on one, or one of them on several; with the action that they are the price of."""
    if told.procedure == "ward_off":  # what it burnt or made besides is told beside it
        applied = tuple(one for one in applied if one.kind == ConsequenceKind.STATUS)
    names = [holder.called for one in applied if (holder := told.after.holder(one.target)) is not None]
    if not applied or len(names) != len(applied) or any(one.kind != ConsequenceKind.STATUS for one in applied):
        return None
    first, left = applied[0], [say("sentences.left", name=one.name, tier=one.tier) for one in applied if one.tier]
    if len(set(names)) > 1:
        alike = all((one.name, one.tier) == (first.name, first.tier) for one in applied) and left
        return say("sentences.took_all", names=list(names), left=left[:1]) if alike else None
    how = "averted" if not left else "part" if any(one.mitigated for one in applied) else "status"
    facts: dict[str, Filling] = {"who": names[0], "left": [*left] if left else [one.name for one in applied]}
    beat = _paid_for(told, first.target) if all(one.source == ACTION for one in applied) else None
    if beat is None:
        return say(f"sentences.took_{how}", **facts)
    return say(f"sentences.{PRICES[Result(beat.result)]}_{how}", what=in_short(beat.text), **facts)


def with_its_price(earlier: Sequence[Label], then: Label) -> tuple[int, Say] | None:
    """A consequence that tells an action anew, with the last such action: what that bought stands before what it cost."""
    if not isinstance(then, Say) or not then.key.startswith(PRICED):
        return None
    for place, first in reversed(list(enumerate(earlier))):
        if not isinstance(first, Say) or not first.key.startswith("sentences.acted_"):
            continue
        if all(first.facts.get(one) == then.facts.get(one) for one in ("who", "what")):
            bought = first.facts.get("gains") if then.key.startswith("sentences.cost_") else None
            return place, say(f"{then.key}_gain", **then.facts, gains=bought) if bought else then
    return None


PRICED = ("sentences.cost_", "sentences.failed_")
"""How sentences begin that tell an action with what it led to."""

PRICES = {Result.MIXED: "cost", Result.FAILURE: "failed"}
"""How an action came out whose consequence lands."""


def _paid_for(told: Told, who: str) -> Beat | None:
    """The action that a consequence comes from, where it was the last roll of whom it hits and was said in words."""
    story = told.before.case.story if told.before.case else ()
    last = next((beat for beat in reversed(story) if beat.kind == "roll"), None)
    return last if last and last.who == who and last.text and last.result in PRICES else None


def in_short(text: str) -> str:
    """Somebody's own words as a part of a sentence; letters of an alphabet are narrow, and words of it stay whole."""
    words = text.strip().removeprefix("我").removeprefix("I ").strip(" ，,。.")
    longest = LONGEST * 3 if words.isascii() else LONGEST
    if len(words) <= longest:
        return words
    short = words[:longest]
    return f"{short.rpartition(' ')[0] or short}…" if words.isascii() else f"{short}…"


def scene_sentence(told: Told, scene: Scene) -> Say | None:
    """The words with which a scene opens, who stands in it, and what hangs over it."""
    name, named, text = scene.text.partition(" · ")
    opening = (
        say("sentences.scene", words=as_shelved(text))
        if named
        else say("sentences.scene_called", words=as_shelved(name))
    )
    parts = [opening] if scene.text else []
    if there := [challenge.called for challenge in told.after.challenges]:
        parts.append(say("sentences.there", names=there))
    if scene.threats:
        parts.append(say("sentences.of_threat_named", threat=[threat.id for threat in scene.threats]))
    return reduce(lambda first, then: say("sentences.and_then", first=first, then=then), parts) if parts else None


def case_sentence(case: Mission, clues: Sequence[str]) -> Say:
    """Which case begins, what it is about, and how much of it is known."""
    about = case.summary if case.summary != case.called else ""
    key = f"sentences.case{'_about' if about else ''}{'_clues' if clues else ''}"
    return say(key, case=as_shelved(case.called), about=as_shelved(about), n=len(clues))


def suppression_sentence(told: Told) -> Say | None:
    anomaly = told.before.holder(told.given.anomaly)
    return say("sentences.suppressed", whom=anomaly.called) if anomaly is not None else None


def ending_sentence(told: Told, case: Label, outcome: str) -> Say:
    """How a case ended, with the MC's word on it."""
    key = "sentences.closed_note" if told.given.note else "sentences.closed"
    return say(key, case=case, outcome=term(outcome), note=told.given.note)
