"""Joins Themes, Challenges, The scene loop and Writing the file: things that are put in their places by hand, at any time.

Sheets, content packs, challenges, threats, questions and traits. The state machines are in `scenes` and `missions`.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.content import content_of, in_english, pack_names, shipped, without
from ludex.systems.mist.events import (
    ChallengeChanged,
    ChallengePrepared,
    CharacterJoined,
    CharacterLeft,
    MysteryPosed,
    PacksChanged,
    PackShelved,
    ThemeRewritten,
    ThreatAnnounced,
    TraitRevealed,
)
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.missions import OPEN, check_complexity, mission_in
from ludex.systems.mist.rules.scenes import RUNNING, check_unique, scene_in
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.rules.who import character_of, own_theme
from ludex.systems.mist.sheet import (
    FULL_THEME,
    Challenge,
    Character,
    Theme,
    Threat,
    check,
    tag_problems,
    tags_on,
    theme_problems,
)
from ludex.systems.mist.state import Mystery, State
from ludex.systems.mist.terms import Stage, ThreatState

# --- content -------------------------------------------------------------------------------------------------------


class Shelve(msgspec.Struct, frozen=True):
    """A content pack as it is written: tables of themes, characters, challenges and missions."""

    pack: Plain


async def pack_shelve(state: State, given: Shelve) -> Edited:
    """Put a content pack of the table's own on the shelf; all its problems are named at once."""
    pack = in_english(given.pack)
    names = pack_names(pack)
    for name in names:
        check_own(name)
    again = [name for name in names if any(name in pack_names(msgspec.json.decode(pack)) for pack in state.packs)]
    others = state.packs
    for name in again:  # MST-LIV-50: what is there under a name is replaced
        others = without(others, name)
    text = msgspec.json.encode(pack).decode()
    content_of((*others, text))
    if again:
        await happen(PacksChanged((*others, text)))
    else:
        await happen(PackShelved(text))
    return Edited(before="、".join(again), after="、".join(names))


@rule("MST-LIV-50")
def check_own(name: str) -> None:
    """What comes with the system is not changed or removed."""
    if any(name in things for things in msgspec.structs.astuple(shipped())):
        raise RuleError("not_own_content", clause="MST-LIV-50", name=name)


class Unshelve(msgspec.Struct, frozen=True):
    """A thing of the table's own."""

    name: str


@rule("MST-LIV-50")
async def pack_unshelve(state: State, given: Unshelve) -> Edited:
    """Take a thing of the table's own off the shelf."""
    check_own(given.name)
    left = without(state.packs, given.name)
    if left == state.packs:
        own = [name for pack in state.packs for name in pack_names(msgspec.json.decode(pack))]
        raise RuleError("unknown_content", clause="MST-LIV-50", name=given.name, among=own)
    content_of(left)
    await happen(PacksChanged(left))
    return Edited(before=given.name)


# --- people --------------------------------------------------------------------------------------------------------


class JoinTable(msgspec.Struct, frozen=True):
    """A sheet that comes to the table."""

    character: Character


async def character_join(state: State, given: JoinTable) -> Edited:
    """Seat a character; the id is the name, and new."""
    name = check_text(given.character.id)
    if state.holder(name):
        raise RuleError("duplicate_actor", actor=name)
    await happen(CharacterJoined(given.character))
    return Edited(holder=name, after=name)


class LeaveTable(msgspec.Struct, frozen=True):
    """Who goes."""

    actor: str


async def character_leave(state: State, given: LeaveTable) -> Edited:
    """Take a character off the table."""
    name = character_of(state, given.actor).id
    await happen(CharacterLeft(name))
    return Edited(holder=name, before=name)


class WriteTheme(msgspec.Struct, frozen=True):
    """A theme for a sheet that is being made."""

    actor: str
    theme: Theme


@rule("MST-THM-2", "MST-THM-3", "MST-THM-4", "MST-PTH-2")
async def theme_write(state: State, given: WriteTheme) -> Edited:
    """Write a theme on a sheet while the sheet has room; one that is there is never overwritten (MST-LIV-44)."""
    character = character_of(state, given.actor)
    others = character.themes
    if any(given.theme.id == t.id or given.theme.theme_tag == t.theme_tag for t in others):
        raise RuleError("duplicate_theme", clause="MST-LIV-44", theme=given.theme.theme_tag)
    slots = state.options.theme_count
    if slots and len(others) + character.pending_replacements >= slots:
        raise RuleError("theme_count", clause="MST-PTH-2", given=len(others) + 1, wanted=say("told.exactly", n=slots))
    check(theme_problems(given.theme, Stage.CREATION))
    check(tag_problems((*tags_on(character), *given.theme.power_tags, *given.theme.weakness)))
    await happen(CharacterJoined(replace(character, themes=(*others, given.theme))))
    return Edited(holder=character.id, after=given.theme.theme_tag)


