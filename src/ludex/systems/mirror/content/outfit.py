"""What a newcomer is given by the table's own content (MIR-LIV-47)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.mirror.content import Catalogue, library
from ludex.systems.mirror.content.items import brought_actions
from ludex.systems.mirror.effects.sources import Stock, brought, stock
from ludex.systems.mirror.sheet import Character


@rule("MIR-LIV-47")
def equipped(c: Character, catalogue: Catalogue) -> Character:
    """A newcomer who was given nothing and has a rank in a category of the table's own: what her ranks bring is hers, things and actions."""
    ranks = {**c.weapons, **c.magic}
    own = [n for n in catalogue.get("gear", {}) if ranks.get(n, 0) > 0 and n not in stock().gear]
    if not own or c.items is not None or c.actions:
        return c
    there = library(catalogue)
    by_ranks = Stock(there.items, there.gear)
    known = [there.actions[name] for name in brought_actions(c, by_ranks) if name in there.actions]
    return msgspec.structs.replace(c, items=brought(c, by_ranks), actions=tuple(map(msgspec.to_builtins, known)))
