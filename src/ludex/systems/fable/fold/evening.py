"""What an evening holds, counted as it happens: what is undone was never counted (FAB-LIV-54)."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.systems.fable import events as ev
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Kind, Pool

COUNTED = ("scenes", "fights", "broken", "opportunities", "emotions", "levels")


def counted(before: State, after: State, event: ev.Event) -> State:
    """The state with what an event adds to the evening that is open."""
    if before.session is None or after.session is None:
        return after
    session = after.session
    if isinstance(event, ev.VillainEntered) and event.who not in session.villains:
        return replace(after, session=replace(session, villains=(*session.villains, event.who)))
    what, n = _share(before.characters, after.characters, event)
    if n <= 0:
        return after
    counts = {**session.counts, what: session.counts.get(what, 0) + n}
    return replace(after, session=replace(session, counts=counts))


def _share(before: Mapping[str, Character], after: Mapping[str, Character], event: ev.Event) -> tuple[str, int]:
    """What an event counts as, and how often."""
    match event:
        case ev.SceneBegun():
            return "scenes", 1
        case ev.ConflictStarted():
            return "fights", 1
        case ev.GaugesMoved(who=who, pool=Pool.HP) if _seen(before, who):
            return "broken", before[who].unbroken - after[who].unbroken
        case ev.OpportunitiesSet(who=who) if _seen(before, who):
            return "opportunities", len(after[who].opportunities) - len(before[who].opportunities)
        case ev.BondsSet(who=who) if who in before:
            return "emotions", _felt(after[who]) - _felt(before[who])
        case ev.CharacterWritten(character=one) if one.id in before and one.kind is Kind.PC:
            return "levels", one.level - before[one.id].level
    return "", 0


def _seen(people: Mapping[str, Character], who: str) -> bool:
    """Whether everybody may know of somebody: what the unseen do is not in what all are told."""
    return who in people and not people[who].hidden


def _felt(who: Character) -> int:
    return sum(bond.strength for bond in who.bonds)
