"""Joins Conflict, Self-improvement and Relations as what an evening came to, counted from its events (MIR-LIV-56)."""

from collections.abc import Iterator, Sequence

from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror import events as e
from ludex.systems.mirror.state import State


@rule("MIR-LIV-56")
def tally(state: State, happened: Sequence[e.Event]) -> Iterator[Say]:
    """Conflicts, and for each who plays: favour, levels, traumas, relations that changed."""
    fights = sum(isinstance(x, e.ConflictBegun) for x in happened)
    if fights:
        yield say("told.tally_conflicts", n=fights)
    for who, c in state.characters.items():
        mine = [x for x in happened if getattr(x, "who", "") == who]
        if c.gm_played or who.startswith("@") or not mine:
            continue
        if any(isinstance(x, e.FavourChanged) for x in mine):
            yield say("told.tally_favour", who=c.called, favour=c.favour)
        if levels := sum(isinstance(x, e.DomainChanged) for x in mine):
            yield say("told.tally_levels", who=c.called, n=levels, lv=c.lv)
        for one in mine:
            if isinstance(one, e.TraumaNoted):
                yield say("told.tally_trauma", who=c.called, text=one.text)
        others = {x.other for x in mine if isinstance(x, e.RelationChanged | e.RelationEnded)}
        if others:
            names = [state.characters[i].called if i in state.characters else i for i in sorted(others)]
            yield say("told.tally_relations", who=c.called, others=names)
