"""What may stand in an argument of a command, to be offered to the person who types."""

from ludex.core.say import say, term
from ludex.core.view import Label
from ludex.systems.fable.content import BlockEntry, SpellEntry, entries_of
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Attribute, Opportunity

CHECKS = tuple(say("can.pair", a=term(a), b=term(b)) for a in Attribute for b in Attribute if a <= b)
DLS = ("7", "10", "13", "16")
DETAILED = (Opportunity.ADVANTAGE, Opportunity.AFFLICTION, Opportunity.BONDING, Opportunity.PROGRESS)
STORIES = tuple(o.value for o in Opportunity if o not in (*DETAILED, *COMBAT_OPPORTUNITIES))
"""Uses of an opportunity that the table tells in words."""


def open_clocks(state: State) -> tuple[str, ...]:
    """The names of the clocks that all may see."""
    return tuple(clock.name for clock in state.clocks if not clock.hidden)


def blocks(state: State) -> tuple[Label, ...]:
    """What the stat blocks are called."""
    return tuple(_called(state, key, block.name) for key, block in entries_of(BlockEntry, state.things).items())


def spells(state: State, who: str) -> tuple[Label, ...]:
    """What the spells are called that somebody knows."""
    entries = entries_of(SpellEntry, state.things)
    known = state.characters[who].sheet.spells
    return tuple(_called(state, key, entries[key].name) for key in known if key in entries)


def _called(state: State, key: str, name: str) -> Label:
    """What a block or spell is called: in the reader's language if it comes with the system, else as the table calls it."""
    own = any(key in entries for entries in state.things.values())
    return (name or key) if own else term(key)
