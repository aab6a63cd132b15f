"""Queries: a procedure that changes nothing answers anyone who asks. Nothing is written: it leaves no entry in anybody's log."""

import msgspec

from ludex.core.deeds import Do, Show
from ludex.core.driving import Finished
from ludex.core.principals import Viewer
from ludex.core.system import Told
from ludex.core.view import Card
from ludex.table import table_procedures
from ludex.table.acting import Call, play_on
from ludex.table.entries import Asked
from ludex.table.preludes import Begun
from ludex.table.shelter import in_time
from ludex.table.table import Table


def card_of(table: Table, viewer: Viewer, shown: Show) -> Card:
    """What is shown on request: one of the system's cards, or what a procedure answers."""
    if shown.asks is not None:
        return answered(table, viewer, shown.asks)
    return table.system.cards[shown.card](table.known_state(viewer), viewer, shown.given)


def answered(table: Table, viewer: Viewer, asks: Do) -> Card:
    """What a procedure answers, as a viewer may know it."""
    system, state = table.system, table.known_state(viewer)
    procedure, given = table.starting(asks.procedure, asks.given)
    call = Call(Asked(procedure.name, msgspec.Raw(b"{}"), ""), procedure, given)
    outcome = in_time(system, lambda: play_on(system, state, call, (), lambda _ask: ()))
    assert isinstance(outcome, Finished), f"{procedure.name} asks somebody: it is no query"
    came: Begun = outcome.result
    told = Told(procedure.name, came.given, came.result, state, state)
    return table_procedures.tell(system, told, {"": viewer})[""]
