"""How the events of live play change the state: things, favour that is due, sides that play themselves, an end that was offered."""

from msgspec.structs import replace

from ludex.systems.mirror import events as e
from ludex.systems.mirror.fold.changing import changed, on_clock
from ludex.systems.mirror.state import State


def items_set(state: State, event: e.ItemsSet) -> State:
    """She has these things."""
    return changed(state, event.who, lambda c: replace(c, items=event.items))


def things_lie(state: State, event: e.ThingsLie) -> State:
    """This lies about."""
    return replace(state, lying=event.lying)


def end_offered(state: State, _event: e.EndOffered) -> State:
    """The conflict goes on: nobody is asked again."""
    return on_clock(state, lambda c: replace(c, offered=True))


def favour_due(state: State, event: e.FavourDue) -> State:
    """The GM is to be asked for these."""
    return replace(state, favour_due=event.who)


def play_set(state: State, event: e.PlaySet) -> State:
    """These play by themselves."""
    return replace(state, played=event.who)
