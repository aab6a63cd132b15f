"""Writing the file (书写档案), by hand: what the MC has ready and hidden, reveals, and edits in a running case.

MST-LIV-38..41, -46, -55. No dice, no questions; the state machine is in `missions`.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed, Implied, Meant
from ludex.core.deeds import CASE, REST, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.systems.mist.events import (
    ArchiveRevealed,
    ChallengeChanged,
    ClueChanged,
    HandoutShown,
    MysteryDropped,
    MysteryPosed,
    NoteWritten,
    SeriesNamed,
    StoryTagGone,
    StoryTagMade,
    ThreatAnnounced,
    TraitChanged,
    TraitHidden,
    TraitRevealed,
    happen,
)
from ludex.systems.mist.kinds import CaseDeed, ShelfDeed, Words, offers
from ludex.systems.mist.kinds.offers import hidden_names, kept_back
from ludex.systems.mist.kinds.reading import known_as
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.missions import OPEN, AddClue, check_complexity, mission_in, mystery_of
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.rules.who import actor_of, character_of
from ludex.systems.mist.sheet import StoryTag, tags_on
from ludex.systems.mist.state import Clue, Mission, Note, State


def case_of(state: State) -> Mission:
    return mission_in(state, *OPEN)


def _clue(mission: Mission, name: str) -> Clue:
    found = next((c for c in (*mission.clues, *mission.hidden_clues) if c.id == name), None)
    if found is None:
        raise RuleError("unknown_clue", clause="MST-PCL-1", value=name, among=[c.id for c in mission.clues])
    return found


def _check_new(mission: Mission, name: str) -> str:
    if check_text(name) in [c.id for c in (*mission.clues, *mission.hidden_clues)]:
        raise RuleError("duplicate_clue", clause="MST-PCL-1", id=name)
    return name


def _check_proves(mission: Mission, clue: Clue) -> None:
    for name in (*clue.proves, *clue.against):
        mystery_of(mission, name)


# --- clues -----------------------------------------------------------------------------------------------------------


@rule("MST-LIV-38", "MST-LIV-39")
async def clue_place(state: State, given: AddClue) -> Edited:
    """Put a clue where not everybody sees it: into the MC's hand, or into one character's."""
    mission = case_of(state)
    _check_new(mission, given.clue.id)
    _check_proves(mission, given.clue)
    if given.clue.holder:
        character_of(state, given.clue.holder)
    await happen(ClueChanged(given.clue.id, given.clue))
    return Edited(holder=given.clue.holder, before=given.clue.text, after=given.clue.id)


class ChangeClue(msgspec.Struct, frozen=True):
    """A clue, its new name, its new text, if it has one, and what it proves or speaks against, if that changes."""

    name: str
    to: str
    text: str = ""
    proves: tuple[str, ...] | None = None
    against: tuple[str, ...] | None = None


@rule("MST-LIV-40")
async def clue_change(state: State, given: ChangeClue) -> Edited:
    """Rename or rewrite a clue; conclusions that cite it follow."""
    mission = case_of(state)
    clue = _clue(mission, given.name)
    if given.to != given.name:
        _check_new(mission, given.to)
    proves = clue.proves if given.proves is None else given.proves
    against = clue.against if given.against is None else given.against
    now = replace(clue, id=given.to, text=given.text or clue.text, proves=proves, against=against)
    _check_proves(mission, now)
    await happen(ClueChanged(clue.id, now))
    return Edited(before=given.name, after=given.to)


class Named(msgspec.Struct, frozen=True):
    """Something by its name; and the character who does it, where one does."""

    name: str
    actor: str = ""


@rule("MST-LIV-40")
async def clue_remove(state: State, given: Named) -> Edited:
    """Take a clue off the board; what was settled stays settled."""
    clue = _clue(case_of(state), given.name)
    await happen(ClueChanged(clue.id))
    return Edited(before=clue.id)


class ShareClue(
    Named, Deed, names=("分享", "share"), does="clue_share", group="case", beside=CASE, example=".分享 手心的字"
):
    """A private clue that is shown to all: an own one, or by the MC anybody's."""

    name: Annotated[
        str,
        Field("text", REST, among=offers.private_clues),
        Meant(lambda asked, said: known_as(said, offers.private_clues(asked.state))),
    ]
    actor: Annotated[str, Implied(lambda asked: "" if asked.gm else asked.actor)] = ""


