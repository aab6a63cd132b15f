"""Order (step 1) and Surprise: initiative checks, who comes before whom, SPD (FAB-INI, FAB-SUR, FAB-CLK-7, 12)."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import denies, die_size, in_place_of, plus
from ludex.systems.fable.rules.checks import after_roll, new_act, read_doubles, settled, with_effects
from ludex.systems.fable.rules.hands import Goal, Hand, Side, Size, invoked_in_turn, roller_for, thrown
from ludex.systems.fable.rules.steps import for_gm
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import ROUND_TICKS, Combatant, State, character_of, conflict_of
from ludex.systems.fable.terms import Attribute, Kind, Rank

ENVIRONMENT = 6
HIGHEST_SPD = 19
ELITE_TURNS = 2


class InitiativeCheck(Side, frozen=True, kw_only=True):
    dex: Size = 8
    ins: Size = 8
    init_mod: int = 0


class Initiative(msgspec.Struct, frozen=True, kw_only=True):
    """An initiative check; `modifier` breaks ties."""

    faces: tuple[int, int]
    value: int
    modifier: int
    doubles: int
    fp_gain: int
    opportunity: int
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
    why: dict[str, Total] = {}


@rule("FAB-INI-2", "FAB-INI-7")
async def initiative_check(state: State, given: InitiativeCheck) -> Initiative:
    """An open check on DEX and INS with +6 from the surroundings and her own initiative modifier."""
    _, (made,) = await rolled_initiatives(state, (given,))
    return made


async def rolled_initiatives(state: State, checks: tuple[InitiativeCheck, ...]) -> tuple[State, tuple[Initiative, ...]]:
    """Everybody rolls, then those who can invoke are asked; doubles move no superiority (FAB-PSU-2)."""
    before = [with_effects(state, roller_for(state, check), initiative_at(check.id)) for check in checks]
    names = (Attribute.DEX, Attribute.INS)
    pairs = zip(before, checks, strict=True)
    purpose = Aside(say("questions.purpose_initiative"))
    hands = tuple(
        [
            await thrown(
                Hand(
                    roller,
                    (check.dex, check.ins),
                    names,
                    goal=Goal(
                        purpose,
                        modifier_of(check.init_mod),
                        added=Aside(_added(check.init_mod)),
                        name="",
                        climbing=True,
                        kind="init",
                    ),
                )
            )
            for roller, check in pairs
        ]
    )
    hands = await invoked_in_turn(hands, state.options)
    made = []
    for roller, hand, check in zip(before, hands, checks, strict=True):
        reading, act = read_doubles(hand, state.options), new_act()
        state = await after_roll(state, roller, hand, initiative_at(check.id), act)
        spending = new_act()
        state = await settled(state, roller, after=hand.roller, reading=reading, pending="check", act=spending)
        if spending.told:  # with whose it was: several may have gained an opportunity at this moment
            act.told.append(say("told.of_one", who=state.characters[check.id].called, lines=spending.told))
        value = total(*hand.terms(), *_added(check.init_mod), clause="FAB-INI-2")
        made.append(
            Initiative(
                **asdict(reading),
                faces=hand.faces,
                value=value.value,
                modifier=modifier_of(check.init_mod),
                told=_heard_of(state, check.id, act),
                why={"value": value},
            )
        )
    return state, tuple(made)


def _heard_of(state: State, who: str, act: Act) -> tuple[Say, ...]:
    """What effects did on the way; of somebody unseen the GM alone hears it (FAB-LIV-41)."""
    unseen = who in state.characters and state.characters[who].hidden
    return tuple(map(for_gm, act.told)) if unseen else tuple(act.told)


def initiative_at(who: str) -> Occasion:
    attributes = (Attribute.DEX.value, Attribute.INS.value)
    return Occasion("checked", who, "", {"kind": "init", "attributes": attributes, "owner": who})


@rule("FAB-INI-2")
def modifier_of(init_mod: int) -> int:
    """先攻检定的修正值 (Ruling FAB-E-27): what is added to the dice."""
    return ENVIRONMENT + init_mod


def _added(init_mod: int) -> tuple[Term, ...]:
    around = because(ENVIRONMENT, "why.environment", "FAB-INI-2")
    return (around, because(init_mod, "why.init_mod", "FAB-INI-2")) if init_mod else (around,)


# ---------------------------------------------------------------------- combatants
class Fighter(InitiativeCheck, frozen=True, kw_only=True):
    """Somebody who comes into a conflict, as she is given. With `initiative` she does not roll."""

    team: str = ""
    rank: str = Rank.SOLDIER
    replaces: int = 1
    gm: bool | None = None
    level: int = 5
    spd: int | None = None
    initiative: int | None = None
    surprised: bool = False


@rule("FAB-INI-1", "FAB-INI-2")
def fighter_of(state: State, who: str, *, surprised: bool = False) -> Fighter:
    """A character of the table as she comes into a conflict: current dice, initiative modifier, rank and SPD."""
    character, at = character_of(state, who), initiative_at(who)
    return Fighter(
        id=who,
        kind=character.kind,
        team=character.team,
        rank=character.rank,
        replaces=character.sheet.replaces,
        level=character.level,
        dex=die_size(state, character, in_place_of(state, who, Attribute.DEX, at)),
        ins=die_size(state, character, in_place_of(state, who, Attribute.INS, at)),
        init_mod=character.sheet.init_mod + plus(state, who, ("check", "init"), at),
        spd=character.sheet.spd,
        surprised=surprised and not denies(state, who, "surprise"),
    )


class Placed(msgspec.Struct, frozen=True):
    combatant: Combatant
    fp_gain: int = 0
    opportunity: int = 0
    told: tuple[Say, ...] = ()


@rule("FAB-INI-1")
async def placed(state: State, fighters: tuple[Fighter, ...], place: int = 0) -> tuple[State, tuple[Placed, ...]]:
    """Put fighters on the clock from that place in the list on: all whose initiative is not given roll together."""
    state, rolls = await rolled_initiatives(state, tuple(f for f in fighters if f.initiative is None))
    left = iter(rolls)
    made = [None if fighter.initiative is not None else next(left) for fighter in fighters]
    pairs = enumerate(zip(fighters, made, strict=True), place)
    return state, tuple(
        _placed(fighter, roll, place=n, options=state.options, faster=plus(state, fighter.id, "spd"))
        for n, (fighter, roll) in pairs
    )


def spd_now(state: State, combatant: Combatant) -> int:
    """Somebody's SPD on the clock with what effects change of it; a sum above 19 counts as 19 (FAB-LIV-37)."""
    return min(HIGHEST_SPD, combatant.spd + plus(state, combatant.id, "spd"))


