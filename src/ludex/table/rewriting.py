"""The event by which a character's record comes to the table or is written anew, whatever the system: an import, an edited field."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.checking import shape_problem
from ludex.core.errors import RuleError
from ludex.core.sheets import Sheets, plain_sheets
from ludex.core.system import System


class Rewritten(msgspec.Struct, frozen=True, tag="ludex.rewritten", forbid_unknown_fields=True):
    """A character's record is now this one, in place of the one before or as a newcomer's."""

    actor: str
    record: Any


def sheets_of(system: System) -> Sheets:
    """How a system keeps its characters: as it declares, or as its structs say."""
    found = system.sheets or plain_sheets(system.state)
    if found is None:
        raise RuleError("no_sheets", system=system.id)
    return found


def rewrite(system: System, state: Any, event: Rewritten) -> Any:
    """The state with that record on its shelf."""
    sheets = sheets_of(system)
    try:
        record = msgspec.convert(event.record, sheets.record)
    except msgspec.ValidationError as error:
        raise RuleError("misfit", path=event.actor, value="", problem=shape_problem(error, where="")) from None
    shelf = getattr(state, sheets.shelf)
    if isinstance(shelf, Mapping):
        return replace(state, **{sheets.shelf: {**shelf, event.actor: record}})
    if any(one.id == event.actor for one in shelf):
        return replace(state, **{sheets.shelf: tuple(record if one.id == event.actor else one for one in shelf)})
    return replace(state, **{sheets.shelf: (*shelf, record)})
