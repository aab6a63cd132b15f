"""The card of the curtain (BOO-LIV-46): who and what is shown to the players, or kept from them again."""

from ludex.core.effects.sentences import name_of
from ludex.core.principals import Viewer
from ludex.core.say import say
from ludex.core.system import Told
from ludex.core.view import Card, Label
from ludex.systems.boon.rules.scene import Curtained
from ludex.systems.boon.views.tell.changes import present
from ludex.systems.boon.views.tell.witness import but_arrivals


def curtained(told: Told, _viewer: Viewer, result: Curtained) -> Card:
    """Everybody and everything that the curtain rose or fell before; who has another name now."""
    names = [_called(told, what) for what in result.ids]
    word = f"told.{'veil' if result.secret else 'unveil'}{'_several' if len(names) > 1 else ''}"
    return Card(say(word, who=names[0], names=names), happened=but_arrivals(told))


def _called(told: Told, what: str) -> Label:
    """Somebody, an object, or an effect, as it is called."""
    found = present(told, what)
    return found.called if found else next((name_of(e) for e in told.after.effects if e.id == what), what)
