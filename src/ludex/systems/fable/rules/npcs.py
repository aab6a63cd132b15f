"""NPCs: gauges, defences and clock of a stat block by rank (FAB-PNP)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.creation import allotted
from ludex.systems.fable.rules.gauges import GAUGES
from ludex.systems.fable.rules.initiative import rank_spd, rank_turns
from ludex.systems.fable.sheet import Amount, Dice, Five, five
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Rank

HP_PER_LEVEL = 2
LEVELS_PER_CHECK_BONUS = 10
LEVELS_PER_DAMAGE_BONUS = 20
DAMAGE_BONUS = 5
ELITE_INITIATIVE = 2


class Derive(msgspec.Struct, frozen=True):
    """What a stat block states."""

    base: Dice = Dice()
    level: int = 5
    rank: str = Rank.SOLDIER
    replaces: int = 1
    extra_hp: Amount = 0
    extra_mp: Amount = 0
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None


class Derived(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from it."""

    hg_cap: Five
    max_hp: int
    mg_cap: Five
    max_mp: int
    def_: int = msgspec.field(name="def")
    mdef: int
    init_mod: int
    spd: int
    turns: int
    check_bonus: int
    damage_bonus: int


@rule("FAB-PNP-1", "FAB-PNP-2", "FAB-PNP-3")
async def derive_npc(state: State, given: Derive) -> Derived:
    """The numbers of an NPC of that level and rank."""
    return derived(given, state.options)


def derived(given: Derive, options: Options) -> Derived:
    """What follows from a stat block."""
    turns = rank_turns(given.rank, given.replaces)
    hg = _gauges(given.base.mig, given.hg_alloc, HP_PER_LEVEL * given.level + given.extra_hp)
    mg = _gauges(given.base.wlp, given.mg_alloc, given.level + given.extra_mp)
    hg = five(cap * turns for cap in hg)  # elite × 2, champion × N
    mg = five(cap * 2 for cap in mg) if given.rank == Rank.CHAMPION else mg
    return Derived(
        hg_cap=hg,
        max_hp=sum(hg),
        mg_cap=mg,
        max_mp=sum(mg),
        def_=given.base.dex,
        mdef=given.base.ins,
        init_mod=rank_initiative(given.rank, given.replaces),
        spd=rank_spd(given.rank, given.replaces, options),
        turns=turns,
        check_bonus=check_bonus(given.level),
        damage_bonus=damage_bonus(given.level),
    )


@rule("FAB-PNP-2")
def check_bonus(level: int) -> int:
    """What an NPC's level adds to its checks to hit."""
    return level // LEVELS_PER_CHECK_BONUS


@rule("FAB-PNP-2")
def damage_bonus(level: int) -> int:
    """What an NPC's level adds to its damage."""
    return DAMAGE_BONUS * (level // LEVELS_PER_DAMAGE_BONUS)


@rule("FAB-PNP-1")
def _gauges(die: int, alloc: tuple[int, ...] | None, points: int) -> Five:
    """Capacities before the rank multiplies them: as stated, else spread evenly, the remainder to the left."""
    if alloc is None:  # Ruling E-24
        each, rest = divmod(points, GAUGES)
        alloc = tuple(each + (place < rest) for place in range(GAUGES))
    return allotted(die, alloc, points)


@rule("FAB-PNP-3")
def rank_initiative(rank: str, replaces: int) -> int:
    """What is left of the parent's fixed initiative: elite +2, champion +N."""
    return {Rank.SOLDIER: 0, Rank.ELITE: ELITE_INITIATIVE, Rank.CHAMPION: replaces}[Rank(rank)]
