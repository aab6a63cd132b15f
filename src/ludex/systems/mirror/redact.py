"""Who may know what. One place decides: whatever is not passed on here never reaches a viewer.

The GM knows everything. A player knows her own characters in full, and of others what her characters perceive (MIR-CNC):
somebody visible by sight, somebody hidden only by her region, somebody untraceable not at all. Observers see what the
player characters together perceive.
"""

import msgspec

from ludex.core.system import Viewer
from ludex.systems.mirror.rules.watch import sees
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import Effect, State

PC = "pc"


class Known(msgspec.Struct, frozen=True):
    """What a viewer knows: own characters, others in sight, and those of whom only the region is known."""

    own: tuple[Character, ...]
    seen: tuple[Character, ...]
    guessed: tuple[Character, ...]
    effects: tuple[Effect, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Everybody whose name may be said."""
        return frozenset(c.id for c in (*self.own, *self.seen))


def known(state: State, viewer: Viewer) -> Known:
    """What this viewer knows of the table."""
    people = [c for i, c in state.characters.items() if not i.startswith("@")]
    if viewer.gm:
        return Known(tuple(people), (), (), state.effects)
    own = tuple(c for c in people if c.id in viewer.controls)
    eyes = own or tuple(c for c in people if c.side == PC)
    levels = {c.id: concealment(state, eyes, c) for c in people if c not in own}
    seen = tuple(c for c in people if levels.get(c.id) == 0)
    guessed = tuple(c for c in people if levels.get(c.id) == 1)
    mine = {c.id for c in (*own, *seen)}
    effects = tuple(_unhidden(x) for x in state.effects if x.target in mine)
    return Known(own, seen, guessed, effects)


def concealment(state: State, eyes: tuple[Character, ...], target: Character) -> int:
    """How concealed somebody is from these eyes, together; companions and the GM's hidden ones aside."""
    if target.hidden:
        return 2
    if any(eye.side == target.side for eye in eyes):
        return 0
    return min((sees(state, eye, target).concealment for eye in eyes), default=2)


def _unhidden(effect: Effect) -> Effect:
    """An effect without the length that only the GM knows (MIR-DUR-2)."""
    return msgspec.structs.replace(effect, remaining=None) if effect.hidden else effect
