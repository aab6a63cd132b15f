"""Tags (标签): where a tag is found, and what becomes of it when it is burnt or removed.

MST-TAG-1..7 and the parents' matching of tags (MST-PTG-1). How tags count is in `power`.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import StoryTagGone, StoryTagMade, TagBurnt, happen
from ludex.systems.mist.sheet import Character, StoryTag, tags_on
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import TagKind


class Found(msgspec.Struct, frozen=True):
    """A tag and where it is: on a `theme` of its `holder`, or a story tag of its `holder` (of the scene, if there is none).

    `own`: it is the actor's or the scene's, not a challenge's or a trait of the anomaly.
    """

    name: str
    kind: TagKind
    holder: str = ""
    theme: str = ""
    burnt: bool = False
    since: int | None = None
    own: bool = True


@rule("MST-PTG-1", "MST-TAG-5", "MST-PBU-2")
def find_tag(state: State, actor: Character | None, name: str, *, burn: bool = False) -> Found:
    """Look a tag up: the actor's themes, the actor's story tags, the scene's, the challenges', the traits of the anomaly.

    What is to be burnt and is another character's is there, but not the actor's to burn.
    """
    found = (_on_sheet(actor, name) if actor else None) or find_story_tag(state, name, people=()) or _trait(state, name)
    if found is None and burn and any(name in tags_on(other) for other in state.characters):
        raise RuleError("not_owned", clause="MST-PBU-2", tag=name)
    if found is None:
        raise RuleError("unknown_tag", clause="MST-PTG-1", tag=name)
    check_time(state, name, found.since)
    return found


@rule("MST-DED-2", "MST-LIV-27")
def check_time(state: State, name: str, since: int | None) -> None:
    """What came into the story later cannot be used in a scene of the past."""
    if since is not None and not state.is_there(since):
        raise RuleError("anachronism", clause="MST-DED-2", tag=name, since=since, when=state.when)


def _trait(state: State, name: str) -> Found | None:
    return (
        Found(name, TagKind.STORY, own=False) if name in state.traits else None
    )  # Ruling MST-E-40: what makes something harder is a tag


def _on_sheet(actor: Character, name: str) -> Found | None:
    for theme in actor.themes:
        if name in theme.power_tags:
            return Found(name, TagKind.POWER, actor.id, theme.id, burnt=name in theme.burnt)
        if name in theme.weakness:
            return Found(name, TagKind.WEAKNESS, actor.id, theme.id)
    return _among(actor.story_tags, name, actor.id)


def _among(tags: tuple[StoryTag, ...], name: str, holder: str) -> Found | None:
    return next((Found(name, TagKind.STORY, holder, since=t.since) for t in tags if t.name == name), None)


def find_story_tag(state: State, name: str, *, people: tuple[Character, ...]) -> Found | None:
    """A story tag of the scene, of these people, or one of a challenge's own, in this order."""
    places = (
        _among(state.scene_tags, name, ""),
        *(_among(c.story_tags, name, c.id) for c in people),
        *(Found(name, TagKind.STORY, c.id, own=False) for c in state.challenges if name in c.tags),
    )
    return next((place for place in places if place), None)


def any_story_tag(state: State, name: str) -> Found:
    """A story tag wherever it is found first, or a refusal."""
    found = find_story_tag(state, name, people=state.characters)
    if found is None:
        raise RuleError("unknown_tag", clause="MST-EFF-2", tag=name)
    return found


@rule("MST-PBU-2", "MST-PBU-3", "MST-TAG-7")
async def burn_tag(found: Found) -> State:
    """A power tag is out until it is recovered; a story tag is gone."""
    if found.kind is TagKind.POWER:
        return await happen(TagBurnt(found.holder, found.theme, found.name))
    return await happen(StoryTagGone(found.name, found.holder))


@rule("MST-TAG-7")
def out_of_use(tag: str, clause: str = "MST-TAG-7") -> RuleError:
    """A burnt tag cannot be invoked in any way until it is recovered."""
    return RuleError("tag_burnt", clause=clause, tag=tag, why=say("told.burnt_out"))


@rule("MST-TAG-1")
def check_text(name: str) -> str:
    """A tag has text."""
    if not name.strip():
        raise RuleError("empty_tag", clause="MST-TAG-1")
    return name


def check_new_scene_tag(state: State, name: str) -> str:
    if check_text(name) in [tag.name for tag in state.scene_tags]:
        raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=name)
    return name


@rule("MST-EFF-2")
async def make_story_tag(state: State, name: str) -> State:
    """The scene has a new story tag, from now on."""
    return await happen(StoryTagMade(StoryTag(name, state.when)))


@rule("MST-TAG-4", "MST-EFF-2")
async def remove_story_tag(state: State, name: str) -> State:
    """A story tag is gone, wherever it is found first."""
    return await happen(StoryTagGone(name, any_story_tag(state, name).holder))
