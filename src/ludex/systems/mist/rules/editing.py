"""Joins Tags, Statuses, Limits and the additions on fate: what the MC changes by hand, at any time and without dice.

The rulebook leaves these to the MC at any time (MST-TAG-4, MST-PST-4, MST-PFT-1); the marks themselves still move by the
rules of `statuses`.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import GM_ONLY, PLAYER, REST, SCENE, TERM, Asked, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.systems.mist.events import (
    ChallengeChanged,
    FateMet,
    StatusesRelated,
    StoryTagGone,
    StoryTagMade,
    TagBurnt,
    TagsRecovered,
    happen,
)
from ludex.systems.mist.kinds import (
    GOOD,
    OPPOSES,
    Aimed,
    HeldStatus,
    HolderNamed,
    Number,
    Person,
    StatusName,
    Words,
    about,
    costs_oneself,
    offers,
)
from ludex.systems.mist.rules.limits import bear, check_limits_of
from ludex.systems.mist.rules.power import check_burn
from ludex.systems.mist.rules.statuses import (
    Met,
    check_boxes,
    merge,
    reduce,
    stack,
    status_rewritten,
    status_taken,
    status_tracked,
    track_of,
)
from ludex.systems.mist.rules.tags import (
    check_new_scene_tag,
    check_text,
    find_tag,
    make_story_tag,
    out_of_use,
    remove_story_tag,
)
from ludex.systems.mist.rules.who import challenge_of, character_of, held_status, holder_of
from ludex.systems.mist.sheet import Challenge, Holder, Limit, Status, StoryTag, status_of, tags_on
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Fate, Relation, TagKind


class Edited(msgspec.Struct, frozen=True, kw_only=True):
    """What was edited: whose, what it was, what it is."""

    holder: str = ""
    before: str = ""
    after: str = ""


# --- statuses ------------------------------------------------------------------------------------------------------


class OnStatus(Deed, who=GM_ONLY, group="hand", aims=True, said_by=STORY):
    """A status of somebody; of one on stage unseen the MC alone hears."""

    holder: HolderNamed
    name: HeldStatus

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return about(asked, self.holder)


class RenameStatus(OnStatus, names=("改状态", "rename"), does="status_rename", example=".改状态 林默 受伤 重伤"):
    to: Annotated[str, Field()]


def _check_free(holder: Holder, name: str) -> None:
    if status_of(holder, name):
        raise RuleError("duplicate_status", clause="MST-PST-4", name=name, holder=holder.id)


@rule("MST-PST-4")
async def status_rename(state: State, given: RenameStatus) -> Edited:
    """Call a status something else; its family stays."""
    holder = holder_of(state, given.holder)
    status = held_status(holder, given.name)
    _check_free(holder, check_text(given.to))
    await happen(status_rewritten(holder, given.name, replace(status, name=given.to)))
    return Edited(holder=holder.id, before=given.name, after=given.to)


class RegroupStatus(OnStatus, names=("归类", "family"), does="status_regroup", example=".归类 林默 重伤 受伤"):
    """A status, its new family, the families it opposes, and whether it is a good thing."""

    family: Annotated[str, Field()] = ""
    opposes: Annotated[tuple[str, ...] | None, OPPOSES, Meant(lambda _asked, said: said or None)] = None
    beneficial: Annotated[bool | None, GOOD, Meant(lambda _asked, said: said or None)] = None


@rule("MST-PST-1", "MST-PST-2", "MST-PFT-2")
async def status_regroup(state: State, given: RegroupStatus) -> Edited:
    """Move a status to another family, or change what it opposes and whether it is beneficial."""
    holder = holder_of(state, given.holder)
    status = held_status(holder, given.name)
    changed = replace(
        status,
        family=given.family or status.family,
        opposes=status.opposes if given.opposes is None else given.opposes,
        beneficial=status.beneficial if given.beneficial is None else given.beneficial,
    )
    state = await happen(status_rewritten(holder, given.name, changed))
    for pair in [r for r in state.related if given.name in (r.one, r.other)]:  # MST-LIV-34
        await happen(StatusesRelated(pair.one, pair.other, pair.relation, forgotten=True))
    return Edited(holder=given.holder, before=f"{status.name} {status.family}", after=f"{status.name} {changed.family}")


class CombineStatuses(OnStatus, names=("并状态", "merge"), does="status_combine", example=".并状态 林默 擦伤 受伤"):
    into: Annotated[str, Field()]


@rule("MST-STA-5")
async def status_combine(state: State, given: CombineStatuses) -> Edited:
    """Make one status of two: the whole track is stacked onto the other."""
    holder = holder_of(state, given.holder)
    if (renamed := await _named_after_limit(state, given)) is not None:
        return renamed
    gone, kept = held_status(holder, given.name), held_status(holder, given.into)
    if gone == kept:
        raise RuleError("duplicate_status", clause="MST-PST-4", name=given.name, holder=holder.id)
    boxes = merge(kept.boxes, gone.boxes, state.options)
    state = await happen(status_tracked(holder, given.name, ()))
    state = await happen(status_tracked(holder_of(state, holder.id), given.into, boxes))
    await _said(state, given, Relation.STACKED)
    return Edited(holder=holder.id, before=given.name, after=f"{given.into} {max(boxes)}")


async def _said(state: State, given: CombineStatuses, relation: Relation) -> State:
    """The table remembers what the MC has said of a pair, and looks at the holder's limit (MST-LIV-34)."""
    state = await happen(StatusesRelated(given.name, given.into, relation))
    track = status_of(holder_of(state, given.holder), given.into)
    met = (Met(relation, given.into, track.boxes),) if track else ()
    return await bear(state, given.holder, met, past=state.past)


