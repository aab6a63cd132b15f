"""A player's word on the GM's matters: done and marked, proposed, or refused, as the table trusts.

A proposal that the GM allows is looked at once more: what its player may not do by now is refused, and the question stays open.
"""

from typing import TYPE_CHECKING

from ludex.core.deeds import ALWAYS, Do
from ludex.core.errors import RuleError
from ludex.table.memory import Act
from ludex.table.preludes import ALLOW, REFUSE, Proposed

if TYPE_CHECKING:
    from ludex.desk.desk import Desk


def check_trusted(desk: "Desk", kinds: tuple[str, ...]) -> None:
    """Refuse a player's word on matters that the table leaves to its GM alone."""
    settings, scope = desk.table.memory.settings, desk.table.scope()
    if any(settings.trusts(kind, scope) == "strict" for kind in kinds):
        raise RuleError("gm_only")


def wished(desk: "Desk", kinds: tuple[str, ...], todo: Do | None = None) -> tuple[Proposed | None, tuple[str, ...]]:
    """What becomes of a player's word on matters of these kinds: a proposal, or what is marked as her own word."""
    if not kinds:
        return None, ()
    check_trusted(desk, kinds)
    settings, scope = desk.table.memory.settings, desk.table.scope()
    asked = tuple(kind for kind in kinds if settings.trusts(kind, scope) == "ask")
    if not asked:
        return None, tuple(kind for kind in kinds if not settings.allows(kind, scope))  # those are the GM's word
    weighs = desk.table.system.weighs
    note = weighs(desk.table.memory.state, todo) if weighs and todo else None
    return Proposed(asked, (), desk.seat.name, note=note), ()


def check_still(desk: "Desk", act: Act | None, answer: str) -> None:
    """Refuse to allow what was proposed if the player who proposed it may not do it any more."""
    if act is None or not act.proposed or answer == REFUSE or act.asked.filled is None:
        return
    if act.seat not in desk.table.memory.seats or act.asked.filled.deed not in desk.commands:
        return
    theirs, filled = type(desk)(desk.table, act.seat, desk.language), act.asked.filled
    if answer in (ALLOW, ALWAYS):
        theirs.prepare(filled)  # also what its command looks at beside `may`: with whom, with what
        return
    command = theirs.command(filled.deed)
    named = filled.actor and not command.aims
    theirs.check_may(command, theirs.actor(filled.actor) if named else theirs.own())
