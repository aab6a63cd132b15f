"""Themes (主题): looking a theme or a whole sheet over. MST-THM-1..6, MST-PTH-1, -2.

What is wrong is found in `sheet`; here it is refused or counted.
"""

from typing import Annotated

import msgspec

from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Field
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.rule import rule
from ludex.systems.mist.content import content_of
from ludex.systems.mist.rules.who import Acting, character_of
from ludex.systems.mist.sheet import Theme, character_problems, check, theme_problems
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Stage, ThemeKind


def check_stage(stage: str) -> str:
    if stage not in tuple(Stage):
        raise RuleError("bad_choice", answer=stage, options=list(Stage))
    return stage


class ThemeCheck(msgspec.Struct, frozen=True):
    theme: Theme
    stage: str = Stage.CREATION


class ThemeChecked(msgspec.Struct, frozen=True):
    """It is in order; what it has."""

    ok: bool
    power_tags: int
    usable_tags: int
    has_motivation: bool


@rule("MST-THM-2", "MST-THM-3", "MST-THM-4", "MST-THM-5", "MST-THM-6")
async def theme_check(_state: State, given: ThemeCheck) -> ThemeChecked:
    """Look a theme over: refuse the first thing that is wrong with it."""
    theme = given.theme
    check(theme_problems(theme, check_stage(given.stage)))
    return ThemeChecked(
        ok=True,
        power_tags=len(theme.power_tags),
        usable_tags=len(theme.usable),
        has_motivation=bool(theme.motivation.strip()),
    )


class CharacterCheck(Acting, frozen=True, kw_only=True):
    stage: str = Stage.CREATION


class CharacterChecked(msgspec.Struct, frozen=True):
    """It is in order; what it has."""

    ok: bool
    self_themes: int
    tainted_themes: int
    power_tags: int
    usable_power_tags: int
    weakness_tags: int


@rule("MST-PTH-2", "MST-TAG-1")
async def character_check(state: State, given: CharacterCheck) -> CharacterChecked:
    """Look a sheet over: refuse the first thing that is wrong with it."""
    character = character_of(state, given.actor)
    check(character_problems(character, check_stage(given.stage), state.options))
    return CharacterChecked(
        ok=True,
        self_themes=character.self_themes,
        tainted_themes=sum(t.kind == ThemeKind.TAINTED for t in character.themes),
        power_tags=sum(len(t.power_tags) for t in character.themes),
        usable_power_tags=sum(len(t.usable) for t in character.themes),
        weakness_tags=sum(len(t.weakness) for t in character.themes),
    )


# --- as it is typed ---------------------------------------------------------------------------------------------------


class ThemeTyped(Deed, group="sheet"):
    """A theme as it is typed, or a sample by its name alone."""

    kind: Annotated[str, Field()]
    theme_tag: Annotated[str, Field()]
    tags: Annotated[tuple[str, ...], Field(keys=("标签",), required=False)] = ()
    weakness: Annotated[tuple[str, ...], Field(keys=("弱点",), required=False)] = ()
    motivation: Annotated[str, keyed("motivation", "动机")] = ""

    def written(self, asked: Asked) -> Theme:
        """The theme; with no further tags it is nascent (MST-LIV-43)."""
        sample = content_of(asked.state.packs).themes.get(self.kind)
        if sample is not None and not self.theme_tag:
            return sample
        kind = (
            ThemeKind.read(self.kind) if ThemeKind.holds(self.kind) else self.kind
        )  # any other is the rule's to refuse
        parts = self.tags, self.weakness
        nascent = bool(self.theme_tag) and not self.tags
        return Theme(self.theme_tag, kind, self.theme_tag, *parts, nascent=nascent, motivation=self.motivation)
