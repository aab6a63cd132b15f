"""Playing well (fable): everything on the sheet, weighed. It chooses from what its side may know; the rules judge it like any other deed.

Strikes and attack spells at one foe or at as many as they reach, healing spells and remedies for who is low, a guard for who is about to fall;
points are spent: superiority for one more action, Fabula Points on an attack that missed, an opportunity on an execution of soldiers.
"""

from collections.abc import Iterator

from ludex.core.asks import Choose
from ludex.core.deeds import Do, refused
from ludex.core.hints import remembered
from ludex.core.principals import actor_of
from ludex.core.rehearsal import Candidate, Weights, best
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.policy.orders import INVOKE
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.actions import UseItem, ip_cost, item_ip
from ludex.systems.fable.rules.arms import arms_of, attack_with, check_cover, mp_cost
from ludex.systems.fable.rules.attacks import Attack, defence_of
from ludex.systems.fable.rules.attributes import die_size
from ludex.systems.fable.rules.conflict import TakeAction
from ludex.systems.fable.rules.damage import affinities_of, pool_of, resolved
from ludex.systems.fable.rules.spells import Cast
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import SpellEntry, Strike
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Action, Affinity, Item, Kind, Opportunity, Pool

LOW = 0.45
"""Below this share of life healing counts double."""
REMEDY = 50
"""What a remedy restores (FAB-PAC-4)."""
MIND = 0.15
"""What all mind points together are worth to somebody who keeps them."""
STOCK = 0.06
"""What a remedy is worth to somebody who keeps it."""
FACTORS = {Affinity.VULNERABLE: 2.0, Affinity.RESIST: 0.5, Affinity.IMMUNE: 0.0, Affinity.ABSORB: -1.0}
GUARDED = 0.25
"""The share of what comes until her next turn that a guard keeps away."""


def candidates(state: State, able: tuple[str, ...]) -> list[Candidate]:
    """Everything that she could do with an action of her turn."""
    found: list[Candidate] = []
    for who in able:
        c = state.characters[who]
        found += _strikes(state, c)
        found += _mends(state, c)
        found += _guard(c)
    return found


def act(state: State, able: tuple[str, ...], weights: Weights) -> Do | None:
    """The best of all that; None: as the table's own policy."""
    found = best(candidates(state, able), weights)
    return found.do if found is not None and found.worth(weights) > 0 else None


# ------------------------------------------------------------------------------------------------ harm
def _strikes(state: State, c: Character) -> Iterator[Candidate]:
    """Every strike and attack spell: at each foe alone, and at as many as it reaches, the nearest to falling first."""
    foes = foes_of(state, c.id)
    for strike in arms_of(state, c.id).values():
        open_to = [foe for foe in foes if refused(check_cover, state, strike, (foe,)) is None]
        groups: list[tuple[str, ...]] = [(foe,) for foe in open_to]
        multi = attack_with(state, strike, attacker=c.id, targets=tuple(open_to[:1])).weapon.multi if open_to else 1
        groups += [tuple(open_to[:n]) for n in range(2, min(multi, len(open_to)) + 1)]
        for targets in groups:
            given = attack_with(state, strike, attacker=c.id, targets=targets)
            if given.mp_cost and c.mp < given.mp_cost:
                continue
            harm = [_harm(state, c, given, strike, target) for target in targets]
            yield Candidate(
                Do("attack", given, heard(state, *targets)),
                hurts=sum(share for share, _ in harm),
                fells=sum(falls for _, falls in harm),
                costs=MIND * given.mp_cost / max(1, c.mp),
            )


def _harm(state: State, c: Character, given: Attack, strike: Strike, target: str) -> tuple[float, float]:
    """The share of what a foe has left that a strike is expected to take, and the chance that it falls."""
    foe = state.characters[target]
    first, second = (die_size(state, c, attribute) for attribute in strike.attributes)
    need = defence_of(state, foe, given) - given.weapon.accuracy
    chance, high = roll_of(first, second, need)
    factor = _factor(state, c, foe, strike.type)
    full, half = (max(0, high + strike.damage - foe.reduction), max(0, strike.damage - foe.reduction) / 2)
    damage = factor * (chance * full + (1 - chance) * half)
    if pool_of(strike.type) is Pool.MP:
        return MIND * min(1.0, damage / max(1, sum(foe.mg.cap))), 0.0
    left = max(1, foe.hp)
    return min(1.0, damage / left), chance if factor * full >= left else 0.0


def _factor(state: State, c: Character, foe: Character, kind: str) -> float:
    """What its affinity makes of the damage, as far as her side knows of it."""
    if foe.kind is not Kind.PC and c.kind is Kind.PC and kind not in foe.shown_types:
        return 1.0
    return FACTORS.get(resolved(affinities_of(state, foe, kind)), 1.0)


