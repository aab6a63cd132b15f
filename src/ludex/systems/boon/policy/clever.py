"""Playing well (boon): everything on the sheet, weighed. It chooses from what its side may know; the rules judge it like any other deed.

Blows with every weapon, spell and flask at every foe in range, areas, potions and healing spells for oneself and friends, getting friends up.
Where none of that is possible it goes on as the table's own policy does: gets ready, walks, waits.
"""

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.hints import remembered
from ludex.core.rehearsal import Candidate, Weights, best
from ludex.systems.boon.policy.orders import fact
from ludex.systems.boon.policy.turns import (
    AREA,
    BLOW,
    Choice,
    attack_means,
    best_of,
    done,
    foes_of,
    pass_chance,
    seen_from,
)
from ludex.systems.boon.rules import sight
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.health import DOWN, heal_amount
from ludex.systems.boon.rules.items import UseItem
from ludex.systems.boon.sheet import Character, Healing, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Use

LOW = 0.5
"""Below this share of life healing counts double."""
UP_AGAIN = 1.0
"""What it is worth that a friend who was down can act again, in lives."""
POTION = 0.08
"""What a potion is worth to somebody who keeps it."""
FELLS = 0.6
"""What the fall of a foe is worth beyond the life it loses: it strikes no more."""


def candidates(state: State, able: tuple[str, ...]) -> list[Candidate]:
    """Everything that one of these could do now to hurt a foe or to help a friend."""
    picks = bool(state.clock.choosing)
    found: list[Candidate] = []
    for actor in (state.character(who) for who in able):
        if actor.ap - state.keep < 1:
            continue
        foes = foes_of(state, actor.side)
        found += (replace(one, do=done(Choice(BLOW, one.do.given), picks=picks)) for one in _blows(state, actor, foes))
        found += (replace(one, do=done(Choice(BLOW, one.do.given), picks=picks)) for one in _mends(state, actor))
    return found


def act(state: State, able: tuple[str, ...], weights: Weights) -> Do | None:
    """The best of all that; where nothing hurts or helps, as the table's own policy."""
    people = [state.character(who) for who in able]
    try:
        plain = best_of(state, people)
    except RuleError:
        plain = None
    if plain is not None and plain.kind == AREA:
        return done(plain, picks=bool(state.clock.choosing))
    found = best(candidates(state, able), weights)
    if found is not None and found.worth(weights) > 0:
        return found.do
    return done(plain, picks=bool(state.clock.choosing)) if plain else None


def _blows(state: State, actor: Character, foes: list[Character]) -> Iterator[Candidate]:
    """Every blow at every foe in range, with what it is expected to do."""
    for foe in foes:
        seen = seen_from(state, actor.position, foe)
        if seen is None:
            continue
        left = max(1, foe.health - foe.damage)
        for means, given in attack_means(state, actor, seen.distance):
            chance = pass_chance(state, actor, foe, means)
            wounds = means.dice * ((means.die or 0) + 1) / 2
            falls = chance * reaches(means.dice, means.die or 0, left)
            spent = POTION if isinstance(given, UseItem) else 0.0
            do = Do("act", replace(given, target=foe.id, **asdict(seen)))
            hurts = chance * min(wounds, left) / left
            yield Candidate(do, hurts=hurts * LOW, fells=falls * FELLS, costs=spent)


def _mends(state: State, actor: Character) -> Iterator[Candidate]:
    """A potion or a healing spell for oneself or for a friend within reach."""
    friends = [c for c in state.members(actor.side) if c.damage and (c.active or c.status in DOWN)]
    for friend in friends:
        far = _apart(actor, friend)
        for item in (i for i in actor.items if i.heal is not None and i.uses != 0):
            if far <= actor.reach:
                given = UseItem(actor=actor.id, item=item.id, use=Use.CONSUME)
                aimed = given if friend.id == actor.id else replace(given, target=friend.id, distance=far)
                yield _mended(Do("act", aimed), actor, friend, item.heal, costs=POTION)
        for spell in (s for s in actor.spells if s.heal is not None and s.ap <= actor.ap - state.keep):
            limit = yards(spell.range)
            if limit is None or far <= limit:
                cast = Cast(actor=actor.id, spell=spell.id, target=friend.id, distance=far)
                yield _mended(Do("act", cast), actor, friend, spell.heal, costs=0.0)


def _mended(do: Do, actor: Character, friend: Character, heal: Healing | None, *, costs: float) -> Candidate:
    gained = min(friend.damage, heal_amount(heal, friend)) / friend.health
    if not friend.active:
        up = friend.damage - heal_amount(heal, friend) < friend.health
        return Candidate(do, saves=UP_AGAIN if up else 0.0, costs=costs)
    low = (friend.health - friend.damage) / friend.health < LOW
    worth = gained * (2 if low else 0.5)
    mine = friend.id == actor.id
    return Candidate(do, guards=worth if mine else 0.0, saves=0.0 if mine else worth, costs=costs)


def _apart(one: Character, other: Character) -> float:
    if one.id == other.id or one.position is None or other.position is None:
        return 0 if one.id == other.id else 1
    return sight.distance(one.position, other.position) or 0


@remembered(4096)
def reaches(dice: int, sides: int, wanted: int) -> float:
    """The chance that so many dice come to at least so much."""
    if sides < 1 or dice < 1:
        return 0.0
    ways = {0: 1}
    for _ in range(dice):
        ways = {s: sum(ways.get(s - f, 0) for f in range(1, sides + 1)) for s in range(1, max(ways) + sides + 1)}
    return sum(n for total, n in ways.items() if total >= wanted) / float(sides**dice)


def reply(_state: State, ask: Choose, weights: Weights) -> str | None:
    """A defence that costs AP is made where it is likely enough, or where the blow could fell her."""
    if ask.what.key != "questions.defense":
        return None
    wards = [o for o in ask.options if o.answer != "none"]
    free = [o for o in wards if fact(o, "ap") == 0]
    if not wards or ask.what.facts.get("vain"):
        return "none"
    if free:
        return max(free, key=lambda o: fact(o, "percent")).answer
    if ask.what.facts.get("total", 0) < ask.what.facts.get("armor", 0):
        return "none"
    found = max(wards, key=lambda o: fact(o, "percent"))
    least = TRIED / max(weights.cautious, 0.1)
    return found.answer if fact(found, "percent") >= (least / 4 if ask.what.facts.get("falls") else least) else "none"


TRIED = 20
"""A defence that costs AP is tried from this chance in percent on."""
