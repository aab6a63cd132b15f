"""How events of Mirror are told: what a viewer knows of an act and of those whom its events name."""

from collections.abc import Iterable
from typing import Protocol

from ludex.core.events import Lines
from ludex.core.say import Label
from ludex.systems.mirror.sheet import Character


class Witness(Protocol):
    """What one viewer knows of an act, and of those whom its events name."""

    def body(self, who: str) -> Character | None:
        """Somebody after it, as far as she may know her; None if she is not there for her."""

    @property
    def about_abilities(self) -> bool:
        """Whether the act is about abilities itself, so that its card names them."""

    def names_stamina(self, who: str) -> bool:
        """Whether the card of the act, or an effect that acted in it, says itself what became of somebody's SP."""

    def sheet_known(self, who: str) -> bool:
        """Whether somebody was there for her before it and is now, with all her numbers."""

    def name(self, who: str) -> Label:
        """How she calls somebody."""

    def part(self, who: str, part: str) -> Label:
        """How a part of somebody's is called."""

    def thing(self, name: str) -> Label:
        """How a thing is called."""

    def befell(self, who: str) -> Lines:
        """What became of somebody by it: falls, statuses, abilities that lapsed or came back (MIR-LIV-22, MIR-LIV-24)."""

    def everybody(self) -> Iterable[str]:
        """Those who are there for her."""