@remembered(1024)
def roll_of(first: int, second: int, need: int) -> tuple[float, float]:
    """The chance that two dice reach a number, and the mean of the higher one where they do."""
    hits = [max(a, b) for a in range(1, first + 1) for b in range(1, second + 1) if a + b >= need]
    return len(hits) / (first * second), sum(hits) / len(hits) if hits else 0.0


# ------------------------------------------------------------------------------------------------ help
def _mends(state: State, c: Character) -> Iterator[Candidate]:
    """Healing spells on who is hurt most, as many as they reach; a remedy from her bag."""
    friends = sorted(friends_of(state, c.id), key=lambda one: _share(state.characters[one]))
    hurt = [one for one in friends if _share(state.characters[one]) < 1]
    if not hurt:
        return
    spells = entries_of(SpellEntry, state.things)
    for key in c.sheet.spells:
        spell = spells.get(key)
        if spell is None or spell.type is not None or not spell.heal or spell.pool is not Pool.HP:
            continue
        for count in range(1, min(spell.multi, len(hurt)) + 1):
            cost = mp_cost(state, c.id, spell.mp) * count
            if cost <= c.mp:
                do = Do("cast", Cast(c.id, key, tuple(hurt[:count])), heard(state, c.id, *hurt[:count]))
                yield _mended(state, c, do, hurt[:count], spell.heal, MIND * cost / max(1, c.mp))
    if c.ip >= ip_cost(state, c.id, item_ip(Item.REMEDY)):
        do = Do("use_item", UseItem(str(Item.REMEDY), target=hurt[0], actor=c.id, action=True), heard(state, c.id))
        yield _mended(state, c, do, hurt[:1], REMEDY, STOCK)


def _mended(state: State, c: Character, do: Do, whom: list[str], heal: int, costs: float) -> Candidate:
    own, others = 0.0, 0.0
    for one in whom:
        friend = state.characters[one]
        full = max(1, sum(friend.hg_cap))
        worth = min(full - friend.hp, heal) / full * (2.0 if _share(friend) < LOW else 0.4)
        own, others = (own + worth, others) if one == c.id else (own, others + worth)
    return Candidate(do, guards=own, saves=others, costs=costs)


def _share(c: Character) -> float:
    return c.hp / max(1, sum(c.hg_cap))


def _guard(c: Character) -> Iterator[Candidate]:
    if not c.guarding and _share(c) < LOW / 2:
        yield Candidate(Do("take_action", TakeAction(c.id, Action.GUARD)), guards=GUARDED * (1 - _share(c)))


# ------------------------------------------------------------------------------------------------ questions
def reply(state: State, ask: Choose, weights: Weights) -> str | None:
    """Points are there to be spent; None: as the table's own policy answers."""
    closed = [option.answer for option in ask.options if not option.open]
    match ask.what.key:
        case "questions.spare_point" if "spend" in closed:
            return "spend"
        case "questions.attack_opportunity":
            return _opportunity(state, ask, closed)
        case "questions.react" if "use" in closed:
            return "use"
        case _ if ask.what.key == INVOKE:
            return _invoked(state, ask, closed, weights)
    return None


def _opportunity(state: State, ask: Choose, closed: list[str]) -> str | None:
    """An execution, where all foes are soldiers, who lose all of their gauges by it (FAB-ATK-5)."""
    foes = [state.characters[one] for one in foes_of(state, actor_of(ask.who))]
    if Opportunity.EXECUTION in closed and foes and all(foe.soldier for foe in foes):
        return str(Opportunity.EXECUTION)
    return None


def _invoked(state: State, ask: Choose, closed: list[str], weights: Weights) -> str | None:
    """Fabula Points go into an attack that missed: both dice again, or a bond that may reach it."""
    c = state.characters.get(actor_of(ask.who))
    if c is None or ask.what.facts.get("kind") != "attack" or not ask.what.facts.get("useful", True):
        return None
    points = c.fp if c.kind is Kind.PC else c.ultima - 1
    if points < weights.thrifty:
        return None
    both = next((a for a in closed if a.startswith("trait:") and a.endswith(":both")), None)
    return both or next((a for a in closed if a.startswith("bond:")), None)


# ---------------------------------------------------------------------- who stands against whom
def foes_of(state: State, who: str) -> list[str]:
    """Enemies on the clock, those with the fewest unbroken gauges first, then in list order (FAB-LIV-30)."""
    there = _there(state)
    up = [one for one in there if team_of(state, one) != team_of(state, who) and not state.characters[one].hidden]
    return sorted(up, key=lambda one: state.characters[one].unbroken)


def friends_of(state: State, who: str) -> list[str]:
    """Those of her side on the clock who are still up, herself among them."""
    return [one for one in _there(state) if team_of(state, one) == team_of(state, who)]


def _there(state: State) -> list[str]:
    conflict = state.conflict
    listed = [c.id for c in conflict.combatants if c.id in state.characters] if conflict else []
    return [one for one in listed if not state.characters[one].out]
