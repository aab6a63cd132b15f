"""What all gates do alike with NoneBot's own kinds: which account speaks, and what a message says to whom."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from nonebot.adapters import Bot, Event, MessageSegment

from ludex.fronts.bots.messages import Mention, Person, Place, Unsent


class Plain:
    """A platform that has neither cards of people in a group, nor files, nor says who has come: a gate with more says so itself."""

    async def rename(self, _bots: Sequence[Bot], _place: Place, _person: str, _card: str) -> None:
        raise Unsent("no cards here")

    async def hand(self, _bots: Sequence[Bot], _place: Place, _name: str, _body: bytes) -> str:
        raise Unsent("no files here")

    def came(self, _event: Event) -> Sequence[tuple[Place, Person]]:
        return []


B = TypeVar("B", bound=Bot)
S = TypeVar("S", bound=MessageSegment[Any])


def account(bots: Sequence[Bot], kind: type[B]) -> B:
    """An account of this platform that is connected; `Unsent` while none is."""
    found = next((bot for bot in bots if isinstance(bot, kind)), None)
    if found is None:
        raise Unsent("not connected", later=True)
    return found


def parts(segments: Iterable[S], addressed: Callable[[S], str]) -> tuple[str | Mention, ...]:
    """Text and people who are addressed, in order; pictures and the like say nothing to the table.

    `addressed`: whom a segment calls by the id that the platform knows her under; empty of one that calls nobody.
    """
    found: list[str | Mention] = []
    for segment in segments:
        if segment.is_text():
            found.append(str(segment.data.get("text", "")))
        elif called := addressed(segment):
            found.append(Mention(called))
    return tuple(found)
