"""How events of mist are told: what a viewer knows of an act (`Witness`), and the lines that several events share."""

from collections.abc import Iterable
from typing import Protocol

from ludex.core.events import Lines, change, effect, headline
from ludex.core.explain import Total
from ludex.core.view import EventLine
from ludex.systems.mist.sheet import Challenge, Character, Holder, Status, StoryTag, Theme
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Clue, State
from ludex.systems.mist.terms import ThreatState

HIGHEST = 6
"""The last box of a track."""


class Witness(Protocol):
    """What one viewer knows of an act, and of those whom its events name."""

    @property
    def before(self) -> State:
        """The state before it, as she may know it."""

    @property
    def after(self) -> State:
        """The state after it, as she may know it."""

    def holder(self, who: str) -> Holder | None:
        """Somebody or something that is there for her, or was until now."""

    def theme(self, who: str, theme: str) -> Theme | None:
        """A theme of somebody's, as it is now."""


def status_line(holder: Holder, name: str, *, was: int, now: int, why: Total | None = None) -> EventLine:
    """A status that is new, has moved or has ended, with the number that moved."""
    top = HIGHEST if isinstance(holder, Character) else None
    moved = change(holder.id, name, now - was, now=now, top=top, why=why)
    if not was:
        return effect("told.status_new", who=holder.called, name=name, tier=now, moved=moved)
    if not now:
        return effect("told.status_gone", who=holder.called, name=name, moved=moved)
    return effect("told.status_moved", who=holder.called, name=name, before=was, after=now, moved=moved)


def regrouped_lines(holder: Holder, was: Status, now: Status) -> Lines:
    """Of which family a status is now, what it opposes, and whether it is a good thing."""
    if now.family != was.family:
        yield effect("told.status_family", holder=holder.called, name=now.name, family=now.family)
    if now.opposes != was.opposes:
        yield effect("told.status_opposes", holder=holder.called, name=now.name, families=list(now.opposes))
    if now.beneficial != was.beneficial:
        yield effect("told.status_good" if now.beneficial else "told.status_bad", holder=holder.called, name=now.name)


def overcome_line(holder: Holder) -> EventLine:
    """That a challenge is overcome (MST-LIM-3)."""
    return headline("told.overcome", who=holder.called, peak=3)


def arrival_lines(seen: Witness, challenges: Iterable[Challenge]) -> Lines:
    """Challenges that are on stage now, by their words."""
    there = {challenge.id: challenge for challenge in seen.after.challenges}
    for one in (there[challenge.id] for challenge in challenges if challenge.id in there):
        if one.text:
            yield effect("told.challenge_words", name=one.called, text=as_shelved(one.text))


def tag_lines(seen: Witness, tags: Iterable[StoryTag]) -> Lines:
    there = [tag.name for tag in seen.after.scene_tags]
    return [effect("told.tag_new", tag=tag.name) for tag in tags if tag.name in there]


def threat_lines(seen: Witness, ids: Iterable[str], state: ThreatState) -> Lines:
    """Threats that are dealt with, or have come true (MST-SCN-4, -5), as far as they were announced."""
    known = [threat.id for one in (seen.before, seen.after) if one.scene for threat in one.scene.threats]
    return [effect(f"told.threat_{state}", threat=name) for name in ids if name in known]


def clue_lines(seen: Witness, clue: Clue) -> Lines:
    """A clue of the MC's that the viewer has not known yet."""
    known = [one.id for one in seen.before.mission_now.clues]
    there = [one.id for one in seen.after.mission_now.clues]
    if clue.source == "mc" and clue.id in there and clue.id not in known:
        yield headline("told.clue_added", clue=as_shelved(clue.id), text=as_shelved(clue.text), peak=3)


def rewritten_lines(was: Theme, now: Theme) -> Lines:
    for tag in now.tags:
        if tag not in was.tags:
            yield effect("told.improved", theme=now.called, tag=tag)
    if gone := [tag for tag in was.tags if tag not in now.tags]:
        yield effect("told.theme_tags_gone", theme=now.called, tags=gone)
    if now.weakness != was.weakness:
        yield effect("told.theme_weakness", theme=now.called, tags=list(now.weakness))
    if now.motivation != was.motivation:
        yield effect("told.theme_motivation", theme=now.called, text=now.motivation)
