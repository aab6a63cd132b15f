"""How somebody whom the table plays uses her turn (MIR-LIV-30): the best attack she may make, a way towards one, the end of the turn; and playing well:
attacks weighed by what they do for their AP, at the foe and the part that are nearest to an end; boosts and reactions.

It chooses from what she may know; the rules judge it like any other deed. Total actions are left to people."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.orders import Order
from ludex.core.rehearsal import Candidate, Weights, best
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, AttackRecord, library, own_actions
from ludex.systems.mirror.effects import reach_of
from ludex.systems.mirror.policy.orders import chance, ordered
from ludex.systems.mirror.redact import concealed_from, heard
from ludex.systems.mirror.rules.actions import ActionGiven, check_action, cost_of
from ludex.systems.mirror.rules.clock import EndTurn
from ludex.systems.mirror.rules.knowing import known_actions, made_with, needed_weapon
from ludex.systems.mirror.rules.performing import Perform
from ludex.systems.mirror.rules.walking import Walk
from ludex.systems.mirror.sheet import BodyPart, Cell, Character
from ludex.systems.mirror.state import State, in_line, reachable, read_range, way_to
from ludex.systems.mirror.terms import ActionType, AttackType

USED = (ActionType.SA, ActionType.MA)
"""Types of actions that she begins in her turn; total actions are left to people."""


class Prospect(msgspec.Struct, frozen=True):
    """An attack that she could make, and what it is worth to her."""

    worth: float
    action: ActionRecord
    foe: str


@rule("MIR-LIV-30")
def play(state: State, who: str) -> Do:
    c = state.who(who)
    foes = [other for other in state.characters.values() if hostile(state, c, other)]
    if best := max(_aims(state, c, foes), key=lambda aim: aim.worth, default=None):
        given = Perform(actor=who, action=best.action.name, targets=(best.foe,))
        return Do("perform", given, heard(state, who, best.foe))
    if path := way_of(state, c, foes):
        return Do("walk", Walk(actor=who, path=tuple(path)), heard(state, who, goal=path[-1]))
    return Do("end_turn", EndTurn(who), heard(state, who))


def hostile(state: State, c: Character, other: Character) -> bool:
    standing = not (other.out_of_play or other.unconscious)
    return other.side != c.side and standing and concealed_from(state, c, other) == 0


def _aims(state: State, c: Character, foes: list[Character]) -> Iterator[Prospect]:
    for action in attacks_of(state, c):
        for foe in foes:
            if action.attack is not None and reaches(state, c, action.attack, foe):
                yield Prospect(_worth(c, action.attack), action, foe.id)


def attacks_of(state: State, c: Character) -> Iterator[ActionRecord]:
    """Her attacks on one target that she can pay without spending the last of her SP."""
    actions = {**library(state.catalogue).actions, **own_actions(c)}
    for name in known_actions(state, c):
        action = actions.get(name)
        if action is None or action.attack is None or action.attack.area is not None or action.type not in USED:
            continue
        if (not action.sp or c.sp - action.sp > 0) and _lawful(state, c, action):
            yield action


def _lawful(state: State, c: Character, action: ActionRecord) -> bool:
    if (given := usable(state, c, action)) is None:
        return False
    weapon = needed_weapon(c, action)
    drawn = weapon is None or weapon.used or not c.minor_used
    return drawn and c.ap - cost_of(given) >= c.ap_min


def usable(state: State, c: Character, action: ActionRecord) -> ActionGiven | None:
    """An action in her turn, with the part that it is made with; None where she lacks part or weapon, or may not use it."""
    try:
        given = ActionGiven(action=replace(action, part=made_with(c, action)))
        needed_weapon(c, action)
        check_action(state, c, given, own_turn=True)
    except RuleError:
        return None
    return given


def reaches(state: State, c: Character, attack: AttackRecord, foe: Character) -> bool:
    """Whether a foe is where this attack can be made, as far as she can tell."""
    if c.pos is None or foe.pos is None:
        return True
    far = state.stage.distance(c.pos, foe.pos)
    reach = reach_of(state, c)
    if attack.type == AttackType.MELEE:
        return far <= reach
    if far <= reach and not attack.close_ok:
        return False
    return in_line(state.stage, c.pos, foe.pos) and (attack.range in ("", "sight", "unlimited") or _within(attack, far))


def _within(attack: AttackRecord, far: int) -> bool:
    least, most = (0, 0) if attack.range == "self" else read_range(attack.range)
    return least <= far <= most


def _worth(c: Character, attack: AttackRecord) -> float:
    """The wounds to be expected on an ordinary opponent, the heavier of equals."""
    return chance(c, attack) * max(1, attack.dp) * max(1, attack.hit)


def way_of(state: State, c: Character, foes: list[Character]) -> tuple[Cell, ...]:
    """The cheapest way to where she could attack, else as near to the nearest foe as one movement comes."""
    conflict = state.conflict
    goes_on = conflict is not None and conflict.moving == c.id
    if c.pos is None or c.mov <= 0 or not (goes_on or c.ap > 0) or not any(foe.pos for foe in foes):
        return ()
    ways = reachable(state.stage, c.pos, c.mov)
    taken = {other.pos for other in state.characters.values() if other.id != c.id}
    free = [cell for cell in ways if cell not in taken]
    paid = c if goes_on else replace(c, ap=c.ap - 1)
    good = [cell for cell in free if any(_aims(state, replace(paid, pos=cell), foes))] if paid.ap > 0 else []
    goal = min(good, key=lambda cell: ways[cell][0]) if good else min(free, key=lambda cell: _near(state, cell, foes))
    if goal == c.pos or (not good and _near(state, goal, foes) >= _near(state, c.pos, foes)):
        return ()
    return way_to(goal, ways)


def _near(state: State, cell: Cell, foes: list[Character]) -> int:
    return min(state.stage.distance(cell, foe.pos) for foe in foes if foe.pos is not None)


# --- playing well -----------------------------------------------------------------------------------------------------

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
