"""What can happen to people: statuses, tags, themes, fate; characters who come and go."""

from msgspec.structs import replace

from ludex.systems.mist.events.changing import (
    Happened,
    with_challenge,
    with_character,
    with_scene,
    with_statuses,
    with_theme,
    without,
)
from ludex.systems.mist.sheet import Character, Status, StoryTag, Theme
from ludex.systems.mist.terms import Fate
from ludex.systems.mist.world import State


class StatusTaken(Happened, frozen=True, tag="status_taken"):
    """Somebody has a new status."""

    holder: str
    status: Status

    def upon(self, state: State) -> State:
        """Recorded last."""
        return with_statuses(state, self.holder, lambda held: (*held, self.status))


class StatusTracked(Happened, frozen=True, tag="status_tracked"):
    """The track of a status is now this one; without a mark it has ended."""

    holder: str
    name: str
    boxes: tuple[int, ...]

    def upon(self, state: State) -> State:
        """Only the marks change."""
        return with_statuses(
            state, self.holder, lambda held: (replace(s, boxes=self.boxes) if s.name == self.name else s for s in held)
        )


class StatusRewritten(Happened, frozen=True, tag="status_rewritten"):
    """The MC has rewritten a status: another name, family or track."""

    holder: str
    name: str
    status: Status

    def upon(self, state: State) -> State:
        """In its old place."""
        return with_statuses(state, self.holder, lambda held: (self.status if s.name == self.name else s for s in held))


class TagBurnt(Happened, frozen=True, tag="tag_burnt"):
    """A power tag is used up."""

    actor: str
    theme: str
    tag: str

    def upon(self, state: State) -> State:
        """It stays on the theme, burnt."""
        return with_theme(state, self.actor, theme=self.theme, change=lambda t: replace(t, burnt=(*t.burnt, self.tag)))


class TagsRecovered(Happened, frozen=True, tag="tags_recovered"):
    """Burnt power tags are usable again."""

    actor: str
    tags: tuple[str, ...]

    def upon(self, state: State) -> State:
        """On whichever theme they are."""

        def back(theme: Theme) -> Theme:
            return replace(theme, burnt=tuple(tag for tag in theme.burnt if tag not in self.tags))

        return with_character(state, self.actor, lambda c: replace(c, themes=tuple(map(back, c.themes))))


class StoryTagMade(Happened, frozen=True, tag="story_tag_made"):
    """There is a new story tag, in the scene or (with a `holder`) on a character."""

    tag: StoryTag
    holder: str = ""

    def upon(self, state: State) -> State:
        """Recorded last."""
        if self.holder:
            return with_character(state, self.holder, lambda c: replace(c, story_tags=(*c.story_tags, self.tag)))
        return with_scene(state, story_tags=(*state.scene_tags, self.tag))


class StoryTagGone(Happened, frozen=True, tag="story_tag_gone"):
    """A story tag is gone from the scene, or from its `holder` (a character, or a challenge's own tags)."""

    name: str
    holder: str = ""

    def upon(self, state: State) -> State:
        """Taken out where it was."""
        if not self.holder:
            return with_scene(state, story_tags=without(state.scene_tags, self.name))
        if state.character(self.holder):
            return with_character(state, self.holder, lambda c: replace(c, story_tags=without(c.story_tags, self.name)))
        return with_challenge(state, self.holder, lambda c: replace(c, tags=tuple(t for t in c.tags if t != self.name)))


class IndulgenceMarked(Happened, frozen=True, tag="indulgence_marked"):
    """A theme's indulgence track stands at so many marks."""

    actor: str
    theme: str
    marks: int

    def upon(self, state: State) -> State:
        """Set, not added."""
        return with_theme(state, self.actor, theme=self.theme, change=lambda t: replace(t, indulgence=self.marks))


class ThemeLost(Happened, frozen=True, tag="theme_lost"):
    """A theme has left the sheet; a replacement is owed."""

    actor: str
    theme: str

    def upon(self, state: State) -> State:
        """With all its tags."""

        def lost(character: Character) -> Character:
            left = tuple(t for t in character.themes if t.id != self.theme)
            return replace(character, themes=left, pending_replacements=character.pending_replacements + 1)

        return with_character(state, self.actor, lost)


class ThemeReplaced(Happened, frozen=True, tag="theme_replaced"):
    """A new theme has taken the place of a lost one."""

    actor: str
    theme: Theme

    def upon(self, state: State) -> State:
        """Recorded last; one replacement fewer is owed."""

        def replaced(character: Character) -> Character:
            owed = max(character.pending_replacements - 1, 0)
            return replace(character, themes=(*character.themes, self.theme), pending_replacements=owed)

        return with_character(state, self.actor, replaced)


class GrowthMarked(Happened, frozen=True, tag="growth_marked"):
    """A theme's growth track stands at so many marks; `nascent` says whether the theme still is."""

    actor: str
    theme: str
    marks: int
    nascent: bool = False

    def upon(self, state: State) -> State:
        """Set, not added."""
        return with_theme(
            state, self.actor, theme=self.theme, change=lambda t: replace(t, growth=self.marks, nascent=self.nascent)
        )


class ThemeImproved(Happened, frozen=True, tag="theme_improved"):
    """A theme has a new power tag."""

    actor: str
    theme: str
    tag: str

    def upon(self, state: State) -> State:
        """Recorded last."""
        return with_theme(state, self.actor, theme=self.theme, change=lambda t: replace(t, tags=(*t.tags, self.tag)))


class FateMet(Happened, frozen=True, tag="fate_met"):
    """A character is dead, transformed, or (by the table's word) active again."""

    actor: str
    fate: Fate

    def upon(self, state: State) -> State:
        """The sheet keeps everything else."""
        return with_character(state, self.actor, lambda c: replace(c, fate=self.fate))


class CharacterJoined(Happened, frozen=True, tag="character_joined"):
    """A character sits at the table, or has been rewritten."""

    character: Character

    def upon(self, state: State) -> State:
        """In its old place, if it had one."""
        if state.character(self.character.id):
            return with_character(state, self.character.id, lambda _: self.character)
        return replace(state, characters=(*state.characters, self.character))


class CharacterLeft(Happened, frozen=True, tag="character_left"):
    """A character has left the table."""

    actor: str

    def upon(self, state: State) -> State:
        """Sheet and all."""
        return replace(state, characters=tuple(c for c in state.characters if c.id != self.actor))