@rule("FAB-SUR-1")
def _placed(fighter: Fighter, made: Initiative | None, *, place: int, options: Options, faster: int = 0) -> Placed:
    """One fighter with her initiative; surprise costs her a turn."""
    value = made.value if made else fighter.initiative or 0
    spd = spd_of(fighter, options)
    combatant = Combatant(
        id=fighter.id,
        team=fighter.team,
        kind=fighter.kind,
        gm=fighter.kind is not Kind.PC if fighter.gm is None else fighter.gm,
        level=fighter.level,
        modifier=modifier_of(fighter.init_mod),
        initiative=value - (ROUND_TICKS - min(HIGHEST_SPD, spd + faster) if fighter.surprised else 0),
        spd=spd,
        place=place,
    )
    return Placed(combatant, made.fp_gain, made.opportunity, made.told) if made else Placed(combatant)


@rule("FAB-CLK-7", "FAB-CLK-12")
def spd_of(fighter: Fighter, options: Options) -> int:
    """Her SPD: as stated, else 0 for a PC and by rank for others."""
    if fighter.spd is not None:
        return check_spd(fighter.spd)
    if fighter.kind is Kind.PC:
        return 0
    return rank_spd(fighter.rank, fighter.replaces, options)


@rule("FAB-CLK-7")
def check_spd(spd: int) -> int:
    """SPD is at most 19; Ruling FAB-E-14: it may be negative."""
    if spd > HIGHEST_SPD:
        raise RuleError("spd_out_of_range", clause="FAB-CLK-7", spd=spd, high=HIGHEST_SPD)
    return spd


