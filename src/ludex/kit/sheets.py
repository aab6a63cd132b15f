"""Sheets edited by hand (`.st 灯油=3 @安`), by what their fields are called."""

import msgspec

from ludex.core.pairs import Pair
from ludex.core.sheets import Sheets, plain_sheets
from ludex.kit.called import columns

USUAL: dict[str, Pair] = {"name": ("名字", "name"), "npc": ("主持人的", "the GM's"), "unseen": ("暗中", "unseen")}
"""What fields are called that people have in every system."""


def names_on_sheets(person: type[msgspec.Struct] | None) -> dict[str, Pair]:
    """What the fields of a sheet are called, by their own names."""
    own = {one.name: one.called.pair for one in columns(person) if one.called is not None} if person is not None else {}
    return {**USUAL, **own}


def sheets_of(state: type[msgspec.Struct], person: type[msgspec.Struct] | None) -> Sheets | None:
    """How people's sheets are kept; None in a system without people. What nobody is to see by name is not typed either."""
    found = plain_sheets(state) if person is not None else None
    if found is None:
        return None
    names = names_on_sheets(person)
    entries = (msgspec.structs.replace(one, called=names[one.name]) for one in found.entries if one.name in names)
    return msgspec.structs.replace(found, entries=tuple(entries))
