"""Additions (补充规则) on how themes change, joined: indulgence (沉溺), losing and replacing a theme, growth.

MST-PIN-1, -2, MST-PRE-1..3, MST-PGR-2..4.
"""

from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import (
    GrowthMarked,
    ImprovementOwed,
    IndulgenceMarked,
    ThemeImproved,
    ThemeLost,
    ThemeReplaced,
    happen,
)
from ludex.systems.mist.kinds import Number, OwnTheme
from ludex.systems.mist.rules.statuses import check_amount
from ludex.systems.mist.rules.tags import check_text, out_of_use
from ludex.systems.mist.rules.themes import ThemeTyped
from ludex.systems.mist.rules.who import (
    Acting,
    Cast,
    actor_of,
    cast_after,
    character_of,
    in_rule_words,
    own_theme,
    player_of,
)
from ludex.systems.mist.sheet import (
    TRACK,
    Character,
    Theme,
    check,
    mark_problems,
    tag_problems,
    tags_on,
    theme_of,
    theme_problems,
)
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Stage

# --- indulgence (沉溺) and loss ------------------------------------------------------------------------------------


@rule("MST-PRE-1")
async def lose_theme(actor: str, theme: str) -> State:
    """The theme leaves the sheet with all its tags; a replacement is owed."""
    return await happen(ThemeLost(actor, theme))


@rule("MST-PIN-2", "MST-PGR-2")
def check_marks(theme: Theme) -> Theme:
    """A theme on a sheet has 0 to 2 marks of each kind."""
    check(mark_problems(theme))
    return theme


@rule("MST-PIN-1", "MST-PIN-2")
async def mark(actor: str, theme: Theme, amount: int) -> tuple[State, int]:
    """Mark indulgence on a theme; with the third mark it is lost at once."""
    marks = min(theme.indulgence + amount, TRACK)
    state = await happen(IndulgenceMarked(actor, theme.id, marks))
    if marks >= TRACK:
        state = await lose_theme(actor, theme.id)
    return state, marks


class MarkIndulgence(Acting, frozen=True, kw_only=True):
    theme: str = ""
    amount: int = 1


class Indulge(
    MarkIndulgence,
    Deed,
    names=("沉溺", "indulge"),
    does="mark_indulgence",
    group="sheet",
    said_by=SHEET,
    example=".沉溺 听潮之耳",
):
    theme: OwnTheme
    amount: Number = 1


class IndulgenceDone(Cast, frozen=True, kw_only=True):
    """The track, and whether the theme is lost."""

    indulgence: int
    theme_lost: bool
    pending_replacements: int


@rule("MST-PIN-1", "MST-PIN-2")
async def mark_indulgence(state: State, given: MarkIndulgence) -> IndulgenceDone:
    """Mark indulgence on a theme."""
    theme = check_marks(own_theme(actor_of(state, given.actor), given.theme))
    state, marks = await mark(given.actor, theme, check_amount(given.amount))
    after = actor_of(state, given.actor)
    return IndulgenceDone(
        **cast_after(state, given),
        indulgence=marks,
        theme_lost=theme_of(after, theme.id) is None,
        pending_replacements=after.pending_replacements,
    )


# --- replacement ---------------------------------------------------------------------------------------------------


class ReplaceTheme(Acting, frozen=True, kw_only=True):
    new_theme: Theme


class ReplaceThemeLine(ThemeTyped, names=("换主题", "replace"), example=".换主题 自我 守灯人 怕黑"):
    """A nascent theme, its theme tag and one weakness; a full one is the rule's to refuse."""

    def do(self, asked: Asked) -> Do:
        new = self.written(asked)
        if not new.weakness:
            new = replace(new, tags=(), weakness=new.tags, nascent=True)
        return Do("replace_theme", ReplaceTheme(actor=asked.actor, new_theme=new))


class ThemeReplacedBy(Cast, frozen=True, kw_only=True):
    """What is still owed, and how many themes are the character's own."""

    pending_replacements: int
    self_themes: int


@rule("MST-PRE-2", "MST-PRE-3")
async def replace_theme(state: State, given: ReplaceTheme) -> ThemeReplacedBy:
    """Put a nascent theme in the place of a lost one."""
    actor = actor_of(state, given.actor)
    check_replacement(actor, given.new_theme)
    state = await happen(ThemeReplaced(actor.id, given.new_theme))
    after = actor_of(state, given.actor)
    return ThemeReplacedBy(
        **cast_after(state, given), pending_replacements=after.pending_replacements, self_themes=after.self_themes
    )


