"""What a viewer knows of an act and of those whom its events name (`events.telling.Witness`)."""

from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.events import Lines, told_by
from ludex.core.say import Label
from ludex.core.system import Told, Viewer
from ludex.core.view import EventLine
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.events import Reacted
from ludex.systems.mirror.events.changing import Became
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.views.tell.falls import befell, joined
from ludex.systems.mirror.views.tell.phrases import named, part_said

ABOUT_ABILITIES = frozenset(
    (
        "learn_ability",
        "auto_learn",
        "forget_ability",
        "lose_level",
        "place_point",
        "place_ability",
        "make_character",
        "create_character",
    )
)
"""Procedures whose cards name the abilities that come and go."""


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of a finished procedure, whose states hold what she may know."""

    told: Told
    viewer: Viewer
    became: Mapping[str, Became]

    def body(self, who: str) -> Character | None:
        """Somebody after it, as far as she may know her."""
        found: Character | None = self.told.after.characters.get(who)
        return found

    @property
    def about_abilities(self) -> bool:
        """Whether the card of the act names abilities itself."""
        return self.told.procedure in ABOUT_ABILITIES

    def names_stamina(self, who: str) -> bool:
        """Whether the card of the act, or an effect that acted in it, says itself what became of somebody's SP."""
        by_effects = (e for e in self.told.events if isinstance(e, Reacted))
        return self.told.procedure == "rest" or any(e.whom == who and e.sp for e in by_effects)

    def sheet_known(self, who: str) -> bool:
        """Whether somebody was there for her before it and is now, with all her numbers."""
        before, now = self.told.before.characters.get(who), self.told.after.characters.get(who)
        return before is not None and now is not None and now.veiled is None

    def name(self, who: str) -> Label:
        """How she calls somebody."""
        return named(self.told, who, self.viewer)

    def part(self, who: str, part: str) -> Label:
        """How a part of somebody's is called."""
        return part_said(self.told, who, part)

    def thing(self, name: str) -> Label:
        """How a thing is called."""
        return shown(name)

    def befell(self, who: str) -> Lines:
        """What became of somebody by it."""
        return befell(self.told, self.viewer, self.became[who]) if who in self.became else ()

    def everybody(self) -> Iterable[str]:
        """Those who are there for her."""
        return tuple(self.told.after.characters)


def happened(told: Told, viewer: Viewer) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to a viewer."""
    return told_by(told.events, Onlooker(told, viewer, joined(told.events)))
