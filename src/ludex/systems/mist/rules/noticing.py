"""Joins Statuses, Tags, Themes, The scene loop and the case: what has become true between two states, as events that records hear of. Pure.

MST-LIV-32: the events. What is done about them is in `windows`.
"""

from collections.abc import Iterator

from ludex.core.effects.records import Facts, Occasion
from ludex.core.rule import rule
from ludex.systems.mist.sheet import Character, Holder
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ThreatState


@rule("MST-LIV-32", "MST-LIV-34")
def occasions(before: State, after: State) -> Iterator[Occasion]:
    """What has become true between two states, as events of the vocabulary, in the order of the ledger."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is not None:
            yield from _of_holder(was, now)
    if before.scene and after.scene:
        old = {threat.id: threat.state for threat in before.scene.threats}
        for threat in after.scene.threats:
            if threat.state == ThreatState.REALISED and old.get(threat.id) != threat.state:
                yield Occasion("threat_realised", threat.source, "", {"threat": threat.id})
    if before.mission and after.mission and before.mission.name == after.mission.name:
        clues, traits = [c.id for c in before.mission.clues if not c.holder], before.mission.traits
        for clue in after.mission.clues:
            if clue.id not in clues and not clue.holder:
                yield Occasion("clue_found", facts={"clue": clue.id})
        for trait in after.mission.traits:
            if trait not in traits:
                yield Occasion("trait_revealed", facts={"trait": trait})


def _of_holder(was: Holder, now: Holder) -> Iterator[Occasion]:
    held = {status.name: status.tier for status in was.statuses}
    for status in now.statuses:
        if status.tier > held.get(status.name, 0):
            facts: Facts = {"status": status.name, "family": status.family, "tier": status.tier}
            yield Occasion("status_taken", "", now.id, facts)
    if _out(now) and not _out(was):
        yield Occasion("limit_reached", "", now.id)
    if isinstance(now, Character) and isinstance(was, Character):
        yield from _of_themes(was, now)


def _out(holder: Holder) -> bool:
    return not holder.active if isinstance(holder, Character) else holder.overcome


def _of_themes(was: Character, now: Character) -> Iterator[Occasion]:
    left = {theme.id: theme for theme in now.themes}
    for old in was.themes:
        facts: Facts = {"theme": old.theme_tag, "theme_kind": old.kind}
        new = left.get(old.id)
        if new is None:
            if now.pending_replacements > was.pending_replacements:
                yield Occasion("marked", now.id, now.id, facts)
                yield Occasion("theme_lost", now.id, now.id, facts)
            continue
        for tag in new.burnt:
            if tag not in old.burnt:
                yield Occasion("tag_burnt", now.id, now.id, {**facts, "tag": tag})
        if (new.indulgence, new.growth) != (old.indulgence, old.growth):
            yield Occasion("marked", now.id, now.id, facts)


def turned_back(before: State, after: State) -> Iterator[tuple[str, str]]:
    """Who has got a tag back, and whose status was lowered: what lasts until then is over."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is None:
            continue
        tiers = {status.name: status.tier for status in now.statuses}
        if any(tiers.get(status.name, 0) < status.tier for status in was.statuses):
            yield now.id, "lowered"
        if isinstance(now, Character) and isinstance(was, Character) and _burnt(was) > _burnt(now):
            yield now.id, "recovered"


def _burnt(character: Character) -> int:
    return sum(len(theme.burnt) for theme in character.themes)