class EditTheme(msgspec.Struct, frozen=True):
    """What changes on a theme: tags renamed (`old>new`), added and removed; its name, weaknesses, motivation and kind."""

    actor: str
    theme: str
    renamed: tuple[tuple[str, str], ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    name: str = ""
    weakness: tuple[str, ...] = ()
    motivation: str | None = None
    kind: str = ""


@rule("MST-LIV-44", "MST-LIV-45")
async def theme_edit(state: State, given: EditTheme) -> Edited:
    """Edit a theme field by field; burnt tags, marks and grown tags are kept, a renamed tag stays burnt."""
    character = character_of(state, given.actor)
    theme = own_theme(character, given.theme)
    names = dict(given.renamed) | ({theme.theme_tag: given.name} if given.name else {})
    known = (*theme.power_tags, *theme.weakness)
    for tag in (*names, *given.removed):
        if tag not in known:
            raise RuleError("unknown_tag", clause="MST-LIV-44", tag=tag)
    if theme.theme_tag in given.removed:
        raise RuleError("theme_tag_missing", clause="MST-THM-2", theme=theme.called)

    def now(tags: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(tag, tag) for tag in tags if tag not in given.removed)

    edited = replace(
        theme,
        theme_tag=names.get(theme.theme_tag, theme.theme_tag),
        tags=(*now(theme.tags), *given.added),
        weakness=given.weakness or now(theme.weakness),
        burnt=now(theme.burnt),
        motivation=theme.motivation if given.motivation is None else given.motivation,
        kind=given.kind or theme.kind,
    )
    if edited.nascent and len(edited.power_tags) >= FULL_THEME:
        edited = replace(edited, nascent=False)
    if edited == theme:
        raise RuleError("nothing_changed", clause="MST-LIV-44", theme=theme.called)
    check(theme_problems(edited, Stage.PLAY))
    others = replace(character, themes=tuple(t for t in character.themes if t.id != theme.id))
    check(tag_problems((*tags_on(others), *edited.power_tags, *edited.weakness)))
    await happen(ThemeRewritten(character.id, theme.id, edited))
    return Edited(holder=character.id, before=theme.called, after=edited.called)


class RemoveTheme(msgspec.Struct, frozen=True):
    """A theme that is to go."""

    actor: str
    theme: str


@rule("MST-LIV-44")
async def theme_remove(state: State, given: RemoveTheme) -> Edited:
    """Take a theme off a sheet; no replacement is owed."""
    character = character_of(state, given.actor)
    theme = own_theme(character, given.theme)
    await happen(ThemeRewritten(character.id, theme.id))
    return Edited(holder=character.id, before=theme.called)


# --- the scene -----------------------------------------------------------------------------------------------------


class SetChallenge(msgspec.Struct, frozen=True):
    """A challenge of the scene."""

    challenge: Challenge


@rule("MST-SCN-3", "MST-CHA-2")
async def challenge_set(state: State, given: SetChallenge) -> Edited:
    """Put a challenge into the scene; one that stands there already gets the limits that are named, and stays what it is."""
    scene_in(state, *RUNNING)
    name = check_text(given.challenge.id)
    there = next((c for c in state.challenges if c.id == name), None)
    if state.character(name) or (there and not given.challenge.limits):
        raise RuleError("duplicate_challenge", id=name)
    await happen(ChallengeChanged(check_challenge(_with_more(there, given.challenge) if there else given.challenge)))
    return Edited(holder=name, before=name if there else "", after=name)


def _with_more(there: Challenge, named: Challenge) -> Challenge:
    """A challenge of the scene with the limits, tags and words that it is given now."""
    limits = {limit.status: limit for limit in (*there.limits, *named.limits)}
    tags = tuple(dict.fromkeys((*there.tags, *named.tags)))
    return replace(there, limits=tuple(limits.values()), tags=tags, text=named.text or there.text)


@rule("MST-CHA-2", "MST-CHA-3")
async def challenge_prepare(state: State, given: SetChallenge) -> Edited:  # noqa: ARG001  # every procedure gets the state
    """Have a challenge ready: as it is written, or as one of the scene stands now."""
    name = check_text(given.challenge.id)
    await happen(ChallengePrepared(check_challenge(given.challenge)))
    return Edited(holder=name, after=name)


class Announce(msgspec.Struct, frozen=True):
    """A threat that the MC announces; one that is prepared for a challenge is named by its id alone."""

    id: str
    text: str = ""
    source: str = ""


@rule("MST-PCQ-1", "MST-SCN-3")
async def threat_announce(state: State, given: Announce) -> Edited:
    """Announce a threat, so that it can come true."""
    scene_in(state, *RUNNING)
    known = (threat.id for threat in state.scene_now.threats)
    check_unique((*known, check_text(given.id)), "duplicate_threat")
    prepared = next((t for c in state.challenges for t in c.threats if t.id == given.id), Threat(given.id))
    threat = replace(
        prepared, text=given.text or prepared.text, source=given.source or prepared.source, state=ThreatState.OPEN
    )
    await happen(ThreatAnnounced(threat))
    return Edited(holder=threat.source, before=threat.text, after=threat.id)


# --- the case ------------------------------------------------------------------------------------------------------


class Pose(msgspec.Struct, frozen=True):
    """A question of the case."""

    mystery: Mystery


@rule("MST-FIL-1", "MST-PCL-2")
async def mystery_pose(state: State, given: Pose) -> Edited:
    """Put a question into the file, or change its complexity."""
    mission_in(state, *OPEN)
    check_text(given.mystery.id)
    check_complexity(given.mystery.complexity)
    await happen(MysteryPosed(given.mystery))
    return Edited(before=given.mystery.question, after=given.mystery.id)


class Reveal(msgspec.Struct, frozen=True):
    """A trait of the anomaly."""

    text: str


@rule("MST-TST-2")
async def trait_add(state: State, given: Reveal) -> Edited:
    """Let the players know a trait of the anomaly."""
    mission_in(state, *OPEN)
    await happen(TraitRevealed(check_text(given.text)))
    return Edited(after=given.text)
