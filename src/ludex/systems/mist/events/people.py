"""What becomes true of people: statuses, tags, themes, fate; characters who come and go."""

from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, cost, effect, headline
from ludex.core.explain import Total
from ludex.core.say import term
from ludex.systems.mist.events.telling import (
    Witness,
    overcome_line,
    regrouped_lines,
    rewritten_lines,
    status_line,
    tag_lines,
)
from ludex.systems.mist.sheet import Character, Status, StoryTag, Theme, theme_of
from ludex.systems.mist.state import Beat, Improving, Note, Related, State
from ludex.systems.mist.terms import Fate, Relation, ScenePhase


class StatusTaken(Event[State]):
    holder: str
    status: Status
    why: Total | None = None
    overcame: bool = False

    def apply(self, state: State) -> State:
        """Recorded last, since now."""
        status = replace(self.status, since=self.status.since or state.when)
        return state.with_statuses(self.holder, lambda statuses: (*statuses, status))

    def tell(self, seen: Witness) -> Lines:
        holder = seen.holder(self.holder)
        if holder is not None:
            yield status_line(holder, self.status.name, was=0, now=self.status.tier, why=self.why)
        if holder is not None and self.overcame:
            yield overcome_line(holder)


class StatusTracked(Event[State]):
    """The track of a status is now this one; without a mark it has ended."""

    holder: str
    name: str
    boxes: tuple[int, ...]
    was: int | None = None
    why: Total | None = None
    overcame: bool = False

    def apply(self, state: State) -> State:
        return state.with_statuses(
            self.holder, lambda all_: (replace(s, boxes=self.boxes) if s.name == self.name else s for s in all_)
        )

    def tell(self, seen: Witness) -> Lines:
        holder, now = seen.holder(self.holder), max(self.boxes, default=0)
        if holder is not None and self.was is not None and self.was != now:
            yield status_line(holder, self.name, was=self.was, now=now, why=self.why)
        if holder is not None and self.overcame:
            yield overcome_line(holder)


class StatusRewritten(Event[State]):
    holder: str
    name: str
    status: Status
    overcame: bool = False
    was: Status | None = None

    def apply(self, state: State) -> State:
        return state.with_statuses(
            self.holder, lambda statuses: (self.status if s.name == self.name else s for s in statuses)
        )

    def tell(self, seen: Witness) -> Lines:
        holder, now = seen.holder(self.holder), self.status
        if holder is not None and now.name != self.name:
            yield effect("told.status_rename_line", holder=holder.called, before=self.name, after=now.name)
        elif holder is not None and self.was is not None:
            yield from regrouped_lines(holder, self.was, now)
        if holder is not None and self.overcame:
            yield overcome_line(holder)


class TagBurnt(Untold[State]):
    actor: str
    theme: str
    tag: str

    def apply(self, state: State) -> State:
        """It stays on the theme, burnt."""
        return state.with_theme(self.actor, self.theme, lambda t: replace(t, burnt=(*t.burnt, self.tag)))


class TagsRecovered(Event[State]):
    actor: str
    tags: tuple[str, ...]

    def apply(self, state: State) -> State:
        def back(theme: Theme) -> Theme:
            return replace(theme, burnt=tuple(tag for tag in theme.burnt if tag not in self.tags))

        return state.with_character(self.actor, lambda c: replace(c, themes=tuple(map(back, c.themes))))

    def tell(self, seen: Witness) -> Lines:
        holder = seen.holder(self.actor)
        if holder is not None and self.tags:
            yield effect("told.recovered", who=holder.called, tags=list(self.tags))


class StoryTagMade(Event[State]):
    """There is a new story tag, in the scene or (with a `holder`) on a character."""

    tag: StoryTag
    holder: str = ""

    def apply(self, state: State) -> State:
        over = is_cleared(state)
        if not self.holder:
            return state.with_scene(story_tags=(*state.scene_tags, self.tag), wrapped=over)
        state = state.with_character(self.holder, lambda c: replace(c, story_tags=(*c.story_tags, self.tag)))
        return state.with_scene(wrapped=over) if state.scene else state

    def tell(self, seen: Witness) -> Lines:
        return () if self.holder else tag_lines(seen, (self.tag,))


