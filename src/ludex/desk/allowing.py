"""A proposal that the GM allows is looked at once more: what its player may not do by now is refused, and the question stays open."""

from typing import TYPE_CHECKING

from ludex.table.memory import Act
from ludex.table.preludes import REFUSE

if TYPE_CHECKING:
    from ludex.desk.desk import Desk


def check_still(desk: "Desk", act: Act | None, answer: str) -> None:
    """Refuse to allow what was proposed if the player who proposed it may not do it any more."""
    if act is None or not act.proposed or answer == REFUSE or act.asked.filled is None:
        return
    if act.seat not in desk.table.memory.seats or act.asked.filled.deed not in desk.commands:
        return
    theirs, filled = type(desk)(desk.table, act.seat, desk.language), act.asked.filled
    command = theirs.command(filled.deed)
    named = filled.actor and not command.aims
    theirs.check_may(command, theirs.actor(filled.actor) if named else theirs.own())
