"""Joins Themes, Challenges, The scene loop and Writing the file: things that are put in their places by hand, at any time.

Sheets, content packs, challenges, threats, questions and traits. The state machines are in `scenes` and `missions`.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.packs import Plain
from ludex.core.rule import rule
from ludex.systems.mist.content import content_of, pack_names
from ludex.systems.mist.events import (
    ChallengeChanged,
    ChallengePrepared,
    CharacterJoined,
    CharacterLeft,
    MysteryPosed,
    PackShelved,
    ThreatAnnounced,
    TraitRevealed,
)
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.missions import check_complexity, mission_in
from ludex.systems.mist.rules.scenes import RUNNING, check_unique, scene_in
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.rules.who import character_of
from ludex.systems.mist.sheet import (
    Challenge,
    Character,
    Theme,
    Threat,
    check,
    tag_problems,
    tags_on,
    theme_of,
    theme_problems,
)
from ludex.systems.mist.state import Mystery, State
from ludex.systems.mist.terms import MissionPhase, Stage, ThreatState

# --- content -------------------------------------------------------------------------------------------------------


class Shelve(msgspec.Struct, frozen=True):
    """A content pack as it is written: tables of themes, characters, challenges and missions."""

    pack: Plain


async def pack_shelve(state: State, given: Shelve) -> Edited:
    """Put a content pack of the table's own on the shelf; all its problems are named at once."""
    text = msgspec.json.encode(given.pack).decode()
    content_of((*state.packs, text))
    await happen(PackShelved(text))
    return Edited(after="、".join(pack_names(given.pack)))


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
    """Write a theme on a sheet, or write it anew, while the sheet has room."""
    character = character_of(state, given.actor)
    others = tuple(t for t in character.themes if t.id != given.theme.id)
    slots = state.options.theme_count
    if slots and len(others) + character.pending_replacements >= slots:
        raise RuleError("theme_count", clause="MST-PTH-2", given=len(others) + 1, wanted=slots)
    check(theme_problems(given.theme, Stage.CREATION))
    bare = replace(character, themes=others)
    check(tag_problems((*tags_on(bare), *given.theme.power_tags, *given.theme.weakness)))
    await happen(CharacterJoined(_with_theme(character, given.theme)))
    return Edited(holder=character.id, after=given.theme.theme_tag)


def _with_theme(character: Character, theme: Theme) -> Character:
    """The sheet with the theme in its old place, or last."""
    if theme_of(character, theme.id) is None:
        return replace(character, themes=(*character.themes, theme))
    return replace(character, themes=tuple(theme if t.id == theme.id else t for t in character.themes))


# --- the scene -----------------------------------------------------------------------------------------------------


class SetChallenge(msgspec.Struct, frozen=True):
    """A challenge of the scene."""

    challenge: Challenge


@rule("MST-SCN-3", "MST-CHA-2")
async def challenge_set(state: State, given: SetChallenge) -> Edited:
    """Put a challenge into the scene, or write it anew."""
    scene_in(state, *RUNNING)
    name = check_text(given.challenge.id)
    if state.character(name):
        raise RuleError("duplicate_challenge", id=name)
    await happen(ChallengeChanged(check_challenge(given.challenge)))
    return Edited(holder=name, after=name)


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
    known = state.scene.threats if state.scene else ()
    check_unique((*(t.id for t in known), check_text(given.id)), "duplicate_threat")
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
    mission_in(state, *MissionPhase)
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
    mission_in(state, *MissionPhase)
    await happen(TraitRevealed(check_text(given.text)))
    return Edited(after=given.text)
