"""Deeds of the GM that every system with people has: to let somebody be seen, and to take somebody off the table."""

from typing import Annotated

import msgspec

from ludex.core.deeds import GM_ONLY, Name
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.kit.called import Actor, called
from ludex.kit.deeds import Play, play
from ludex.kit.events import Parted, Revealed
from ludex.kit.people import Crowd, is_unseen, name_of, person
from ludex.kit.records import Record

REVEAL, DISMISS = ("现身", "let somebody be seen"), ("退场", "take somebody off the table")


def unseen(state: Crowd, _who: str) -> dict[str, Name]:
    """Everybody whom players do not know of."""
    return {who: name_of(one) for who, one in state.people.items() if is_unseen(one)}


def able(state: Crowd, who: str) -> None:
    """Refuse to show anybody where all are seen."""
    if not unseen(state, who):
        raise RuleError("nobody_unseen")


class Reveal(Record):
    """Somebody unseen."""

    whom: Annotated[str, called("谁", "whom", among=unseen)]


async def reveal(state: Crowd, given: Reveal) -> None:
    """Somebody who was there unseen is seen from now on."""
    person(state, given.whom)
    await happen(Revealed(given.whom))


class Dismiss(Record):
    """Somebody at the table."""

    whom: Annotated[Actor, called("谁", "whom")]


async def dismiss(state: Crowd, given: Dismiss) -> None:
    """Somebody leaves the table."""
    person(state, given.whom)
    await happen(Parted(given.whom))


def gm_plays(kind: type[msgspec.Struct]) -> tuple[Play, ...]:
    """The GM's deeds for people of a kind."""
    show = play(reveal, "现身", "reveal", title=REVEAL, who=GM_ONLY, able=able, picture="eye-off")
    send = play(dismiss, "退场", "dismiss", title=DISMISS, who=GM_ONLY)
    return (show, send) if "unseen" in kind.__struct_fields__ else (send,)
