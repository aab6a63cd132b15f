"""Playing well (FET): the size of a blow that the moment wants, skills that do more for their time, healing who is low.

It knows what its side may know; what is declared here obeys the rules like any other act.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.rehearsal import Candidate, Weights, best
from ludex.systems.fet.policy import act_for
from ludex.systems.fet.rules.declaring import CombatDeclare
from ludex.systems.fet.state import Battle, Fighter, State, check_battle, check_fighter
from ludex.systems.fet.terms import SIX, Kind, whole

SIZES = (10, 6, 3, 2, 1)
"""Blows of a tenth, a sixth, a third, half and all of what an attribute brings in 20 t: of equal worth the first, which lands first."""
TURN = 20
"""The time in t in which an attribute brings its whole value."""
USUAL = 7
"""The time in t of an ordinary blow."""


def sized_act(state: State, able: tuple[str, ...], _weights: Weights, *, share: int) -> Do | None:
    """As the table declares, with blows of another size."""
    who = able[0]
    plain, fighter = _plain(state, who)
    if plain.kind != Kind.ATTACK or not isinstance(plain.attribute, str):
        return Do("combat_declare", plain)
    impact = max(1, whole(fighter.values[plain.attribute] / share))
    return Do("combat_declare", replace(plain, impact=impact))


def _plain(state: State, who: str) -> tuple[CombatDeclare, Fighter]:
    battle = check_battle(state)
    fighter = check_fighter(battle, who)
    return act_for(state, battle, fighter), fighter


def candidates(state: State, able: tuple[str, ...]) -> list[Candidate]:
    """What somebody could declare now: what the table would, and blows of every size at every foe that it could strike."""
    return [one for who in able for one in _candidates(state, who)]


def _candidates(state: State, who: str) -> Iterator[Candidate]:
    battle = check_battle(state)
    plain, fighter = _plain(state, who)
    if plain.kind != Kind.ATTACK or not isinstance(plain.target, str):
        yield Candidate(Do("combat_declare", plain), guards=1.0)  # a skill, a shot, a way: as the table chose it
        return
    best_of_six = max(SIX, key=lambda name: fighter.values.get(name, 0))
    value = float(fighter.values[best_of_six])
    foe = battle.find(plain.target)
    if foe is None:
        return
    for impact in _impacts(fighter, foe, plain, value):
        time = max(1.0, impact * TURN / value)
        harm = impact * _sharpened(fighter, plain) - float(foe.shield)
        life = max(1.0, float(foe.stamina))
        yield Candidate(
            Do("combat_declare", replace(plain, attribute=best_of_six, impact=whole(impact))),
            hurts=min(1.0, max(0.0, harm - _shielded(foe)) / life) * USUAL / time,
            costs=0.2 * _at_risk(battle, fighter, time),
        )


def _impacts(fighter: Fighter, foe: Fighter, plain: CombatDeclare, value: float) -> list[int]:
    """The sizes of blows that are worth a thought: the usual ones, and the one that just fells."""
    usual = [max(1, int(value / share)) for share in SIZES]
    needed = -int(-(float(foe.stamina) + float(foe.shield)) // _sharpened(fighter, plain))
    return [*usual, needed] if 0 < needed <= value else usual


def _sharpened(fighter: Fighter, plain: CombatDeclare) -> float:
    weapon = fighter.weapons.get(plain.weapon)
    return 1 + float(weapon.damage if weapon else 0) / 100


def _shielded(foe: Fighter) -> float:
    """What a shield that a foe is raising now would take of a blow."""
    return float(foe.act.impact) if foe.act is not None and foe.act.kind == Kind.DEFEND else 0.0


def _at_risk(battle: Battle, fighter: Fighter, time: float) -> float:
    """How many blows at her land before this one would."""
    ends = [f.act.end for f in battle.fighters if f.act is not None and fighter.id in f.act.targets]
    return float(sum(end <= battle.time + time for end in ends))


def act(state: State, able: tuple[str, ...], weights: Weights) -> Do | None:
    found = best(candidates(state, able), weights)
    return found.do if found is not None else None