@rule("FAB-CLK-12", "FAB-PNP-4")
def rank_spd(rank: str, replaces: int, options: Options) -> int:
    """Ranks take several turns in a round through SPD (Ruling FAB-E-16), never more than the parent gives them."""
    turns = rank_turns(rank, replaces)
    if options.rank_turns == "none":
        return 0
    return min(HIGHEST_SPD, ROUND_TICKS - -(-ROUND_TICKS // turns))


@rule("FAB-PNP-4")
def rank_turns(rank: str, replaces: int) -> int:
    """Turns in a round as the parent counts them: soldier 1, elite 2, champion as many as it replaces."""
    if rank not in set(Rank):
        raise RuleError("unknown_rank", clause="FAB-PNP-1", rank=rank, ranks=[term(r) for r in Rank])
    if rank == Rank.CHAMPION and replaces < 1:
        raise RuleError("bad_replaces", clause="FAB-PNP-1", replaces=replaces, low=1)
    return {Rank.SOLDIER: 1, Rank.ELITE: ELITE_TURNS, Rank.CHAMPION: replaces}[Rank(rank)]


# ---------------------------------------------------------------------- order
Precedence = tuple[int, int, bool, int]


@rule("FAB-INI-4")
def precedence(combatant: Combatant) -> Precedence:
    """Equal initiative: the higher modifier, then the higher LV, then the GM's, then the place in the list."""
    return (-combatant.modifier, -combatant.level, not combatant.gm, combatant.place)


@rule("FAB-INI-3", "FAB-INI-4")
def in_order(combatants: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
    return tuple(sorted(combatants, key=lambda c: (-c.initiative, *precedence(c))))


@rule("FAB-INI-5", "FAB-INI-6")
def friendly_ties(ordered: tuple[Combatant, ...]) -> tuple[tuple[Combatant, ...], ...]:
    """The order cut into runs: neighbours of one team with equal initiative are together, all others alone."""
    runs: list[list[Combatant]] = []
    for combatant in ordered:
        last = runs[-1][-1] if runs else None
        if last and (last.initiative, last.team) == (combatant.initiative, combatant.team):
            runs[-1].append(combatant)
        else:
            runs.append([combatant])
    return tuple(tuple(run) for run in runs)


# ---------------------------------------------------------------------- what a turn costs, and who comes next
def turn_cost(spd: int) -> int:
    """What a turn costs on the clock (FAB-CLK-5)."""
    return ROUND_TICKS - spd


def forecast(state: State, turns: int) -> tuple[tuple[int, int, str], ...]:
    """The next turns (round, tick, who) if nobody gives anything up and nothing changes."""
    conflict = conflict_of(state)
    clock = {c.id: c.initiative for c in conflict.combatants}
    by_id = {c.id: replace(c, spd=spd_now(state, c)) for c in conflict.combatants}
    round_, tick = conflict.round, conflict.tick
    found: list[tuple[int, int, str]] = []
    while clock and len(found) < turns:
        able = [who for who, initiative in clock.items() if initiative >= tick]
        if able:
            who = min(able, key=lambda w: (-clock[w], *precedence(by_id[w])))
            clock[who] -= turn_cost(by_id[who].spd)
            found.append((round_, tick, who))
        elif tick > 1:
            tick = max(1, min(tick - 1, max(clock.values())))
        else:
            round_, tick = round_ + 1, ROUND_TICKS
            clock = {who: initiative + ROUND_TICKS for who, initiative in clock.items()}
    return tuple(found)
