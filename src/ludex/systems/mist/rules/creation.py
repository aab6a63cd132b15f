"""Making a character theme by theme, as a declared questionnaire (MST-PTH-2, MST-THM-3): a sample as it is, or a theme in one's own words."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import Deed, Implied
from ludex.core.deeds import Field
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mist.content import content_of
from ludex.systems.mist.events import CharacterJoined, happen
from ludex.systems.mist.redact import open_table
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.sheet import Character, Theme, check, tag_problems, tags_on, theme_problems
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Stage, ThemeKind

USUAL = 4
"""So many themes are asked for where the table has not said how many."""

DONE, SAMPLE = "done", "sample:"
OWN = Option(
    "own:<kind>:<theme_tag>:<two_tags…>:<weakness…>",
    say("answers.make_own_theme"),
    {"kind": tuple(str(k) for k in ThemeKind)},
)

MOTIVATED = Option(
    "own_more:<kind>:<theme_tag>:<two_tags…>:<weakness…>:<motivation>",
    say("answers.make_motivated_theme"),
    {"kind": tuple(str(k) for k in ThemeKind)},
)
NASCENT = Option(
    "own_nascent:<kind>:<theme_tag>:<weakness…>",
    say("answers.make_nascent_theme"),
    {"kind": tuple(str(k) for k in ThemeKind)},
)
"""One's own theme: with its motivation too, or a nascent one (MST-THM-4, MST-LIV-42)."""


class Make(Deed, names=("捏人", "make"), does="character_make", group="sheet", picture="plus", example=".捏人 阿青"):
    """Who is to be made, theme by theme, and who is asked."""

    name: Annotated[str, Field("character")]
    who: Annotated[Who, Implied(lambda asked: asked.seat)] = GM


class Draft(msgspec.Struct, frozen=True):
    sheet: Character
    done: bool = False


def _slots(state: State) -> int:
    return state.options.theme_count or USUAL


def _ask_theme(state: State, draft: Draft) -> Asking | None:
    """One theme more, as long as there is room for it."""
    have = len(draft.sheet.themes)
    if draft.done or have >= _slots(state):
        return None
    free = {key: theme for key, theme in _samples(state, draft.sheet).items() if not _problems(draft.sheet, theme)}
    offered = tuple(
        Option(
            f"{SAMPLE}{key}",
            say(
                "answers.make_sample",
                name=theme.theme_tag,
                kind=term(theme.kind),
                tags=list(theme.tags),
                weak=list(theme.weakness),
            ),
        )
        for key, theme in free.items()
    )
    enough = (Option(DONE, say("answers.make_enough")),) if have and not state.options.theme_count else ()
    question = say("questions.make_theme", n=have + 1, of=_slots(state))
    return Asking(question, (*offered, OWN, *enough, MOTIVATED, NASCENT), judge=lambda said: _judge(state, draft, said))


def _samples(state: State, sheet: Character) -> dict[str, Theme]:
    """The sample themes in the language of a name: first those of the prepared character who has most of what is on the sheet.

    So somebody who always takes the first that is offered becomes one person, with sides that belong together (MST-LIV-42).
    """
    content = content_of(state.packs)
    spoken = {key: theme for key, theme in content.themes.items() if key.isascii() == sheet.id.isascii()}
    have = {theme.id for theme in sheet.themes}
    people = [[theme.id for theme in one.themes if theme.id in spoken] for one in content.characters.values()]
    kin = max(filter(None, people), key=lambda themes: len(have.intersection(themes)), default=[])
    return {key: spoken[key] for key in dict.fromkeys((*kin, *spoken))}


def _problems(sheet: Character, theme: Theme) -> list[RuleError]:
    tags = (*tags_on(sheet), *theme.power_tags, *theme.weakness)
    twice = (
        [RuleError("duplicate_theme", clause="MST-PTH-2", theme=theme.id)]
        if theme.id in [t.id for t in sheet.themes]
        else []
    )
    return [*twice, *theme_problems(theme, Stage.CREATION), *tag_problems(tags)]


def _said(state: State, said: str) -> Theme:
    """A theme as it was answered: a sample by its name, or in one's own words."""
    if said.startswith(SAMPLE):
        found = content_of(state.packs).themes.get(said.removeprefix(SAMPLE))
        if found is not None:
            return found
    written = said.replace("：", ":")
    gaps = next((got for one in (MOTIVATED, NASCENT, OWN) if (got := one.match(written)) is not None), None)
    if gaps is None:
        raise RuleError("bad_choice", answer=said[:40], options=[OWN.answer])
    kind, tag = gaps["kind"].strip(), gaps["theme_tag"].strip()
    return Theme(
        tag,
        ThemeKind.read(kind) if ThemeKind.holds(kind) else kind,
        tag,
        tuple(split_list(gaps.get("two_tags…", ""))),
        tuple(split_list(gaps["weakness…"])),
        nascent="two_tags…" not in gaps,
        motivation=gaps.get("motivation", "").strip(),
    )


def _judge(state: State, draft: Draft, said: str) -> None:
    if said != DONE:
        check(_problems(draft.sheet, _said(state, said)))


def _take_theme(state: State, draft: Draft, said: str) -> Draft:
    if said == DONE:
        return replace(draft, done=True)
    return replace(draft, sheet=replace(draft.sheet, themes=(*draft.sheet.themes, _said(state, said))))


STEPS: tuple[Step[State, Draft], ...] = (Step("theme", _ask_theme, _take_theme),)


@rule("MST-PTH-2", "MST-THM-3")
async def character_make(state: State, given: Make) -> Edited:
    """Ask for a theme after another, then seat the character."""
    name = check_text(given.name)
    if state.holder(name):
        raise RuleError("duplicate_actor", actor=name)
    draft = await fill_in(open_table(state), given.who, Draft(Character(name)), STEPS)
    await happen(CharacterJoined(draft.sheet))
    return Edited(holder=name, after=name)
