"""Playing well (mirror): attacks weighed by what they do for their AP, at the foe and the part that are nearest to an end; boosts and reactions.

It chooses from what she may know; the rules judge it like any other deed. Total actions are left to people.
"""

from collections.abc import Iterator

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.orders import Order
from ludex.core.rehearsal import Candidate, Weights, best
from ludex.systems.mirror.content import AttackRecord
from ludex.systems.mirror.policy.orders import chance, ordered
from ludex.systems.mirror.policy.turns import attacks_of, hostile, reaches
from ludex.systems.mirror.redact import heard
from ludex.systems.mirror.rules.performing import Perform
from ludex.systems.mirror.sheet import BodyPart, Character
from ludex.systems.mirror.state import State

USUAL = 2
"""The AP that an ordinary attack costs."""
STAMINA = 0.05
"""What a point of SP is worth to somebody who keeps it."""
BOOSTED = 20
"""A second die is paid for from this chance in percent on that it betters the check, in the middle of the road."""
MET = 35
"""A foe who comes is met from this chance in percent on."""


def candidates(state: State, able: tuple[str, ...]) -> list[Candidate]:
    """Every attack that she may make now, at every foe and every vital part of hers."""
    return [one for who in able for one in _attacks(state, state.who(who))]


def act(state: State, able: tuple[str, ...], weights: Weights) -> Do | None:
    """The best attack; None: as the table's own policy goes on, towards a foe or to the end of the turn."""
    found = best(candidates(state, able), weights)
    return found.do if found is not None and found.worth(weights) > 0 else None


def _attacks(state: State, c: Character) -> Iterator[Candidate]:
    foes = [other for other in state.characters.values() if hostile(state, c, other)]
    for action in attacks_of(state, c):
        attack = action.attack
        if attack is None:
            continue
        hit = chance(c, attack)
        for foe in foes:
            if not reaches(state, c, attack, foe):
                continue
            for part in _parts(foe):
                harm, falls = _harm(attack, foe, part)
                given = Perform(actor=c.id, action=action.name, targets=(foe.id,), part=part.id if part else None)
                pace = USUAL / max(1, action.ap)
                yield Candidate(
                    Do("perform", given, heard(state, c.id, foe.id)),
                    hurts=hit * harm * pace,
                    fells=hit * falls * pace,
                    costs=STAMINA * action.sp,
                )


def _parts(foe: Character) -> list[BodyPart | None]:
    """The vital parts that are left; without one, the part is not named."""
    return [p for p in foe.parts_left if p.vital and not p.lost] or [None]


def _harm(attack: AttackRecord, foe: Character, part: BodyPart | None) -> tuple[float, float]:
    """The share of what a part still bears that a hit takes, and whether it is full then."""
    if part is None:
        return 0.25, 0.0
    free = max(1, part.cap - len(part.wounds))
    armour = foe.dr if part.dr is None else part.dr
    wounds = attack.hit if attack.dp > armour else 0
    return min(1.0, wounds / free), 1.0 if wounds >= free else 0.0


def reply(state: State, ask: Choose, weights: Weights) -> str | None:
    """Boosts and reactions, as orders would say it; None: as the table's own policy answers."""
    kind = ask.what.key.removeprefix("questions.")
    if kind == "boost":
        if not ask.what.facts.get("useful", True):
            return "none"
        return ordered(state, ask, (Order("boost", f"{round(BOOSTED * weights.thrifty)}%"),)) or "none"
    if kind == "window":
        wanted = (Order("block", "用"), Order("intercept", f"{round(MET / max(0.2, weights.aggressive))}%"))
        return ordered(state, ask, wanted)
    return None