@rule("MST-PRE-2", "MST-PRE-3")
def check_replacement(actor: Character, theme: Theme) -> None:
    """One must be owed; the new theme is nascent, with new tags, no marks and nothing burnt."""
    if actor.pending_replacements < 1:
        raise RuleError("no_pending_replacement", clause="MST-PRE-2", actor=actor.id)
    if not theme.nascent:  # Ruling MST-E-15: a new theme is a nascent one
        raise RuleError("not_nascent", clause="MST-PRE-3", theme=theme.id)
    if theme_of(actor, theme.id):
        raise RuleError("duplicate_theme", clause="MST-PRE-3", theme=theme.id)
    check(theme_problems(theme, Stage.CREATION))
    check(tag_problems((*tags_on(actor), *theme.power_tags, *theme.weakness)))
    _check_fresh(theme)


@rule("MST-PRE-3")
def _check_fresh(theme: Theme) -> None:
    if theme.indulgence:
        raise RuleError("bad_indulgence", clause="MST-PRE-3", marks=theme.indulgence, high=0)
    if theme.growth:
        raise RuleError("bad_growth", clause="MST-PRE-3", marks=theme.growth, high=0)
    if theme.burnt:
        raise out_of_use(theme.burnt[0], "MST-PRE-3")


# --- growth --------------------------------------------------------------------------------------------------------


class MarkGrowth(Acting, frozen=True, kw_only=True):
    theme: str = ""


class Grow(
    MarkGrowth,
    Deed,
    names=("成长", "grow"),
    does="mark_growth",
    group="sheet",
    said_by=SHEET,
    picture="up",
    example=".成长 夜班编辑",
):
    theme: OwnTheme


class Grown(Cast, frozen=True, kw_only=True):
    """The track, and what it gave."""

    growth: int
    improvements: int
    nascent: bool
    power_tags: int


@rule("MST-PGR-2", "MST-PGR-3", "MST-PGR-4", "MST-PGR-5")
async def mark_growth(state: State, given: MarkGrowth) -> Grown:
    """Mark growth on a theme; a full track (and a nascent theme's first mark) gives a new power tag."""
    if not state.options.growth:
        raise RuleError("option_off", clause="MST-PGR-5", option="growth")
    theme = check_marks(own_theme(actor_of(state, given.actor), given.theme))
    state, improves = await _grow(given.actor, theme)
    if improves:
        state = await _improve(state, given.actor, theme)
    after = own_theme(actor_of(state, given.actor), theme.id)
    return Grown(
        **cast_after(state, given),
        growth=after.growth,
        improvements=int(improves),
        nascent=after.nascent,
        power_tags=len(after.power_tags),
    )


@rule("MST-PGR-3", "MST-PGR-4")
async def _grow(actor: str, theme: Theme) -> tuple[State, bool]:
    """One mark on a theme's growth track; whether it gives an improvement: a full track does, and a nascent theme's first mark."""
    full = theme.growth + 1 >= TRACK
    marks = 0 if full else theme.growth + 1
    state = await happen(GrowthMarked(actor, theme.id, marks, nascent=theme.nascent and not full))
    return state, full or (theme.nascent and theme.growth == 0)


@rule("MST-LIV-23", "MST-PGR-1")
async def mark_due(state: State, actor: str, theme: str) -> State:
    """Make a mark that a roll has brought; a tag that it gives is asked for without holding up anybody."""
    found = theme_of(character_of(state, actor), theme)
    if found is None or not state.options.growth:
        return state
    state, improves = await _grow(actor, found)
    return await happen(ImprovementOwed(actor, theme)) if improves else state


class Improve(Acting, frozen=True, kw_only=True):
    theme: str = ""


@rule("MST-LIV-23", "MST-LIV-45")
async def improve(state: State, given: Improve) -> Grown:
    """The player names the tag that a full track has given."""
    theme = own_theme(actor_of(state, given.actor), given.theme)
    after = own_theme(actor_of(await _improve(state, given.actor, theme), given.actor), theme.id)
    tags = len(after.power_tags)
    return Grown(growth=after.growth, improvements=1, nascent=after.nascent, power_tags=tags)


@rule("MST-PGR-3")
async def _improve(state: State, actor: str, theme: Theme) -> State:
    """The player adds a power tag."""
    question = say("questions.improvement", theme=theme.theme_tag)
    option = Option("tag:<text>", say("answers.tag"), told=say("told.said_tag", who=actor, theme=theme.theme_tag))
    answer = in_rule_words(await choose(player_of(actor), question, [option], about=theme.id))
    gaps = option.match(answer)
    if gaps is None:
        raise RuleError("bad_choice", clause="MST-PGR-3", answer=answer, options=[option.answer])
    text = check_text(gaps["text"])
    if text in tags_on(actor_of(state, actor)):
        raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=text)
    return await happen(ThemeImproved(actor, theme.id, text))
