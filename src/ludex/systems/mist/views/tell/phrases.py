"""What all cards share: titles, verdicts, and lines of what happens inside others: a scene that opens or is cleared up, time off."""

from collections.abc import Iterator, Sequence

import msgspec

from ludex.core.events import told_by
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, EventLine, Verdict
from ludex.systems.mist.rules.cases import CaseOpened, Closed, Won
from ludex.systems.mist.rules.loop import Left
from ludex.systems.mist.sheet import Holder, Theme, Threat, theme_of
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import Result

KINDS = {Result.SUCCESS: "good", Result.MIXED: "mixed", Result.FAILURE: "bad", Result.DESCRIBED: "plain"}


def title_of(told: Told) -> Say:
    """A card's title: the procedure, and who did it."""
    return say(f"told.{told.procedure}", who=getattr(told.given, "actor", ""))


def verdict_of(result: str, label: Label = "") -> Verdict:
    """What a roll came to, with its colour."""
    return Verdict(KINDS[Result(result)], label or term(result))


def card_of(told: Told, *lines: Label) -> Card:
    return Card(title_of(told), lines=lines)


def expired_line(tags: Sequence[str]) -> Iterator[Label]:
    """The story tags that are gone, if any are."""
    if tags:
        yield say("told.expired", tags=list(tags))


def unresolved_line(told: Told, names: tuple[str, ...]) -> Iterator[Label]:
    """What stays unresolved, as far as the reader knows of it: not what is on stage unseen (MST-LIV-41)."""
    known = [*(c.id for c in told.before.challenges), *(t.id for t in told.before.scene_now.threats)]
    if shown := [name for name in names if name in known]:
        yield say("told.unresolved", names=shown)


def cleared_lines(told: Told, result: Left | Closed | Won | CaseOpened) -> Iterator[Label]:
    """What stays unresolved in a scene that is over, an owed consequence that falls away, what is gone (MST-LIV-15)."""
    yield from unresolved_line(told, result.unresolved)
    if isinstance(result, Left) and result.dropped:
        yield say("told.dropped")
    yield from expired_line(result.expired)


def stage_lines(told: Told, scene: Scene) -> Iterator[Label]:
    """A scene that has opened: its words, and everything that stands in it as the reader knows it."""
    yield from opening_lines(scene)
    if scene.story_tags:
        yield say("told.scene_tags", tags=[tag.name for tag in scene.story_tags])
    if bare := [challenge.called for challenge in told.after.challenges if not challenge.text]:
        yield say("told.scene_challenges", names=bare)
    for challenge in told.after.challenges:
        yield from challenge_words(challenge.called, as_shelved(challenge.text) if challenge.text else "")
    yield from threat_lines(scene.threats)


def scene_words(scene: Scene) -> Label:
    """The words of a scene: of a shipped one its name and its text, each in the reader's language."""
    name, named, text = scene.text.partition(" · ")
    return say("told.scene_words", name=as_shelved(name), text=as_shelved(text)) if named else as_shelved(name)


def scene_name(scene: Scene) -> Label:
    """What a scene is called; one of the past says so, with a name or without."""
    name = as_shelved(scene.name)
    return (say("told.past_called", name=name) if name else say("told.past_scene")) if scene.past else name


def opening_lines(scene: Scene) -> Iterator[Label]:
    """The words of a scene, and when it is, if that is not now."""
    if scene.text:
        yield scene_words(scene)
    if scene.past:
        yield say("told.past", when=scene.when)


def threat_lines(threats: tuple[Threat, ...]) -> Iterator[Label]:
    yield from (say("told.threat", threat=t.id, text=as_shelved(t.text)) for t in threats)


def clue_line(key: str, name: str, text: str) -> Label:
    """A clue that is in the file now, with what it says, if that was said."""
    return say(f"told.{key}_said" if text else f"told.{key}", clue=as_shelved(name), text=as_shelved(text))


def challenge_words(name: Label, text: Label) -> Iterator[Label]:
    if text:
        yield say("told.challenge_words", name=name, text=text)


def rests_line(people: tuple[str, ...]) -> Iterator[Label]:
    """Who has time off, if anybody has."""
    if people:
        yield say("told.rests", people=list(people))


# --- what a viewer knows of an act -----------------------------------------------------------------------------------


class Onlooker(msgspec.Struct, frozen=True):
    before: State
    after: State

    def holder(self, who: str) -> Holder | None:
        """Somebody or something that is there for her, or was until now."""
        return self.after.holder(who) or self.before.holder(who)

    def theme(self, who: str, theme: str) -> Theme | None:
        """A theme of somebody's, as it is now."""
        character = self.after.character(who)
        return theme_of(character, theme) if character else None


def told_events(told: Told) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to the viewer, whose states hold what she may know."""
    return told_by(told.events, Onlooker(told.before, told.after))