@rule("MST-LIV-39")
async def clue_share(state: State, given: Named) -> Edited:
    """Show a private clue to all."""
    mission = case_of(state)
    mine = [c for c in mission.clues if c.holder and given.actor in ("", c.holder)]  # of the MC: anybody's
    clue = next((c for c in mine if c.id == given.name), None)
    if clue is None:
        known = [c.id for c in mission.clues if not c.holder or c in mine]
        raise RuleError("unknown_clue", clause="MST-LIV-39", value=given.name, among=known)
    await happen(ClueChanged(clue.id, replace(clue, holder="")))
    return Edited(holder=clue.holder, before=clue.text, after=clue.id)


# --- traits, questions, truth ----------------------------------------------------------------------------------------


@rule("MST-LIV-38")
async def trait_hide(state: State, given: Named) -> Edited:
    """Have a trait ready; one that everybody knows is hidden again."""
    mission = case_of(state)
    if check_text(given.name) in mission.hidden_traits:
        raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=given.name)
    if given.name in mission.traits:
        await happen(TraitChanged(given.name, ""))
    await happen(TraitHidden(given.name))
    return Edited(after=given.name)


class Rename(msgspec.Struct, frozen=True):
    """Something by its name, and its new one (none: it is removed)."""

    name: str
    to: str = ""


@rule("MST-LIV-40")
async def trait_change(state: State, given: Rename) -> Edited:
    """Rewrite a trait, or remove it."""
    mission = case_of(state)
    if given.name not in (*mission.traits, *mission.hidden_traits):
        raise RuleError("unknown_tag", clause="MST-PTG-1", tag=given.name)
    await happen(TraitChanged(given.name, given.to))
    return Edited(before=given.name, after=given.to)


class ChangeMystery(msgspec.Struct, frozen=True):
    """A question of the case, how many clues it takes, and its words; its true answer, and what that is a clue for."""

    name: str
    complexity: int | None = None
    question: str = ""
    answer: str = ""
    proves: tuple[str, ...] | None = None


@rule("MST-LIV-38", "MST-LIV-40")
async def mystery_change(state: State, given: ChangeMystery) -> Edited:
    """Rewrite a question of the case, or note its true answer."""
    mission = case_of(state)
    mystery = mystery_of(mission, given.name)
    proves = mystery.proves if given.proves is None else given.proves
    for name in proves:
        mystery_of(mission, name)
    now = replace(
        mystery,
        complexity=mystery.complexity if given.complexity is None else check_complexity(given.complexity),
        question=given.question or mystery.question,
        answer=given.answer or mystery.answer,
        proves=proves,
    )
    await happen(MysteryPosed(now))
    return Edited(before=given.answer or given.question, after=mystery.id)


@rule("MST-LIV-40")
async def mystery_remove(state: State, given: Named) -> Edited:
    """Take a question out of the file."""
    mystery = mystery_of(case_of(state), given.name)
    await happen(MysteryDropped(mystery.id))
    return Edited(before=mystery.id)


# --- revealing -------------------------------------------------------------------------------------------------------


class Revealed(msgspec.Struct, frozen=True):
    """What is public now: of what kind, its name, and its words."""

    kind: str
    name: str
    text: str = ""


class Reveal(Named, CaseDeed, names=("揭示", "reveal"), does="reveal", picture="eye-off", example=".揭示 黑匣子"):
    name: Annotated[
        str,
        Field("secret", REST, among=offers.hidden_things),
        Meant(lambda asked, said: known_as(said, offers.hidden_things(asked.state))),
    ]


@rule("MST-LIV-38", "MST-LIV-41")
async def reveal(state: State, given: Named) -> Revealed:
    """Make a hidden clue, trait, true answer, threat or challenge public."""
    return (await make_public(state, given.name))[1]


async def make_public(state: State, name: str) -> tuple[State, Revealed]:
    """What one word of the MC's, or a record's, makes public."""
    mission = state.case or Mission()
    if clue := next(
        (c for c in (*mission.hidden_clues, *mission.clues) if c.id == name and (c.hidden or c.holder)), None
    ):
        shown = replace(clue, hidden=False, holder="")
        return await happen(ClueChanged(name, shown)), Revealed("clue", name, clue.text)
    if name in mission.hidden_traits:
        return await happen(TraitRevealed(name)), Revealed("trait", name)
    if name in mission.handouts:
        return await happen(HandoutShown(name)), Revealed("handout", name)
    if mystery := next((m for m in mission.mysteries if m.id == name and m.answer and not m.told), None):
        return await happen(MysteryPosed(replace(mystery, told=True))), Revealed("answer", name, mystery.answer)
    return await _public_in_scene(state, name)


