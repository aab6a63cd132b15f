"""What a newcomer is given by the table's own content (MIR-LIV-47)."""

import msgspec

from ludex.systems.mirror.content import Catalogue, library
from ludex.systems.mirror.content.items import Stock, with_firsts
from ludex.systems.mirror.sheet import Character


def equipped(c: Character, catalogue: Catalogue) -> Character:
    """A newcomer with what her ranks bring by the table's own categories (MIR-LIV-47)."""
    if not catalogue.get("gear"):
        return c
    there = library(catalogue)
    return with_firsts(c, Stock(there.items, there.gear), {i: msgspec.to_builtins(a) for i, a in there.actions.items()})
