"""Standing effects of skills (FET-SKX-1): objects with a counter that people tick off, or that a battle settles by itself.

The rulebook leaves them to the table (FET-SKX-3: noted). With the option `standing_effects` "settled" a battle applies them:
what empowers or weakens the attacker, what reduces or guards, then what comes back to whoever attacked. Nothing happens here;
`Stances` collects for one moment of a battle.
"""

from collections.abc import Mapping

import msgspec

from ludex.systems.fet.state import Bearer, Standing
from ludex.systems.fet.terms import Effect, Number, tidy

EVERYBODY = "all"
"""Against whoever attacks anybody."""

ATTACKERS = {str(Effect.EMPOWER): 1, str(Effect.WEAKEN): -1}
DEFENDERS = {str(Effect.REDUCE): -1, str(Effect.GUARD): -1, str(Effect.VULNERABLE): 1}
"""What changes a blow, and which way: held by who strikes, held by who is struck."""


def used(standing: Standing) -> Standing | None:
    """The same after one use; None if that was the last."""
    if standing.uses is None:
        return standing
    return msgspec.structs.replace(standing, uses=standing.uses - 1) if standing.uses > 1 else None


class Answer(msgspec.Struct, frozen=True):
    """Something that a blow sets off: whose it is, what, and whom it hurts."""

    who: str
    standing: Standing
    target: str


class Stances:
    """The standing effects of everybody at one moment, used up while it is settled."""

    def __init__(self, people: Mapping[str, Bearer]) -> None:
        self.left = {who: bearer.burden.standing for who, bearer in people.items() if bearer.burden.standing}

    def blow(self, amount: Number, *, actor: str, target: str) -> Number:
        """What a blow comes to, with everything that strengthens, weakens or softens it; not below 0."""
        for who, ways in ((actor, ATTACKERS), (target, DEFENDERS)):
            for standing in self.left.get(who, ()):
                if standing.kind in ways and standing.at in ("", actor, target):
                    amount = max(0, tidy(amount + ways[standing.kind] * standing.amount))
                    self._use(who, standing)
        return amount

    def answers(self, *, actor: str, target: str) -> list[Answer]:
        """What a blow sets off: what comes back to the attacker, and what was to go with each of its attacks."""
        found: list[Answer] = []
        for who, things in tuple(self.left.items()):
            for standing in things:
                back = standing.kind == Effect.RETALIATE and (standing.at == EVERYBODY or who == target)
                along = standing.kind == Effect.DAMAGE and who == actor and standing.at
                if back or along:
                    found.append(Answer(who, standing, standing.at if along else actor))
                    self._use(who, standing)
        return found

    def _use(self, who: str, standing: Standing) -> None:
        things = list(self.left[who])
        place = next(n for n, thing in enumerate(things) if thing is standing)
        left = used(standing)
        things[place : place + 1] = [left] if left is not None else []
        self.left[who] = tuple(things)
