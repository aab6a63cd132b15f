"""How the events of live play change the state: things, favour that is due, sides that play themselves, an end that was offered."""

from msgspec.structs import replace

from ludex.systems.mirror import events as e
from ludex.systems.mirror.fold.changing import changed, on_clock, with_part
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State


def items_set(state: State, event: e.ItemsSet) -> State:
    """She has these things."""
    return changed(state, event.who, lambda c: replace(c, items=event.items))


def things_lie(state: State, event: e.ThingsLie) -> State:
    """This lies about."""
    return replace(state, lying=event.lying)


def rank_set(state: State, event: e.RankSet) -> State:
    """A rank of hers."""

    def change(c: Character) -> Character:
        ranks: dict[str, int] = {**getattr(c, event.kind), event.name: event.rank}
        return replace(c, **{event.kind: {name: rank for name, rank in ranks.items() if rank}})

    return changed(state, event.who, change)


def organs_set(state: State, event: e.OrgansSet) -> State:
    """What is in a part of hers."""
    return changed(
        state,
        event.who,
        lambda c: with_part(c, event.part, lambda p: replace(p, organs=event.organs, taken=event.taken)),
    )


def end_offered(state: State, _event: e.EndOffered) -> State:
    """The conflict goes on: nobody is asked again."""
    return on_clock(state, lambda c: replace(c, offered=True))


def favour_due(state: State, event: e.FavourDue) -> State:
    """The GM is to be asked for these."""
    return replace(state, favour_due=event.who)


def play_set(state: State, event: e.PlaySet) -> State:
    """These play by themselves."""
    return replace(state, played=event.who)