class StoryTagGone(Event[State]):
    """A story tag is gone from the scene, or from its `holder` (a character, or a challenge's own tags)."""

    name: str
    holder: str = ""

    def apply(self, state: State) -> State:
        name = self.name
        if not self.holder:
            return state.with_scene(story_tags=without_tag(state.scene_tags, name))
        if state.character(self.holder):
            return state.with_character(self.holder, lambda c: replace(c, story_tags=without_tag(c.story_tags, name)))
        return state.with_challenge(self.holder, lambda c: replace(c, tags=tuple(t for t in c.tags if t != name)))

    def tell(self, seen: Witness) -> Lines:
        known = any(tag.name == self.name for tag in seen.before.scene_tags)
        return (effect("told.tag_gone", tag=self.name),) if known and not self.holder else ()


class IndulgenceMarked(Event[State]):
    actor: str
    theme: str
    marks: int

    def apply(self, state: State) -> State:
        return state.with_theme(self.actor, self.theme, lambda t: replace(t, indulgence=self.marks))

    def tell(self, seen: Witness) -> Lines:
        if (theme := seen.theme(self.actor, self.theme)) is not None:
            yield cost("told.indulgence", who=self.actor, theme=theme.called, marks=self.marks)


class ImmersionMade(Untold[State]):
    """Somebody has taken an anomaly fully in; its price is told by other events."""

    actor: str
    depth: str
    result: str

    def apply(self, state: State) -> State:
        return state.told(Beat("immersion", self.depth, self.actor, self.result))


class ThemeLost(Event[State]):
    actor: str
    theme: str

    def apply(self, state: State) -> State:
        def lost(character: Character) -> Character:
            left = tuple(t for t in character.themes if t.id != self.theme)
            return replace(character, themes=left, pending_replacements=character.pending_replacements + 1)

        return state.with_character(self.actor, lost)

    def tell(self, seen: Witness) -> Lines:
        had = seen.before.character(self.actor)
        theme = theme_of(had, self.theme) if had else None
        if had is not None and theme is not None:
            yield headline("told.theme_lost", who=had.called, theme=theme.called, peak=4)


class ThemeReplaced(Event[State]):
    actor: str
    theme: Theme

    def apply(self, state: State) -> State:
        def replaced(character: Character) -> Character:
            owed = max(character.pending_replacements - 1, 0)
            return replace(character, themes=(*character.themes, self.theme), pending_replacements=owed)

        return state.with_character(self.actor, replaced)

    def tell(self, seen: Witness) -> Lines:
        if (holder := seen.holder(self.actor)) is not None:
            yield headline("told.theme_new", who=holder.called, theme=self.theme.called, peak=2)


class GrowthMarked(Event[State]):
    """A theme's growth track stands at so many marks; `nascent` says whether the theme still is."""

    actor: str
    theme: str
    marks: int
    nascent: bool = False

    def apply(self, state: State) -> State:
        return state.with_theme(self.actor, self.theme, lambda t: replace(t, growth=self.marks, nascent=self.nascent))

    def tell(self, seen: Witness) -> Lines:
        if (theme := seen.theme(self.actor, self.theme)) is not None:
            grown = effect("told.grown", theme=theme.called)
            yield effect("told.growth", who=self.actor, theme=theme.called, marks=self.marks) if self.marks else grown


class ThemeImproved(Event[State]):
    actor: str
    theme: str
    tag: str

    def apply(self, state: State) -> State:
        waits = Improving(self.actor, self.theme)
        if waits in state.improving:
            place = state.improving.index(waits)
            state = replace(state, improving=(*state.improving[:place], *state.improving[place + 1 :]))
        return state.with_theme(self.actor, self.theme, lambda t: replace(t, tags=(*t.tags, self.tag)))

    def tell(self, seen: Witness) -> Lines:
        if (theme := seen.theme(self.actor, self.theme)) is not None:
            yield effect("told.improved", who=self.actor, theme=theme.called, tag=self.tag)