async def _named_after_limit(state: State, given: CombineStatuses) -> Edited | None:
    """On a challenge a status takes the name of a limit that has no track yet (MST-LIV-34)."""
    holder = holder_of(state, given.holder)
    limits = [limit.status for limit in holder.limits] if isinstance(holder, Challenge) else []
    if given.into not in limits or any(s.family == given.into for s in holder.statuses):
        return None
    status = held_status(holder, given.name)
    now = replace(status, name=given.into, family=given.into)
    state = await happen(status_rewritten(holder, given.name, now))
    await _said(state, given, Relation.STACKED)
    return Edited(holder=holder.id, before=given.name, after=f"{given.into} {now.tier}")


class CancelStatuses(
    CombineStatuses, names=("抵状态", "offset"), does="status_cancel", example=".抵状态 林默 擦伤 受伤"
):
    """A status that offsets another."""


@rule("MST-LIV-34", "MST-STA-9")
async def status_cancel(state: State, given: CancelStatuses) -> Edited:
    """One status cancels another, as if it had come so: the higher is left with the difference."""
    holder = holder_of(state, given.holder)
    came, there = held_status(holder, given.name), held_status(holder, given.into)
    if came == there:
        raise RuleError("duplicate_status", clause="MST-PST-4", name=given.name, holder=holder.id)
    left = reduce(there.boxes, came.tier, state.options).boxes
    over = max(came.tier - there.tier, 0) if state.options.cancel_leftover == "keep" else 0
    rest = stack((), over, state.options)[0] if over else ()
    state = await happen(status_tracked(holder, given.into, left))
    await happen(status_tracked(holder_of(state, holder.id), given.name, rest))
    await happen(StatusesRelated(given.name, given.into, Relation.CANCELLED))
    return Edited(holder=holder.id, before=given.name, after=given.into)


class SplitStatus(OnStatus, names=("拆状态", "split"), does="status_split", example=".拆状态 林默 受伤 骨折 2"):
    """A status, and the marks of it that become another."""

    to: Annotated[str, Field()]
    boxes: Annotated[tuple[int, ...], Field(refusal="bad_boxes"), Meant(lambda _asked, said: sorted(said))]


@rule("MST-PST-4")
async def status_split(state: State, given: SplitStatus) -> Edited:
    """Make two statuses of one: some of its marks go to a new one."""
    holder = holder_of(state, given.holder)
    status = held_status(holder, given.name)
    _check_free(holder, check_text(given.to))
    moved = check_boxes(given.boxes)
    if not moved or any(box not in status.boxes for box in moved):
        raise RuleError("bad_boxes", clause="MST-STA-2", value=list(moved))
    left = track_of(tuple(b for b in status.boxes if b not in moved), state.options)
    parted = Status(given.to, track_of(moved, state.options), beneficial=status.beneficial, since=status.since)
    state = await happen(status_tracked(holder, given.name, left))
    await happen(status_taken(holder_of(state, holder.id), parted))
    return Edited(holder=holder.id, before=given.name, after=f"{given.to} {max(moved)}")


class ClearStatus(
    OnStatus, names=("消状态", "clear"), does="status_clear", who=PLAYER, owner=STORY, example=".消状态 林默 目眩"
):
    word = costs_oneself


@rule("MST-SCN-9")
async def status_clear(state: State, given: ClearStatus) -> Edited:
    """Take a status away."""
    holder = holder_of(state, given.holder)
    status = held_status(holder, given.name)
    await happen(status_tracked(holder, given.name, ()))
    return Edited(holder=given.holder, before=f"{status.name} {status.tier}")


# --- limits and fate -----------------------------------------------------------------------------------------------


class SetLimit(
    Deed,
    names=("极限", "limit"),
    does="limit_set",
    who=GM_ONLY,
    group="hand",
    audience=(GM,),
    aims=True,
    said_by=STORY,
    example=".极限 站务保安 说服 4",
):
    """A limit of a challenge; 0 takes it away. Only the MC sees it."""

    challenge: HolderNamed
    status: StatusName
    limit: Number


@rule("MST-LIM-1")
async def limit_set(state: State, given: SetLimit) -> Edited:
    """Add, change or drop a limit of a challenge."""
    challenge = challenge_of(state, given.challenge)
    others = tuple(k for k in challenge.limits if k.status != given.status)
    limits = (*others, *check_limits_of((Limit(given.status, given.limit),))) if given.limit else others
    if not limits:
        raise RuleError("no_limits", clause="MST-CHA-2", challenge=challenge.id)
    changed = replace(challenge, limits=limits)
    await happen(ChallengeChanged(changed, overcame=changed.overcome and not challenge.overcome))
    return Edited(holder=challenge.id, after=f"{given.status} {given.limit}")