async def _public_in_scene(state: State, name: str) -> tuple[State, Revealed]:
    hidden = next((c for c in state.challenges if c.id == name and c.hidden), None)
    if hidden is not None:
        shown = replace(hidden, hidden=False)
        return await happen(ChallengeChanged(shown, came=True)), Revealed("challenge", name, hidden.text)
    announced = [t.id for t in state.scene_now.threats]
    threat = next((t for c in state.challenges for t in c.threats if t.id == name and name not in announced), None)
    if threat is None or state.running is None:
        return await _public_in_archive(state, name)
    return await happen(ThreatAnnounced(threat)), Revealed("threat", name, threat.text)


@rule("MST-LIV-56")
async def _public_in_archive(state: State, name: str) -> tuple[State, Revealed]:
    """Hidden things of a closed case stay the MC's until one word shows them; of two of a name the later."""
    place, case = next(
        ((n, case) for n, case in reversed(list(enumerate(state.closed))) if name in kept_back(case)), (0, None)
    )
    if case is None:
        raise RuleError("nothing_hidden", clause="MST-LIV-38", name=name, among=list(hidden_names(state)))
    clue = next((c for c in (*case.hidden_clues, *case.clues) if c.id == name), None)
    answer = next((m.answer for m in case.mysteries if m.id == name and m.answer), "")
    kind, text = ("clue", clue.text) if clue else ("answer", answer) if answer else ("trait", "")
    return await happen(ArchiveRevealed(place, name)), Revealed(kind, name, text)


# --- seasons, notes, things that change hands ------------------------------------------------------------------------


class NameSeries(ShelfDeed, names=("剧集", "series"), example=".剧集 第二季"):
    """`.剧集 第二季`; `.剧集` lists the missions of each season."""

    text: Words = ""

    def do(self, asked: Asked) -> Do | Show:  # noqa: ARG002  # as every deed
        return Do("series_name", Named(self.text)) if self.text else Show("series")


@rule("MST-LIV-55")
async def series_name(state: State, given: Named) -> Edited:
    """Name the season that missions opened from now on belong to."""
    await happen(SeriesNamed(check_text(given.name)))
    return Edited(before=state.series, after=given.name)


class TakeNote(Deed, names=("笔记", "note"), does="note_take", group="case", beside=CASE, example=".笔记 他的手是湿的"):
    """A note, and whose it is; of nobody: the MC's."""

    text: Words
    holder: Annotated[str, Implied(lambda asked: "" if asked.gm else asked.actor)] = ""

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return (GM,) if asked.gm else (actor(asked.actor), GM)


@rule("MST-LIV-38")
async def note_take(state: State, given: TakeNote) -> Edited:  # noqa: ARG001  # every procedure gets the state
    """Note something for oneself."""
    await happen(NoteWritten(Note(check_text(given.text), given.holder)))
    return Edited(holder=given.holder, after=given.text)


def _taker(asked: Asked) -> str:
    """Whom a line is for; somebody must be."""
    if not asked.aimed:
        raise RuleError("whose")
    return asked.aimed


class HandOn(Deed, names=("递", "hand"), does="tag_hand", group="hand", aims=True, example=".递 大火把 @周遥"):
    """A story tag of one character that goes to another."""

    actor: Actor
    name: Annotated[str, Field("text", REST, among=offers.own_story_tags)]
    to: Annotated[str, Implied(_taker)]


@rule("MST-LIV-46")
async def tag_hand(state: State, given: HandOn) -> Edited:
    """Hand an own thing on; it keeps its time."""
    giver, taker = actor_of(state, given.actor), actor_of(state, given.to)
    tag = next((t for t in giver.story_tags if t.name == given.name), None)
    if tag is None:
        raise RuleError("unknown_tag", clause="MST-LIV-46", tag=given.name)
    if given.name in tags_on(taker):
        raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=given.name)
    await happen(StoryTagGone(tag.name, giver.id))
    await happen(StoryTagMade(StoryTag(tag.name, tag.since), taker.id))
    return Edited(holder=taker.id, before=giver.id, after=tag.name)
