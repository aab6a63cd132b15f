"""Joins Conflict, Self-improvement and Relations as what an evening came to, counted from its events (MIR-LIV-56)."""

from collections.abc import Iterator, Sequence

from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror import events as e
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State


@rule("MIR-LIV-56")
def tally(state: State, happened: Sequence[e.Event]) -> Iterator[Say]:
    """Who was there, conflicts and their ends, and for each who plays: favour, levels, traumas, relations that changed."""
    players = [c for i, c in state.characters.items() if not (c.gm_played or i.startswith("@"))]
    if players:
        yield say("told.tally_there", who=[c.called for c in players])
    yield from _conflicts(state, happened)
    for c in players:
        yield from _of(state, c, [x for x in happened if getattr(x, "who", "") == c.id])


def _conflicts(state: State, happened: Sequence[e.Event]) -> Iterator[Say]:
    """Each conflict: who stood against whom, and how many rounds it took; one that goes on says so."""
    people = {**state.away, **state.characters}
    found: list[list[e.Event]] = []
    for event in happened:
        if isinstance(event, e.ConflictBegun):
            found.append([event])
        elif found:
            found[-1].append(event)
    for begun, *later in found:
        fighters = begun.fighters if isinstance(begun, e.ConflictBegun) else ()
        there = [people[f.id] for f in fighters if f.id in people]
        ours, foes = ([c.called for c in there if (c.side == "pc") is side] for side in (True, False))
        rounds = 1 + sum(isinstance(x, e.RoundBegun) for x in later)
        key = "told.tally_conflict" if any(isinstance(x, e.ConflictEnded) for x in later) else "told.tally_conflict_on"
        yield say(key, ours=ours or ["—"], foes=foes or ["—"], rounds=rounds)


def _of(state: State, c: Character, mine: Sequence[e.Event]) -> Iterator[Say]:
    """What the evening came to for one who plays."""
    favours = [x for x in mine if isinstance(x, e.FavourChanged)]
    if favours:
        why = list(dict.fromkeys(x.reason for x in favours if x.reason))
        yield say("told.tally_favour_for" if why else "told.tally_favour", who=c.called, favour=c.favour, why=why)
    if levels := sum(isinstance(x, e.DomainChanged) for x in mine):
        yield say("told.tally_levels", who=c.called, n=levels, lv=c.lv)
    for one in mine:
        if isinstance(one, e.TraumaNoted):
            yield say("told.tally_trauma", who=c.called, text=one.text)
    others = {x.other for x in mine if isinstance(x, e.RelationChanged | e.RelationEnded)}
    if others:
        names = [state.characters[i].called for i in sorted(others) if i in state.characters]
        yield say("told.tally_relations", who=c.called, others=names or ["—"])
