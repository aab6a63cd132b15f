"""What is different between two states, as a viewer knows them: people, scene, case."""

from collections.abc import Iterator

from ludex.core.say import Label, say, term
from ludex.systems.mist.effects import SCENE
from ludex.systems.mist.sheet import Challenge, Character, Holder, Theme
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ThreatState
from ludex.systems.mist.views.tell.phrases import challenge_words


def changes(before: State, after: State, *, tags: bool) -> Iterator[Label]:
    """What is different now, in people, scene (its story tags, if asked) and case. Both states are as the viewer knows them."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is not None:
            yield from _status_changes(was, now)
            yield from _holder_changes(was, now)
    if after.acts != before.acts:  # MST-LIV-34
        yield from (_acted(bearer, name) for bearer, name in after.acted)
    yield from _arrivals(before, after)
    yield from _threat_changes(before, after)
    if tags:
        yield from _tag_changes(before, after)
    yield from _case_changes(before, after)


def _arrivals(before: State, after: State) -> Iterator[Label]:
    """Challenges that are on stage now, by their words."""
    same = before.running is not None and before.scene_now.text == after.scene_now.text
    there = [challenge.id for challenge in before.challenges] if same else []
    for one in after.challenges if after.running else ():
        if one.id not in there:
            yield from challenge_words(one.called, as_shelved(one.text))


def _acted(bearer: str, name: str) -> Label:
    """A record that has acted, by its name; where it has none, by who bears it."""
    return say(
        "told.record_acted", name=name or say("things.scene"), who=say("things.scene") if bearer == SCENE else bearer
    )


def _status_changes(was: Holder, now: Holder) -> Iterator[Label]:
    old = {s.name: s for s in was.statuses}
    new = {s.name: s for s in now.statuses}
    for name, status in new.items():
        if name not in old:
            yield say("told.status_new", who=now.called, name=name, tier=status.tier)
        elif status.boxes != old[name].boxes:
            yield say("told.status_moved", who=now.called, name=name, before=old[name].tier, after=status.tier)
    yield from (say("told.status_gone", who=now.called, name=name) for name in old if name not in new)


def _holder_changes(was: Holder, now: Holder) -> Iterator[Label]:
    if isinstance(now, Challenge) and isinstance(was, Challenge) and now.overcome and not was.overcome:
        yield say("told.overcome", who=now.called)
    if isinstance(now, Character) and isinstance(was, Character):
        if now.fate != was.fate:
            yield say("told.fate", who=now.called, fate=term(now.fate))
        yield from _theme_changes(was, now)


def _theme_changes(was: Character, now: Character) -> Iterator[Label]:
    old = {t.id: t for t in was.themes}
    new = {t.id: t for t in now.themes}
    if (
        now.pending_replacements > was.pending_replacements
    ):  # one that is taken off the sheet by hand owes none (MST-LIV-44)
        yield from (say("told.theme_lost", who=now.called, theme=old[i].called) for i in old if i not in new)
    yield from (say("told.theme_new", who=now.called, theme=new[i].called) for i in new if i not in old)
    for name, theme in new.items():
        if name in old:
            yield from _mark_changes(now.called, old[name], theme)
            yield from _word_changes(old[name], theme)


def _mark_changes(who: str, was: Theme, now: Theme) -> Iterator[Label]:
    back = [tag for tag in was.burnt if tag not in now.burnt and tag in now.power_tags]
    if back:
        yield say("told.recovered", who=who, tags=back)
    if now.indulgence != was.indulgence:
        yield say("told.indulgence", theme=now.called, marks=now.indulgence)
    if now.growth != was.growth:
        yield say("told.growth", theme=now.called, marks=now.growth)
    yield from (say("told.improved", theme=now.called, tag=tag) for tag in now.tags if tag not in was.tags)


def _word_changes(was: Theme, now: Theme) -> Iterator[Label]:
    """What somebody has rewritten of a theme."""
    if gone := [tag for tag in was.tags if tag not in now.tags]:
        yield say("told.theme_tags_gone", theme=now.called, tags=gone)
    if now.weakness != was.weakness:
        yield say("told.theme_weakness", theme=now.called, tags=list(now.weakness))
    if now.motivation != was.motivation:
        yield say("told.theme_motivation", theme=now.called, text=now.motivation)


def _threat_changes(before: State, after: State) -> Iterator[Label]:
    """Threats that are dealt with, or have come true (MST-SCN-4, -5)."""
    open_ones = before.scene.open_threats if before.scene else ()
    for threat in after.scene.threats if after.scene else ():
        if threat.id in open_ones and threat.state != ThreatState.OPEN:
            yield say(f"told.threat_{threat.state}", threat=threat.id)


def _tag_changes(before: State, after: State) -> Iterator[Label]:
    old = [tag.name for tag in before.scene_tags]
    new = [tag.name for tag in after.scene_tags]
    yield from (say("told.tag_new", tag=tag) for tag in new if tag not in old)
    yield from (say("told.tag_gone", tag=tag) for tag in old if tag not in new)


def _case_changes(before: State, after: State) -> Iterator[Label]:
    if before.mission is None or after.mission is None:
        return
    known_ids = [clue.id for clue in before.mission.clues]
    for clue in after.mission.clues:
        if clue.id not in known_ids and clue.source == "mc":
            yield say("told.clue_added", clue=as_shelved(clue.id), text=as_shelved(clue.text))
    for trait in after.mission.traits[len(before.mission.traits) :]:
        yield say("told.trait", trait=as_shelved(trait))