class FateMet(Event[State]):
    """A character is dead, transformed, or (by the table's word) active again."""

    actor: str
    fate: Fate

    def apply(self, state: State) -> State:
        """The sheet keeps everything else."""
        return state.with_character(self.actor, lambda c: replace(c, fate=self.fate))

    def tell(self, seen: Witness) -> Lines:
        if (holder := seen.holder(self.actor)) is not None:
            peak = 2 if self.fate is Fate.ACTIVE else 5
            yield headline(f"told.fate_{self.fate}", who=holder.called, fate=term(self.fate), peak=peak)


class CharacterJoined(Event[State]):
    character: Character
    written: str = ""

    def apply(self, state: State) -> State:
        if state.character(self.character.id):
            return state.with_character(self.character.id, lambda _: self.character)
        return replace(state, characters=(*state.characters, self.character))

    def tell(self, seen: Witness) -> Lines:
        theme = seen.theme(self.character.id, self.written)
        if theme is not None:
            yield effect("told.theme_new", who=self.character.called, theme=theme.called)


class CharacterLeft(Untold[State]):
    actor: str

    def apply(self, state: State) -> State:
        return replace(state, characters=tuple(c for c in state.characters if c.id != self.actor))


class CharacterBenched(Untold[State]):
    actor: str
    benched: bool = True

    def apply(self, state: State) -> State:
        return state.with_character(self.actor, lambda c: replace(c, benched=self.benched))


class CharacterUsed(Untold[State]):
    actor: str

    def apply(self, state: State) -> State:
        return state if self.actor in state.used else replace(state, used=(*state.used, self.actor))


class ThemeRewritten(Event[State]):
    """A theme has been edited; without a new form it is off the sheet, and nothing is owed for it."""

    actor: str
    theme: str
    now: Theme | None = None
    was: Theme | None = None

    def apply(self, state: State) -> State:
        def rewritten(character: Character) -> Character:
            themes = tuple(self.now if t.id == self.theme else t for t in character.themes)
            return replace(character, themes=tuple(t for t in themes if t is not None))

        return state.with_character(self.actor, rewritten)

    def tell(self, seen: Witness) -> Lines:
        if seen.holder(self.actor) is not None and self.was is not None and self.now is not None:
            yield from rewritten_lines(self.was, self.now)


class ImprovementOwed(Untold[State]):
    actor: str
    theme: str

    def apply(self, state: State) -> State:
        return replace(state, improving=(*state.improving, Improving(self.actor, self.theme)))


class StatusesRelated(Untold[State]):
    """The MC has said what two statuses are to each other (new: they stand side by side), or that is forgotten."""

    one: str
    other: str
    relation: Relation
    forgotten: bool = False

    def apply(self, state: State) -> State:
        others = tuple(r for r in state.related if not r.joins(self.one, self.other))
        said = () if self.forgotten else (Related(self.one, self.other, self.relation),)
        return replace(state, related=(*others, *said))


class RestsGranted(Untold[State]):
    """These characters have time off for one activity each."""

    actors: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, rests={**state.rests, **{who: state.rests.get(who, 0) + 1 for who in self.actors}})


class RestUsed(Untold[State]):
    actor: str

    def apply(self, state: State) -> State:
        left = state.rests.get(self.actor, 0) - 1
        others = {who: n for who, n in state.rests.items() if who != self.actor}
        return replace(state, rests={**others, self.actor: left} if left > 0 else others)


class NoteWritten(Untold[State]):
    note: Note

    def apply(self, state: State) -> State:
        return replace(state, notes=(*state.notes, self.note))


# --- changes of the state -------------------------------------------------------------------------------------------


def is_cleared(state: State) -> bool:
    """Whether a scene has ended and nothing that would expire is left of it: what is made now belongs to the next."""
    scene = state.scene_now
    tags = (*scene.story_tags, *(tag for c in state.characters for tag in c.story_tags))
    return scene.wrapped or (scene.phase == ScenePhase.ENDED and not tags)


def without_tag(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    return tuple(t for t in tags if t.name != name)