class SetFate(
    Deed, names=("命运", "fate"), does="fate_set", who=GM_ONLY, group="hand", aims=True, example=".命运 林默 在场"
):
    actor: Person
    fate: Annotated[str, Field(terms=Fate, kind=TERM)] = Fate.ACTIVE


@rule("MST-PFT-1")
async def fate_set(state: State, given: SetFate) -> Edited:
    """Set a character's fate; back to active after rewriting a transformed one."""
    before = character_of(state, given.actor).fate
    if given.fate not in tuple(Fate):
        raise RuleError("bad_choice", answer=given.fate, options=list(Fate))
    await happen(FateMet(given.actor, Fate(given.fate)))
    return Edited(holder=given.actor, before=before, after=given.fate)


# --- tags ----------------------------------------------------------------------------------------------------------


class TagText(Deed, group="hand", owner=STORY, said_by=STORY):
    """A tag by its text; of a character, if one is named."""

    name: Words
    holder: str = ""


class MakeTag(TagText, names=("贴标签", "tag"), does="tag_make", aims=True, beside=SCENE, example=".贴标签 大雾"):
    """A story tag for the scene, or for whom a line is aimed at."""

    holder: Aimed = ""


@rule("MST-TAG-4")
async def tag_make(state: State, given: MakeTag) -> Edited:
    """Put a story tag into the scene, or on a character."""
    if not given.holder:
        await make_story_tag(state, check_new_scene_tag(state, given.name))
        return Edited(after=given.name)
    holder = character_of(state, given.holder)
    if check_text(given.name) in tags_on(holder):
        raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=given.name)
    await happen(StoryTagMade(StoryTag(given.name, state.when), holder.id))
    return Edited(holder=holder.id, after=given.name)


def own_story_tag(asked: Asked) -> str:
    """The acting character, where the story tag of a line is hers."""
    own = asked.state.character(asked.actor)
    return own.id if own and asked["text"] in [tag.name for tag in own.story_tags] else ""


class DropTag(TagText, names=("揭标签", "untag"), does="tag_drop", beside=SCENE, example=".揭标签 积水的站台"):
    """A story tag that is to go; of two of a name the acting character's own, which needs nobody's word (MST-LIV-2)."""

    name: Annotated[str, Field("text", REST, among=offers.story_tags)]
    holder: Annotated[str, Implied(own_story_tag)] = ""

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        return () if own_story_tag(asked) else kinds


@rule("MST-TAG-4")
async def tag_drop(state: State, given: DropTag) -> Edited:
    """Take a story tag away: of the character who is named, else wherever it is found first."""
    if not given.holder:
        await remove_story_tag(state, given.name)
    elif given.name in [tag.name for tag in character_of(state, given.holder).story_tags]:
        await happen(StoryTagGone(given.name, given.holder))
    else:
        raise RuleError("unknown_tag", clause="MST-TAG-4", tag=given.name)
    return Edited(holder=given.holder, before=given.name)


def _bearer(asked: Asked) -> str:
    """Who acts, else the only character who has the power tag of a line."""
    having = [c.id for c in asked.state.characters if any(asked["text"] in theme.power_tags for theme in c.themes)]
    return asked.actor or (having[0] if len(having) == 1 else "")


Bearer = Annotated[str, Implied(_bearer)]


class BurnTag(TagText, names=("燃标签", "burn"), does="tag_burn", beside=SCENE, example=".燃标签 @林默 记者证"):
    """A power tag that is used up; burning an own one needs nobody's word (MST-LIV-2)."""

    name: Annotated[str, Field("text", REST, among=offers.burnable_tags)]
    holder: Bearer = ""

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        own = asked.state.character(asked.actor)
        return () if own and asked["text"] in tags_on(own) else kinds


@rule("MST-PBU-6")
async def tag_burn(state: State, given: BurnTag) -> Edited:
    """Burn a power tag of a character; nobody gets power for that."""
    found = find_tag(state, character_of(state, given.holder), given.name)
    check_burn(given.name, found.kind, helps=found.kind is TagKind.POWER)
    if found.burnt:
        raise out_of_use(given.name)
    await happen(TagBurnt(given.holder, found.theme, given.name))
    return Edited(holder=given.holder, before=given.name)


class RecoverTag(TagText, names=("复标签", "unburn"), does="tag_recover", beside=SCENE, example=".复标签 @林默 记者证"):
    name: Annotated[str, Field("text", REST, among=offers.burnt_tags)]
    holder: Bearer = ""


@rule("MST-PBU-4")
async def tag_recover(state: State, given: RecoverTag) -> Edited:
    """Make a burnt power tag usable again."""
    burnt = [tag for theme in character_of(state, given.holder).themes for tag in theme.burnt]
    if given.name not in burnt:
        raise RuleError("tag_not_burnt", clause="MST-PBU-4", tag=given.name, burnt=burnt)
    await happen(TagsRecovered(given.holder, (given.name,)))
    return Edited(holder=given.holder, after=given.name)
